"""Processes on one PostgreSQL server share the Discord request budget. A process on a SQLite file has its own."""

from __future__ import annotations

from pathlib import Path

from bot.notifications.request_budget import (
    BATCH_SIZE,
    OPENING_BURST,
    OPENINGS_PER_SECOND,
    REQUESTS_PER_SECOND,
    LocalRequestBudget,
    SharedRequestBudget,
    request_budget_of,
)
from bot.store.store import Store

#: Seconds in an hour, and a number of refusals that is large enough to make the test's own duration negligible.
HOUR, REFUSALS = 3600, 10_000


async def test_what_one_process_asks_and_hears_counts_for_the_others(database: str) -> None:
    async with await Store.open(database) as one, await Store.open(database) as two:
        first, second = request_budget_of(one), request_budget_of(two)
        assert isinstance(first, SharedRequestBudget)
        fresh = await first.spend(requests=BATCH_SIZE, openings=OPENING_BURST)
        assert (fresh.requests, fresh.openings, fresh.refusals) == (0, 0, 0)
        await first.spend(requests=HOUR * REQUESTS_PER_SECOND, openings=HOUR * OPENINGS_PER_SECOND, refusals=REFUSALS)
        left = await second.spend()
        assert (round(left.requests / HOUR), round(left.openings / HOUR), round(left.refusals / REFUSALS)) == (1, 1, 1)
        await second.spend(pause=1.5 * HOUR)
        assert round((await first.spend()).requests / HOUR, 1) == 1.5


async def test_a_process_whose_private_channels_are_refused_lets_the_others_open_none(database: str) -> None:
    async with await Store.open(database) as one, await Store.open(database) as two:
        first, second = request_budget_of(one), request_budget_of(two)
        assert (await first.spend(openings=1)).openings == 0
        for _ in range(2):  # even two simultaneous refusals count only once
            await first.close_openings(HOUR)
        left = await second.spend(openings=1)
        assert round(left.openings / HOUR) == 1
        assert left.requests == 0
        await first.close_openings(24 * HOUR)
        assert round((await second.spend()).openings / HOUR) == 2


async def test_a_file_is_used_by_one_process_alone_and_keeps_nothing_of_it(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.sqlite") as store:
        assert isinstance(request_budget_of(store), LocalRequestBudget)
