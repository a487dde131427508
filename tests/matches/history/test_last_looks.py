"""A player's list of changes starts at their last move or their last look at the match, or else at the last turn."""

from __future__ import annotations

from typing import Any

from bot.store.engine_interface import Address
from bot.store.statements import board_readouts
from bot.store.store import Store
from tests import database_access
from tests.matches.room import ANNA, BELA, DORA, Room
from tests.matches.tiny_game import Bid, Done, Roll, Take


async def before(room: Room, match_id: int, user_id: int) -> tuple[Any, Any] | None:
    """Return what a user's list of changes starts at ("move", "look" or "turn") and the coins then, or None."""
    table = await room.service.matches.table(match_id)
    found = await room.service.read_markers.last_seen(table, table.info.seat_of(user_id), user_id)
    return None if found is None else (found.since, getattr(found.view, "coins", None))


async def test_it_is_what_someone_has_seen_last_on_both_engines(address: Address) -> None:
    async with await Store.open(address) as store:
        room = Room(store)
        info = await room.match()
        first, other = (seat.user_id for seat in info.seats)
        assert await before(room, info.id, DORA) is None, "before the first turn nothing can have changed"
        await room.by(info, 0, Take(2))
        await room.by(info, 0, Done())
        assert await before(room, info.id, DORA) == ("turn", [0, 0])
        assert await before(room, info.id, other) == ("turn", [0, 0])
        assert await before(room, info.id, first) == ("move", [2, 0])
        await room.by(info, 1, Take(1))
        assert await before(room, info.id, DORA) == ("turn", [2, 0])
        assert await before(room, info.id, other) == ("move", [2, 1])
        await room.service.read_markers.mark_read(await room.service.matches.table(info.id), DORA)
        await room.service.read_markers.mark_read(await room.service.matches.table(info.id), first)
        await room.by(info, 1, Take(1))
        assert await before(room, info.id, DORA) == ("look", [2, 1])
        assert await before(room, info.id, first) == ("look", [2, 1])
        await room.by(info, 1, Done())
        await room.by(info, 0, Take(1))
        assert await before(room, info.id, first) == ("move", [3, 2])


async def test_a_move_that_was_taken_back_is_none_and_what_one_saw_of_it_stays(path: Any) -> None:
    async with await Store.open(path) as store:
        room = Room(store)
        info = await room.match()
        first = info.seats[0].user_id
        await room.by(info, 0, Take(2))
        await room.by(info, 0, Take(2))
        await room.service.read_markers.mark_read(await room.service.matches.table(info.id), DORA)
        await room.service.undo.take_back(info.id, first)
        assert await before(room, info.id, first) == ("move", [2, 0])
        assert await before(room, info.id, DORA) == ("look", [4, 0])


async def test_secrets_move_no_other_players_turn(path: Any) -> None:
    async with await Store.open(path) as store:
        room = Room(store)
        info = await room.match(turns=1)
        await room.by(info, 0, Take(2))
        known = await before(room, info.id, DORA)
        await room.by(info, 0, Roll())
        assert await before(room, info.id, DORA) == known
        await room.by(info, 0, Done())
        known = await before(room, info.id, DORA)
        await room.by(info, 0, Bid(1))
        assert await before(room, info.id, DORA) == known, "nor that somebody has chosen"


async def test_a_position_that_can_not_be_read_any_more_is_left_out(path: Any) -> None:
    async with await Store.open(path) as store:
        room = Room(store)
        info = await room.match()
        await room.by(info, 0, Take(2))
        async with store.write() as tx:
            await board_readouts.save(tx, info.id, BELA, 1)
            await board_readouts.save(tx, info.id, ANNA, 1)
            await database_access.run(tx, "DELETE FROM snapshots")
        assert await before(room, info.id, DORA) is None
        assert await board_readouts.get(store.read, info.id, DORA) == 0
