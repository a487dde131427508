"""The cards of the base pack meet the requirements of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from statistics import mean
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.load import Location, LocationType, NamedThreat, base
from rules.edge_of_darkness.content.ops import SLOTS, Claim, Gain, Op, Pay, PayAgents, PayCard, Reduce, Return
from rules.edge_of_darkness.words import card_language
from tests.game_helpers import each

CONTENT = base()
STARTERS = list(CONTENT.starters.values())
LOCATIONS = list(CONTENT.locations.values())
SLIPS = list(CONTENT.slips.values())
THREATS: list[NamedThreat] = [record.threat for record in (*STARTERS, *SLIPS)]

by_id = each("location", LOCATIONS)


def effects_of(location: Location) -> list[Effect]:
    return [location.contact.effect, *([location.ability.effect] if location.ability else [])]


def clauses_of(location: Location) -> list[Clause]:
    return [clause for effect in effects_of(location) for clause in effect.clauses]


def ops_of(location: Location) -> list[Op]:
    return [op for clause in clauses_of(location) for op in clause.do]


def plain(record: BaseModel) -> dict[str, Any]:
    """Return a record as a dictionary, without the fields that have their default value."""
    return record.model_dump(exclude_defaults=True)


def walk(value: object) -> Iterator[BaseModel]:
    """Yield a record and all records nested in it."""
    if isinstance(value, BaseModel):
        yield value
        for name in type(value).model_fields:
            yield from walk(getattr(value, name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from walk(item)


# -- advancements -------------------------------------------------------------------------------------------


@pytest.mark.rule("EOD-CARD.5", "EOD-MISS.17")
def test_advancements_fill_one_slot_and_top_ones_are_the_rarest():
    copies = dict.fromkeys(SLOTS, 0)
    for slip in SLIPS:
        copies[slip.slot] += slip.copies
    assert 0 < copies["top"] * 5 < min(copies["middle"], copies["bottom"])
    with_top = [location for location in LOCATIONS if any(slip.slot == "top" for slip in location.slips)]
    assert len(LOCATIONS) / 4 <= len(with_top) <= len(LOCATIONS) / 2


@pytest.mark.rule("EOD-CARD.6", "EOD-MISS.2", "EOD-MISS.3")
def test_every_advancement_has_a_contact_on_one_side_and_a_threat_on_the_other():
    for slip in SLIPS:
        assert CONTENT.slip_home[slip.id].contact.effect.clauses
        assert slip.threat.name.en
        assert 0 <= slip.threat.damage <= 7
        assert 0 <= slip.cubes <= 2


@pytest.mark.rule("EOD-CARD.8", "EOD-MISS.16")
@by_id
def test_each_location_has_one_kind_of_advancement_in_a_stack_that_lasts(location: Location):
    assert {CONTENT.slip_home[slip.id] is location for slip in location.slips} == {True}
    assert 6 <= sum(slip.copies for slip in location.slips) <= 9
    assert sum(slip.copies for slip in location.slips if slip.slot != "top") >= 2
    assert {slip.slot for slip in location.slips} >= {"middle", "bottom"}


def test_the_worst_threats_are_rare():
    copies = dict.fromkeys(range(8), 0)
    for slip in SLIPS:
        copies[slip.threat.damage] += slip.copies
    assert all(copies.values()), "every Damage from 0 to 7 is there"
    assert sum(copies[damage] for damage in (5, 6, 7)) * 12 < sum(copies.values())
    for slip in SLIPS:
        assert slip.threat.damage < 6 or slip.copies == 1


def worth(threat: NamedThreat) -> float:
    """Return the approximate value of a threat's rewards in Victory Points."""
    points = {"reputation": 1.0, "coins": 0.25, "influence": 0.25, "goodwill": 0.25}
    return sum(
        points[op.what] * op.amount if isinstance(op, Gain) and isinstance(op.amount, int) else 0.5
        for op in threat.rewards
    )


def test_harder_threats_reward_more():
    by_damage = [mean(worth(threat) for threat in THREATS if threat.damage == damage) for damage in range(8)]
    assert by_damage == sorted(set(by_damage))
    for damage, points in enumerate(by_damage[1:], 1):
        assert 0.4 < points / damage < 0.8, "about two thirds of a Reputation for a point of Damage"


@pytest.mark.rule("EOD-DMG.13")
def test_some_threats_hit_failed_defenders_and_take_only_existing_pieces():
    hits = [op for threat in THREATS for op in threat.unless_defended]
    assert {op.op for op in hits} == {"lose", "cubes", "return", "untrain", "lower_defence"}
    feared = [threat for threat in THREATS if threat.damage >= 5]
    assert sum(bool(threat.unless_defended) for threat in feared) * 4 >= len(feared) * 3


# -- Locations ----------------------------------------------------------------------------------------------

