"""A content pack in a local folder, loaded for tools that play, measure or draw with it."""

from __future__ import annotations

from pathlib import Path

import rules
from bot.app.host_packs import broken_pack, check_folder
from rules.kernel.data.view import BASE
from rules.kernel.errors import ContentError

#: The pack's name in the matches of this process.
PACK_NAME = "measured"


def load_pack(game_id: str, folder: Path | None) -> str:
    """Load the pack in a folder once per process, and return its name.

    Without a folder, return the name of the built-in pack. Raises ConfigError if the pack has faults.
    """
    if folder is None:
        return BASE
    game = rules.GAMES[game_id]
    if game.packs is not None and PACK_NAME in game.packs.added:
        return PACK_NAME
    check_folder(folder)
    try:
        game.add_pack(PACK_NAME, folder)
    except ContentError as error:
        raise broken_pack(folder, error) from error
    return PACK_NAME


def options(name: str) -> dict[str, str]:
    """Return the match options that select a pack; empty options select the built-in pack."""
    return {} if name == BASE else {"pack": name}
