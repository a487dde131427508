"""A game of a few lines with everything the service must cope with: turns, a draw, secrets, a bug."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, Field

from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE, Body
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.data.view import View
from rules.kernel.engine.chance import ChanceState
from rules.kernel.engine.decisions import decide
from rules.kernel.engine.match import Match, State
from rules.kernel.engine.sealed import Secret, SecretTable
from rules.kernel.engine.steps import Step, StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.game import KERNEL_STEPS, Game
from rules.kernel.words.text import ActionText


class Options(BaseModel):
    """What can be agreed on."""

    turns: int = Field(default=4, ge=1, le=1000)
    wild: bool = False


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take some coins; may be taken back."""

    count: int
    verb: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Draw by chance; can't be taken back."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End the turn."""

    verb: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Boom(Action):
    """Meet a bug in the rules."""

    verb: ClassVar[str] = "boom"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid in secret."""

    count: int
    verb: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class Took(Body):
    seat: int
    count: int
    kind: ClassVar[str] = "took"


@dataclass(frozen=True, slots=True)
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
    stack: list[Annotated[Turn | Secret, Field(discriminator="kind")]] = field(default_factory=list)


class TurnRules(StepRules[Turn]):
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
                match.push(Secret("bid", list(range(state.seats))))


class Bids(SecretTable):
    def choices(self, match: Match[TinyState], step: Secret, seat: int) -> list[Action]:
        return [Bid(1), Bid(2), Bid(3)]

    def reveal(self, match: Match[TinyState], step: Secret, chosen: dict[int, Action]) -> None:
        for seat, bid in chosen.items():
            match.state.coins[seat] -= getattr(bid, "count", 0)
        match.state.over = True


class TinyView(View):
    coins: list[int]


class Tiny(Game[TinyState]):
    """Take coins in turn; at the end everybody bids in secret."""

    id = "tiny"
    command = "tiny"
    seats = range(2, 4)
    state_type = TinyState
    options = Options
    actions = (Take, Roll, Done, Boom, Bid)
    events = {"took": Took, "saw": Saw}
    steps = {**KERNEL_STEPS, Turn: TurnRules()}
    sequences = {}
    secrets = {"bid": Bids()}

    def new(self, seats: int, seed: str | int, options: Mapping[str, Any] | None = None) -> Match[TinyState]:
        if seats not in self.seats:
            raise IllegalAction("Not so many.")
        chosen = Options.model_validate(options or {})
        chance = ChanceState(str(seed))
        state = TinyState(
            seats=seats, chance=chance, coins=[0] * seats, turns=chosen.turns, wild=chosen.wild, stack=[Turn(0)]
        )
        match = Match(self, state)
        match.start()
        return match

    def view(self, match: Match[TinyState], seat: int | None) -> TinyView:
        state = match.state
        return TinyView(
            game=self.id,
            viewer=seat,
            seats=state.seats,
            to_act=sorted(match.decisions()),
            over=state.over,
            coins=state.coins,
        )

    def result(self, match: Match[TinyState]) -> Result:
        coins = match.state.coins
        rows = [
            ResultRow(seat=seat, scores={"coins": n}, total=n, rank=1 + sum(m > n for m in coins))
            for seat, n in enumerate(coins)
        ]
        return Result(categories=["coins"], rows=rows, winners=[row.seat for row in rows if row.rank == 1])

    def worlds(self, match: Match[TinyState], seat: int | None, rng: Any) -> Match[TinyState]:
        return match.copy()

    def check_content(self, folder: Any) -> str:
        return "no content"

    def title(self, say: Any) -> str:
        return "Tiny"

    def blurb(self, say: Any) -> str:
        return "Coins."

    def event_line(self, say: Any, event: Any) -> str | None:
        return None

    def prompt_line(self, say: Any, view: Any, prompt: Any) -> str:
        return prompt.key

    def action_text(self, say: Any, view: Any, action: Action) -> ActionText:
        return ActionText(action.verb)

    def option_text(self, say: Any, view: Any, action_type: Any, field: str, value: Any) -> str:
        return str(value)

    def board_text(self, say: Any, view: Any) -> str:
        return ""

    def alt_text(self, say: Any, view: Any) -> str:
        return ""

    def look_up(self, say: Any) -> list[Any]:
        return []

    def result_text(self, say: Any, result: Any) -> str:
        return ""