KNOWN = {
    "Guildmark University": "University Professor",
    "The Citywatch": "Commander of the Citywatch",
    "Watchtower": None,
    "War Council": "War Council Member",
    "Deephollow, Border Town": "Deephollow Militia Chief",
    "Millhollow, Farm Town": "Millhollow Landowner",
    "The Forge": "Blacksmith",
    "Fairhollow Academy": "Academy Trustee",
    "Capital Hall": None,
}


def test_known_locations_are_there_with_their_contacts():
    contacts = {location.name.en: location.contact.name.en for location in LOCATIONS}
    for name, contact in KNOWN.items():
        assert name in contacts
        assert contact in (None, contacts[name])


def known(name: str) -> Location:
    return next(location for location in LOCATIONS if location.name.en == name)


@pytest.mark.rule("EOD-HC.60")
def test_blacksmith_gives_two_coins_and_one_battle_strength():
    effect = known("The Forge").contact.effect
    assert effect.mode == "all"
    assert [plain(op) for clause in effect.clauses for op in clause.do] == [
        {"op": "gain", "what": "coins", "amount": 2},
        {"op": "gain", "what": "battle"},
    ]


def test_militia_chief_sends_two_agents_or_spends_two_for_three_battle_strength():
    effect = known("Deephollow, Border Town").contact.effect
    assert effect.mode == "one"
    send, spend = effect.clauses
    assert [plain(op) for op in send.do] == [{"op": "dispatch", "count": 2}]
    assert spend.cost == [PayAgents(cost="return", count=2)]
    assert [plain(op) for op in spend.do] == [{"op": "gain", "what": "battle", "amount": 3}]


def test_commander_sends_up_to_two_and_each_agent_there_takes_one_damage_off():
    citywatch = known("The Citywatch")
    (clause,) = citywatch.contact.effect.clauses
    assert [plain(op) for op in clause.do] == [{"op": "dispatch", "count": 2, "up_to": True}]
    assert citywatch.ability
    assert citywatch.ability.timing == "standing"
    assert [plain(op) for op in citywatch.ability.effect.clauses[0].do] == [
        {"op": "reduce", "amount": {"count": "agents_here"}}
    ]


def test_watchtower_returns_any_number_of_agents_for_three_damage_each():
    ability = known("Watchtower").ability
    assert ability
    assert (ability.timing, ability.uses) == ("attacked", 0)
    assert ability.effect.clauses == [
        Clause(cost=[PayAgents(cost="return", count=1)], do=[Reduce(op="reduce", amount=3)])
    ]


def test_war_council_returns_two_agents_for_a_hunt():
    ability = known("War Council").ability
    assert ability
    assert [plain(clause) for clause in ability.effect.clauses] == [
        {"cost": [{"cost": "return", "count": 2}], "do": [{"op": "hunt"}]}
    ]


def test_known_threats_are_where_they_belong():
    homes = {slip.threat.name.en: location.name.en for location in LOCATIONS for slip in location.slips}
    assert homes["Shade Knight"] == "The Forge"
    assert homes["Silent Watcher"] == "Watchtower"
    assert homes["Battering Ram"] == "Fairhollow Academy"
    assert homes["Deceitful Councillor"] == "Capital Hall"
    assert CONTENT.starters["marie_christine_botrelle"].guild == "anointed"


def test_two_archfiends_one_neutral_and_one_of_the_anointed_fall_to_six_battle_strength():
    fiends = [starter for starter in STARTERS if starter.threat.name.en == "Archfiend"]
    assert {"anointed", None} <= {starter.guild for starter in fiends}
    for one, other in combinations(fiends, 2):
        assert one.threat.damage + other.threat.damage <= 6
        assert worth(one.threat) + worth(other.threat) == 4


@pytest.mark.rule("EOD-LOCTYPE.1", "EOD-LOCTYPE.4", "EOD-MISS.1")
def test_every_location_has_a_type_and_every_type_a_location():
    assert {kind for location in LOCATIONS for kind in location.types} == set(get_args(LocationType))
    assert all(len(set(location.types)) == len(location.types) > 0 for location in LOCATIONS)


#: For each Location type, a predicate that recognises the type's operations. The operations of "none" occur at
#: Locations of every type, so they don't indicate one.
TYPE_SIGNS: dict[str, Callable[[Op], bool]] = {
    "allegiance": lambda op: op.op == "claim",
    "hunting": lambda op: op.op == "hunt",
    "train": lambda op: op.op == "train",
    "battle": lambda op: isinstance(op, Gain) and op.what == "battle",
    "coin": lambda op: isinstance(op, Gain) and op.what == "coins",
    "defence": lambda op: op.op in ("reduce", "raise_defence"),
    "none": lambda op: op.op in ("gain", "lose", "dispatch", "return", "untrain", "cubes", "lower_defence"),
}


def type_of(op: Op) -> str:
    """Return the Location type that an operation indicates, by default "miscellaneous" (EOD-LOCTYPE.11)."""
    return next((kind for kind, sign in TYPE_SIGNS.items() if sign(op)), "miscellaneous")


