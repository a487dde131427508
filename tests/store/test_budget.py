"""What all processes on one server may ask of Discord is one row by the server's clock."""

from __future__ import annotations

import asyncio
from dataclasses import astuple

from bot.store import Store, Times, budget

HOUR = 3_600_000_000
NOW = 1_700_000_000_000_000


async def test_each_process_takes_up_time_behind_the_others(database: str) -> None:
    async with await Store.open(database) as one, await Store.open(database) as two:

        async def spend(store: Store, cost: Times, pause: int = 0) -> list[int]:
            async with store.write() as tx:
                ends = await budget.spend(tx, cost, Times(HOUR, HOUR, 0), pause)
            return [round(end / HOUR) for end in astuple(ends)]

        # What was never used keeps the time that has passed, but no more.
        assert await spend(one, Times()) == [-1, -1, 0]
        taken = await asyncio.gather(*(spend(store, Times(requests=2 * HOUR)) for store in (one, two) * 4))
        assert sorted(ends[0] for ends in taken) == [1, 3, 5, 7, 9, 11, 13, 15]
        assert await spend(two, Times(0, HOUR, 3 * HOUR)) == [15, 0, 3]
        assert await spend(one, Times(0, -HOUR, HOUR), 20 * HOUR) == [20, -1, 4]


def test_a_single_process_reckons_alike() -> None:
    slack = Times(HOUR, HOUR, 0)
    taken = budget.spent(Times(), NOW, Times(), slack)
    taken = budget.spent(taken, NOW, Times(2 * HOUR, HOUR, 3 * HOUR), slack)
    assert taken == Times(NOW + HOUR, NOW, NOW + 3 * HOUR)
    assert budget.spent(taken, NOW, Times(0, -HOUR, HOUR), slack, 20 * HOUR) == Times(
        NOW + 20 * HOUR, NOW - HOUR, NOW + 4 * HOUR
    )
