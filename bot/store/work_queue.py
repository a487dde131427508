"""Work on matches: due times, and the process that does it.

A row says that a match needs a check for one kind of work, at the latest at its time. It is written in the transaction
that causes the work. A process leases the row for a few seconds (see `bot.store.leases`), does the due work, and
releases it with the next time, or deletes it: so the cost grows with due work and not with all matches. While a row is
leased, its time is the end of the lease. The process renews it until it releases the row; when a process dies, is
frozen or loses the database, another one takes over.

All rows of a match are changed by transactions that hold the match.
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

from bot.store.connection import INSERTS, Reader, Transaction
from bot.store.errors import LeaseLost
from bot.store.leases import LEASE_SECONDS
from bot.store.tables import matches, work
from bot.store.version_filter import supported_by_version

#: Posts to make, deadlines to meet, computers that must move, and finished matches to record and to pack.
Kind = Literal["posts", "times", "thinking", "results", "packing"]
WORK_KINDS: tuple[Kind, ...] = ("posts", "times", "thinking", "results", "packing")

#: The largest difference in seconds between two processes' clocks.
MAX_CLOCK_SKEW = 5
#: The channel where a server announces new work to all processes, as "kind owner".
NOTIFY_CHANNEL = "tenebrae_work"


#: The versions of matches that a process knows, by game: it leaves others alone. None: it knows all.
Versions = Mapping[str, int] | None


async def schedule(tx: Transaction, kind: Kind, match_ids: Collection[int], due_at: int, now: int) -> None:
    """Schedule these matches, at this time at the latest.

    A leased match is checked by its process, before its release.
    """
    ours = [number for number in match_ids if (kind, number) in tx.taken]
    tx.taken.update(dict.fromkeys(((kind, number) for number in ours), True))
    later = [number for number in match_ids if tx.scheduled.get((kind, number), due_at + 1) > due_at]
    news = [number for number in later if number not in ours]
    if not news:
        return
    tx.scheduled.update({(kind, number): due_at for number in news})
    rows = [{"kind": kind, "match_id": number, "due_at": due_at, "set_at": now} for number in news]
    if tx.engine == "postgresql":
        await tx.all(_putting(tx.engine), [row | {"news": f"{kind} {tx.owner}"} for row in rows])
    else:
        await tx.run(_putting(tx.engine), rows if len(rows) > 1 else rows[0])


@cache
def _putting(engine: str) -> Insert:
    """Return the statement that adds work, or moves existing work earlier; others are notified, as by `_tell`."""
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


async def ahead(db: Reader, kind: Kind, limit: int, versions: Versions = None) -> Sequence[tuple[int, int]]:
    """Return the matches that are due first, or whose leases expire first, each with its time."""
    first = _first(frozen(versions))
    return [(row.match_id, row.due_at) for row in await db.all(first, {"the_kind": kind, "most": limit})]


@lru_cache(maxsize=8)
def found(versions: Frozen) -> CTE:
    """Find and lock the matches that have been due for longest, skipping those locked by others.

    The values of such a statement: `the_kind` of work, `now`, and how many matches at `most`.
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
    """Lease and lock the matches that have been due for longest."""
    rows = await tx.all(_taking(frozen(versions)), {"the_kind": kind, "most": limit, "now": now, **_lease(tx, now)})
    return [row.match_id for row in rows]


async def take_up(tx: Transaction, kind: Kind, match_id: int, now: int, item: int | None) -> None:
    """Lease a match held by this transaction and by no other process, with its row under delivery."""
    values = {"the_kind": kind, "the_match": match_id, "the_item": item, **_lease(tx, now)}
    await tx.run(_TAKING_UP, values)


async def renew(tx: Transaction, kind: Kind, match_id: int, now: int) -> None:
    """Renew a match's lease; raises LeaseLost."""
    await _change(tx, kind, match_id, owner=tx.owner, due_at=now + LEASE_SECONDS, set_at=now)


async def renew_all(tx: Transaction, kind: Kind, match_ids: Collection[int], now: int) -> list[int]:
    """Renew the leases of these matches; return those renewed.

    It waits for no other transaction, so a match held by one is left out.
    """
    ours = and_(work.c.kind == kind, work.c.match_id.in_(match_ids), work.c.owner == tx.owner)
    free = select(work.c.match_id).where(ours).order_by(work.c.match_id).with_for_update(skip_locked=True).cte("free")
    kept = update(work).where(
        work.c.kind == kind, work.c.match_id.in_(select(free.c.match_id)), work.c.owner == tx.owner
    )
    return [
        row.match_id
        for row in await tx.all(kept.values(due_at=now + LEASE_SECONDS, set_at=now).returning(work.c.match_id))
    ]


async def give_back(tx: Transaction, kind: Kind, match_id: int, due_at: int | None, now: int) -> None:
    """Release a match until it is due again; with None nothing is left to do. Raises LeaseLost."""
    if due_at is not None:
        await _change(tx, kind, match_id, due_at=due_at, set_at=now, owner=None, item=None)
        if due_at <= now:
            tx.scheduled[kind, match_id] = due_at
            if tx.engine == "postgresql":
                await tx.all(select(func.pg_notify(NOTIFY_CHANNEL, f"{kind} {tx.owner}")))
    elif not await tx.run(delete(work).where(_own(tx, kind, match_id))):
        raise LeaseLost


