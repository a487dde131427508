"""The free part of an Action turn: sections 14, 18, 19 and 23 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import starmap
from typing import Any

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.board.sleeved_card import damage, effect_of
from rules.edge_of_darkness.board.sleeving import sleevable_locations
from rules.edge_of_darkness.board.tokens import move_agents
from rules.edge_of_darkness.effects import effect_use
from rules.edge_of_darkness.effects.costs import can_discard, can_spare, must_still_sleeve, unresolved
from rules.edge_of_darkness.effects.hunting import hunt, hunts
from rules.edge_of_darkness.flow.attack import begin_attacks
from rules.edge_of_darkness.flow.discard import refuse_discards
from rules.edge_of_darkness.flow.refusals import no_effect, refuse_ability, refuse_contact, refuse_effect
from rules.edge_of_darkness.flow.sleeve import refuse_kind
from rules.edge_of_darkness.state.actions import (
    EndTurn,
    HuntThreats,
    Recall,
    Reshuffle,
    Sleeve,
    UseAbility,
    UseContact,
    UseStreet,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import DiscardStep, FreeStep, SleeveStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide_in_order
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: Cached because listing a turn's actions builds the same objects again and again.
_CONTACT, _STREET, _ABILITY = cache(UseContact), cache(UseStreet), cache(UseAbility)
_RECALL, _SLEEVE = cache(Recall), cache(Sleeve)
_RESHUFFLE, _END = Reshuffle(), EndTurn()


@EDGE.step(
    FreeStep,
    asks=["free"],
    accepts=[UseContact, UseAbility, HuntThreats, Recall, UseStreet, Sleeve, Reshuffle, EndTurn],
)
class FreeRules(StepRules[EdgeMatch, FreeStep]):
    """The free part of a turn: sleeving, effects and abilities in any order. Attacks interrupt it (EOD-BLIGHT.23)."""

    def advance(self, match: EdgeMatch, step: FreeStep) -> bool:
        return begin_attacks(match)

    def decisions(self, match: EdgeMatch, step: FreeStep) -> dict[int, Decision]:
        seat = step.seat
        state = match.state
        owes, spare = must_still_sleeve(match, seat), unresolved(match, seat)
        for_street = can_spare(match, seat, spare, 2, must_still_sleeve_card=owes)
        for_agent = for_street or can_spare(match, seat, spare, 1, must_still_sleeve_card=owes)
        offers: list[Action] = [
            *_abilities(match, seat),
            *(() if owes else (_END,)),
            *map(HuntThreats, sorted(hunts(match))),
            *(_recalls(match, seat) if for_agent else ()),
            *((_RESHUFFLE,) if deck.can_reshuffle(state) else ()),
            *(() if state.turn.sleeved else map(_SLEEVE, sorted(sleevable_locations(match, state.players[seat].hand)))),
            *(_street_effects(match, seat) if for_street else ()),
            *_hand_effects(match, seat),
        ]
        return {seat: decide_in_order("free", offers, owes=int(owes))}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        if asked.args.get("owes"):
            return say.t("Your Action turn: use effects and abilities. You must still sleeve an advancement.")
        return say.t("Your Action turn: use effects and abilities, or end the turn.")

    def rests_on(self, view: EdgeView, asked: Prompt) -> tuple[str, ...]:
        rules = ("EOD-USE.1", "EOD-ACTION.10", "EOD-DISCAGENT.1", "EOD-STREETFX.1", "EOD-ACTION.12")
        return ("EOD-ACTION.4", *rules) if asked.args.get("owes") else rules

    def why_not(self, match: EdgeMatch, step: FreeStep, seat: int, action: Action) -> IllegalAction | None:
        refusal = _REFUSALS.get(type(action))
        return refusal(match, seat, action) if refusal else None

    def take(self, match: EdgeMatch, step: FreeStep, seat: int, action: Action) -> None:
        _TAKES[type(action)](match, step, action)


def _hand_effects(match: EdgeMatch, seat: int) -> Iterator[Action]:
    return starmap(_CONTACT, sorted(effect_use.usable_effects(match, seat, match.state.players[seat].hand, "turn")))


def _abilities(match: EdgeMatch, seat: int) -> Iterator[Action]:
    """Yield the use of each Location ability that works now (EOD-USE.5)."""
    return map(_ABILITY, sorted(effect_use.usable_abilities(match, seat, "turn", match.state.turn.abilities)))


def _recalls(match: EdgeMatch, seat: int) -> Iterable[Action]:
    """Return the ways to recall an Agent by discarding one unresolved card (EOD-DISCAGENT.1, DISCAGENT.6)."""
    places = match.state.players[seat].agents
    if not places and not match.state.options.recall_needs_agent:
        return [Recall("")]
    return map(_RECALL, sorted(places))


def _street_effects(match: EdgeMatch, seat: int) -> Iterator[Action]:
    """Yield the uses of Street effects. Each costs two unresolved cards (EOD-STREETFX.1, STREETFX.10)."""
    street = deck.street_cards(match.state)
    return starmap(_STREET, sorted(effect_use.usable_effects(match, seat, street, "turn", promised=2)))


def gains(match: EdgeMatch, seat: int) -> list[Action]:
    """Return the uses of card effects that only give gains. Rivals' cards are omitted: they cost a Coin (EOD-PAY.4)."""
    state = match.state
    if not state.stack or not isinstance(state.stack[-1], FreeStep) or seat not in match.decisions():
        return []
    uses = [action for action in match.decisions()[seat].actions if isinstance(action, UseContact)]
    mine = (use for use in uses if state.cards[use.card].owner in (-1, seat))
    return [use for use in mine if effect_of(match.content, state.cards[use.card], use.slot).only_gains]


