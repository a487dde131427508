"""Turn notifications, in the channel and in private, and the undelivered posts that they replace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.app.clock import DAY
from bot.matches.clocks.time_control import TimeControl
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store import outbox
from bot.store.statements.rows import JournalRow, OutboxRow

#: A player who has moved within this many seconds is probably still there, and may make the next move without a
#: notification. The notification is therefore delayed a little, and sent only if they don't move.
PRESENCE_SECONDS = DAY
#: While players move one after another, edits are delayed for at most this many seconds.
MAX_EDIT_DELAY = 90


class Presence(NamedTuple):
    """Which players are probably still there, and until when their notifications are delayed.

    `seats` are these players' seats, and `acting` are those that have just moved. `until` is the end of the delay; 0
    means that there is no delay.
    """

    until: int = 0
    seats: frozenset[int] = frozenset()
    acting: frozenset[int] = frozenset()

    @classmethod
    def from_entries(cls, recent: Sequence[JournalRow], rows: Sequence[JournalRow], grace: int) -> Presence:
        """Return who is probably still there after the change `rows`, the last of the `recent` journal entries.

        `grace` is the delay in seconds. If it is 0, no one counts as being there.
        """
        if not grace:
            return cls()
        now = rows[-1].at
        return cls(now + grace, moving_seats(recent, now - PRESENCE_SECONDS), moving_seats(rows, 0))


def moving_seats(rows: Sequence[JournalRow], since: int) -> frozenset[int]:
    """Return the seats whose players have moved at this time or later."""
    return frozenset(row.seat for row in rows if row.kind == "act" and row.at >= since and row.seat is not None)


@dataclass(frozen=True, slots=True)
class TurnNotification:
    """The turn notification in the channel, if there is one, and the seats whose undelivered notification is withdrawn.

    For each withdrawn seat, `withdrawn` has the journal entry of the notification before the withdrawn one.
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


def last_reported_entry(seats: Iterable[SeatInfo]) -> int:
    """Return the number of the last journal entry that the channel has been informed of."""
    return max((seat.pinged_seq or 0 for seat in seats), default=0)


def undelivered_calls(undelivered: Iterable[OutboxRow]) -> list[OutboxRow]:
    """Return the turn notifications among these undelivered posts."""
    return [row for row in undelivered if row.kind == "turn"]


def notification_payload(info: MatchInfo, seq: int, seats: Iterable[int], after: int) -> dict[str, Any]:
    """Return the payload of a turn notification at entry `seq`. `after` is the entry of the previous notification."""
    numbers = set(seats)
    users = [seat.user_id for seat in info.seats if seat.seat in numbers]
    payload: dict[str, Any] = {"seq": seq, "seats": sorted(numbers), "users": users, "after": after}
    if TimeControl.from_json(info.pace).has_clock:
        # The clocks of these seats start when the notification is delivered.
        payload["clocked"] = True
    return payload


def decide_call(
    info: MatchInfo,
    seq: int,
    waiting: frozenset[int],
    called: frozenset[int],
    undelivered: Sequence[OutboxRow],
    presence: Presence,
    earliest: int = 0,
) -> TurnNotification:
    """Return the turn notification for the `called` seats, which isn't delivered before the time `earliest`.

    It also notifies those `waiting` seats whose earlier notification hasn't been delivered yet.
    """
    before = last_reported_entry(info.seats)
    seats, withdrawn, was_shown, mailed_seats = set(called), dict[int, int](), False, set[int]()
    until = presence.until if called <= presence.seats else 0
    for row in undelivered_calls(undelivered):
        after, late = row.payload["after"], set(row.payload["seats"])
        # A seat that has moved before its notification was delivered no longer needs it.
        still_uncalled = late & waiting - (presence.acting if row.error is None and "shown" in row.payload else set())
        withdrawn |= dict.fromkeys(late - still_uncalled, after)
        before, was_shown = min(before, after), was_shown or "shown" in row.payload
        mailed_seats |= still_uncalled & set(row.payload.get("mailed", ()))
        if still_uncalled:
            seats |= still_uncalled
            until = min(until, row.not_before)
    if not seats:
        return TurnNotification(None, withdrawn)
    until = max(until, earliest)
    payload = notification_payload(info, seq, seats, before)
    if mailed_seats:
        payload["mailed"] = sorted(mailed_seats)
    if was_shown or until:
        # Until the notification is delivered, the message with the board shows the notification's text.
        payload["shown"] = True
    return TurnNotification(outbox.Post("turn", payload, coalesce_key="turn", not_before=until), withdrawn)


def private_notification(
    seat: SeatInfo, seq: int, prefs: NotificationPrefs, until: int, now: int, *, must_notify: bool, has_secrets: bool
) -> outbox.Post | None:
    """Return the private notification that it is a seat's turn; None if its player's preferences don't require one.

    If `must_notify`, the seat can only be notified in private, because the channel must not show that it has to act. If
    `has_secrets`, the seat can see something secret, which the message shows.
    """
    if prefs.ping_mode is PingMode.DAILY:
        return match_posts.push_notification(seat, seq, daily=prefs.next_digest(now))
    loud = prefs.pings_privately or (must_notify and prefs.ping_mode is not PingMode.NEVER)
    if not (loud or must_notify or has_secrets or seat.dm_message_id is not None):
        return None
    at = after_quiet_hours(prefs.quiet_hours, max(now, until)) if loud else 0
    return match_posts.push_notification(seat, seq, loud=loud, not_before=at if at > now else until)


def obsolete_private_notifications(
    undelivered: Iterable[OutboxRow], waiting: frozenset[int], presence: Presence
) -> list[str]:
    """Return the keys of private notifications that are no longer needed because their seats have moved."""
    keys: list[str] = []
    for row in undelivered:
        if row.kind == "ring" and row.seat is not None and row.coalesce_key is not None:
            is_present = (
                row.seat in presence.acting and row.error is None and 0 < row.not_before != row.payload["daily"]
            )
            if is_present or row.seat not in waiting:
                keys.append(row.coalesce_key)
    return keys


def obsolete_edits(posts: Iterable[outbox.Post]) -> list[str]:
    """Return the keys of edits of private messages that are redundant because a private notification is sent."""
    return [
        match_posts.direct_message_key(post.seat) for post in posts if post.kind == "ring" and not post.payload["daily"]
    ]


def delayed_edit(
    post: outbox.Post, undelivered: Iterable[OutboxRow], now: int, pause: int, active_seats: frozenset[int | None]
) -> outbox.Post:
    """Return the post. An edit is delayed until `pause` seconds have passed without another edit of the same kind.

    The delay is at most `MAX_EDIT_DELAY` seconds from the first delayed edit. Edits of private messages to the
    `active_seats` always wait for the maximum time, because their players are still moving, and their panels show the
    same information.
    """
    if not pause or post.kind not in match_posts.EDIT_KINDS:
        return post
    first_queued_times = [row.payload.get("since", now) for row in undelivered if row.coalesce_key == post.coalesce_key]
    since = min([now, *first_queued_times])
    longest = since + MAX_EDIT_DELAY
    until = max(now, longest if post.seat in active_seats else min(now + pause, longest))
    return replace(post, payload=post.payload | {"since": since}, not_before=until)
