"""If the system clock jumps by up to a day during a wait, nothing waits longer and no deadline comes earlier."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.seats.computer_moves import UNDO_WAIT, ComputerMoveScheduler
from bot.matches.votes.service import MAX_REQUESTS, REQUEST_WINDOW
from bot.notifications.delivery import Retry
from bot.store.statements import votes
from bot.store.store import Store
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from tests.computers.in_process_chooser import InProcessChooser
from tests.matches.choosy_game import concede
from tests.matches.room import BELA, CILI, Room
from tests.matches.timed_game import MINUTE, TIMED
from tests.matches.tiny_game import TINY, Done, Roll

DAY, GRACE, DEADLINE = 86_400, 60, 10 * MINUTE
GAME = replace(TINY, concede=concede)
#: A game whose turns end only when their time is over.
HELD = replace(TIMED, id="tiny")
#: Number of waits of each kind that are tested. In each, the clock changes by a different amount at a different moment.
WAITS = 3


class ClockStepRoom(Room):
    """A match service whose clock can be set in the middle of a wait."""

    def __init__(self, store: Store, luck: random.Random, game: AnyGame) -> None:
        super().__init__(store, game, grace=GRACE)
        self.keeper = DeadlineScheduler(self.service, self.clock)
        self.luck = luck

    def middle(self, seconds: int) -> int:
        """Let a random part of a wait of `seconds` pass, then change the clock; return the seconds that passed."""
        passed = self.luck.randrange(1, seconds - 1)
        self.clock.time += passed
        self.clock.step(self.luck.choice((-1, 1)) * self.luck.randrange(2 * MINUTE, DAY + 1))
        return passed


@pytest.fixture
async def tables(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[list[ClockStepRoom]]:
    game = getattr(request, "param", GAME)
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(await Store.open(tmp_path / str(number))) for number in range(WAITS)]
        yield [ClockStepRoom(store, random.Random(number), game) for number, store in enumerate(stores)]


async def test_no_call_waits_longer_than_its_grace_from_the_step_on(tables: list[ClockStepRoom]) -> None:
    for room in tables:
        info = await room.match(turns=9)
        await room.posts()
        for seat in (0, 1):  # both players move, so both count as active
            await room.by(info, seat, Done())
        assert "turn" not in [row.kind for row in await room.posts()]
        room.middle(GRACE)
        rows = await room.posts()
        room.clock.time += GRACE
        assert "turn" in [row.kind for row in (*rows, *await room.posts())]


async def test_no_post_waits_longer_than_discord_asked_from_the_step_on(tables: list[ClockStepRoom]) -> None:
    for room in tables:
        room.messenger.faults["lobby"] = [Retry(600)]
        await room.lobby()
        await room.worker.drain()
        room.middle(600)
        rows = await room.posts()
        room.clock.time += 600
        assert [row.kind for row in (*rows, *await room.posts())] == ["lobby"]


@pytest.mark.parametrize("tables", [HELD], indirect=True, ids=["held"])
async def test_a_deadline_comes_when_so_much_time_has_passed(tables: list[ClockStepRoom]) -> None:
    for room in tables:
        info = await room.match(turns=9)
        await room.keeper.drain()
        passed = room.middle(DEADLINE)
        await room.keeper.drain()
        room.clock.time += DEADLINE - passed - 1
        await room.keeper.drain()
        assert (await room.service.matches.get(info.id)).seq == info.seq, "it came too soon"
        room.clock.time += 2
        await room.keeper.drain()
        assert (await room.service.matches.get(info.id)).seq > info.seq, "it came too late"


@pytest.mark.parametrize("tables", [HELD], indirect=True, ids=["held"])
async def test_a_parked_match_has_as_much_time_left_as_before(tables: list[ClockStepRoom]) -> None:
    for room in tables:
        info = await room.match(turns=9)
        await room.keeper.drain()
        before = room.luck.randrange(1, DEADLINE - 1)
        room.clock.time += before
        await room.service.unreachable_channels.suspend_channel(info.channel_id)
        room.middle(DAY)
        await room.keeper.drain()
        await room.service.unreachable_channels.resume_match(info.id)
        await room.keeper.drain()
        room.clock.time += DEADLINE - before - 1
        await room.keeper.drain()
        assert (await room.service.matches.get(info.id)).seq == info.seq, "it came too soon"
        room.clock.time += before + 2
        await room.keeper.drain()
        assert (await room.service.matches.get(info.id)).seq > info.seq, "it came too late"


async def test_no_cool_down_lasts_longer(tables: list[ClockStepRoom]) -> None:
    for room in tables:
        info = await room.match(turns=9)
        await room.by(info, 0, Roll())
        await room.by(info, 0, Done())
        await room.by(info, 1, Roll())
        first, second = (seat.user_id for seat in info.seats)
        for _ in range(MAX_REQUESTS):
            await room.service.votes.ask(info.id, first, "undo")
            await room.service.votes.answer(info.id, second, False)
        with pytest.raises(Refusal, match="again in 10 min"):
            await room.service.votes.ask(info.id, first, "undo")
        passed = room.middle(REQUEST_WINDOW)
        room.clock.time += REQUEST_WINDOW - passed
        await room.service.votes.ask(info.id, first, "undo")


async def test_no_request_to_go_back_holds_up_computers_longer(tables: list[ClockStepRoom]) -> None:
    for room in tables:
        bots = ComputerMoveScheduler(room.service, InProcessChooser({"tiny": GAME}), room.clock, seconds=lambda: 0.0)
        info = await room.lobby(BELA, CILI, turns=9)
        info = await room.service.lobby.start(info.id, info.host_id)
        seats = info.seats
        await room.by(info, 0, Roll())
        await room.by(info, 0, Done())
        await room.service.computers.hand_over(info.id, seats[1].user_id, None, "easy", gone=False)
        await room.service.votes.ask(info.id, seats[0].user_id, "undo")
        seq = (await room.service.matches.get(info.id)).seq
        await bots.drain()
        assert (await room.service.matches.get(info.id)).seq == seq
        passed = room.middle(UNDO_WAIT)
        await bots.drain()
        room.clock.time += UNDO_WAIT - passed + MINUTE
        await bots.drain()
        assert (await room.service.matches.get(info.id)).seq > seq
        assert not await votes.still_open(room.store.read, info.id)
