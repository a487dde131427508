"""A game at the edge of what Discord takes: one to five seats, sixty long answers, fields of every kind, many verbs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE, Body
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.data.view import View
from rules.kernel.engine.chance import ChanceState
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.match import Match, State
from rules.kernel.engine.steps import Step, StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.game import KERNEL_STEPS
from rules.kernel.words.text import ActionText, Say
from tests.kernel.duel import Duel

LONG = "an answer of many words that says at length what it is about to do with everything on the table, number"
WORDS = tuple(f"word-{number}-{'x' * 20}" for number in range(6))


@dataclass(frozen=True, slots=True)
class Order(Action):
    """Give an order with everything that an order may hold."""

    verb: ClassVar[str] = "order"
    place: str
    number: int
    coins: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Order):
    """Give the order again."""

    verb: ClassVar[str] = "repeat"


#: More verbs than a group of slash commands holds.
MANY = tuple(
    make_dataclass(
        f"Verb{number}", [], bases=(Action,), frozen=True, slots=True,
        namespace={"verb": f"verb-{number}", "__doc__": f"Do thing {number}."},
    )
    for number in range(30)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ordered(Body):
    kind: ClassVar[str] = "ordered"
    seat: int


@dataclass(slots=True)
class Turn(Step):
    seat: int
    kind: Literal["turn"] = "turn"


@dataclass(slots=True, kw_only=True)
class WideState(State):
    turns: int = 0
    stack: list[Annotated[Turn, Field(discriminator=None)]] = field(default_factory=list[Turn])


class Turns(StepRules[Turn]):
    def decisions(self, match: Match[WideState], step: Turn) -> dict[int, Decision]:
        orders: list[Action] = [
            kind(f"place {number}, {LONG} {number}", number, tuple(range(number % 7)), WORDS[: number % 6])
            for number in range(30)
            for kind in (Order, Repeat)
        ]
        return {step.seat: decide("order", [*orders, *(kind() for kind in MANY), Pass()])}

    def take(self, match: Match[WideState], step: Turn, seat: int, action: Action) -> None:
        match.state.turns += 1
        match.emit(EVERYONE, Ordered(seat))
        step.seat = (seat + 1) % match.state.seats
        if isinstance(action, Pass):
            match.finish(step)
            match.state.over = True
        elif isinstance(action, Order):
            match.chance.below("die", 6)


class Wide(Duel):
    """Only what differs from the duel."""

    id = "wide"
    command = "wide"
    seats = range(1, 6)
    version = 1
    migrations = {}
    state_type = WideState
    actions = (Order, Repeat, *MANY, Pass)
    events = {"ordered": Ordered}
    steps = KERNEL_STEPS | {Turn: Turns()}
    fields = {"coins": "Which coins."}

    def new(self, seats: int, seed: str | int, options: Mapping[str, Any] | None = None) -> Any:
        if seats not in self.seats:
            raise IllegalAction("One to five.")
        match = Match(self, WideState(seats=seats, chance=ChanceState(str(seed)), stack=[Turn(0)]))
        match.start()
        return match

    def view(self, match: Any, seat: int | None) -> Any:
        to_act = sorted(match.decisions())
        return View(game=self.id, viewer=seat, seats=match.state.seats, to_act=to_act, over=match.state.over)

    def result(self, match: Any) -> Result:
        """Nobody ever wins."""
        rows = [ResultRow(seat=seat, scores={}, total=0, rank=1) for seat in range(match.state.seats)]
        return Result(categories=[], rows=rows, winners=[])

    def event_line(self, say: Say, event: Any) -> str | None:
        return f"{say.seat(event.body.seat)}: {LONG}."

    def prompt_line(self, say: Say, view: View, prompt: Any) -> str:
        return f"Choose {LONG}."

    def action_text(self, say: Say, view: View, action: Action) -> ActionText:
        if isinstance(action, Order):
            # As many groups as there are numbers.
            return ActionText(f"{LONG} {action.number}", LONG * 3, group=f"{LONG} {action.number}")
        return ActionText(action.verb, LONG)

    def option_text(self, say: Say, view: View, action_type: type[Action], field: str, value: Any) -> str:
        return f"{value}: {LONG}"

    def board_text(self, say: Say, view: View) -> str:
        return f"{LONG}\n" * 60

    def alt_text(self, say: Say, view: View) -> str:
        return LONG * 20

    def hand_text(self, say: Say, view: View) -> str:
        return LONG * 30


GAME = Wide()
