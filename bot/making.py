"""What is made in processes of their own, each of which ends with it: one at a time, and one for a person."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from bot.processes import NoAnswer
from rules.kernel.errors import Refusal

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Making(ABC, Generic[K, V]):
    """Has things made, first come, first served. Several people who ask for the same get the same."""

    #: What somebody reads while none are made, while another of theirs is, and while too many wait.
    off: str
    own: str
    many: str

    def __init__(self, most: Callable[[], int]) -> None:
        """`most` returns how many may wait now; with 0 none are made."""
        self._most = most
        self._turn = asyncio.Lock()
        #: What is being made or waits, in turn; and who asked for it first.
        self._asked: dict[K, asyncio.Task[V]] = {}
        self._askers: dict[K, int] = {}
        self._closed = False

    def check(self, user_id: int) -> None:
        """Raise Refusal for a person for whom something is being made, and for everybody while too many wait."""
        if not self._most():
            raise Refusal(self.off)
        if user_id in self._askers.values():
            raise Refusal(self.own)
        if len(self._asked) >= self._most():
            raise Refusal(self.many)

    def ahead(self, wanted: K) -> int | None:
        """Return how many come before this one; None if nobody waits for it."""
        return list(self._asked).index(wanted) if wanted in self._asked else None

    def begin(self, wanted: K, user_id: int) -> asyncio.Task[V]:
        """Let something be made; raises Refusal as `check` does."""
        if wanted in self._asked:
            return self._asked[wanted]
        self.check(user_id)
        task = asyncio.create_task(self._in_turn(wanted), name=f"making {wanted}")
        task.add_done_callback(lambda _: self._forget(wanted))
        self._askers[wanted], self._asked[wanted] = user_id, task
        return task

    def _forget(self, wanted: K) -> None:
        task = self._asked.pop(wanted)
        del self._askers[wanted]
        if not task.cancelled():
            task.exception()  # whoever waits for it is told; if nobody does, so is nobody

    async def _in_turn(self, wanted: K) -> V:
        async with self._turn:
            if self._closed:
                raise NoAnswer("the bot stops")
            return await self._made(wanted)

    @abstractmethod
    async def _made(self, wanted: K) -> V:
        """Let a process make it; raises NoAnswer."""

    @property
    def under_way(self) -> int:
        """How many are being made or wait."""
        return len(self._asked)

    async def close(self) -> None:
        """Stop what is being made, and make no more; whoever waits is told so."""
        self._closed = True
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def done(task: asyncio.Task[V]) -> V:
    """Wait for what was begun, and return it; raises NoAnswer. Others may wait for it, too."""
    await asyncio.wait({task})
    if task.cancelled():
        raise NoAnswer("the bot stops")
    return task.result()
