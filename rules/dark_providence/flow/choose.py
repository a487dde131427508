"""The choices that a card's operations ask for."""

from __future__ import annotations

from rules.dark_providence.board.agents import has_frame, owner_of
from rules.dark_providence.board.board import asset_city, free_locks, kind_of, marks_on, sealed
from rules.dark_providence.content import ops
from rules.dark_providence.content.records import Asset
from rules.dark_providence.effects.verbs import CHOICES
from rules.dark_providence.flow.acquiring import not_takeable
from rules.dark_providence.flow.refusals import Refusal, no_target
from rules.dark_providence.state.actions import Choose, Done
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import AcquireStep, ChoiceStep, StockStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import agent_name, card_name, card_names
from rules.dark_providence.words.ops import question
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.text import Say


def _no_choice(match: Providence, seat: int, step: ChoiceStep, option: str) -> Refusal:
    """Return why this can't be chosen for the operation that asks."""
    state = match.state
    match step.op:
        case ops.Place() if kind_of(state, option) is not None:
            if sealed(state, option):
                return IllegalAction("Cthulhu stands there: no influence can be placed in that city or on its card.")
            return IllegalAction("That card's markers go somewhere else; read it with /card.")
        case ops.Lock():
            return _lock(match, option)
        case ops.Move():
            return _move(match, seat, step, option)
        case ops.DriveOff():
            target, _, owner = option.rpartition("/")
            if owner == str(seat):
                return IllegalAction("These are your own markers; recover them instead.")
            if not any(marks_on(state, target)):
                return IllegalAction("There are no markers.")
            return None
        case ops.DestroyAsset() if not asset_city(state, option):
            return IllegalAction("That card does not lie face up on a city.")
        case ops.DeepOnes() if option in state.places:
            return IllegalAction("You need an agent in that city for a Deep One.")
        case ops.Fetch():
            return IllegalAction("That card is not in your discard pile.")
        case ops.Purge():
            return IllegalAction("That card is not in your hand.")
        case _:
            return None


def _not_by_card(match: Providence, seat: int, op: ops.Acquire, target: str) -> Refusal:
    if kind_of(match.state, target) != op.what:
        return IllegalAction("That card acquires something else: read it with /card.")
    if op.locked and target in match.state.locks:
        return IllegalAction("That can't be acquired with this card; read it with /card.")
    found = not_takeable(match, seat, target)
    return found or IllegalAction("That can't be acquired with this card: it has no agent of yours, or costs too much.")


def _lock(match: Providence, option: str) -> Refusal:
    state = match.state
    mode, _, target = option.partition("/")
    if mode == "place" and target in state.locks:
        return IllegalAction("There is a lock on it already, and one is the most.")
    if mode == "place" and not free_locks(state):
        return IllegalAction("There is no free lock; one must be removed somewhere first.")
    if mode == "remove" and target not in state.locks:
        return IllegalAction("There is no lock on it.")
    return None


def _move(match: Providence, seat: int, step: ChoiceStep, option: str) -> Refusal:
    state = match.state
    if step.mover:
        if option in state.places and option in (state.cthulhu, state.martial_law):
            return IllegalAction("Nobody can travel to that city now.")
        return IllegalAction("The agent can't get there with this card; choose another city.")
    if option in state.agents and owner_of(state, option) != seat:
        return IllegalAction("That is not your agent; only your own agents can travel.")
    return None


@PROVIDENCE.step(ChoiceStep, asks=["choose"], accepts=[Choose, Done])
class ChoiceRules(StepRules[Providence, ChoiceStep]):
    """Choose until nothing is left to choose; a single compulsory choice is made without asking."""

    def advance(self, match: Providence, step: ChoiceStep) -> bool:
        found = self._options(match, step) if step.left else []
        if not found:
            match.finish(step)
            return True
        if len(found) == 1 and not self._may_stop(step):
            self._choose(match, step, found[0])
            return True
        return False

    def _options(self, match: Providence, step: ChoiceStep) -> list[str]:
        return CHOICES[type(step.op)].offers(match, step, step.op)

    def _may_stop(self, step: ChoiceStep) -> bool:
        return CHOICES[type(step.op)].optional and not step.must and not step.mover

    def decisions(self, match: Providence, step: ChoiceStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(option) for option in self._options(match, step)]
        if self._may_stop(step):
            offers.append(Done())
        return {step.seat: decide("choose", offers, op=step.op.op, card=step.card, left=step.left, mover=step.mover)}

    def question(self, say: Say, view: ProvidenceView, asked: Prompt) -> str:
        op, mover, left = str(asked.args["op"]), str(asked.args.get("mover", "")), int(asked.args.get("left", 1))
        card = card_name(say, str(asked.args["card"]))
        if mover:
            return say.t("{card}: where does {agent} go?", card=card, agent=agent_name(say, mover))
        return question(say, op, card, left)

    def why_not(self, match: Providence, step: ChoiceStep, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Choose):
            return None
        if isinstance(step.op, ops.Acquire):
            return no_target(match, action.option) or _not_by_card(match, seat, step.op, action.option)
        return _no_choice(match, seat, step, action.option)

    def take(self, match: Providence, step: ChoiceStep, seat: int, action: Action) -> None:
        if isinstance(action, Choose):
            self._choose(match, step, action.option)
        else:
            match.finish(step)

    def _choose(self, match: Providence, step: ChoiceStep, option: str) -> None:
        """Carry out what was chosen; once a whole choice is made, the rest may be declined."""
        before = step.left
        CHOICES[type(step.op)].takes(match, step, step.op, option)
        step.left -= 1
        step.must = step.must and step.left >= before
        if step.left <= 0:
            match.finish(step)

    def is_sound(self, match: Providence, step: ChoiceStep) -> bool:
        return step.mover in ("", *match.state.agents)


@PROVIDENCE.step(StockStep, asks=["stock"], accepts=[Choose, Done])
class StockRules(StepRules[Providence, StockStep]):
    """Acquire one of the cards found, or none; the others are shuffled back into the secret stock."""

    def decisions(self, match: Providence, step: StockStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(card) for card in step.found if self._may(match, step.seat, card)]
        return {step.seat: decide("stock", [*offers, Done()], cards=tuple(step.found))}

    def question(self, say: Say, view: ProvidenceView, asked: Prompt) -> str:
        cards = card_names(say, list(asked.args["cards"]))
        return say.t("You found {cards}: which one do you acquire?", cards=cards)

    def why_not(self, match: Providence, step: StockStep, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Choose):
            return None
        if action.option not in step.found:
            return IllegalAction("That is not one of the cards you found.")
        return IllegalAction("You have six agents already, and nobody may have more.")

    def _may(self, match: Providence, seat: int, card: str) -> bool:
        asset: Asset = match.content.assets[card]
        return asset.agent is None or has_frame(match.state, seat)

    def take(self, match: Providence, step: StockStep, seat: int, action: Action) -> None:
        match.finish(step)
        state = match.state
        if isinstance(action, Choose):
            lead = state.agents.get(state.players[seat].lead)
            city = lead.city if lead else next(iter(state.places))
            match.push(AcquireStep(seat, action.option, city=city))
            kept = [card for card in state.stock if card != action.option]
            state.stock = [action.option, *match.chance.shuffle("stock", kept)]
        else:
            state.stock = match.chance.shuffle("stock", state.stock)

    def is_sound(self, match: Providence, step: StockStep) -> bool:
        return all(card in match.state.stock for card in step.found)
