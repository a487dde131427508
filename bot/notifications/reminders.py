"""Reminding players of their turns.

A reminder pings players where they have chosen to be pinged, but not in their quiet hours. Players who want one message
a day or no pings are reminded only before a clock runs out. A single message in the channel reminds all players whose
reminder is due. It replaces the previous reminder, and is removed when the players have moved. No one is reminded of a
decision if it is hidden who has answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from bot.matches.clocks.time_control import TimeControl
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.matches.settings.people import REMINDED_SETTING
from bot.notifications import match_posts
from bot.notifications.nudges import NUDGE_INTERVAL
from bot.notifications.preferences import NotificationPrefs
from bot.notifications.quiet_hours import after_quiet_hours
from bot.notifications.reminder_times import CLOCK_REMINDERS, after_reminder, with_first_reminder
from bot.store import outbox
from bot.store.statements import journal, matches, users_and_servers
from bot.store.statements.rows import UserRow
from bot.store.transactions import Transaction

#: After players are pinged at the end of their quiet hours, they aren't reminded for this many seconds.
MERGE_SECONDS = 60


class Reminders:
    """Reminds players whose turn it is."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def remind(self, match_id: int) -> None:
        """Send a match's due reminders."""
        repo = self._repo
        async with repo.lock_match(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            due = [seat for seat in info.seats if seat.remind_at is not None and seat.remind_at <= now]
            if not due or info.status != "playing" or info.stands_still:
                return
            async with repo.store.write() as tx:
                users = await users_and_servers.several(tx, [seat.user_id for seat in due])
                all_prefs = {seat.seat: NotificationPrefs.from_user(users[seat.user_id]) for seat in due}
                updated_seats = [await _reminded(tx, info, seat, all_prefs[seat.seat], now) for seat in due]
                await matches.set_waiting(tx, info.id, updated_seats)
                reminded_seats = [
                    seat for seat, before in zip(updated_seats, due, strict=True) if seat.reminded > before.reminded
                ]
                just_pinged = await _seats_pinged_now(tx, info, users, now)
                await outbox.enqueue(
                    tx, info.id, list(_posts(info, reminded_seats, all_prefs, just_pinged, now)), now=now
                )
                await match_posts.ping_after_quiet_hours(
                    tx, info, _reminders_after_quiet_hours(info, reminded_seats, all_prefs, now), now
                )


async def _reminded(tx: Transaction, info: MatchInfo, seat: SeatInfo, prefs: NotificationPrefs, now: int) -> SeatInfo:
    """Return the seat after a reminder: the reminder is counted, and the next one is scheduled.

    In a friendly match, the schedule starts again for a player who has already moved during this turn, and a player who
    was just nudged is reminded later.
    """
    time_control = TimeControl.from_json(info.pace)
    if not time_control.has_clock and not seat.reminded:
        acted = await journal.last_move_time(tx, info.id, seat.seat, seat.waiting_since or 0)
        seat = seat if acted is None else with_first_reminder(seat, acted)
    # A nudge in quiet hours reached the player only when the quiet hours ended.
    remind_at = (
        None
        if time_control.has_clock or seat.nudged_at is None
        else after_quiet_hours(prefs.quiet_hours, seat.nudged_at) + NUDGE_INTERVAL
    )
    if remind_at is not None and now < remind_at:
        return replace(seat, remind_at=remind_at)
    return after_reminder(seat, time_control, now)


async def _seats_pinged_now(tx: Transaction, info: MatchInfo, users: Mapping[int, UserRow], now: int) -> set[int]:
    """Return the seats that are being pinged in the channel right now, or were pinged a moment ago.

    A ping after quiet hours that is being delivered counts only while it is new, because an older one may have arrived
    long ago.
    """
    due = await _due_pings(tx, info, now)
    last_reminder_by_user = {
        user_id: (user.prefs or {}).get(REMINDED_SETTING, (0, 0)) for user_id, user in users.items()
    }
    pinged_user_ids = {
        user_id
        for user_id, (at, match_id) in last_reminder_by_user.items()
        if match_id == info.id and 0 <= now - at < MERGE_SECONDS
    }
    return due | {seat.seat for seat in info.seats if seat.user_id in pinged_user_ids}


async def _due_pings(tx: Transaction, info: MatchInfo, now: int) -> set[int]:
    """Return the seats whose ping after quiet hours is due but hasn't been delivered yet."""
    waiting = {row.id for row in await outbox.waiting_keys(tx, info.id)}
    delayed_rows = [row for row in await outbox.undelivered(tx, info.id, ["reminder"]) if row.payload.get("held")]
    due = [
        row
        for row in delayed_rows
        if row.not_before <= now and (row.id in waiting or now - row.not_before < MERGE_SECONDS)
    ]
    return {seat for row in due for seat in row.payload["seats"]}


def _posts(
    info: MatchInfo,
    seats: list[SeatInfo],
    all_prefs: Mapping[int, NotificationPrefs],
    just_pinged: Collection[int],
    now: int,
) -> Iterator[outbox.Post]:
    """Yield the posts that remind these seats.

    The post in the channel leaves out seats in their quiet hours, and `just_pinged` seats, which were pinged when their
    quiet hours ended.
    """
    seats_to_ping = [
        seat
        for seat in seats
        if seat.seat not in just_pinged
        and all_prefs[seat.seat].reminds_in_channel(costs=_has_running_clock(info, seat))
        and after_quiet_hours(all_prefs[seat.seat].quiet_hours, now) == now
    ]
    if seats_to_ping:
        payload = {"seq": info.seq, "seats": [seat.seat for seat in seats_to_ping]}
        yield outbox.Post("reminder", payload, coalesce_key="reminder")
    for seat in seats:
        prefs = all_prefs[seat.seat]
        if prefs.reminds_privately(costs=_has_running_clock(info, seat)):
            yield match_posts.push_notification(seat, info.seq, not_before=after_quiet_hours(prefs.quiet_hours, now))


def _reminders_after_quiet_hours(
    info: MatchInfo, seats: list[SeatInfo], all_prefs: Mapping[int, NotificationPrefs], now: int
) -> dict[int, int]:
    """Return when to remind the users in the channel who are now in their quiet hours, by user id."""
    reminded_seats = [
        seat for seat in seats if all_prefs[seat.seat].reminds_in_channel(costs=_has_running_clock(info, seat))
    ]
    nights = {seat.user_id: after_quiet_hours(all_prefs[seat.seat].quiet_hours, now) for seat in reminded_seats}
    return {user: at for user, at in nights.items() if at > now}


def _has_running_clock(info: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether a seat has a clock that hasn't run out yet."""
    return TimeControl.from_json(info.pace).has_clock and seat.reminded < CLOCK_REMINDERS
