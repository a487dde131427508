"""Check content packs with the loader of the game they are for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import rules
from bot.config import ConfigError
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame


@dataclass(frozen=True)
class Line:
    """One line of the report; `good` is false for a fault."""

    text: str
    good: bool


def check(path: Path | None, game: AnyGame | None) -> Iterator[Line]:
    """Check one pack, or all built-in packs when no path is given."""
    if path is None:
        for one in [game] if game else rules.GAMES.values():
            with as_file(files("data").joinpath(one.id)) as folder:
                yield from _check(folder, one)
        return
    if not path.is_dir():
        raise ConfigError(f"{path} is not a folder; a content pack is a folder of JSON files.")
    yield from _check(path, game or _game_of(path))


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
            raise ConfigError(_printable(f"The content pack in {pack} is broken: {fault}")) from error


def _printable(text: str) -> str:
    """Return a sentence that is safe to print: names of folders and text in packs can hold anything."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _check(folder: Path, game: AnyGame) -> Iterator[Line]:
    try:
        yield Line(f"{game.id}: {game.check_content(folder)}", True)
    except ContentError as error:
        for text in str(error).splitlines():
            yield Line(_printable(text), False)


def _game_of(path: Path) -> AnyGame:
    """Guess the game from the folder's name, as in mypacks/<game>/; the only game needs no guess."""
    for part in reversed(path.resolve().parts):
        if part in rules.GAMES:
            return rules.GAMES[part]
    if len(rules.GAMES) == 1:
        return next(iter(rules.GAMES.values()))
    raise ConfigError(f"Say which game {path} is for: --game with one of {', '.join(rules.GAMES)}.")
