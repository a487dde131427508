"""Section 34 of RULES.md: public information, private information, and hidden information."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules.dark_providence.board.agents import kill_agent
from rules.dark_providence.examples.position_builder import (
    agent,
    control,
    fill_bag,
    gate,
    hold,
    mark,
    own,
    show,
    sides,
    turn,
)
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    Done,
    EndTurn,
    PlaceInfluence,
    RevealAllegiance,
    UseCard,
)
from rules.kernel.errors import IllegalAction
from tests.dark_providence.made_up_cards import action_card, give, icons
from tests.dark_providence.scenes import finish, vp
from tests.dark_providence.table import act, new, offers, refused
from tests.game_helpers import assert_sound, look, of_kinds, rule

EVERYBODY = (None, 0, 1, 2)


def public_fact(match, read):
    """Return what `read` returns for the public view. Check that it returns the same for every seat's view."""
    facts = [read(look(match, viewer)) for viewer in EVERYBODY]
    assert all(fact == facts[0] for fact in facts)
    return facts[0]


def happened(match) -> list[Any]:
    """Return the events since the last action, including events that the test itself caused."""
    return [*match._events]


def act_for_events(match, seat, action) -> list[Any]:
    """Take an action. Return the events with their audiences."""
    assert_sound(match)
    return [*match.apply(seat, action)]


