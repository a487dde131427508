"""The outbox: a row for each post to deliver, written in the transaction of the change that causes the post."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.app.logs import press
from bot.store import tables, work_queue
from bot.store.decoding import UnreadableValue, readable, report
from bot.store.errors import LeaseLost
from bot.store.statements.matches import lock_row
from bot.store.statements.rows import REFUSED_ERROR, OutboxRow, dump_json
from bot.store.tables import IS_DUE, IS_LIVE, matches, outbox
from bot.store.transactions import Reader, Rows, Transaction
from bot.store.work_queue import Versions

_DELETE = delete(outbox).where(outbox.c.id.in_(bindparam("ids", expanding=True)))
#: The error that is saved with an unreadable row.
UNREADABLE_ERROR = "unreadable"


@dataclass(frozen=True, slots=True)
class Post:
    """A post to add to the outbox. It is delivered no earlier than `not_before`.

    A post with a key replaces those rows of the match that have the same key and are still waiting.
    """

    kind: str
    payload: dict[str, Any]
    seat: int | None = None
    coalesce_key: str | None = None
    not_before: int = 0


async def waiting_keys(tx: Transaction, match_id: int) -> list[OutboxRow]:
    """Return the match's undelivered rows with a key, which new posts with the same key may replace.

    The row that is being delivered is left out. So are rows whose post may already have been sent, because only the
    row's own nonce can find that post.
    """
    return readable(await tx.all(_waiting(), {"the_match": match_id}), OutboxRow.from_row)


@cache
def _waiting() -> Select[Any]:
    """Return the query for the rows that `waiting_keys` returns."""
    match_id = bindparam("the_match", type_=outbox.c.match_id.type)
    keyed = and_(outbox.c.match_id == match_id, IS_DUE, outbox.c.coalesce_key.is_not(None))
    return select(outbox).where(keyed, _not_begun(match_id)).order_by(outbox.c.id)


async def enqueue(
    tx: Transaction,
    match_id: int,
    posts: Sequence[Post],
    *,
    now: int,
    withdrawn: Collection[str] = (),
    waiting: Sequence[OutboxRow] | None = None,
) -> None:
    """Add rows for posts in this order, and remove waiting rows with the `withdrawn` keys.

    A row that is being delivered stays and is finished first. If a replaced row waited after a failure, the new row
    waits until the same time. `waiting` is the result of `waiting_keys` in this transaction, if the caller already has
    it.
    """
    keys = {post.coalesce_key for post in posts} | set(withdrawn)
    if waiting is None:
        waiting = await waiting_keys(tx, match_id) if keys - {None} else ()
    replaced = [row for row in waiting if row.coalesce_key in keys]
    if replaced:
        await tx.run(_DELETE, {"ids": [row.id for row in replaced]})
    if not posts:
        return
    limits = _limits(replaced, now)
    rows = [_row(match_id, post, limits.get(post.coalesce_key) if post.coalesce_key else None, now) for post in posts]
    await tx.run(insert(outbox), rows)
    await work_queue.schedule(tx, "posts", [match_id], max(now, min(row["not_before"] for row in rows)), now)


def _limits(replaced: Sequence[OutboxRow], now: int) -> dict[str | None, OutboxRow]:
    """Return, for each key, the failed row that is due last. A new row with the same key must wait until that row is
    due.
    """
    limits: dict[str | None, OutboxRow] = {}
    for row in replaced:
        if row.error is not None and not row.refused:
            limits[row.coalesce_key] = max(limits.get(row.coalesce_key, row), row, key=lambda one: one.due_at(now))
    return limits


def _row(match_id: int, post: Post, limit: OutboxRow | None, now: int) -> dict[str, Any]:
    """Return the values of a new row. The row must wait at least until `limit`, the failed row that it replaces, is
    due.
    """
    return {
        "match_id": match_id,
        "kind": post.kind,
        "seat": post.seat,
        "payload": dump_json(post.payload),
        "coalesce_key": post.coalesce_key,
        # Discord accepts nonces of up to 25 characters.
        "nonce": secrets.token_hex(12),
        "not_before": post.not_before if limit is None else max(post.not_before, limit.due_at(now)),
        "error": None if limit is None else limit.error,
        "created_at": now,
        "put_off_at": now,
        "press": press.get(),
    }


async def undelivered_ids(db: Reader, match_id: int) -> list[int]:
    """Return the ids of all undelivered rows of a match."""
    rows = await db.all(select(outbox.c.id).where(outbox.c.match_id == match_id, IS_DUE).order_by(outbox.c.id))
    return [row.id for row in rows]


async def get(db: Reader, row_id: int) -> OutboxRow | None:
    """Return a row, or None if it doesn't exist; raises UnreadableValue."""
    row = await db.one(select(outbox).where(outbox.c.id == row_id))
    return None if row is None else OutboxRow.from_row(row)


