"""The Prologue: drawing cards, income, turning characters Ready, and start-of-Round effects (section 11)."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import abilities, controlled, forbidden, income, is_known
from rules.aevum_haeresis.board.cards_in_play import set_ready
from rules.aevum_haeresis.board.decks_and_resources import change_gold, draw
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.effects.amounts import may_use
from rules.aevum_haeresis.effects.cost_rules import ability_of
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state.actions import Choose
from rules.aevum_haeresis.state.state import HAND, Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import EffectStep, StartStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: The number of Heretics that each player draws in the Prologue (AH-PROLOGUE.1).
HERETICS = 2


def draw_cards(match: Haeresis, _step: Sequence) -> None:
    """Let each player draw two Heretics, then Plot cards until the hand has nine (AH-PROLOGUE.1 to PROLOGUE.6)."""
    state = match.state
    state.phase = "prologue"
    for seat in (state.active, 1 - state.active):
        draw(match, seat, "heretic", HERETICS)
        draw(match, seat, "plot", max(0, HAND - len(state.players[seat].hand)))
    check(match)


def gain_income(match: Haeresis, _step: Sequence) -> None:
    """Give each player their Camp's income, changed by the gold icons on their cards (AH-PROLOGUE.7, PROLOGUE.8)."""
    for seat in (match.state.active, 1 - match.state.active):
        change_gold(match, seat, income(match, seat))


def ready_all(match: Haeresis, _step: Sequence) -> None:
    """Turn every Spent character Ready unless a passive prevents it (AH-PROLOGUE.9)."""
    forbidden_cards = forbidden(match, "ready")
    for seat in (0, 1):
        for card in controlled(match, seat):
            if card in forbidden_cards:
                continue
            set_ready(match, card, True, usual=True)


def start_effects(match: Haeresis, _step: Sequence) -> None:
    """Start both players' start-of-Round effects, the Active player's first (AH-PROLOGUE.10)."""
    active = match.state.active
    for seat in (1 - active, active):
        match.push(StartStep(seat, [f"{card}/{number}" for card, number, *_ in abilities(match, seat, "start")]))


@HAERESIS.step(StartStep, asks=["start"], accepts=[Choose])
class StartRules(Rules[StartStep]):
    """Lets a player order their start-of-Round effects. The last one starts without asking (AH-GEN.8)."""

    rules = ("AH-GEN.8", "AH-PROLOGUE.10")

    def go_on(self, match: Haeresis, step: StartStep) -> bool:
        step.left = [name for name in step.left if self._due(match, step.seat, name)]
        if not step.left:
            match.finish(step)
            return True
        if len(step.left) > 1:
            return False
        self._start(match, step, step.left[0])
        return True

    def is_sound(self, match: Haeresis, step: StartStep) -> bool:
        return all("/" in name and is_known(match, name) for name in step.left)

    def _due(self, match: Haeresis, seat: int, name: str) -> bool:
        """Return whether a start-of-Round effect can still start.

        Another effect may have removed the effect's card, or given the rival control of the card.
        """
        card, _, number = name.partition("/")
        placed = match.state.cards.get(card)
        if placed is None or placed.controller != seat:
            return False
        return may_use(match, seat, card, int(number), ability_of(match, card, int(number)))

    def decisions(self, match: Haeresis, step: StartStep) -> dict[int, Decision]:
        return {step.seat: decide("start", map(Choose, step.left))}

    def take(self, match: Haeresis, step: StartStep, seat: int, action: Action) -> None:
        assert isinstance(action, Choose)
        self._start(match, step, action.option)

    def _start(self, match: Haeresis, step: StartStep, name: str) -> None:
        step.left.remove(name)
        card, number = name.split("/")
        ability = ability_of(match, card, int(number))
        if ability.limit == "game":
            match.state.cards[card].done.append(number)
        match.push(EffectStep(step.seat, card, list(ability.do)))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return say.t("Start of the Round: which of your effects comes first?")

    def why_not(self, match: Haeresis, step: StartStep, seat: int, action: Action) -> Reason:
        if isinstance(action, Choose):
            return IllegalAction("That isn't one of your effects at the start of this Round.", rule="AH-GEN.8")
        return None
