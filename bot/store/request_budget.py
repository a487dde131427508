"""The request budget that all processes of a bot share. It is one row of times, measured by the database server's
clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BigInteger, cast, func, update

from bot.store.tables import budget
from bot.store.transactions import Transaction

_ROW = {"id": 1, "requests": 0, "openings": 0, "refusals": 0, "spent_at": 0}
#: The server's time in microseconds.
_NOW = cast(func.extract("epoch", func.clock_timestamp()) * 1_000_000, BigInteger)
#: How far the clock has been set back since the last request, in microseconds. All saved times are moved back with it.
_SET_BACK = func.greatest(0, budget.c.spent_at - _NOW)
#: The longest possible ban on opening private channels, in microseconds.
_MAX_BAN = 7_200 * 1_000_000


@dataclass(frozen=True, slots=True)
class BudgetTimes:
    """Microseconds for each resource that Discord limits: requests, opened private channels, and refused requests."""

    requests: int = 0
    openings: int = 0
    refusals: int = 0


async def spend(tx: Transaction, cost: BudgetTimes, slack: BudgetTimes, pause: int = 0) -> BudgetTimes:
    """Reserve this much time of each resource, after earlier reservations. Return when each reservation ends.

    Unused time of a resource can be reserved later, up to `slack`. If `pause` is given, the requests start after it.
    All times are in microseconds from now, so a result in the past is negative.
    """
    row = budget.c
    taken = update(budget).values(
        requests=func.greatest(row.requests - _SET_BACK, _NOW + (pause or -slack.requests)) + cost.requests,
        openings=func.greatest(row.openings - _SET_BACK, _NOW - slack.openings) + cost.openings,
        refusals=func.greatest(row.refusals - _SET_BACK, _NOW - slack.refusals) + cost.refusals,
        spent_at=_NOW,
    )
    statement = taken.returning(row.requests - _NOW, row.openings - _NOW, row.refusals - _NOW)
    ends = await tx.one(statement)
    if ends is None:
        await tx.upsert(budget, _ROW)
        ends = await tx.one(statement)
    assert ends is not None
    return BudgetTimes(*ends)


async def close_openings(tx: Transaction, time: int) -> None:
    """Forbid opening private channels for this many microseconds, but at most for two hours."""
    end = func.greatest(budget.c.openings, _NOW + _SET_BACK + min(time, _MAX_BAN))
    await tx.run(update(budget).values(openings=end))


def spent(before: BudgetTimes, now: int, cost: BudgetTimes, slack: BudgetTimes, pause: int = 0) -> BudgetTimes:
    """Do the same as `spend` without a database, for a single process. Return the new ends of the reservations."""
    return BudgetTimes(
        max(before.requests, now + (pause or -slack.requests)) + cost.requests,
        max(before.openings, now - slack.openings) + cost.openings,
        max(before.refusals, now - slack.refusals) + cost.refusals,
    )
