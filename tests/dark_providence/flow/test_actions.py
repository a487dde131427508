"""Section 11 of RULES.md: the actions, and when a player may not start an action."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import agent, hold, lay, mark, own, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    DiscardCard,
    Done,
    EndTurn,
    Meddle,
    PlaceInfluence,
    RecoverInfluence,
    RevealAllegiance,
    Travel,
    UseBonus,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import action_card, give, icons, power
from tests.dark_providence.table import act, begin_turn, destroy_missing_cards, offers, refused, set_allegiance
from tests.game_helpers import look, rule

VP = {"op": "vp"}


# -- the list of actions --------------------------------------------------------------------------------------


def allow_every_action(match):
    """Give seat 0 the pieces and cards that it needs for every action of DP-ACT.1."""
    for icon in ("influence", "recover", "wealth", "ritual_up", "investigation_up"):
        icons(match, 0, icon, 2, 2)
    give(match, 0, "fame", power(VP))
    mark(match, 0, "chicago", 2)
    set_allegiance(match, 0, "investigator")
    match.state.players[0].vp, match.state.investigation = 24, 6
    return match


@rule("DP-ACT.1")
def test_the_ten_actions():
    match = allow_every_action(turn())
    own(match, 0, "offering")
    assert {type(offer) for offer in offers(match)} == {
        PlaceInfluence, AcquireTarget, RecoverInfluence, BuyInfluence, Travel, Meddle, UseCard, DiscardCard,
        RevealAllegiance, EndTurn,
    }  # fmt: skip
    assert {UseCard("fame"), UseCard("offering")} <= set(offers(match))


@rule("DP-ACT.2")
@pytest.mark.parametrize(
    "action",
    [PlaceInfluence("boston"), RecoverInfluence(), BuyInfluence(), Meddle("ritual", "up"), UseCard("fame")],
    ids=lambda action: action.verb,
)
def test_the_same_action_can_be_taken_twice(action):
    match = allow_every_action(turn())
    match.state.players[0].vp = 0
    begin_turn(match, 0, actions=3)
    give(match, 0, "other_fame", power(VP))
    mark(match, 0, "boston", 1)
    for number, again in enumerate((action, UseCard("other_fame") if isinstance(action, UseCard) else action), 1):
        act(match, again)
        while match.decisions()[0].prompt.key != "turn":
            act(match, offers(match)[0])
        assert match.state.turn.taken == number


@rule("DP-ACT.2", "DP-ACQ.1")
def test_but_acquiring_is_not():
    match = turn()
    mark(match, 0, "chicago", 1)
    mark(match, 0, "detroit", 1)
    act(match, AcquireTarget("chicago"))
    assert refused(match, AcquireTarget("detroit"))


@rule("DP-ACT.3")
@pytest.mark.parametrize("card", ["tuesday_favour_1", "explorers_club", "new_york"])
def test_starting_primary_and_city_cards_pay_for_actions(card):
    match = turn()
    if card.startswith("tuesday"):
        match.state.owners.pop(card, None)
        match.state.players[1].deck.remove(card)
        match.state.players[0].hand.append(card)
        match.state.owners[card] = 0
    else:
        hold(match, 0, card)
        if card in match.state.places:
            match.state.area_e = [other for other in match.state.area_e if other != card]
    act(match, PlaceInfluence("boston"))
    assert match.state.marks["boston"] == [2, 0, 0]
    assert match.state.players[0].discard == [card]


@rule("DP-ACT.3", "DP-CARD.15")
def test_what_needs_resources_is_not_there_without_them():
    match = turn()
    mark(match, 0, "boston", 1)
    assert offers(match) == [EndTurn()]


# -- forbidden actions ----------------------------------------------------------------------------------------


@rule("DP-ACT.4")
def test_an_action_that_cannot_be_completed_is_not_started():
    match = turn()
    give(match, 0, "rite", power({"op": "gate", "face": "open", "any_agent": True}))
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    give(match, 0, "theft", power({"op": "acquire", "what": "city", "here": True, "most": 3}))
    icons(match, 0, "arcane", 2)
    icons(match, 0, "force", 9)
    for action in (UseCard("rite"), UseCard("knife"), UseCard("theft")):
        assert refused(match, action)
    icons(match, 0, "arcane", 1)
    agent(match, 1, "gerard_lescaux", "arkham")
    assert {UseCard("rite"), UseCard("knife")} <= set(offers(match))


@rule("DP-ACT.4", "DP-HC.50", "DP-END.5")
def test_the_deep_ones_action_may_be_started_with_all_eight_in_play():
    match = turn()
    hold(match, 0, "deep_ones")
    for number in range(1, 9):
        agent(match, 0, f"deep_one_{number}", "boston")
    assert UseCard("deep_ones") in offers(match)
    give(match, 0, "tide", power({"op": "deep_ones"}))
    assert refused(match, UseCard("tide"))


@rule("DP-ACT.5", "DP-HC.6")
def test_cards_are_not_dumped_in_actions_without_effect():
    match = turn()
    player = match.state.players[0]
    player.supply, player.pool, player.limbo = 18, 0, 0
    for icon in ("recover", "wealth", "ritual_down", "investigation_down"):
        icons(match, 0, icon, 1)
    give(match, 0, "nothing", power({"op": "pool"}, {"op": "calm"}))
    give(match, 0, "trick", power({"op": "row"}, timing="bonus"))
    match.state.mythos_deck = []
    destroy_missing_cards(match)
    for action in (RecoverInfluence(), BuyInfluence(), Meddle("ritual", "down"), Meddle("investigation", "down")):
        assert refused(match, action)
    assert refused(match, UseCard("nothing"))
    assert refused(match, UseBonus("trick"))
    assert DiscardCard("nothing") in offers(match)


@rule("DP-ACT.5")
def test_an_effect_that_is_all_optional_must_do_something_as_an_action():
    match = turn()
    agent(match, 1, "wyatt_earp", "boston")
    mark(match, 1, "boston", 2)
    mark(match, 2, "chicago", 1)
    act(match, action_card(match, {"op": "drive_off"}))
    assert Done() not in offers(match)
    assert {offer.option for offer in offers(match)} == {"boston/1", "chicago/2"}


@rule("DP-ACT.6")
def test_one_action_takes_one_card_for_its_action_and_others_for_one_kind_of_resource():
    match = turn()
    match.state.agents["monday"].city = "detroit"
    give(match, 0, "rite", power({"op": "gate", "face": "open", "any_agent": True}), arcane=5)
    give(match, 0, "other_rite", power({"op": "gate", "face": "open", "any_agent": True}), arcane=1)
    give(match, 0, "mixed", arcane=1, force=3, influence=2)
    give(match, 0, "book", arcane=1, ritual_up=2)
    give(match, 0, "thugs", force=3)
    act(match, UseCard("rite"))
    act(match, WorkGate("detroit", "open", "monday"))
    player = look(match).players[0]
    assert sorted(player.discard) == ["book", "mixed", "other_rite", "rite"]
    assert (match.state.ritual, match.state.marks) == (0, {})


@rule("DP-ACT.6", "DP-CARD.9")
def test_two_kinds_of_resource_do_not_add_up():
    match = turn()
    lay(match, "boston", "tommy_guns", "seance")
    give(match, 0, "silver", influence=1, wealth=1)
    give(match, 0, "gold", wealth=1)
    give(match, 0, "gem", recover=1)
    act(match, PlaceInfluence("tommy_guns"))
    assert match.state.marks["tommy_guns"] == [1, 0, 0]
    assert refused(match, BuyInfluence())
    assert match.state.players[0].discard == ["silver"]
