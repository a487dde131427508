"""Determines which matches a process may work on while two versions run side by side during a deploy."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, and_, false, or_

from bot.store.tables import matches


def supported_by_version(versions: Mapping[str, int]) -> ColumnElement[bool]:
    """Return the condition for matches that a process may work on. `versions` is the latest match version that it knows
    for each game.

    All other matches were saved by a newer version of the bot, or are of a game that only newer versions have.
    """
    return or_(false(), *(and_(matches.c.game == game, matches.c.version <= most) for game, most in versions.items()))