async def has_row(db: Reader, match_id: int, key: str) -> bool:
    """Return whether a match has a row with this key. Delivered rows count until they are pruned."""
    query = select(outbox.c.id).where(outbox.c.match_id == match_id, outbox.c.coalesce_key == key).limit(1)
    return await db.one(query) is not None


async def counts_by_kind(db: Reader, match_id: int) -> dict[tuple[str, str], int]:
    """Return how many rows a match has of each (status, kind)."""
    kinds = (outbox.c.status, outbox.c.kind)
    query = select(*kinds, func.count().label("number")).where(outbox.c.match_id == match_id)
    rows = await db.all(query.group_by(*kinds).order_by(*kinds))
    return {(row.status, row.kind): row.number for row in rows}


async def failing(db: Reader, match_id: int) -> list[OutboxRow]:
    """Return a match's rows with failed attempts, both those that wait and those that were given up."""
    has_failed = and_(outbox.c.match_id == match_id, outbox.c.status != "done", outbox.c.error.is_not(None))
    return readable(await db.all(select(outbox).where(has_failed).order_by(outbox.c.id)), OutboxRow.from_row)


class ClaimedRow(NamedTuple):
    """A row leased for delivery, and whether it is the last undelivered row of its match."""

    row: OutboxRow
    is_last: bool


#: Replaces an unreadable post if necessary, and returns whether it added a row. The arguments after the transaction are
#: the match id, the kind of post, the seat and the time.
ReplaceUnreadable = Callable[[Transaction, int, str, int | None, int], Awaitable[bool]]


async def claim(
    tx: Transaction,
    limit: int,
    now: int,
    besides: Collection[int] = (),
    versions: Versions = None,
    *,
    lost: ReplaceUnreadable | None = None,
) -> dict[int, ClaimedRow | None]:
    """Lease matches with due posts, and return the first row of each match for delivery.

    The matches in `besides` are already leased by this process. Their leases are only extended, and the result contains
    None instead of a row.
    """
    looked = _due_query(work_queue.hashable_versions(versions))
    rows: dict[int, list[OutboxRow]] = {}
    item_by_match: dict[int, int | None] = {}
    due_rows = await tx.all(looked, {"the_kind": "posts", "most": limit, "now": now})
    for row in due_rows:
        item_by_match[row.of] = row.item
        rows.setdefault(row.of, [])
    for row in await _read(tx, [row for row in due_rows if row.id is not None], now, lost):
        rows[row.match_id].append(row)
    items = [item for match_id, item in item_by_match.items() if item is not None and match_id not in besides]
    if items:
        # A process that died or was too slow had started to deliver these rows, and may have posted them.
        await tx.run(update(outbox).where(outbox.c.id.in_(items), IS_DUE).values(uncertain=1))
    claimed: dict[int, ClaimedRow | None] = {}
    for match_id in rows:
        if match_id in besides:
            await work_queue.lease(tx, "posts", match_id, now, item_by_match[match_id])
            claimed[match_id] = None
            continue
        ready_rows = [replace(row, uncertain=row.uncertain or row.id in items) for row in rows[match_id]]
        hand = await _take_up(tx, match_id, ready_rows, now)
        if hand is not None:
            claimed[match_id] = hand
    return claimed


