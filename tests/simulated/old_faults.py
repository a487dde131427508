"""Former faults of the bot. When one of them is put back into the code, the simulation must find it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.discord.in_flight import InFlightInteractions
from bot.matches.lobby.service import Lobby
from bot.matches.repository import MatchRepository
from bot.matches.scheduler_base import Scheduler
from bot.matches.service_results import SeatInfo
from bot.notifications import outbox, turn_notification_decisions
from bot.table.play.board_posts import BoardPosts
from tests.simulated.event_plan import Plan, PlannedEvent, PlannedMatch


def deletes_its_call(patch: pytest.MonkeyPatch) -> None:
    """Save a post's message id before the post is marked as delivered, so that a retry deletes the new message."""
    deliver, remove_replaced = BoardPosts.turn, outbox._remove_replaced

    async def saved_at_once(self: Any, row: Any, info: Any) -> None:
        hook = await deliver(self, row, info)
        async with self._bot.store.write() as tx:
            await hook(tx)

    async def without_a_look(
        tx: Any, info: Any, channel_id: int, replaced: int | None, message_id: int, now: int
    ) -> None:
        if message_id in (replaced, info.board_message_id):
            await outbox._remove(tx, info, channel_id, message_id, now)
        else:
            await remove_replaced(tx, info, channel_id, replaced, message_id, now)

    patch.setattr(BoardPosts, "turn", saved_at_once)
    patch.setattr(outbox, "_remove_replaced", without_a_look)


def loses_a_join(patch: pytest.MonkeyPatch) -> None:
    """Read the players of a lobby before the lobby is locked, so that simultaneous joins are lost."""
    held, join = MatchRepository.lock_match, Lobby.join
    read: dict[Any, Any] = {}

    async def joined(self: Any, match_id: int, user_id: int, name: str) -> Any:
        task = asyncio.current_task()
        read[task] = await self._waiting_room(match_id)
        try:
            return await join(self, match_id, user_id, name)
        finally:
            del read[task]

    room = Lobby._waiting_room

    async def as_it_was(self: Any, match_id: int) -> Any:
        return read.get(asyncio.current_task()) or await room(self, match_id)

    @asynccontextmanager
    async def late(self: Any, match_id: int) -> AsyncGenerator[Any]:
        async with held(self, match_id) as tx:
            yield tx

    patch.setattr(MatchRepository, "lock_match", late)
    patch.setattr(Lobby, "join", joined)
    patch.setattr(Lobby, "_waiting_room", as_it_was)


def withholds_calls(patch: pytest.MonkeyPatch) -> None:
    """Ignore changes of the machine's clock, so that turn notifications wait too long."""

    async def mind_nothing(self: Any) -> None:
        self._seen = self._clock.now()

    patch.setattr(Scheduler, "_check_clock", mind_nothing)


def thinks_for_ever(patch: pytest.MonkeyPatch) -> None:
    """Stop without finishing the answers in progress, so that their users wait forever."""

    async def at_once(self: Any, grace: float) -> int:
        self.closed = True
        for task in set(self._tasks):
            task.cancel()
        return 0

    @asynccontextmanager
    async def counted(self: Any, interaction: Any) -> AsyncGenerator[None]:
        task = asyncio.current_task()
        self._tasks.add(task)
        with suppress(KeyError):
            yield
        self._tasks.discard(task)

    patch.setattr(InFlightInteractions, "shut_down", at_once)
    patch.setattr(InFlightInteractions, "track", counted)


def goes_mute(patch: pytest.MonkeyPatch) -> None:
    """After a clock has run out and the bot has answered a decision, don't notify the players of the next decision."""

    def seats_after(change: turn_notification_decisions.Change) -> dict[int, SeatInfo]:
        was_hidden = change.before is not None and change.before.answers_hidden
        return {
            seat.seat: turn_notification_decisions._after_change(
                change, turn_notification_decisions._as_not_notified(seat, change.rows) if was_hidden else seat
            )
            for seat in change.info.seats
        }

    patch.setattr(turn_notification_decisions, "seats_after", seats_after)


@dataclass(frozen=True)
class FormerFault:
    """A former fault: a function that puts it back, a plan that exposes it, and part of the sentence that reports it.

    If the plan exposes the fault only with some random numbers, several `seeds` are tried.
    """

    name: str
    put_back: Callable[[pytest.MonkeyPatch], None]
    plan: Plan
    said: str
    seeds: int = 1

    @property
    def plans(self) -> Iterator[Plan]:
        """Yield the plan, with further seeds to try in case it doesn't expose the fault."""
        yield self.plan
        for number in range(1, self.seeds):
            yield replace(self.plan, seed=f"{self.plan.seed} {number}")


def _plan(seed: str, seating: PlannedMatch, *happenings: PlannedEvent, days: int = 2) -> Plan:
    return Plan(seed, tables=(seating,), happenings=happenings, days=days)


_TWO = PlannedMatch("tiny", 2, 6, "friendly")
#: Events that set the clock back by two hours, each soon after one of the first moves.
_BACK = [PlannedEvent(60 + at, "clock at a move", (-7200, 15)) for at in range(12)]

FORMER_FAULTS = (
    FormerFault(
        "the call deleted by its own retry",
        deletes_its_call,
        _plan("retry 0", _TWO, PlannedEvent(60, "death at work", (0, 52)), days=1),
        "is not in the channel",
    ),
    FormerFault(
        "the lost join", loses_a_join, _plan("join 0", PlannedMatch("tiny", 3, 2, "friendly"), days=0), "and do not"
    ),
    FormerFault("the withheld call", withholds_calls, _plan("clock 0", _TWO, *_BACK), "is withheld"),
    FormerFault(
        "the endless thinking",
        thinks_for_ever,
        _plan("stop 1", _TWO, PlannedEvent(60, "stop at work", (0, 0.2)), days=1),
        "thinking for ever",
    ),
    FormerFault(
        "the deadline match that went mute",
        goes_mute,
        _plan("mute 0", PlannedMatch("plain", 2, 6, "hasty"), days=4),
        "and was not called",
    ),
)
