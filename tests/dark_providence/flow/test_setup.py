"""Section 9 of RULES.md: the table before the first turn, and the order of the players' choices."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.dark_providence.content.load import base
from rules.dark_providence.content.records import starting_cards
from rules.dark_providence.examples.position_builder import lay, mark, turn
from rules.dark_providence.flow.setup import deal_allegiances
from rules.dark_providence.state.actions import AcquireTarget, ChooseColour, ChooseLead, StartIn
from rules.dark_providence.state.events import GotAllegiance
from rules.kernel.data.events import Event
from rules.kernel.engine.chance import Chance, ChanceState
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator
from tests.dark_providence.table import GAME, act, new, offers
from tests.game_helpers import assert_sound, look, rule

CONTENT = base()
SEATS = [2, 3, 4, 5]
by_seats = pytest.mark.parametrize("seats", SEATS)


def asked(match, *, first=True):
    """Choose the first option, or a random one, until set-up is over. Return each question's key and seat, in order."""
    rng, found = random.Random(1), []
    while match.state.phase == "setup":
        ((seat, decision),) = match.decisions().items()
        found.append((decision.prompt.key, seat))
        match.apply(seat, decision.actions[0] if first else rng.choice(decision.actions))
    return found


def seats_asked(match, key):
    return [seat for what, seat in asked(match) if what == key]


# -- boards, stacks, rows -------------------------------------------------------------------------------------


@rule("DP-SETUP.1", "DP-SETUP.2", "DP-SETUP.3", "DP-SETUP.4")
@by_seats
def test_the_boards_the_bag_and_area_e_are_full_and_the_tracks_at_their_start(seats):
    view = look(new(seats))
    assert {city.id for city in view.cities} == set(CONTENT.cities)
    assert (view.ritual, view.investigation, view.bag) == (0, 0, [6, 12])
    assert sorted(view.area_e) == sorted(CONTENT.city_cards)
    assert len(view.area_e) == 13


@rule("DP-SETUP.5", "DP-SETUP.10")
@by_seats
def test_the_sixty_assets_are_shuffled_before_they_are_dealt(seats):
    orders = set()
    for seed in ("one", "two", "three"):
        state = new(seats, seed).state
        dealt = [*[card for place in state.places.values() for card in place.stack], *state.stock]
        assert sorted(dealt) == sorted(CONTENT.assets)
        assert dealt != list(CONTENT.assets)
        orders.add(tuple(dealt))
    assert len(orders) == 3


@rule("DP-SETUP.6", "DP-SETUP.7", "DP-SETUP.10", "DP-CONT.29")
@pytest.mark.parametrize(("seats", "each", "stock"), [(2, 3, 24), (3, 3, 24), (4, 4, 12), (5, 4, 12)])
def test_how_many_assets_each_city_gets_and_how_many_stay_in_the_secret_stock(seats, each, stock):
    view = look(new(seats))
    assert [city.stack for city in view.cities] == [each] * 12
    assert view.stock == stock


@rule("DP-SETUP.8", "DP-VIS.22")
@by_seats
def test_only_the_top_asset_of_every_city_lies_face_up(seats):
    match = new(seats)
    view = look(match, 0)
    assert [city.asset for city in view.cities] == [place.stack[0] for place in match.state.places.values()]
    hidden = [card for place in match.state.places.values() for card in place.stack[1:]] + match.state.stock
    shown = view.model_dump_json(exclude={"area_e", "row"})
    assert not [card for card in hidden if f'"{card}"' in shown and card not in ("deep_ones", "martial_law")]


@rule("DP-SETUP.9", "DP-ASSET.6")
def test_the_marker_of_a_face_up_agent_waits_on_its_card_and_not_on_the_map():
    match = turn(3)
    lay(match, "boston", "eliot_ness", "wyatt_earp")
    assert "eliot_ness" not in {piece.id for piece in look(match).agents}
    mark(match, 0, "eliot_ness", 1)
    act(match, AcquireTarget("eliot_ness"))
    shown = {piece.id: piece.city for piece in look(match).agents}
    assert shown["eliot_ness"] == "boston"
    assert "wyatt_earp" not in shown


