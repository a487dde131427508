"""Section 0.1 of RULES.md: what each kind of icon, mark and token does."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.examples.position_builder import agent, fill_bag, hold, lay, mark, own, show, turn
from rules.dark_providence.flow.scoring import scores
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    GoTo,
    Meddle,
    PlaceInfluence,
    RecoverInfluence,
    Strike,
    Travel,
    UseCard,
    WorkGate,
)
from rules.kernel.errors import IllegalAction
from tests.dark_providence.made_up_cards import give, icons, power
from tests.dark_providence.table import act, begin_turn, mythos, offers, pay, set_allegiance
from tests.game_helpers import rule

KILL = power({"op": "assassinate", "any_agent": True})
LOCK = power({"op": "lock"})


def gate_power(face):
    return power({"op": "gate", "face": face, "any_agent": True})


# -- the kinds of resource ------------------------------------------------------------------------------------


@rule("DP-ICON.1")
@pytest.mark.parametrize("count", [1, 2, 4])
def test_an_influence_card_places_as_many_markers_as_it_shows(count):
    match = turn()
    give(match, 0, "card", influence=count)
    act(match, PlaceInfluence("boston"))
    assert match.state.marks == {"boston": [count, 0, 0]}


@rule("DP-ICON.2")
@pytest.mark.parametrize("count", [1, 2])
def test_a_recover_card_brings_back_as_many_markers_as_it_shows(count):
    match = turn()
    mark(match, 0, "boston", 3)
    give(match, 0, "card", recover=count)
    act(match, RecoverInfluence())
    assert (match.state.marks["boston"][0], match.state.players[0].supply) == (3 - count, 3 + count)


@rule("DP-ICON.3", "DP-HC.4")
def test_the_same_wealth_buys_influence_and_pays_for_travel():
    match = turn()
    give(match, 0, "purse", wealth=2)
    assert {BuyInfluence(), Travel("monday")} <= set(offers(match))
    bought = turn()
    give(bought, 0, "purse", wealth=2)
    act(bought, BuyInfluence())
    assert bought.state.players[0].supply == 7
    act(match, Travel("monday"))
    act(match, GoTo("boston"))
    assert match.state.agents["monday"].city == "boston"


@rule("DP-ICON.3")
@pytest.mark.parametrize("icon", ["influence", "recover", "force", "arcane", "ritual_up", "investigation_down"])
def test_nothing_but_wealth_buys_or_travels(icon):
    match = turn()
    mark(match, 0, "boston", 1)
    icons(match, 0, icon, 9)
    assert not offers(match, BuyInfluence)
    assert not offers(match, Travel)


def turn_with_victim(force):
    """Return a turn with Wyatt Earp (FORCE 2) and a victim in Atlanta (control point 4).

    The player has a card with this FORCE in hand.
    """
    match = turn()
    agent(match, 0, "wyatt_earp", "atlanta")
    agent(match, 1, "gerard_lescaux", "atlanta")
    give(match, 0, "knife", KILL)
    icons(match, 0, "force" if force else "arcane", force or 9)
    return match


@rule("DP-ICON.4", "DP-ICON.7")
def test_force_on_cards_and_on_agents_makes_an_assassination_possible():
    assert not offers(turn_with_victim(0), UseCard)
    assert not offers(turn_with_victim(1), UseCard)
    match = turn_with_victim(2)
    act(match, UseCard("knife"))
    act(match, Strike("gerard_lescaux", "wyatt_earp"))
    assert match.state.players[0].crypt == ["gerard_lescaux"]
    assert sorted(match.state.players[0].discard) == ["force_0", "knife"]


@rule("DP-ICON.7")
def test_without_an_assassinate_icon_force_alone_kills_no_one():
    match = turn_with_victim(9)
    hold(match, 0, "knife", zone="discard")
    assert not offers(match, UseCard)


@rule("DP-ICON.7", "DP-CARD.10")
def test_the_assassinate_icon_is_no_force():
    match = turn()
    agent(match, 0, "wyatt_earp", "atlanta")
    agent(match, 1, "gerard_lescaux", "atlanta")
    give(match, 0, "knife", KILL, force=9)
    give(match, 0, "second_knife", KILL)
    assert UseCard("knife") not in offers(match)


def turn_at_gate(arcane, face="open"):
    """Return a turn with two agents (ARCANE 1) in Chicago, whose gate has value 3.

    The player has a card with this ARCANE in hand.
    """
    match = turn()
    agent(match, 0, "alice_ochs", "chicago")
    agent(match, 0, "gerard_lescaux", "chicago")
    give(match, 0, "rite", gate_power(face))
    icons(match, 0, "arcane" if arcane else "force", arcane or 9)
    return match


@rule("DP-ICON.5")
def test_arcane_on_cards_and_on_agents_makes_a_gate_possible():
    assert not offers(turn_at_gate(0), UseCard)
    match = turn_at_gate(1)
    act(match, UseCard("rite"))
    act(match, WorkGate("chicago", "open", "alice_ochs"))
    assert match.state.places["chicago"].gate == "open"
    assert sorted(match.state.players[0].discard) == ["arcane_0", "rite"]


@rule("DP-ICON.8", "DP-COMP.17")
@pytest.mark.parametrize("face", ["open", "close"])
def test_opening_and_closing_are_card_actions_and_the_faces_of_the_marker(face):
    match = turn_at_gate(1, face)
    act(match, UseCard("rite"))
    (wanted,) = {offer.face for offer in offers(match, WorkGate)}
    assert wanted == face
    act(match, WorkGate("chicago", face, "gerard_lescaux"))
    place = match.state.places["chicago"]
    assert (place.gate, place.gate_owner) == (face, 0)


@rule("DP-ICON.8")
def test_a_card_for_one_face_does_not_work_the_other():
    match = turn_at_gate(1, "close")
    act(match, UseCard("rite"))
    with pytest.raises(IllegalAction):
        act(match, WorkGate("chicago", "open", "alice_ochs"))


_FOUR = {
    "ritual_up": ("ritual", "up", 5, 2),
    "ritual_down": ("ritual", "down", 2, 5),
    "investigation_up": ("investigation", "up", 5, 2),
    "investigation_down": ("investigation", "down", 2, 5),
}


@rule("DP-ICON.6", "DP-MEDDLE.3")
@pytest.mark.parametrize("icon", _FOUR)
def test_each_of_the_four_track_icons_moves_its_own_track_its_own_way(icon):
    track, way, *_ = _FOUR[icon]
    match = turn()
    match.state.ritual = match.state.investigation = 4
    icons(match, 0, icon, 2)
    assert offers(match, Meddle) == [Meddle(track, way)]
    act(match, Meddle(track, way))
    after = {"ritual": match.state.ritual, "investigation": match.state.investigation}
    assert after.pop(track) == (6 if way == "up" else 2)
    assert list(after.values()) == [4]


@rule("DP-ICON.6")
def test_different_track_icons_do_not_add_up():
    match = turn()
    match.state.ritual = match.state.investigation = 4
    for icon in _FOUR:
        icons(match, 0, icon, 1)
    act(match, Meddle("ritual", "up"))
    assert (match.state.ritual, match.state.investigation) == (5, 4)
    assert match.state.players[0].discard == ["ritual_up_0"]


# -- marks ----------------------------------------------------------------------------------------------------


@rule("DP-ICON.9")
def test_lock_is_a_card_action_that_moves_a_lock_marker():
    match = turn()
    give(match, 0, "key", LOCK)
    give(match, 0, "plain", influence=1)
    assert offers(match, UseCard) == [UseCard("key")]
    act(match, UseCard("key"))
    act(match, next(offer for offer in offers(match) if offer.option == "place/boston"))
    assert match.state.locks == ["boston"]


@rule("DP-ICON.10", "DP-CARD.7")
@pytest.mark.parametrize(("card", "tokens"), [("hastur", 1), ("silver_key", 0)])
def test_a_sanity_mark_forces_a_test_after_the_card_is_acquired(card, tokens):
    match = turn()
    show(match, card)
    mark(match, 0, card, 1)
    act(match, AcquireTarget(card))
    if match.state.stack and offers(match):  # when Hastur is acquired, a victim must be chosen before the sanity test
        victims = [offer for offer in offers(match) if offer.verb == "choose"]
        if victims:
            act(match, victims[0])
    assert sum(match.state.bag) == 18 - tokens
    assert match.state.players[0].sane + match.state.players[0].madness == tokens


@rule("DP-ICON.11", "DP-CARD.7", "DP-ALLEG.12")
@pytest.mark.parametrize(
    ("allegiance", "found"),
    [("investigator", (3, 2, 0)), ("cultist", (3, 0, 4)), ("ex_investigator", (3, 0, 0)), ("ex_cultist", (3, 0, 0))],
)
def test_pink_is_for_investigators_green_for_cultists_and_blue_for_everyone(allegiance, found):
    match = turn()
    set_allegiance(match, 0, allegiance)
    agent(match, 0, "bessie_coleman", "boston")
    agent(match, 0, "harry_houdini", "boston")
    own(match, 0, mythos(match, "idol", green=4, vp=3))
    points = scores(match, 0)
    assert (points["blue"], points["pink"], points["green"]) == found


@rule("DP-ICON.12", "DP-COMP.2")
def test_the_one_bag_holds_sane_and_madness_tokens_of_which_only_madness_drives_mad():
    test = power({"op": "sanity"})
    calm = turn()
    set_allegiance(calm, 0, "investigator")
    fill_bag(calm, 6, 0)
    for number in range(2):
        act(calm, UseCard(give(calm, 0, f"horror_{number}", test)))
    calm.state.players[0].sane += 4
    assert (calm.state.bag, calm.state.players[0].madness, calm.state.ending) == ([4, 0], 0, [])
    mad = turn()
    set_allegiance(mad, 0, "investigator")
    mad.state.players[0].madness = 1
    fill_bag(mad, 0, 12)
    act(mad, UseCard(give(mad, 0, "horror", test)))
    assert (mad.state.ending, mad.state.bag) == ([], [0, 10])
    act(mad, UseCard(give(mad, 0, "horror_again", test)))
    assert (mad.state.ending, mad.state.bag) == (["madness"], [0, 9])


@rule("DP-ICON.13", "DP-TRACK.4")
@pytest.mark.parametrize(("seats", "score"), [(2, 33), (3, 30), (4, 26), (5, 22)])
def test_the_threshold_on_the_vp_track_depends_on_the_number_of_players(seats, score):
    assert THRESHOLD[seats] == score
    for missing in (1, 0):
        match = turn(seats)
        match.state.players[0].vp = score - 2 - missing
        act(match, UseCard(give(match, 0, "card", power({"op": "vp", "amount": 2}))))
        assert match.state.ending == ([] if missing else ["threshold"])
        assert match.over == (not missing)


@rule("DP-ICON.14")
def test_influence_of_two_players_lies_on_nikola_tesla_beside_a_single_lock():
    match = turn()
    show(match, "nikola_tesla")
    mark(match, 0, "nikola_tesla", 2)
    mark(match, 1, "nikola_tesla", 1)
    act(match, UseCard(give(match, 0, "key", LOCK)))
    act(match, next(offer for offer in offers(match) if offer.option == "place/nikola_tesla"))
    assert match.state.marks["nikola_tesla"] == [2, 1, 0]
    begin_turn(match, 1)
    act(match, UseCard(give(match, 1, "other_key", LOCK)))
    options = [offer.option for offer in offers(match)]
    assert "remove/nikola_tesla" in options
    assert "place/nikola_tesla" not in options


@rule("DP-ICON.15", "DP-LIMIT.2")
def test_what_runs_out_in_buying_is_the_markers_not_the_wealth():
    match = turn()
    player = match.state.players[0]
    player.supply, player.pool = player.supply + player.pool - 1, 1
    give(match, 0, "first", wealth=2)
    give(match, 0, "second", wealth=2)
    act(match, BuyInfluence())
    pay(match, "first")
    assert (player.pool, player.supply) == (0, 18)
    assert not offers(match, BuyInfluence)
    assert offers(match, Travel)


@rule("DP-ICON.1", "DP-PLACE.1")
def test_a_lock_does_not_stop_influence_nor_does_a_row_without_mythos_cards():
    match = turn()
    lay(match, "boston", "seance")
    match.state.locks.append("seance")
    match.state.mythos_deck += match.state.row
    match.state.row = []
    give(match, 0, "card", influence=1)
    act(match, PlaceInfluence("seance"))
    assert match.state.marks["seance"] == [1, 0, 0]
