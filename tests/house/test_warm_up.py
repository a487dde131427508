"""The warm-up, which prepares for the first picture, must not delay answers to users."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Iterator

import pytest

from bot.app import warm_up
from bot.app.warm_up import WarmUp


@pytest.fixture(autouse=True)
def _process() -> Iterator[None]:
    """After each test, restore the interpreter's settings that a warm-up changes."""
    switch_interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(switch_interval)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


async def _nothing() -> None:
    pass


async def done(one: WarmUp) -> None:
    while not one.is_done:  # noqa: ASYNC110 - it sends no event
        await asyncio.sleep(0)


async def test_each_step_waits_until_no_answer_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    rests, asked = asyncio.Semaphore(0), asyncio.Semaphore(0)

    async def at_rest() -> None:
        asked.release()
        await rests.acquire()

    monkeypatch.setattr(warm_up, "STEP_PAUSE", 0)
    monkeypatch.setattr(warm_up, "steps", lambda: (lambda number=number: made.append(number) for number in range(3)))
    one = WarmUp(at_rest)
    one.start()
    one.start()
    for number in range(3):
        await asked.acquire()
        assert made == list(range(number))
        rests.release()
    await done(one)
    assert made == [0, 1, 2]


async def test_answers_without_end_do_not_keep_it_from_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "MAX_WAIT", 0.01)
    monkeypatch.setattr(warm_up, "steps", lambda: iter([lambda: None]))
    one = WarmUp(asyncio.Event().wait)  # type: ignore[arg-type]
    one.start()
    await done(one)
    await one.stop()


async def test_a_step_that_fails_ends_it_with_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warm_up, "steps", lambda: iter([lambda: 1 / 0]))
    one = WarmUp(_nothing)
    one.start()
    await done(one)
    assert [record.getMessage() for record in caplog.records] == ["the pictures could not be warmed up"]


async def test_one_that_is_stopped_begins_no_more_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps() -> Iterator[Callable[[], object]]:
        yield lambda: None
        raise AssertionError("a step was begun")

    monkeypatch.setattr(warm_up, "STEP_PAUSE", 3600)
    monkeypatch.setattr(warm_up, "steps", steps)
    one = WarmUp(_nothing)
    await one.stop()
    one.start()
    await one.stop()
    assert not one.is_done