async def take_next(
    tx: Transaction,
    match_id: int,
    now: int,
    *,
    is_last: bool = False,
    goes_on: bool = True,
    lost: ReplaceUnreadable | None = None,
) -> ClaimedRow | None:
    """Return the next due row of a leased match for delivery.

    If there is none, or if `goes_on` is False, release the match and return None. If `is_last`, a single statement
    releases the match, provided that it has no other rows. Raises LeaseLost.
    """
    parameters = {"the_match": match_id, "the_owner": tx.owner}
    if is_last and not tx.taken.get(("posts", match_id)) and await tx.run(_ENDING, parameters):
        return None
    raw_rows = await tx.all(_TAKEN, parameters)
    if not raw_rows:
        raise LeaseLost
    rows = await _read(tx, [row for row in raw_rows if row.id is not None], now, lost)
    return await _take_up(tx, match_id, rows, now, goes_on=goes_on)


#: Parts of SQL statements about a match whose posts this process has leased: the conditions for the match and for its
#: undelivered rows, the query for these rows, and the statement that releases the match if it has none.
_OWN = and_(
    tables.work.c.kind == "posts",
    tables.work.c.match_id == bindparam("the_match"),
    tables.work.c.owner == bindparam("the_owner"),
)
_UNDELIVERED = and_(outbox.c.match_id == tables.work.c.match_id, IS_DUE)
_TAKEN = select(outbox).outerjoin_from(tables.work, outbox, _UNDELIVERED).where(_OWN).order_by(outbox.c.id)
_ENDING = delete(tables.work).where(_OWN, ~exists().where(_UNDELIVERED).correlate(tables.work))


@lru_cache(maxsize=8)
def _due_query(versions: work_queue.HashableVersions) -> Select[Any]:
    """Return the query for matches with due posts and all their undelivered rows."""
    due = work_queue.due_work(versions)
    undelivered = and_(outbox.c.match_id == due.c.match_id, IS_DUE)
    looked = select(due.c.match_id.label("of"), due.c.item, outbox).outerjoin_from(due, outbox, undelivered)
    return looked.order_by(outbox.c.id)


async def _read(tx: Transaction, raw_rows: Rows, now: int, lost: ReplaceUnreadable | None) -> list[OutboxRow]:
    """Parse rows. An unreadable row is marked as given up, because no later attempt could post it, and passed to
    `lost`.
    """
    rows: list[OutboxRow] = []
    rows_to_retry: set[int] = set()
    for row in raw_rows:
        try:
            rows.append(OutboxRow.from_row(row))
        except UnreadableValue as error:
            report(error, match=row.match_id, kind=row.kind)
            given_up = update(outbox).where(outbox.c.id == row.id, IS_DUE)
            await tx.run(given_up.values(status="dead", finished_at=now, error=UNREADABLE_ERROR))
            if lost is not None and await lost(tx, row.match_id, row.kind, row.seat, now):
                rows_to_retry.add(row.match_id)
    if rows_to_retry:
        due = select(outbox).where(outbox.c.match_id.in_(rows_to_retry), IS_DUE).order_by(outbox.c.id)
        rows = [row for row in rows if row.match_id not in rows_to_retry]
        rows += readable(await tx.all(due), OutboxRow.from_row)
    return rows


async def _take_up(
    tx: Transaction, match_id: int, rows: list[OutboxRow], now: int, *, goes_on: bool = True
) -> ClaimedRow | None:
    """Return a match's first due row. If there is none, or if `goes_on` is False, release the match and return None.

    This transaction must have locked the match.
    """
    if any(row.not_before > now and row.put_off_at > now for row in rows):
        await _keep_waits(tx, match_id, now)
        rows = [replace(row, not_before=row.due_at(now), put_off_at=min(row.put_off_at, now)) for row in rows]
    row, next_time = _next(rows, now)
    if row is not None and goes_on:
        await work_queue.lease(tx, "posts", match_id, now, row.id)
        return ClaimedRow(row, is_last=len(rows) == 1)
    if ("posts", match_id) not in tx.taken:
        await work_queue.lease(tx, "posts", match_id, now, None)
    await work_queue.release(tx, "posts", match_id, next_time if row is None else now, now)
    return None


