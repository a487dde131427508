"""Section 4 of RULES.md: the parts of a card."""

from __future__ import annotations

from typing import get_args

import pytest

from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import MANOEUVRES, Cost
from rules.aevum_haeresis.content.records import FACTIONS, Band, Type
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, hold, location, put, scene
from rules.aevum_haeresis.state.actions import Announce, Done, Join, UseHeresy
from rules.kernel.words.translation import LOCALES
from tests.aevum_haeresis.scenes import (
    announce_unblocked,
    continue_until,
    enlist,
    fight,
    hold_unplayable,
    is_in_pyre,
    pass_round,
    pay,
    skulls,
)
from tests.aevum_haeresis.table import card, heretic, plain_location, put_into_pyre, take_away
from tests.aevum_haeresis.window_helpers import GAIN, dem, event, heresy, hunter, play, story, use
from tests.game_helpers import act, asked, kinds_of, look, offers, rule

CARDS = base().cards
TYPES = {"damned", "heretic", "hunter", "story", "event", "camp", "location"}


def of(*types):
    return [one for one in CARDS.values() if one.type in types]


@rule("AH-CARD.1")
def test_there_are_seven_types():
    assert {one.type for one in CARDS.values()} == TYPES
    assert set(get_args(Type)) == TYPES


@rule("AH-CARD.2", "AH-KEY.21")
def test_a_cost_is_gold_souls_or_cards():
    costs = [one.cost for one in of("heretic", "hunter", "story", "event")]
    for name in ("gold", "souls", "cards"):
        assert any(getattr(cost, name) for cost in costs)
    assert all(one.cost == Cost() for one in of("damned", "camp", "location"))


@rule("AH-CARD.3")
def test_every_card_has_one_faction_or_is_neutral():
    assert {one.faction for one in CARDS.values()} == {"neutral", *FACTIONS}


@rule("AH-CARD.4")
def test_every_card_has_a_name_in_every_language_and_only_its_records_act():
    for one in CARDS.values():
        assert one.name.en
        assert one.name.hu
        assert one.name.es
    results = []
    for name, flavour in (("alms", None), ("an_entirely_different_name", dict.fromkeys(LOCALES, "Gain 9 gold."))):
        match = scene()
        made = event(match, ANNA, name, do=[GAIN], flavour=flavour)
        enlist(match, anna=[made])
        pay(match)
        results.append([player.gold for player in match.state.players])
    assert results[0] == results[1] == [6, 5]


@rule("AH-CARD.5", "AH-DMG.3")
def test_characters_have_health():
    assert all(one.health > 0 for one in of("damned", "heretic"))
    assert all(one.health == 0 for one in CARDS.values() if one.type not in ("damned", "heretic"))


@rule("AH-CARD.6", "AH-CARD.7", "AH-DMG.1")
@pytest.mark.parametrize(("damage", "modifier", "falls"), [(2, 0, False), (2, 1, True), (3, 0, True), (5, -3, False)])
def test_the_damage_of_the_caster_counts_with_the_modifier_of_the_card(damage, modifier, falls):
    match = scene()
    knight = heretic(match, ANNA, "knight", icons={"plunder": 1}, damage=damage)
    victim = heretic(match, BELA, "victim", icons={"plunder": 1}, health=3)
    blow = story(match, ANNA, "blow", band=skulls(), modifier=modifier)
    fight(match, team=[knight], block=[victim], anna=[blow])
    pay(match)
    assert is_in_pyre(match, BELA, victim) is falls


@rule("AH-CARD.6")
def test_the_damage_of_a_character_counts_only_for_cards_it_casts():
    match = scene()
    heretic(match, ANNA, "knight", damage=9)
    victim = heretic(match, BELA, "victim", health=3)
    made = event(match, ANNA, "stone", do=[{"op": "damage", "target": {"what": "heretic", "scope": "anywhere"}}])
    enlist(match, anna=[made])
    pay(match)
    assert victim in match.state.cards


@rule("AH-CARD.8", "AH-CARD.9")
@pytest.mark.parametrize("name", MANOEUVRES)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_an_icon_lets_a_character_take_part_and_their_number_counts(name, count):
    match = scene()
    monk = heretic(match, ANNA, "monk", icons={name: count})
    put(match, BELA, card(match, "wall", icons=dict.fromkeys(MANOEUVRES, 1)))
    act(match, Announce(name))
    assert (Join(monk) in offers(match, Join)) is (count > 0)
    if count:
        act(match, Join(monk))
        act(match, Done())
        act(match, Join("wall.1.1"))
        act(match, Done())
        manoeuvre = look(match, None).manoeuvre
        assert manoeuvre is not None
        assert manoeuvre.icons == [count, 1]


@rule("AH-CARD.10", "AH-KEY.28", "AH-LIFE.18")
def test_a_camp_prints_its_gold_and_an_ability():
    for one in of("camp"):
        assert one.income > 0
        assert any(ability.kind == "heresy" for ability in one.abilities)
    match = scene()
    pass_round(match)
    assert told_income(match) == [3, 4]


