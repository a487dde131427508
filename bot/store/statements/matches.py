"""Matches and their seats in the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.store import work_queue
from bot.store.decoding import decoded, decoded_or, readable
from bot.store.statements import cups
from bot.store.statements.rows import LIVE_STATUSES, MatchRow, SeatRow, Status, decode_content, dump_json, pack, unpack
from bot.store.tables import IS_DUE, IS_LIVE, brought, follows, matches, outbox, seats, snapshots, votes
from bot.store.transactions import Reader, Rows, Transaction
from bot.store.work_queue import Kind
from rules.kernel.content.packs import pack_in

#: Parts of the query that reads a match together with its seats. If two queries read them, a move could happen in
#: between.
_HELD_UP = and_(outbox.c.match_id == matches.c.id, IS_DUE, outbox.c.error.is_not(None))
_ASKED = and_(votes.c.match_id == matches.c.id, votes.c.status == literal_column("'open'"))
_FOLLOWED = and_(follows.c.match_id == matches.c.id, follows.c.lost_at.is_(None))
#: The fields of a MatchRow that come from other tables. They are subqueries, because separate statements would take
#: longer.
_SUBQUERY_FIELDS = {
    "vote_ends": select(func.min(votes.c.ends_at))
    .where(_ASKED)
    .correlate(matches)
    .scalar_subquery()
    .label("vote_ends"),
    "held_up": exists().where(_HELD_UP).correlate(matches).label("held_up"),
    "followed": exists().where(_FOLLOWED).correlate(matches).label("followed"),
}
#: The fields of a MatchRow that the query returns.
_ROW_FIELDS = [name for name in MatchRow.__slots__ if name not in ("seats", "unreadable")]
_SEATED = (
    select(
        *(_SUBQUERY_FIELDS[name] if name in _SUBQUERY_FIELDS else matches.c[name] for name in _ROW_FIELDS),
        *(seats.c[name] for name in SeatRow.__slots__),
    )
    .outerjoin_from(matches, seats, seats.c.match_id == matches.c.id)
    .order_by(seats.c.seat)
)
_ONE = _SEATED.where(matches.c.id == bindparam("id"))
_HERE = matches.alias()
_NEWEST = select(func.max(_HERE.c.id)).where(_HERE.c.channel_id == bindparam("channel"))
#: The queries for a channel's newest live match (True) and for its newest match of any status (False).
_IN_CHANNEL = {
    live: _SEATED.where(matches.c.id == newest.scalar_subquery())
    for live, newest in ((True, _NEWEST.where(_HERE.c.status.in_(LIVE_STATUSES))), (False, _NEWEST))
}
_WATCHED = select(func.max(_HERE.c.id)).where(_HERE.c.watching_channel_id == bindparam("channel"))
_WATCHED_IN = _SEATED.where(matches.c.id == _WATCHED.scalar_subquery())
_OF_GUILD = (
    _SEATED.where(matches.c.guild_id == bindparam("guild"), IS_LIVE).order_by(None).order_by(matches.c.id, seats.c.seat)
)
_ADVANCE = (
    update(matches)
    .where(matches.c.id == bindparam("the_match"), matches.c.seq == bindparam("before"))
    .values(
        seq=bindparam("to"),
        state=bindparam("blob"),
        status=bindparam("status_then"),
        version=bindparam("version_then"),
        started_at=func.coalesce(matches.c.started_at, bindparam("now")),
        ended_at=bindparam("end"),
    )
)
_SNAPSHOT = insert(snapshots)
_WAITING = update(seats).where(seats.c.match_id == bindparam("the_match"), seats.c.seat == bindparam("the_seat"))
#: The columns of a seat that `set_waiting` saves in addition to the start of its wait and its last notification.
_TIMES = (
    "remind_at", "reminded", "clock_left", "clock_since", "clock_rest", "late_since", "stand_in_at", "away_since",
    "away_until", "away_used", "nudged_at",
)  # fmt: skip
#: Seconds between the end of a match and its archiving. Until then, the match's last posts can read the journal.
ARCHIVE_DELAY = 60
#: The kinds of work that stop while the bot can't reach the match's channel.
_SUSPENDED_WORK: tuple[Kind, ...] = ("times", "thinking")
_PLAYING = matches.c.status == "playing"
_MOVES_ON = and_(matches.c.parked_at.is_(None), matches.c.paused_at.is_(None))


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A match that is waiting for a user to act, with the user's seat."""

    match_id: int
    game: str
    guild_id: int
    channel_id: int
    #: The message with the board in the match's channel, if there is one.
    board_message_id: int | None
    pace: dict[str, Any]
    deadline: int | None
    #: Whether the clocks are stopped because the match is paused or suspended, or the player is away.
    is_stopped: bool
    seat: SeatRow


