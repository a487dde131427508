"""The worker process: it answers, it is started again when it has died, and it ends with the bot."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

import rules
from bot.computers.client import NoAnswer, Thinkers, WorkerClient
from bot.computers.player import Query
from bot.computers.search import Budget
from rules.kernel.engine.match import Match

GAME = rules.GAMES["dark_providence"]


def question(match: Match, level: str = "hard", budget: Budget = Budget(iterations=3)) -> Query:  # noqa: B008
    seat = min(match.decisions())
    return Query(match.game.id, match.dump(), seat, level, 5, budget)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_worker_answers_dies_and_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_TOKEN", "a.very.secret.token")
    match = GAME.new(2, 3)
    actions = match.decisions()[min(match.decisions())].actions
    chooser = WorkerClient()
    try:
        assert chooser.pid is None
        answers = [await chooser.ask(question(match)) for _ in range(2)]
        assert answers[0] == answers[1]
        assert match.game.action_from_json(answers[0]) in actions
        first = chooser.pid
        assert first is not None
        if sys.platform == "linux":
            assert b"TENEBRAE" not in Path(f"/proc/{first}/environ").read_bytes()  # noqa: ASYNC240

        # What it can't answer it says, and goes on.
        with pytest.raises(NoAnswer, match="KeyError"):
            await chooser.ask(Query("chess", b"{}", 0, "hard", 1, Budget(iterations=1)))
        assert chooser.pid == first

        # The event loop goes on meanwhile.
        asked = asyncio.ensure_future(chooser.ask(question(match, budget=Budget(seconds=0.3))))
        beats = 0
        while not asked.done():
            await asyncio.sleep(0.01)
            beats += 1
        assert match.game.action_from_json(asked.result()) in actions
        assert beats > 5

        # In the middle of a thought.
        asked = asyncio.ensure_future(chooser.ask(question(match, budget=Budget(seconds=30))))
        await asyncio.sleep(0.2)
        os.kill(first, signal.SIGKILL)
        with pytest.raises(NoAnswer):
            await asked
        assert match.game.action_from_json(await chooser.ask(question(match, "normal"))) in actions
        second = chooser.pid
        assert second not in (None, first)
    finally:
        await chooser.close()
    assert chooser.pid is None
    assert second is not None
    assert not alive(second)


async def test_a_worker_that_thinks_for_ever_is_not_waited_for() -> None:
    match = GAME.new(2, 3)
    chooser = WorkerClient(patience=0.0)
    begun = time.monotonic()
    try:
        with pytest.raises(NoAnswer):
            await chooser.ask(question(match, budget=Budget(seconds=0.1)))
        assert time.monotonic() - begun < 60
        assert chooser.pid is None
    finally:
        await chooser.close()


async def test_several_think_at_once_and_one_that_dies_takes_nothing_from_the_others() -> None:
    match = GAME.new(2, 3)
    actions = match.decisions()[min(match.decisions())].actions
    thinkers = Thinkers(2)
    try:
        assert thinkers.pids == []
        await thinkers.ask(question(match), "anna")
        (thinking,) = thinkers.pids  # one is enough as long as nobody waits
        os.kill(thinking, signal.SIGSTOP)  # so that it thinks long without working
        long = asyncio.ensure_future(thinkers.ask(question(match, budget=Budget(seconds=30)), "anna"))
        await asyncio.sleep(0)
        assert match.game.action_from_json(await thinkers.ask(question(match), "béla")) in actions
        (other,) = {*thinkers.pids} - {thinking}
        os.kill(thinking, signal.SIGKILL)
        with pytest.raises(NoAnswer):
            await long
        for lane in ("anna", "béla"):
            assert match.game.action_from_json(await thinkers.ask(question(match), lane)) in actions
        assert other in thinkers.pids
        assert thinking not in thinkers.pids
    finally:
        await thinkers.close()
    assert thinkers.pids == []
    assert not alive(other)
