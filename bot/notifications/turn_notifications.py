"""Calls after a change of a match: the seats to ping, the start of their clocks, and the posts about the change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from bot.matches.absence.presence import BY_HAND
from bot.matches.clocks import seat_clock as clocks
from bot.matches.clocks.time_control import Pace
from bot.matches.play.batch import Deadline, hidden_hold
from bot.matches.records import MOVES, SEATING, MatchInfo, Position, SeatInfo, last_of_several
from bot.notifications import posts as notices
from bot.notifications import reminder_times
from bot.notifications.preferences import Ring, Wish
from bot.notifications.quiet_hours import DAY, Rest, held_back
from bot.store import outbox
from bot.store import work_queue as work
from bot.store.connection import Reader, Transaction
from bot.store.statements import journal, matches, people, votes
from bot.store.statements.rows import JournalRow, OutboxRow

#: A player who moved within this many seconds is probably present and may come without a call, so the call waits a
#: moment. If they don't come, the call is that much late.
PRESENT = DAY
#: A move with more public events than this is a story.
STORY = 6
#: In a game without rounds, this many computer moves share one post.
QUIET = 40
#: When a turn is taken back and comes again, its call remains valid for this many seconds. A player who looked later
#: has seen that it was no longer their turn.
STILL_CALLED = 900
#: Edits during continuous play are held back for at most this many seconds.
SITTING = 90


class Presence(NamedTuple):
    """The players who are present or have just moved, and how long present seats are not called; 0 calls all at
    once.
    """

    until: int = 0
    seats: frozenset[int] = frozenset()
    acting: frozenset[int] = frozenset()

    @classmethod
    def of(cls, recent: Sequence[JournalRow], rows: Sequence[JournalRow], grace: int) -> Presence:
        """Return who is present after `rows`, the last of the `recent` entries; no one without a grace."""
        if not grace:
            return cls()
        now = rows[-1].at
        return cls(now + grace, _movers(recent, now - PRESENT), _movers(rows, 0))


def _movers(rows: Sequence[JournalRow], since: int) -> frozenset[int]:
    """Return the seats with a manual move at this time or later."""
    return frozenset(row.seat for row in rows if row.kind == "act" and row.at >= since and row.seat is not None)


class Calls(Enum):
    """The seats to call after a change."""

    NEW = "everyone whose turn it has become"
    NOT_ACTOR = "the same, but for the seat that took back its own move"
    AGAIN = "the same, and the seat of the entry, whose person is there again"
    AFRESH = "the same, and calls made before it don't count: the table went back together"


async def moved(
    tx: Transaction,
    info: MatchInfo,
    previous: Position | None,
    position: Position,
    rows: Sequence[JournalRow],
    calls: Calls,
    deadline: Deadline,
    presence: Presence,
    pause: int,
) -> tuple[SeatInfo, ...]:
    """Write the posts of a new position, and save since when each seat must act; return the updated seats.

    `rows` are the entries from `previous` to this position; its own entry is the last. Present seats get a while to act
    before they are called. Edits wait for a break of `pause` seconds.
    """
    info = await _without_old_calls(tx, info, position, rows[-1].at)
    row, seats = rows[-1], _awaited(info, previous, position, rows, calls, deadline)
    called = {seat.seat for seat in seats.values() if seat.pinged_seq == position.seq}
    persons = set(position.waiting) - info.computers - {seat.seat for seat in info.seats if seat.is_absent}
    waiting = await outbox.waiting_keys(tx, info.id)
    call, withdrawn = _call(info, position, persons - deadline.seats, called, waiting, presence)
    for number, after in withdrawn.items():
        # The next call must report everything since the call before the withdrawn one.
        seats[number] = replace(seats[number], pinged_seq=after, pinged_epoch=None)
    told = min([_last_told(seats.values()), *withdrawn.values()])
    posts: list[outbox.Post] = []
    acted = row.kind in MOVES or _is_quiet(previous, position, row, calls)
    if not acted or position.over or (is_public(previous, position) and not _goes_on(info, position, row)):
        # An edit reveals that something happened, so the board is not edited while others may not know.
        posts.append(outbox.Post("board", {"seq": position.seq}, coalesce_key="board"))
    if call:
        posts += call
    elif not position.over and await _must_be_told(tx, info, previous, position, row, deadline, told):
        posts.append(outbox.Post("story", {"seq": position.seq, "after": told}))
        # The next post reports events from here on.
        seats = {number: replace(seat, pinged_seq=position.seq) for number, seat in seats.items()}
    if position.over:
        # Before the private messages, whose pictures may take a while.
        posts.append(outbox.Post("score", {"seq": position.seq, "after": told}, coalesce_key="score"))
    seats = await _clocked(tx, info, seats, rows, deadline, {seat for post in call for seat in post.payload["seats"]})
    await matches.set_waiting(tx, info.id, [seats[s.seat] for s in info.seats if seats[s.seat] != s])
    asked = deadline.asked & (persons if row.kind not in SEATING else persons & called)
    posts += await _rings(tx, info, position, called, asked, call[0].not_before if call else 0, row.at)
    rung = {post.seat for post in posts if post.kind == "ring"}
    clock = persons if deadline.until != info.deadline else _last_to_answer(seats.values(), deadline)
    for seat in info.seats:
        retold = not acted or position.over or seat.seat in clock or bool(clock and deadline.seats)
        changes = (retold and seat.computer is None) or _letter_changes(seat, previous, position, rows)
        if changes and seat.dm_message_id is not None and seat.seat not in rung:
            posts.append(notices.letter(seat, position.seq))
    posts += [*_settled(seats.values(), position), *await _reminding(tx, info, seats.values(), row.at)]
    sitting = {row.seat for row in rows if row.kind in MOVES} & persons
    posts = [_paused(post, waiting, row.at, 0 if position.over else pause, sitting) for post in posts]
    needless = ("turn", *_needless(waiting, persons, presence), *_retold(posts))
    await outbox.put(tx, info.id, posts, now=row.at, withdrawn=needless, waiting=waiting)
    return tuple(seats[seat.seat] for seat in info.seats)


def _last_to_answer(seats: Iterable[SeatInfo], deadline: Deadline) -> set[int]:
    """Return the last of several seats to answer, where it is public who has; its private message says so."""
    last = None if deadline.seats else last_of_several(seats)
    return set() if last is None else {last.seat}


def _retold(posts: list[outbox.Post]) -> list[str]:
    """Return the keys of edits that a private post makes redundant."""
    return [notices.letter_key(post.seat) for post in posts if post.kind == "ring" and not post.payload["daily"]]


def _paused(
    post: outbox.Post, undelivered: list[OutboxRow], now: int, pause: int, sitting: set[int | None]
) -> outbox.Post:
    """Return a post that waits, if it is an edit, for a break of `pause` seconds between posts like it.

    Continuous play is shown every `SITTING` seconds, counted from the first edit held back. The private messages of
    seats that are still `sitting` wait for nothing else: their panels show the same.
    """
    if not pause or post.kind not in notices.EDITS:
        return post
    held = [row.payload.get("since", now) for row in undelivered if row.coalesce_key == post.coalesce_key]
    since = min([now, *held])
    longest = since + SITTING
    until = max(now, longest if post.seat in sitting else min(now + pause, longest))
    return replace(post, payload=post.payload | {"since": since}, not_before=until)


def _goes_on(info: MatchInfo, position: Position, row: JournalRow) -> bool:
    """Return whether a computer moved and only computers are next: the next call reports all of it at once."""
    return row.kind == "computer" and bool(position.waiting) and set(position.waiting) <= info.computers


def _last_told(seats: Iterable[SeatInfo]) -> int:
    """Return the entry up to which the channel has been informed."""
    return max((seat.pinged_seq or 0 for seat in seats), default=0)


async def _must_be_told(
    tx: Transaction,
    info: MatchInfo,
    previous: Position | None,
    position: Position,
    row: JournalRow,
    deadline: Deadline,
    told: int,
) -> bool:
    """Return whether a move must be posted without a call: no call may follow, or not for a long time."""
    if row.kind == "start":
        return bool(deadline.seats)
    if row.kind not in MOVES:
        return False
    if len(info.seats) == 1 and sum(event.to is None for event in position.events) > STORY:
        return True
    by_computers = len(info.computers) == len(info.seats) and _goes_on(info, position, row)
    if previous is None or not (by_computers or deadline.seats):
        return False
    round_of = position.match.game.round
    number = round_of(position.views[None])
    if number:
        return number != round_of(previous.views[None])
    rows = await journal.since(tx, info.id, told)
    return sum(any(event["to"] is None for event in row.events) for row in rows) >= QUIET


def _uncalled(seat: SeatInfo, rows: Sequence[JournalRow]) -> SeatInfo:
    """Return a seat whose last call failed as not called, unless it acted."""
    if rows[0].kind == "act" and rows[0].seat == seat.seat:
        return seat
    return replace(seat, waiting_since=None, pinged_epoch=None)


async def _without_old_calls(tx: Transaction, info: MatchInfo, position: Position, now: int) -> MatchInfo:
    """Return a match with old calls of taken-back turns cleared, so that their seats are called again."""
    seats = [seat for seat in info.seats if seat.waiting_since is None and seat.seat in position.waiting]
    again = {seat.seat for seat in seats if seat.pinged_epoch == position.match.epoch}
    undone = await journal.last_of(tx, info.id, "undo") if again else None
    if undone is None or now - undone <= STILL_CALLED:
        return info
    return replace(
        info, seats=tuple(replace(seat, pinged_epoch=None) if seat.seat in again else seat for seat in info.seats)
    )


def _awaited(
    info: MatchInfo,
    previous: Position | None,
    position: Position,
    rows: Sequence[JournalRow],
    calls: Calls,
    deadline: Deadline,
) -> dict[int, SeatInfo]:
    """Return the seats with the start of their wait, and whether each is called."""
    was_hidden = previous is not None and hidden_hold(previous.match) is not None
    answered = {row.seat for row in rows if row.kind == "late"}
    found: dict[int, SeatInfo] = {}
    for before in info.seats:
        seat = _uncalled(before, rows) if was_hidden else before
        after = _wait(info, seat, position, rows[-1], calls, deadline)
        if seat.seat in answered and seat.waiting_since is not None and after.waiting_since is not None:
            # The clock has answered for an absent player, who doesn't know of the next decision.
            after = after if seat.seat in deadline.seats else _pinged(after, position)
        found[seat.seat] = after
    return found


async def _clocked(
    tx: Transaction,
    info: MatchInfo,
    seats: Mapping[int, SeatInfo],
    rows: Sequence[JournalRow],
    deadline: Deadline,
    called: Collection[int],
) -> dict[int, SeatInfo]:
    """Return the seats with updated clocks: those that must act now, and those that have moved.

    A clock starts with the delivery of its seat's call. Without a call, and in a friendly match, it starts at once.
    """
    pace, now = Pace.of(info.pace), rows[-1].at
    movers = {row.seat for row in rows if row.kind in ("act", "order")}
    present = movers | {row.seat for row in rows if row.kind == "late"}
    begin = [seat for seat in seats.values() if _begins(seat, info.seats[seat.seat])]
    # A player who moves in a suspended match has lost no time to the suspension.
    stood = reminder_times.first((info.paused_at, info.parked_at))
    rests = await rests_of(tx, begin) if pace.has_clock else {}
    found = dict(seats)
    for seat in seats.values():
        if info.seats[seat.seat].waiting_since is not None and (seat.waiting_since is None or seat in begin):
            turn = seat if stood is None else clocks.went_on(seat, stood, now)
            found[seat.seat] = clocks.ended(turn, pace, now, moved=seat.seat in movers)
        elif seat.waiting_since is not None and seat.late_since is not None and seat.seat in present:
            back = clocks.returned(seat, pace, now)
            rest = (await rests_of(tx, [back])).get(seat.seat) if pace.has_clock else None
            found[seat.seat] = reminder_times.of_clock(back, pace, rest)
    for seat in begin:
        rest = rests.get(seat.seat)
        begun = clocks.begun(found[seat.seat], pace, rest)
        if not clocks.stands(info, begun) and (seat.seat not in called or not pace.has_clock):
            begun = reminder_times.of_clock(clocks.started(begun, now), pace, rest)
        found[seat.seat] = begun
    there = {row.seat for row in rows if row.kind in ("here", *BY_HAND)}
    stood = [seat for seat in found.values() if seat.seat in there and _has_stood(info, seat)]
    rests = await rests_of(tx, stood) if pace.has_clock else {}
    for seat in stood:
        if seat.clock_since is not None or seat.seat not in called or not pace.has_clock:
            found[seat.seat] = reminder_times.of_clock(clocks.started(seat, now), pace, rests.get(seat.seat))
    return found


def _has_stood(info: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether a seat that must act has its clock stopped indefinitely, because its player was away."""
    if seat.waiting_since is None or seat.late_since is not None or clocks.stands(info, seat):
        return False
    return seat.clock_since is None or seat.remind_at is None


