"""A match: the state with its stack of steps, and the only methods that change it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field, TypeAdapter

from rules.kernel import registry
from rules.kernel.data import saves
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE, Body, CutShort, Event
from rules.kernel.data.frozen_records import named_tuple
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.engine.chance import Chance, ChanceState, Rng
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.game_parts import Parts
from rules.kernel.engine.steps import Step, StepRules
from rules.kernel.errors import ContentError, EngineError, IllegalAction, SaveError, TenebraeError
from rules.kernel.words.translation import Later

#: Maximum number of consecutive effect steps. A longer chain is considered endless and is cut off. The cards of the
#: base sets need up to 31 steps, and randomly generated cards up to 178.
CHAIN_LIMIT = 1_000
#: Maximum number of steps between two decisions. If a match needs more, the rules have a bug.
RUN_LIMIT = 10_000
#: Maximum epoch of a valid save. Real matches stay far below it; a larger number is forged, and might not fit into the
#: database's 64 bits.
MAX_EPOCHS = 2**31


@dataclass(slots=True, kw_only=True)
class State:
    """The state fields common to all games. Each game redeclares `stack` with its own step types."""

    seats: int
    chance: ChanceState
    #: Increases with every random draw, every reveal, and every change of the acting seat. While the epoch stays the
    #: same, a seat may take back its action without asking the other players.
    epoch: int = 0
    last_seat: int = -1
    over: bool = False
    #: The number of steps in the current chain of effects, including those before the latest decision in it. Older
    #: saves lack this field.
    chain: Annotated[int, Field(exclude_if=lambda steps: steps == 0)] = 0
    stack: list[Any] = field(default_factory=list[Any])


S = TypeVar("S", bound=State)


class Match(Generic[S]):
    """A match: a game, its state, and the methods to play it."""

    __slots__ = ("_decisions", "_events", "answered", "chance", "content", "game", "pulse", "state")

    def __init__(self, game: Parts[Any, Any], state: S) -> None:
        self.game = game
        self.state = state
        self.content: Any = game.content_of(state)
        self.chance = Chance(state.chance)
        #: Called before every step to enforce a time limit. If the function raises an exception, the action stops
        #: half-way and the match must be discarded.
        self.pulse: Callable[[], None] | None = None
        #: The decision that the last action answered; None if no action has been applied since the match was loaded.
        self.answered: Decision | None = None
        self._events: list[Event] = []
        self._decisions: dict[int, Decision] | None = None

    def __repr__(self) -> str:
        top = f", {self.state.stack[-1]!r}" if self.state.stack else ""
        return f"<Match of {self.game.id}: {self.state.seats} seats, epoch {self.state.epoch}{top}>"

    # -- methods for callers ------------------------------------------------------------------------------

    def decisions(self) -> dict[int, Decision]:
        """Return the decision of each seat that must act now, without changing the match; empty after it has ended."""
        if self._decisions is None:
            stack = self.state.stack
            if stack:
                step = stack[-1]
                self._decisions = self.game.order_of_play.steps[type(step)].decisions(self, step)
            else:
                self._decisions = {}
        return self._decisions

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Execute one action and run the match to the next decision; return the events.

        Raises IllegalAction, with the state unchanged, if this seat may not take this action now.
        """
        decisions = self.decisions() if self._decisions is None else self._decisions
        offer = decisions.get(seat)
        if offer is None:
            if self.state.over:
                raise IllegalAction("The match is over.")
            raise IllegalAction("There's nothing for you to do right now.")
        if not offer.has(action):
            raise self.why_illegal(seat, action)
        state = self.state
        if state.last_seat != seat:
            state.last_seat = seat
            state.epoch += 1
        step = state.stack[-1]
        self.answered = offer
        draws = self._begin()
        self.game.order_of_play.steps[type(step)].take(self, step, seat, action)
        return self._go_on(draws)

    def concede(self, seat: int) -> list[Event]:
        """Let a seat concede the match; return the events.

        Raises IllegalAction, with the state unchanged, if the seat can't concede.
        """
        if self.state.over:
            raise IllegalAction("The match is over.")
        if self.game.concede is None:
            raise IllegalAction(
                "You can't concede this game. With `/match leave`, a computer or a new player can take over your seat."
            )
        draws = self._begin()
        self.game.concede(self, seat)
        return self._go_on(draws)

    def why_illegal(self, seat: int, action: Action) -> IllegalAction:
        """Return the error that explains why a seat may not take this action, although it is the seat's turn to act."""
        step = self.state.stack[-1]
        asker = self.game.order_of_play.asker_of(step)
        reason = asker.why_not(self, step, seat, action)
        if reason is not None:
            return reason
        view, prompt = self.view(seat), self.decisions()[seat].prompt
        question = Later(lambda say: self.game.question(say, view, prompt))
        first = next(iter(self.game.rests_on(view, prompt)), "")
        if isinstance(action, Pass):
            return IllegalAction("You can't pass here; answer this: {question}", rule=first, question=question)
        if type(action) not in asker.accepts:
            told, rule = self.game.order_of_play.not_now(type(action))
            return IllegalAction(told, rule=rule or first, question=question)
        return IllegalAction("That is not one of the choices you have now.", rule=first)

    def start(self) -> list[Event]:
        """Run a newly set up match to its first decision; return the events."""
        return self._go_on(self._begin())

    def view(self, seat: int | None) -> View:
        """Return the view of this seat (None: a spectator)."""
        return self.game.view(self, seat)

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.state.over

    @property
    def epoch(self) -> int:
        """Return the state's epoch. While it stays the same, a seat may take back its own action."""
        return self.state.epoch

    @property
    def result(self) -> Result | None:
        """Return the final scores, ranking and winners; None while the match is running."""
        return self.game.result(self) if self.state.over else None

    @property
    def outcomes(self) -> list[tuple[str, Any]]:
        """Return the outcomes of the random draws in the last action, for the journal. Players must never see them."""
        return self.chance.outcomes

    def dump(self) -> bytes:
        """Return the whole match as a save."""
        return saves.pack(self.game.id, self.game.version, adapter(self.game.state_type), self.state)

    @staticmethod
    def load(game_id: str, data: bytes) -> Match[Any]:
        """Load a saved match; raises SaveError if it can't be opened."""
        if game_id not in registry.GAMES:
            raise SaveError("This match's game isn't installed.")
        return load_match(registry.GAMES[game_id], data)

    def reload(self, data: bytes) -> Match[S]:
        """Load a match of the same game without validation, from bytes that `dump` returned in this process."""
        return load_match(self.game, data, trusted=True)

    def copy(self) -> Match[S]:
        """Return an independent copy of the match."""
        return self.reload(self.dump())

    def forget(self) -> None:
        """Drop the cached decisions. Call this after changing the state directly."""
        self._decisions = None

    def assume(self, other: Match[S]) -> None:
        """Copy the cached decisions of an equal match, which saves time when many actions are tried on copies."""
        self._decisions = other.decisions()

    def worlds(self, seat: int | None, rng: Rng) -> Match[S]:
        """Return a possible world for a seat: a copy of the match with everything hidden from the seat dealt again.

        The new deal is consistent with the seat's knowledge.
        """
        return self.game.worlds(self, seat, rng)

    # -- methods for the rules ----------------------------------------------------------------------------

    def push(self, *steps: Step) -> None:
        """Push steps onto the stack. The step passed first runs first."""
        self.state.stack.extend(reversed(steps))

    def finish(self, step: Step) -> None:
        """Remove this step from the stack, even if it isn't on top."""
        stack = self.state.stack
        if stack and stack[-1] is step:  # the usual case, checked first because it is fast
            stack.pop()
            return
        for index in range(len(stack) - 1, -1, -1):
            if stack[index] is step:
                del stack[index]
                return

    def emit(self, to: tuple[int, ...] | None, body: Body) -> None:
        """Emit an event to everyone (None) or only to these seats. `to` has no default, so that callers must choose."""
        self._events.append(named_tuple(Event, (to, body)))

    def reveal(self) -> None:
        """Record that hidden information was revealed, so players can't freely take back earlier moves."""
        self.state.epoch += 1

    def _begin(self) -> int:
        """Clear the events and outcomes of the last action; return the number of draws so far."""
        self._events = []
        self._decisions = None
        self.chance.outcomes = []
        return self.chance.draws

    def _go_on(self, draws: int) -> list[Event]:
        """Run the match to the next decision; return the events since `_begin`.

        `draws` is the number that `_begin` returned.
        """
        state = self.state
        stack = state.stack
        order = self.game.order_of_play.steps
        pulse = self.pulse
        for _ in range(RUN_LIMIT):
            if not stack:
                break
            if pulse is not None:
                pulse()
            step = stack[-1]
            rules = order[type(step)]
            if rules.of_effect:
                state.chain += 1
                if state.chain > CHAIN_LIMIT:
                    self._cut_short(rules, step)
                    continue
            if not rules.advance(self, step):
                break
        else:
            raise EngineError("The match never came to an end and was stopped.")
        if self.chance.draws != draws:
            state.epoch += 1
        if state.chain:
            self._end_chain()
        return self._events

    def _end_chain(self) -> None:
        """Start to count effects from zero once no step of an effect is left."""
        order = self.game.order_of_play.steps
        for step in self.state.stack:
            if order[type(step)].of_effect:
                return
        self.state.chain = 0

    def _cut_short(self, rules: StepRules[Any, Any], step: Step) -> None:
        """Remove an effect step without running it, because its chain of effects would never end."""
        if self.state.chain == CHAIN_LIMIT + 1:
            self.emit(EVERYONE, CutShort())
        self.finish(step)
        rules.cut_short(self, step)