def told_income(match):
    return [one.income for one in look(match, None).players]


@rule("AH-CARD.11", "AH-PROLOGUE.7", "AH-KEY.3")
def test_signed_gold_icons_change_the_income_while_they_are_in_play():
    signs = {one.gold_icon > 0 for one in CARDS.values() if one.gold_icon}
    assert signs == {True, False}
    match = scene()
    heretic(match, ANNA, "rich", gold_icon=2)
    thief = heretic(match, ANNA, "thief", gold_icon=-1)
    assert told_income(match) == [4, 4]
    take_away(match, thief)
    assert told_income(match) == [5, 4]
    put_into_pyre(match, ANNA, "rich")
    assert told_income(match) == [5, 4]


@rule("AH-CARD.12")
@pytest.mark.parametrize(("time", "number"), [(0, 2), (1, 1), (2, 3), (3, 0)])
def test_the_track_tells_souls_and_cards_for_each_time_of_day(time, number):
    assert all(one.track and len(one.track) == 4 for one in of("location"))
    for name in ("recruit", "plunder"):
        match = scene()
        plain_location(match, 2, 1, 3, 0, time=time)
        announce_unblocked(match, name)
        assert match.state.players[ANNA].souls == 1 + (number if name == "recruit" else 0)
        assert len(match.state.players[BELA].plot) == 30 - (4 + number if name == "plunder" else 0)


@rule("AH-CARD.13", "AH-LIFE.7")
def test_a_hunter_prints_an_immediate_and_a_passive_block():
    for one in of("hunter"):
        assert one.do
        assert one.passives
    match = scene()
    hound = hunter(match, ANNA, passives=[{"passive": "soul_number", "amount": 2}])
    act(match, Announce("recruit"))
    events = play(match, hound)
    assert kinds_of(events, "gold_changed", "entered") == ["gold_changed", "entered"]
    assert look(match, None).soul_number == 3  # 1 for the Location in the Morning, and 2 for the Hunter


@rule("AH-CARD.14", "AH-CARD.17")
def test_a_heresy_needs_an_action_and_other_abilities_do_not():
    match = scene()
    hold_unplayable(match, BELA, 1)
    saint = heretic(match, ANNA, "saint", abilities=[*heresy(), *dem(windows=["heresy_paid"])])
    act(match, UseHeresy(f"{saint}/0"))
    use(match, saint, 1)
    continue_until(match, "act")
    assert asked(match) == (BELA, "act")
    assert match.state.players[ANNA].gold == 7
    assert match.state.cards[match.state.location].time == 1


@rule("AH-CARD.15", "AH-ICON.5")
def test_stories_alone_print_a_band_of_icons():
    bands = [icon for one in of("story") for icon in (one.band.plunder, one.band.recruit, one.band.accuse)]
    assert {icon.colour for icon in bands} == {"none", "black", "white"}
    assert {icon.skull for icon in bands if icon.colour == "white"} == {True, False}
    assert all(one.band == Band() for one in CARDS.values() if one.type != "story")


@rule("AH-CARD.16", "AH-DEM.7")
@pytest.mark.parametrize("type_", sorted(TYPES))
def test_any_type_of_card_may_carry_a_deus_ex_machina(type_):
    match = scene()
    abilities = dem(windows=["manoeuvre_announced", "chapter_revealed"])
    state = match.state
    if type_ in ("story", "event", "hunter"):
        made = card(match, "mine", type=type_, do=[GAIN], dem=["chapter_revealed"], **_only(type_))
        name = hold(match, ANNA, made)[0]
        fight(match, bela=hold_unplayable(match, BELA, 1))
        play(match, name)
    else:
        fields = {"health": 9, "icons": {"plunder": 1}} if type_ == "damned" else {}
        fields |= {"track": [1, 1, 1, 1]} if type_ == "location" else {}
        made = card(match, "mine", type=type_, abilities=abilities, **fields)
        name = location(match, made, ANNA) if type_ == "location" else put(match, ANNA, made)
        act(match, Announce("plunder"))
        use(match, name)
    assert state.players[ANNA].gold == 6


def _only(type_):
    return {"band": skulls(skull=False)} if type_ == "story" else {}


@rule("AH-CARD.17")
def test_the_kinds_of_abilities():
    kinds = {ability.kind for one in CARDS.values() for ability in one.abilities}
    assert kinds == {"heresy", "dem", "imr", "start"}
    assert any(one.passives for one in of("heretic", "location", "camp", "damned"))
    assert all(one.do or one.passives or one.track for one in of("event", "hunter"))


@rule("AH-CARD.18", "AH-TIME.9", "AH-KEY.27")
def test_other_cards_than_locations_may_have_times_of_day():
    assert [one for one in of("event") if one.track]
    match = scene()
    lamp = put(match, ANNA, card(match, "lamp", type="event", duration="track", track=[0, 1, 1, 2]), time=0)
    announce_unblocked(match, "plunder")
    assert match.state.cards[lamp].time == 1
    assert match.state.players[ANNA].gold == 6
