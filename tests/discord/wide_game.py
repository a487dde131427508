"""A made-up game that reaches Discord's limits: sixty long choices, fields of every kind, many verbs, 1 to 5 seats."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE, Body
from rules.kernel.data.frozen_records import immutable
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.data.view import View
from rules.kernel.engine.chance import ChanceState
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.match import Match, State
from rules.kernel.engine.order_of_play import OrderOfPlay
from rules.kernel.engine.steps import Step, StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import ActionText, Translator
from tests.kernel.duel import GAME as DUEL

LONG = "an answer of many words that says at length what it is about to do with everything on the table, number"
WORDS = tuple(f"word-{number}-{'x' * 20}" for number in range(6))


@dataclass(frozen=True, slots=True)
class Order(Action):
    """Give an order with every kind of field."""

    verb: ClassVar[str] = "order"
    place: str
    number: int
    coins: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Order):
    """Repeat the order."""

    verb: ClassVar[str] = "repeat"


#: More actions than fit into one group of slash commands.
MANY = tuple(
    make_dataclass(
        f"Verb{number}", [], bases=(Action,), frozen=True, slots=True,
        namespace={"verb": f"verb-{number}", "__doc__": f"Do thing {number}."},
    )
    for number in range(30)
)  # fmt: skip


@immutable
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


ORDER = OrderOfPlay()


@ORDER.step(Turn, asks=["order"], accepts=[Order, Repeat, *MANY, Pass])
class Turns(StepRules[Match[WideState], Turn]):
    def question(self, say: Translator, view: View, asked: Any) -> str:
        return f"Choose {LONG}."

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


def set_up(seats: int, seed: str | int, _options: Any) -> WideState:
    if seats not in range(1, 6):
        raise IllegalAction("One to five.")
    return WideState(seats=seats, chance=ChanceState(str(seed)), stack=[Turn(0)])


def view(match: Match[WideState], seat: int | None) -> View:
    to_act = sorted(match.decisions())
    return View(game=match.game.id, viewer=seat, seats=match.state.seats, to_act=to_act, over=match.state.over)


def result(match: Match[WideState]) -> Result:
    """Return a result without winners."""
    rows = [ResultRow(seat=seat, scores={}, total=0, rank=1) for seat in range(match.state.seats)]
    return Result(categories=[], rows=rows, winners=[])


def event_line(say: Translator, event: Any) -> str | None:
    return f"{say.seat(event.body.seat)}: {LONG}."


def action_text(_say: Translator, _view: View, action: Action) -> ActionText:
    if isinstance(action, Order):
        # Each number gets its own group.
        return ActionText(f"{LONG} {action.number}", LONG * 3, group=f"{LONG} {action.number}")
    return ActionText(action.verb, LONG)


#: The wide game, a variant of the test game DUEL.
GAME = replace(
    DUEL,
    id="wide",
    command="wide",
    seats=range(1, 6),
    version=1,
    migrations={},
    state_type=WideState,
    actions=(Order, Repeat, *MANY, Pass),
    events={"ordered": Ordered},
    order_of_play=ORDER,
    fields={"coins": "Which coins."},
    set_up=set_up,
    view=view,
    worlds=lambda match, _seat, _rng: match.copy(),
    result=result,
    event_line=event_line,
    action_text=action_text,
    option_text=lambda _say, _view, _action, _field, value: f"{value}: {LONG}",
    board_text=lambda _say, *_views: f"{LONG}\n" * 60,
    alt_text=lambda _say, _view: LONG * 20,
    hand_text=lambda _say, _view: LONG * 30,
)
