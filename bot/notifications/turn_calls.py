"""Calls of the seats that must act: in the channel and in private, and the waiting posts that these replace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.matches.clocks.time_control import TimeControl
from bot.matches.records import MatchInfo, SeatInfo
from bot.notifications import posts as notices
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.quiet_hours import DAY, held_back
from bot.store import outbox
from bot.store.statements.rows import JournalRow, OutboxRow

#: A player who moved within this many seconds is probably present and may come without a call, so the call waits a
#: moment. If they don't come, the call is that much late.
PRESENCE_SECONDS = DAY
#: Edits during continuous play are held back for at most this many seconds.
MAX_EDIT_DELAY = 90


class Presence(NamedTuple):
    """The players who are present or have just moved, and how long present seats are not called; 0 calls all at
    once.
    """

    until: int = 0
    seats: frozenset[int] = frozenset()
    acting: frozenset[int] = frozenset()

    @classmethod
    def from_entries(cls, recent: Sequence[JournalRow], rows: Sequence[JournalRow], grace: int) -> Presence:
        """Return who is present after `rows`, the last of the `recent` entries; no one without a grace."""
        if not grace:
            return cls()
        now = rows[-1].at
        return cls(now + grace, movers(recent, now - PRESENCE_SECONDS), movers(rows, 0))


def movers(rows: Sequence[JournalRow], since: int) -> frozenset[int]:
    """Return the seats with a manual move at this time or later."""
    return frozenset(row.seat for row in rows if row.kind == "act" and row.at >= since and row.seat is not None)


@dataclass(frozen=True, slots=True)
class Call:
    """The call in the channel, if any, and the seats whose call is withdrawn, with the entry of the call before."""

    post: outbox.Post | None = None
    withdrawn: Mapping[int, int] = field(default_factory=dict[int, int])

    @property
    def seats(self) -> frozenset[int]:
        """The seats to call."""
        return frozenset[int]() if self.post is None else frozenset(self.post.payload["seats"])

    @property
    def not_before(self) -> int:
        """The earliest time of the call; 0 for at once."""
        return 0 if self.post is None else self.post.not_before


def last_told(seats: Iterable[SeatInfo]) -> int:
    """Return the last entry that the channel has been informed of."""
    return max((seat.pinged_seq or 0 for seat in seats), default=0)


def undelivered_calls(undelivered: Iterable[OutboxRow]) -> list[OutboxRow]:
    """Return the waiting calls."""
    return [row for row in undelivered if row.kind == "turn"]


def call_of(info: MatchInfo, seq: int, seats: Iterable[int], after: int) -> dict[str, Any]:
    """Return the content of a call for these seats at position `seq`; `after` is the entry of the call before."""
    numbers = set(seats)
    users = [seat.user_id for seat in info.seats if seat.seat in numbers]
    payload: dict[str, Any] = {"seq": seq, "seats": sorted(numbers), "users": users, "after": after}
    if TimeControl.from_json(info.pace).has_clock:
        # Their clocks start with the delivery.
        payload["clocked"] = True
    return payload


def decide_call(
    info: MatchInfo,
    seq: int,
    waiting: frozenset[int],
    called: frozenset[int],
    undelivered: Sequence[OutboxRow],
    presence: Presence,
) -> Call:
    """Return the call for the `called` seats and those of the `waiting` that have one undelivered."""
    before = last_told(info.seats)
    seats, withdrawn, shown, mailed = set(called), dict[int, int](), False, set[int]()
    until = presence.until if called <= presence.seats else 0
    for row in undelivered_calls(undelivered):
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
        return Call(None, withdrawn)
    payload = call_of(info, seq, seats, before)
    if mailed:
        payload["mailed"] = sorted(mailed)
    if shown or until:
        # Until then the live board has the words of the call.
        payload["shown"] = True
    return Call(outbox.Post("turn", payload, coalesce_key="turn", not_before=until), withdrawn)


def private_call(
    seat: SeatInfo, seq: int, prefs: NotificationPrefs, until: int, now: int, *, asked: bool, knowing: bool
) -> outbox.Post | None:
    """Return the private post for a seat that must act, as its player wishes; None without one.

    An `asked` seat must be told though it may not be called in the channel; a `knowing` one has a secret to look at.
    """
    if prefs.ping_mode is PingMode.DAILY:
        return notices.push_notification(seat, seq, daily=prefs.next_digest(now))
    loud = prefs.pings_privately or (asked and prefs.ping_mode is not PingMode.NEVER)
    if not (loud or asked or knowing or seat.dm_message_id is not None):
        return None
    at = held_back(prefs.quiet_hours, max(now, until)) if loud else 0
    return notices.push_notification(seat, seq, loud=loud, not_before=at if at > now else until)


def obsolete_rings(undelivered: Iterable[OutboxRow], waiting: frozenset[int], presence: Presence) -> list[str]:
    """Return the keys of private posts to seats that have acted, or are present and act in time."""
    keys: list[str] = []
    for row in undelivered:
        if row.kind == "ring" and row.seat is not None and row.coalesce_key is not None:
            present = row.seat in presence.acting and row.error is None and 0 < row.not_before != row.payload["daily"]
            if present or row.seat not in waiting:
                keys.append(row.coalesce_key)
    return keys


def obsolete_edits(posts: Iterable[outbox.Post]) -> list[str]:
    """Return the keys of edits that a private post makes redundant."""
    return [
        notices.direct_message_key(post.seat) for post in posts if post.kind == "ring" and not post.payload["daily"]
    ]


def held_edit(
    post: outbox.Post, undelivered: Iterable[OutboxRow], now: int, pause: int, sitting: frozenset[int | None]
) -> outbox.Post:
    """Return a post that waits, if it is an edit, for a break of `pause` seconds between posts like it.

    Continuous play is shown every `MAX_EDIT_DELAY` seconds, counted from the first edit held back. The private messages
    of seats that are still `sitting` wait for nothing else: their panels show the same.
    """
    if not pause or post.kind not in notices.EDIT_KINDS:
        return post
    held = [row.payload.get("since", now) for row in undelivered if row.coalesce_key == post.coalesce_key]
    since = min([now, *held])
    longest = since + MAX_EDIT_DELAY
    until = max(now, longest if post.seat in sitting else min(now + pause, longest))
    return replace(post, payload=post.payload | {"since": since}, not_before=until)
