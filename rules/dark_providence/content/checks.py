"""Checks of a pack that the types of its records can't express."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import get_args

from rules.dark_providence.content import ops
from rules.dark_providence.content.component_counts import DEEP_ONE_PIECES, LOCKS
from rules.dark_providence.content.effects import EffectOrder, EndEffect, MoveTrack, Occasion, Power, Score
from rules.dark_providence.content.ops import Op, with_nested
from rules.dark_providence.content.records import MI_GO, RLYEH, Asset, Content, Mythos, starting_cards
from rules.dark_providence.content.shared_field_types import Condition, Count, Limit
from rules.kernel.content.pack_faults import raise_fault, unknown
from rules.kernel.content.pack_reading import Reading

#: The numbers of cards and markers in the box (DP-COMP.8 to COMP.13, COMP.26 to COMP.28). Of the 13 city cards,
#: 12 belong to the cities on the map, and one is R'lyeh.
COUNTS = {
    "cities": 12, "leads": 5, "assets": 60, "city_cards": 13, "mythos": 24, "old_ones": 6, "cultists": 2, "controls": 8,
}  # fmt: skip
AGENTS = 22
DECK_SIZE = 10
CARDS_NOT_IN_SOLO = 3
EFFECT_CARDS = 2
#: The VP values that must appear on the tracks, each at least once (DP-TRACK.6, TRACK.7).
REQUIRED_TRACK_VP = (0, 2, 3, 4, 6, 9, 12)
#: Counts whose value is the same for all players, so a condition that compares players can't use them.
SHARED_COUNTS = ("rivals", "locks", "row", "ritual", "investigation")
#: Operations that could make a "whenever" power trigger itself endlessly, directly or by giving actions or cards.
_REPEATING_OPS = (ops.Actions, ops.Draw, ops.Fetch, ops.SanityTest, ops.Gate, ops.Acquire, ops.Stock)
#: Ids that cards can't have, because they belong to agents or targets that aren't cards.
RESERVED = ("limbo", "cultist_1", "cultist_2", *(f"deep_one_{number}" for number in range(1, DEEP_ONE_PIECES + 1)))


def check(content: Content, reading: Reading) -> None:
    """Refuse a pack that is unplayable or has parts that would do nothing."""
    _check_counts(content, reading)
    for part in (_check_ids, _check_map, _check_board, _check_leads):
        with reading.collecting():
            part(content)
    _check_cards(content, reading)
    with reading.collecting():
        _check_solo(content)


def _check_counts(content: Content, reading: Reading) -> None:
    for name, needed in COUNTS.items():
        found = len(getattr(content, name))
        with reading.collecting():
            if found != needed:
                raise_fault(f"{name}.json", "the file", f"there must be {needed}, and there are {found}")
    agents = sum(asset.agent is not None for asset in content.assets.values())
    if agents != AGENTS:
        raise_fault("assets.json", "agent", f"{AGENTS} of the cards must be agents, and {agents} are")
    for lead in content.leads.values():
        copies = sum(lead.deck.values())
        if copies != DECK_SIZE:
            raise_fault("leads.json", f"{lead.id}.deck", f"a deck has {DECK_SIZE} cards, and this has {copies}")


def _check_ids(content: Content) -> None:
    """Check that each city's card has the city's id, and that all other cards and targets have unique ids."""
    if set(content.city_cards) != {*content.cities, RLYEH}:
        raise_fault("city_cards.json", "the file", f"the ids must be those of the cities and {RLYEH}")
    used_ids = {*RESERVED, *content.city_cards}
    _add_new_id(used_ids, "leads.json", list(content.leads))
    for lead in content.leads.values():
        _add_new_id(used_ids, "leads.json", [card for card, _ in starting_cards(lead)])
    _add_new_id(used_ids, "assets.json", list(content.assets))
    _add_new_id(used_ids, "mythos.json", list(content.mythos))


def _add_new_id(used_ids: set[str], file: str, ids: list[str]) -> None:
    for name in ids:
        if name in used_ids:
            raise_fault(file, name, "something else has this id already")
        used_ids.add(name)


# -- map and boards -----------------------------------------------------------------------------------------


def _check_map(content: Content) -> None:
    for city in content.cities.values():
        ends = [route.to for route in city.routes]
        for end in ends:
            back = [route.to for route in content.cities[end].routes]
            if end == city.id or ends.count(end) > 1 or city.id in back:
                twice = f"; {end} has it, too" if city.id in back and end != city.id else ""
                raise_fault(
                    "cities.json", f"{city.id}.routes", f"a route joins two cities and is listed once: {end}{twice}"
                )
    reached = {next(iter(content.cities))}
    edge = list(reached)
    while edge:
        new = set(content.roads[edge.pop()]) - reached
        reached |= new
        edge += new
    if lost := sorted(set(content.cities) - reached):
        raise_fault("cities.json", f"{lost[0]}.routes", "the map must hang together")


def _check_board(content: Content) -> None:
    tracks, route = content.board.tracks, content.board.route
    if tracks != sorted(tracks) or not set(REQUIRED_TRACK_VP) <= set(tracks):
        raise_fault("board.json", "tracks", f"the values must rise and hold {', '.join(map(str, REQUIRED_TRACK_VP))}")
    if sorted(route) != sorted(content.cities):
        raise_fault("board.json", "route", "it must visit every city once")
    if (route[0], route[-1]) != ("arkham", "new_orleans"):
        raise_fault("board.json", "route", "it leads from arkham to new_orleans")
    for city, next_city in pairwise(route):
        if next_city not in content.roads[city]:
            raise_fault("board.json", "route", f"no route joins {city} and {next_city}")


def _check_leads(content: Content) -> None:
    for lead in content.leads.values():
        for kind in lead.deck:
            if kind not in content.starting:
                raise_fault(
                    "leads.json",
                    f"{lead.id}.deck",
                    unknown("starting card", kind, content.starting),
                )


# -- cards --------------------------------------------------------------------------------------------------


def _check_cards(content: Content, reading: Reading) -> None:
    for name in ("starting", "assets", "city_cards"):
        records: dict[str, Asset] = getattr(content, name)
        for asset in records.values():
            with reading.collecting():
                check_asset(f"{name}.json", asset, acquired=name != "starting", agents=name == "assets")
    for mythos in content.mythos.values():
        with reading.collecting():
            check_mythos(mythos, content)
    kept_out = sum(not mythos.solo for mythos in content.mythos.values())
    if kept_out != CARDS_NOT_IN_SOLO:
        raise_fault("mythos.json", "solo", f"{CARDS_NOT_IN_SOLO} cards stay out of solo play, and {kept_out} do")


def check_asset(file: str, asset: Asset, *, acquired: bool, agents: bool) -> None:
    """Refuse an asset card if one of its parts could never do anything, or could be repeated forever."""
    if asset.agent and not agents:
        raise_fault(file, f"{asset.id}.agent", "only primary assets are agents")
    if asset.pink and not asset.agent:
        raise_fault(file, f"{asset.id}.pink", "only agents have investigators' points")
    if asset.sanity and not acquired:
        raise_fault(file, f"{asset.id}.sanity", "a starting card is never acquired")
    for number, power in enumerate(asset.powers):
        place = f"{asset.id}.powers.{number}"
        _check_single_timing(file, place, power, asset.powers[:number])
        if power.timing == "acquired" and not acquired:
            raise_fault(file, place, "a starting card is never acquired")
        if power.timing == "whenever":
            raise_fault(
                file, place, "only a mythos card, which stays beside the board, does something whenever it happens"
            )
        _check_power(file, place, power, own_agent=asset.agent is not None)
        _check_endless(file, place, power)
        for op in ops_of([power]):
            if isinstance(op, ops.MiGo | ops.Cthulhu | ops.Whateley):
                raise_fault(file, place, f"the piece of {op.op} comes with a mythos card")
    _check_reactions(file, asset)


def check_mythos(mythos: Mythos, content: Content) -> None:
    """Refuse a mythos card if one of its parts could never do anything, or could be repeated forever."""
    file = "mythos.json"
    if mythos.depicts and mythos.depicts not in content.old_ones:
        raise_fault(
            file,
            f"{mythos.id}.depicts",
            unknown("Great Old One", mythos.depicts, content.old_ones),
        )
    if mythos.marker and mythos.id != MI_GO:
        raise_fault(file, f"{mythos.id}.marker", f"the only marker is that of {MI_GO}")
    if len(set(mythos.ongoing)) < len(mythos.ongoing):
        raise_fault(file, f"{mythos.id}.ongoing", "the same effect is listed twice")
    for number, effect in enumerate(mythos.end):
        _check_end_effect(f"{mythos.id}.end.{number}", effect, mythos.end[:number])
    for number, power in enumerate(mythos.powers):
        place = f"{mythos.id}.powers.{number}"
        if power.timing == "reaction":
            raise_fault(file, place, "a mythos card is neither discarded nor played, and has no reaction")
        _check_power(file, place, power, own_agent=mythos.marker is not None)
        _check_single_timing(file, place, power, mythos.powers[:number])
        _check_whenever(file, place, power)
        for op in ops_of([power]):
            if isinstance(op, ops.MiGo) and not mythos.marker:
                raise_fault(file, place, "mi_go belongs to the card with the marker")
            if isinstance(op, ops.Actions) and power.timing == "action" and not power.destroys:
                raise_fault(file, place, "an action that gives actions could go on for ever")
    if mythos.marker and not any(isinstance(op, ops.MiGo) for op in ops_of(mythos.powers)):
        raise_fault(file, f"{mythos.id}.marker", "no power puts the marker on the map")


def ops_of(powers: Sequence[Power]) -> Iterator[Op]:
    """Yield every operation in these powers, including nested ones."""
    for power in powers:
        for way in power.ways:
            yield from with_nested(way)


def _check_power(file: str, place: str, power: Power, *, own_agent: bool) -> None:
    """Refuse a power if one of its parts could never do anything."""
    if (power.timing in ("reaction", "whenever")) != bool(power.trigger):
        raise_fault(file, place, "a reaction has a trigger, and so has what happens whenever; nothing else has one")
    if power.trigger and (power.trigger in get_args(Occasion)) != (power.timing == "whenever"):
        raise_fault(file, place, f"{power.trigger} is no trigger of the timing {power.timing}")
    if power.destroys and power.timing not in ("action", "bonus"):
        raise_fault(file, place, "only a card that is used can be destroyed by its use")
    for number, way in enumerate(power.ways):
        if way in power.ways[:number]:
            raise_fault(file, f"{place}.ways.{number}", "this way is listed twice")
        for op in with_nested(way):
            if isinstance(op, ops.Assassinate | ops.Gate) and not (op.any_agent or own_agent):
                raise_fault(file, place, f"{op.op} with the card's own agent does nothing here: it has none")
            if isinstance(op, ops.Acquire) and op.what == "mythos" and (op.here or op.most != 20):
                raise_fault(file, place, "a mythos card lies in no city")
            if isinstance(op, ops.If):
                _check_condition(file, place, op.when)
            if isinstance(op, ops.Pay) and isinstance(op.cost, ops.PlayIcons) and power.trigger:
                raise_fault(
                    file, place, "whether icons are paid here would tell what a hand holds: let the price be cards"
                )
            if _does_nothing(op):
                raise_fault(file, place, f"this {op.op} does nothing")


def _check_condition(file: str, place: str, when: Condition) -> None:
    if when.count in SHARED_COUNTS and when.who != "you":
        raise_fault(file, place, f"{when.count} is the same for all: say who: you")
    if when.who == "leader" and when.least > 1:
        raise_fault(file, place, "a leader has more than each other player: there is no least")


def _check_single_timing(file: str, place: str, power: Power, before: list[Power]) -> None:
    """Refuse a second power with the same timing, because the game would ignore it."""
    if any(other.timing == power.timing for other in before):
        raise_fault(file, place, f"the card has a power of the timing {power.timing} already: add to its ways instead")


def _check_whenever(file: str, place: str, power: Power) -> None:
    """Refuse a "whenever" power that triggers too late to have an effect, or that could trigger itself endlessly."""
    if power.timing != "whenever":
        return
    if power.trigger == "turn_ends" and any(isinstance(op, ops.Actions) for op in ops_of([power])):
        raise_fault(file, place, "the turn is over: there are no more actions in it")
    if power.trigger not in ("lost_agent", "maddened"):
        return
    for op in ops_of([power]):
        if isinstance(op, _REPEATING_OPS) or (isinstance(op, ops.Pay) and isinstance(op.cost, ops.RiskSanity)):
            raise_fault(file, place, f"{op.op} on this occasion could go on for ever")


def _does_nothing(op: Op) -> bool:
    if isinstance(op, ops.Meddle):
        return _is_zero(op.by)
    if isinstance(op, ops.GainVp):
        return _is_zero(op.amount)
    return isinstance(op, ops.Acquire) and _is_zero(op.most)


def _is_zero(amount: int | Count | Limit) -> bool:
    return amount == 0 if isinstance(amount, int) else amount.times == 0 or amount.most == 0


def _check_end_effect(place: str, effect: EndEffect, before: list[EndEffect]) -> None:
    if isinstance(effect, Score) and _is_zero(effect.amount):
        raise_fault("mythos.json", place, "this score is always 0")
    if isinstance(effect, Score) and effect.when is not None:
        _check_condition("mythos.json", place, effect.when)
    if effect in before:
        raise_fault("mythos.json", place, "the same effect is listed twice")


def _check_endless(file: str, place: str, power: Power) -> None:
    """Refuse a power that a player with few cards could repeat forever within one turn.

    A used card can be drawn again in the same turn. A bonus action that only draws one card is fine, because the number
    of bonus actions in hand never grows. Drawing more cards, or drawing a card and gaining something, could be
    repeated.
    """
    if power.destroys or power.timing == "acquired" or power.trigger == "destroyed":
        return
    for way in ([op for op in with_nested(way) if not isinstance(op, ops.If | ops.Pay)] for way in power.ways):
        if any(isinstance(op, ops.Actions) for op in way):
            raise_fault(file, place, "with cards drawn again, actions for a card that is kept could go on for ever")
        if power.timing != "bonus":
            continue
        draws = [op for op in way if isinstance(op, ops.Draw | ops.Fetch)]
        if draws and (len(way) > 1 or draws[0].count != 1):
            raise_fault(
                file,
                place,
                "a bonus action draws or fetches one card and does nothing else, or it could go on for ever",
            )


def _check_reactions(file: str, asset: Asset) -> None:
    timings = {power.timing for power in asset.powers}
    for number, power in enumerate(asset.powers):
        place = f"{asset.id}.powers.{number}"
        if power.trigger == "played" and "action" not in timings:
            raise_fault(file, place, "the card has no action for which it could be played")
        if power.trigger == "played" and "bonus" in timings:
            raise_fault(file, place, "a reaction to a bonus action could go on for ever")
        makes_rivals_discard = any(isinstance(op, ops.RivalsDiscard | ops.RivalDiscards) for op in ops_of([power]))
        if power.trigger == "discarded" and makes_rivals_discard:
            raise_fault(file, place, "two such cards could discard each other for ever")


# -- solo play ----------------------------------------------------------------------------------------------


def _check_solo(content: Content) -> None:
    starts = [cultist.start for cultist in content.cultists.values()]
    for cultist in content.cultists.values():
        if cultist.start not in content.cities:
            raise_fault(
                "cultists.json",
                f"{cultist.id}.start",
                unknown("city", cultist.start, content.cities),
            )
        if starts.count(cultist.start) > 1:
            raise_fault("cultists.json", f"{cultist.id}.start", "the cultists start in different cities")
    effects = [card.id for card in content.controls.values() if any(isinstance(o, EffectOrder) for o in card.orders)]
    if len(effects) != EFFECT_CARDS:
        raise_fault("controls.json", "orders", f"{EFFECT_CARDS} cards call for a cultist effect, and {len(effects)} do")
    max_goal = {
        "ritual": len(content.board.tracks) - 1,
        "cities": len(content.cities),
        "gates": len(content.cities),
        "locks": LOCKS,
        "mythos": len(content.mythos) - CARDS_NOT_IN_SOLO,
    }
    for old_one in content.old_ones.values():
        if old_one.goal.amount > max_goal.get(old_one.goal.goal, old_one.goal.amount):
            raise_fault("old_ones.json", f"{old_one.id}.goal", "it can't be reached")
        for number, effect in enumerate(old_one.effects):
            if isinstance(effect, MoveTrack) and effect.by == 0:
                raise_fault("old_ones.json", f"{old_one.id}.effects.{number}", "this track does nothing")
