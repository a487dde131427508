"""The cache reuses a value for a limited time, unless the data behind it may have changed."""

from __future__ import annotations

import asyncio

from bot.matches.ttl_cache import CachedValue


async def test_what_is_forgotten_is_read_again_even_if_it_was_just_being_read() -> None:
    stored, began, goes_on = 1, asyncio.Event(), asyncio.Event()
    reads: list[int] = []

    async def read() -> int:
        reads.append(found := stored)
        began.set()
        await goes_on.wait()
        return found

    latest = CachedValue(read)
    asked = asyncio.create_task(latest.get())
    await began.wait()
    stored = 2
    latest.invalidate()
    goes_on.set()
    assert await asked == 1, "that is how it was when it was asked for"
    assert [await latest.get(), await latest.get()] == [2, 2]
    assert reads == [1, 2]
