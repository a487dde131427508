"""The worker process answers requests, is restarted after it dies, and ends with the bot."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

import rules
from bot.app import metrics
from bot.app.subprocesses import WorkerClient, WorkerError
from bot.computers import computer_job
from bot.computers.player import Query
from bot.computers.tree_search import Budget
from bot.computers.worker_pool import WorkerPool, plain_query
from rules.kernel.content.pack_snapshots import folder_of
from rules.kernel.content.packs import frozen_name
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


async def test_workers_answer_side_by_side_and_one_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_TOKEN", "a.very.secret.token")
    match = GAME.new(2, 3)
    actions = match.decisions()[min(match.decisions())].actions
    thinkers, done = WorkerPool(2), metrics.COMPUTER_CHOICES.labels("hard", "done")
    before = done._value.get()
    try:
        assert thinkers.pids == []
        answers = [await thinkers.ask(question(match), "anna") for _ in range(2)]
        assert answers[0] == answers[1]
        assert done._value.get() == before + 2
        assert match.game.action_from_json(answers[0]["action"]) in actions
        (first,) = thinkers.pids  # one process is enough while no request has to wait
        if sys.platform == "linux":
            assert b"TENEBRAE" not in Path(f"/proc/{first}/environ").read_bytes()  # noqa: ASYNC240

        # The process reports a request that it can't answer, and continues to serve other requests.
        with pytest.raises(WorkerError, match="KeyError"):
            await thinkers.ask(Query("chess", b"{}", 0, "hard", 1, Budget(iterations=1)), "anna")
        assert thinkers.pids == [first]

        # The event loop must not block while a process thinks.
        os.kill(first, signal.SIGSTOP)  # the suspended process simulates one that thinks for a long time
        asked = asyncio.ensure_future(thinkers.ask(question(match, budget=Budget(seconds=0.3)), "anna"))
        beats = 0
        while not asked.done():
            await asyncio.sleep(0.01)
            beats += 1
            if beats == 6:
                os.kill(first, signal.SIGCONT)
        assert match.game.action_from_json(asked.result()["action"]) in actions
        assert beats > 5

        # A second process serves other requests while the first one thinks, and after the first one dies.
        os.kill(first, signal.SIGSTOP)  # while suspended, it uses no CPU
        long = asyncio.ensure_future(thinkers.ask(question(match, budget=Budget(seconds=30)), "anna"))
        await asyncio.sleep(0)
        answer = await thinkers.ask(question(match), "béla")
        assert match.game.action_from_json(answer["action"]) in actions
        (other,) = {*thinkers.pids} - {first}
        os.kill(first, signal.SIGKILL)
        with pytest.raises(WorkerError):
            await long
        together = [thinkers.ask(question(match, "normal"), lane) for lane in ("anna", "béla")]
        assert all(
            match.game.action_from_json(answer["action"]) in actions for answer in await asyncio.gather(*together)
        )
        assert len(thinkers.pids) == 2, "the dead one is replaced"
        assert other in thinkers.pids
        assert first not in thinkers.pids
    finally:
        await thinkers.close()
    assert thinkers.pids == []
    assert not alive(other)


async def test_a_worker_that_thinks_for_ever_is_not_waited_for() -> None:
    match = GAME.new(2, 3)
    chooser = WorkerClient("computer", patience=0.0)
    begun = time.monotonic()
    try:
        with pytest.raises(WorkerError):
            await chooser.ask(plain_query(question(match, budget=Budget(seconds=0.1))), 0.1)
        assert time.monotonic() - begun < 60
        assert chooser.pid is None
    finally:
        await chooser.close()


def test_a_worker_plays_with_the_pack_that_comes_with_the_question() -> None:
    game = rules.GAMES["edge_of_darkness"]
    assert game.packs is not None
    pack = game.packs.freeze(Path("data") / game.id)
    name = frozen_name("ours", pack.digest)
    held = game.packs.open(pack.digest, folder_of(pack.data))
    match = game.new(2, 1, {"pack": name})
    asked = Query(game.id, match.dump(), min(match.decisions()), "easy", 5, Budget(), pack=(name, pack.data))
    del held, match
    game.packs._recent.clear()
    gc.collect()
    assert not game.packs.has(name)
    assert "action" in json.loads(computer_job.answer(plain_query(asked)))
    game.packs._recent.clear()
