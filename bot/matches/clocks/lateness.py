"""Late seats: the other players choose whether to wait, to let a computer play the turn, or to find a new player.

The other players are asked only if running out of time has no automatic effect, or if that effect is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.app.clock import DAY, HOUR
from bot.matches import refusals
from bot.matches.absence.seat_changes import FOR_THIS_TURN
from bot.matches.clocks import seat_clock
from bot.matches.clocks.time_control import FRIENDLY_LATE_AFTER, TimeControl
from bot.matches.repository import MatchRepository
from bot.matches.seats.computers import Computers
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.notifications.preferences import NotificationPrefs
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store import outbox, work_queue
from bot.store.statements import journal, matches, users_and_servers
from bot.store.transactions import Reader, Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: When a player requests a computer for a late seat's turn, the computer plays it after this many seconds.
SUBSTITUTE_AFTER = 12 * HOUR
#: When a player chooses to wait for a late seat, the players are asked again after this many seconds.
ASK_AGAIN_AFTER = DAY


async def is_late(db: Reader, match_id: int, seat: SeatInfo, now: int) -> bool:
    """Return whether a seat is late. Without a running clock, a seat also counts as late after three days without a
    move.
    """
    if not seat.is_there:
        return False
    since = seat.waiting_since
    # With a running clock, a seat becomes late only when the clock runs out.
    has_running_clock = seat.clock_since is not None
    if seat.late_since is not None or has_running_clock or since is None or since > now - FRIENDLY_LATE_AFTER:
        return seat.late_since is not None
    # A turn can take several moves, so a player who has moved during the last three days isn't late.
    return await journal.last_move_time(db, match_id, seat.seat, now - FRIENDLY_LATE_AFTER) is None


async def counted_since_last_move(db: Reader, info: MatchInfo, seat: SeatInfo) -> SeatInfo:
    """Return the seat. In a friendly match, restart its clock at the time of its last move.

    A move in a friendly match doesn't save the new start of the clock, so call this before you change the clock.
    """
    time_control = TimeControl.from_json(info.pace)
    if time_control.has_clock or seat.clock_since is None or seat.late_since is not None:
        return seat
    moved_at = await journal.last_move_time(db, info.id, seat.seat, seat.clock_since)
    return seat if moved_at is None else replace(seat, clock_left=time_control.seconds, clock_since=moved_at)


class Lateness:
    """Asks the other players about late seats, and lets computers play the turns of late seats."""

    def __init__(self, repo: MatchRepository, computers: Computers) -> None:
        self._repo = repo
        self._computers = computers

    async def ask_table(self, match_id: int, number: int) -> None:
        """Ask the other players about a seat that has just become late, unless the seat is no longer late.

        The caller has locked the match.
        """
        info = await self._repo.get(match_id)
        seat = info.seats[number]
        has_other_players = any(
            other_seat.is_human and other_seat.computer is None
            for other_seat in info.seats
            if other_seat.seat != number
        )
        if info.status == "playing" and seat.late_since is not None and has_other_players:
            async with self._repo.store.write() as tx:
                await outbox.enqueue(
                    tx, info.id, [match_posts.seat_question(seat, info.seq)], now=self._repo.clock.now()
                )

    async def stand_in(self, match_id: int, number: int, duration: str) -> None:
        """Let a computer play a late seat, for this turn or until its player is back.

        The caller has locked the match.
        """
        info = await self._repo.get(match_id)
        seat = info.seats[number]
        if info.status == "playing" and seat.is_awaited:
            await self._computers.stand_in(info, seat, duration)
        elif seat.stand_in_at is not None:
            async with self._repo.store.write() as tx:
                await matches.change_seat(tx, info.id, seat, replace(seat, stand_in_at=None))

    async def schedule_substitute(self, match_id: int, user_id: int, number: int) -> int:
        """Schedule a computer to play a seat's turn unless its player moves first. Return when it will move."""
        async with self._repo.lock_match(match_id):
            info, seat = await self._seat(match_id, user_id, number)
            if seat.stand_in_at is not None:
                raise Refusal(
                    N_("Someone has already asked for that; a computer plays this turn {time}."),
                    time=_relative_time(seat.stand_in_at),
                )
            if seat.waiting_since is None or seat.computer is not None:
                raise refusals.stale_press()
            now = self._repo.clock.now()
            # This counts as a nudge, so other players can't nudge the late player for the next twelve hours.
            soon = replace(seat, stand_in_at=now + SUBSTITUTE_AFTER, nudged_at=now)
            async with self._repo.store.write() as tx:
                await self._change(tx, info, seat, soon)
                user = await users_and_servers.user(tx, seat.user_id)
                posts = () if seat.is_away else _warning_posts(info, soon, NotificationPrefs.from_user(user), now)
                await outbox.enqueue(tx, info.id, list(posts), now=now)
                await work_queue.schedule(tx, "times", [info.id], now + SUBSTITUTE_AFTER, now)
            return now + SUBSTITUTE_AFTER

    async def wait(self, match_id: int, user_id: int, number: int) -> int | None:
        """Carry out a player's choice to wait for another player's late seat.

        If a computer was scheduled to play, cancel that and return None: the players can still choose something else.
        Otherwise, postpone the question to the players, and return when they will be asked again.
        """
        async with self._repo.lock_match(match_id):
            info, seat = await self._seat(match_id, user_id, number)
            if seat.stand_in_at is not None:
                async with self._repo.store.write() as tx:
                    await self._change(tx, info, seat, replace(seat, stand_in_at=None))
                return None
            now, own_seat = self._repo.clock.now(), info.seat_of(user_id)
            ask_again_at, sentence = (
                now + ASK_AGAIN_AFTER,
                N_("{who} is waiting for {late}. I'll ask the table again {time}."),
            )
            assert own_seat is not None
            async with self._repo.store.write() as tx:
                await self._change(
                    tx,
                    info,
                    seat,
                    seat_clock.extended_clock(seat, ASK_AGAIN_AFTER, seat_clock.clock_start_time(info, now)),
                )
                seats = {"who": own_seat, "late": number}
                await match_posts.notice(tx, info.id, sentence, now=now, people=seats, time=f"<t:{ask_again_at}:f>")
                await work_queue.schedule(tx, "times", [info.id], ask_again_at, now)
            return ask_again_at

    async def run_substitutes(self, match_id: int) -> None:
        """Let computers play the turns of late players that they were scheduled to play by now."""
        async with self._repo.lock_match(match_id):
            info, now = await self._repo.get(match_id), self._repo.clock.now()
            due = [seat.seat for seat in info.seats if seat.stand_in_at is not None and seat.stand_in_at <= now]
            if info.status != "playing" or info.stands_still:
                return
            for number in due:
                await self.stand_in(match_id, number, FOR_THIS_TURN)

    async def _change(self, tx: Transaction, info: MatchInfo, seat: SeatInfo, after: SeatInfo) -> None:
        await matches.change_seat(tx, info.id, seat, after)
        await outbox.enqueue(tx, info.id, [match_posts.seat_question(after, info.seq)], now=self._repo.clock.now())

    async def _seat(self, match_id: int, user_id: int, number: int) -> tuple[MatchInfo, SeatInfo]:
        """Return the running match and its late or open seat, if this user may decide about the seat; raises Refusal
        otherwise.
        """
        info, own = await self._repo.match_and_seat(match_id, user_id)
        if not 0 <= number < len(info.seats) or not info.seats[number].is_in_question:
            raise Refusal(N_("That seat is no longer late."))
        if own.seat == number:
            raise Refusal(N_("The others decide that. Make a move, and it's settled."))
        return info, info.seats[number]


def _warning_posts(info: MatchInfo, seat: SeatInfo, prefs: NotificationPrefs, now: int) -> Iterator[outbox.Post]:
    """Yield the posts that warn a late player that a computer is about to play their turn.

    The player's reminder preferences and quiet hours apply.
    """
    ping_at = after_quiet_hours(prefs.quiet_hours, now)
    if prefs.reminds_in_channel(costs=True):
        payload_fields = {"seats": [seat.seat], "stands_in": seat.stand_in_at}
        yield outbox.Post(
            "reminder", {"seq": info.seq, **payload_fields}, coalesce_key=f"soon:{seat.seat}", not_before=ping_at
        )
    if prefs.reminds_privately(costs=True):
        yield match_posts.push_notification(seat, info.seq, not_before=ping_at)


def _relative_time(time: int) -> str:
    return f"<t:{time}:R>"
