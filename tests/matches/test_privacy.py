"""Whoever is erased is nowhere any more: in no table, no packed journal and no page of the file."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, select

from bot.matches import Archivist, MatchInfo, Recorder, Wanted
from bot.matches.cups import CupWanted
from bot.matches.privacy import ALIASES, FIRST_ALIAS
from bot.store import Store, agreements, decks, people, tables, traces
from bot.store.tables import metadata
from tests.matches.cup_room import RULES, CupRoom
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES
from tests.matches.tiny_game import Bid, Done, Roll

#: Somebody whose id and name stand nowhere else by chance.
EVA, NAME = 760_123_456_789_012_345, "Zwentibold"
#: Tables in which nobody stands: matches as such, what is due, what servers and all have chosen.
NOBODY = {
    *("facts", "guilds", "snapshots", "work", "undo_requests", "archives", "finished", "lists", "ladders"),
    *("cup_matches", "reviews", "groups", "budget", "erasures"),
}  # fmt: skip


@pytest.fixture
async def hall(address: Any):
    async with await Store.open(address) as store:
        yield CupRoom(store)


@pytest.fixture
async def in_file(path: Path):
    async with await Store.open(path) as store:
        yield CupRoom(store)


async def erased(room: CupRoom, user_id: int = EVA) -> None:
    """Erase somebody to the end, with the posts that go out meanwhile."""
    await room.service.privacy.forget(user_id)
    await steps(room)


async def steps(room: CupRoom, most: int = 50) -> int:
    for done in range(most):
        row = await room.service.privacy.due()
        if row is None:
            await room.worker.drain()
            room.clock.time += 60
            row = await room.service.privacy.due()
            if row is None:
                return done
        await room.service.privacy.advance(row)
    return most


def _opened(value: Any) -> Iterator[bytes]:
    """Return what a value holds, and what is compressed in it."""
    if isinstance(value, bytes | memoryview):
        data = bytes(value)
        yield data
        for unpack in (zlib.decompress, lzma.decompress):
            try:
                yield unpack(data)
            except (zlib.error, lzma.LZMAError):
                continue
    elif value is not None:
        yield str(value).encode()


async def traced(store: Store) -> dict[str, set[str]]:
    """Return in which columns of which tables the id or the name stands."""
    found: dict[str, set[str]] = {}
    for table in metadata.sorted_tables:
        for row in await store.read.all(select(table)):
            for column, value in zip(table.columns, row, strict=True):
                told = b"".join(_opened(value))
                if str(EVA).encode() in told or NAME.encode() in told:
                    found.setdefault(table.name, set()).add(column.name)
    return found


async def finished_match(room: CupRoom) -> MatchInfo:
    """Play a rated match of Eva's to its end and pack it; she has ordered something in it, too."""
    service = room.service
    await service.servers.choose_ladder(1, ladder=True)
    info = await _table(room, 71, (ANNA, EVA))
    await service.lobby.set_rated(info.id, ANNA, True)
    info = await service.lobby.start(info.id, ANNA)
    await service.notes.keep(info.id, EVA, "mine")
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    for seat in (0, 1):
        await room.by(info, seat, Bid(1 + seat))
    await room.worker.drain()
    await Recorder(service, room.clock).drain()
    await Archivist(service, room.clock).pack(info.id)
    return info


async def _table(room: CupRoom, channel_id: int, users: tuple[int, ...]) -> MatchInfo:
    first, *others = users
    names = NAMES | {EVA: NAME}
    lobby = room.service.lobby
    info = await lobby.open(
        game="tiny", guild_id=1, channel_id=channel_id, user_id=first, name=names[first], locale="hu",
        options={"turns": 1},
    )  # fmt: skip
    for user in others:
        info = await lobby.join(info.id, user, names[user])
    return info


