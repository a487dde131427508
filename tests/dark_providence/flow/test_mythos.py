"""Section 16 of RULES.md: acquiring a mythos card, and the row."""

from __future__ import annotations

from rules.dark_providence.examples.position_builder import agent, fill_bag, lay, mark, own, show, turn
from rules.dark_providence.state.actions import AcquireTarget, EndTurn, UseBonus, UseCard
from tests.dark_providence.made_up_cards import action_card, choices, choose, places_of_card, power, primary
from tests.dark_providence.table import GAME, act, begin_turn, destroy_missing_cards, mythos, offers, refused
from tests.game_helpers import rule


def scene(*cards, seats=3, seat=0):
    """Return a turn where a seat can acquire the first of these mythos cards, which lie in the row."""
    match = turn(seats, seat=seat)
    show(match, *cards)
    mark(match, seat, cards[0], 1)
    return match


def acquire(match, card):
    return act(match, AcquireTarget(card))


@rule("DP-MYTHOS.1")
def test_an_acquired_mythos_card_lies_face_up_beside_the_board_and_in_no_deck():
    match = scene("yellow_sign", "nikola_tesla")
    acquire(match, "yellow_sign")
    assert places_of_card(match, "yellow_sign") == ["mythos 0"]
    assert "yellow_sign" not in match.state.owners
    for viewer in (1, None):
        assert GAME.view(match, viewer).players[0].mythos == ["yellow_sign"]


@rule("DP-MYTHOS.2")
def test_the_mi_go_comes_with_its_card_to_a_city_of_choice():
    match = scene("mi_go", "nikola_tesla")
    acquire(match, "mi_go")
    assert len(choices(match)) == 12
    choose(match, "chicago")
    assert (match.state.agents["mi_go"].owner, match.state.agents["mi_go"].city) == (0, "chicago")


@rule("DP-MYTHOS.2")
def test_cthulhu_and_the_whateleys_come_with_their_cards():
    match = scene("cthulhu", "nikola_tesla")
    fill_bag(match, 6, 0)
    acquire(match, "cthulhu")
    choose(match, "chicago")
    assert match.state.cthulhu == "chicago"
    match = scene("whateleys", "nikola_tesla")
    acquire(match, "whateleys")
    for name in ("chicago", "chicago", "detroit"):
        choose(match, name)
    assert sorted(match.state.whateleys) == ["chicago", "chicago", "detroit"]
    assert match.state.whateley_seat == 0


@rule("DP-MYTHOS.3", "DP-HC.20")
def test_the_gap_in_the_row_is_not_filled_and_an_empty_row_stays_empty():
    match = scene("yellow_sign", "nikola_tesla")
    deck = list(match.state.mythos_deck)
    acquire(match, "yellow_sign")
    assert match.state.row == ["nikola_tesla"]
    assert match.state.mythos_deck == deck
    act(match, EndTurn())
    match = begin_turn(match, 0)
    mark(match, 0, "nikola_tesla", 1)
    acquire(match, "nikola_tesla")
    act(match, EndTurn())
    assert match.state.row == []
    assert match.state.mythos_deck == deck


@rule("DP-MYTHOS.4", "DP-HC.20")
def test_the_row_grows_only_when_a_stack_runs_out_or_a_card_says_so_and_without_limit():
    match = scene("yellow_sign", "nikola_tesla", "hastur", "silver_key", "dagon")
    lay(match, "chicago", "tommy_guns")
    mark(match, 0, "tommy_guns", 1)
    first, second, third = match.state.mythos_deck[:3]
    acquire(match, "tommy_guns")
    assert match.state.row[5:] == [first]
    act(match, action_card(match, {"op": "row", "count": 2}))
    assert match.state.row[5:] == [first, second, third]


@rule("DP-HC.20")
def test_alone_a_card_comes_only_when_the_row_is_empty():
    match = scene("yellow_sign", "nikola_tesla", seats=1)
    for place in match.state.places.values():
        place.stack = []
    destroy_missing_cards(match)
    acquire(match, "yellow_sign")
    assert match.state.row == ["nikola_tesla"]
    match = scene("yellow_sign", seats=1)
    first = match.state.mythos_deck[0]
    acquire(match, "yellow_sign")
    assert match.state.row == [first]


@rule("DP-MYTHOS.5", "DP-MYTHOS.7")
def test_the_action_of_an_own_mythos_card_is_used_again_and_again_and_the_card_stays():
    match = turn()
    own(match, 0, mythos(match, "idol", [power({"op": "vp"})]))
    own(match, 1, mythos(match, "foreign_idol", [power({"op": "vp"})]))
    for vp in (1, 2):
        assert UseCard("foreign_idol") not in offers(match)
        act(match, UseCard("idol"))
        assert match.state.players[0].vp == vp
        assert places_of_card(match, "idol") == ["mythos 0"]
    assert match.state.turn.seat == 1


@rule("DP-MYTHOS.5")
def test_a_mythos_card_in_the_row_cannot_be_used():
    match = turn()
    show(match, mythos(match, "idol", [power({"op": "vp"}), power({"op": "vp"}, timing="bonus")]))
    assert refused(match, UseCard("idol"))
    assert refused(match, UseBonus("idol"))


@rule("DP-MYTHOS.7")
def test_the_bonus_action_of_a_mythos_card_works_once_a_turn():
    match = turn()
    own(match, 0, mythos(match, "idol", [power({"op": "vp"}, timing="bonus")]))
    act(match, UseBonus("idol"))
    assert match.state.players[0].vp == 1
    assert match.state.turn.actions == 2
    assert refused(match, UseBonus("idol"))
    assert UseBonus("idol") in offers(begin_turn(match, 0))


@rule("DP-MYTHOS.6", "DP-HC.16")
def test_with_six_agents_the_mi_go_cannot_be_acquired_by_action_nor_by_effect():
    match = scene("mi_go")
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness"):
        agent(match, 0, name, "arkham")
    assert AcquireTarget("mi_go") in offers(match)
    agent(match, 0, "moses_fleet", "arkham")
    assert refused(match, AcquireTarget("mi_go"))
    assert refused(match, action_card(match, {"op": "acquire", "what": "mythos", "locked": True}))


@rule("DP-MYTHOS.6")
def test_other_mythos_cards_are_open_to_a_player_with_six_agents():
    match = scene("yellow_sign")
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness", "moses_fleet"):
        agent(match, 0, name, "arkham")
    assert AcquireTarget("yellow_sign") in offers(match)


@rule("DP-HC.16")
def test_the_mi_go_takes_one_of_the_six_frames():
    match = turn()
    agent(match, 0, "mi_go", "chicago")
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness"):
        agent(match, 0, name, "arkham")
    lay(match, "atlanta", "moses_fleet", primary(match, "relic"))
    mark(match, 0, "moses_fleet", 1)
    assert refused(match, AcquireTarget("moses_fleet"))
