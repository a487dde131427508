"""Pauses: clocks, computers and reminders stop until a player resumes the match or the pause ends.

Players may still move during a pause.
"""

from __future__ import annotations

from dataclasses import replace

from bot.app.clock import DAY
from bot.matches.clocks import seat_clock
from bot.matches.clocks.lateness import counted_since_last_move
from bot.matches.clocks.service import save_running
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.store import outbox, work_queue
from bot.store.statements import matches, votes
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum length of a pause, in seconds.
MAX_PAUSE = 30 * DAY
#: The kind of vote that pauses a match.
PAUSE_VOTE = "pause"


class Pausing:
    """Pauses and resumes matches."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def pause(self, tx: Transaction, info: MatchInfo, seconds: int) -> int:
        """Pause a match for this many seconds from now, or change the end of its current pause. Return when the pause
        ends.

        The caller has locked the match, and will inform the channel.
        """
        now = self._repo.clock.now()
        until = now + min(seconds, MAX_PAUSE)
        if info.paused_at is None:
            moved = [await counted_since_last_move(tx, info, seat) for seat in info.seats]
            await matches.set_waiting(
                tx, info.id, [seat for seat, old in zip(moved, info.seats, strict=True) if seat != old]
            )
        await matches.pause(tx, info.id, now, until, self._repo.versions[info.game])
        return until

    async def resume(self, tx: Transaction, info: MatchInfo) -> list[int]:
        """Resume a match. Return the ids of the users to ping. Raises Refusal if the match isn't paused.

        The caller has locked the match, and will inform the channel.
        """
        if info.paused_at is None:
            raise Refusal(N_("This match isn't paused."))
        now = self._repo.clock.now()
        await matches.resume(tx, info.id, now)
        pause_vote = await votes.last_done(tx, info.id, PAUSE_VOTE)
        if pause_vote is not None:
            await match_posts.vote(tx, pause_vote, now)  # removes the Resume button from the vote's post
        # If the match is also suspended, the end of the suspension adjusts the clocks for that time.
        was_reachable = info.parked_at is None or info.parked_at > info.paused_at
        await self._resume_clocks(tx, info, info.paused_at if was_reachable else now, now)
        if find_hidden_hold((await self._repo.position(info)).match) is not None:
            return []  # pinging only the players who must still answer would reveal who has answered
        awaited_seats = (seat for seat in info.seats if seat.waiting_since is not None and not seat.is_away)
        return [seat.user_id for seat in awaited_seats]

    async def resume_by_player(self, match_id: int, user_id: int) -> None:
        """Resume a match at one of its players' request."""
        async with self._repo.lock_match(match_id) as tx:
            info, seat = await self._repo.match_and_seat(match_id, user_id)
            users = [user for user in await self.resume(tx, info) if user != user_id]
            now, sentence = self._repo.clock.now(), N_("{who} resumes the match.")
            await match_posts.notice(
                tx, info.id, sentence, now=now, people={"who": seat.seat}, mentioned=users, calls=True
            )

    async def extend(self, tx: Transaction, info: MatchInfo, seconds: int) -> None:
        """Extend the time of the players whose turn it is by this many seconds. Late seats are no longer late.

        The caller has locked the match, and will inform the channel.
        """
        now = self._repo.clock.now()
        if info.deadline is not None:
            await matches.set_deadline(tx, info.id, info.deadline + seconds, now)
        awaited_seats = [seat for seat in info.seats if seat.is_awaited]
        extended_seats = [
            seat_clock.extended_clock(seat, seconds, seat_clock.clock_start_time(info, now)) for seat in awaited_seats
        ]
        # In a match with a clock, the reminder is sent again before the extended time runs out.
        await save_running(tx, info, [replace(seat, reminded=0) if info.pace else seat for seat in extended_seats], now)
        for seat in awaited_seats:
            if seat.late_since is not None and seat.open_message_id is not None:
                await outbox.enqueue(tx, info.id, [match_posts.seat_question(seat, info.seq)], now=now)
        await work_queue.schedule(tx, "times", [info.id], now, now)

    @staticmethod
    async def _resume_clocks(tx: Transaction, info: MatchInfo, since: int, now: int) -> None:
        """Resume the clocks as if they hadn't run since `since`, nor during quiet hours before that."""
        after = await matches.get(tx, info.id)
        if after is None:
            return
        seats: list[SeatInfo] = []
        for before, seat in zip(info.seats, after.seats, strict=True):
            if before.clock_rest is not None or before.away_since is not None:
                rested = seat_clock.after_suspension(before, since, now)
                seat = replace(seat, clock_left=rested.clock_left, clock_since=rested.clock_since)
            seats.append(seat if seat_clock.is_paused(after, seat) else seat_clock.restarted_clock(seat, now))
        await matches.set_waiting(tx, info.id, [seat for seat in seats if seat_clock.is_paused(after, seat)])
        running = [seat for seat in seats if seat.clock_since is not None and not seat_clock.is_paused(after, seat)]
        await save_running(tx, after, running, now)

    async def end_expired(self, match_id: int) -> None:
        """End a pause whose time is over, and inform the channel."""
        async with self._repo.lock_match(match_id) as tx:
            info, now = await self._repo.get(match_id), self._repo.clock.now()
            if info.status != "playing" or info.parked_at is not None:
                return
            if info.paused_until is None or info.paused_until > now:
                return
            users = await self.resume(tx, info)
            sentence = N_("The pause is over. The match continues.")
            await match_posts.notice(tx, info.id, sentence, now=now, mentioned=users, calls=True)
