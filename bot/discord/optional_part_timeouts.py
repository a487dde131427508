"""Limits the time for the optional parts of a post or an answer: pictures and emojis.

Optional parts are left out if they take too long, and when a failed post is retried.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from bot.app import timeouts

T = TypeVar("T")

#: The deadline for optional parts in the current task, in the event loop's time. None means no deadline.
_until: ContextVar[float | None] = ContextVar("optional_until", default=None)


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Limit the total time for all optional parts in the `with` block. The deadline of an outer block still applies."""
    until, outer = asyncio.get_running_loop().time() + seconds, _until.get()
    token = _until.set(until if outer is None else min(outer, until))
    try:
        yield
    finally:
        _until.reset(token)


def are_wanted() -> bool:
    """Return whether there is time left for optional parts."""
    until = _until.get()
    return until is None or asyncio.get_running_loop().time() < until


async def wait_for(making: Awaitable[T]) -> T:
    """Await `making`, which creates an optional part, and return the result; raises TimeoutError if it's too slow."""
    if not are_wanted():
        if asyncio.iscoroutine(making):
            making.close()
        raise TimeoutError
    until = _until.get()
    async with asyncio.timeout(timeouts.PICTURES) if until is None else asyncio.timeout_at(until):
        return await making