@rule("DP-SETUP.11", "DP-SETUP.12", "DP-CONT.29")
@pytest.mark.parametrize(("seats", "row", "deck"), [(2, 3, 21), (3, 3, 21), (4, 4, 20), (5, 4, 20)])
def test_the_mythos_row_and_deck(seats, row, deck):
    rows = set()
    for seed in ("one", "two", "three"):
        match = new(seats, seed)
        assert (len(match.state.row), len(match.state.mythos_deck)) == (row, deck)
        assert sorted([*match.state.row, *match.state.mythos_deck]) == sorted(CONTENT.mythos)
        rows.add(tuple(match.state.row))
    assert len(rows) == 3


# -- each player's pieces -------------------------------------------------------------------------------------


@rule("DP-SETUP.13", "DP-HC.92")
@by_seats
def test_everyone_takes_another_colour_with_its_pieces(seats):
    match = new(seats)
    players = look(match).players
    assert len({player.colour for player in players}) == seats
    assert all((player.controls, player.frames) == (12, 6) for player in players)


@rule("DP-SETUP.13", "DP-HC.92")
def test_colours_can_be_chosen_in_seat_order_from_the_starting_player():
    match = new(4, colours="chosen", starting_player=3)
    for seat, colour in ((2, 4), (3, 1), (0, 0), (1, 2)):
        assert set(match.decisions()) == {seat}
        act(match, ChooseColour(colour))
        if seat == 3:
            assert {offer.colour for offer in offers(match)} == {0, 2, 3}
    assert [player.colour for player in match.state.players] == [0, 2, 4, 1]


@rule("DP-SETUP.13")
def test_a_colour_someone_chose_is_gone():
    match = new(5, colours="chosen", starting_player=1)
    for colour in (1, 2, 3, 4):
        act(match, ChooseColour(colour))
    assert offers(match) == [ChooseColour(0)]
    act(match, ChooseColour(0))
    assert [player.colour for player in match.state.players] == [1, 2, 3, 4, 0]


@rule("DP-SETUP.14", "DP-SETUP.18", "DP-SETUP.19", "DP-HC.3")
@by_seats
def test_six_markers_in_the_supply_twelve_in_the_pool_and_one_on_the_vp_track(seats):
    for player in look(new(seats)).players:
        assert (player.supply, player.pool, player.limbo, player.vp) == (6, 12, 0, 0)


@rule("DP-SETUP.19", "DP-HC.3")
def test_by_the_switch_the_vp_marker_comes_out_of_the_pool():
    for player in look(new(3, vp_marker_from_supply=False)).players:
        assert (player.supply, player.pool) == (7, 11)


@rule("DP-SETUP.15", "DP-HC.92")
def test_lead_agents_are_chosen_in_seat_order_and_no_one_takes_anothers():
    match = new(3, starting_player=2)
    for seat, lead in ((1, "friday"), (2, "monday"), (0, "thursday")):
        assert set(match.decisions()) == {seat}
        act(match, ChooseLead(lead))
        if match.decisions()[next(iter(match.decisions()))].prompt.key == "lead":
            assert ChooseLead(lead) not in offers(match)
    assert [player.lead for player in match.state.players] == ["thursday", "friday", "monday"]
    for player in match.state.players:
        held = sorted([*player.hand, *player.deck])
        assert held == sorted(card for card, _ in starting_cards(CONTENT.leads[player.lead]))


@rule("DP-SETUP.15")
def test_lead_agents_can_be_dealt_at_random():
    found = set()
    for seed in range(12):
        match = new(5, str(seed), leads="random")
        leads = [player.lead for player in match.state.players]
        assert sorted(leads) == sorted(CONTENT.leads)
        found.add(leads[0])
        assert match.decisions()[match.state.first].prompt.key == "start"
    assert len(found) > 2