async def everything_used(room: CupRoom) -> dict[str, MatchInfo]:
    """Leave traces of Eva in every table that can have them."""
    service, store = room.service, room.store
    over = await finished_match(room)
    await service.ratings.choose(EVA, 0, shown=True)
    await service.ratings.catch_up()
    runs = await service.lobby.start((await _table(room, 72, (EVA, BELA, ANNA))).id, EVA)
    await service.game_masters.order(runs.id, EVA, NAME, "pause", "Rest", days=1)
    watched = await service.lobby.start((await _table(room, 73, (ANNA, BELA))).id, ANNA)
    await service.game_masters.order(watched.id, EVA, NAME, "pause", "Rest", days=1)
    await service.game_masters.order(watched.id, EVA, NAME, "resume", "Go on")
    await service.follows.follow(watched.id, EVA, "rounds")
    await service.seating.invite(watched.id, ANNA, EVA)
    given = await service.lobby.start((await _table(room, 74, (ANNA, EVA, BELA))).id, ANNA)
    await service.seating.leave(given.id, EVA)
    await service.seating.take(given.id, DORA, "Dóra", given.seat_of(EVA) or 0)
    lobby = await _table(room, 75, (EVA, CILI))
    alone = await _table(room, 76, (EVA,))
    number = await service.reports.make(watched.id, EVA, "It is wrong")
    await service.reports.answer(number, "No")
    await service.blocks.block(EVA, CILI)
    await service.blocks.block(DORA, EVA)
    await service.seeks.open(Wanted(game="tiny", guild_id=1, channel_id=50, locale="en"), EVA, NAME)
    cup = await room.cup(ANNA, BELA, begun=False)
    await service.cups.enter(cup.id, EVA, NAME)
    await service.cups.begin(cup.id, 900)
    await room.kept(cup.id)
    hosted = await service.cups.open(CupWanted("tiny", 1, 7, "Another cup", RULES), EVA)
    await service.cups.enter(hosted.id, ANNA, "Anna")
    async with store.write() as tx:
        await people.set_dm_channel(tx, EVA, 9)
        await decks.add(tx, EVA, "tiny", NAME, '{"cards":[]}', 1)
        await decks.bring(tx, lobby.id, EVA, '{"cards":[]}')
        await agreements.agree(tx, lobby.id, EVA, "all")
        await tx.put(tables.looks, {"match_id": watched.id, "user_id": EVA, "seq": 1})
        await tx.put(tables.cups, {"id": cup.id, **await _row(store, tables.cups, cup.id), "told": f'["{EVA}"]'})
    return {"over": over, "runs": runs, "watched": watched, "given": given, "lobby": lobby, "alone": alone}


async def _row(store: Store, table: Table, number: int) -> dict[str, Any]:
    row = await store.read.one(select(table).where(table.c.id == number))
    assert row is not None
    return dict(row._mapping)


async def test_nothing_is_left_of_somebody_who_is_erased(hall: CupRoom) -> None:
    used = await everything_used(hall)
    before = await traced(hall.store)
    kept = {table.name for table in (*traces.OWN, *traces.SHARED, *traces.TEXTS)} | {"archives"}
    assert kept - before.keys() == set(), "the test leaves no trace in these tables: it proves nothing of them"
    assert before.keys() - kept == set()
    await erased(hall)
    assert await traced(hall.store) == {}
    assert await hall.service.privacy.due() is None
    of = hall.service.matches
    runs, alone, lobby = [await of.get(used[name].id) for name in ("runs", "alone", "lobby")]
    assert [(seat.name, seat.open_since is not None) for seat in runs.seats if seat.user_id >= FIRST_ALIAS] == [
        ("Valaki", True)
    ]
    assert runs.host_id in (ANNA, BELA)
    assert FIRST_ALIAS <= max(seat.user_id for seat in runs.seats) < FIRST_ALIAS + ALIASES
    assert (alone.status, lobby.status, lobby.host_id, len(lobby.seats)) == ("ended", "lobby", CILI, 1)


def test_every_table_is_known_to_hold_people_or_nobody() -> None:
    known = {table.name for table in (*traces.OWN, *traces.SHARED, *traces.TEXTS)}
    assert {table.name for table in metadata.sorted_tables} == known | NOBODY
    assert known & NOBODY == set()
