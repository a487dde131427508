"""A match: the state, its stack of steps, and the one door through which everything happens to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.kernel.data import saves
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Body, Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.engine.chance import Chance, ChanceState, Rng
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.steps import Step
from rules.kernel.errors import EngineError, IllegalAction, SaveError

if TYPE_CHECKING:
    from rules.kernel.game import Game

#: A match that runs this long without asking anyone is caught in a loop.
RUN_LIMIT = 10_000


@dataclass(slots=True, kw_only=True)
class State:
    """What every game's state begins with. Each game adds `stack`, typed with its own steps."""

    seats: int
    chance: ChanceState
    #: Rises with every chance draw, reveal, or other seat's act: the barrier of free take-back.
    epoch: int = 0
    last_seat: int = -1
    over: bool = False
    stack: list[Any] = field(default_factory=list[Any])


S = TypeVar("S", bound=State)


class Match(Generic[S]):
    """One match of one game."""

    __slots__ = ("_decisions", "_events", "chance", "content", "game", "state")

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.state = state
        self.content: Any = game.content_of(state)
        self.chance = Chance(state.chance)
        self._events: list[Event] = []
        self._decisions: dict[int, Decision] | None = None

    # -- what outsiders use -------------------------------------------------------------------------------

    def decisions(self) -> dict[int, Decision]:
        """Return who may do what now; empty when the match is over. Changes nothing."""
        if self._decisions is None:
            stack = self.state.stack
            if stack:
                step = stack[-1]
                self._decisions = self.game.steps[type(step)].decisions(self, step)
            else:
                self._decisions = {}
        return self._decisions

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Take one action and run on until somebody must decide; return what happened.

        Raises IllegalAction, with the state unchanged, when this seat may not do this now.
        """
        offer = self.decisions().get(seat)
        if offer is None:
            if self.state.over:
                raise IllegalAction("The match is over.")
            raise IllegalAction("Nothing waits for you right now.")
        if action not in offer.actions:
            raise self.game.why_illegal(self, seat, action)
        state = self.state
        if state.last_seat != seat:
            state.last_seat = seat
            state.epoch += 1
        step = state.stack[-1]
        draws = self._begin()
        self.game.steps[type(step)].take(self, step, seat, action)
        return self._go_on(draws)

    def concede(self, seat: int) -> list[Event]:
        """Let a seat give the match up; return what happened. Raises IllegalAction with the state unchanged."""
        if self.state.over:
            raise IllegalAction("The match is over.")
        if not self.game.may_concede:
            raise IllegalAction("This game knows no conceding; its host can end the match.")
        draws = self._begin()
        self.game.concede(self, seat)
        return self._go_on(draws)

    def start(self) -> list[Event]:
        """Run a newly set up match to its first decision."""
        return self._go_on(self._begin())

    def view(self, seat: int | None) -> View:
        """Return what this seat (None: a spectator) may know."""
        return self.game.view(self, seat)

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return self.state.over

    @property
    def epoch(self) -> int:
        """Return the take-back barrier: an own action may be taken back while this has not changed since."""
        return self.state.epoch

    @property
    def result(self) -> Result | None:
        """Return the final scores, ranking and winners, or None while the match runs."""
        return self.game.result(self) if self.state.over else None

    @property
    def outcomes(self) -> list[tuple[str, Any]]:
        """Return the chance outcomes of the last apply, for the journal; never for players."""
        return self.chance.outcomes

    def dump(self) -> bytes:
        """Return the whole match as bytes."""
        return saves.pack(self.game.id, self.game.version, self.game.adapter, self.state)

    @staticmethod
    def load(game_id: str, data: bytes) -> Match[Any]:
        """Open a dumped match; raises SaveError with a sentence when that can't be done."""
        from rules import GAMES  # the registry imports the games, which import this module

        if game_id not in GAMES:
            raise SaveError("This match is of a game that is not installed.")
        return GAMES[game_id].load(data)

    def copy(self) -> Match[S]:
        """Return an independent copy."""
        return self.game.load(self.dump(), trusted=True)

    def assume(self, other: Match[S]) -> None:
        """Take over what an equal match has worked out, so that trying many actions works it out once."""
        self._decisions = other.decisions()

    def worlds(self, seat: int | None, rng: Rng) -> Match[S]:
        """Return another match that this seat can't tell from the real one."""
        return self.game.worlds(self, seat, rng)

    # -- what the rules use -------------------------------------------------------------------------------

    def push(self, *steps: Step) -> None:
        """Put steps on the stack so that the first one named runs first."""
        self.state.stack.extend(reversed(steps))

    def finish(self, step: Step) -> None:
        """Take this step off the stack, wherever it lies."""
        stack = self.state.stack
        if stack and stack[-1] is step:  # as nearly always
            stack.pop()
            return
        for index in range(len(stack) - 1, -1, -1):
            if stack[index] is step:
                del stack[index]
                return

    def emit(self, to: tuple[int, ...] | None, body: Body) -> None:
        """Tell what happened: to everyone (None) or to the named seats. There is no default."""
        self._events.append(Event(to, body))

    def reveal(self) -> None:
        """Mark that hidden information became known: what came before can no longer be taken back freely."""
        self.state.epoch += 1

    def _begin(self) -> int:
        """Make ready for something to happen; return how often chance was asked so far."""
        self._events = []
        self._decisions = None
        self.chance.outcomes = []
        return self.chance.draws

    def _go_on(self, draws: int) -> list[Event]:
        """Run to the next decision; return what happened since `_begin`, which gave `draws`."""
        self._run()
        if self.chance.draws != draws:
            self.state.epoch += 1
        return self._events

    def _run(self) -> None:
        stack = self.state.stack
        rules = self.game.steps
        for _ in range(RUN_LIMIT):
            if not stack:
                return
            step = stack[-1]
            if not rules[type(step)].advance(self, step):
                return
        raise EngineError("The match ran on without end and was stopped.")