@rule("DP-SETUP.16")
def test_the_lead_agent_fills_the_first_frame_original_side_up():
    match = new(4)
    asked(match)
    for seat, player in enumerate(look(match).players):
        piece = match.state.agents[player.lead]
        assert (player.frames, piece.owner, piece.returned) == (5, seat, False)


@rule("DP-SETUP.17")
@by_seats
def test_five_of_the_ten_shuffled_cards_are_drawn(seats):
    orders = set()
    for seed in range(8):
        match = new(seats, str(seed), leads="random")
        for player in match.state.players:
            assert (len(player.hand), len(player.deck), player.discard) == (5, 5, [])
            kinds = [card.removeprefix(f"{player.lead}_") for card in [*player.hand, *player.deck]]
            orders.add(tuple(kinds))
    assert len(orders) >= 8 * seats - 2


# -- allegiances ----------------------------------------------------------------------------------------------


def decks(seats):
    """For each of many seeds, return the allegiances dealt to the players and the allegiances set aside."""
    return [deal_allegiances(seats, Chance(ChanceState(str(seed)))) for seed in range(60)]


@rule("DP-SETUP.20", "DP-SETUP.22", "DP-SETUP.23")
@pytest.mark.parametrize(("seats", "aside"), [(2, 2), (3, 1)])
def test_two_or_three_get_one_each_of_four_different_cards(seats, aside):
    found = set()
    for dealt, rest in decks(seats):
        assert (len(dealt), len(rest)) == (seats, aside)
        assert sorted([*dealt, *rest]) == ["cultist", "ex_cultist", "ex_investigator", "investigator"]
        found |= {(seat, card) for seat, card in enumerate(dealt)} | {("aside", card) for card in rest}
    assert len(found) == 4 * (seats + 1)


@rule("DP-SETUP.21", "DP-SETUP.22", "DP-SETUP.23", "DP-SETUP.24")
@pytest.mark.parametrize(("seats", "left"), [(4, 1), (5, 0)])
def test_four_or_five_get_cards_of_a_deck_with_a_random_dissenter(seats, left):
    left_out = set()
    for dealt, rest in decks(seats):
        assert (len(dealt), len(rest)) == (seats, left + 1)
        count = Counter([*dealt, *rest[:left]])
        assert (count["investigator"], count["cultist"]) == (2, 2)
        left_out.add(rest[-1])
    assert left_out == {"ex_investigator", "ex_cultist"}


@pytest.mark.parametrize(("seats", "aside"), [(2, 0), (3, 1), (4, 0)])
def test_a_first_match_deals_no_dissenters(seats, aside):
    for seed in range(40):
        match = GAME.new(seats, str(seed), GAME.first_match)
        sides = [player.allegiance for player in match.state.players]
        assert not any(side.startswith("ex_") for side in [*sides, *match.state.aside])
        assert len(match.state.aside) == aside
        if seats != 3:
            assert sides.count("investigator") == sides.count("cultist")
        assert_sound(match)
        for viewer in range(seats):
            world = match.worlds(viewer, random.Random(seed))
            assert not any(player.allegiance.startswith("ex_") for player in world.state.players)
            assert_sound(world)


def test_a_first_match_of_five_needs_a_dissenter():
    """The other sides have only four cards."""
    match = GAME.new(5, "seed", GAME.first_match)
    assert sum(player.allegiance.startswith("ex_") for player in match.state.players) == 1


def test_an_allegiance_is_received_with_what_it_scores():
    said = GAME.event_line(Translator(), Event((0,), GotAllegiance(0, "investigator")))
    assert said.startswith("Your allegiance: Investigator. You score: The value of every gate you closed.")
    assert "Your madness or the death of your lead agent ends the game." in said


@rule("DP-SETUP.23", "DP-SETUP.24", "DP-VIS.25")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_cards_set_aside_are_unseen(seats):
    match = turn(seats)
    assert all(look(match, viewer).aside == [] for viewer in (None, *range(seats)))


