"""The work queue: which matches need work, when, and which process does it.

A row says that a match must be checked for one kind of work, at the row's time at the latest. The row is written in the
transaction that causes the work. A process leases the row for a few seconds (see `bot.store.leases`) and does the due
work. Then it releases the row with the time of the next work, or deletes the row. So the cost depends on the amount of
due work and not on the number of matches. While a row is leased, its time is the end of the lease, and the process
renews the lease until it releases the row. If the process dies, is frozen or loses the database, another process takes
over.

A row may be changed only by a transaction that has locked the row's match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Literal

from sqlalchemy import (
    CTE,
    BindParameter,
    ColumnElement,
    Insert,
    Select,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.sql.selectable import TypedReturnsRows

from bot.store.errors import LeaseLost
from bot.store.leases import LEASE_SECONDS
from bot.store.match_version_filter import supported_by_version
from bot.store.tables import matches, work
from bot.store.transactions import INSERTS, Reader, Transaction

#: The kinds of work: delivering posts, acting on deadlines, moving for computer players, recording the results of
#: finished matches, and archiving finished matches.
Kind = Literal["posts", "times", "thinking", "results", "packing"]
WORK_KINDS: tuple[Kind, ...] = ("posts", "times", "thinking", "results", "packing")

#: Largest assumed difference between the clocks of two processes, in seconds.
MAX_CLOCK_SKEW = 5
#: The PostgreSQL channel for notifications about new work. Its messages are "kind owner".
NOTIFY_CHANNEL = "tenebrae_work"


#: The latest match version that a process supports for each game; None if it supports all.
Versions = Mapping[str, int] | None


async def schedule(tx: Transaction, kind: Kind, match_ids: Collection[int], due_at: int, now: int) -> None:
    """Schedule one kind of work on these matches. If such work is already scheduled for an earlier time, that time
    stays.

    If this process has leased a match, it checks the match again before releasing the lease.
    """
    leased_here = [number for number in match_ids if (kind, number) in tx.taken]
    tx.taken.update(dict.fromkeys(((kind, number) for number in leased_here), True))
    not_yet_scheduled = [number for number in match_ids if tx.scheduled.get((kind, number), due_at + 1) > due_at]
    news = [number for number in not_yet_scheduled if number not in leased_here]
    if not news:
        return
    tx.scheduled.update({(kind, number): due_at for number in news})
    rows = [{"kind": kind, "match_id": number, "due_at": due_at, "set_at": now} for number in news]
    if tx.engine == "postgresql":
        await tx.all(_schedule_statement(tx.engine), [row | {"news": f"{kind} {tx.owner}"} for row in rows])
    else:
        await tx.run(_schedule_statement(tx.engine), rows if len(rows) > 1 else rows[0])


@cache
def _schedule_statement(engine: str) -> Insert:
    """Return the statement that adds work, or moves existing work to an earlier time, and notifies other processes."""
    added = INSERTS[engine](work)
    keeps = or_(work.c.owner.is_not(None), work.c.due_at <= added.excluded.due_at)
    changed = added.on_conflict_do_update(
        index_elements=[work.c.kind, work.c.match_id],
        set_={
            "due_at": case((keeps, work.c.due_at), else_=added.excluded.due_at),
            "set_at": case((work.c.set_at > added.excluded.set_at, work.c.set_at), else_=added.excluded.set_at),
        },
    )
    if engine == "postgresql":
        return changed.returning(func.pg_notify(NOTIFY_CHANNEL, bindparam("news")))
    return changed


async def next_due(db: Reader, kind: Kind, limit: int, versions: Versions = None) -> Sequence[tuple[int, int]]:
    """Return the matches that are due first, with their due times. A leased match is due when its lease ends."""
    first = _next_query(hashable_versions(versions))
    return [(row.match_id, row.due_at) for row in await db.all(first, {"the_kind": kind, "most": limit})]


@lru_cache(maxsize=8)
def due_work(versions: HashableVersions) -> CTE:
    """Return the query that finds and locks the matches that have been due for longest, skipping matches locked by
    others.

    Its parameters are `the_kind` of work, the time `now`, and `most`, the maximum number of matches.
    """
    return (
        select(work.c.match_id, work.c.item)
        .join_from(work, matches)
        .where(
            work.c.kind == bindparam("the_kind"),
            work.c.due_at <= bindparam("now"),
            true() if versions is None else supported_by_version(dict(versions)),
        )
        .order_by(work.c.due_at, work.c.match_id)
        .limit(bindparam("most"))
        .with_for_update(of=[work, matches], skip_locked=True)
        .cte("found")
    )


async def claim(tx: Transaction, kind: Kind, limit: int, now: int, versions: Versions = None) -> list[int]:
    """Lease and lock up to `limit` matches, those that have been due for longest. Return their ids."""
    rows = await tx.all(
        _claim_statement(hashable_versions(versions)), {"the_kind": kind, "most": limit, "now": now, **_lease(tx, now)}
    )
    return [row.match_id for row in rows]


async def lease(tx: Transaction, kind: Kind, match_id: int, now: int, item: int | None) -> None:
    """Lease a match that this transaction has locked, or extend this process's lease. `item` is the post to deliver, if
    any.
    """
    values = {"the_kind": kind, "the_match": match_id, "the_item": item, **_lease(tx, now)}
    await tx.run(_TAKING_UP, values)


async def renew(tx: Transaction, kind: Kind, match_id: int, now: int) -> None:
    """Renew a match's lease; raises LeaseLost."""
    await _change_own(tx, kind, match_id, owner=tx.owner, due_at=now + LEASE_SECONDS, set_at=now)