async def rests_of(db: Reader, seats: Collection[SeatInfo]) -> dict[int, Rest | None]:
    """Return the quiet hours of the people in these seats."""
    users = await people.several(db, [seat.user_id for seat in seats]) if seats else {}
    return {seat.seat: Wish.of(users[seat.user_id]).rest for seat in seats}


def _begins(seat: SeatInfo, before: SeatInfo) -> bool:
    """Return whether a seat's wait begins, or begins again."""
    return seat.waiting_since is not None and seat.waiting_since != before.waiting_since


def _wait(
    info: MatchInfo, seat: SeatInfo, position: Position, row: JournalRow, calls: Calls, deadline: Deadline
) -> SeatInfo:
    if calls is Calls.AFRESH:
        seat = replace(seat, pinged_epoch=None)
    if seat.seat not in position.waiting or seat.computer is not None:
        return reminder_times.ended(replace(seat, waiting_since=None, nudged_at=None))
    if seat.waiting_since is not None:
        return _called_again(info, seat, position, row) if calls is Calls.AGAIN and seat.seat == row.seat else seat
    seat = replace(seat, waiting_since=row.at)
    if seat.seat in deadline.seats:
        return reminder_times.ended(seat)  # otherwise others would see whether this seat needs a call
    if seat.is_absent:
        return reminder_times.ended(seat)
    if not Pace.of(info.pace).has_clock:
        seat = reminder_times.begun(seat, row.at)
    # Within one epoch only a take-back brings the same turn again: it is the same decision.
    if seat.pinged_epoch == position.match.epoch or (calls is Calls.NOT_ACTOR and seat.seat == row.seat):
        return seat
    return _pinged(seat, position)


