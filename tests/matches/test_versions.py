"""During a rolling deployment, the older version doesn't touch matches that the newer version has saved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.archiver import Archiver
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.play.match_verification import examine, verify
from bot.matches.refusals import NewerMatch
from bot.matches.release_versions import ROWS_VERSION, CommandSet, release_number
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.notifications.match_posts import POST_KINDS
from bot.store.statements import archives, matches
from bot.store.statements.matches import ARCHIVE_DELAY, NewPosition
from bot.store.store import Store
from tests.computers.in_process_chooser import InProcessChooser
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, Room
from tests.matches.timed_game import MINUTE, TIMED
from tests.matches.tiny_game import Take

#: Two versions of a game. The newer one has a migration.
NOW = replace(TIMED, id="tiny")
NEXT = replace(NOW, version=NOW.version + 1, migrations={1: lambda state: state})


@pytest.fixture
async def rooms(database: str) -> AsyncIterator[tuple[Room, Room]]:
    """Yield the match services of two processes on one PostgreSQL database; the second has the game's next version."""
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(await Store.open(database)) for _ in range(2)]
        yield Room(stores[0], NOW), Room(stores[1], NEXT)


async def test_what_a_newer_process_has_moved_on_is_left_to_it(
    rooms: tuple[Room, Room], caplog: pytest.LogCaptureFixture
) -> None:
    old, new = rooms
    info = await old.match()
    await old.service.computers.hand_over(info.id, info.seats[1].user_id, None, "easy", gone=False)
    await old.posts()
    await new.by(info, 0, Take(1))
    for clock in (old.clock, new.clock):
        clock.time += 10 * MINUTE
    caplog.clear()
    async with refused("newer version of the bot"):
        await old.by(info, 0, Take(1))
    async with refused("Try again in a minute"):
        await old.service.matches.table(info.id)
    # The old process leaves the match's posts, deadlines and computer moves to the new one.
    assert await old.posts() == []
    await DeadlineScheduler(old.service, old.clock).drain()
    bots = ComputerMoveScheduler(old.service, InProcessChooser({}), old.clock, seconds=lambda: 0.0)
    await bots.drain()
    after = await new.service.matches.get(info.id)
    assert (after.status, after.seq) == ("playing", info.seq + 2)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    # The new process delivers the posts and acts on the deadlines.
    assert "board" in [row.kind for row in await new.posts()]
    await DeadlineScheduler(new.service, new.clock).drain()
    assert (await new.service.matches.get(info.id)).seq > after.seq


async def test_a_lobby_with_options_of_a_newer_process_is_left_to_it(rooms: tuple[Room, Room]) -> None:
    old, new = rooms
    info = await old.lobby(BELA)
    await new.service.lobby.set_options(info.id, ANNA, {"turns": 3})
    with pytest.raises(NewerMatch):
        await old.service.lobby.join(info.id, CILI, "Cili")
    with pytest.raises(NewerMatch):
        await old.service.lobby.start(info.id, ANNA)
    assert (await new.service.lobby.start(info.id, ANNA)).status == "playing"


async def test_a_finished_match_of_a_newer_process_is_packed_by_it(rooms: tuple[Room, Room]) -> None:
    old, new = rooms
    info = await old.match()
    await new.by(info, 0, Take(1))
    await new.service.play.end(info.id, ANNA, is_admin=False)
    for room in rooms:
        room.clock.time += ARCHIVE_DELAY
    await Archiver(old.service, old.clock).drain()
    assert await archives.read_archive(old.store.read, info.id) is None
    await Archiver(new.service, new.clock).drain()
    assert await archives.read_archive(old.store.read, info.id) is not None


async def test_a_match_of_a_game_that_only_newer_processes_have_is_left_to_them(rooms: tuple[Room, Room]) -> None:
    old, new = rooms
    info = await new.match()
    old.service.matches.games = {}
    with pytest.raises(NewerMatch):
        await old.service.matches.get(info.id)
    assert await old.posts() == []


async def test_a_state_that_turns_out_to_be_newer_freezes_nothing(rooms: tuple[Room, Room]) -> None:
    old, new = rooms
    info = await old.match()
    state = (await new.service.matches.table(info.id)).match.dump()
    async with new.store.write() as tx:
        await matches.advance(tx, info.id, NewPosition(2, state, "playing", 5, version=0))
    with pytest.raises(NewerMatch):
        await old.service.matches.table(info.id)
    assert (await new.service.matches.get(info.id)).status == "playing"


async def test_an_older_release_leaves_the_commands_of_a_newer_one(database: str) -> None:
    async with await Store.open(database) as store:
        older, newer = CommandSet(store, 1_000_000), CommandSet(store, 1_000_001)
        assert await older.is_ours()
        await older.save_registered()
        assert await newer.is_ours()
        await newer.save_registered()
        assert not await older.is_ours()
        # The operator returns to the older version for good.
        await older.give_up()
        assert await older.is_ours()


async def test_a_file_has_one_process_which_registers_its_commands(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "file") as store:
        await CommandSet(store, 2).save_registered()
        assert await CommandSet(store, 1).is_ours()


def test_a_release_has_a_number() -> None:
    assert release_number() > 0


def test_a_new_kind_of_post_raises_the_version() -> None:
    """A new kind of post requires a new ROWS_VERSION and new values in this test: older versions can't deliver it."""
    kinds = (
        *(
            "board",
            "turn",
            "ring",
            "reminder",
            "story",
            "hand",
            "lobby",
            "notice",
            "vote",
            "score",
            "removal",
            "closed",
        ),
        *("report", "answer", "seated", "seat", "nudge", "watch", "member", "invite", "follow", "review"),
    )
    assert (5, kinds) == (ROWS_VERSION, POST_KINDS)


async def test_moves_of_an_older_version_that_lead_elsewhere_now_are_no_fault(rooms: tuple[Room, Room]) -> None:
    old, _ = rooms
    info = await old.match()
    await old.by(info, 0, Take(1))
    await old.by(info, 0, Take(1))
    poorer = replace(NEXT, migrations={1: lambda state: state | {"coins": [0, 0]}})
    found = await examine(old.store.read, {"tiny": poorer}, info.id)
    assert (found.faults, found.older) == ([], [2, 3])
    assert "Made again, 2 of its moves lead elsewhere: entry 2, 3." in found.note
    assert await verify(old.store.read, {"tiny": replace(poorer, version=NOW.version, migrations={})}, info.id) == []
