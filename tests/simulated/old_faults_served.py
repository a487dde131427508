"""Former faults with several processes on one server. When one is put back, the simulation must find it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from bot.store import postgres, work_queue
from bot.store.statements import matches
from bot.store.transactions import Transaction, run_to_completion
from tests.simulated.event_plan import Plan, PlannedEvent, PlannedMatch
from tests.simulated.old_faults import FormerFault, deletes_its_call


def holds_nothing(patch: pytest.MonkeyPatch) -> None:
    """Read a match without locking it against other processes."""

    async def look(tx: Transaction, *match_ids: int) -> None:
        await tx.all(select(matches.matches.c.id).where(matches.matches.c.id.in_(match_ids)))

    patch.setattr(matches, "lock_row", look)


def is_sure_of_a_lost_commit(patch: pytest.MonkeyPatch) -> None:
    """Report a commit as failed if its answer was lost, although the commit may have succeeded."""

    async def commit(begun: Any) -> None:
        await run_to_completion(begun.commit())

    patch.setattr(postgres, "_commit", commit)


def leases_for_ever(patch: pytest.MonkeyPatch) -> None:
    """Let leases last forever, so that no process takes over a dead process's work."""
    patch.setattr(work_queue, "LEASE_SECONDS", 10**9)


_TWO = PlannedMatch("tiny", 2, 6, "friendly")


def _plan(seed: str, *happenings: PlannedEvent, days: int = 1, seating: PlannedMatch = _TWO) -> Plan:
    return Plan(seed, "postgresql", 2, days, tables=(seating,), happenings=happenings)


OLD = (
    FormerFault(
        "the call deleted by its own retry",
        deletes_its_call,
        _plan("retry 0", PlannedEvent(60, "death at work", (0, 40)), PlannedEvent(60, "death at work", (1, 40))),
        "is not in the channel",
    ),
    FormerFault(
        "the match that two processes change at once",
        holds_nothing,
        _plan("hold 5", days=0, seating=PlannedMatch("tiny", 3, 6, "friendly")),
        "and do not",
        seeds=30,
    ),
    FormerFault(
        "the commit that was said to have failed",
        is_sure_of_a_lost_commit,
        _plan("sure 1", *[PlannedEvent(60 + 400 * one, "commit lost", (1,)) for one in range(20)]),
        "was pressed by nobody",
    ),
    FormerFault(
        "the lease of the dead",
        leases_for_ever,
        _plan("lease 0", *[PlannedEvent(60, "request", ("POST", "/messages", "dies after"))] * 2),
        "stays due for ever",
    ),
)