@dataclass(frozen=True, slots=True)
class RunningRow:
    """A running or frozen match."""

    id: int
    game: str
    seq: int
    #: The name of the match's content pack; None if the match's options can't be read.
    pack: str | None
    seats: int
    frozen: bool


class ChannelTaken(Exception):
    """The channel already has a live match."""


class SeatTaken(Exception):
    """A person already has a seat in the match, or a seat is already taken."""


async def lock_row(tx: Transaction, *match_ids: int) -> None:
    """Lock these matches until the end of the transaction. In SQLite, every write transaction locks the whole
    database.
    """
    if tx.engine == "postgresql":
        # Lock the matches in the order of their ids, so two transactions can't deadlock.
        await tx.all(select(matches.c.id).where(matches.c.id.in_(match_ids)).order_by(matches.c.id).with_for_update())


async def get(db: Reader, match_id: int) -> MatchRow | None:
    """Return a match, or None if there is no match with this id."""
    if not 0 < match_id < 2**63:
        return None  # buttons and commands may contain any id, but the engines accept only 64 bits
    return _match(await db.all(_ONE, {"id": match_id}))


async def in_channel(db: Reader, channel_id: int, *, live: bool = True) -> MatchRow | None:
    """Return the channel's live match or, if not `live`, its newest match of any status.

    If the channel is the spectators' thread of a private match, return that match.
    """
    match = _match(await db.all(_IN_CHANNEL[live], {"channel": channel_id}))
    if match is None:
        match = _match(await db.all(_WATCHED_IN, {"channel": channel_id}))
        if match is not None and live and match.status not in LIVE_STATUSES:
            return None
    return match


async def of_guild(db: Reader, guild_id: int) -> list[MatchRow]:
    """Return a server's live matches, oldest first."""
    rows = await db.all(_OF_GUILD, {"guild": guild_id})
    return [
        match for _, match_rows in groupby(rows, lambda row: row.id) if (match := _match(list(match_rows))) is not None
    ]


async def state(db: Reader, match_id: int) -> tuple[int, bytes] | None:
    """Return the number of the match's last journal entry and the saved match; None if the match hasn't started."""
    row = await db.one(select(matches.c.seq, matches.c.state).where(matches.c.id == match_id))
    return None if row is None or row.state is None else (row.seq, unpack(row.state))


async def last_entries(db: Reader, match_ids: Collection[int]) -> dict[int, int]:
    """Return the number of the last journal entry of each of these matches, by match id."""
    rows = await db.all(select(matches.c.id, matches.c.seq).where(matches.c.id.in_(match_ids)))
    return {row.id: row.seq for row in rows}


async def waiting(db: Reader, user_id: int) -> list[WaitingRow]:
    """Return the matches that are waiting for this user to act, longest wait first."""
    return readable(await db.all(_waiting(), {"the_user": user_id}), _waiting_row)


@cache
def _waiting() -> Select[Any]:
    """Return the query for the rows that `waiting` returns."""
    place = ("id", "game", "guild_id", "channel_id", "board_message_id")
    times = ("pace", "deadline", "paused_at", "parked_at")
    own = seats.c.user_id == bindparam("the_user", type_=seats.c.user_id.type)
    return (
        select(*(matches.c[name] for name in (*place, *times)), *(seats.c[name] for name in SeatRow.__slots__))
        .join_from(seats, matches)
        .where(own, seats.c.waiting_since.is_not(None), seats.c.open_since.is_(None), _PLAYING)
        .order_by(seats.c.waiting_since, seats.c.match_id)
    )


def _waiting_row(row: Row[Any]) -> WaitingRow:
    return WaitingRow(
        row.id, row.game, row.guild_id, row.channel_id, row.board_message_id,
        decoded("matches.pace", row.pace, row.id), row.deadline,
        any(since is not None for since in (row.paused_at, row.parked_at, row.away_since)), SeatRow.from_row(row),
    )  # fmt: skip


