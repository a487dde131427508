"""The use of card effects and Location abilities: sections 18 (USE) and 19 (PAY) of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.effects.can_resolve import clause_can_resolve, effect_can_resolve
from rules.edge_of_darkness.effects.effect_start import begin_effect
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import EffectStep, Source
from rules.kernel.data.events import EVERYONE

Moment = Literal["turn", "defence"]


def usable_effects(
    match: EdgeMatch, seat: int, names: list[str], use: Moment, promised: int = 0
) -> list[tuple[str, str]]:
    """Return the unused effects of these cards that can be resolved now (EOD-USE.4).

    These effects work in this kind of `use`, the seat can pay for them, and they would change something (EOD-PAY.6,
    USE.8, DMG.9). `promised` is the number of hand cards that will be discarded to use an effect.
    """
    state, content = match.state, match.content
    coins, used, defence = state.players[seat].coins, state.turn.used, use == "defence"
    free, kept = (-1, seat), content.parts
    found: list[tuple[str, str]] = []
    for name in names:
        card = state.cards[name]
        price = int(card.owner not in free)
        if coins < price:
            continue
        # Reading the cache of `slot_effects` directly saves a function call for every card on the table.
        for part in kept.get((name, card.top, card.middle, card.bottom)) or sleeved_card.slot_effects(
            content, name, card
        ):
            if part.defends != defence or part.key in used:
                continue
            if part.sure:
                found.append((name, part.source.slot))
                continue
            # The loop of `effect_can_resolve` is repeated here to save a function call for each effect.
            for clause in part.effect.clauses:
                if clause_can_resolve(match, seat, part.source, clause, use, price, promised):
                    found.append((name, part.source.slot))
                    break
    return found


def only_clause(match: EdgeMatch, seat: int, source: Source, effect: Effect, use: Moment, promised: int = 0) -> int:
    """Return the number of the only clause that the seat can choose now, if the effect offers several; 0 if not.

    Such an effect starts this clause without asking.
    """
    if effect.mode != "one" or len(effect.clauses) < 2:
        return 0
    card = match.state.cards.get(source.what)
    price = int(card is not None and card.owner not in (-1, seat))
    found = [
        number
        for number, clause in enumerate(effect.clauses, 1)
        if clause_can_resolve(match, seat, source, clause, use, price, promised)
    ]
    return found[0] if len(found) == 1 else 0


def source_of(match: EdgeMatch, name: str, slot: str) -> Source:
    """Return the source record for the effect in this slot of a card."""
    return Source(name, slot, sleeved_card.home_of(match.content, match.state.cards[name], slot))


def use_card(match: EdgeMatch, seat: int, name: str, slot: str, use: Moment, where: str) -> None:
    """Mark the effect as used, pay the card's owner, and start the effect; `where` is the place shown in the log."""
    card = match.state.cards[name]
    part = sleeved_card.slot_effect(match.content, name, card, slot)
    match.state.turn.used.append(part.key)
    _pay_owner(match, seat, card.owner)
    match.emit(EVERYONE, events.Used(seat, name, slot, where, sleeved_card.slip_in(card, slot)))
    begin_effect(match, seat, part.source, part.effect.clauses, part.effect.mode, use)


def _pay_owner(match: EdgeMatch, seat: int, owner: int) -> None:
    """If the card belongs to another player, pay its owner 1 Coin before its effect (EOD-PAY.4, PAY.5)."""
    if owner in (-1, seat):
        return
    match.state.players[seat].coins -= 1
    match.state.players[owner].coins += 1
    match.emit(EVERYONE, events.PaidOwner(seat, owner))


@cache
def ability_source(location: str) -> Source:
    """Return the source record for a Location's ability."""
    return Source(location, "", location)


def usable_abilities(match: EdgeMatch, seat: int, use: Moment, used: Mapping[str, int]) -> list[str]:
    """Return the Locations whose ability works now, can be used again, and would change something (EOD-USE.5).

    `used` counts how often each ability has been used in this turn or against this attack.
    """
    state = match.state
    agents = state.players[seat].agents
    working = match.content.abilities["turn" if use == "turn" else "attacked"]
    endless = use == "turn" and state.options.location_uses == "unlimited"
    found: list[str] = []
    for name in state.locations:
        if name not in working:
            continue
        effect, uses, least_agents = working[name]
        if agents.get(name, 0) < least_agents or (uses and not endless and used.get(name, 0) >= uses):
            continue
        if (use == "turn" and effect.sure) or effect_can_resolve(match, seat, ability_source(name), effect, use):
            found.append(name)
    return found


def use_ability(match: EdgeMatch, seat: int, location: str, use: Moment, where: str) -> None:
    """Start a Location's ability; `where` is the place shown in the log."""
    match.emit(EVERYONE, events.Used(seat, location, "", where))
    effect = match.content.locations[location].ability.effect
    begin_effect(match, seat, ability_source(location), effect.clauses, effect.mode, use)


def begin_timed(match: EdgeMatch, seat: int, timing: Literal["start", "end"]) -> None:
    """Start the automatic abilities of this timing that would change something, in the order of the Locations.

    The player is asked about each clause that has a cost.
    """
    working = match.content.abilities[timing]
    due = [name for name in match.state.locations if name in working]
    found = [name for name in due if effect_can_resolve(match, seat, ability_source(name), working[name][0], "turn")]
    for name in found:
        match.emit(EVERYONE, events.Used(seat, name, "", timing))
    effects = [(ability_source(name), working[name][0]) for name in found]
    match.push(*[EffectStep(seat, source, list(what.clauses), what.mode, "turn") for source, what in effects])
