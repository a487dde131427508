"""A match: the state, its stack of steps, and the single entry point for every change."""

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

#: The most consecutive steps of effects; the rest is cut off as endless. The games' own cards need up to 31, random
#: ones up to 178.
CHAIN_LIMIT = 1_000
#: A match that runs this many steps without a decision has a bug in its rules.
RUN_LIMIT = 10_000
#: No match reaches this epoch: a larger number in a save is forged, and databases store at most 64 bits.
MAX_EPOCHS = 2**31


@dataclass(slots=True, kw_only=True)
class State:
    """The first fields of every game's state. Each game redeclares `stack` with its own step types."""

    seats: int
    chance: ChanceState
    #: Increases with every chance draw, reveal, or other seat's action: the limit of free take-back.
    epoch: int = 0
    last_seat: int = -1
    over: bool = False
    #: Steps taken by the current chain of effects, across all its decisions. Older saves lack it.
    chain: Annotated[int, Field(exclude_if=lambda steps: steps == 0)] = 0
    stack: list[Any] = field(default_factory=list[Any])


S = TypeVar("S", bound=State)


class Match(Generic[S]):
    """One match of one game."""

    __slots__ = ("_decisions", "_events", "chance", "content", "game", "pulse", "state")

    def __init__(self, game: Parts[Any, Any], state: S) -> None:
        self.game = game
        self.state = state
        self.content: Any = game.content_of(state)
        self.chance = Chance(state.chance)
        #: Called before every step. If it raises, the change stops half-way and the match is unusable.
        self.pulse: Callable[[], None] | None = None
        self._events: list[Event] = []
        self._decisions: dict[int, Decision] | None = None

    def __repr__(self) -> str:
        top = f", {self.state.stack[-1]!r}" if self.state.stack else ""
        return f"<Match of {self.game.id}: {self.state.seats} seats, epoch {self.state.epoch}{top}>"

    # -- what outsiders use -------------------------------------------------------------------------------

    def decisions(self) -> dict[int, Decision]:
        """Return each deciding seat's decision; empty when the match is over. Changes nothing."""
        if self._decisions is None:
            stack = self.state.stack
            if stack:
                step = stack[-1]
                self._decisions = self.game.order_of_play.steps[type(step)].decisions(self, step)
            else:
                self._decisions = {}
        return self._decisions

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Take one action and run to the next decision; return the events.

        Raises IllegalAction, with the state unchanged, when this seat may not do this now.
        """
        offer = self.decisions().get(seat)
        if offer is None:
            if self.state.over:
                raise IllegalAction("The match is over.")
            raise IllegalAction("Nothing waits for you right now.")
        if not offer.has(action):
            raise self.why_illegal(seat, action)
        state = self.state
        if state.last_seat != seat:
            state.last_seat = seat
            state.epoch += 1
        step = state.stack[-1]
        draws = self._begin()
        self.game.order_of_play.steps[type(step)].take(self, step, seat, action)
        return self._go_on(draws)

    def concede(self, seat: int) -> list[Event]:
        """Let a seat concede the match; return the events. Raises IllegalAction with the state unchanged."""
        if self.state.over:
            raise IllegalAction("The match is over.")
        if self.game.concede is None:
            raise IllegalAction(
                "This game can't be conceded; `/match leave` lets a computer or somebody new play on in your seat."
            )
        draws = self._begin()
        self.game.concede(self, seat)
        return self._go_on(draws)

    def why_illegal(self, seat: int, action: Action) -> IllegalAction:
        """Return why an action is refused that a deciding seat was not offered."""
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
        """Run a newly set up match to its first decision."""
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
        """Return the take-back limit: a seat may take back its own action while this number stays the same."""
        return self.state.epoch

    @property
    def result(self) -> Result | None:
        """Return the final scores, ranking and winners, or None while the match runs."""
        return self.game.result(self) if self.state.over else None

    @property
    def outcomes(self) -> list[tuple[str, Any]]:
        """Return the chance outcomes of the last `apply`, for the journal; never for players."""
        return self.chance.outcomes

    def dump(self) -> bytes:
        """Return the whole match as bytes."""
        return saves.pack(self.game.id, self.game.version, adapter(self.game.state_type), self.state)

    @staticmethod
    def load(game_id: str, data: bytes) -> Match[Any]:
        """Load a dumped match; raises SaveError with a sentence if it can't."""
        if game_id not in registry.GAMES:
            raise SaveError("This match is of a game that is not installed.")
        return opened(registry.GAMES[game_id], data)

    def reload(self, data: bytes) -> Match[S]:
        """Load a match of the same game from bytes dumped a moment ago, without validation."""
        return opened(self.game, data, trusted=True)

    def copy(self) -> Match[S]:
        """Return an independent copy."""
        return self.reload(self.dump())

    def forget(self) -> None:
        """Drop the cached decisions; call it after changing the state by hand."""
        self._decisions = None

    def assume(self, other: Match[S]) -> None:
        """Share the cached decisions of an equal match, to compute them once when trying many actions."""
        self._decisions = other.decisions()

    def worlds(self, seat: int | None, rng: Rng) -> Match[S]:
        """Return a match that this seat can't tell from the real one."""
        return self.game.worlds(self, seat, rng)

    # -- what the rules use -------------------------------------------------------------------------------

    def push(self, *steps: Step) -> None:
        """Push steps on the stack; the first one named runs first."""
        self.state.stack.extend(reversed(steps))

    def finish(self, step: Step) -> None:
        """Remove this step from the stack, at any depth."""
        stack = self.state.stack
        if stack and stack[-1] is step:  # the usual case
            stack.pop()
            return
        for index in range(len(stack) - 1, -1, -1):
            if stack[index] is step:
                del stack[index]
                return

    def emit(self, to: tuple[int, ...] | None, body: Body) -> None:
        """Emit an event to everyone (None) or to these seats. The address has no default, so the caller must choose."""
        self._events.append(named_tuple(Event, (to, body)))

    def reveal(self) -> None:
        """Record that something hidden was revealed: earlier moves can't be taken back freely any more."""
        self.state.epoch += 1

    def _begin(self) -> int:
        """Prepare for a change; return the number of draws so far."""
        self._events = []
        self._decisions = None
        self.chance.outcomes = []
        return self.chance.draws

    def _go_on(self, draws: int) -> list[Event]:
        """Run to the next decision; return the events since `_begin`, which returned `draws`."""
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
            raise EngineError("The match ran on without end and was stopped.")
        if self.chance.draws != draws:
            state.epoch += 1
        if state.chain and not any(order[type(step)].of_effect for step in stack):
            state.chain = 0
        return self._events

    def _cut_short(self, rules: StepRules[Any, Any], step: Step) -> None:
        """Cut off the rest of an effect whose chain would never end."""
        if self.state.chain == CHAIN_LIMIT + 1:
            self.emit(EVERYONE, CutShort())
        self.finish(step)
        rules.cut_short(self, step)


