"""Absences. While a player is away, their clocks stand still in all their matches and they aren't pinged.

A player's first move in a match ends the absence in that match. The absence ends in all matches when the player
announces their return, or when the announced time is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.app.clock import DAY
from bot.matches.absence.seat_changes import mark_away, mark_returned
from bot.matches.clocks.lateness import counted_since_last_move
from bot.matches.refusals import NewerMatch
from bot.matches.repository import MatchRepository
from bot.matches.service_results import UNTIL_FIELD, MatchInfo, SeatInfo
from bot.matches.settings.people import set_prefs
from bot.notifications import match_posts, turn_notification_decisions
from bot.notifications.preferences import AWAY_SETTING, NotificationPrefs
from bot.store import work_queue
from bot.store.statements import matches, users_and_servers
from bot.store.transactions import Reader, Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum length of an absence in one match, and how far in the future an absence may end, both in seconds.
MAX_ABSENCE, MAX_AHEAD = 14 * DAY, 60 * DAY


@dataclass(frozen=True, slots=True)
class Away:
    """A match with a player who is away, and the time when the absence from that match ends."""

    info: MatchInfo
    until: int


class Absence:
    """Starts and ends absences."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def start(self, user_id: int, until: int) -> list[Away]:
        """Mark a user as away in all their matches, in each for at most the maximum absence. Return these matches.

        The absence also applies to matches that start later, if the user has already joined their lobbies.
        """
        now = self._repo.clock.now()
        if not now < until <= now + MAX_AHEAD:
            raise Refusal(N_("Choose a time within the next 60 days."))
        absences: list[Away] = []
        played = await matches.played_by(self._repo.store.read, user_id)
        for match_id in played:
            absences += await self._leave(match_id, user_id, until)
        if played and not absences:
            raise Refusal(N_("You can't stay away any longer in any of your matches."))
        async with self._repo.store.write() as tx:
            await set_prefs(tx, user_id, {AWAY_SETTING: until})
        return absences

    async def _leave(self, match_id: int, user_id: int, until: int) -> list[Away]:
        try:
            async with self._repo.lock_match(match_id):
                info, seat = await self._seat(match_id, user_id)
                now = self._repo.clock.now()
                last = (seat.away_since or now) + MAX_ABSENCE - seat.away_used
                if last <= now:
                    return []
                at = min(until, last)
                return [Away(await self._mark_away(info, seat, at, now), at)]
        except NewerMatch:
            raise
        except Refusal:
            return []  # the match has ended or been frozen meanwhile

    async def _mark_away(self, info: MatchInfo, seat: SeatInfo, until: int, now: int) -> MatchInfo:
        """Mark a seat's player as away until this time, and inform the channel."""

        async def tell(tx: Transaction) -> None:
            await post_absence(tx, info, seat.seat, until, now)

        away = mark_away(await counted_since_last_move(self._repo.store.read, info, seat), until, now)
        return await self._repo.reseat(info, away, "away", seat.user_id, action={UNTIL_FIELD: until}, hook=tell)

    async def end(self, user_id: int) -> int:
        """End a user's absence. Return the number of matches that the user was away from."""
        count = 0
        async with self._repo.store.write() as tx:
            await set_prefs(tx, user_id, {AWAY_SETTING: None})
        for away in await self.matches_of(user_id):
            async with self._repo.lock_match(away.info.id):
                info, seat = await self._seat(away.info.id, user_id)
                if seat.away_since is not None:
                    await self._end_absence(info, seat)
                    count += 1
        return count

    async def away_until(self, user_id: int) -> int | None:
        """Return the time until which a user will be away in a match that starts now; None if the user isn't away."""
        until = NotificationPrefs.from_user(await users_and_servers.user(self._repo.store.read, user_id)).away_until
        return until if until > self._repo.clock.now() else None

    async def matches_of(self, user_id: int) -> list[Away]:
        """Return the matches that a user is away from."""
        absences: list[Away] = []
        for match_id in await matches.played_by(self._repo.store.read, user_id):
            info = await self._repo.get(match_id)
            seat = info.seat_of(user_id)
            until = None if seat is None else info.seats[seat].away_until
            if until is not None:
                absences.append(Away(info, until))
        return absences

    async def end_due(self, match_id: int) -> None:
        """End a match's expired absences, and notify the returned players whose turn it is."""
        async with self._repo.lock_match(match_id):
            info, now = await self._repo.get(match_id), self._repo.clock.now()
            if info.status != "playing" or info.stands_still:
                return
            for seat in info.seats:
                if seat.away_until is not None and seat.away_until <= now:
                    info = await self._end_absence(info, info.seats[seat.seat])

    async def _end_absence(self, info: MatchInfo, seat: SeatInfo) -> MatchInfo:
        returned_seat = mark_returned(seat, self._repo.clock.now(), info.paused_at)
        return await self._repo.reseat(
            info, returned_seat, "here", seat.user_id, calls=turn_notification_decisions.CallPolicy.AGAIN
        )

    async def _seat(self, match_id: int, user_id: int) -> tuple[MatchInfo, SeatInfo]:
        info = await self._repo.get(match_id)
        seat = info.seat_of(user_id)
        if seat is None or info.status != "playing":
            raise Refusal(N_("This match is over."))
        return info, info.seats[seat]


async def post_absence(tx: Transaction, info: MatchInfo, seat: int, until: int, now: int) -> None:
    """Post a notice that says until when a seat's player is away, and schedule a check of the match for that time."""
    sentence = N_("{who} is away until {time}. I won't ping them, and their clock is stopped.")
    await match_posts.notice(tx, info.id, sentence, now=now, people={"who": seat}, time=f"<t:{until}:f>")
    await work_queue.schedule(tx, "times", [info.id], until, now)


async def with_absences(tx: Reader, seats: Iterable[SeatInfo], now: int) -> list[SeatInfo]:
    """Return the seats of a match that is about to start. Players who have announced an absence are marked as away."""
    all_seats = list(seats)
    users = await users_and_servers.several(tx, [seat.user_id for seat in all_seats if seat.is_human])
    until = {user_id: NotificationPrefs.from_user(user).away_until for user_id, user in users.items()}
    return [
        mark_away(seat, min(at, now + MAX_ABSENCE), now)
        if (at := until.get(seat.user_id, 0)) > now and not seat.computer
        else seat
        for seat in all_seats
    ]


async def end_on_joining(tx: Transaction, user_id: int) -> None:
    """End a user's absence for future matches, because the user has just joined a lobby."""
    if NotificationPrefs.from_user(await users_and_servers.user(tx, user_id)).away_until:
        await set_prefs(tx, user_id, {AWAY_SETTING: None})
