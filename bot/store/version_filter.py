"""The matches that a process may work on while versions run side by side during a deploy."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, and_, false, or_

from bot.store.tables import matches


def supported_by_version(versions: Mapping[str, int]) -> ColumnElement[bool]:
    """Return the condition for the matches that a process may work on: `versions` are those it knows, by game.

    The others were saved by a newer process, or are of a game that only newer ones have.
    """
    return or_(false(), *(and_(matches.c.game == game, matches.c.version <= most) for game, most in versions.items()))
