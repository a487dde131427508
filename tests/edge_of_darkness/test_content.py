"""The pack that comes with the game: what the rules ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from statistics import mean
from typing import Any, get_args

import pytest
from pydantic import BaseModel

import rules
from rules.edge_of_darkness import effects
from rules.edge_of_darkness.content import Location, LocationType, NamedThreat, base
from rules.edge_of_darkness.effects import SLOTS, Claim, Clause, Effect, Gain, Op, Pay, PayAgents, Reduce, Return

CONTENT = base()
STARTERS = list(CONTENT.starters.values())
NEUTRAL = [starter for starter in STARTERS if starter.guild is None]
LOCATIONS = list(CONTENT.locations.values())
SLIPS = list(CONTENT.slips.values())
THREATS: list[NamedThreat] = [record.threat for record in (*STARTERS, *SLIPS)]

by_id = pytest.mark.parametrize("location", LOCATIONS, ids=[location.id for location in LOCATIONS])


def effects_of(location: Location) -> list[Effect]:
    return [location.contact.effect, *([location.ability.effect] if location.ability else [])]


def clauses_of(location: Location) -> list[Clause]:
    return [clause for effect in effects_of(location) for clause in effect.clauses]


def ops_of(location: Location) -> list[Op]:
    return [op for clause in clauses_of(location) for op in clause.do]


def plain(record: BaseModel) -> dict[str, Any]:
    """Return a record as data, without what is left at its default."""
    return record.model_dump(exclude_defaults=True)


def walk(value: object) -> Iterator[BaseModel]:
    """Yield every record inside a record, itself first."""
    if isinstance(value, BaseModel):
        yield value
        for name in type(value).model_fields:
            yield from walk(getattr(value, name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from walk(item)


# -- starters -----------------------------------------------------------------------------------------------


@pytest.mark.rule("EOD-COMP.9")
def test_seventeen_neutral_starters_are_eleven_citizens_and_six_patricians():
    assert [sum(starter.role == role for starter in NEUTRAL) for role in ("citizen", "patrician")] == [11, 6]


@pytest.mark.rule("EOD-COMP.10")
def test_each_guild_starts_with_three_citizens_and_one_patrician():
    assert len(STARTERS) == 17 + 16
    for guild in CONTENT.guilds:
        own = sorted(starter.role for starter in STARTERS if starter.guild == guild)
        assert own == ["citizen", "citizen", "citizen", "patrician"]


@pytest.mark.rule("EOD-CARD.2")
def test_every_starter_is_a_citizen_or_a_patrician():
    assert {starter.role for starter in STARTERS} == {"citizen", "patrician"}


@pytest.mark.rule("EOD-BS.2")
def test_every_citizen_gives_one_battle_strength_and_nothing_else():
    for starter in STARTERS:
        if starter.role == "citizen":
            (clause,) = starter.effect.clauses
            assert clause == Clause(do=[Gain(op="gain", what="battle", amount=1)])


def test_every_patrician_gives_a_few_tokens_and_no_battle_strength():
    for starter in STARTERS:
        if starter.role == "patrician":
            (clause,) = starter.effect.clauses
            (op,) = clause.do
            assert isinstance(op, Gain)
            assert op.what in ("influence", "coins")
            assert not clause.cost


@pytest.mark.rule("EOD-CARD.15", "EOD-MISS.18")
def test_starters_have_a_blight_side_and_the_players_mark_is_on_neutral_ones_only():
    for starter in STARTERS:
        assert 0 <= starter.threat.damage <= 3
        assert starter.cubes in (0, 1)
        assert starter.players == 2 or starter.guild is None


@pytest.mark.rule("EOD-SETUP.25", "EOD-MISS.5")
def test_three_neutral_cards_carry_a_3_and_two_a_4_and_not_all_of_them_are_citizens():
    marked = [starter for starter in NEUTRAL if starter.players > 2]
    assert sorted(starter.players for starter in marked) == [3, 3, 3, 4, 4]
    assert sum(starter.role == "citizen" for starter in marked) <= 4


@pytest.mark.rule("EOD-SETUP.22", "EOD-SETUP.23", "EOD-SETUP.24", "EOD-SETUP.25")
@pytest.mark.parametrize(("seats", "in_use"), [(2, 12), (3, 15), (4, 17)])
def test_marked_cards_stay_out_of_games_with_fewer_players(seats: int, in_use: int):
    match = rules.GAMES["edge_of_darkness"].new(seats, "marks", {})
    used = {card.starter for card in match.state.cards.values() if card.owner < 0}
    assert used == {starter.id for starter in NEUTRAL if starter.players <= seats}
    assert len(used) == in_use


def test_guilds_differ_in_names_only():
    def deeds(guild: str) -> list[Any]:
        return [
            (starter.role, starter.cubes, starter.effect, starter.threat)
            for starter in STARTERS
            if starter.guild == guild
        ]

    first, *others = [deeds(guild) for guild in CONTENT.guilds]
    assert all(other == first for other in others)


@pytest.mark.rule("EOD-ICON.1")
def test_four_guilds_each_with_a_sigil_of_its_own():
    names = {guild.id: (guild.name.en, guild.sigil) for guild in CONTENT.guilds.values()}
    assert names == {
        "anointed": ("Anointed", "chalice"),
        "carnival_of_shadows": ("Carnival of Shadows", "mask"),
        "gilded_leaves": ("Gilded Leaves", "leaf"),
        "fede_cartel": ("Fede Cartel", "hands"),
    }


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
        assert 0 <= slip.threat.damage <= 4
        assert 0 <= slip.cubes <= 2


@pytest.mark.rule("EOD-CARD.8", "EOD-MISS.16")
@by_id
def test_each_location_has_one_kind_of_advancement_in_a_stack_that_lasts(location: Location):
    assert {CONTENT.slip_home[slip.id] is location for slip in location.slips} == {True}
    assert 6 <= sum(slip.copies for slip in location.slips) <= 9
    assert sum(slip.copies for slip in location.slips if slip.slot != "top") >= 2
    assert {slip.slot for slip in location.slips} >= {"middle", "bottom"}


def worth(threat: NamedThreat) -> float:
    """Return about how many Victory Points a threat's rewards are worth."""
    points = {"reputation": 1.0, "coins": 0.25, "influence": 0.25, "goodwill": 0.25}
    return sum(
        points[op.what] * op.amount if isinstance(op, Gain) and isinstance(op.amount, int) else 0.5
        for op in threat.rewards
    )