def strings(data):
    """Return every text in plain data, except the keys of dictionaries."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        return {text for part in data for text in strings(part)}
    return {data} if isinstance(data, str) else set()


def place(view, name):
    return next(city for city in view.cities if city.id == name)


# -- public information ---------------------------------------------------------------------------------------


@rule("DP-VIS.1")
def test_the_scoring_board_is_public():
    match = turn()
    vp(match, 3, 7, 11)
    match.state.ritual, match.state.investigation = 4, 2
    match.state.players[1].limbo = 2
    show(match, "hastur", "shoggoth")
    mark(match, 2, "shoggoth", 2)
    assert public_fact(match, lambda view: [player.vp for player in view.players]) == [3, 7, 11]
    assert public_fact(match, lambda view: (view.ritual, view.investigation)) == (4, 2)
    row = public_fact(match, lambda view: [(card.id, card.marks) for card in view.row])
    assert row == [("hastur", [0, 0, 0]), ("shoggoth", [0, 0, 2])]
    assert public_fact(match, lambda view: view.mythos_deck) == 22
    assert public_fact(match, lambda view: view.area_e) == list(match.content.city_cards)
    assert public_fact(match, lambda view: [player.limbo for player in view.players]) == [0, 2, 0]


@rule("DP-VIS.2", "DP-VIS.3")
def test_face_up_assets_and_the_sizes_of_stacks_and_stock_are_public():
    match = turn()
    cities = public_fact(match, lambda view: [(city.id, city.asset, city.stack) for city in view.cities])
    assert cities == [(name, there.stack[0], 3) for name, there in match.state.places.items()]
    assert public_fact(match, lambda view: view.stock) == 24


@rule("DP-VIS.4", "DP-BOARD.2")
def test_influence_locks_agents_and_control_are_public():
    match = turn()
    mark(match, 1, "chicago", 2)
    mark(match, 0, match.state.places["detroit"].stack[0], 1)
    match.state.locks += ["chicago", match.state.places["boston"].stack[0]]
    control(match, 2, "atlanta")
    agent(match, 1, "moses_fleet", "chicago", returned=True)
    chicago = public_fact(match, lambda view: place(view, "chicago"))
    assert (chicago.marks, chicago.totals, chicago.lock, chicago.agents) == (
        [0, 2, 0],
        [0, 3, 0],
        True,
        ["moses_fleet"],
    )
    assert public_fact(match, lambda view: place(view, "detroit").asset_marks) == [1, 0, 0]
    assert public_fact(match, lambda view: place(view, "boston").asset_lock)
    assert public_fact(match, lambda view: view.locks) == 10
    assert public_fact(match, lambda view: place(view, "atlanta").controller) == 2
    found = public_fact(match, lambda view: next(one for one in view.agents if one.id == "moses_fleet"))
    assert (found.owner, found.city, found.returned, found.force, found.arcane) == (1, "chicago", True, 1, 1)


@rule("DP-VIS.5")
def test_gate_markers_are_public():
    match = turn()
    gate(match, 1, "atlanta", "close")
    city = public_fact(match, lambda view: place(view, "atlanta"))
    assert (city.gate_face, city.gate_owner, city.gate) == ("close", 1, 4)
    assert public_fact(match, lambda view: place(view, "chicago").gate_owner) is None


@rule("DP-VIS.6", "DP-VIS.7", "DP-VIS.8", "DP-VIS.9")
def test_supplies_pools_crypts_mythos_cards_and_tokens_are_public():
    match = turn()
    player = match.state.players[1]
    player.crypt.append("carl_jung")
    own(match, 1, "offering")
    player.sane, player.madness = 1, 2
    fill_bag(match, 5, 10)
    shown = public_fact(match, lambda view: view.players[1].model_copy(update={"hand": None, "allegiance": None}))
    assert (shown.supply, shown.pool, shown.controls, shown.frames) == (6, 12, 12, 5)
    assert (shown.crypt, shown.mythos, shown.sane, shown.madness) == (["carl_jung"], ["offering"], 1, 2)
    assert public_fact(match, lambda view: view.bag) == [5, 10]


@rule("DP-VIS.10")
@pytest.mark.parametrize("cause", ["revealed", "shown"])
def test_a_revealed_allegiance_is_public(cause):
    match = turn()
    assert [look(match, viewer).players[1].allegiance is None for viewer in EVERYBODY] == [True, True, False, True]
    setattr(match.state.players[1], cause, True)
    assert public_fact(match, lambda view: view.players[1].allegiance) == match.state.players[1].allegiance


@rule("DP-VIS.11", "DP-VIS.12")
def test_numbers_of_cards_and_the_list_of_all_owned_cards_are_public():
    match = turn()
    hold(match, 1, "dynamite", "ghouls")
    hold(match, 1, "fbi", zone="discard")
    shown = public_fact(match, lambda view: view.players[1].model_copy(update={"hand": None, "allegiance": None}))
    assert (shown.hand_count, shown.deck_count, shown.discard_count) == (2, 10, 1)
    player = match.state.players[1]
    assert shown.cards == sorted([*player.hand, *player.deck, *player.discard])
    assert {"dynamite", "ghouls", "fbi"} <= {*shown.cards}


@rule("DP-VIS.13")
def test_cards_being_played_are_public_with_what_for():
    match = turn()
    (one, two, three) = icons(match, 0, "influence", 1, 2, 2)
    give(match, 0, "crossroads", {"timing": "action", "ways": [[{"op": "vp"}], [{"op": "draw"}]]})
    act(match, UseCard("crossroads"))
    table = public_fact(match, lambda view: view.turn.table if view.turn else {})
    assert table == {"crossroads": "action"}
    act(match, offers(match)[0])
    act(match, PlaceInfluence("chicago"))
    events = act_for_events(
        match, 0, next(offer for offer in offers(match) if sorted(offer.cards) == sorted([one, two]))
    )
    (paid,) = [event for event in events if event.body.kind == "paid_with"]
    assert paid.to is None
    assert sorted(paid.body.cards) == sorted([one, two])
    assert three in match.state.players[0].hand


@rule("DP-VIS.14", "DP-HC.88")
def test_discard_piles_are_open_to_all():
    match = turn()
    hold(match, 1, "dynamite", "ghouls", "fbi", zone="discard")
    assert public_fact(match, lambda view: view.players[1].discard) == ["dynamite", "ghouls", "fbi"]


@rule("DP-VIS.15", "DP-HC.17")
@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
def test_from_where_a_city_card_or_an_agents_card_is_taken_is_told_to_all(zone):
    match = turn()
    control(match, 1, "chicago")
    hold(match, 1, "chicago", zone=zone)
    agent(match, 1, "moses_fleet", "boston", zone=zone)
    mark(match, 0, "chicago", 1)
    events = act_for_events(match, 0, AcquireTarget("chicago"))
    left = [(event.to, event.body.card, event.body.zone) for event in events if event.body.kind == "card_left"]
    assert left == [(None, "chicago", zone)]
    kill_agent(match, match.state.players[0].crypt, "moses_fleet")
    last = [event for event in happened(match) if event.body.kind == "card_left"][-1]
    assert (last.to, last.body.card, last.body.zone) == (None, "moses_fleet", zone)


# -- private information --------------------------------------------------------------------------------------


@rule("DP-VIS.16", "DP-VIS.18")
def test_a_hand_is_shown_to_its_owner_only_and_no_one_else_sees_what_is_in_it_or_in_the_deck():
    match = turn()
    hold(match, 1, "dynamite", "ghouls")
    assert look(match, 1).players[1].hand == ["dynamite", "ghouls"]
    for viewer in (None, 0, 2):
        assert look(match, viewer).players[1].hand is None
    other = turn()
    hold(other, 1, "dynamite", "ghouls", zone="deck")
    other.state.players[1].hand = other.state.players[1].deck[:2]
    del other.state.players[1].deck[:2]
    for viewer in (None, 0, 2):
        assert look(other, viewer).players[1] == look(match, viewer).players[1]


@rule("DP-VIS.17", "DP-ALLEG.13", "DP-SETUP.25")
def test_the_own_allegiance_is_shown_to_its_owner_only():
    match = turn()
    for seat in range(3):
        for viewer in EVERYBODY:
            shown = look(match, viewer).players[seat].allegiance
            assert shown == (match.state.players[seat].allegiance if viewer == seat else None)


@rule("DP-VIS.17")
def test_before_the_allegiances_are_dealt_no_one_knows_one():
    match = new(3)
    assert not match.state.dealt
    for viewer in EVERYBODY:
        assert [player.allegiance for player in look(match, viewer).players] == [None] * 3


@rule("DP-VIS.17", "DP-HC.45")
def test_what_a_look_at_an_allegiance_showed_is_known_to_that_player_only():
    match = turn()
    act(match, action_card(match, {"op": "peek"}))
    events = act_for_events(match, 0, Choose("1"))
    addresses = {event.body.kind: event.to for event in events if event.body.kind in ("looked_at", "saw_allegiance")}
    assert addresses == {"looked_at": None, "saw_allegiance": (0,)}
    known = [look(match, viewer).players[1].allegiance for viewer in EVERYBODY]
    assert known == [None, match.state.players[1].allegiance, match.state.players[1].allegiance, None]
    assert not look(match).players[1].revealed


@rule("DP-VIS.19")
def test_no_one_else_is_told_whether_a_seat_may_reveal():
    views = []
    for points in (24, 30):
        match = turn()
        sides(match, "investigator", "cultist", "ex_cultist")
        match.state.investigation = 2
        vp(match, points)
        assert (RevealAllegiance() in offers(match)) == (points == 30)
        match.state.players[0].vp = 24
        views.append([look(match, viewer) for viewer in (None, 1, 2)])
    assert views[0] == views[1]


@rule("DP-VIS.20")
def test_what_cards_can_do_and_what_is_asked_is_shown_to_their_owner_only():
    match = turn()
    (card,) = icons(match, 0, "influence", 2)
    assert look(match, 0).usable == {card: ["influence"]}
    assert look(match, 0).pending is not None
    for viewer in (None, 1, 2):
        assert look(match, viewer).usable.keys() == {*match.state.players[viewer or 1].hand}
        assert look(match, viewer).pending is None
        assert card not in look(match, viewer).usable


@rule("DP-VIS.20", "DP-VIS.30")
def test_a_refused_command_is_answered_to_that_seat_and_leaves_no_trace():
    match = turn()
    before = [look(match, viewer) for viewer in EVERYBODY]
    epoch, dump = match.epoch, match.dump()
    with pytest.raises(IllegalAction):
        match.apply(0, PlaceInfluence("chicago"))
    assert refused(match, EndTurn(), 1)
    assert [look(match, viewer) for viewer in EVERYBODY] == before
    assert (match.epoch, match.dump()) == (epoch, dump)


# -- hidden from all players ----------------------------------------------------------------------------------


@rule("DP-VIS.21", "DP-VIS.22", "DP-VIS.23", "DP-VIS.24", "DP-VIS.25", "DP-RND.11")
def test_nothing_hidden_from_everyone_stands_in_any_view():
    match = turn(4)
    state = match.state
    face_down = [card for place in state.places.values() for card in place.stack[1:]]
    for viewer in (None, 0, 1, 2, 3):
        shown = strings(json.loads(look(match, viewer).model_dump_json()))
        assert not shown & {*face_down, *state.stock, *state.mythos_deck, state.chance.seed}
        assert look(match, viewer).aside == []


@rule("DP-VIS.21", "DP-VIS.24", "DP-VIS.25", "DP-VIS.26")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_another_order_of_decks_another_bag_and_other_cards_aside_look_the_same(viewer):
    match = turn()
    before = look(match, viewer)
    state = match.state
    for player in state.players:
        player.deck.reverse()
    state.mythos_deck.reverse()
    state.stock.reverse()
    stacks = [place.stack for place in state.places.values()]
    for stack, other in zip(stacks, [*stacks[1:], stacks[0]], strict=True):
        stack[1], other[2] = other[2], stack[1]
    state.aside.reverse()
    state.chance.seed = "another"
    assert_sound(match)
    assert look(match, viewer) == before


@rule("DP-VIS.23")
def test_who_searches_the_secret_stock_sees_the_cards_alone():
    match = turn()
    found = match.state.stock[:3]
    use = action_card(match, {"op": "stock", "look": 3})
    events = act_for_events(match, 0, use)
    by_kind = {event.body.kind: event for event in events}
    assert (by_kind["searched_stock"].to, by_kind["searched_stock"].body.count) == (None, 3)
    assert (by_kind["saw_stock"].to, by_kind["saw_stock"].body.cards) == ((0,), tuple(found))
    assert look(match, 0).pending is not None
    for viewer in (None, 1, 2):
        assert not any(json.dumps(card) in look(match, viewer).model_dump_json() for card in found)
    act(match, Done())
    assert match.state.stock[:3] != found


@rule("DP-VIS.27")
def test_the_control_deck_is_hidden_and_its_discard_open():
    match = turn(1)
    assert match.state.old_one is not None
    act(match, EndTurn())
    side = match.state.old_one
    shown = look(match, 0).old_one
    assert shown is not None
    assert (shown.deck_count, shown.discard) == (len(side.deck), side.discard)
    before = look(match, 0)
    random.Random(1).shuffle(side.deck)
    assert_sound(match)
    assert look(match, 0) == before


@rule("DP-VIS.28")
def test_a_search_of_a_deck_shows_no_one_the_rest_of_it():
    match = turn()
    agent(match, 1, "moses_fleet", "boston", zone="deck")
    rest = {card for card in match.state.players[1].deck if card != "moses_fleet"}
    kill_agent(match, match.state.players[0].crypt, "moses_fleet")
    told_to_all = [event.body for event in happened(match)]
    assert not any(card in repr(body) for card in rest for body in told_to_all)
    assert of_kinds(told_to_all, "reshuffled")


# -- the log --------------------------------------------------------------------------------------------------


@rule("DP-VIS.29")
def test_draws_are_told_to_others_as_a_number_and_to_the_drawing_seat_by_name():
    match = turn()
    events = act_for_events(match, 0, EndTurn())
    (number,) = [event for event in events if event.body.kind == "drew_hidden"]
    (names,) = [event for event in events if event.body.kind == "drew_cards"]
    assert (number.to, number.body.count) == (None, 5)
    assert names.to == (0,)
    assert sorted(names.body.cards) == sorted(match.state.players[0].hand)
    assert not any(card in repr(number) for card in names.body.cards)


@rule("DP-VIS.31")
def test_after_the_game_hands_allegiances_and_cards_aside_are_open_to_all():
    match = turn()
    hold(match, 1, "dynamite")
    finish(match)
    for viewer in EVERYBODY:
        view = look(match, viewer)
        assert view.players[1].hand == ["dynamite"]
        assert [player.allegiance for player in view.players] == [player.allegiance for player in match.state.players]
        assert view.aside == match.state.aside
        assert len(view.aside) == 1
