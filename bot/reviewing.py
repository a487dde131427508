"""Reviews of finished matches, each made in a process of its own that ends with it: one at a time, one for a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from bot.processes import NoAnswer, answered
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

#: Seconds that a review may take, with the start of its process: it looks at the clock itself.
PATIENCE = 150.0
#: How many reviews may wait for each other: the last comes within the quarter of an hour that Discord waits for it.
WAITING = 5


class Reviewing:
    """Has matches reviewed. Several people who ask for the same match get the same review."""

    def __init__(
        self, database: Path | str, packs: Path | None = None, *, patience: float = PATIENCE,
        most: Callable[[], int] = lambda: WAITING,
    ) -> None:  # fmt: skip
        """`most` returns how many reviews may wait now; with 0 none are made."""
        self._most = most
        self._database = database
        self._packs = packs
        self._patience = patience
        self._turn = asyncio.Lock()
        #: What is being made, first come, first served; and who asked for it first.
        self._asked: dict[int, asyncio.Task[str]] = {}
        self._askers: dict[int, int] = {}
        self._closed = False

    def ahead(self, match_id: int) -> int | None:
        """Return how many reviews come before this one; None if nobody waits for it."""
        return list(self._asked).index(match_id) if match_id in self._asked else None

    def begin(self, match_id: int, seq: int, user_id: int) -> asyncio.Task[str]:
        """Let a match be reviewed as it was after entry `seq`; raises Refusal when too many wait."""
        if match_id in self._asked:
            return self._asked[match_id]
        if not self._most():
            raise Refusal(N_("Those who run me let no reviews be made for now."))
        if user_id in self._askers.values():
            raise Refusal(N_("Another review that you asked for is still being made; ask again when you have it."))
        if len(self._asked) >= self._most():
            raise Refusal(N_("Many reviews are being made just now; try again in some minutes."))
        task = asyncio.create_task(self._in_turn(match_id, seq), name=f"the review of {match_id}")
        task.add_done_callback(lambda _: self._forget(match_id))
        self._askers[match_id], self._asked[match_id] = user_id, task
        return task

    def _forget(self, match_id: int) -> None:
        task = self._asked.pop(match_id)
        del self._askers[match_id]
        if not task.cancelled():
            task.exception()  # whoever waits for it is told; if nobody does, so is nobody

    async def _in_turn(self, match_id: int, seq: int) -> str:
        async with self._turn:
            return await self._made(match_id, seq)

    async def _made(self, match_id: int, seq: int) -> str:
        if self._closed:
            raise NoAnswer("the bot stops")
        packs = None if self._packs is None else str(self._packs.resolve())
        wanted = {"database": str(self._database), "packs": packs, "match": match_id, "seq": seq}
        return (await answered("bot.review_worker", wanted, self._patience)).decode()

    @property
    def under_way(self) -> int:
        """How many reviews are being made or wait."""
        return len(self._asked)

    async def close(self) -> None:
        """Stop what is being made, and make no more."""
        self._closed = True
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def done(task: asyncio.Task[str]) -> str:
    """Wait for a review that was begun, and return it as it is kept; raises NoAnswer. Others may wait for it, too."""
    await asyncio.wait({task})
    if task.cancelled():
        raise NoAnswer("the bot stops")
    return task.result()