def _next(rows: Iterable[OutboxRow], now: int) -> tuple[OutboxRow | None, int | None]:
    """Return the first row that can be delivered now. If there is none, return the time of the next row instead.

    A failed row blocks only later rows of the same kind and seat, so a board that can't be drawn doesn't stop a turn
    notification. A row that Discord has refused blocks nothing, because Discord may accept the next one. A row for a
    later time blocks nothing either. Adding or removing a thread member waits only for earlier rows about the same
    person.
    """
    blocked: set[tuple[str, int | None, int | None]] = set()
    future_times: list[int] = []
    for row in rows:
        lane = (row.kind, row.seat, row.payload.get("user_id") if row.kind == "member" else None)
        if lane in blocked:
            continue
        if row.not_before <= now:
            return row, None
        future_times.append(row.not_before)
        if row.error is not None and not row.refused:
            blocked.add(lane)
    return None, min(future_times, default=None)


async def _keep_waits(tx: Transaction, match_id: int, now: int) -> None:
    """Shorten waits that have become longer because the clock was set back."""
    shorter = outbox.c.not_before - (outbox.c.put_off_at - now)
    is_delayed = and_(outbox.c.match_id == match_id, IS_DUE, outbox.c.not_before > now, outbox.c.put_off_at > now)
    await tx.run(update(outbox).where(is_delayed).values(not_before=shorter, put_off_at=now))


async def undelivered(db: Reader, match_id: int, kinds: Collection[str]) -> list[OutboxRow]:
    """Return the match's undelivered posts of these kinds, including one that is being delivered."""
    due = and_(outbox.c.match_id == match_id, outbox.c.kind.in_(kinds), IS_DUE)
    return readable(await db.all(select(outbox).where(due).order_by(outbox.c.id)), OutboxRow.from_row)


async def board_posts(db: Reader, match_id: int) -> list[OutboxRow]:
    """Return the match's undelivered posts that report events and show a new board."""
    return await undelivered(db, match_id, ("turn", "story"))


async def last_reporting_post(db: Reader, match_id: int) -> OutboxRow | None:
    """Return the last delivered post of the match that reported events, or None."""
    query = select(outbox).where(
        outbox.c.match_id == match_id, outbox.c.kind.in_(("turn", "story")), outbox.c.status == "done"
    )
    rows = readable(await db.all(query.order_by(outbox.c.id.desc()).limit(1)), OutboxRow.from_row)
    return rows[0] if rows else None


async def waiting_reason(db: Reader, match_id: int, errors: Collection[str]) -> str | None:
    """Return the error that made the match's first blocked post wait, or None.

    Only these errors and refused turn notifications count.
    """
    refused = and_(outbox.c.kind == "turn", outbox.c.error.like(f"{REFUSED_ERROR}%"))
    query = select(outbox.c.error).where(
        outbox.c.match_id == match_id, IS_DUE, or_(outbox.c.error.in_(errors), refused)
    )
    return await db.value(query.order_by(outbox.c.id).limit(1))


async def stuck_servers(db: Reader, errors: Collection[str]) -> frozenset[int]:
    """Return the ids of servers with a suspended live match, or with a post that is waiting after one of these
    errors.
    """
    has_stuck_post = exists().where(outbox.c.match_id == matches.c.id, IS_DUE, outbox.c.error.in_(errors))
    live = select(matches.c.guild_id).distinct().where(IS_LIVE)
    rows = await db.all(live.where(or_(matches.c.parked_at.is_not(None), has_stuck_post)))
    return frozenset(row.guild_id for row in rows)


async def matches_with_errors(db: Reader, guild_id: int, errors: Collection[str]) -> set[int]:
    """Return the ids of a server's live matches with posts that are waiting after one of these errors."""
    rows = await db.all(
        select(outbox.c.match_id)
        .distinct()
        .join_from(outbox, matches)
        .where(IS_DUE, matches.c.guild_id == guild_id, IS_LIVE, outbox.c.error.in_(errors))
    )
    return {row.match_id for row in rows}


async def make_due(tx: Transaction, match_ids: Collection[int], now: int) -> None:
    """Make all undelivered posts of these matches due now."""
    await lock_row(tx, *match_ids)
    statement = update(outbox).where(IS_DUE, outbox.c.match_id.in_(match_ids), outbox.c.not_before > now)
    await tx.run(statement.values(not_before=now))
    await work_queue.schedule(tx, "posts", match_ids, now, now)