async def let_go(tx: Transaction, kind: Kind, match_ids: Collection[int], due_at: int, now: int) -> None:
    """Release matches that this process could not finish; the row under delivery may be done or not."""
    left = update(work).where(work.c.kind == kind, work.c.match_id.in_(match_ids), work.c.owner == tx.owner)
    await _tell(tx, kind, left.values(due_at=due_at, set_at=now, owner=None))


async def end_leases(tx: Transaction) -> None:
    """End all leases: no other process uses the database, so their owners are gone."""
    await tx.run(update(work).where(work.c.owner.is_not(None)).values(due_at=0, owner=None))


async def hasten(tx: Transaction, kind: Kind, now: int) -> int:
    """Make work due now that was scheduled in the future, after the clock was set back; return its amount."""
    again = case((work.c.owner.is_(None), now), else_=now + LEASE_SECONDS)
    later = update(work).where(work.c.kind == kind, work.c.set_at > now + MAX_CLOCK_SKEW)
    return await tx.run(later.values(due_at=again, set_at=now))


async def postpone(tx: Transaction, kind: Kind, seconds: int) -> None:
    """Postpone unleased work by this many seconds."""
    free = update(work).where(work.c.kind == kind, work.c.owner.is_(None))
    await tx.run(free.values(due_at=work.c.due_at + seconds, set_at=work.c.set_at + seconds))


_LATER = select(literal(1)).where(work.c.kind == bindparam("the_kind"), work.c.set_at > bindparam("latest")).limit(1)


async def was_set_back(db: Reader, kind: Kind, now: int) -> bool:
    """Return whether something was scheduled later than now."""
    return await db.one(_LATER, {"the_kind": kind, "latest": now + MAX_CLOCK_SKEW}) is not None


async def is_pending(db: Reader, kind: Kind, now: int, versions: Versions = None) -> bool:
    """Return whether anything is due or being done."""
    return await db.one(_pending(frozen(versions)), {"the_kind": kind, "now": now}) is not None


#: Versions in hashable form; a process keeps the same ones all its life.
Frozen = tuple[tuple[str, int], ...] | None


def frozen(versions: Versions) -> Frozen:
    """Return versions in hashable form."""
    return None if versions is None else tuple(versions.items())


@lru_cache(maxsize=8)
def _first(versions: Frozen) -> Select[int, int]:
    """Return the query for the first due work."""
    ours = select(work.c.match_id, work.c.due_at).where(work.c.kind == bindparam("the_kind"), _among(versions))
    return ours.order_by(work.c.due_at).limit(bindparam("most"))


#: The values that a lease changes in a row.
_LEASE: dict[str, BindParameter[Any]] = {
    "owner": bindparam("the_owner"), "due_at": bindparam("until"), "set_at": bindparam("taken_at"),
}  # fmt: skip
_TAKING_UP = (
    update(work)
    .where(work.c.kind == bindparam("the_kind"), work.c.match_id == bindparam("the_match"))
    .values(_LEASE | {"item": bindparam("the_item")})
)


@lru_cache(maxsize=8)
def _taking(versions: Frozen) -> TypedReturnsRows[int]:
    """Return the statement that leases the matches found."""
    due = found(versions)
    taking = update(work).where(work.c.kind == bindparam("the_kind"), work.c.match_id.in_(select(due.c.match_id)))
    return taking.values(_LEASE).returning(work.c.match_id)


@lru_cache(maxsize=8)
def _pending(versions: Frozen) -> Select[int]:
    """Return the query for work that is due or being done."""
    pending = or_(work.c.due_at <= bindparam("now"), work.c.owner.is_not(None))
    found = select(work.c.match_id).where(work.c.kind == bindparam("the_kind"), pending, _among(versions))
    return found.limit(1)


def _among(versions: Frozen) -> ColumnElement[bool]:
    """Return the condition for work on matches of these versions."""
    if versions is None:
        return true()
    return exists().where(matches.c.id == work.c.match_id, supported_by_version(dict(versions))).correlate(work)


async def _tell(tx: Transaction, kind: Kind, change: Update) -> None:
    """Make a change, and wake the processes that wait for such work, at the commit."""
    if tx.engine == "postgresql":
        await tx.all(change.returning(func.pg_notify(NOTIFY_CHANNEL, f"{kind} {tx.owner}")))
    else:
        await tx.run(change)


async def _change(tx: Transaction, kind: Kind, match_id: int, **values: Any) -> None:
    if not await tx.run(update(work).where(_own(tx, kind, match_id)).values(**values)):
        raise LeaseLost


def _lease(tx: Transaction, now: int) -> dict[str, Any]:
    """Return the values of a lease: see `_LEASE`."""
    return {"the_owner": tx.owner, "until": now + LEASE_SECONDS, "taken_at": now}


def _of(kind: Kind, match_id: int) -> ColumnElement[bool]:
    return and_(work.c.kind == kind, work.c.match_id == match_id)


def _own(tx: Transaction, kind: Kind, match_id: int) -> ColumnElement[bool]:
    return and_(_of(kind, match_id), work.c.owner == tx.owner)
