"""The free part of an Action turn: sections 14, 18, 19 and 23 of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness import cards, deck, events
from rules.edge_of_darkness.actions import (
    EndTurn,
    HuntThreats,
    Recall,
    Reshuffle,
    Sleeve,
    UseAbility,
    UseContact,
    UseStreet,
)
from rules.edge_of_darkness.attack import begin_attacks, pay_owner
from rules.edge_of_darkness.costs import discardable
from rules.edge_of_darkness.hunting import hunt, hunts
from rules.edge_of_darkness.resolve import begin_effect, effect_viable, move_agents
from rules.edge_of_darkness.sleeving import kinds, must_sleeve
from rules.edge_of_darkness.state import EdgeMatch
from rules.edge_of_darkness.steps import DiscardStep, FreeStep, SleeveStep, Source
from rules.kernel.actions import Action
from rules.kernel.decisions import Decision, decide
from rules.kernel.events import EVERYONE
from rules.kernel.steps import Sequence, StepRules


class FreeRules(StepRules[FreeStep]):
    """Effects, abilities and the sleeving in any order, until the player ends it; attacks interrupt (EOD-BLIGHT.23)."""

    def advance(self, match: EdgeMatch, step: FreeStep) -> bool:
        return begin_attacks(match)

    def decisions(self, match: EdgeMatch, step: FreeStep) -> dict[int, Decision]:
        seat = step.seat
        turn = match.state.turn
        owes = not turn.sleeved and must_sleeve(match, seat)
        actions: list[Action] = [
            *_hand_effects(match, seat),
            *_abilities(match, seat),
            *[HuntThreats(spots) for spots in hunts(match)],
            *_recalls(match, seat),
            *_street_effects(match, seat),
        ]
        if not turn.sleeved:
            actions += [Sleeve(name) for name in kinds(match, seat)]
        if deck.can_reshuffle(match.state):
            actions.append(Reshuffle())
        if not owes:
            actions.append(EndTurn())
        return {seat: decide("free", actions, owes=int(owes))}

    def take(self, match: EdgeMatch, step: FreeStep, seat: int, action: Action) -> None:
        _TAKES[type(action)](match, step, action)


def _payable(match: EdgeMatch, seat: int, card: str, slot: str, promised: int) -> bool:
    """Tell whether an effect can be paid for and would change something (EOD-PAY.6, USE.8)."""
    state, content = match.state, match.content
    held = state.cards[card]
    price = int(held.owner not in (-1, seat))
    if state.players[seat].coins < price or cards.works_when_attacked(content, held, slot):
        return False
    source = Source(card, slot, cards.home_of(content, held, slot))
    return effect_viable(match, seat, source, cards.effect_of(content, held, slot), "turn", price, promised)


def _effects(match: EdgeMatch, seat: int, names: list[str], promised: int = 0) -> list[tuple[str, str]]:
    """Return the effects of these cards that can be resolved and were not yet (EOD-USE.4).

    `promised` hand cards will be discarded for it.
    """
    state = match.state
    return [
        (name, slot)
        for name in names
        for slot, _slip in cards.shown(state.cards[name])
        if cards.use_key(name, state.cards[name], slot) not in state.turn.used
        and _payable(match, seat, name, slot, promised)
    ]


def _hand_effects(match: EdgeMatch, seat: int) -> list[Action]:
    return [UseContact(card, slot) for card, slot in _effects(match, seat, match.state.players[seat].hand)]


def _abilities(match: EdgeMatch, seat: int) -> list[Action]:
    """Location abilities of the own turn, once each unless the text or the option says otherwise (EOD-USE.5)."""
    state = match.state
    offers: list[Action] = []
    for name in state.locations:
        ability = match.content.locations[name].ability
        if not ability or ability.timing != "turn":
            continue
        unlimited = not ability.uses or state.options.location_uses == "unlimited"
        if (unlimited or state.turn.abilities.get(name, 0) < ability.uses) and effect_viable(
            match, seat, Source(name, "", name), ability.effect, "turn"
        ):
            offers.append(UseAbility(name))
    return offers


def _recalls(match: EdgeMatch, seat: int) -> list[Action]:
    """Discard one unresolved card for an Agent (EOD-DISCAGENT.1, DISCAGENT.6)."""
    if not discardable(match, seat, 1):
        return []
    places = list(match.state.players[seat].agents)
    if not places and not match.state.options.recall_needs_agent:
        return [Recall("")]
    return [Recall(place) for place in places]


def _street_effects(match: EdgeMatch, seat: int) -> list[Action]:
    """Discard two unresolved cards for one Street effect (EOD-STREETFX.1, STREETFX.10)."""
    if not discardable(match, seat, 2):
        return []
    return [UseStreet(card, slot) for card, slot in _effects(match, seat, deck.street_cards(match.state), 2)]


def _use(match: EdgeMatch, step: FreeStep, action: UseContact) -> None:
    resolve_card(match, step.seat, action.card, action.slot, "hand")


def _street(match: EdgeMatch, step: FreeStep, action: UseStreet) -> None:
    """The two cards are discarded first; the Street card stays where it is (EOD-STREETFX.4, STREETFX.5)."""
    resolve_card(match, step.seat, action.card, action.slot, "street")
    match.push(DiscardStep(step.seat, 2, "street"))


def resolve_card(match: EdgeMatch, seat: int, card: str, slot: str, where: str) -> None:
    """Mark the effect as used, pay the owner, and begin to resolve it."""
    held = match.state.cards[card]
    match.state.turn.used.append(cards.use_key(card, held, slot))
    pay_owner(match, seat, card)
    match.emit(EVERYONE, events.Used(seat, card, slot, where, cards.slip_in(held, slot)))
    effect = cards.effect_of(match.content, held, slot)
    source = Source(card, slot, cards.home_of(match.content, held, slot))
    begin_effect(match, seat, source, effect.clauses, effect.mode, "turn")


def _ability(match: EdgeMatch, step: FreeStep, action: UseAbility) -> None:
    turn = match.state.turn
    turn.abilities[action.location] = turn.abilities.get(action.location, 0) + 1
    match.emit(EVERYONE, events.Used(step.seat, action.location, "", "ability"))
    effect = match.content.locations[action.location].ability.effect
    begin_effect(match, step.seat, Source(action.location, "", action.location), effect.clauses, effect.mode, "turn")


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


def discard_hand(match: EdgeMatch, step: Sequence) -> None:
    """The whole hand is discarded; Battle Strength and hunt permission are gone (EOD-DISCARD.1, DISCARD.10)."""
    deck.discard_from_hand(match, step.seat, list(match.state.players[step.seat].hand), "end")
    match.state.turn.battle = 0
    match.state.turn.may_hunt = False