async def played_by(db: Reader, user_id: int) -> list[int]:
    """Return the ids of the running matches where this user has a seat."""
    seated = select(seats.c.match_id).join_from(seats, matches).where(seats.c.user_id == user_id, _PLAYING)
    return await _ids(db, seated.order_by(seats.c.match_id))


async def involving(db: Reader, user_id: int) -> list[int]:
    """Return the ids of the live matches where a user has a seat or is the host."""
    seated_ids = select(seats.c.match_id).where(seats.c.user_id == user_id)
    live = matches.c.status.in_(LIVE_STATUSES), or_(matches.c.id.in_(seated_ids), matches.c.host_id == user_id)
    return await _ids(db, select(matches.c.id).where(*live).order_by(matches.c.id))


async def has_finished(db: Reader, user_id: int, game: str) -> bool:
    """Return whether a user has finished a match of this game."""
    finished = (
        select(literal(1))
        .select_from(seats.join(matches))
        .where(seats.c.user_id == user_id, matches.c.game == game, matches.c.status == "over")
        .limit(1)
    )
    return await db.one(finished) is not None


async def count_of_user(db: Reader, user_id: int) -> int:
    """Return the number of a user's live matches. A match doesn't count if the user's seat is open to others."""
    query = select(func.count()).select_from(seats.join(matches))
    return await db.value(query.where(seats.c.user_id == user_id, seats.c.open_since.is_(None), IS_LIVE))


async def count_of_server(db: Reader, guild_id: int) -> int:
    """Return the number of a server's live matches."""
    return await db.value(select(func.count()).select_from(matches).where(matches.c.guild_id == guild_id, IS_LIVE))


async def has_suspended(db: Reader, guild_id: int) -> bool:
    """Return whether a server has a suspended match."""
    return bool(
        await _ids(
            db,
            select(matches.c.id)
            .where(matches.c.guild_id == guild_id, matches.c.parked_at.is_not(None), IS_LIVE)
            .limit(1),
        )
    )


async def suspended(
    db: Reader, *, guild_id: int | None = None, match_id: int | None = None, channel_id: int | None = None
) -> list[int]:
    """Return the ids of the suspended matches that have this id or are in this server or channel."""
    condition = or_(matches.c.guild_id == guild_id, matches.c.id == match_id, matches.c.channel_id == channel_id)
    return await _ids(db, select(matches.c.id).where(condition, matches.c.parked_at.is_not(None), IS_LIVE))


