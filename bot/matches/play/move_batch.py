"""A batch of moves on a copy of a match: a player's move and the automatic answers of standing orders.

The moves are saved together, so even a long batch produces only one position, one picture and one message.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import thread_time
from typing import Any

from bot.matches.service_results import MatchInfo, Position, SeatInfo, Table
from bot.store.statements.rows import JournalRow
from rules.kernel.data.actions import Action, to_json
from rules.kernel.data.events import Event
from rules.kernel.data.events import to_json as event_to_json
from rules.kernel.engine import planned_turns, reveal_check
from rules.kernel.engine.match import Match, load_match
from rules.kernel.errors import Refusal
from rules.kernel.words.standing_orders import Hold
from rules.kernel.words.translation import Translator

log = logging.getLogger(__name__)

#: After this many automatic answers to one move, seats are asked again, in case their standing orders loop. Even in a
#: game with many questions, a round needs only about a hundred.
MAX_ORDERED_ANSWERS = 400
#: When a clock runs out, at most this many default answers are given, in case each one leads to another question.
MAX_LATE_ANSWERS = 40
#: A batch is rejected after this many seconds of CPU time. No card should take that long, because the rules limit the
#: number of steps.
MAX_CPU_SECONDS = 10.0


def orders_of(match: Match[Any], seat: SeatInfo) -> tuple[str, ...]:
    """Return a seat's standing orders: the player's own, or else the game's defaults. A computer has none."""
    if seat.computer is not None:
        return ()
    return match.game.default_orders(match) if seat.standing is None else seat.standing


def next_epoch(match: Match[Any], seat: int) -> int:
    """Return the epoch of this seat's next move. A new epoch starts whenever a different seat moves."""
    return match.epoch + (match.state.last_seat != seat)


def random_outcomes(match: Match[Any]) -> tuple[Any, ...]:
    """Return the random outcomes of the last move, as evidence for the operator.

    Values that JSON can't represent become text.
    """
    return tuple(json.loads(json.dumps(match.outcomes, default=str)))


def holds(match: Match[Any]) -> dict[int, Hold]:
    """Return the deadline (hold) of each open decision that has one, by seat."""
    hold_by_seat = {seat: match.game.hold(match, seat) for seat in match.decisions()}
    return {seat: hold for seat, hold in hold_by_seat.items() if hold is not None}


def earliest_deadline(match: Match[Any], since: int) -> int | None:
    """Return the earliest deadline of the open decisions, which arose at `since`; None if there is no deadline."""
    return min((hold.deadline(since) for hold in holds(match).values()), default=None)


