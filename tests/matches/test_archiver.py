"""A finished match is archived as a single small compressed row, and can then still be read, verified and restored."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

import rules
from bot.matches.archiver import Archiver
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.play import match_verification
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.store import tables
from bot.store.statements import archives, journal
from bot.store.statements.matches import ARCHIVE_DELAY
from bot.store.store import Store
from tests.conformance.random_play import fewest_seats
from tests.matches.room import ANNA, NAMES, ManualClock, Room
from tests.matches.tiny_game import Bid, Done, Roll, Take

#: Maximum size of an archived match in bytes.
MAX_ARCHIVE_BYTES = 150_000


async def rows(store: Store, match_id: int) -> int:
    """Return the number of journal and snapshot rows of a match."""
    return sum(
        [
            await store.read.value(select(func.count()).select_from(table).where(table.c.match_id == match_id))
            for table in (tables.journal, tables.snapshots)
        ]
    )


async def told(service: MatchService, match_id: int) -> Any:
    """Return the results of all functions that read a match's journal, for comparison before and after archiving."""
    read, info = service.store.read, await service.matches.get(match_id)
    numbers = await journal.numbers(read, match_id)
    return (
        numbers,
        [await journal.entry(read, match_id, seq) for seq in (0, 1, 2, info.seq, info.seq + 1)],
        [await journal.page(read, match_id, before, 3) for before in (None, 1, 3, 99)],
        await journal.since(read, match_id, 2),
        await journal.effective_entries(read, match_id, info.seq),
        await journal.saved_positions(read, match_id),
        [await journal.snapshot(read, match_id, seq) for seq in numbers],
        await service.history.log(info),
        await match_verification.verify(read, service.matches.games, match_id),
    )


async def finished(room: Room, channel_id: int = 7) -> int:
    info = await room.match(turns=1, channel_id=channel_id)
    await room.by(info, 0, Take(1))
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    await room.by(info, 1, Bid(1))
    await room.by(info, 0, Bid(1))
    return info.id


async def test_a_packed_match_is_read_as_before(room: Room) -> None:
    match_id = await finished(room)
    before = await told(room.service, match_id)
    await Archiver(room.service, room.clock).archive(match_id)
    assert await rows(room.store, match_id) == 0
    assert await told(room.service, match_id) == before
    assert before[-1] == []
    # Archiving the match a second time changes nothing.
    await Archiver(room.service, room.clock).archive(match_id)
    assert await told(room.service, match_id) == before


async def test_a_packed_match_that_is_set_back_goes_on_and_is_packed_again(room: Room) -> None:
    match_id = await finished(room)
    archivist = Archiver(room.service, room.clock)
    await archivist.archive(match_id)
    info = await room.service.repair.rewind(match_id, 4, "again")
    assert await archives.read_archive(room.store.read, match_id) is None
    assert await rows(room.store, match_id) > 0
    await archivist.archive(match_id)
    assert await archives.read_archive(room.store.read, match_id) is None, "a match that goes on was packed"
    await room.by(info, 0, Done())
    await room.by(info, 1, Bid(2))
    await room.by(info, 0, Bid(2))
    before = await told(room.service, match_id)
    assert before[-1] == []
    await archivist.archive(match_id)
    assert await told(room.service, match_id) == before


async def test_a_packed_match_can_be_exported(room: Room) -> None:
    match_id = await finished(room)
    await Archiver(room.service, room.clock).archive(match_id)
    assert await room.service.transfer.export(match_id)
    assert (await told(room.service, match_id))[-1] == []


async def test_matches_are_packed_some_time_after_their_end(room: Room) -> None:
    over = await finished(room, 2)
    ended = await room.match(channel_id=3)
    await room.service.play.end(ended.id, ANNA, is_admin=True)
    running = await room.match(channel_id=4)
    lobby = await room.lobby(channel_id=5)
    await room.service.play.end(lobby.id, ANNA, is_admin=True)
    archivist = Archiver(room.service, room.clock)
    await archivist.drain()
    assert await archives.read_archive(room.store.read, over) is None, "its last posts still read the journal"
    room.clock.time += ARCHIVE_DELAY
    await archivist.drain()
    for match_id in (over, ended.id):
        assert await archives.read_archive(room.store.read, match_id) is not None
        assert await match_verification.verify(room.store.read, room.service.matches.games, match_id) == []
    assert await rows(room.store, running.id) > 0
    # An export temporarily restores the match from its archive.
    await room.service.transfer.export(over)
    assert await archives.read_archive(room.store.read, over) is None
    room.clock.time += ARCHIVE_DELAY
    await archivist.drain()
    assert await archives.read_archive(room.store.read, over) is not None
    assert not await archivist.is_busy()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "edge_of_darkness" else pytest.mark.soak) for name in rules.GAMES]
)
async def test_a_whole_match_of_every_game_takes_little_room(path: Path, name: str) -> None:
    async with await Store.open(path) as store:
        service = MatchService(store, ManualClock(), options=ServiceOptions(seed=lambda: "archive"))
        info = await service.lobby.open(
            LobbyRequest(game=name, guild_id=1, channel_id=7, locale="en", options={}), user_id=ANNA, name="Anna"
        )
        for user_id in list(NAMES)[1 : fewest_seats(name)]:
            await service.lobby.join(info.id, user_id, NAMES[user_id])
        info = await service.lobby.start(info.id, ANNA)
        rng = random.Random(3)
        table = await service.matches.table(info.id)
        while not table.match.over:
            seat, decision = rng.choice(sorted(table.match.decisions().items(), key=lambda pair: pair[0]))
            user_id = info.seats[seat].user_id
            table = (await service.play.act(info.id, user_id, rng.choice(decision.actions))).table
        await Archiver(service, service.matches.clock).archive(info.id)
        assert await rows(store, info.id) == 0
        size = await store.read.value(select(func.length(tables.archives.c.data)))
        assert 0 < size < MAX_ARCHIVE_BYTES
        entry = await journal.entry(store.read, info.id, table.seq)
        assert entry is not None
        assert await journal.snapshot(store.read, info.id, table.seq) == table.match.dump()
