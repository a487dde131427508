"""All processes on a PostgreSQL server share a budget of Discord requests: one row, timed by the server's clock."""

from __future__ import annotations

import asyncio
from dataclasses import astuple

import pytest
from sqlalchemy import update

from bot.store import request_budget, tables
from bot.store.request_budget import BudgetTimes
from bot.store.store import Store

MINUTE = 60_000_000
NOW = 1_700_000_000_000_000


async def test_each_process_takes_up_time_behind_the_others(database: str) -> None:
    async with await Store.open(database) as one, await Store.open(database) as two:

        async def spend(store: Store, cost: BudgetTimes, pause: int = 0) -> list[int]:
            async with store.write() as tx:
                ends = await request_budget.spend(tx, cost, BudgetTimes(MINUTE, MINUTE, 0), pause)
            return [round(end / MINUTE) for end in astuple(ends)]

        # Unused budget accumulates only up to the slack, which in this test is one minute for requests and one for
        # openings.
        assert await spend(one, BudgetTimes()) == [-1, -1, 0]
        taken = await asyncio.gather(*(spend(store, BudgetTimes(requests=2 * MINUTE)) for store in (one, two) * 4))
        assert sorted(ends[0] for ends in taken) == [1, 3, 5, 7, 9, 11, 13, 15]
        assert await spend(two, BudgetTimes(0, MINUTE, 3 * MINUTE)) == [15, 0, 3]
        assert await spend(one, BudgetTimes(0, -MINUTE, MINUTE), 20 * MINUTE) == [20, -1, 4]


def test_a_single_process_reckons_alike() -> None:
    slack = BudgetTimes(MINUTE, MINUTE, 0)
    taken = request_budget.spent(BudgetTimes(), NOW, BudgetTimes(), slack)
    taken = request_budget.spent(taken, NOW, BudgetTimes(2 * MINUTE, MINUTE, 3 * MINUTE), slack)
    assert taken == BudgetTimes(NOW + MINUTE, NOW, NOW + 3 * MINUTE)
    assert request_budget.spent(taken, NOW, BudgetTimes(0, -MINUTE, MINUTE), slack, 20 * MINUTE) == BudgetTimes(
        NOW + 20 * MINUTE, NOW - MINUTE, NOW + 4 * MINUTE
    )


@pytest.mark.parametrize("by", [MINUTE, 24 * 60 * MINUTE])
async def test_a_server_whose_clock_was_set_back_holds_up_nothing(database: str, by: int) -> None:
    async with await Store.open(database) as store, store.write() as tx:
        await request_budget.spend(tx, BudgetTimes(3 * MINUTE, 2 * MINUTE, MINUTE), BudgetTimes())
        row = tables.budget.c
        times = (row.requests, row.openings, row.refusals, row.spent_at)
        # The times in the row are moved into the future, as if the server's clock had been ahead when the budget was
        # spent.
        await tx.run(update(tables.budget).values({time: time + by for time in times}))
        ends = await request_budget.spend(tx, BudgetTimes(), BudgetTimes())
    assert [round(end / MINUTE) for end in astuple(ends)] == [3, 2, 1]
