"""What was read a moment ago is not read again, unless it may have changed."""

from __future__ import annotations

import asyncio

from bot.matches.recent import Latest


async def test_what_is_forgotten_is_read_again_even_if_it_was_just_being_read() -> None:
    stored, goes_on = 1, asyncio.Event()
    reads: list[int] = []

    async def read() -> int:
        reads.append(stored)
        await goes_on.wait()
        return reads[-1]

    latest = Latest(read)
    asked = asyncio.create_task(latest.get())
    while not reads:
        await asyncio.sleep(0)
    stored = 2
    latest.forget()
    goes_on.set()
    assert await asked == 1, "that is how it was when it was asked for"
    assert [await latest.get(), await latest.get()] == [2, 2]
    assert reads == [1, 2]
