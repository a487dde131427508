"""A small game with everything that the match service must handle: turns, random draws, secrets, and a bug."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, Field

from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE, Body
from rules.kernel.data.frozen_records import immutable
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.data.view import View
from rules.kernel.engine.chance import ChanceState
from rules.kernel.engine.decisions import decide
from rules.kernel.engine.match import Match, State
from rules.kernel.engine.order_of_play import OrderOfPlay
from rules.kernel.engine.sealed_choices import Sealed, SealedTable
from rules.kernel.engine.steps import Step, StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.game import Game
from rules.kernel.words.translation import ActionText


class Options(BaseModel):
    """The game's options."""

    turns: int = Field(default=4, ge=1, le=1000)
    wild: bool = False


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take some coins; can be undone."""

    count: int
    verb: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll a die; can't be undone."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End the turn."""

    verb: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Boom(Action):
    """Trigger a bug in the rules."""

    verb: ClassVar[str] = "boom"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid in secret."""

    count: int
    verb: ClassVar[str] = "bid"


@immutable
class Took(Body):
    seat: int
    count: int
    kind: ClassVar[str] = "took"


@immutable
class Saw(Body):
    face: int
    kind: ClassVar[str] = "saw"


@dataclass(slots=True)
class Turn(Step):
    seat: int
    kind: Literal["turn"] = "turn"


@dataclass(slots=True, kw_only=True)
class TinyState(State):
    coins: list[int]
    turns: int
    wild: bool
    stack: list[Annotated[Turn | Sealed, Field(discriminator="kind")]] = field(default_factory=list)


ORDER = OrderOfPlay()


@ORDER.step(Turn, asks=["play"], accepts=[Take, Roll, Done, Boom])
class TurnRules(StepRules[Match[TinyState], Turn]):
    def question(self, say: Any, view: Any, asked: Any) -> str:
        return asked.key

    def decisions(self, match: Match[TinyState], step: Turn):
        actions: list[Action] = [Take(1), Take(2), Roll(), Done()]
        if match.state.wild:
            actions.append(Boom())
        return {step.seat: decide("play", actions)}

    def take(self, match: Match[TinyState], step: Turn, seat: int, action: Action) -> None:
        state = match.state
        if isinstance(action, Take):
            state.coins[seat] += action.count
            match.emit(EVERYONE, Took(seat, action.count))
        elif isinstance(action, Roll):
            match.emit((seat,), Saw(match.chance.below("die", 6)))
        elif isinstance(action, Boom):
            state.coins[seat] = 424_242
            raise KeyError(f"{state.coins[seat]}")
        else:
            state.turns -= 1
            step.seat = (seat + 1) % state.seats
            if not state.turns:
                match.finish(step)
                match.push(Sealed("bid", list(range(state.seats))))


@ORDER.sealed("bid", accepts=[Bid])
class Bids(SealedTable):
    def question(self, say: Any, view: Any, asked: Any) -> str:
        return asked.key

    def choices(self, match: Match[TinyState], step: Sealed, seat: int) -> list[Action]:
        return [Bid(1), Bid(2), Bid(3)]

    def reveal(self, match: Match[TinyState], step: Sealed, chosen: dict[int, Action]) -> None:
        for seat, bid in chosen.items():
            match.state.coins[seat] -= getattr(bid, "count", 0)
        match.state.over = True


class TinyView(View):
    coins: list[int]


def set_up(seats: int, seed: str | int, options: Options) -> TinyState:
    if seats not in range(2, 4):
        raise IllegalAction("Not so many.")
    return TinyState(
        seats=seats,
        chance=ChanceState(str(seed)),
        coins=[0] * seats,
        turns=options.turns,
        wild=options.wild,
        stack=[Turn(0)],
    )


def view(match: Match[TinyState], seat: int | None) -> TinyView:
    state = match.state
    return TinyView(
        game=match.game.id,
        viewer=seat,
        seats=state.seats,
        to_act=sorted(match.decisions()),
        over=state.over,
        coins=state.coins,
    )


def result(match: Match[TinyState]) -> Result:
    coins = match.state.coins
    rows = [
        ResultRow(seat=seat, scores={"coins": n}, total=n, rank=1 + sum(m > n for m in coins))
        for seat, n in enumerate(coins)
    ]
    return Result(categories=["coins"], rows=rows, winners=[row.seat for row in rows if row.rank == 1])


def worlds(match: Match[TinyState], _seat: int | None, _rng: Any) -> Match[TinyState]:
    return match.copy()


#: The game: players take coins in turn, and bid in secret at the end.
TINY = Game[TinyState, TinyView](
    id="tiny",
    command="tiny",
    seats=range(2, 4),
    secret_draws=True,
    state_type=TinyState,
    options=Options,
    actions=(Take, Roll, Done, Boom, Bid),
    events={"took": Took, "saw": Saw},
    order_of_play=ORDER,
    set_up=set_up,
    view=view,
    worlds=worlds,
    result=result,
    tally=lambda match: {"Coins": list(match.state.coins)},
    uncovered=lambda _say, _match: ["Nothing."],
    title=lambda _say: "Tiny",
    blurb=lambda _say: "Coins.",
    event_line=lambda _say, _event: None,
    action_text=lambda _say, _view, action: ActionText(action.verb),
    option_text=lambda _say, _view, _action, _field, value: str(value),
    board_text=lambda _say, *_views: "",
    alt_text=lambda _say, _view: "",
    hand_text=lambda _say, _view: "",
    result_text=lambda _say, _result: "",
)
