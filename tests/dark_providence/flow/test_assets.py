"""Section 14 of RULES.md: acquiring a primary asset, and what happens to the city's stack."""

from __future__ import annotations

from rules.dark_providence.content.records import Agent, Side
from rules.dark_providence.examples.position_builder import agent, lay, mark, turn
from rules.dark_providence.state.actions import AcquireTarget, PlaceInfluence
from rules.dark_providence.state.events import StackRanOut
from tests.dark_providence.made_up_cards import action_card, choose, icons, places_of_card, primary
from tests.dark_providence.table import GAME, act, destroy_missing_cards, offers, refused
from tests.game_helpers import of_kinds, rule


def scene(*stack, city="atlanta", seats=3):
    """Return a turn of seat 0 with these cards as a city's stack. Seat 0 can acquire the first card."""
    match = turn(seats)
    lay(match, city, *stack)
    mark(match, 0, stack[0], 1)
    return match


def acquire(match, card):
    return act(match, AcquireTarget(card))


@rule("DP-ASSET.1")
def test_an_acquired_asset_goes_to_the_discard_pile():
    match = scene("tommy_guns", "cover_up")
    acquire(match, "tommy_guns")
    assert places_of_card(match, "tommy_guns") == ["discard 0"]
    assert match.state.owners["tommy_guns"] == 0


@rule("DP-ASSET.2", "DP-ASSET.3")
def test_an_agent_comes_original_side_up_to_the_city_where_its_card_lay():
    match = scene("wyatt_earp", "cover_up", city="new_orleans")
    acquire(match, "wyatt_earp")
    piece = match.state.agents["wyatt_earp"]
    assert (piece.owner, piece.city, piece.returned) == (0, "new_orleans", False)


@rule("DP-ASSET.2")
def test_an_asset_that_is_no_agent_brings_no_one():
    match = scene("tommy_guns", "cover_up")
    agents = dict(match.state.agents)
    acquire(match, "tommy_guns")
    assert match.state.agents == agents


@rule("DP-ASSET.4")
def test_with_six_agents_no_agent_card_but_any_other_can_be_acquired():
    match = scene("wyatt_earp", "cover_up")
    lay(match, "chicago", "tommy_guns", "exorcism")
    mark(match, 0, "tommy_guns", 1)
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness", "moses_fleet"):
        assert AcquireTarget("wyatt_earp") in offers(match)
        agent(match, 0, name, "arkham")
    assert offers(match, AcquireTarget) == [AcquireTarget("tommy_guns")]


@rule("DP-ASSET.5", "DP-ASSET.6", "DP-ASSET.7")
def test_the_next_card_is_turned_up_without_influence_and_without_a_lock():
    match = scene("tommy_guns", "wyatt_earp", "cover_up")
    mark(match, 1, "tommy_guns", 0)
    events = acquire(match, "tommy_guns")
    assert [(body.city, body.card) for body in of_kinds(events, "turned_up")] == [("atlanta", "wyatt_earp")]
    assert match.state.places["atlanta"].stack == ["wyatt_earp", "cover_up"]
    assert "wyatt_earp" not in match.state.marks
    assert "wyatt_earp" not in match.state.locks
    view = GAME.view(match, 1)
    assert next(place for place in view.cities if place.id == "atlanta").asset == "wyatt_earp"
    icons(match, 0, "influence", 1)
    assert PlaceInfluence("wyatt_earp") in offers(match)
    assert not any(name == "wyatt_earp" for name in match.state.agents)


@rule("DP-ASSET.7")
def test_a_locked_card_leaves_its_lock_behind_and_not_to_the_next_one():
    match = scene("tommy_guns", "cover_up")
    for place in match.state.places.values():
        place.stack = place.stack if place.stack[0] == "tommy_guns" else []
    destroy_missing_cards(match)
    match.state.locks.append("tommy_guns")
    act(match, action_card(match, {"op": "acquire", "what": "asset", "locked": True}))
    assert match.state.places["atlanta"].stack == ["cover_up"]
    assert match.state.locks == []