def _called_again(info: MatchInfo, seat: SeatInfo, position: Position, row: JournalRow) -> SeatInfo:
    """Return a seat whose player is back, with all its reminders ahead."""
    seat = seat if Pace.of(info.pace).has_clock else reminder_times.begun(seat, row.at)
    return _pinged(seat, position)


def _pinged(seat: SeatInfo, position: Position) -> SeatInfo:
    """Return a seat as called at this position."""
    return replace(seat, pinged_seq=position.seq, pinged_epoch=position.match.epoch)


async def _reminding(tx: Transaction, info: MatchInfo, seats: Collection[SeatInfo], now: int) -> list[outbox.Post]:
    """Schedule a check of the match for its next reminder; return the removal of a reminder that is out of date.

    If an earlier wait has its time ahead, the match is checked sooner anyway. A time in the past belongs to a late seat
    and needs no check.
    """
    due, known = reminder_times.next_of(seats), reminder_times.next_of(info.seats)
    if due is not None and (known is None or not now < known <= due):
        await work.put(tx, "times", [info.id], due, now)
    return [] if any(map(reminder_times.was_told, seats)) else await notices.no_reminder(tx, info)


async def shown_anew(tx: Transaction, info: MatchInfo, position: Position, now: int) -> None:
    """Post the board of a running match in a channel without one, and call all seats that must act."""
    waiting = await outbox.waiting_keys(tx, info.id)
    before = [row.payload["after"] for row in waiting if row.kind == "turn"]
    seats = [seat for seat in info.seats if seat.waiting_since is not None and seat.computer is None]
    if seats and hidden_hold(position.match) is None:
        payload = {
            "seq": position.seq,
            "seats": [seat.seat for seat in seats],
            "users": [seat.user_id for seat in seats],
            "after": min([_last_told(info.seats), *before]),
        }
        if Pace.of(info.pace).has_clock:
            payload["clocked"] = True  # for seats whose clock doesn't run yet
        posts = [outbox.Post("turn", payload, coalesce_key="turn")]
    else:
        posts = [outbox.Post("board", {"seq": position.seq}, coalesce_key="board")]
    posts += [notices.about_seat(seat, position.seq) for seat in info.seats if seat.is_in_question]
    await outbox.put(tx, info.id, [*posts, *notices.letters(info, position.seq)], now=now)