async def release_held_back(tx: Transaction, match_id: int, kinds: Collection[str]) -> None:
    """Make rows of these kinds due now, except those that are waiting after a failure."""
    statement = update(outbox).where(
        outbox.c.match_id == match_id, IS_DUE, outbox.c.kind.in_(kinds), outbox.c.error.is_(None)
    )
    await tx.run(statement.values(not_before=0))
    await work_queue.schedule(tx, "posts", [match_id], 0, 0)


async def withdraw(tx: Transaction, match_id: int, key: str) -> None:
    """Remove waiting rows with this key, except those that are being delivered or may have been delivered."""
    is_waiting = and_(outbox.c.match_id == match_id, outbox.c.coalesce_key == key, IS_DUE)
    await tx.run(delete(outbox).where(is_waiting, _not_begun(match_id)))


async def set_payload(tx: Transaction, row_id: int, payload: dict[str, Any]) -> None:
    """Replace the payload of a row."""
    await tx.run(update(outbox).where(outbox.c.id == row_id).values(payload=dump_json(payload)))


async def finish(tx: Transaction, row_id: int, status: str, now: int, error: str | None = None) -> None:
    """Mark a row as "done", or as "dead" with the reason. Raises LeaseLost if another process has already done this."""
    if not await tx.run(_FINISHING, {"the_row": row_id, "end": status, "at": now, "why": error}):
        raise LeaseLost


_FINISHING = (
    update(outbox)
    .where(outbox.c.id == bindparam("the_row"), IS_DUE)
    .values(
        attempts=outbox.c.attempts + 1, status=bindparam("end"), finished_at=bindparam("at"), error=bindparam("why")
    )
)


async def postpone(
    tx: Transaction, row: OutboxRow, not_before: int, error: str, now: int, *, uncertain: bool = False
) -> None:
    """Postpone a failed row, or delete it if a newer row with the same key replaces it.

    If `uncertain`, the post may have been sent. In that case no row may replace this one until a later attempt has
    found out whether it was sent.
    """
    refused = error.startswith(REFUSED_ERROR)
    if row.coalesce_key is not None and not refused:
        newer = await tx.run(
            update(outbox)
            .where(
                outbox.c.match_id == row.match_id,
                outbox.c.coalesce_key == row.coalesce_key,
                IS_DUE,
                outbox.c.id > row.id,
            )
            .values(not_before=_later(not_before), put_off_at=now, error=error)
        )
        if newer and row.kind != "turn" and not uncertain:
            await tx.run(delete(outbox).where(outbox.c.id == row.id))
            return
    extra_values = {"uncertain": 0} if refused else {"uncertain": 1} if uncertain else {}
    await tx.run(
        update(outbox)
        .where(outbox.c.id == row.id)
        .values(
            attempts=outbox.c.attempts + 1,
            not_before=not_before,
            put_off_at=now,
            error=error,
            **extra_values,
        )
    )


async def prune(tx: Transaction, before: int) -> int:
    """Delete rows delivered before this time, and rows given up more than two weeks before it. Return the number of
    rows.
    """
    delivered = and_(outbox.c.status == "done", outbox.c.finished_at < before)
    dead = and_(outbox.c.status == "dead", outbox.c.finished_at < before - 14 * 86400)
    return await tx.run(delete(outbox).where(outbox.c.status != "due", or_(delivered, dead)))


async def counts(db: Reader) -> dict[str, int]:
    """Return how many rows are due, done and dead."""
    rows = await db.all(select(outbox.c.status, func.count().label("number")).group_by(outbox.c.status))
    return {"due": 0, "done": 0, "dead": 0} | {row.status: row.number for row in rows}


def _not_begun(match_id: int | BindParameter[int]) -> ColumnElement[bool]:
    """Return the SQL condition that the delivery of a match's row has certainly not started."""
    posts = and_(tables.work.c.kind == "posts", tables.work.c.match_id == match_id)
    in_hand = select(tables.work.c.item).where(posts).scalar_subquery()
    return and_(outbox.c.uncertain == 0, outbox.c.id.is_distinct_from(in_hand))


def _later(time: int) -> ColumnElement[int]:
    """Return the SQL expression for the later of a row's `not_before` and this time."""
    return case((outbox.c.not_before > time, outbox.c.not_before), else_=time)
