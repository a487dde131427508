"""A tiny complete game with secrets: two seats, hidden hands, a hidden deck, sealed bids, and a reaction window.

In each of three rounds, both seats secretly bid a card from their hand. The seat with the higher bid wins a point,
unless the other seat cancels that by burning its spare card. Only keen spare cards can be burnt. Everyone sees the
spare cards, but only the owner of a spare card knows whether it is keen. Before the first round, each seat may set its
first card aside face down and draw a new one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from rules.kernel.data.actions import Action, Pass, to_json
from rules.kernel.data.events import EVERYONE, Body, Event
from rules.kernel.data.frozen_records import immutable
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.data.view import View
from rules.kernel.engine.chance import Chance, ChanceState, Rng
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.match import Match, State, load_match
from rules.kernel.engine.order_of_play import OrderOfPlay
from rules.kernel.engine.sealed_choices import Sealed, SealedTable
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import Step, StepRules
from rules.kernel.engine.window import Window, WindowTable
from rules.kernel.errors import IllegalAction
from rules.kernel.game import Game
from rules.kernel.words.translation import ActionText, Entry, Translator

#: The cards' names, by card number. These words occur nowhere else, so tests can find them in texts.
CARDS = "Adder Badger Crow Dormouse Elk Ferret Gnat Heron Ibis Jackal Kite Lynx".split()  # noqa: SIM905
SPARES = ("blunt", "keen")


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """The action of bidding a card."""

    verb: ClassVar[str] = "bid"
    card: int


@dataclass(frozen=True, slots=True)
class Burn(Action):
    """The action of burning the spare card, which cancels the other seat's point."""

    verb: ClassVar[str] = "burn"


@dataclass(frozen=True, slots=True)
class Mulligan(Action):
    """The action of replacing the first card with a new one before the first round."""

    verb: ClassVar[str] = "mulligan"
    cards: tuple[int, ...]


@immutable
class Won(Body):
    kind: ClassVar[str] = "won"
    seat: int


@immutable
class Revealed(Body):
    kind: ClassVar[str] = "revealed"
    cards: tuple[int, ...]


@immutable
class Dealt(Body):
    kind: ClassVar[str] = "dealt"
    cards: tuple[int, ...]


@dataclass(slots=True)
class MulliganStep(Step):
    seat: int
    kind: Literal["mulligan"] = "mulligan"


AnyStep = Annotated[Sequence | Window | Sealed | MulliganStep, Field(discriminator="kind")]


@dataclass(slots=True, kw_only=True)
class DuelState(State):
    stack: list[AnyStep] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    aside: list[list[int]] = field(default_factory=lambda: [[], []])
    discards: list[int] = field(default_factory=list)
    spares: list[int] = field(default_factory=lambda: [1, 1])
    keen: list[int] = field(default_factory=lambda: [1, 1])
    points: list[int] = field(default_factory=lambda: [0, 0])
    walked: list[str] = field(default_factory=list)
    round: int = 0


class DuelView(View):
    hand: list[int]
    aside: list[int]
    keen: int | None
    counts: list[int]
    discards: list[int]
    spares: list[int]
    points: list[int]
    owes: list[int]
    mine: dict[str, Any] | None


DuelMatch = Match[DuelState]


ORDER = OrderOfPlay()


@ORDER.sealed("bids", accepts=[Bid])
class Bids(SealedTable):
    prompt = "bid"

    def question(self, say: Translator, view: DuelView, asked: Prompt) -> str:
        return "Bid a card in secret."

    def choices(self, match: DuelMatch, step: Sealed, seat: int) -> list[Action]:
        return [Bid(card) for card in match.state.hands[seat]]

    def reveal(self, match: DuelMatch, step: Sealed, chosen: dict[int, Action]) -> None:
        bids = {seat: action.card for seat, action in chosen.items() if isinstance(action, Bid)}
        for seat, card in bids.items():
            match.state.hands[seat].remove(card)
            match.state.discards.append(card)
        match.emit(EVERYONE, Revealed((bids[0], bids[1])))
        winner = max(bids, key=lambda seat: (bids[seat], -seat))
        match.push(Window("win", [1 - winner, winner], {"winner": winner}))


