"""Chooses computer players' moves in the test's process, for tests that don't need a worker process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Hashable, Mapping
from typing import Any

from bot.app.subprocesses import WorkerError
from bot.computers.player import Query, advise, choose
from bot.computers.tree_search import Budget
from rules.kernel.data.actions import to_json
from rules.kernel.game import AnyGame

#: Number of playouts that a hard computer makes for one choice.
PLAYOUTS = 3


class InProcessChooser:
    """Chooses moves in this process, but returns scripted answers first if there are any. Records its requests."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = games
        self.asked: list[Query] = []
        self.lanes: list[Hashable] = []
        self.answers: list[Any] = []
        #: If a test assigns an event, every answer waits until the event is set.
        self.may_answer: asyncio.Event | None = None

    async def ask(self, query: Query, lane: Hashable) -> dict[str, Any]:
        self.asked.append(query)
        self.lanes.append(lane)
        if self.may_answer is not None:
            await self.may_answer.wait()
        if self.answers:
            answer = self.answers.pop(0)
            if isinstance(answer, WorkerError):
                raise answer
            return {"action": answer}
        match = self.games[query.game].load(query.world)
        if query.explains:
            action, why = advise(match, query.seat, random.Random(query.seed))
            return {"action": to_json(action), "why": why}
        budget = Budget(iterations=PLAYOUTS)
        return {"action": to_json(choose(match, query.seat, query.level, random.Random(query.seed), budget))}

    async def close(self) -> None:
        pass
