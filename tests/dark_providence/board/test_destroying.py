"""Section 25 of RULES.md: destroyed pieces leave the game for good."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import frames_used, lose_agent
from rules.dark_providence.board.deck import destroy_card, return_pieces
from rules.dark_providence.examples.position_builder import agent, control, fill_bag, hold, lay, mark, show, turn
from rules.dark_providence.state.actions import EndTurn, Strike, UseCard, WorkGate
from tests.dark_providence.made_up_cards import (
    MADNESS,
    SANE,
    action_card,
    choices,
    choose,
    city,
    give,
    icons,
    marker,
    places_of_card,
    power,
    primary,
)
from tests.dark_providence.table import act, destroy_missing_cards, done, offers, set_allegiance
from tests.game_helpers import look, of_kinds, rule

PURGE = {"op": "purge"}


def choose_the_only(match, option):
    """Check that this is the only option and choose it, unless the engine has already chosen it automatically."""
    if choices(match):
        assert choices(match) == [option]
        choose(match, option)


RITE = power({"op": "gate", "face": "open", "any_agent": True})


@rule("DP-DESTROY.1")
@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
def test_a_destroyed_card_is_out_of_the_game_for_good(zone):
    match = turn()
    hold(match, 0, "dynamite", zone=zone)
    destroy_card(match, "dynamite")
    assert places_of_card(match, "dynamite") == ["destroyed"]
    assert "dynamite" not in match.state.owners
    player = match.state.players[0]
    player.discard += player.deck
    player.deck = []
    destroy_missing_cards(match)
    act(match, EndTurn())
    assert places_of_card(match, "dynamite") == ["destroyed"]
    assert "dynamite" in look(match).destroyed


@rule("DP-DESTROY.2")
@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
def test_an_agents_marker_takes_its_card_along_and_the_frame_comes_back(zone):
    match = turn()
    agent(match, 0, "moses_fleet", "boston", zone=zone)
    assert frames_used(match.state, 0) == 2
    lose_agent(match, "moses_fleet")
    assert "moses_fleet" not in match.state.agents
    assert places_of_card(match, "moses_fleet") == ["destroyed"]
    assert frames_used(match.state, 0) == 1
    assert look(match).players[0].frames == 5


@rule("DP-DESTROY.2")
def test_an_agents_destroyed_card_takes_its_marker_along():
    match = turn()
    agent(match, 0, "moses_fleet", "boston", zone="hand")
    use = action_card(match, PURGE)
    act(match, use)
    choose_the_only(match, "moses_fleet")
    assert "moses_fleet" not in match.state.agents
    assert places_of_card(match, "moses_fleet") == ["destroyed"]
    assert frames_used(match.state, 0) == 1


@rule("DP-DESTROY.2")
def test_an_agents_card_that_destroys_itself_takes_its_marker_along():
    match = turn()
    primary(match, "moses_fleet", power({"op": "vp"}, destroys=True), agent=match.content.assets["moses_fleet"].agent)
    agent(match, 0, "moses_fleet", "boston", zone="hand")
    act(match, UseCard("moses_fleet"))
    assert "moses_fleet" not in match.state.agents
    assert places_of_card(match, "moses_fleet") == ["destroyed"]
    assert frames_used(match.state, 0) == 1


@rule("DP-DESTROY.3", "DP-HC.19")
@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
def test_a_city_card_goes_back_to_area_e_and_the_city_stays_controlled(zone):
    match = turn()
    control(match, 0, "atlanta")
    points = match.state.players[0].vp
    hold(match, 0, "atlanta", zone=zone)
    destroy_card(match, "atlanta")
    assert "atlanta" in match.state.area_e
    assert "atlanta" not in match.state.destroyed
    assert "atlanta" not in match.state.owners
    assert match.state.places["atlanta"].controller == 0
    assert match.state.players[0].vp == points
    assert "atlanta" in look(match).area_e


@rule("DP-DESTROY.3")
def test_a_purged_city_card_goes_to_area_e_too():
    match = turn()
    control(match, 0, "atlanta")
    hold(match, 0, "atlanta")
    act(match, action_card(match, PURGE))
    choose_the_only(match, "atlanta")
    assert places_of_card(match, "atlanta") == ["area e"]


@rule("DP-DESTROY.4", "DP-AGENT.21")
def test_a_lead_agent_survives_the_madness_of_a_gate():
    match = turn()
    city(match, "chicago", gate=1)
    marker(match, "monday", arcane=1)
    match.state.agents["monday"].city = "chicago"
    fill_bag(match, *MADNESS)
    give(match, 0, "rite", RITE)
    act(match, UseCard("rite"))
    act(match, WorkGate("chicago", "open", "monday"))
    assert match.state.agents["monday"].city == "chicago"
    assert match.state.players[0].madness == 1
    assert look(match).players[0].crypt == []


@rule("DP-DESTROY.5")
def test_an_assassinated_agents_marker_goes_to_the_crypt_and_only_the_card_is_destroyed():
    match = turn()
    city(match, "chicago", control=1)
    marker(match, "monday", force=1)
    match.state.agents["monday"].city = "chicago"
    agent(match, 1, "moses_fleet", "chicago", zone="discard")
    act(match, action_card(match, {"op": "assassinate", "any_agent": True}))
    act(match, Strike("moses_fleet", "monday"))
    assert match.state.players[0].crypt == ["moses_fleet"]
    assert "moses_fleet" not in match.state.agents
    assert places_of_card(match, "moses_fleet") == ["destroyed", "crypt 0"]
    assert frames_used(match.state, 1) == 1


@rule("DP-DESTROY.6")
def test_a_card_that_destroys_itself_is_not_replaced_before_the_end_of_the_turn():
    match = turn()
    keep = icons(match, 0, "wealth", 1, 1)
    before = len([card for card, owner in match.state.owners.items() if owner == 0])
    use = action_card(match, {"op": "vp", "amount": 1}, destroys=True)
    act(match, use)
    player = match.state.players[0]
    assert places_of_card(match, "tool") == ["destroyed"]
    assert sorted(player.hand) == sorted(keep)
    assert "tool" not in player.discard
    assert len([card for card, owner in match.state.owners.items() if owner == 0]) == before
    act(match, EndTurn())
    assert len(player.hand) == 5


@rule("DP-DESTROY.7", "DP-HC.60")
def test_influence_on_a_destroyed_card_goes_home_and_its_lock_to_the_supply():
    match = turn()
    lay(match, "chicago", "dynamite", "ghouls")
    mark(match, 0, "dynamite", 2)
    mark(match, 1, "dynamite", 1)
    match.state.locks.append("dynamite")
    supplies = [player.supply for player in match.state.players]
    use = action_card(match, {"op": "destroy_asset"})
    act(match, use)
    choose(match, "dynamite")
    assert places_of_card(match, "dynamite") == ["destroyed"]
    assert [player.supply for player in match.state.players] == [supplies[0] + 2, supplies[1] + 1, supplies[2]]
    assert [player.limbo for player in match.state.players] == [0, 0, 0]
    assert look(match).locks == 12
    assert "dynamite" not in match.state.marks
    assert match.state.places["chicago"].stack == ["ghouls"]
    assert "ghouls" not in match.state.locks


@rule("DP-DESTROY.7", "DP-HC.59")
def test_a_destroyed_last_card_runs_the_stack_out():
    match = turn()
    lay(match, "chicago", "dynamite")
    row = list(match.state.row)
    act(match, action_card(match, {"op": "destroy_asset"}))
    events = choose(match, "dynamite")
    assert [body.city for body in of_kinds(events, "stack_ran_out")] == ["chicago"]
    assert match.state.ritual == 2
    assert len(match.state.row) == len(row) + 1


@rule("DP-DESTROY.1", "DP-HC.30")
def test_a_destroyed_mythos_card_is_out_of_the_game_too():
    match = turn()
    agent(match, 0, "mi_go", "boston")
    lose_agent(match, "mi_go")
    assert places_of_card(match, "mi_go") == ["destroyed"]
    assert match.state.players[0].mythos == []


@rule("DP-DESTROY.2", "DP-GATE.20")
def test_a_destroyed_deep_one_only_goes_back_to_the_supply():
    match = turn()
    hold(match, 0, "deep_ones", zone="discard")
    agent(match, 0, "deep_one_1", "boston")
    lose_agent(match, "deep_one_1")
    assert look(match).deep_ones == 8
    assert match.state.players[0].discard == ["deep_ones"]
    assert match.state.destroyed == []


@rule("DP-DESTROY.6")
def test_the_deck_of_who_destroyed_a_starting_card_is_one_card_smaller():
    match = turn()
    fill_bag(match, *SANE)
    set_allegiance(match, 0, "cultist")
    (starter,) = [
        card
        for card in match.state.players[0].deck
        if any(power.destroys for power in match.content.cards[card].powers)
    ][:1]
    hold(match, 0, starter)
    city(match, "arkham", gate=0)
    act(match, UseCard(starter))
    for _ in range(5):
        if places_of_card(match, starter) == ["destroyed"]:
            break
        act(match, offers(match)[0])
    assert places_of_card(match, starter) == ["destroyed"]
    assert sum(owner == 0 for owner in match.state.owners.values()) == 9


@rule("DP-DESTROY.7")
def test_nothing_is_left_of_a_row_card_that_a_text_takes_away():
    match = turn()
    show(match, "silver_key", "shoggoth")
    mark(match, 0, "silver_key", 2)
    return_pieces(match, "silver_key")
    assert "silver_key" not in match.state.marks
    assert match.state.players[0].limbo == 0


@rule("DP-DESTROY.2")
def test_declining_to_destroy_leaves_everything():
    match = turn()
    agent(match, 0, "moses_fleet", "boston", zone="hand")
    act(match, action_card(match, PURGE, {"op": "draw"}))
    done(match)
    assert "moses_fleet" in match.state.agents
