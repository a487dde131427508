"""Section 12 of RULES.md: placing influence."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import control, lay, mark, own, show, turn
from rules.dark_providence.state.actions import Choose, Done, EndTurn, PlaceInfluence, RecoverInfluence
from tests.dark_providence.made_up_cards import give, icons, payments
from tests.dark_providence.table import act, begin_turn, mythos, offers, pay, refused
from tests.game_helpers import look, rule


@rule("DP-PLACE.1")
def test_cards_with_influence_place_markers_out_of_the_supply():
    match = turn()
    icons(match, 0, "influence", 1, 2)
    icons(match, 0, "recover", 4)
    act(match, PlaceInfluence("boston"))
    pay(match, "influence_0", "influence_1")
    player = match.state.players[0]
    assert (match.state.marks, player.supply, player.pool) == ({"boston": [3, 0, 0]}, 3, 12)
    assert player.hand == ["recover_0"]


@rule("DP-PLACE.2", "DP-PLACE.9", "DP-PLACE.11")
def test_the_target_is_one_city_one_face_up_asset_or_one_card_of_the_row():
    match = turn()
    icons(match, 0, "influence", 1)
    tops = [place.stack[0] for place in match.state.places.values()]
    assert {offer.target for offer in offers(match, PlaceInfluence)} == {
        *match.state.places,
        *tops,
        *match.state.row,
    }


@rule("DP-PLACE.2")
def test_the_markers_of_one_action_are_not_split():
    match = turn()
    lay(match, "boston", "anarchists", "seance")
    icons(match, 0, "influence", 1, 2)
    act(match, PlaceInfluence("anarchists"))
    assert {offer.verb for offer in offers(match)} == {"pay"}
    assert refused(match, PlaceInfluence("boston"))
    pay(match, "influence_0", "influence_1")
    assert match.state.marks == {"anarchists": [3, 0, 0]}
    assert match.state.turn.actions == 1


@rule("DP-PLACE.3")
@pytest.mark.parametrize("target", ["new_orleans", "seance", "silver_key"])
def test_no_agent_needs_to_be_there(target):
    match = turn()
    lay(match, "saint_louis", "seance", "exorcism")
    show(match, "silver_key")
    assert match.state.agents["monday"].city == "arkham"
    icons(match, 0, "influence", 1)
    act(match, PlaceInfluence(target))
    assert match.state.marks[target] == [1, 0, 0]


@rule("DP-PLACE.4")
def test_a_target_takes_any_number_of_markers():
    match = turn()
    player = match.state.players[0]
    player.supply, player.pool = 18, 0
    for number in range(9):
        begin_turn(match, 0)
        player.hand = []
        give(match, 0, f"card_{number}", influence=2)
        act(match, PlaceInfluence("boston"))
    assert match.state.marks["boston"] == [18, 0, 0]
    begin_turn(match, 1)
    icons(match, 1, "influence", 6)
    act(match, PlaceInfluence("boston"))
    assert match.state.marks["boston"] == [18, 6, 0]


@rule("DP-PLACE.5")
@pytest.mark.parametrize(("supply", "sets"), [(3, ["0", "1", "01"]), (2, ["0", "1"]), (1, ["0", "1"])])
def test_no_more_cards_than_needed(supply, sets):
    match = turn()
    match.state.players[0].supply, match.state.players[0].pool = supply, 18 - supply
    icons(match, 0, "influence", 1, 2)
    act(match, PlaceInfluence("boston"))
    assert set(payments(match)) == {tuple(f"influence_{number}" for number in chosen) for chosen in sets}


@rule("DP-PLACE.6", "DP-PLACE.7", "DP-HC.7")
@pytest.mark.parametrize(("icon", "supply", "placed"), [(2, 1, 1), (2, 2, 2), (2, 5, 2), (4, 3, 3), (1, 1, 1)])
def test_as_many_as_icons_and_supply_allow_are_placed_and_no_fewer(icon, supply, placed):
    match = turn()
    player = match.state.players[0]
    player.supply, player.pool = supply, 18 - supply
    icons(match, 0, "influence", icon)
    act(match, PlaceInfluence("boston"))
    assert (match.state.marks["boston"][0], player.supply) == (placed, supply - placed)
    assert match.decisions()[0].prompt.key == "turn"


@rule("DP-PLACE.7")
def test_with_no_marker_left_nothing_is_placed():
    match = turn()
    player = match.state.players[0]
    player.supply, player.limbo = 0, 6
    icons(match, 0, "influence", 2)
    assert not offers(match, PlaceInfluence)


@rule("DP-PLACE.8", "DP-LOCK.3")
@pytest.mark.parametrize("target", ["boston", "seance", "silver_key"])
def test_locks_do_not_keep_influence_away(target):
    match = turn()
    lay(match, "saint_louis", "seance", "exorcism")
    show(match, "silver_key")
    match.state.locks.append(target)
    icons(match, 0, "influence", 1)
    act(match, PlaceInfluence(target))
    assert match.state.marks[target] == [1, 0, 0]
    assert match.state.locks == [target]


@rule("DP-PLACE.9")
def test_an_empty_asset_spot_and_face_down_assets_take_no_influence():
    match = turn()
    lay(match, "boston", "seance", "exorcism")
    state = match.state
    state.stock += state.places["detroit"].stack
    state.places["detroit"].stack = []
    icons(match, 0, "influence", 1)
    assert refused(match, PlaceInfluence("exorcism"))
    assert refused(match, PlaceInfluence(""))
    assert len(offers(match, PlaceInfluence)) == 12 + 11 + 3
    assert PlaceInfluence("detroit") in offers(match)


@rule("DP-PLACE.10", "DP-HC.11")
def test_an_own_city_can_be_defended_with_markers():
    match = turn()
    control(match, 0, "chicago")
    icons(match, 0, "influence", 2)
    act(match, PlaceInfluence("chicago"))
    mark(match, 1, "chicago", 2)
    begin_turn(match, 1)
    assert look(match).cities[6].marks == [2, 2, 0]
    assert not [offer for offer in offers(match) if offer.verb == "acquire"]
    mark(match, 1, "chicago", 1)
    assert [offer.target for offer in offers(match) if offer.verb == "acquire"] == ["chicago"]


@rule("DP-PLACE.11")
def test_only_mythos_cards_of_the_row_take_influence():
    match = turn()
    show(match, "silver_key")
    own(match, 0, "black_goat")
    own(match, 1, "hastur")
    icons(match, 0, "influence", 1)
    for card in ("black_goat", "hastur", match.state.mythos_deck[0]):
        assert refused(match, PlaceInfluence(card))
    assert PlaceInfluence("silver_key") in offers(match)


@rule("DP-HC.8", "DP-RECOVER.4")
@pytest.mark.parametrize(("there", "taken"), [(1, 1), (3, 3), (5, 3)])
def test_recovering_is_as_compulsory_as_placing(there, taken):
    match = turn()
    mark(match, 0, "boston", there)
    icons(match, 0, "recover", 3)
    act(match, RecoverInfluence())
    assert match.state.players[0].supply == 6 - there + taken
    assert match.state.marks.get("boston", [0])[0] == there - taken


@rule("DP-HC.8")
def test_which_markers_come_back_is_chosen_and_all_of_them_must():
    match = turn()
    mark(match, 0, "boston", 2)
    mark(match, 0, "chicago", 2)
    icons(match, 0, "recover", 3)
    act(match, RecoverInfluence())
    assert Done() not in offers(match)
    assert EndTurn() not in offers(match)
    act(match, next(offer for offer in offers(match) if (offer.target, offer.count) == ("chicago", 2)))
    assert match.state.marks == {"boston": [1, 0, 0]}


@rule("DP-PLACE.2", "DP-GEN.3")
def test_a_mythos_card_may_let_one_more_marker_go_elsewhere():
    match = turn()
    own(match, 0, mythos(match, "goat", ongoing=["second_target"]))
    lay(match, "boston", "seance", "exorcism")
    icons(match, 0, "influence", 2)
    act(match, PlaceInfluence("chicago"))
    act(match, Choose("seance"))
    assert match.state.marks == {"chicago": [2, 0, 0], "seance": [1, 0, 0]}
