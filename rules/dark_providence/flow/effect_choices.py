"""The choices that a card's operations require."""

from __future__ import annotations

from rules.dark_providence.board.agents import has_frame
from rules.dark_providence.content.records import Asset
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.effects.verb_table import CHOICES
from rules.dark_providence.state.actions import Choose, Done
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import AcquireStep, ChoiceStep, StockStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import agent_name, card_name, card_names, from_target
from rules.dark_providence.words.ops import question
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: The rules cited with a verb's choice. For verbs not listed, the card's text is enough.
_RULES = {
    "discard": ("DP-DISCARD.3",),
    "spread": ("DP-PLACE.9", "DP-PLACE.8", "DP-PLACE.10"),
    "shift": ("DP-PLACE.9", "DP-PLACE.8"),
    "destroy_agent": ("DP-DESTROY.2", "DP-DESTROY.4"),
    "corrupt": ("DP-AGENT.22", "DP-AGENT.14"),
    "revive": ("DP-AGENT.12", "DP-AGENT.20", "DP-AGENT.14"),
    "ruin": ("DP-DESTROY.1", "DP-DESTROY.3"),
    "banish": ("DP-DESTROY.1", "DP-DESTROY.7"),
    "haunt": ("DP-SANITY.3", "DP-SANITY.6"),
    "purge": ("DP-DESTROY.1", "DP-DESTROY.6"),
    "acquire": ("DP-ACQ.18", "DP-ACQ.17", "DP-ACQ.19"),
    "destroy_asset": ("DP-DESTROY.1", "DP-DESTROY.7"),
    "move": ("DP-TRAVEL.10", "DP-TRAVEL.8"),
    "return_agents": ("DP-AGENT.11", "DP-AGENT.12"),
    "deep_ones": ("DP-AGENT.17", "DP-LIMIT.7", "DP-AGENT.16"),
    "mi_go": ("DP-AGENT.18", "DP-AGENT.14"),
    "lock": ("DP-LOCK.1", "DP-LOCK.4", "DP-LOCK.8"),
    "martial_law": ("DP-TRAVEL.8", "DP-TRAVEL.9"),
    "cthulhu": ("DP-TRAVEL.8", "DP-MYTHOS.2"),
    "whateley": ("DP-MYTHOS.2",),
    "influence": ("DP-PLACE.9", "DP-PLACE.8", "DP-PLACE.10"),
    "peek": ("DP-ALLEG.13",),
    "unmask": ("DP-ALLEG.13",),
}


@PROVIDENCE.step(ChoiceStep, asks=["choose"], accepts=[Choose, Done])
class ChoiceRules(StepRules[Providence, ChoiceStep]):
    """The choices of an operation, one after the other. A single mandatory option is chosen automatically."""

    of_effect = True

    def advance(self, match: Providence, step: ChoiceStep) -> bool:
        found = self._options(match, step) if step.left else []
        if not found and step.left and CHOICES[type(step.op)].asks_anyway(match, step, step.op):
            return False
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

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        op, mover, left = str(asked.args["op"]), str(asked.args.get("mover", "")), int(asked.args.get("left", 1))
        card = card_name(say, str(asked.args["card"]))
        if mover and op == "shift":
            return say.t(
                "{card}: where do your markers {from_target} go?", card=card, from_target=from_target(say, mover)
            )
        if mover:
            return say.t("{card}: where does {agent} go?", card=card, agent=agent_name(say, mover))
        return question(say, op, card, left)

    def rests_on(self, view: ProvidenceView, asked: Prompt) -> tuple[str, ...]:
        return _RULES.get(str(asked.args["op"]), ("DP-GEN.3",))

    def why_not(self, match: Providence, step: ChoiceStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, Choose):
            return None
        return CHOICES[type(step.op)].why_not(match, step, step.op, action.option)

    def take(self, match: Providence, step: ChoiceStep, seat: int, action: Action) -> None:
        if isinstance(action, Choose):
            self._choose(match, step, action.option)
        else:
            match.finish(step)

    def _choose(self, match: Providence, step: ChoiceStep, option: str) -> None:
        """Execute a choice. After the first complete choice, the player may decline the rest."""
        before = step.left
        CHOICES[type(step.op)].takes(match, step, step.op, option)
        step.left -= 1
        step.must = step.must and step.left >= before
        if step.left <= 0:
            match.finish(step)

    def is_sound(self, match: Providence, step: ChoiceStep) -> bool:
        return match.content.has_card(step.card) and self._is_mover(match, step.mover)

    def _is_mover(self, match: Providence, mover: str) -> bool:
        return mover in ("", *match.state.agents) or match.content.has_target(mover)


@PROVIDENCE.step(StockStep, asks=["stock"], accepts=[Choose, Done])
class StockRules(StepRules[Providence, StockStep]):
    """The choice of one of the cards drawn from the secret stock, or of none. The other cards go back."""

    rules = ("DP-BOARD.17", "DP-ACQ.17", "DP-ACQ.18")

    def decisions(self, match: Providence, step: StockStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(card) for card in step.found if self._may(match, step.seat, card)]
        return {step.seat: decide("stock", [*offers, Done()], cards=tuple(step.found))}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        cards = card_names(say, list(asked.args["cards"]))
        return say.t("You found {cards}: which one do you acquire?", cards=cards)

    def why_not(self, match: Providence, step: StockStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, Choose):
            return None
        if action.option not in step.found:
            return IllegalAction("That is not one of the cards you found.", rule="DP-BOARD.17")
        return IllegalAction("You already have six agents, the most allowed.", rule="DP-AGENT.15")

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
