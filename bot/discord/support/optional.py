"""The parts that a post or an answer can do without: pictures and emojis.

They are left out when they take too long, and when a post is tried again that has failed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from bot import timeouts

T = TypeVar("T")

#: Until when this task waits for optional parts, in the event loop's time; None for no deadline yet.
_until: ContextVar[float | None] = ContextVar("optional_until", default=None)


@contextmanager
def within(seconds: float) -> Generator[None]:
    """Give the optional parts that the block makes so many seconds, all together; an outer deadline still counts."""
    until, outer = asyncio.get_running_loop().time() + seconds, _until.get()
    token = _until.set(until if outer is None else min(outer, until))
    try:
        yield
    finally:
        _until.reset(token)


def are_wanted() -> bool:
    """Tell whether there is time left for optional parts."""
    until = _until.get()
    return until is None or asyncio.get_running_loop().time() < until


async def awaited(making: Awaitable[T]) -> T:
    """Return an optional part; raises TimeoutError if it takes too long."""
    if not are_wanted():
        if asyncio.iscoroutine(making):
            making.close()
        raise TimeoutError
    until = _until.get()
    async with asyncio.timeout(timeouts.PICTURES) if until is None else asyncio.timeout_at(until):
        return await making