def is_public(previous: Position | None, position: Position) -> bool:
    """Return whether anything public changed."""
    return previous is None or previous.public != position.public or any(e.to is None for e in position.events)


def _is_quiet(previous: Position | None, position: Position, row: JournalRow, calls: Calls) -> bool:
    """Return whether a seat took back a hidden move, so that the take-back must stay hidden too."""
    if row.kind != "undo" or calls is not Calls.NOT_ACTOR or previous is None:
        return False
    return not is_public(previous, position) and all(event.to is not None for event in previous.events)


def _letter_changes(seat: SeatInfo, previous: Position | None, position: Position, rows: Sequence[JournalRow]) -> bool:
    """Return whether a seat acted, began or ceased to wait, can see an event, or knows something new."""
    if seat.computer is not None:
        return _closes_letter(seat, previous, position, rows[-1])
    if previous is None or (seat.seat in position.waiting) != (seat.waiting_since is not None):
        return True
    if previous.private[seat.seat] != position.private[seat.seat]:
        return True
    told = any(event.to is not None and seat.seat in event.to for event in position.events)
    return told or any(row.seat == seat.seat for row in rows)


def _closes_letter(seat: SeatInfo, previous: Position | None, position: Position, row: JournalRow) -> bool:
    """Return whether the private message of a computer's seat changes: it takes over, or the match ends."""
    if not seat.has_person or seat.dm_message_id is None:
        return False
    ends = previous is not None and previous.over != position.over
    return ends or (row.kind == "hand" and row.seat == seat.seat)


