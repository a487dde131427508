"""The request budget that all processes of a bot share: one row of times, by the clock of the database's server."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BigInteger, cast, func, update

from bot.store.connection import Transaction
from bot.store.tables import budget

_ROW = {"id": 1, "requests": 0, "openings": 0, "refusals": 0, "spent_at": 0}
#: The server's time in microseconds.
_NOW = cast(func.extract("epoch", func.clock_timestamp()) * 1_000_000, BigInteger)
#: How far the clock was set back since the last request, in microseconds; all saved times move back with it.
_SET_BACK = func.greatest(0, budget.c.spent_at - _NOW)
#: The longest ban on opening private channels, in microseconds.
_MAX_BAN = 7_200 * 1_000_000


@dataclass(frozen=True, slots=True)
class BudgetTimes:
    """Microseconds for each resource that Discord limits: requests, opened private channels and refused requests."""

    requests: int = 0
    openings: int = 0
    refusals: int = 0


async def spend(tx: Transaction, cost: BudgetTimes, slack: BudgetTimes, pause: int = 0) -> BudgetTimes:
    """Reserve this much time of each resource, after earlier reservations; return when each reservation ends.

    Up to `slack` of the time when a resource was unused can be reserved later. Requests begin after `pause`, if
    given. All times are in microseconds from now; a result in the past is negative.
    """
    row = budget.c
    taken = update(budget).values(
        requests=func.greatest(row.requests - _SET_BACK, _NOW + (pause or -slack.requests)) + cost.requests,
        openings=func.greatest(row.openings - _SET_BACK, _NOW - slack.openings) + cost.openings,
        refusals=func.greatest(row.refusals - _SET_BACK, _NOW - slack.refusals) + cost.refusals,
        spent_at=_NOW,
    )
    told = taken.returning(row.requests - _NOW, row.openings - _NOW, row.refusals - _NOW)
    ends = await tx.one(told)
    if ends is None:
        await tx.upsert(budget, _ROW)
        ends = await tx.one(told)
    assert ends is not None
    return BudgetTimes(*ends)


async def close_openings(tx: Transaction, time: int) -> None:
    """Forbid opening private channels for this many microseconds, but for two hours at most."""
    end = func.greatest(budget.c.openings, _NOW + _SET_BACK + min(time, _MAX_BAN))
    await tx.run(update(budget).values(openings=end))


def spent(before: BudgetTimes, now: int, cost: BudgetTimes, slack: BudgetTimes, pause: int = 0) -> BudgetTimes:
    """Do the same as `spend` for a single process, without a database: return the new ends of the reservations."""
    return BudgetTimes(
        max(before.requests, now + (pause or -slack.requests)) + cost.requests,
        max(before.openings, now - slack.openings) + cost.openings,
        max(before.refusals, now - slack.refusals) + cost.refusals,
    )
