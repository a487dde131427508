"""Asking somebody who lets a match wait whether they can move, and their answer: until when they need.

Any other player may ask, once somebody has been awaited for twelve hours and then every twelve hours; in a friendly
match no sooner than twelve hours after a reminder, either. It comes where
its person is rung, and not in their quiet hours; whoever is rung once a day, or never, sees it among what waits for
them. Nobody is asked where nobody may see who has answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.matches import notices, refusal, reminder_times
from bot.matches.batch import hidden_hold
from bot.matches.pace import Pace
from bot.matches.records import MatchInfo, SeatInfo
from bot.matches.repository import MatchRepository
from bot.matches.rest import DAY, HOUR, held_back
from bot.matches.ringing import Wish
from bot.store import matches, outbox, people
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

#: For how many seconds somebody must have been awaited to be asked, and how many pass before they are asked again.
PATIENCE = 12 * HOUR
#: The longest time that somebody may say they need.
LONGEST = 14 * DAY


def awaited(info: MatchInfo, match: Match[Any], asker: int | None) -> list[SeatInfo]:
    """Return the seats whose persons another player could ask to move, sooner or later."""
    if asker is None or info.status != "playing" or info.stands_still or hidden_hold(match) is not None:
        return []
    others = [seat for seat in info.seats if seat.seat != asker and not seat.is_absent]
    return [seat for seat in others if seat.waiting_since is not None and seat.computer is None]


def askable_from(seat: SeatInfo, pace: Pace) -> int:
    """Return from when somebody who is awaited may be asked. A reminder has asked them, too."""
    return max(seat.waiting_since or 0, seat.nudged_at or 0, reminder_times.last(seat, pace) or 0) + PATIENCE


class Nudges:
    """Asks whoever lets a match wait, and notes until when they need."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def ask(self, match_id: int, user_id: int) -> list[SeatInfo]:
        """Ask everybody whom one may ask now, and return them. Raises Refusal with the reason if there is nobody."""
        repo = self._repo
        async with repo.held(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            asker = info.seat_of(user_id)
            if asker is None:
                raise refusal.not_seated()
            seats = awaited(info, (await repo.position(info)).match, asker)
            pace = Pace.of(info.pace)
            due = [seat for seat in seats if askable_from(seat, pace) <= now]
            if not seats:
                raise Refusal(N_("There is nobody now whom you could ask to move."))
            if not due:
                first = f"<t:{min(askable_from(seat, pace) for seat in seats)}:f>"
                raise Refusal(
                    N_("They were called, reminded or asked less than twelve hours ago; you can ask from {time} on."),
                    time=first,
                )
            async with repo.store.write() as tx:
                await matches.set_waiting(tx, info.id, [replace(seat, nudged_at=now) for seat in due])
                users = await people.several(tx, [seat.user_id for seat in due])
                posts = [post for seat in due for post in _posts(info, seat, Wish.of(users[seat.user_id]), asker, now)]
                await outbox.put(tx, info.id, posts, now=now)
            return due

    async def needs(self, match_id: int, user_id: int, seconds: int) -> int:
        """Tell the table until when somebody needs, and return that; nobody reminds or asks them before."""
        repo = self._repo
        async with repo.held(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            seat = next((seat for seat in info.seats if seat.user_id == user_id), None)
            if seat is None:
                raise refusal.not_seated()
            match = (await repo.position(info)).match
            if info.status != "playing" or seat.waiting_since is None or hidden_hold(match) is not None:
                raise Refusal(N_("Nothing waits for you here now."))
            until = now + min(max(seconds, 0), LONGEST)
            # A clock goes on, and its own reminder comes all the same.
            later = None if seat.remind_at is None or info.pace else max(seat.remind_at, until)
            async with repo.store.write() as tx:
                put_off = replace(seat, nudged_at=until - PATIENCE, remind_at=later or seat.remind_at)
                await matches.set_waiting(tx, info.id, [put_off])
                await outbox.put(tx, info.id, await notices.no_reminder(tx, info), now=now)
                sentence, at = N_("{who} needs until {time}."), f"<t:{until}:f>"
                await notices.notice(tx, info.id, sentence, now=now, seats={"who": seat.seat}, time=at)
            return until


def _posts(info: MatchInfo, seat: SeatInfo, wish: Wish, asker: int, now: int) -> Iterator[outbox.Post]:
    """Yield the posts that ask somebody, where they are rung, and not before their quiet hours are over."""
    asked, rung_at = {"asker": asker, "at": now}, held_back(wish.rest, now)
    if wish.in_channel:
        payload = {"seq": info.seq, "user_id": seat.user_id, **asked}
        yield outbox.Post("nudge", payload, seat.seat, f"nudge:{seat.seat}", rung_at)
    if wish.in_private and wish.takes_mail:
        ring = notices.ring(seat, info.seq, not_before=rung_at)
        yield replace(ring, payload=ring.payload | asked)