async def renew_all(tx: Transaction, kind: Kind, match_ids: Collection[int], now: int) -> list[int]:
    """Renew the leases of these matches. Return the ids of the matches whose leases were renewed.

    This doesn't wait for other transactions, so it leaves out matches that another transaction has locked.
    """
    is_own_lease = and_(work.c.kind == kind, work.c.match_id.in_(match_ids), work.c.owner == tx.owner)
    free = (
        select(work.c.match_id)
        .where(is_own_lease)
        .order_by(work.c.match_id)
        .with_for_update(skip_locked=True)
        .cte("free")
    )
    statement = update(work).where(
        work.c.kind == kind, work.c.match_id.in_(select(free.c.match_id)), work.c.owner == tx.owner
    )
    return [
        row.match_id
        for row in await tx.all(statement.values(due_at=now + LEASE_SECONDS, set_at=now).returning(work.c.match_id))
    ]


async def release(tx: Transaction, kind: Kind, match_id: int, due_at: int | None, now: int) -> None:
    """Release a match until it is due again; raises LeaseLost. If `due_at` is None, no work is left."""
    if due_at is not None:
        await _change_own(tx, kind, match_id, due_at=due_at, set_at=now, owner=None, item=None)
        if due_at <= now:
            tx.scheduled[kind, match_id] = due_at
            if tx.engine == "postgresql":
                await tx.all(select(func.pg_notify(NOTIFY_CHANNEL, f"{kind} {tx.owner}")))
    elif not await tx.run(delete(work).where(_own(tx, kind, match_id))):
        raise LeaseLost


async def abandon(tx: Transaction, kind: Kind, match_ids: Collection[int], due_at: int, now: int) -> None:
    """Release matches with unfinished work. Each row keeps the id of the post that was being delivered, because it may
    have been sent.
    """
    statement = update(work).where(work.c.kind == kind, work.c.match_id.in_(match_ids), work.c.owner == tx.owner)
    await _change_and_notify(tx, kind, statement.values(due_at=due_at, set_at=now, owner=None))


async def end_leases(tx: Transaction) -> None:
    """End all leases. Call this only when no other process uses the database, so no owner of a lease is still
    running.
    """
    await tx.run(update(work).where(work.c.owner.is_not(None)).values(due_at=0, owner=None))


async def make_due(tx: Transaction, kind: Kind, now: int) -> int:
    """If the clock was set back, treat all work that was scheduled under the old time as due now. Return the number of
    changed rows.
    """
    new_due_at = case((work.c.owner.is_(None), now), else_=now + LEASE_SECONDS)
    statement = update(work).where(work.c.kind == kind, work.c.set_at > now + MAX_CLOCK_SKEW)
    return await tx.run(statement.values(due_at=new_due_at, set_at=now))


