"""Sections 21 and 22 of RULES.md: Ready and Spent, and the icon band of Stories."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, hold, put, set_card
from rules.aevum_haeresis.state.actions import Announce, Decline, Join, Pass, PayFor, UseDem
from tests.aevum_haeresis.board.test_damage import fight
from tests.aevum_haeresis.plot_helpers import (
    TYPES,
    continue_to_action,
    duel,
    fighter,
    filler,
    join,
    manoeuvre,
    next_round,
    sorcerer,
    use,
)
from tests.aevum_haeresis.table import card, heretic, lay, pay, set_team, take_away, waive, window
from tests.aevum_haeresis.window_helpers import story
from tests.game_helpers import act, look, of_kinds, offers, rule

GAIN = [{"op": "gold", "amount": 1}]


def hold_story_with_band(match, **band):
    """Give Anna a Story whose band has these colours ("white", "black" or "none"). "*" adds a skull."""
    icons = {kind: {"colour": mark.rstrip("*"), "skull": "*" in mark} for kind, mark in band.items()}
    return hold(match, ANNA, card(match, "banded", type="story", band=icons, do=GAIN))[0]


# -- Ready and Spent --------------------------------------------------------------------------------------------


@rule("AH-READY.1", "AH-READY.3", "AH-KEY.6", "AH-KEY.7")
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_ready_characters_can_take_part_on_either_side_spent_ones_cannot(seat):
    match = duel()
    for player in match.state.players:
        take_away(match, player.damned)
    ready, spent = fighter(match, seat), fighter(match, seat, ready=False)
    if seat == BELA:
        mine = fighter(match, ANNA)
        act(match, Announce("recruit"))
        join(match, mine)
    else:
        act(match, Announce("recruit"))
    assert set(offers(match, Join)) == {Join(ready)}
    assert not match.state.cards[spent].ready


@rule("AH-READY.2", "AH-READY.4")
def test_everyone_is_shown_who_is_ready_and_who_is_spent():
    match = duel()
    ready, spent = fighter(match, ANNA), fighter(match, ANNA, ready=False)
    for viewer in (ANNA, BELA, None):
        shown = {found.id: found.ready for found in look(match, viewer).cards}
        assert (shown[ready], shown[spent]) == (True, False)


@rule("AH-READY.5")
@pytest.mark.parametrize("blocked", [False, True])
def test_taking_part_makes_spent_at_the_end_on_both_sides(blocked):
    match = duel()
    mine, other, outside = fighter(match, ANNA), fighter(match, BELA), fighter(match, ANNA)
    manoeuvre(match, "accuse", [mine], [other] if blocked else [])
    continue_to_action(match)
    ready = [match.state.cards[name].ready for name in (mine, other, outside)]
    assert ready == [False, not blocked, True]


@rule("AH-READY.5")
def test_the_damned_becomes_spent_too():
    match = duel()
    damned = match.state.players[ANNA].damned
    manoeuvre(match, "recruit", [damned])
    assert not match.state.cards[damned].ready


@rule("AH-READY.6", "AH-PROLOGUE.9", "AH-DIS.19")
def test_all_spent_characters_of_both_become_ready_in_the_prologue():
    match = duel()
    names = [fighter(match, seat, ready=False) for seat in (ANNA, BELA)]
    names.append(match.state.players[BELA].damned)
    names.append(put(match, BELA, card(match, "lent"), controller=ANNA, ready=False))
    set_card(match, names[2], ready=False)
    next_round(match)
    assert all(match.state.cards[name].ready for name in names)


@rule("AH-READY.6")
def test_no_one_becomes_ready_between_actions():
    match = duel()
    name = fighter(match, ANNA)
    manoeuvre(match, "recruit", [name])
    act(match, Pass())
    act(match, Announce("plunder"))
    assert Join(name) not in offers(match)


@rule("AH-READY.7", "AH-SQ.5", "AH-HC.26")
def test_status_quo_dem_and_heresy_of_a_spent_character_go_on():
    match = duel()
    passive = {"passive": "alter", "stat": "recruit", "amount": 1, "of": "own", "others": True}
    abilities = [{"kind": "heresy", "do": GAIN}, {"kind": "dem", "do": GAIN, "windows": ["pass_declared"]}]
    heretic(match, ANNA, "witch", abilities=abilities, passives=[passive], ready=False)
    preacher = heretic(match, ANNA, "preacher")
    use(match, "witch.0.1")
    act(match, Pass())
    act(match, UseDem("witch.0.1/1"))
    assert match.state.players[ANNA].gold == 7
    act(match, Announce("recruit"))
    assert Join(preacher) in offers(match)


@rule("AH-READY.8")
def test_only_characters_are_readied_turned_or_named_for_turning():
    match = duel()
    names = [put(match, ANNA, card(match, kind, type=kind), ready=False) for kind in ("hunter", "event", "story")]
    fighter(match, ANNA, ready=False)
    set_card(match, match.state.players[ANNA].damned, ready=False)
    able = sorcerer(match, ANNA, GAIN, cost={"turn_own": True}, icons={})
    use(match, able)
    assert not match.state.cards[able].ready  # the sorcerer itself was turned, because no other card could be
    next_round(match)
    assert match.state.cards[able].ready
    assert [match.state.cards[name].ready for name in names] == [False] * 3


# -- the icon band ----------------------------------------------------------------------------------------------


@rule("AH-ICON.1", "AH-ICON.2", "AH-ICON.3", "AH-ICON.4", "AH-ICON.5", "AH-HC.17")
@pytest.mark.parametrize("kind", TYPES)
def test_a_story_is_playable_only_where_its_icon_is_white(kind):
    match = duel()
    name = hold_story_with_band(match, plunder="white", recruit="black", accuse="none")
    fight(match, name, kind)
    assert (offers(match, PayFor) == [PayFor(name)]) == (kind == "plunder")
    if kind != "plunder":
        assert window(match) == "conflict_end"
        assert name in match.state.players[ANNA].pyre
        assert match.state.players[ANNA].gold == 5


@rule("AH-ICON.3", "AH-ICON.4", "AH-PLAY.10")
@pytest.mark.parametrize("mark", ["black", "none"])
def test_a_black_or_missing_icon_still_fills_a_chapter(mark):
    match = duel()
    first, second = hold_story_with_band(match, plunder="white", recruit=mark), story(match, ANNA, "second")
    filler(match, ANNA)
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, first, second)
    waive(match)
    assert match.state.chapter == 2
    assert offers(match, PayFor) == [PayFor(second)]


@rule("AH-ICON.6", "AH-DMG.1")
def test_a_skull_makes_the_caster_deal_damage():
    match = duel()
    mine, other = fight(match, hold_story_with_band(match, recruit="white*"), damage=2, health=2)
    pay(match)
    waive(match)
    assert other in match.state.players[BELA].pyre
    assert mine in match.state.cards


@rule("AH-ICON.7", "AH-ICON.8", "AH-HC.18", "AH-COST.11")
@pytest.mark.parametrize(("kind", "targets"), [("plunder", 1), ("recruit", 0)])
def test_a_skull_applies_in_the_conflicts_of_its_icon_only_and_only_then_needs_a_target(kind, targets):
    match = duel()
    _, other = fight(match, hold_story_with_band(match, plunder="white*", recruit="white"), kind, damage=1)
    events = pay(match) + waive(match)
    (paid,) = of_kinds(events, "paid_for")
    assert paid.targets == (other,) * targets
    assert len(of_kinds(events, "damaged")) == targets
    assert match.state.players[ANNA].gold == 6


@rule("AH-ICON.8", "AH-COST.10")
@pytest.mark.parametrize("mark", ["white", "white*"])
def test_without_a_target_only_a_story_with_an_applying_skull_cannot_be_paid_for(mark):
    match = duel()
    name = hold_story_with_band(match, recruit=mark)
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    filler(match, ANNA)
    filler(match, BELA)
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, ANNA, name)
    lay(match, BELA)
    set_team(match, BELA)
    waive(match, 2)
    assert (offers(match, PayFor) == [PayFor(name)]) == (mark == "white")
    assert (name in match.state.players[ANNA].pyre) == (mark == "white*")


@rule("AH-ICON.9", "AH-CARD.15", "AH-DATA.6")
def test_only_stories_have_a_band_and_skulls_stand_behind_white_icons():
    for found in base().cards.values():
        icons = [getattr(found.band, kind) for kind in TYPES]
        assert any(icon.colour != "none" for icon in icons) == (found.type == "story"), found.id
        assert all(icon.colour == "white" for icon in icons if icon.skull), found.id


@rule("AH-ICON.5", "AH-ICON.7")
def test_the_cards_show_every_mixture_of_colours_and_skulls():
    bands = [found.band for found in base().cards.values() if found.type == "story"]
    colours = [{getattr(band, kind).colour for kind in TYPES} for band in bands]
    assert any({"white", "black"} <= found for found in colours)
    assert any({"white", "none"} <= found for found in colours)
    assert any(len({getattr(band, kind).skull for kind in TYPES}) == 2 for band in bands)


@rule("AH-ICON.9", "AH-PLAY.5")
def test_an_event_needs_no_icon_in_any_conflict():
    for kind in TYPES:
        match = duel()
        name = hold(match, ANNA, card(match, "feast", type="event", do=GAIN))[0]
        fight(match, name, kind)
        assert set(offers(match)) == {PayFor(name), Decline()}