@rule("DP-ASSET.8", "DP-ASSET.9")
def test_the_last_card_of_a_stack_moves_the_ritual_by_two_and_adds_a_mythos_card():
    match = scene("tommy_guns")
    match.state.ritual = 4
    row, deck = list(match.state.row), list(match.state.mythos_deck)
    events = acquire(match, "tommy_guns")
    assert match.state.ritual == 6
    assert match.state.row == [*row, deck[0]]
    assert match.state.mythos_deck == deck[1:]
    assert match.state.places["atlanta"].stack == []
    assert not of_kinds(events, "turned_up")


@rule("DP-ASSET.8", "DP-ASSET.9")
def test_while_cards_are_left_neither_ritual_nor_row_changes():
    match = scene("tommy_guns", "cover_up")
    row = list(match.state.row)
    acquire(match, "tommy_guns")
    assert match.state.ritual == 0
    assert match.state.row == row


@rule("DP-ASSET.9", "DP-HC.20")
def test_an_empty_mythos_deck_adds_nothing():
    match = scene("tommy_guns")
    match.state.mythos_deck = []
    destroy_missing_cards(match)
    row = list(match.state.row)
    acquire(match, "tommy_guns")
    assert match.state.row == row
    assert match.state.ritual == 2


@rule("DP-ASSET.8")
def test_the_ritual_does_not_pass_its_end_but_reaching_it_ends_the_game():
    match = scene("tommy_guns")
    match.state.ritual = 11
    acquire(match, "tommy_guns")
    assert match.state.ritual == 12
    assert match.over
    assert match.state.ending == ["ritual"]


@rule("DP-ASSET.10", "DP-HC.59")
def test_a_stack_emptied_by_destroying_its_last_card_runs_out_just_the_same():
    match = turn()
    for name in match.state.places:
        match.state.places[name].stack = []
    destroy_missing_cards(match)
    lay(match, "atlanta", "tommy_guns")
    row = len(match.state.row)
    act(match, action_card(match, {"op": "destroy_asset"}))
    assert places_of_card(match, "tommy_guns") == ["destroyed"]
    assert match.state.ritual == 2
    assert len(match.state.row) == row + 1


@rule("DP-HC.60", "DP-ASSET.10")
def test_markers_and_lock_of_a_destroyed_asset_go_home_and_the_next_card_is_turned_up():
    match = turn()
    lay(match, "atlanta", "tommy_guns", "cover_up")
    mark(match, 0, "tommy_guns", 2)
    mark(match, 1, "tommy_guns", 1)
    match.state.locks.append("tommy_guns")
    supplies = [player.supply for player in match.state.players]
    act(match, action_card(match, {"op": "destroy_asset"}))
    choose(match, "tommy_guns")
    after = [player.supply for player in match.state.players]
    assert after == [supplies[0] + 2, supplies[1] + 1, supplies[2]]
    assert [player.limbo for player in match.state.players] == [0, 0, 0]
    assert match.state.locks == []
    assert match.state.places["atlanta"].stack == ["cover_up"]
    assert match.state.ritual == 0


@rule("DP-ASSET.11")
def test_each_city_runs_out_once_at_most_twelve_times():
    match = turn()
    events = []
    for name in match.state.places:
        lay(match, name, match.state.stock[0])
        match.state.ritual = 0
        for _ in range(2):
            use = action_card(match, {"op": "destroy_asset"}, {"op": "vp"})
            match.state.turn.actions = 2
            if match.state.places[name].stack:
                act(match, use)
                events += choose(match, match.state.places[name].stack[0])
    assert [body.city for body in of_kinds(events, StackRanOut.kind)] == list(match.state.places)
    assert len(match.state.places) == 12
    assert not any(place.stack for place in match.state.places.values())
    use = action_card(match, {"op": "destroy_asset"})
    assert refused(match, use)


@rule("DP-ASSET.3")
def test_an_agent_found_in_the_secret_stock_stands_with_the_lead_agent():
    match = turn()
    card = primary(match, "seer", agent=Agent(original=Side(force=1), returned=Side()))
    match.state.stock = [card]
    destroy_missing_cards(match)
    match.state.agents["monday"].city = "chicago"
    act(match, action_card(match, {"op": "stock", "look": 1}))
    choose(match, "seer")
    assert match.state.agents["seer"].city == "chicago"
    assert places_of_card(match, "seer") == ["discard 0"]
