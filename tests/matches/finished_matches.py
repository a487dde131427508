"""Stores finished matches directly in the database, for tests that only read results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.features.profiles.statements import results
from bot.features.profiles.statements.results import FinishedRow, MatchResultRow
from bot.store.statements import matches
from bot.store.statements.matches import NewMatch
from bot.store.statements.rows import SeatRow
from bot.store.store import Store
from tests.matches.room import ANNA, NAMES


async def store_finished_match(
    store: Store,
    number: int,
    people: Mapping[int, int | None],
    *,
    game: str = "tiny",
    guild: int = 1,
    names: Mapping[int, str] = NAMES,
    results_have: Mapping[str, Any] | None = None,
    **more: Any,
) -> int:
    """Store a match that ended in the channel with id `number`; `people` maps users to places. Return the match's id.

    `more` has further fields of the match's row, and `results_have` has further fields of every result row.
    """
    async with store.write() as tx:
        match_id = await matches.create(
            tx,
            NewMatch(game=game, guild_id=guild, channel_id=number, host_id=ANNA, locale="en", options={}, version=1),
            100,
        )
        seats = [SeatRow(seat, user, names.get(user, "Computer")) for seat, user in enumerate(people)]
        await matches.set_seats(tx, match_id, seats)
        await matches.close(tx, match_id, 0, "over", 1000 + number)
        match = FinishedRow(match_id, game, guild, len(people), {}, {}, 1, 9, "played", 100, 1000 + number)
        rows = [
            result_row(match_id, seat, user, place, name=names.get(user, "Computer"), **(results_have or {}))
            for seat, (user, place) in enumerate(people.items())
        ]
        await results.save(tx, replace(match, **more), rows)
    return match_id


def result_row(match_id: int, seat: int, user: int, place: int | None, **more: Any) -> MatchResultRow:
    """Return the result row of a user, or of a computer if the id is negative."""
    name, computer = NAMES.get(user, "Computer"), "easy" if user < 0 else None
    plain = MatchResultRow(match_id, seat, user, name, True, computer, place, place == 1, None, {}, {}, 3, 3, 60)
    return replace(plain, **more)