async def suspend(tx: Transaction, now: int, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
    """Suspend the live matches of a server or a channel, because the bot can't reach it. Return the number of
    matches.
    """
    condition = or_(matches.c.guild_id == guild_id, matches.c.channel_id == channel_id)
    return await tx.run(update(matches).where(condition, matches.c.parked_at.is_(None), IS_LIVE).values(parked_at=now))


async def end_suspension(
    tx: Transaction,
    now: int,
    *,
    guild_id: int | None = None,
    match_id: int | None = None,
    channel_id: int | None = None,
) -> list[int]:
    """Resume the suspended matches that have this id or are in this server or channel. Return their ids.

    Deadlines, clocks and votes are extended by the duration of the suspension.
    """
    parked = await suspended(tx, guild_id=guild_id, match_id=match_id, channel_id=channel_id)
    if not parked:
        return []
    await lock_row(tx, *parked)
    # If the match is also paused, `resume` adds the time since the pause began.
    until = case((matches.c.paused_at < now, matches.c.paused_at), else_=now)
    await _shift_times_of(tx, parked, case((matches.c.parked_at < until, until - matches.c.parked_at), else_=0))
    # Extend votes by the whole suspension, because no one could answer. A pause doesn't stop votes.
    unseen = case((matches.c.parked_at < now, now - matches.c.parked_at), else_=0)
    vote_update = update(votes).where(votes.c.match_id.in_(parked), votes.c.status == "open")
    unanswered = select(unseen).where(matches.c.id == votes.c.match_id).scalar_subquery()
    await tx.run(vote_update.values(ends_at=votes.c.ends_at + unanswered))
    await tx.run(update(matches).where(matches.c.id.in_(parked)).values(parked_at=None))
    for kind in _SUSPENDED_WORK:
        await work_queue.schedule(tx, kind, parked, now, now)
    return parked


async def pause(tx: Transaction, match_id: int, now: int, until: int, version: int) -> None:
    """Pause a match until this time, or change the end of its current pause.

    `version` prevents processes of older versions from working on the match.
    """
    since = func.coalesce(matches.c.paused_at, now)
    await _set(tx, match_id, paused_at=since, paused_until=until, version=version)
    await work_queue.schedule(tx, "times", [match_id], until, now)


async def resume(tx: Transaction, match_id: int, now: int) -> None:
    """Resume a paused match. Its times are postponed by the duration of the pause."""
    # If the match was also suspended during the pause, count that time only once.
    since = case((matches.c.parked_at <= matches.c.paused_at, now), else_=matches.c.paused_at)
    await _shift_times_of(tx, [match_id], case((since < now, now - since), else_=0))
    counted = and_(matches.c.parked_at > matches.c.paused_at, matches.c.parked_at < now)
    parked = case((counted, now), else_=matches.c.parked_at)
    await _set(tx, match_id, paused_at=None, paused_until=None, parked_at=parked)
    for kind in _SUSPENDED_WORK:
        await work_queue.schedule(tx, kind, [match_id], now, now)


#: The times of a seat that are postponed after a pause or suspension of its match: the next reminder, the time when a
#: computer player makes the seat's turn, and the start of the seat's clock.
_SEAT_TIMES = (seats.c.remind_at, seats.c.stand_in_at, seats.c.clock_since)
#: The statement that updates the seats with at least one of these times set.
_TIMED = update(seats).where(or_(*(time.is_not(None) for time in _SEAT_TIMES)))


def _shifted_seat_times(seconds: Any) -> dict[str, Any]:
    """Return the columns of `_SEAT_TIMES`, postponed by this many seconds.

    Two kinds of clocks stay unchanged. Clocks with quiet hours are adjusted by `bot.matches.clocks.seat_clock`, and
    clocks of absent players are adjusted when the player is back.
    """
    plain = and_(seats.c.clock_rest.is_(None), seats.c.away_since.is_(None))
    since = case((plain, seats.c.clock_since + seconds), else_=seats.c.clock_since)
    return {time.name: time + seconds for time in _SEAT_TIMES} | {seats.c.clock_since.name: since}


async def _shift_times_of(tx: Transaction, match_ids: Sequence[int], passed: ColumnElement[int]) -> None:
    """Add `passed` seconds to all times of matches that were paused or suspended."""
    stood = select(passed).where(matches.c.id == seats.c.match_id).scalar_subquery()
    await tx.run(_TIMED.where(seats.c.match_id.in_(match_ids)).values(**_shifted_seat_times(stood)))
    shifted_times = {name: matches.c[name] + passed for name in ("deadline", "deadline_set_at")}
    await tx.run(update(matches).where(matches.c.id.in_(match_ids)).values(**shifted_times))


async def running(db: Reader) -> list[RunningRow]:
    """Return all running or frozen matches, including those with unreadable options.

    The query also works with databases of earlier formats, because they have the same columns.
    """
    about = (matches.c.id, matches.c.game, matches.c.seq, matches.c.options, matches.c.status)
    query = select(*about, func.count(seats.c.seat)).outerjoin_from(matches, seats, seats.c.match_id == matches.c.id)
    is_running = matches.c.status.in_(["playing", "frozen"])
    rows = await db.all(query.where(is_running).group_by(*about).order_by(matches.c.id))
    return [RunningRow(row.id, row.game, row.seq, _pack(row), row[-1], row.status == "frozen") for row in rows]


def _pack(row: Row[Any]) -> str | None:
    """Return the name of a match's content pack, or None if the match's options can't be read."""
    options: dict[str, Any] | None = decoded_or("matches.options", row.options, row.id, None)
    return None if options is None else pack_in(options)


async def error_text(db: Reader, match_id: int) -> str | None:
    """Return the report of the error that froze the match. Show it only to the operator, because it may name hidden
    cards.
    """
    return await db.value(select(matches.c.error).where(matches.c.id == match_id))


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The data of a new lobby."""

    game: str
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    options: Mapping[str, Any]
    #: The version of the code that saves the match; see `bot.matches.release_versions`.
    version: int
    pace: Mapping[str, Any] | None = None
    hints: int | None = None
    own_points: int | None = None
    rematch_of: int | None = None
    rated: bool = False


async def create(tx: Transaction, new: NewMatch, now: int) -> int:
    """Open a lobby and return its id; raises ChannelTaken."""
    row = {
        "game": new.game,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "status": "lobby",
        "host_id": new.host_id,
        "locale": new.locale,
        "options": dump_json(new.options),
        "content": decode_content(new.options),
        "created_at": now,
        "version": new.version,
        "pace": dump_json(dict(new.pace or {})),
        "hints": new.hints,
        "own_points": new.own_points,
        "rematch_of": new.rematch_of,
        "rated": int(new.rated),
    }
    try:
        return await tx.insert(insert(matches), row)
    except IntegrityError as error:
        raise ChannelTaken from error


async def set_lobby(
    tx: Transaction, match_id: int, *, host_id: int, locale: str, options: dict[str, Any], version: int
) -> None:
    """Change a lobby's host, language and options."""
    saved = {"options": dump_json(options), "content": decode_content(options), "version": version}
    await _set(tx, match_id, host_id=host_id, locale=locale, **saved)


async def set_seats(tx: Transaction, match_id: int, people: Iterable[SeatRow]) -> None:
    """Replace all seats of a match; raises SeatTaken."""
    await tx.run(delete(seats).where(seats.c.match_id == match_id))
    rows = [
        {
            "match_id": match_id,
            "seat": seat.seat,
            "user_id": seat.user_id,
            "name": seat.name,
            "dm_message_id": seat.dm_message_id,
            "computer": seat.computer,
        }
        for seat in people
    ]
    try:
        if rows:
            await tx.run(insert(seats), rows)
    except IntegrityError as error:
        raise SeatTaken from error


async def set_standing(tx: Transaction, match_id: int, seat: int, orders: Sequence[str]) -> None:
    """Save all standing orders of a seat."""
    await _set_seat(tx, match_id, seat, standing="\n".join(orders))


async def defer_answer(tx: Transaction, match_id: int, seat: int, seq: int) -> None:
    """Save that a seat has given a deferred answer in position `seq`. The answer counts at the decision's deadline."""
    await _set_seat(tx, match_id, seat, deferred=seq)


async def carry_deferred(tx: Transaction, match_id: int) -> None:
    """Keep deferred answers valid for the next journal entry, because that entry doesn't change the position."""
    present = select(matches.c.seq).where(matches.c.id == match_id).scalar_subquery()
    await tx.run(
        update(seats)
        .where(seats.c.match_id == match_id, seats.c.deferred == present)
        .values(deferred=seats.c.deferred + 1)
    )


async def set_name(tx: Transaction, match_id: int, seat: int, name: str) -> None:
    """Save the name of a seat's player."""
    await _set_seat(tx, match_id, seat, name=name)


async def change_seat(tx: Transaction, match_id: int, before: SeatRow, after: SeatRow) -> None:
    """Save all columns of a seat whose values differ between `before` and `after`."""
    differs = {
        name: getattr(after, name) for name in SeatRow.__slots__ if getattr(after, name) != getattr(before, name)
    }
    if "standing" in differs:
        differs["standing"] = None if after.standing is None else "\n".join(after.standing)
    if differs:
        await _set_seat(tx, match_id, before.seat, **differs)


async def set_host(tx: Transaction, match_id: int, user_id: int) -> None:
    """Save who hosts a match."""
    await _set(tx, match_id, host_id=user_id)


async def set_deadline(tx: Transaction, match_id: int, until: int | None, now: int) -> None:
    """Save the deadline of the open decision; None removes it."""
    await _set(tx, match_id, deadline=until, deadline_set_at=now)
    if until is not None:
        await work_queue.schedule(tx, "times", [match_id], until, now)


async def shift_times(tx: Transaction, seconds: int) -> None:
    """Add this many seconds to the deadlines, reminders, clocks and vote ends of all running matches.

    Paused and suspended matches are left out, because resuming them adjusts their times.
    """
    playing_ids = select(matches.c.id).where(matches.c.parked_at.is_(None), _PLAYING)
    voting = update(votes).where(votes.c.status == "open", votes.c.match_id.in_(playing_ids))
    await tx.run(voting.values(ends_at=votes.c.ends_at + seconds))
    running = update(matches).where(matches.c.deadline.is_not(None), _MOVES_ON, _PLAYING)
    shifted_times = {name: matches.c[name] + seconds for name in ("deadline", "deadline_set_at")}
    await tx.run(running.values(**shifted_times))
    played = select(matches.c.id).where(_MOVES_ON, _PLAYING)
    await tx.run(_TIMED.where(seats.c.match_id.in_(played)).values(**_shifted_seat_times(seconds)))


async def running_clocks(db: Reader, *, at_rest: bool = False) -> list[int]:
    """Return the ids of matches with a running clock. If `at_rest`, return only those whose running clock has quiet
    hours.
    """
    clocks = select(seats.c.match_id).join_from(seats, matches).where(seats.c.clock_since.is_not(None), _PLAYING)
    return await _ids(db, (clocks.where(seats.c.clock_rest.is_not(None)) if at_rest else clocks).distinct())


async def set_pace(tx: Transaction, match_id: int, pace: dict[str, Any]) -> None:
    """Save the time control of a match."""
    await _set(tx, match_id, pace=dump_json(pace))


async def set_hints(tx: Transaction, match_id: int, hints: int | None) -> None:
    """Save whether hints are allowed in a match; None stands for the default."""
    await _set(tx, match_id, hints=hints)


async def set_own_points(tx: Transaction, match_id: int, *, shown: bool) -> None:
    """Save whether players can see their own points during a match."""
    await _set(tx, match_id, own_points=int(shown))


async def set_rated(tx: Transaction, match_id: int, rated: bool) -> None:
    """Save whether a match is rated."""
    await _set(tx, match_id, rated=int(rated))


async def count_hint(tx: Transaction, match_id: int, user_id: int, seq: int) -> None:
    """Count a hint for a user. Several hints in the same position count only once."""
    statement = update(seats).where(seats.c.match_id == match_id, seats.c.user_id == user_id)
    not_yet_counted = or_(seats.c.hinted_seq.is_(None), seats.c.hinted_seq != seq)
    await tx.run(statement.where(not_yet_counted).values(hinted=seats.c.hinted + 1, hinted_seq=seq))


@dataclass(frozen=True, slots=True)
class NewPosition:
    """A position to save: the number of its journal entry, the saved match, its status and the time."""

    seq: int
    state: bytes
    status: Status
    at: int
    #: The version of the code that saves the position; see `bot.matches.release_versions`.
    version: int
    #: The number of journal entries from the previous saved position to this one.
    moves: int = 1


async def advance(tx: Transaction, match_id: int, new: NewPosition) -> bool:
    """Save a new position. If another position was saved meanwhile, save nothing and return False."""
    blob = pack(new.state)
    saved = {"to": new.seq, "blob": blob, "status_then": new.status, "version_then": new.version}
    times = {"now": new.at, "end": new.at if new.status == "over" else None}
    if not await tx.run(_ADVANCE, {"the_match": match_id, "before": new.seq - new.moves, **saved, **times}):
        return False
    await tx.run(_SNAPSHOT, {"match_id": match_id, "seq": new.seq, "state": blob})
    if new.status == "over":
        await _ended(tx, match_id, new.at)
    return True


async def close(tx: Transaction, match_id: int, seq: int, status: Status, now: int | None) -> None:
    """Change the status of a match but not its position. `now` is when the match ended, or None if it hasn't ended."""
    await _set(tx, match_id, status=status, seq=seq, ended_at=now)
    if now is not None and seq:
        await _ended(tx, match_id, now)
    elif now is not None:
        await cups.match_changed(tx, match_id, now)  # the match never started, so there is no result to record first
    if status != "frozen":
        await tx.run(update(seats).where(seats.c.match_id == match_id).values(waiting_since=None))
        await tx.run(delete(brought).where(brought.c.match_id == match_id))


async def _ended(tx: Transaction, match_id: int, now: int) -> None:
    """Schedule the work on a finished match: recording its results, and archiving it."""
    await work_queue.schedule(tx, "results", [match_id], now, now)
    await work_queue.schedule(tx, "packing", [match_id], now + ARCHIVE_DELAY, now)


async def freeze(tx: Transaction, match_id: int, error_id: str, report: str) -> bool:
    """Freeze a match after an error in the rules. Return False if it is neither in the lobby nor running. `report` is
    for the operator.
    """
    running = update(matches).where(matches.c.id == match_id, matches.c.status.in_(("lobby", "playing")))
    return bool(await tx.run(running.values(status="frozen", error_id=error_id, error=report)))


async def set_waiting(tx: Transaction, match_id: int, changed: Sequence[SeatRow]) -> None:
    """Save the times of these seats, such as when each was asked to act and when it was last notified."""
    if not changed:
        return
    await tx.run(
        _WAITING,
        [
            {
                "the_match": match_id,
                "the_seat": seat.seat,
                "waiting_since": seat.waiting_since,
                "pinged_seq": seat.pinged_seq,
                "pinged_epoch": seat.pinged_epoch,
                **{name: getattr(seat, name) for name in _TIMES},
            }
            for seat in changed
        ],
    )


async def thaw(tx: Transaction, match_id: int, now: int) -> None:
    """Reopen a frozen or finished match; raises ChannelTaken."""
    try:
        await _set(tx, match_id, status="playing", error_id=None, error=None)
    except IntegrityError as error:
        raise ChannelTaken from error
    # Check the match now, because some of its times may have passed while it wasn't running.
    await work_queue.schedule(tx, "times", [match_id], now, now)


async def add_entry_without_move(tx: Transaction, match_id: int) -> None:
    """Advance the match to a journal entry that doesn't change the position. Deferred answers stay valid."""
    await carry_deferred(tx, match_id)
    await _set(tx, match_id, seq=matches.c.seq + 1)
    present = select(matches.c.id, matches.c.seq, matches.c.state).where(matches.c.id == match_id)
    await tx.run(insert(snapshots).from_select(["match_id", "seq", "state"], present))


async def move(tx: Transaction, match_id: int, channel_id: int) -> None:
    """Move a match to another channel, where it has no messages yet; raises ChannelTaken."""
    cleared_columns = {"lobby_message_id": None, "board_message_id": None, "reminder_message_id": None}
    try:
        await _set(tx, match_id, channel_id=channel_id, **cleared_columns)
    except IntegrityError as error:
        raise ChannelTaken from error
    await tx.run(update(seats).where(seats.c.match_id == match_id).values(open_message_id=None))
    await tx.run(update(votes).where(votes.c.match_id == match_id).values(message_id=None))


async def set_watching(tx: Transaction, match_id: int, channel_id: int | None) -> None:
    """Save the spectators' thread of a private match."""
    await _set(tx, match_id, watching_channel_id=channel_id)


async def set_invitation(tx: Transaction, match_id: int, channel_id: int | None, message_id: int | None) -> None:
    """Save the message with the buttons for joining a private match."""
    await _set(tx, match_id, invitation_channel_id=channel_id, invitation_id=message_id)


async def set_lobby_message(tx: Transaction, match_id: int, channel_id: int, message_id: int | None) -> bool:
    """Save the id of the lobby's message. Return False if the match has moved to another channel."""
    statement = update(matches).where(matches.c.id == match_id, matches.c.channel_id == channel_id)
    return bool(await tx.run(statement.values(lobby_message_id=message_id)))


async def set_board_message(tx: Transaction, match_id: int, channel_id: int, message_id: int | None) -> int | None:
    """Save the id of the board's message. Return the number of the match's last journal entry.

    If the match has moved to another channel, save nothing and return None.
    """
    statement = update(matches).where(matches.c.id == match_id, matches.c.channel_id == channel_id)
    return await tx.value(statement.values(board_message_id=message_id).returning(matches.c.seq))


async def set_reminder_message(tx: Transaction, match_id: int, message_id: int | None) -> None:
    """Save the id of a match's reminder message."""
    await _set(tx, match_id, reminder_message_id=message_id)


async def set_dm_message(tx: Transaction, match_id: int, seat: int, message_id: int | None) -> None:
    """Save the id of the private message with a seat's hand."""
    await _set_seat(tx, match_id, seat, dm_message_id=message_id)


async def _set(tx: Transaction, match_id: int, **values: Any) -> None:
    await tx.run(update(matches).where(matches.c.id == match_id).values(**values))


async def _set_seat(tx: Transaction, match_id: int, seat: int, **values: Any) -> None:
    await tx.run(update(seats).where(seats.c.match_id == match_id, seats.c.seat == seat).values(**values))


async def _ids(db: Reader, statement: Select[tuple[int]]) -> list[int]:
    return [row[0] for row in await db.all(statement)]


def _match(rows: Rows) -> MatchRow | None:
    if not rows:
        return None
    return MatchRow.from_row(rows[0], tuple(SeatRow.from_row(row) for row in rows if row.seat is not None))