async def postpone(tx: Transaction, kind: Kind, seconds: int) -> None:
    """Postpone all work of this kind by this many seconds, except leased work."""
    free = update(work).where(work.c.kind == kind, work.c.owner.is_(None))
    await tx.run(free.values(due_at=work.c.due_at + seconds, set_at=work.c.set_at + seconds))


_LATER = select(literal(1)).where(work.c.kind == bindparam("the_kind"), work.c.set_at > bindparam("latest")).limit(1)


async def was_set_back(db: Reader, kind: Kind, now: int) -> bool:
    """Return whether the clock was set back: whether any work was scheduled at a time that is still in the future."""
    return await db.one(_LATER, {"the_kind": kind, "latest": now + MAX_CLOCK_SKEW}) is not None


async def is_pending(db: Reader, kind: Kind, now: int, versions: Versions = None) -> bool:
    """Return whether any work of this kind is due or leased."""
    return await db.one(_pending_query(hashable_versions(versions)), {"the_kind": kind, "now": now}) is not None


#: `Versions` in a hashable form, as the cache key of statements.
HashableVersions = tuple[tuple[str, int], ...] | None


def hashable_versions(versions: Versions) -> HashableVersions:
    """Convert `versions` to a hashable form."""
    return None if versions is None else tuple(versions.items())


@lru_cache(maxsize=8)
def _next_query(versions: HashableVersions) -> Select[int, int]:
    """Return the query for the matches whose work is due first."""
    query = select(work.c.match_id, work.c.due_at).where(work.c.kind == bindparam("the_kind"), _workable(versions))
    return query.order_by(work.c.due_at).limit(bindparam("most"))


#: The columns that change when a lease is taken.
_LEASE: dict[str, BindParameter[Any]] = {
    "owner": bindparam("the_owner"), "due_at": bindparam("until"), "set_at": bindparam("taken_at"),
}  # fmt: skip
_TAKING_UP = (
    update(work)
    .where(work.c.kind == bindparam("the_kind"), work.c.match_id == bindparam("the_match"))
    .values(_LEASE | {"item": bindparam("the_item")})
)


@lru_cache(maxsize=8)
def _claim_statement(versions: HashableVersions) -> TypedReturnsRows[int]:
    """Return the statement that leases the matches found by `due_work`."""
    due = due_work(versions)
    taking = update(work).where(work.c.kind == bindparam("the_kind"), work.c.match_id.in_(select(due.c.match_id)))
    return taking.values(_LEASE).returning(work.c.match_id)


@lru_cache(maxsize=8)
def _pending_query(versions: HashableVersions) -> Select[int]:
    """Return the query for work that is due or leased."""
    pending = or_(work.c.due_at <= bindparam("now"), work.c.owner.is_not(None))
    query = select(work.c.match_id).where(work.c.kind == bindparam("the_kind"), pending, _workable(versions))
    return query.limit(1)


def _workable(versions: HashableVersions) -> ColumnElement[bool]:
    """Return the condition for work on matches that a process with these versions may work on."""
    if versions is None:
        return true()
    return exists().where(matches.c.id == work.c.match_id, supported_by_version(dict(versions))).correlate(work)


async def _change_and_notify(tx: Transaction, kind: Kind, change: Update) -> None:
    """Change rows and, when the transaction is committed, wake the processes that are waiting for this kind of work."""
    if tx.engine == "postgresql":
        await tx.all(change.returning(func.pg_notify(NOTIFY_CHANNEL, f"{kind} {tx.owner}")))
    else:
        await tx.run(change)


async def _change_own(tx: Transaction, kind: Kind, match_id: int, **values: Any) -> None:
    if not await tx.run(update(work).where(_own(tx, kind, match_id)).values(**values)):
        raise LeaseLost


def _lease(tx: Transaction, now: int) -> dict[str, Any]:
    """Return the values of the parameters in `_LEASE`."""
    return {"the_owner": tx.owner, "until": now + LEASE_SECONDS, "taken_at": now}


def _of(kind: Kind, match_id: int) -> ColumnElement[bool]:
    return and_(work.c.kind == kind, work.c.match_id == match_id)


def _own(tx: Transaction, kind: Kind, match_id: int) -> ColumnElement[bool]:
    return and_(_of(kind, match_id), work.c.owner == tx.owner)