@rule("DP-SETUP.22", "DP-SETUP.25")
def test_allegiances_are_looked_at_after_the_lead_agents_and_before_the_cities_are_chosen():
    match = new(3)
    told = []
    while match.state.phase == "setup":
        ((seat, decision),) = match.decisions().items()
        known = [look(match, viewer).players[viewer].allegiance for viewer in range(3)]
        assert all(known) == (decision.prompt.key == "start")
        events = match.apply(seat, decision.actions[0])
        told += [(event.to, event.body) for event in events if isinstance(event.body, GotAllegiance)]
    dealt = [player.allegiance for player in match.state.players]
    assert told == [((seat,), GotAllegiance(seat, dealt[seat])) for seat in range(3)]


@rule("DP-SETUP.25", "DP-SETUP.22")
def test_worlds_leave_no_one_wiser_before_the_allegiances_are_dealt():
    match = new(3)
    found = {match.worlds(0, random.Random(seed)).state.players[0].allegiance for seed in range(30)}
    assert len(found) == 4


# -- supply and starting cities -------------------------------------------------------------------------------


@rule("DP-SETUP.26")
def test_all_other_pieces_wait_in_the_common_supply():
    match = turn(4)
    view = look(match)
    assert (view.locks, view.deep_ones) == (12, 8)
    assert {piece.kind for piece in view.agents} == {"lead"}
    assert not any(city.gate_face or city.cthulhu or city.martial_law or city.whateleys for city in view.cities)


@rule("DP-SETUP.27", "DP-SETUP.28", "DP-HC.1")
def test_the_starting_player_is_random_unless_the_host_names_one():
    assert {new(4, str(seed)).state.first for seed in range(30)} == {0, 1, 2, 3}
    for named in (1, 2, 3, 4):
        match = new(4, starting_player=named)
        assert look(match).first == named - 1
        asked(match)
        assert match.state.turn.seat == named - 1
    with pytest.raises(IllegalAction):
        new(3, starting_player=4)


@rule("DP-SETUP.29", "DP-HC.2")
@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 0), (4, 2), (5, 4)])
def test_lead_agents_are_placed_counter_clockwise_from_the_starting_player(seats, first):
    match = new(seats, starting_player=first + 1)
    assert seats_asked(match, "start") == [(first - place) % seats for place in range(seats)]


@rule("DP-SETUP.30")
def test_two_lead_agents_do_not_start_in_one_city():
    match = new(3, leads="random", starting_player=1)
    assert len(offers(match)) == 12
    act(match, StartIn("boston"))
    assert StartIn("boston") not in offers(match)
    assert len(offers(match)) == 11
    act(match, StartIn("chicago"))
    assert {StartIn("boston"), StartIn("chicago")} & set(offers(match)) == set()


@rule("DP-SETUP.31")
@by_seats
def test_beginners_start_in_cities_drawn_at_random(seats):
    found = set()
    for seed in range(40):
        match = new(seats, str(seed), leads="random", random_cities=True)
        cities = [piece.city for piece in match.state.agents.values()]
        assert len(set(cities)) == seats
        assert match.decisions()[match.state.first].prompt.key == "turn"
        found |= set(cities)
    assert found == set(CONTENT.cities)


@rule("DP-SETUP.31", "DP-SETUP.32", "DP-HC.2")
def test_rlyeh_is_never_a_start():
    match = new(3, leads="random")
    assert StartIn("rlyeh") not in offers(match)
    (seat,) = match.decisions()
    with pytest.raises(IllegalAction):
        match.apply(seat, StartIn("rlyeh"))
    drawn = {
        piece.city
        for seed in range(30)
        for piece in new(5, str(seed), leads="random", random_cities=True).state.agents.values()
    }
    assert "rlyeh" not in drawn


@rule("DP-SETUP.33")
def test_alone_another_setup_holds():
    view = look(turn(1))
    assert (view.old_one is not None, [city.stack for city in view.cities], len(view.row)) == (True, [2] * 12, 2)
    assert look(turn(2)).old_one is None
    assert GAME.seats == range(1, 6)