# -- opening and arranging ------------------------------------------------------------------------------------


@cache
def adapter(state_type: type[S]) -> TypeAdapter[S]:
    """Return the serializer of a game's state."""
    return TypeAdapter(state_type)


def opened(game: Parts[Any, Any], data: bytes, *, trusted: bool = False) -> Match[Any]:
    """Load a dumped match of this game; raises SaveError with a sentence.

    `trusted` skips validation of the state, for bytes dumped a moment ago.
    """
    state = saves.unpack(game.id, game.version, game.migrations, adapter(game.state_type), data)
    try:
        match = Match[Any](game, state)
    except ContentError as error:  # its pack is gone
        raise SaveError(error.msgid, **error.args_by_name) from error
    if not trusted:
        _require_fit(match, SaveError("This saved match is damaged and can't be opened."))
    return match


def _require_fit(match: Match[Any], error: TenebraeError) -> None:
    """Raise this error if a match can't continue from its state: a well-formed state may still be impossible.

    The error's cause is the exception of the rules, if they raised one.
    """
    try:
        fits = (match.over or _goes_on(match)) and match.game.is_sound(match)
    except Exception as cause:  # any failure is the state's fault: no move was played yet
        raise error from cause
    if not fits:
        raise error


def _goes_on(match: Match[Any]) -> bool:
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
    """Change a match's state by hand, for tests and experiments.

    Drops the cached decisions. Raises EngineError if the position is inconsistent afterwards; its cause is the
    exception of the rules, if any.
    """
    yield match.state
    match.forget()
    _require_fit(match, EngineError("The arranged position does not fit together: {match}.", match=repr(match)))
    match.forget()