@ORDER.window("win", accepts=[Burn])
class Win(WindowTable):
    prompt = "burn"

    def question(self, say: Translator, view: DuelView, asked: Prompt) -> str:
        return "Burn?"

    def may_react(self, match: DuelMatch, window: Window, seat: int) -> bool:
        return match.state.spares[seat] > 0 and window.phase == "replace"

    def reactions(self, match: DuelMatch, window: Window, seat: int) -> list[Action]:
        return [Burn()] if match.state.keen[seat] else []

    def react(self, match: DuelMatch, window: Window, seat: int, action: Action) -> None:
        match.state.spares[seat] -= 1
        window.cancelled = not window.cancelled

    def forced(self, match: DuelMatch, window: Window, phase: str) -> None:
        match.state.walked.append(phase)

    def execute(self, match: DuelMatch, window: Window) -> None:
        winner = int(window.facts["winner"])
        match.state.walked.append("win")
        match.state.points[winner] += 1
        match.emit(EVERYONE, Won(winner))


@ORDER.step(MulliganStep, asks=["mulligan"], accepts=[Mulligan, Pass])
class MulliganRules(StepRules[DuelMatch, MulliganStep]):
    def question(self, say: Translator, view: DuelView, asked: Prompt) -> str:
        return "Set your first card aside?"

    def decisions(self, match: DuelMatch, step: MulliganStep) -> dict[int, Decision]:
        return {step.seat: decide("mulligan", [Mulligan((match.state.hands[step.seat][0],)), Pass()])}

    def take(self, match: DuelMatch, step: MulliganStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, Mulligan):
            hand = match.state.hands[seat]
            match.state.aside[seat].append(hand.pop(0))
            fresh = match.chance.take("deck", match.state.deck, 1)
            hand += fresh
            match.emit((seat,), Dealt(tuple(fresh)))


def _mulligans(match: DuelMatch, _step: Sequence) -> None:
    match.push(MulliganStep(0), MulliganStep(1))


def _bids(match: DuelMatch, _step: Sequence) -> None:
    match.state.round += 1
    match.push(Sealed("bids", [0, 1]))


def _again(match: DuelMatch, _step: Sequence) -> str | None:
    return "bids" if match.state.round < 3 else None


def _over(match: DuelMatch, _step: Sequence) -> None:
    match.state.over = True


ORDER.sequence("game", {"mulligans": _mulligans, "bids": _bids, "again": _again, "over": _over})


def set_up(seats: int, seed: str | int, _options: Any) -> DuelState:
    if seats != 2:
        raise IllegalAction("A duel needs two players.")
    state = DuelState(seats=2, chance=ChanceState(str(seed)))
    cards = Chance(state.chance).shuffle("deck", list(range(1, 13)))
    state.hands, state.deck = [cards[:4], cards[4:8]], cards[8:]
    state.keen = Chance(state.chance).rolls("spare", 2, 2)
    state.stack.append(Sequence("game"))
    return state


def view(match: DuelMatch, seat: int | None) -> DuelView:
    state = match.state
    top = state.stack[-1] if state.stack else None
    secret = top if isinstance(top, Sealed) else None
    return DuelView(
        game=match.game.id,
        viewer=seat,
        seats=2,
        to_act=sorted(match.decisions()),
        over=state.over,
        hand=list(state.hands[seat]) if seat is not None else [],
        aside=list(state.aside[seat]) if seat is not None else [],
        keen=state.keen[seat] if seat is not None else None,
        discards=list(state.discards),
        counts=[len(hand) for hand in state.hands],
        spares=list(state.spares),
        points=list(state.points),
        owes=list(secret.owed) if secret else [],
        mine=secret.chosen.get(seat) if secret and seat is not None else None,
    )


def worlds(match: DuelMatch, seat: int | None, rng: Rng) -> DuelMatch:
    """Return a world that looks the same to the seat: all cards and bids that it hasn't seen are drawn again."""
    world = match.copy()
    state = world.state
    state.chance = ChanceState(f"{rng.getrandbits(64):x}")
    others = [other for other in (0, 1) if other != seat]
    waiting = {step.seat for step in state.stack if isinstance(step, MulliganStep)}
    pool = list(state.deck)
    for other in others:
        pool += state.hands[other] + state.aside[other]
    pool.sort()  # sorted, so the new deal doesn't depend on where the cards really are
    rng.shuffle(pool)
    for other in others:
        state.hands[other] = [pool.pop() for _ in state.hands[other]]
        # A viewer doesn't know whether the other seat has set a card aside, so chance decides it.
        state.aside[other] = [] if other in waiting or rng.getrandbits(1) else [pool.pop()]
        state.keen[other] = rng.getrandbits(1)
    state.deck = pool
    for step in state.stack:
        if isinstance(step, Sealed):
            for other in set(others) & set(step.chosen):
                hand = state.hands[other]
                step.chosen[other] = to_json(Bid(hand[rng.getrandbits(8) % len(hand)]))
    return load_match(world.game, world.dump())


