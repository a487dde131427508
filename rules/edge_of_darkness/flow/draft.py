"""Drafting and skipping: section 11 (DRAFT) of RULES.md."""

from __future__ import annotations

from functools import cache

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import Draft, SkipCard
from rules.edge_of_darkness.state.state import EdgeMatch, State
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import DraftStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.amounts import things
from rules.edge_of_darkness.words.names import deciding
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide_in_order
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: Cached because listing a turn's actions builds the same objects again and again.
_SKIP, _DRAFT = cache(SkipCard), Draft()


def draft_reach(state: State, step: DraftStep) -> list[str]:
    """Return the Street cards that this draft takes if no more cards are marked to be skipped."""
    return [card for card in state.street if card and card not in step.skipped][: step.count]


def can_skip(match: EdgeMatch, step: DraftStep) -> list[str]:
    """Return the cards that can still be skipped: those that the draft takes now (EOD-DRAFT.4, DRAFT.16, DRAFT.17)."""
    state = match.state
    if len(step.skipped) >= state.players[step.seat].influence:
        return []
    cards = len(state.street) - state.street.count("") + len(state.deck) + len(state.discard)
    if cards - len(step.skipped) - 1 < step.count:
        return []
    return draft_reach(state, step)


@EDGE.step(DraftStep, asks=["draft"], accepts=[SkipCard, Draft])
class DraftRules(StepRules[EdgeMatch, DraftStep]):
    """The choice of cards to skip, then the draft. No Influence is placed before the draft."""

    rules = ("EOD-DRAFT.1", "EOD-DRAFT.2", "EOD-DRAFT.3", "EOD-DRAFT.4", "EOD-ASSEM.1")

    def decisions(self, match: EdgeMatch, step: DraftStep) -> dict[int, Decision]:
        offers: list[Action] = [_DRAFT, *map(_SKIP, sorted(can_skip(match, step)))]
        return {step.seat: decide_in_order("draft", offers, count=step.count, skipped=len(step.skipped))}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        asks = say.n(
            "Draft {n} card from the Street, or skip cards first for 1 Influence each.",
            "Draft {n} cards from the Street, or skip cards first for 1 Influence each.",
            int(asked.args["count"]),
        )
        left = deciding(view).influence
        return f"{asks} {say.t('You have {influence}.', influence=things(say, 'influence', left))}"

    def why_not(self, match: EdgeMatch, step: DraftStep, seat: int, action: Action) -> IllegalAction | None:
        state = match.state
        if not isinstance(action, SkipCard):
            return None
        if action.card not in state.street:
            if action.card in deck.street_cards(state):
                return IllegalAction("You can't skip the top card of the deck.", rule="EOD-DRAFT.8")
            return IllegalAction("That card isn't in the Street.", rule="EOD-DRAFT.16")
        if action.card in step.skipped:
            return IllegalAction("You've already skipped that card.", rule="EOD-DRAFT.2")
        if len(step.skipped) >= state.players[seat].influence:
            return IllegalAction("You have no Influence left to skip another card.", rule="EOD-DRAFT.4")
        return IllegalAction("Your draft doesn't reach that card, so you can't skip it.", rule="EOD-DRAFT.16")

    def is_sound(self, match: EdgeMatch, step: DraftStep) -> bool:
        return step.count > 0 and set(step.skipped) <= set(match.state.street)

    def take(self, match: EdgeMatch, step: DraftStep, seat: int, action: Action) -> None:
        if isinstance(action, SkipCard):
            step.skipped.append(action.card)
            return
        match.finish(step)
        take_cards(match, step)
        if step.by_effect:
            deck.refill_street(match)
            deck.refill_tower(match)


def take_cards(match: EdgeMatch, step: DraftStep) -> None:
    """Place Influence on the skipped cards and draft the first of the others; use the stack if the Street runs out."""
    state = match.state
    player = state.players[step.seat]
    for card in step.skipped:
        player.influence -= 1
        state.favours[card] = state.favours.get(card, 0) + 1
    taken = draft_reach(state, step)
    goodwill = deck.take_from_street(match, step.seat, taken)
    while len(taken) < step.count:
        if not state.deck:
            if not state.discard:
                break
            # The stack is empty, so the Discard pile becomes the new stack (EOD-DRAFT.18).
            deck.shuffle_under(match)
        match.reveal()
        taken.append(state.deck[0])
        deck.take_from_street(match, step.seat, state.deck[:1])
    skipped = sorted(step.skipped, key=state.street.index)
    match.emit(EVERYONE, events.Drafted(step.seat, tuple(taken), tuple(skipped), goodwill))
