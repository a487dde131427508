"""The fair semaphore: before a client gets its turn, every other client gets at most one."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.app.fair_semaphore import FairSemaphore


class Desk:
    """Gives clients slots of a FairSemaphore and records the order. A client keeps its slot until the test frees it."""

    def __init__(self, places: int) -> None:
        self.turns = FairSemaphore(places)
        self.served: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._held: list[asyncio.Event] = []

    def come(self, *lanes: str) -> None:
        for lane in lanes:
            self.tasks.append(asyncio.ensure_future(self._serve(lane)))

    async def _serve(self, lane: str) -> None:
        async with self.turns.slot(lane):
            done = asyncio.Event()
            self._held.append(done)
            self.served.append(lane)
            await done.wait()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def finish(self) -> None:
        """Free the occupied slots one after another until every client has been served."""
        await self.settle()
        while self._held:
            self._held.pop(0).set()
            await self.settle()
        await asyncio.wait_for(asyncio.gather(*self.tasks, return_exceptions=True), 5)


async def test_the_hundredth_of_one_waits_behind_the_first_of_another() -> None:
    desk = Desk(1)
    desk.come(*["anna"] * 100)
    await desk.settle()
    desk.come("béla", "cili", "béla")
    await desk.finish()
    assert desk.served[:7] == ["anna", "anna", "béla", "cili", "anna", "béla", "anna"]
    assert len(desk.served) == 103


async def test_as_many_clients_are_served_as_there_are_places() -> None:
    desk = Desk(3)
    desk.come("anna", "anna", "anna", "béla")
    await desk.settle()
    assert desk.served == ["anna"] * 3
    assert desk.turns.waiting == 1
    await desk.finish()
    assert desk.served == ["anna"] * 3 + ["béla"]
    # Now all slots are free, so three clients are served immediately.
    desk.come("cili", "cili", "cili", "dóra")
    await desk.settle()
    assert len(desk.served) == 7
    await desk.finish()


@pytest.mark.parametrize("early", [True, False])
async def test_who_goes_away_takes_no_place(early: bool) -> None:
    desk = Desk(1)
    desk.come("anna", "béla", "cili")
    await desk.settle()
    if early:
        desk.tasks[1].cancel()
        await desk.settle()
        assert desk.turns.waiting == 1
        await desk.finish()
    else:
        # The slot becomes free just as the task that waits for it is cancelled.
        desk._held.pop(0).set()
        for _ in range(3):
            if desk.turns.waiting == 2:
                await asyncio.sleep(0)
        desk.tasks[1].cancel()
        await desk.finish()
    assert desk.served == ["anna", "cili"]
    assert desk.turns.waiting == 0
    desk.come("dóra")
    await desk.settle()
    assert desk.served[-1] == "dóra"
    await desk.finish()


async def test_no_place_is_lost_if_a_client_leaves_in_the_moment_it_becomes_free() -> None:
    desk = Desk(1)
    desk.come("anna", "béla", "cili")
    await desk.settle()
    desk._held.pop(0).set()
    desk.tasks[1].cancel()
    await desk.finish()
    assert desk.served == ["anna", "cili"]
    desk.come("dóra")
    await desk.settle()
    assert desk.served[-1] == "dóra"
    await desk.finish()


@pytest.mark.parametrize("seed", range(20))
async def test_every_place_is_free_in_the_end_when_clients_leave_at_any_time(seed: int) -> None:
    dice, desk = random.Random(seed), Desk(2)
    for _ in range(60):
        desk.come(*dice.choices("abc", k=dice.randrange(3)))
        if desk._held and dice.random() < 0.5:
            desk._held.pop(dice.randrange(len(desk._held))).set()
        if dice.random() < 0.5 and (running := [one for one in desk.tasks if not one.done()]):
            dice.choice(running).cancel()
        for _ in range(dice.randrange(3)):
            await asyncio.sleep(0)
    await desk.finish()
    assert desk.turns.waiting == 0
    desk.served.clear()
    desk.come("x", "y", "z")
    await desk.settle()
    assert desk.served == ["x", "y"]
    await desk.finish()