def test_harder_threats_reward_more():
    by_damage = [mean(worth(threat) for threat in THREATS if threat.damage == damage) for damage in range(5)]
    assert by_damage == sorted(set(by_damage))


def test_some_threats_hit_those_who_fail_to_defend_and_take_only_what_is_there():
    hits = [op for threat in THREATS for op in threat.unless_defended]
    assert {op.op for op in hits} == {"lose", "cubes"}


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


@pytest.mark.rule("EOD-EX.3")
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
    assert homes["Deceitful Councellor"] == "Capital Hall"
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


TYPE_SIGNS: dict[str, Callable[[Op], bool]] = {
    "allegiance": lambda op: op.op == "claim",
    "hunting": lambda op: op.op == "hunt",
    "train": lambda op: op.op == "train",
    "battle": lambda op: isinstance(op, Gain) and op.what == "battle",
    "coin": lambda op: isinstance(op, Gain) and op.what == "coins",
    "defence": lambda op: op.op in ("reduce", "raise_defence"),
    "miscellaneous": lambda op: (
        op.op
        in {"draw", "clear_zone", "clear_tray", "move_cube", "swap_tower", "sink_street", "delay_street"}
        | {"sleeve", "fetch_hall", "rivals_lose"}
    ),
}


@pytest.mark.rule(*[f"EOD-LOCTYPE.{number}" for number in range(5, 12)])
@by_id
def test_types_tell_what_a_location_is_for(location: Location):
    assert set(location.types) == {
        kind for kind, sign in TYPE_SIGNS.items() if any(sign(op) for op in ops_of(location))
    }


@by_id
def test_damage_is_reduced_only_when_attacked(location: Location):
    parts = [(location.contact.timing, location.contact.effect)]
    if location.ability:
        parts.append((location.ability.timing, location.ability.effect))
    for timing, effect in parts:
        ops = [op for clause in effect.clauses for op in clause.do]
        assert all(isinstance(op, Reduce) == (timing != "turn") for op in ops)
        assert timing != "standing" or not any(clause.cost for clause in effect.clauses)


@by_id
def test_no_ability_of_the_own_turn_can_go_on_for_ever(location: Location):
    """With unlimited uses (an option) every use must take tokens or Agents, of which there is an end."""
    if location.ability and location.ability.timing != "standing":
        for clause in location.ability.effect.clauses:
            assert any(isinstance(cost, Pay | PayAgents) for cost in clause.cost)


@by_id
def test_agents_that_are_spent_at_a_location_can_also_get_there(location: Location):
    records = [record for clause in clauses_of(location) for record in walk(clause)]
    spends = any(isinstance(record, PayAgents | Return) for record in records)
    assert not spends or any(op.op == "dispatch" for op in ops_of(location))


def test_every_operation_cost_and_count_of_the_language_is_used():
    used = [record for location in LOCATIONS for record in walk(location)]
    used += [record for starter in STARTERS for record in walk(starter)]
    kinds = {type(record) for record in used}
    assert set(get_args(get_args(effects.Op)[0])) <= kinds
    assert set(get_args(get_args(effects.Cost)[0])) <= kinds
    counts = {record.count for record in used if isinstance(record, effects.Count)}
    assert counts == set(get_args(effects.Count.model_fields["count"].annotation))
    places = {place for record in used if isinstance(record, Claim) for place in record.places}
    assert places == {"hand", "street", "tower", "discard"}
    paid = {record.what for record in used if isinstance(record, Pay)}
    assert paid == {"coins", "influence", "goodwill"}
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


# -- set-ups and board --------------------------------------------------------------------------------------


@pytest.mark.rule("EOD-SETUP.28", "EOD-MISS.8")
@pytest.mark.parametrize("setup", CONTENT.setups.values(), ids=list(CONTENT.setups))
def test_each_recommended_setup_has_ten_locations_and_all_that_a_city_needs(setup: Any):
    assert len(set(setup.locations)) == 10
    types = {kind for name in setup.locations for kind in CONTENT.locations[name].types}
    assert types >= {"allegiance", "hunting", "train", "battle", "coin", "defence"}


def test_the_first_setup_is_the_simple_one():
    simple, harder = CONTENT.setups.values()

    def words(names: list[str]) -> int:
        return sum(len(list(walk(CONTENT.locations[name].contact))) for name in names)

    assert words(simple.locations) < words(harder.locations)
    assert "misc" not in "".join(kind for name in simple.locations for kind in CONTENT.locations[name].types)


@pytest.mark.rule("EOD-MISS.6", "EOD-MISS.19")
def test_the_defence_track_falls_from_the_top_and_has_a_14():
    track = CONTENT.board.defence_track
    assert 14 in track
    assert all(above > below >= 0 for above, below in pairwise(track))
