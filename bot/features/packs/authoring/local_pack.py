"""A content pack in a local folder, for tools that use it to play, measure or draw."""

from __future__ import annotations

from pathlib import Path

import rules
from bot.app.host_packs import broken_pack, check_folder
from rules.kernel.data.view import BASE
from rules.kernel.errors import ContentError

#: The pack's name in this process's matches.
PACK_NAME = "measured"


def load_pack(game_id: str, folder: Path | None) -> str:
    """Load a folder's pack once per process and return its name; without a folder, return the built-in pack's name.

    Raises ConfigError if the pack has faults.
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
    """Return the match options that select a pack; empty for the built-in pack."""
    return {} if name == BASE else {"pack": name}