def find_hidden_hold(match: Match[Any]) -> Hold | None:
    """Return the deadline (hold) of the first open decision that has one; None if no decision has one.

    Until the deadline of such a decision, it is secret who has answered.
    """
    return next(iter(holds(match).values()), None)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The deadline of the open decisions, the seats that aren't notified, and which of these seats must still answer.

    A seat isn't notified if its answer counts only at the deadline. Whether the seat must still answer depends on its
    private orders, so only the seat itself may know.
    """

    at: int | None = None
    uncalled_seats: frozenset[int] = frozenset()
    seats_to_ask: frozenset[int] = frozenset()

    @classmethod
    def for_position(cls, match: Match[Any], info: MatchInfo, since: int) -> Deadline:
        """Return the deadline of a position that was reached at time `since`."""
        hidden = frozenset(holds(match))
        if not hidden:
            return cls()
        game = match.game
        orders_by_seat = {seat.seat: game.standing(match, seat.seat, orders_of(match, seat)) for seat in info.seats}
        seats_to_ask = frozenset(
            seat for seat in hidden if game.ordered(match, seat, orders_by_seat.get(seat, [])) is None
        )
        return cls(earliest_deadline(match, since), hidden, seats_to_ask)


class MoveBatch:
    """Moves on a copy of a position. Until they are saved, everyone else sees the old position."""

    def __init__(self, table: Table, now: int) -> None:
        self.rows: list[JournalRow] = []
        self._info = table.info
        self._game = table.match.game
        self._match = load_match(self._game, table.position.data, trusted=True)
        self._began = thread_time()
        self._match.pulse = self._check_cpu_time
        self._seq = table.seq
        self._now = now
        self._events: list[Event] = []
        self._orders = {seat.seat: list(orders_of(self._match, seat)) for seat in self._info.seats}

    def act(self, seat: int, user_id: int, action: Action, kind: str = "act") -> None:
        """Make a move."""
        self._record(seat, user_id, kind, action, lambda: self._match.apply(seat, action))

    def offers(self, seat: int, action: Action) -> bool:
        """Return whether an action is legal now."""
        decision = self._match.decisions().get(seat)
        return decision is not None and action in decision.actions

    def needs_consent(self, seat: int, action: Action, rng: random.Random) -> bool:
        """Return whether the player is asked again before an action that was chosen together with others.

        They are if the game warns about the action, or if it counts only at a deadline or reveals something unexpected.
        """
        match, hold = self._match, holds(self._match).get(seat)
        if (hold is not None and hold.defers(action)) or self._game.warning(Translator(), match.view(seat), action):
            return True
        foreseen = self._game.foreseen(match, action)
        return not foreseen and reveal_check.uncovers(match, seat, action, rng) is not None

    def concede(self, seat: int, user_id: int) -> None:
        """Let a seat concede."""
        self._record(seat, user_id, "concede", None, lambda: self._match.concede(seat))

    def _check_cpu_time(self) -> None:
        """Raise Refusal if the batch takes too long. Only a copy has changed, so the match stays as it was."""
        if self._seconds() > MAX_CPU_SECONDS:
            log.error("a move was given up: it took too long", extra={"match": self._info.id})
            raise Refusal("That would take too long, so nothing has changed. Choose something else.")

    def _seconds(self) -> float:
        return thread_time() - self._began

    def _record(
        self, seat: int, user_id: int, kind: str, action: Action | None, apply: Callable[[], list[Event]]
    ) -> None:
        match = self._match
        before = next_epoch(match, seat)
        if action is not None:
            self._orders[seat] = planned_turns.remaining_orders(match, seat, self._orders[seat], action)
        events = apply()
        self._seq += 1
        self._events += events
        self.rows.append(
            JournalRow(
                self._seq,
                self._now,
                kind,
                seat,
                user_id,
                None if action is None else to_json(action),
                tuple(map(event_to_json, events)),
                random_outcomes(match),
                before,
                match.epoch,
            )
        )
        self._orders = {seat: self._game.standing(match, seat, orders) for seat, orders in self._orders.items()}

    def follow_orders(self) -> None:
        """Make the moves of standing orders one by one, until no order applies or half the CPU time is used."""
        for _ in range(MAX_ORDERED_ANSWERS):
            if self._seconds() > MAX_CPU_SECONDS / 2:
                return
            hold_by_seat = holds(self._match)
            answers = ((seat, self._ordered_action(seat)) for seat in self._deciding())
            for seat, action in answers:
                hold = hold_by_seat.get(seat.seat)
                if action is not None and not (hold is not None and hold.defers(action)):
                    self.act(seat.seat, seat.user_id, action, "order")
                    break
            else:
                return

    def give_deferred_answers(self) -> None:
        """Apply the deferred answers of decisions whose deadline has passed."""
        for number, hold in holds(self._match).items():
            seat = next((seat for seat in self._deciding() if seat.seat == number), None)
            if seat is None:
                continue
            deferred = seat.deferred == self._info.seq
            if deferred or hold.is_default or self._ordered_action(seat) == hold.answer:
                self.act(number, seat.user_id, hold.answer, "order")

    def answer_late(self, number: int) -> None:
        """Give the game's default answer for a seat whose clock has run out, if the seat must still answer.

        Choices that a player can make together, such as all picks from a packet, are made together.
        """
        seat = next((seat for seat in self._deciding() if seat.seat == number), None)
        if seat is None or self._game.plainest is None:
            return
        match, epoch = self._match, next_epoch(self._match, number)
        prompt_key = match.decisions()[number].prompt.key
        for _ in range(MAX_LATE_ANSWERS):
            action = self._game.plainest(match, number)
            self.act(number, seat.user_id, action, "late")
            decision = match.decisions().get(number)
            goes_on = type(action) in self._game.several and match.epoch == epoch
            if not goes_on or decision is None or decision.prompt.key != prompt_key:
                return

    def _deciding(self) -> Iterator[SeatInfo]:
        decisions = self._match.decisions()
        return (seat for seat in self._info.seats if seat.seat in decisions)

    def _ordered_action(self, seat: SeatInfo) -> Action | None:
        """Return the action that a seat's standing orders choose now; None if no order applies."""
        orders = self._orders[seat.seat]
        if seat.computer is not None:
            return None
        match, game = self._match, self._game
        action = game.ordered(match, seat.seat, orders) if orders or game.default_orders(match) else None
        return action if action in match.decisions()[seat.seat].actions else None

    @property
    def position(self) -> Position:
        """The position after the moves, with all their events. Make no more moves after reading it."""
        self._match.pulse = None
        return Position.from_match(self._match, self._seq, tuple(self._events))

    @property
    def seats_with_lapsed_orders(self) -> dict[int, list[str]]:
        """The remaining orders, by seat, of the seats that lost standing orders during the batch."""
        before = {seat.seat: list(orders_of(self._match, seat)) for seat in self._info.seats}
        return {seat: orders for seat, orders in self._orders.items() if orders != before[seat]}
