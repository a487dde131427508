"""The operator's own content packs, offered beside the built-in ones."""

from __future__ import annotations

from pathlib import Path

import rules
from bot.config import ConfigError
from rules.kernel.errors import ContentError


def install(folder: Path) -> None:
    """Offer every pack in <folder>/<game>/<name>/ beside the built-in ones; raises ConfigError for a broken one."""
    try:
        found = [
            (game, pack)
            for name, game in rules.GAMES.items()
            for pack in sorted((folder / name).glob("*/"))
            if pack.is_dir()
        ]
    except OSError as error:
        raise ConfigError(f"The content packs in {folder} can't be read: {error.strerror}.") from None
    if not found:
        names = " or ".join(rules.GAMES)
        raise ConfigError(
            f"There is no content pack in {folder}: a pack is a folder of JSON files in its folder {names}."
        )
    for game, pack in found:
        try:
            game.add_pack(pack.name, pack)
        except ContentError as error:
            fault = str(error).splitlines()[0]
            raise ConfigError(printable(f"The content pack in {pack} is broken: {fault}")) from error


def printable(text: str) -> str:
    """Return a sentence that is safe to print: names of folders and text in packs can contain anything."""
    return "".join(char if char.isprintable() else "?" for char in text)
