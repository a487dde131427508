"""Turn notifications, in the channel and in private, and the waiting posts that they replace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.app.clock import DAY
from bot.matches.clocks.time_control import TimeControl
from bot.matches.records import MatchInfo, SeatInfo
from bot.notifications import posts as notices
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store import outbox
from bot.store.statements.rows import JournalRow, OutboxRow

#: A player who moved within this many seconds is probably present and may move without a notification, so the
#: notification is delayed a little. If they don't move, it is sent after the delay.
PRESENCE_SECONDS = DAY
#: While players move one after another, edits are held back for at most this many seconds.
MAX_EDIT_DELAY = 90


class Presence(NamedTuple):
    """The seats whose players are present, those that have just moved (`acting`), and until when to delay
    notifications to present players; 0 means no delay.
    """

    until: int = 0
    seats: frozenset[int] = frozenset()
    acting: frozenset[int] = frozenset()

    @classmethod
    def from_entries(cls, recent: Sequence[JournalRow], rows: Sequence[JournalRow], grace: int) -> Presence:
        """Return who is present after `rows`, which are the last of the `recent` entries. `grace` is the delay in
        seconds; with 0, no one counts as present.
        """
        if not grace:
            return cls()
        now = rows[-1].at
        return cls(now + grace, moving_seats(recent, now - PRESENCE_SECONDS), moving_seats(rows, 0))


def moving_seats(rows: Sequence[JournalRow], since: int) -> frozenset[int]:
    """Return the seats whose players have moved at this time or later."""
    return frozenset(row.seat for row in rows if row.kind == "act" and row.at >= since and row.seat is not None)


@dataclass(frozen=True, slots=True)
class Call:
    """The turn notification in the channel, if there is one, and the seats whose waiting notification is withdrawn,
    with the journal entry of the notification before.
    """

    post: outbox.Post | None = None
    withdrawn: Mapping[int, int] = field(default_factory=dict[int, int])

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are notified."""
        return frozenset[int]() if self.post is None else frozenset(self.post.payload["seats"])

    @property
    def not_before(self) -> int:
        """The earliest time of the notification; 0 means at once."""
        return 0 if self.post is None else self.post.not_before


def last_told(seats: Iterable[SeatInfo]) -> int:
    """Return the number of the last journal entry that the channel was informed of."""
    return max((seat.pinged_seq or 0 for seat in seats), default=0)


def undelivered_calls(undelivered: Iterable[OutboxRow]) -> list[OutboxRow]:
    """Return the turn notifications among these undelivered posts."""
    return [row for row in undelivered if row.kind == "turn"]


def call_of(info: MatchInfo, seq: int, seats: Iterable[int], after: int) -> dict[str, Any]:
    """Return the payload of a turn notification at position `seq`; `after` is the entry of the one before."""
    numbers = set(seats)
    users = [seat.user_id for seat in info.seats if seat.seat in numbers]
    payload: dict[str, Any] = {"seq": seq, "seats": sorted(numbers), "users": users, "after": after}
    if TimeControl.from_json(info.pace).has_clock:
        # The clocks of these seats start with the delivery.
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
    """Return the turn notification for the `called` seats, and for `waiting` seats whose notification is
    undelivered.
    """
    before = last_told(info.seats)
    seats, withdrawn, shown, mailed = set(called), dict[int, int](), False, set[int]()
    until = presence.until if called <= presence.seats else 0
    for row in undelivered_calls(undelivered):
        after, late = row.payload["after"], set(row.payload["seats"])
        # A seat that has moved before the notification was posted needs none.
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
        # Until then, the message with the board has the text of the notification.
        payload["shown"] = True
    return Call(outbox.Post("turn", payload, coalesce_key="turn", not_before=until), withdrawn)


def private_call(
    seat: SeatInfo, seq: int, prefs: NotificationPrefs, until: int, now: int, *, asked: bool, knowing: bool
) -> outbox.Post | None:
    """Return the private notification that it is a seat's turn, by its player's preferences; None if there is none.

    An `asked` seat must be notified although the channel must not show that; a `knowing` seat has something secret
    to look at.
    """
    if prefs.ping_mode is PingMode.DAILY:
        return notices.push_notification(seat, seq, daily=prefs.next_digest(now))
    loud = prefs.pings_privately or (asked and prefs.ping_mode is not PingMode.NEVER)
    if not (loud or asked or knowing or seat.dm_message_id is not None):
        return None
    at = after_quiet_hours(prefs.quiet_hours, max(now, until)) if loud else 0
    return notices.push_notification(seat, seq, loud=loud, not_before=at if at > now else until)


def obsolete_rings(undelivered: Iterable[OutboxRow], waiting: frozenset[int], presence: Presence) -> list[str]:
    """Return the keys of private notifications that are no longer needed, because the seats have moved."""
    keys: list[str] = []
    for row in undelivered:
        if row.kind == "ring" and row.seat is not None and row.coalesce_key is not None:
            present = row.seat in presence.acting and row.error is None and 0 < row.not_before != row.payload["daily"]
            if present or row.seat not in waiting:
                keys.append(row.coalesce_key)
    return keys


def obsolete_edits(posts: Iterable[outbox.Post]) -> list[str]:
    """Return the keys of edits of private messages that a private notification makes redundant."""
    return [
        notices.direct_message_key(post.seat) for post in posts if post.kind == "ring" and not post.payload["daily"]
    ]


def delayed_edit(
    post: outbox.Post, undelivered: Iterable[OutboxRow], now: int, pause: int, sitting: frozenset[int | None]
) -> outbox.Post:
    """Return the post, which is held back if it is an edit: it waits until no more edits like it came for `pause`
    seconds.

    It waits at most `MAX_EDIT_DELAY` seconds from the first edit that was held back. The private messages of
    `sitting` seats, whose players are still moving, always wait that long, because their panels show the same.
    """
    if not pause or post.kind not in notices.EDIT_KINDS:
        return post
    held = [row.payload.get("since", now) for row in undelivered if row.coalesce_key == post.coalesce_key]
    since = min([now, *held])
    longest = since + MAX_EDIT_DELAY
    until = max(now, longest if post.seat in sitting else min(now + pause, longest))
    return replace(post, payload=post.payload | {"since": since}, not_before=until)
