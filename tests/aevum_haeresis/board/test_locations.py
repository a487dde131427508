"""Section 26 of RULES.md: the sequence of Locations."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import kind, owner, soul_number
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    acting,
    deck,
    hold,
    location,
    new,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.state.actions import Done, Pass, PutLocation
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import card, heretic, lay, locations, plain_location, time, waive
from tests.aevum_haeresis.window_helpers import (
    BURN,
    GAIN,
    close_window,
    fight,
    hunter,
    is_asked,
    minimal_action,
    opened,
    play,
    scene_with_cards,
    seats_of,
    until,
    use_idle_heresy,
)
from tests.game_helpers import act, asked, look, of_kinds, offers, rule


@rule("AH-LOC.1", "AH-LOC.5", "AH-ZONE.7")
@seats_of
def test_one_location_counts_for_both_players_regardless_of_its_placer(seat: int):
    match = scene(seat)
    plain_location(match, 3, 1, 3, 0, placer=ANNA)
    assert sum(match.content.cards[kind(name)].type == "location" for name in match.state.cards) == 1
    announce_unblocked(match)
    assert match.state.players[seat].souls == 4


@rule("AH-LOC.3", "AH-HC.21")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_players_place_in_turn_whatever_their_roles(active: int):
    match = scene(active)
    placers: list[int] = []
    plain_location(match, 2, 1, 3, 0, placer=ANNA, time=3)
    for _ in range(4):
        use_idle_heresy(match)
        placers.append(asked(match)[0])
        act(match, offers(match)[0])
        set_card(match, match.state.location, time=3)
    assert placers == [BELA, ANNA, BELA, ANNA]


@rule("AH-LOC.3", "AH-HC.21", "AH-SETUP.15")
def test_who_never_placed_replaces_the_first_location():
    match = new()
    while not is_asked(match, "location"):
        act(match, minimal_action(match), next(iter(match.decisions())))
    first = match.state.active
    assert asked(match)[0] == first
    act(match, offers(match)[2])
    set_card(match, match.state.location, time=3)
    use_idle_heresy(acting(match, first))
    waive(match)
    assert asked(match) == (1 - first, "location")


@rule("AH-LOC.4", "AH-ZONE.8", "AH-DCS.4")
def test_the_placer_chooses_among_all_of_the_own_location_deck_and_must():
    match = scene()
    plain_location(match, 2, 1, 3, 0, time=3)
    own = [*match.state.players[BELA].locations]
    use_idle_heresy(match)
    assert {*offers(match)} == {PutLocation(name) for name in own}
    with pytest.raises(IllegalAction):
        act(match, Done())
    with pytest.raises(IllegalAction):
        act(match, PutLocation(match.state.players[ANNA].locations[0]))
    act(match, PutLocation(own[3]))
    assert match.state.location == own[3]
    assert match.state.players[BELA].locations == own[:3]
    assert (match.state.placer, match.state.cards[own[3]].controller) == (BELA, BELA)


@rule("AH-LOC.4", "AH-PBP.6")
def test_a_single_location_left_is_put_without_asking():
    match = scene()
    plain_location(match, 2, 1, 3, 0, time=3)
    deck(match, BELA, locations=1)
    (left,) = match.state.players[BELA].locations
    use_idle_heresy(match)
    assert match.state.location == left
    assert asked(match) == (BELA, "act")


@rule("AH-LOC.6", "AH-LOC.7", "AH-DIS.17", "AH-HC.20")
def test_when_the_last_one_goes_to_the_pyre_all_four_come_back_at_once():
    match = scene()
    player = match.state.players[ANNA]
    used, last = [*player.locations], match.state.location
    deck(match, ANNA, locations=0)
    set_card(match, last, time=3)
    events = use_idle_heresy(acting(match, ANNA))
    assert [(body.seat, body.count) for body in of_kinds(events, "locations_returned")] == [(ANNA, 4)]
    assert sorted(player.locations) == sorted([*used, last])
    assert not {*used, last} & {*player.pyre}
    assert asked(match) == (BELA, "location")  # the old Locations return before a new one is chosen
    act(match, offers(match)[0])
    set_card(match, match.state.location, time=3)
    use_idle_heresy(match)
    assert asked(match) == (ANNA, "location")
    assert PutLocation(last) in offers(match)
    assert len(offers(match)) == 4


@rule("AH-LOC.6", "AH-WIN.6")
def test_with_one_left_in_the_deck_nothing_comes_back():
    match = scene()
    player = match.state.players[ANNA]
    used = player.locations[1:]
    deck(match, ANNA, locations=1)
    set_card(match, match.state.location, time=3)
    use_idle_heresy(match)
    assert len(player.locations) == 1
    assert {*used} <= {*player.pyre}


@rule("AH-LOC.8", "AH-CTRL.6")
def test_what_is_attached_to_a_location_leaves_with_it():
    match = scene()
    place = plain_location(match, 2, 1, 3, 0, time=3)
    hound = put(match, BELA, card(match, "hound", type="hunter"), host=place)
    stays = put(match, BELA, card(match, "wolf", type="hunter", stays=True), host=place)
    use_idle_heresy(match)
    assert {hound, stays} <= {*match.state.players[BELA].pyre}


@rule("AH-LOC.9", "AH-CTRL.6", "AH-ZONE.4")
@seats_of
def test_a_location_goes_to_its_owners_pyre(seat: int):
    match = scene()
    place = plain_location(match, 2, 1, 3, 0, placer=seat, time=3)
    use_idle_heresy(match)
    assert owner(place) == seat
    assert place in match.state.players[seat].pyre


@rule("AH-LOC.10", "AH-LOC.2")
def test_while_a_location_is_replaced_nothing_but_the_choice_is_open():
    match = scene_with_cards()
    plain_location(match, 2, 1, 3, 0)
    hunter(match, ANNA, "wolf")
    hound = hunter(match, ANNA, do=[BURN, GAIN])
    opened("pass_declared", match)
    play(match, hound)
    assert {seat: decision.prompt.key for seat, decision in match.decisions().items()} == {BELA: "location"}
    assert match.state.players[ANNA].gold == 5
    assert look(match, ANNA).location == ""
    act(match, offers(match)[0])
    assert match.state.players[ANNA].gold == 6
    assert asked(match) == (ANNA, "window")


@rule("AH-LOC.2", "AH-TIME.8", "AH-HC.46", "AH-CONS.9")
def test_a_location_burned_in_a_conflict_is_replaced_at_once_and_the_new_number_counts():
    match = scene_with_cards()
    plain_location(match, 3, 3, 3, 3)
    hound = hunter(match, BELA, do=[BURN])
    fight(match)
    for seat in (ANNA, BELA):
        lay(match, seat)
    until(match, "conflict_end")
    waive(match, 1)
    play(match, hound)
    act(match, offers(match)[0])
    assert soul_number(match) == match.content.cards[kind(match.state.location)].track[0]  # type: ignore[index]
    expected = 1 + soul_number(match)
    until(match, "consequences_done")
    assert match.state.players[ANNA].souls == expected
    close_window(match)
    assert time(match) == 1


@rule("AH-DMG.8", "AH-SQ.4", "AH-LOC.2")
def test_who_lived_by_the_locations_gift_goes_when_it_goes():
    match = scene()
    alter = {"passive": "alter", "stat": "health", "amount": 1, "of": "all"}
    abbey = card(match, "abbey", type="location", track=[1, 1, 1, 1], passives=[alter])
    location(match, abbey, ANNA, 3)
    damned = match.state.players[BELA].damned
    set_card(match, damned, damage=match.content.cards[kind(damned)].health)
    frail = heretic(match, BELA, health=1)
    curse = {"passive": "alter", "stat": "health", "amount": -1, "of": "opposing", "what": "heretic"}
    put(match, ANNA, card(match, "curse", type="hunter", passives=[curse]))
    use_idle_heresy(match)
    assert damned in match.state.players[BELA].pyre
    assert frail in match.state.players[BELA].pyre


@rule("AH-DMG.8", "AH-SQ.2")
def test_a_location_that_lowers_health_kills_on_entering():
    match = scene()
    plain_location(match, 2, 1, 3, 0, time=3)
    pit = card(
        match, "pit", type="location", track=[1] * 4, passives=[{"passive": "alter", "stat": "health", "amount": -1,
        "of": "all"}],
    )  # fmt: skip
    locations(match, BELA, pit)
    frail = heretic(match, ANNA, health=1)
    use_idle_heresy(match)
    assert frail in match.state.players[ANNA].pyre


@rule("AH-LOC.1", "AH-ZONE.7")
def test_hands_may_change_but_the_table_never_has_two_locations():
    match = scene_with_cards()
    hold(match, ANNA, "burn_the_bridges", "burn_the_bridges")
    set_player(match, ANNA, gold=9)
    act(match, Pass())
    for name in ("burn_the_bridges.0.1", "burn_the_bridges.0.2"):
        before = match.state.location
        play(match, name)
        act(match, offers(match)[0])
        assert match.state.location != before
        assert [one.id for one in look(match, None).cards if one.type == "location"] == [match.state.location]
