"""Hints: whether a match allows them, and how many each player has had."""

from __future__ import annotations

from bot.matches.lobby.presets import preset_of
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, Table
from bot.store.statements import matches
from rules.kernel.engine.game_parts import AnyParts


def are_hints_allowed(game: AnyParts, info: MatchInfo) -> bool:
    """Return whether hints are allowed in a match.

    Unless the players chose otherwise, hints are allowed in a first match, and in a match with only one person, because
    hints then put no one at a disadvantage.
    """
    if info.hints is not None:
        return bool(info.hints)
    return sum(seat.is_human for seat in info.seats) == 1 or is_first_match(game, info)


def is_first_match(game: AnyParts, info: MatchInfo) -> bool:
    """Return whether a match has the options of a first match."""
    # Leave out options that this release doesn't have.
    valid_options = {name: value for name, value in info.options.items() if name in game.options.model_fields}
    return preset_of(game, valid_options) == "first"


class Hints:
    """Counts each player's hints, which everyone may see."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def count_hint(self, table: Table, user_id: int) -> MatchInfo:
        """Count a hint for a player. Several hints in the same position count once."""
        async with self._repo.store.write() as tx:
            await matches.count_hint(tx, table.info.id, user_id, table.seq)
        return await self._repo.get(table.info.id)
