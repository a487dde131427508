"""What a hand of cards promises its player: effects not used yet, hunts within reach, and the sleeving to come."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from zlib import crc32

from rules.edge_of_darkness.board.cards import (
    damage,
    effect_of,
    filled,
    free_slots,
    shown,
    threats,
    use_key,
    works_when_attacked,
)
from rules.edge_of_darkness.bots.nominal import nominal, of_op
from rules.edge_of_darkness.bots.worth import Worth, battle_in, hunts_in
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.load import Slip
from rules.edge_of_darkness.effects.resolve import prologue_clauses
from rules.edge_of_darkness.effects.using import ability_source, source_of
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source

#: The share of what has not been done yet that one can count on, for cards in hand and for Locations.
IN_HAND, AT_HAND, TO_HUNT = 0.85, 0.4, 0.8
#: Cards that help when attacked, as long as they are in hand.
SHIELD = 0.5
#: A sleeving to come: onto an own card, onto a Neutral one, and forced upon a rival's.
ONTO_OWN, ONTO_NEUTRAL, ONTO_RIVAL = 1.1, 0.3, -0.4
#: Emptying a tray; a card that goes back to its owner.
TRAY, BACK_OWN, BACK_RIVAL = 0.25, 0.6, -0.25
#: Placements that differ by no more than this are as good as each other.
NEAR = 0.25
#: A cube icon on a slip; the other side of a slip, and how Damage counts against rewards.
ICON, PREY, FEAR = 0.03, 0.06, 0.4
#: What a slip is worth by what its contact can do again, by who owns the card.
AGAIN = {"own": 0.08, "neutral": 0.025, "rival": -0.03}


@dataclass(slots=True)
class Arms:
    """What there is to hunt with: Battle Strength now and to be had, and whether hunting is or can be permitted."""

    battle: int = 0
    more: int = 0
    may: bool = False
    can: bool = False


def arms(worth: Worth, names: list[str]) -> Arms:
    """Return what these cards and the Locations give to hunt with in the turn under way or to come."""
    match = worth.match
    turn = match.state.turn
    running = worth.running
    found = Arms(turn.battle, 0, turn.may_hunt, turn.may_hunt) if running else Arms()
    used = turn.used if running else []
    for name in names:
        card = match.state.cards[name]
        for slot, _ in shown(card):
            if use_key(name, card, slot) not in used and not works_when_attacked(match.content, card, slot):
                effect = effect_of(match.content, card, slot)
                _arm(found, worth, source_of(match, name, slot), effect)
    for home in match.state.locations:
        ability = match.content.locations[home].ability
        if ability and ability.timing == "turn" and not (running and turn.abilities.get(home, 0) >= ability.uses > 0):
            _arm(found, worth, ability_source(home), ability.effect)
    return found


def fights(clause: Clause) -> bool:
    """Tell whether a clause helps to hunt, or takes what does."""
    return any(
        isinstance(op, ops.Hunt) or (isinstance(op, ops.Gain | ops.Pay) and op.what == "battle")
        for op in (*clause.do, *clause.cost)
    )


def _arm(found: Arms, worth: Worth, source: Source, effect: Effect) -> None:
    battle = 0
    for clause in effect.clauses:
        if fights(clause) and worth.payable(source, clause):
            gain = max(0, battle_in(worth.match, worth.seat, source, clause))
            battle = max(battle, gain) if effect.mode == "one" else battle + gain
            found.can = found.can or hunts_in(clause)
    found.more += battle


def spoils(worth: Worth) -> list[tuple[int, float]]:
    """Return the Damage of each tower card and what defeating it brings."""
    if worth.spoils is None:
        worth.spoils = _spoils(worth)
    return worth.spoils


def _spoils(worth: Worth) -> list[tuple[int, float]]:
    match = worth.match
    found: list[tuple[int, float]] = []
    for spot, name in enumerate(match.state.tower):
        if not name:
            continue
        card = match.state.cards[name]
        value = sum(
            worth.op(Source(name, "", home), op)
            for home, threat in threats(match.content, card)
            for op in threat.rewards
        )
        value += TRAY * sum(match.state.trays[spot]) / 6
        if card.owner >= 0:
            value += BACK_OWN if card.owner == worth.seat else BACK_RIVAL
        found.append((damage(match.content, card), value))
    return found


def prey_by_spot(worth: Worth) -> dict[int, tuple[int, float]]:
    """Return Damage and spoils of the tower cards by spot, counted from 1."""
    spots = [spot for spot, name in enumerate(worth.match.state.tower, 1) if name]
    return dict(zip(spots, spoils(worth), strict=True))


def best_hunt(prey: list[tuple[int, float]], battle: int) -> float:
    """Return what the best hunt within this Battle Strength brings; part of the way to one counts a little."""
    best = 0.0
    for size in range(1, len(prey) + 1):
        for batch in combinations(prey, size):
            need, value = sum(one[0] for one in batch), sum(one[1] for one in batch)
            if need <= battle:
                best = max(best, value)
    return best


def effects_left(worth: Worth, name: str) -> float:
    """Return what the effects of a card promise that were not used in this turn."""
    state, content = worth.match.state, worth.match.content
    card = state.cards[name]
    used = state.turn.used if worth.running else []
    price = int(card.owner not in (-1, worth.seat))
    value = 0.0
    for slot, _ in shown(card):
        if use_key(name, card, slot) in used:
            continue
        if works_when_attacked(content, card, slot):
            value += SHIELD
            continue
        effect = effect_of(content, card, slot)
        value += IN_HAND * max(0.0, worth.effect(source_of(worth.match, name, slot), effect, price))
    return value


def hand(worth: Worth, names: list[str]) -> float:
    """Return what these cards in hand promise in the Action turn under way or to come."""
    arm = arms(worth, names)
    worth.might = arm.battle + arm.more
    value = sum(effects_left(worth, name) for name in names)
    return value + _hunting(worth, arm) + _at_hand(worth) + sleeving(worth, names)


def _hunting(worth: Worth, arm: Arms) -> float:
    if not arm.can or not arm.battle + arm.more:
        return 0.0
    prey = spoils(worth)
    # What is ready to be hunted counts wholly: nothing is in the way any more.
    sure = best_hunt(prey, arm.battle) if arm.may else 0.0
    hoped = best_hunt(prey, arm.battle + arm.more)
    return TO_HUNT * max(hoped, sure) + 0.1 * sure


def _at_hand(worth: Worth) -> float:
    """Abilities of Locations not used in this turn."""
    match = worth.match
    if not worth.running:
        return 0.0
    value = 0.0
    for home in match.state.locations:
        ability = match.content.locations[home].ability
        if ability and ability.timing == "turn" and home not in match.state.turn.abilities:
            value += AT_HAND * max(0.0, worth.effect(ability_source(home), ability.effect))
    return value


def sleeving(worth: Worth, names: list[str]) -> float:
    """Return what the sleeving of a turn promises with these cards in hand."""
    state = worth.match.state
    if worth.running and state.turn.sleeved:
        return 0.0
    best = 0.0
    for name in names:
        card = state.cards[name]
        if filled(card) == 3:
            continue
        worthwhile = ONTO_OWN if card.owner == worth.seat else ONTO_NEUTRAL if card.owner < 0 else ONTO_RIVAL
        best = max(best, worthwhile) if best else worthwhile
    return best


# -- which advancement to sleeve ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placement:
    """A slip on a card, and what sleeving it there is worth."""

    value: float
    location: str
    slip: str
    card: str


def placements(worth: Worth, homes: list[str], names: list[str], hunt: Arms) -> list[Placement]:
    """Return every way to sleeve a slip of these Locations onto these cards, the best first."""
    match = worth.match
    state = match.state
    found: list[Placement] = []
    for home in homes:
        location = match.content.locations[home]
        for name in names:
            card = state.cards[name]
            open_slots = set(free_slots(card))
            slips = [slip for slip in location.slips if state.supply[slip.id] and slip.slot in open_slots]
            if not slips:
                continue
            base = _contact(worth, Source(name, "", home), card.owner, hunt)
            for slip in slips:
                covers = slip.slot == "top"
                value = base + (0.0 if covers else _slot(worth, card.owner))
                if covers:
                    fresh = use_key(name, card, "top") not in state.turn.used
                    value -= 0.3 * fresh
                value += _threat(slip, hunt) - ICON * slip.cubes
                found.append(Placement(value, home, slip.id, name))
    return sorted(found, key=lambda place: -place.value)


def choice(match: EdgeMatch, found: list[Placement]) -> Placement:
    """Return one of the best placements: which of those that are worth nearly the same hangs on what lies about."""
    near = [place for place in found if place.value >= found[0].value - NEAR]
    state = match.state
    table = f"{state.epoch}/{state.round}/{state.tower}/{state.street}"
    return near[crc32(table.encode()) % len(near)]


def _threat(slip: Slip, hunt: Arms) -> float:
    """What the other side of a slip is worth: to hunters prey, to others a danger."""
    reward = sum(of_op(op) for op in slip.threat.rewards)
    return PREY * (reward - FEAR * slip.threat.damage if hunt.can else -FEAR * slip.threat.damage)


def _slot(worth: Worth, owner: int) -> float:
    """What one more filled slot is worth by whose card it is on."""
    if owner == worth.seat:
        return 1.0
    return 0.15 * (worth.player.slips > 0) if owner < 0 else -0.6


def _contact(worth: Worth, source: Source, owner: int, hunt: Arms) -> float:
    """What a contact brings on a card of this owner: now, and whenever the card is drawn again."""
    match = worth.match
    contact = match.content.locations[source.home].contact
    whose = "own" if owner == worth.seat else "neutral" if owner < 0 else "rival"
    value = AGAIN[whose] * worth.later * nominal(match.state.options.pack)[source.home]
    if contact.timing != "turn":
        return value + SHIELD * (whose != "rival")
    if match.state.phase == "prologue":
        effect = contact.effect
        return value + max(0.0, worth.clauses(source, prologue_clauses(effect), effect.mode))
    if worth.running:
        value += IN_HAND * max(0.0, worth.effect(source, contact.effect, int(whose == "rival")))
        value += use_in_hunt(worth, source, contact.effect, hunt, fresh=True)
    return value


def use_in_hunt(worth: Worth, source: Source, effect: Effect, hunt: Arms, *, fresh: bool = False) -> float:
    """Return what an effect adds to the hunts of this turn, or takes from them.

    `fresh` when it is not counted in `hunt` yet.
    """
    if not any(map(fights, effect.clauses)):
        return 0.0
    one = Arms()
    _arm(one, worth, source, effect)
    spent = max(-battle_in(worth.match, worth.seat, source, clause) for clause in effect.clauses)
    if not one.more and not one.can and spent <= 0:
        return 0.0
    if not (hunt.can or (fresh and one.can)):
        return 0.0
    prey = spoils(worth)
    total = hunt.battle + hunt.more + (one.more if fresh else 0)
    if one.can and not hunt.may:
        return best_hunt(prey, total)
    if not one.more:
        return best_hunt(prey, total - max(0, spent)) - best_hunt(prey, total)
    return best_hunt(prey, total) - best_hunt(prey, total - one.more)
