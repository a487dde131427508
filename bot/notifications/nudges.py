"""Nudges: a player asks another player to move. The other player can answer how much time they need.

A player can be nudged twelve hours after their turn began or after the last nudge and, in a friendly match, twelve
hours after the last reminder. A nudge pings players where they have chosen to be pinged, but not in their quiet hours.
Players who want a daily message or no pings see the nudge only in the list of their turns. No one can be nudged about a
decision if it is hidden who has answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.app.clock import DAY, HOUR
from bot.matches import refusals
from bot.matches.clocks.time_control import TimeControl
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts, reminder_times
from bot.notifications.preferences import NotificationPrefs
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store import outbox
from bot.store.statements import matches, users_and_servers
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: How many seconds must pass before the first nudge in a turn, and between two nudges.
NUDGE_INTERVAL = 12 * HOUR
#: The maximum time that a nudged player may ask for, in seconds.
MAX_EXTRA_TIME = 14 * DAY


def nudgeable_seats(info: MatchInfo, match: Match[Any], asker: int | None) -> list[SeatInfo]:
    """Return the seats that this player may nudge now or, if nothing changes, later."""
    if asker is None or info.status != "playing" or info.stands_still or find_hidden_hold(match) is not None:
        return []
    other_seats = [seat for seat in info.seats if seat.seat != asker and not seat.is_away]
    return [seat for seat in other_seats if seat.is_awaited]


def nudgeable_from(seat: SeatInfo, time_control: TimeControl) -> int:
    """Return when a seat whose turn it is may be nudged. A reminder counts as a nudge."""
    return (
        max(seat.waiting_since or 0, seat.nudged_at or 0, reminder_times.last_reminder(seat, time_control) or 0)
        + NUDGE_INTERVAL
    )


class Nudges:
    """Sends nudges, and saves how much time the nudged players need."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def ask(self, match_id: int, user_id: int) -> list[SeatInfo]:
        """Nudge all players who may be nudged now, and return their seats.

        Raises Refusal with the reason if no one may be nudged.
        """
        repo = self._repo
        async with repo.lock_match(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            asker = info.seat_of(user_id)
            if asker is None:
                raise refusals.not_seated()
            seats = nudgeable_seats(info, (await repo.position(info)).match, asker)
            time_control = TimeControl.from_json(info.pace)
            due = [seat for seat in seats if nudgeable_from(seat, time_control) <= now]
            if not seats:
                raise Refusal(N_("There's no one to nudge right now."))
            if not due:
                first = f"<t:{min(nudgeable_from(seat, time_control) for seat in seats)}:f>"
                raise Refusal(
                    N_(
                        "They were pinged, reminded or nudged less than twelve hours ago. You can nudge them "
                        "from {time} on."
                    ),
                    time=first,
                )
            async with repo.store.write() as tx:
                await matches.set_waiting(tx, info.id, [replace(seat, nudged_at=now) for seat in due])
                users = await users_and_servers.several(tx, [seat.user_id for seat in due])
                posts = [
                    post
                    for seat in due
                    for post in _posts(info, seat, NotificationPrefs.from_user(users[seat.user_id]), asker, now)
                ]
                await outbox.enqueue(tx, info.id, posts, now=now)
            return due

    async def needs(self, match_id: int, user_id: int, seconds: int) -> int:
        """Announce that a player needs `seconds` to think. Return when that time ends.

        The player isn't reminded or nudged before then.
        """
        repo = self._repo
        async with repo.lock_match(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            seat = next((seat for seat in info.seats if seat.user_id == user_id), None)
            if seat is None:
                raise refusals.not_seated()
            match = (await repo.position(info)).match
            if info.status != "playing" or seat.waiting_since is None or find_hidden_hold(match) is not None:
                raise Refusal(N_("It's not your turn here now."))
            until = now + min(max(seconds, 0), MAX_EXTRA_TIME)
            # In a match with a clock, the clock keeps running, so don't postpone the reminder that depends on it.
            reminder_at = None if seat.remind_at is None or info.pace else max(seat.remind_at, until)
            async with repo.store.write() as tx:
                put_off = replace(seat, nudged_at=until - NUDGE_INTERVAL, remind_at=reminder_at or seat.remind_at)
                await matches.set_waiting(tx, info.id, [put_off])
                await outbox.enqueue(tx, info.id, await match_posts.remove_reminder(tx, info), now=now)
                sentence, at = N_("{who} needs until {time}."), f"<t:{until}:f>"
                await match_posts.notice(tx, info.id, sentence, now=now, people={"who": seat.seat}, time=at)
            return until


def _posts(info: MatchInfo, seat: SeatInfo, prefs: NotificationPrefs, asker: int, now: int) -> Iterator[outbox.Post]:
    """Yield the posts that nudge a player where they have chosen to be pinged, after their quiet hours."""
    nudge_data, rung_at = {"asker": asker, "at": now}, after_quiet_hours(prefs.quiet_hours, now)
    if prefs.pings_in_channel:
        payload = {"seq": info.seq, "user_id": seat.user_id, **nudge_data}
        yield outbox.Post("nudge", payload, seat.seat, f"nudge:{seat.seat}", rung_at)
    if prefs.pings_privately and prefs.accepts_dms:
        ring = match_posts.push_notification(seat, info.seq, not_before=rung_at)
        yield replace(ring, payload=ring.payload | nudge_data)
