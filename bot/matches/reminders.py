"""Reminding people that a match still waits for them.

A reminder rings where its person wants to be rung; whoever chose one message a day, or none, gets none. One message in
the channel reminds all who are due and takes the place of the one before, and it goes when they have acted. Nobody is
reminded of a decision of which others may not see whether it is answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.matches import notices
from bot.matches.lateness import late
from bot.matches.records import MatchInfo, SeatInfo
from bot.matches.reminder_times import AFTER, begun, done
from bot.matches.repository import MatchRepository
from bot.matches.ringing import Ring, Wish
from bot.store import Transaction, journal, matches, outbox, people

#: With the reminder of this number, after three days, a seat of a match without a clock is late.
LATE_WITH = 2


class Reminders:
    """Reminds whoever is waited for."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def remind(self, match_id: int) -> None:
        """Remind those of a match who are due."""
        repo = self._repo
        async with repo.held(match_id):
            info, now = await repo.get(match_id), repo.clock.now()
            due = [seat for seat in info.seats if seat.remind_at is not None and seat.remind_at <= now]
            if not due or info.status != "playing" or info.stands_still:
                return
            async with repo.store.write() as tx:
                present = [await _since_its_last_act(tx, info, seat, now) for seat in due]
                await matches.set_waiting(tx, info.id, present)
                rung = [seat for seat in present if seat.reminded]
                users = await people.several(tx, [seat.user_id for seat in rung])
                wishes = {seat.seat: Wish.of(users[seat.user_id]) for seat in rung}
                await outbox.put(tx, info.id, list(_posts(info, rung, wishes)), now=now)
                for before, seat in zip(due, present, strict=True):
                    if before.reminded and await _is_late(tx, info, seat, now):
                        await late(tx, info, seat, now)


async def _is_late(tx: Transaction, info: MatchInfo, seat: SeatInfo, now: int) -> bool:
    """Tell whether a seat of a friendly match becomes late with a reminder, since it has not moved for three days.

    It must have been reminded before: a downtime makes nobody late.
    """
    if info.pace or seat.late_since is not None or seat.reminded < LATE_WITH:
        return False
    return await journal.last_act(tx, info.id, seat.seat, now - AFTER[LATE_WITH - 1]) is None


async def _since_its_last_act(tx: Transaction, info: MatchInfo, seat: SeatInfo, now: int) -> SeatInfo:
    """Return a seat as it is when it has been reminded; with its first reminder ahead, if it has acted meanwhile.

    A turn can take many acts, and the match waits for its person all the while.
    """
    acted = None if seat.reminded else await journal.last_act(tx, info.id, seat.seat, seat.waiting_since or 0)
    return done(seat if acted is None else begun(seat, acted), now)


def _posts(info: MatchInfo, seats: list[SeatInfo], wishes: Mapping[int, Wish]) -> Iterator[outbox.Post]:
    """Yield the posts that remind these seats."""
    called = [seat for seat in seats if wishes[seat.seat].in_channel and wishes[seat.seat].ring is not Ring.DAILY]
    if called:
        named = {"seats": [seat.seat for seat in called], "users": [seat.user_id for seat in called]}
        yield outbox.Post("reminder", {"seq": info.seq, **named}, coalesce_key="reminder")
    yield from (notices.ring(seat, info.seq) for seat in seats if wishes[seat.seat].in_private)
