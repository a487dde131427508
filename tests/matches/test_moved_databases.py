"""A database can be copied between SQLite and PostgreSQL with all its tables, and the bot continues on the copy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import func, insert, select

from bot.app.clock import DAY, HOUR
from bot.features.owner.statements import announcements
from bot.features.privacy.service.erasure import Privacy
from bot.features.ratings.service.ladders import Ratings
from bot.features.reviews import statements as reviews
from bot.features.reviews.statements import ReviewRow
from bot.matches.clocks import seat_clock
from bot.matches.clocks.time_control import TimeControl, TimeControlKind
from bot.matches.play.match_verification import verify
from bot.store import tables
from bot.store.database_copy import VOLATILE_TABLES, copy
from bot.store.engine_interface import Address
from bot.store.statements import command_groups
from bot.store.statements import quotas as quota_statements
from bot.store.store import Store
from bot.store.tables import metadata
from tests.matches.cup_room import CupRoom
from tests.matches.features.privacy.test_privacy import columns_with_traces, erased, everything_used, run_erasure
from tests.matches.room import ANNA, BELA, CILI
from tests.matches.tiny_game import TINY, Roll

#: A table of an earlier version. The bot no longer writes to it.
OBSOLETE_TABLE = tables.undo_requests


async def filled(room: CupRoom) -> dict[str, int]:
    """Put rows into every table that is copied; return the ids of the matches by name."""
    service, store = room.service, room.store
    used = await everything_used(room)
    timed = await room.lobby(BELA, channel_id=90)
    await service.lobby.set_pace(timed.id, ANNA, TimeControl(TimeControlKind.STEADY, 12 * HOUR))
    timed = await service.lobby.start(timed.id, ANNA)
    await service.seat_clocks.record_heartbeat()
    await room.worker.drain()
    async with store.write() as tx:
        await reviews.save(tx, ReviewRow(used["over"].id, 3, "{}", None))
        await command_groups.save(tx, 1, "tiny", "x")
        await quota_statements.save(tx, "matches_per_person", 9)
        number = await announcements.add(tx, ANNA, {"en": "Hello"}, 1)
        await announcements.queue_for(tx, number, [1], 9)
        await tx.run(insert(OBSOLETE_TABLE), {"match_id": timed.id, "asker": 0, "seq": 1, "restores": 0, "agreed": "[]",
                                    "status": "lapsed", "created_at": 1})  # fmt: skip
    await service.part(Privacy).erase(CILI)
    return {name: info.id for name, info in used.items()} | {"timed": timed.id}


async def counted(store: Store) -> dict[str, int]:
    every = [table for table in metadata.sorted_tables if table not in VOLATILE_TABLES]
    return {table.name: await store.read.value(select(func.count()).select_from(table)) for table in every}


async def ends(room: CupRoom, match_id: int) -> list[int | None]:
    """Return when each running clock of a match will run out."""
    return [seat_clock.ends_at(seat) for seat in (await room.service.matches.get(match_id)).seats if seat.clock_since]


async def check_continues(room: CupRoom, used: dict[str, int]) -> None:
    """Assert that clocks, moves, votes, ladders, cups, deletions and new rows work in the copied database."""
    service, read = room.service, room.store.read
    (end,) = await ends(room, used["timed"])
    room.clock.time += DAY  # the copy took a day
    await service.seat_clocks.record_heartbeat()
    assert end is not None
    assert await ends(room, used["timed"]) == [end + DAY], "nobody could be reached meanwhile"
    later = await service.matches.get(used["timed"])
    seq = later.seq
    assert (await room.by(later, 0, Roll())).table.info.seq > seq
    for name in ("over", "runs", "watched", "given", "timed"):
        assert await verify(read, {"tiny": TINY}, used[name]) == []
    assert await service.part(Ratings).differing_ladders() == []
    assert await service.part(Privacy).is_being_erased(CILI)
    await run_erasure(room)
    await erased(room)
    assert await columns_with_traces(room.store) == {}
    assert await verify(read, {"tiny": TINY}, used["over"]) == []
    new = await room.match(channel_id=91)
    assert new.id > max(used.values())
    await room.by(new, 0, Roll())
    await room.worker.drain()
    assert {"turn", "board"} <= {row.kind for row in room.messenger.rows}


@asynccontextmanager
async def opened(address: Address, time: int | None = None) -> AsyncIterator[CupRoom]:
    """Yield a match service on a database, with its clock set to `time`."""
    async with await Store.open(address) as store:
        room = CupRoom(store)
        room.clock.time = time or room.clock.time
        yield room


async def test_every_table_moves_to_a_server_and_back_and_all_goes_on(
    path: Path, tmp_path: Path, database: str
) -> None:
    async with opened(path) as room:
        used = await filled(room)
        before, time = await counted(room.store), room.clock.time
    assert [name for name, number in before.items() if not number] == [], "the test proves nothing of these tables"
    await copy(path, database)
    await copy(database, tmp_path / "back")
    for address in (database, tmp_path / "back"):
        async with opened(address, time) as room:
            assert await counted(room.store) == before
            await check_continues(room, used)
