"""Section 2 of RULES.md: the number of pieces of each kind in the box."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest

from rules.dark_providence.content.load import base
from rules.dark_providence.content.records import starting_cards
from rules.dark_providence.examples.position_builder import mark, own, show, turn
from rules.dark_providence.flow.scoring import scores
from rules.dark_providence.flow.setup import deal_allegiances
from rules.dark_providence.state.actions import AcquireTarget, Choose, UseCard, WorkGate
from rules.dark_providence.state.state import CultistSide, Player, State
from rules.kernel.engine.chance import Chance, ChanceState
from tests.dark_providence.made_up_cards import give, power
from tests.dark_providence.solo_scenes import old_one
from tests.dark_providence.table import act, begin_turn, mythos, new, offers, set_allegiance
from tests.game_helpers import look, rule

CONTENT = base()


def use(match, card, seat=0, *ops):
    """Use a made-up card whose action has these operations. Return the events."""
    return act(match, UseCard(give(match, seat, card, power(*ops))))


# -- the box --------------------------------------------------------------------------------------------------


@rule("DP-COMP.1", "DP-COMP.3", "DP-COMP.4", "DP-COMP.13", "DP-COMP.22")
def test_five_players_take_all_boards_frames_markers_and_lead_agents():
    match = turn(5)
    players = look(match).players
    assert len({player.colour for player in players}) == 5
    assert sum(player.frames for player in players) + len(match.state.agents) == 30
    assert all(player.supply + player.pool + player.limbo + 1 == 19 for player in players)
    assert sum(player.supply + player.pool + 1 for player in players) == 95
    assert [player.controls for player in players] == [12] * 5
    assert len({player.lead for player in players}) == len(CONTENT.leads) == 5


@rule("DP-COMP.5", "DP-COMP.23")
def test_there_is_one_cthulhu_who_stands_in_one_city():
    match = turn()
    own(match, 0, mythos(match, "call", [power({"op": "cthulhu"})]))
    act(match, UseCard("call"))
    act(match, Choose("boston"))
    act(match, UseCard("call"))
    assert Choose("boston") not in offers(match)
    act(match, Choose("chicago"))
    assert [city.id for city in look(match).cities if city.cthulhu] == ["chicago"]


@rule("DP-COMP.6", "DP-ALLEG.3")
def test_there_are_six_allegiance_cards():
    for seats in (4, 5):
        dealt, aside = deal_allegiances(seats, Chance(ChanceState("six")))
        assert Counter([*dealt, *aside]) == {"investigator": 2, "cultist": 2, "ex_investigator": 1, "ex_cultist": 1}


@rule("DP-COMP.7")
def test_everyone_looks_at_the_same_game_board_and_scoring_board():
    match = turn(3)
    boards = {
        view.model_dump_json(include={"cities", "agents", "row", "area_e", "ritual", "investigation", "stock"})
        for view in [look(match, seat) for seat in (None, 0, 1, 2)]
    }
    assert len(boards) == 1


@rule("DP-COMP.8", "DP-CARD.2")
def test_fifty_starting_cards_ten_for_each_lead_agent():
    decks = [[card for card, _ in starting_cards(lead)] for lead in CONTENT.leads.values()]
    assert [len(deck) for deck in decks] == [10] * 5
    assert len({card for deck in decks for card in deck}) == 50


@rule("DP-COMP.9", "DP-COMP.10", "DP-COMP.11", "DP-COMP.26", "DP-COMP.27", "DP-COMP.28")
def test_how_many_cards_there_are_of_each_kind():
    assert (len(CONTENT.assets), len(CONTENT.city_cards), len(CONTENT.mythos)) == (60, 13, 24)
    assert (len(CONTENT.old_ones), len(CONTENT.cultists), len(CONTENT.controls)) == (6, 2, 8)


@rule("DP-COMP.9", "DP-COMP.10", "DP-COMP.11")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_cards_of_the_box_are_on_the_table(seats):
    state = new(seats).state
    assets = [*state.stock, *[card for place in state.places.values() for card in place.stack]]
    assert sorted(assets) == sorted(CONTENT.assets)
    assert sorted(state.area_e) == sorted(CONTENT.city_cards)
    assert sorted([*state.row, *state.mythos_deck]) == sorted(CONTENT.mythos)


@rule("DP-COMP.12")
def test_player_aids_are_nowhere_in_the_state():
    names = {field.name for record in (State, Player, CultistSide) for field in fields(record)}
    assert not [name for name in names if "aid" in name.split("_")]


@rule("DP-COMP.14", "DP-COMP.31")
def test_twenty_two_assets_are_agents_with_a_marker_each_and_thirty_eight_are_not():
    agents = [card.id for card in CONTENT.assets.values() if card.agent]
    assert (len(agents), len(CONTENT.assets) - len(agents)) == (22, 38)
    assert set(CONTENT.agents) == {*agents, *CONTENT.leads, "mi_go"}


@rule("DP-COMP.15", "DP-LIMIT.7")
def test_of_nine_deep_ones_eight_come():
    match = turn()
    use(match, "tide", 0, {"op": "deep_ones", "count": 9})
    placed = [name for name in match.state.agents if name.startswith("deep_one_")]
    assert len(placed) == 8
    assert look(match).deep_ones == 0
    begin_turn(match, 0)
    give(match, 0, "tide_again", power({"op": "deep_ones"}))
    assert UseCard("tide_again") not in offers(match)


@rule("DP-COMP.16", "DP-AGENT.18")
def test_the_one_mi_go_comes_with_its_card_and_does_not_come_twice():
    match = turn()
    show(match, "mi_go")
    mark(match, 0, "mi_go", 1)
    act(match, AcquireTarget("mi_go"))
    act(match, Choose("detroit"))
    piece = match.state.agents["mi_go"]
    assert (piece.owner, piece.city, match.state.players[0].mythos) == (0, "detroit", ["mi_go"])
    own(match, 0, mythos(match, "beacon", [power({"op": "mi_go"})]))
    assert UseCard("beacon") not in offers(match)


@rule("DP-COMP.17", "DP-LIMIT.6", "DP-BOARD.6")
def test_all_twelve_gates_can_be_marked():
    match = turn()
    match.state.bag, match.state.spent = [0, 0], [6, 12]
    for number, city in enumerate(match.state.places):
        match.state.agents["monday"].city = city
        begin_turn(match, 0)
        give(match, 0, f"rite_{number}", power({"op": "gate", "face": "either", "any_agent": True}))
        give(match, 0, f"book_{number}", arcane=9)
        match.state.players[0].hand = [f"rite_{number}", f"book_{number}"]
        act(match, UseCard(f"rite_{number}"))
        act(match, WorkGate(city, "open" if number % 2 else "close", "monday"))
    assert Counter(place.gate for place in match.state.places.values()) == {"open": 6, "close": 6}
    assert match.state.players[0].controls == 0


@rule("DP-COMP.18", "DP-LIMIT.1", "DP-ACT.4")
def test_there_are_twelve_locks_and_no_thirteenth():
    match = turn(2)
    cities = list(match.state.places)
    match.state.locks = cities[:11]
    use(match, "key", 0, {"op": "lock", "mode": "place"})
    act(match, Choose(f"place/{cities[11]}"))
    assert look(match).locks == 0
    give(match, 0, "other_key", power({"op": "lock", "mode": "place"}))
    assert UseCard("other_key") not in offers(match)
    give(match, 0, "third_key", power({"op": "lock"}))
    act(match, UseCard("third_key"))
    assert {offer.option.split("/")[0] for offer in offers(match)} == {"remove"}


@rule("DP-COMP.2", "DP-COMP.19", "DP-COMP.20", "DP-SETUP.3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_bag_starts_with_six_sane_and_twelve_madness_tokens(seats):
    assert new(seats).state.bag == [6, 12]


@rule("DP-COMP.2")
def test_all_players_draw_from_the_same_bag():
    match = turn(2)
    for seat in (0, 1):
        begin_turn(match, seat)
        use(match, f"horror_{seat}", seat, {"op": "sanity"})
    assert sum(match.state.bag) == 16


@rule("DP-COMP.21", "DP-TRACK.11")
def test_one_ritual_marker_and_one_investigation_marker_for_everyone():
    match = turn(2)
    for seat in (0, 1):
        begin_turn(match, seat)
        use(match, f"chant_{seat}", seat, {"op": "track", "track": "ritual", "by": 2})
        begin_turn(match, seat)
        use(match, f"clue_{seat}", seat, {"op": "track", "track": "investigation", "by": 1})
    assert (match.state.ritual, match.state.investigation) == (4, 2)
    for seat, (allegiance, points) in enumerate([("cultist", 4), ("ex_cultist", 4)]):
        set_allegiance(match, seat, allegiance)
        assert scores(match, seat)["track"] == points


@rule("DP-COMP.24", "DP-COMP.30")
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_there_is_one_martial_law_marker_in_every_player_count(seats):
    match = turn(seats)
    for city in ("boston", "detroit"):
        begin_turn(match, 0)
        use(match, f"curfew_{city}", 0, {"op": "martial_law"})
        act(match, Choose(city))
    assert [city.id for city in look(match).cities if city.martial_law] == ["detroit"]


@rule("DP-COMP.25", "DP-COMP.30")
@pytest.mark.parametrize("seats", [1, 3])
def test_there_are_three_whateley_markers(seats):
    match = turn(seats)
    whateley = {"op": "whateley"}
    own(match, 0, mythos(match, "farm", [power(whateley, whateley, whateley, whateley)]))
    act(match, UseCard("farm"))
    for _ in range(3):
        act(match, Choose("boston"))
    assert match.state.whateleys == ["boston"] * 3
    assert match.decisions()[0].prompt.key == "turn"


@rule("DP-COMP.30")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_control_markers_and_the_cthulhu_piece_serve_every_player_count(seats):
    match = turn(seats)
    assert all(player.controls == 12 for player in match.state.players)
    show(match, "cthulhu")
    mark(match, 0, "cthulhu", 1)
    match.state.bag, match.state.spent = [6, 0], [0, 12]
    act(match, AcquireTarget("cthulhu"))
    act(match, Choose("saint_louis"))
    assert match.state.cthulhu == "saint_louis"


@rule("DP-COMP.27", "DP-COMP.29")
def test_alone_two_hidden_cultists_stand_on_the_map():
    match = turn(1)
    assert [own_side.revealed for own_side in old_one(match).cultists] == [False, False]
    assert [name for name in match.state.agents if name.startswith("cultist_")] == ["cultist_1", "cultist_2"]
    use(match, "detectives", 0, {"op": "unmask"})
    act(match, Choose("cultist_2"))
    assert [own_side.revealed for own_side in old_one(match).cultists] == [False, True]


@rule("DP-HC.85")
def test_names_that_are_spelt_in_two_ways_are_one_thing_each():
    assert CONTENT.assets["moses_fleet"].name.en == "Moses Fleet"
    assert CONTENT.assets["lillian_la_france"].name.en == "Lillian La France"
    assert CONTENT.cities["washington"].name.en == "Washington D.C."
    english = [card.name.en for card in CONTENT.assets.values()]
    assert len(set(english)) == 60
    assert not [name for name in english if name.startswith(("Moss ", "Lilian "))]