def _call(
    info: MatchInfo,
    position: Position,
    waiting: set[int],
    called: set[int],
    undelivered: list[OutboxRow],
    presence: Presence,
) -> tuple[list[outbox.Post], dict[int, int]]:
    """Return the call for these seats and those already waiting for one, and the seats whose call is withdrawn.

    Each withdrawn seat comes with the entry of the call before.
    """
    before = _last_told(info.seats)
    seats, withdrawn, shown, mailed = set(called), dict[int, int](), False, set[int]()
    until = presence.until if called <= presence.seats else 0
    for row in (row for row in undelivered if row.kind == "turn"):
        after, late = row.payload["after"], set(row.payload["seats"])
        # A seat that moves before the call is made needs none.
        left = late & waiting - (presence.acting if row.error is None and "shown" in row.payload else set())
        withdrawn |= dict.fromkeys(late - left, after)
        before, shown = min(before, after), shown or "shown" in row.payload
        mailed |= left & set(row.payload.get("mailed", ()))
        if left:
            seats |= left
            until = min(until, row.not_before)
    if not seats:
        return [], withdrawn
    users = [seat.user_id for seat in info.seats if seat.seat in seats]
    payload = {"seq": position.seq, "seats": sorted(seats), "users": users, "after": before}
    if Pace.of(info.pace).has_clock:
        # Their clocks start with the delivery.
        payload["clocked"] = True
    if mailed:
        payload["mailed"] = sorted(mailed)
    if shown or until:
        # Until then the live board has the words of the call.
        payload["shown"] = True
    return [outbox.Post("turn", payload, coalesce_key="turn", not_before=until)], withdrawn


async def _rings(
    tx: Transaction,
    info: MatchInfo,
    position: Position,
    called: set[int],
    asked: frozenset[int],
    until: int,
    now: int,
) -> list[outbox.Post]:
    """Return the private posts for the called seats, and for seats that are asked but must not be called."""
    seats = [seat for seat in info.seats if seat.seat in called | asked and seat.computer is None]
    if not seats:
        return []
    users = await people.several(tx, [seat.user_id for seat in seats])
    posts: list[outbox.Post] = []
    for seat in seats:
        wish = Wish.of(users[seat.user_id])
        loud = wish.in_private or (seat.seat in asked and wish.ring is not Ring.NEVER)
        if wish.ring is Ring.DAILY:
            posts.append(notices.ring(seat, position.seq, daily=wish.next_digest(now)))
        elif loud or seat.seat in asked | position.knowing or seat.dm_message_id is not None:
            at = held_back(wish.rest, max(now, until)) if loud else 0
            posts.append(notices.ring(seat, position.seq, loud=loud, not_before=at if at > now else until))
    return posts