def _use(match: EdgeMatch, step: FreeStep, action: UseContact) -> None:
    effect_use.use_card(match, step.seat, action.card, action.slot, "turn", "hand")


def _street(match: EdgeMatch, step: FreeStep, action: UseStreet) -> None:
    """Discard two cards, then use the effect of a card that stays in the Street (EOD-STREETFX.4, STREETFX.5)."""
    effect_use.use_card(match, step.seat, action.card, action.slot, "turn", "street")
    match.push(DiscardStep(step.seat, 2, "street"))


def _ability(match: EdgeMatch, step: FreeStep, action: UseAbility) -> None:
    turn = match.state.turn
    turn.abilities[action.location] = turn.abilities.get(action.location, 0) + 1
    effect_use.use_ability(match, step.seat, action.location, "turn", "ability")


def _sleeve(match: EdgeMatch, step: FreeStep, action: Sleeve) -> None:
    match.push(SleeveStep(step.seat, action.location))


def _hunt(match: EdgeMatch, step: FreeStep, action: HuntThreats) -> None:
    hunt(match, step.seat, action)


def _recall(match: EdgeMatch, step: FreeStep, action: Recall) -> None:
    match.push(DiscardStep(step.seat, 1, "recall"))
    if action.location:
        move_agents(match, match.state.players[step.seat], step.seat, action.location, -1)


def _reshuffle(match: EdgeMatch, step: FreeStep, _action: Reshuffle) -> None:
    deck.reshuffle(match)


def _end(match: EdgeMatch, step: FreeStep, _action: EndTurn) -> None:
    match.finish(step)


_TAKES: dict[type[Action], Callable[[EdgeMatch, FreeStep, Any], None]] = {
    UseContact: _use,
    UseStreet: _street,
    UseAbility: _ability,
    Sleeve: _sleeve,
    HuntThreats: _hunt,
    Recall: _recall,
    Reshuffle: _reshuffle,
    EndTurn: _end,
}


# -- refusals ---------------------------------------------------------------------------------------------


def _no_ability(match: EdgeMatch, seat: int, action: UseAbility) -> IllegalAction:
    return refuse_ability(match, action.location)


def _no_street_effect(match: EdgeMatch, seat: int, action: UseStreet) -> IllegalAction:
    if action.card not in deck.street_cards(match.state):
        return IllegalAction("That card isn't in the Street.", rule="EOD-STREETFX.1")
    found = refuse_effect(match, seat, action.card, action.slot)
    if found is None and not can_discard(match, seat, 2):
        return refuse_discards(match, seat, 2)
    return found or no_effect()


def _no_sleeving(match: EdgeMatch, seat: int, action: Sleeve) -> IllegalAction:
    if match.state.turn.sleeved and action.location in match.state.locations:
        return IllegalAction("You have already sleeved an advancement this turn.", rule="EOD-ACTION.6")
    return refuse_kind(match, seat, action.location)


def _no_hunt(match: EdgeMatch, seat: int, action: HuntThreats) -> IllegalAction | None:
    state = match.state
    if not state.turn.may_hunt:
        return IllegalAction("You don't have permission to hunt this turn.", rule="EOD-HUNT.3")
    if state.turn.hunted and not state.options.hunt_repeatable:
        return IllegalAction("You have already hunted with this permission.", rule="EOD-HUNT.15")
    if not action.spots or any(not 1 <= spot <= len(state.tower) or not state.tower[spot - 1] for spot in action.spots):
        return IllegalAction("There is no card on that tower spot.", rule="EOD-HUNT.21")
    price = sum(damage(match.content, state.cards[state.tower[spot - 1]]) for spot in set(action.spots))
    if price > state.turn.battle:
        return IllegalAction(
            "That takes {price} Battle Strength, and you have {battle}.",
            rule="EOD-HUNT.5",
            price=price,
            battle=state.turn.battle,
        )
    return None


def _no_recall(match: EdgeMatch, seat: int, action: Recall) -> IllegalAction:
    if not can_discard(match, seat, 1):
        return refuse_discards(match, seat, 1)
    if not match.state.players[seat].agents:
        return IllegalAction("You have no Agent at any Location.", rule="EOD-DISCAGENT.6")
    return IllegalAction("You have no Agent at that Location.", rule="EOD-DISCAGENT.1")


def _no_reshuffle(match: EdgeMatch, seat: int, action: Reshuffle) -> IllegalAction:
    if not deck.is_depleted(match.state):
        return IllegalAction("The deck isn't depleted, so you can't reshuffle.", rule="EOD-DECK.3")
    return IllegalAction("The Discard pile is empty.", rule="EOD-DECK.18")


def _no_end(match: EdgeMatch, seat: int, action: EndTurn) -> IllegalAction:
    return IllegalAction("You must sleeve an advancement before you end your turn.", rule="EOD-ACTION.11")


_REFUSALS: dict[type[Action], Callable[[EdgeMatch, int, Any], IllegalAction | None]] = {
    UseContact: refuse_contact,
    UseAbility: _no_ability,
    UseStreet: _no_street_effect,
    Sleeve: _no_sleeving,
    HuntThreats: _no_hunt,
    Recall: _no_recall,
    Reshuffle: _no_reshuffle,
    EndTurn: _no_end,
}


# -- the end of the turn ------------------------------------------------------------------------------------


def discard_hand(match: EdgeMatch, step: Sequence) -> None:
    """Discard the whole hand. Battle Strength and permission to hunt are also lost (EOD-DISCARD.1, DISCARD.10)."""
    deck.discard_from_hand(match, step.seat, list(match.state.players[step.seat].hand), "end")
    match.state.turn.battle = 0
    match.state.turn.may_hunt = False