@pytest.mark.rule(*[f"EOD-LOCTYPE.{number}" for number in range(5, 12)])
@by_id
def test_types_tell_what_a_location_is_for(location: Location):
    assert set(location.types) == {type_of(op) for op in ops_of(location)} - {"none"}


@by_id
def test_damage_is_reduced_only_when_attacked(location: Location):
    parts = [(location.contact.timing, location.contact.effect)]
    if location.ability:
        parts.append((location.ability.timing, location.ability.effect))
    for timing, effect in parts:
        ops = [op for clause in effect.clauses for op in clause.do]
        assert any(isinstance(op, Reduce) for op in ops) == (timing != "turn")
        assert timing != "standing" or not any(clause.cost for clause in effect.clauses)


@by_id
def test_no_ability_can_go_on_for_ever(location: Location):
    """With unlimited uses, every ability that can be used must cost something that runs out."""
    if location.ability and location.ability.timing != "standing":
        enough = Pay | PayAgents if location.ability.timing == "turn" else Pay | PayAgents | PayCard
        for clause in location.ability.effect.clauses:
            assert any(isinstance(cost, enough) for cost in clause.cost)


@pytest.mark.rule("EOD-BS.3")
@by_id
def test_battle_strength_pays_for_nothing_but_hunts(location: Location):
    assert "battle" not in {record.what for record in walk(location) if isinstance(record, Pay)}


@by_id
def test_agents_that_are_spent_at_a_location_can_also_get_there(location: Location):
    records = [record for clause in clauses_of(location) for record in walk(clause)]
    spends = any(isinstance(record, PayAgents | Return) for record in records)
    assert not spends or any(op.op == "dispatch" for op in ops_of(location))


def test_every_location_and_every_contact_does_something_of_its_own():
    """All effects differ. No two Locations combine the same kinds of operations in their contact and ability."""
    every = [(location.id, plain(effect)) for location in LOCATIONS for effect in effects_of(location)]
    for (one, first), (other, second) in combinations(every, 2):
        assert first != second, f"{one} and {other}"
    ways: dict[str, str] = {}
    for location in LOCATIONS:
        way = repr(
            [[(kinds(clause.cost), kinds(clause.do)) for clause in effect.clauses] for effect in effects_of(location)]
        )
        assert way not in ways, f"{location.id} and {ways[way]}"
        ways[way] = location.id


def kinds(records: Sequence[BaseModel]) -> list[Any]:
    """Return the costs or operations of a clause as dictionaries without numbers."""
    return [{name: field for name, field in plain(record).items() if not isinstance(field, int)} for record in records]


def test_every_operation_cost_and_count_of_the_language_is_used():
    """Each operation, cost and count of the effect language occurs on a card in the base pack or on a printed card."""
    used = [record for location in LOCATIONS for record in walk(location)]
    used += [record for starter in STARTERS for record in walk(starter)]
    used += [record for entry in card_language.known() for record in walk(entry)]
    kinds = {type(record) for record in used}
    for union in (ops.Op, ops.Cost):
        idle = sorted(kind.__name__ for kind in set(get_args(get_args(union)[0])) - kinds)
        assert not idle, f"no card in data/edge_of_darkness, and none of language/effects.json, uses {', '.join(idle)}"
    counts = {record.count for record in used if isinstance(record, ops.Count | ops.Condition | ops.Each)}
    assert counts == set(get_args(ops.Count.model_fields["count"].annotation))
    places = {place for record in used if isinstance(record, Claim) for place in record.places}
    assert places == {"hand", "street", "tower", "discard"}
    paid = {record.what for record in used if isinstance(record, Pay)}
    assert paid == {"coins", "influence", "goodwill"}
    assert any(isinstance(record, ops.Condition) for record in used)
    assert {record.who for record in used if isinstance(record, ops.Condition)} == {"you", "rival", "most", "fewest"}
    assert {location.contact.timing for location in LOCATIONS} == {"turn", "attacked"}
    assert {ability.timing for location in LOCATIONS if (ability := location.ability)} == {
        "turn",
        "attacked",
        "standing",
    }
    assert {location.contact.effect.mode for location in LOCATIONS} == {"all", "one"}
    assert any(location.contact.effect.prologue != "rule" for location in LOCATIONS)


@pytest.mark.rule("EOD-MISS.13")
def test_drawing_cards_and_handling_the_tower_exist():
    found = {op.op for location in LOCATIONS for op in ops_of(location)}
    assert {"draw", "swap_tower", "move_cube"} <= found


# -- the Defense track ---------------------------------------------------------------------------------------


@pytest.mark.rule("EOD-MISS.6", "EOD-MISS.19")
def test_the_defence_track_falls_from_the_top_and_has_a_14():
    track = CONTENT.board.defence_track
    assert 14 in track
    assert all(above > below >= 0 for above, below in pairwise(track))