def result(match: DuelMatch) -> Result:
    points = match.state.points
    ranks = [1 + (points[1 - seat] > points[seat]) for seat in (0, 1)]
    rows = [
        ResultRow(seat=seat, scores={"points": points[seat]}, total=points[seat], rank=ranks[seat]) for seat in (0, 1)
    ]
    return Result(categories=["points"], rows=rows, winners=[row.seat for row in rows if row.rank == 1])


def event_line(say: Translator, event: Event) -> str | None:
    body = event.body
    if isinstance(body, Revealed):
        return f"The bids: {cards(body.cards)}."
    if isinstance(body, Dealt):
        return f"You get {cards(body.cards)}."
    return f"{say.seat(body.seat)} wins the bid." if isinstance(body, Won) else None


def action_text(say: Translator, view: View, action: Action) -> ActionText:
    if isinstance(action, Bid):
        return ActionText(f"Bid {cards([action.card])}", "It is shown when both have bid.")
    if isinstance(action, Mulligan):
        return ActionText(f"Set {cards(action.cards)} aside")
    return ActionText("Burn the spare" if isinstance(action, Burn) else "Go on")


def option_text(say: Translator, view: View, action_type: type[Action], field: str, value: Any) -> str:
    return cards(value if isinstance(value, tuple) else [value])


def board_text(say: Translator, view: View, *_: View) -> str:
    assert isinstance(view, DuelView)
    lines = [f"{say.seat(seat)}: {view.counts[seat]} in hand, {view.spares[seat]} spare, {view.points[seat]} points"
             for seat in (0, 1)]  # fmt: skip
    if view.viewer is not None:
        lines.append(hand_text(say, view))
    return "\n".join([*lines, f"Discarded: {cards(view.discards)}.", f"Bids missing: {len(view.owes)}."])


def alt_text(say: Translator, view: View) -> str:
    assert isinstance(view, DuelView)
    return f"A duel, {view.points[0]} to {view.points[1]}. Discarded: {cards(view.discards)}."


def hand_text(say: Translator, view: View) -> str:
    assert isinstance(view, DuelView)
    sealed = f" Sealed: {cards([view.mine['card']])}." if view.mine else ""
    aside = f" Set aside: {cards(view.aside)}." if view.aside else ""
    return f"In hand: {cards(view.hand)}. Your spare is {SPARES[view.keen or 0]}.{aside}{sealed}"


def look_up(say: Translator) -> list[Entry]:
    return [Entry(name.lower(), name, "Card", f"Bids {number}.") for number, name in enumerate(CARDS, 1)]


def result_text(say: Translator, result: Result) -> str:
    return "\n".join(f"{say.seat(row.seat)} {row.total:g}" for row in result.rows)


def cards(numbers: Iterable[int]) -> str:
    """Return the names of the cards with these numbers, separated by commas, or "none" if there are no numbers."""
    return ", ".join(CARDS[number - 1] for number in numbers) or "none"


@dataclass(kw_only=True, eq=False)
class DuelGame(Game[DuelState, Any]):
    """The duel as a game that has a one-line digest of its rules instead of a rules page."""

    def digest(self) -> str:
        return "## Bids\n\n- **DUEL-BID.1** The higher bid wins a point.\n"


GAME = DuelGame(
    id="duel",
    command="duel",
    seats=range(2, 3),
    version=3,
    migrations={1: lambda state: state | {"points": state.pop("score")}, 2: lambda state: state},
    state_type=DuelState,
    actions=(Bid, Burn, Mulligan, Pass),
    events={"won": Won, "dealt": Dealt, "revealed": Revealed},
    order_of_play=ORDER,
    set_up=set_up,
    view=view,
    worlds=worlds,
    result=result,
    title=lambda _say: "Duel",
    blurb=lambda _say: "A duel.",
    event_line=event_line,
    action_text=action_text,
    option_text=option_text,
    board_text=board_text,
    alt_text=alt_text,
    hand_text=hand_text,
    look_up=look_up,
    result_text=result_text,
)