def _needless(undelivered: list[OutboxRow], waiting: set[int], presence: Presence) -> list[str]:
    """Return the keys of private posts to seats that have acted, or are present and act in time."""
    keys: list[str] = []
    for row in undelivered:
        if row.kind == "ring" and row.seat is not None and row.coalesce_key is not None:
            present = row.seat in presence.acting and row.error is None and 0 < row.not_before != row.payload["daily"]
            if present or row.seat not in waiting:
                keys.append(row.coalesce_key)
    return keys


def _settled(seats: Iterable[SeatInfo], position: Position) -> Iterator[outbox.Post]:
    """Yield the removals of questions about a late seat that are now settled."""
    for seat in seats:
        if seat.open_message_id is not None and (position.over or not seat.is_in_question):
            yield notices.about_seat(seat, position.seq)


async def again(tx: Transaction, match_id: int, kind: str, number: int | None, now: int) -> bool:
    """Replace a call that can't be read, or a seat's private call; return whether one is needed."""
    info = await matches.get(tx, match_id) if kind in ("turn", "ring") else None
    if info is None or info.status != "playing" or info.unreadable:
        return False
    awaited = [
        seat for seat in info.seats if seat.waiting_since is not None and seat.computer is None and not seat.is_absent
    ]
    if kind == "ring":
        posts = [notices.ring(seat, info.seq) for seat in awaited if seat.seat == number]
    else:
        told = await outbox.last_told(tx, match_id)
        after = 0 if told is None else told.payload["seq"]
        # A seat that must act but may not be called has none of these.
        pinged = {seat: seat.pinged_seq for seat in awaited if seat.pinged_epoch is not None and seat.pinged_seq}
        late = {seat: seq for seat, seq in pinged.items() if seq > after}
        payload = {"seq": info.seq, "seats": [seat.seat for seat in late], "users": [seat.user_id for seat in late]}
        payload["after"] = after if told is not None else min(late.values(), default=1) - 1
        if Pace.of(info.pace).has_clock:
            payload["clocked"] = True
        posts = [outbox.Post("turn", payload, coalesce_key="turn")] if late else []
    await outbox.put(tx, match_id, posts, now=now)
    return bool(posts)


async def still_due(db: Reader, row: OutboxRow) -> OutboxRow | None:
    """Return a call for another attempt, without the seats that have acted meanwhile; None if no seat remains."""
    if row.kind != "turn" or not row.attempts:
        return row
    info = await matches.get(db, row.match_id)
    if info is None or info.status != "playing":
        return None
    left = [s for s in info.seats if s.seat in row.payload["seats"] and s.waiting_since is not None]
    if not left:
        return None
    payload = row.payload | {"seats": [s.seat for s in left], "users": [s.user_id for s in left]}
    return replace(row, payload=payload)


async def moved_on(
    tx: Transaction, info: MatchInfo, previous: Position | None, position: Position, rows: Sequence[JournalRow]
) -> None:
    """Close the votes that moves settle: all at the end, else take-back votes and those about a seat that has moved.

    A hidden move closes none, as that would reveal it.
    """
    now = rows[-1].at
    if position.over:
        await notices.end_votes(tx, info, now)
    elif is_public(previous, position) or _waits_for_others(previous, position):
        movers = _movers(rows, 0)
        for asked in await votes.still_open(tx, info.id):
            if asked.kind == notices.GO_BACK or asked.data.get("seat") in movers:
                await notices.close_vote(tx, asked, "lapsed", now, why="moved")


def _waits_for_others(previous: Position | None, position: Position) -> bool:
    """Return whether it is public that the match now waits for other seats."""
    hidden = hidden_hold(position.match) is not None or (previous and hidden_hold(previous.match) is not None)
    return not hidden and (previous is None or previous.waiting != position.waiting)
