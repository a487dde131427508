"""A content pack in a folder that a tool plays, measures or draws with."""

from __future__ import annotations

from pathlib import Path

import rules
from bot.packs import broken, check_folder
from rules.kernel.data.view import BASE
from rules.kernel.errors import ContentError

#: What the pack is called in matches of this process.
NAME = "measured"


def installed(game_id: str, folder: Path | None) -> str:
    """Return the name of the pack in a folder, which is loaded once in a process; without a folder that of our own.

    Raises ConfigError for a broken pack.
    """
    if folder is None:
        return BASE
    game = rules.GAMES[game_id]
    if game.packs is not None and NAME in game.packs.added:
        return NAME
    check_folder(folder)
    try:
        game.add_pack(NAME, folder)
    except ContentError as error:
        raise broken(folder, error) from error
    return NAME


def options(name: str) -> dict[str, str]:
    """Return the options of a match with a pack; none for our own."""
    return {} if name == BASE else {"pack": name}