# -- loading matches and changing positions -------------------------------------------------------------------


@cache
def adapter(state_type: type[S]) -> TypeAdapter[S]:
    """Return the serializer of a game's state."""
    return TypeAdapter(state_type)


def load_match(game: Parts[Any, Any], data: bytes, *, trusted: bool = False) -> Match[Any]:
    """Load a saved match of this game; raises SaveError if it can't be opened.

    `trusted` skips validation, for bytes that this process has just saved.
    """
    state = saves.unpack(game.id, game.version, game.migrations, adapter(game.state_type), data)
    try:
        match = Match[Any](game, state)
    except ContentError as error:  # the content pack of the match is not available
        raise SaveError(error.msgid, **error.args_by_name) from error
    if not trusted:
        _require_fit(match, SaveError("This saved match is damaged and can't be opened."))
    return match


def _require_fit(match: Match[Any], error: TenebraeError) -> None:
    """Raise `error` if the match can't continue from its state, which may be well-formed but impossible.

    If the rules raised an exception, it becomes the cause of the error.
    """
    try:
        fits = (match.over or _can_continue(match)) and match.game.is_sound(match)
    except Exception as cause:  # no move has been played yet, so any exception means that the state is invalid
        raise error from cause
    if not fits:
        raise error


def _can_continue(match: Match[Any]) -> bool:
    offers = match.decisions() if _stack_is_sound(match) else {}
    return bool(offers) and all(offer.actions for offer in offers.values())


def _stack_is_sound(match: Match[Any]) -> bool:
    state = match.state
    if state.seats not in match.game.seats or state.last_seat not in range(-1, state.seats):
        return False
    order = match.game.order_of_play
    return (
        0 <= state.epoch < MAX_EPOCHS
        and 0 <= state.chain < MAX_EPOCHS
        and all(order.knows(step, state.seats) and order.asker_of(step).is_sound(match, step) for step in state.stack)
    )


@contextmanager
def arrange(match: Match[S]) -> Generator[S]:
    """Let tests and experiments change a match's state directly, inside a `with` block.

    Raises EngineError if the position is inconsistent afterwards. If the rules raised an exception, it becomes the
    cause of the error.
    """
    yield match.state
    match.forget()
    _require_fit(match, EngineError("The arranged position does not fit together: {match}.", match=repr(match)))
    match.forget()
