"""Sections 29 to 31 of RULES.md: sacrifice, ownership and control, and resources."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import controlled, eligible, income, owner
from rules.aevum_haeresis.board.cards_in_play import leave
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    enlisting,
    hold,
    location,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.state.actions import Choose, DrawFrom, Join, Pass, PlayDem, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import card, heretic, lay, pay, plain_location, waive
from tests.aevum_haeresis.window_helpers import (
    announce,
    dem,
    event,
    fight,
    heresy,
    hunter,
    is_asked,
    play,
    scene_with_cards,
    seats_of,
    story,
    until,
    usable_cards,
)
from tests.game_helpers import act, asked, of_kinds, offers, rule

OWN: dict[str, Any] = {"op": "sacrifice", "who": "me"}
TAKE: dict[str, Any] = {"op": "control", "target": {"what": "heretic", "scope": "anywhere"}}


def heretic_under_control(match: Haeresis, name: str = "lent", **fields: Any) -> str:
    """Put a made-up Heretic of Béla's into play under Anna's control. Return its id."""
    return put(match, BELA, card(match, name, **fields), controller=ANNA)


def row(match: Haeresis, name: str) -> None:
    """Start an Enlistment where Anna lays this card and Béla lays no cards."""
    enlisting(match)
    lay(match, ANNA, name)


# -- sacrifice ------------------------------------------------------------------------------------------------


@rule("AH-SAC.1", "AH-SAC.2", "AH-KEY.13")
def test_who_sacrifices_chooses_one_of_the_own_cards_that_fit_and_it_burns_at_once():
    match = scene()
    first, second = heretic(match, ANNA, "first"), heretic(match, ANNA, "second")
    foe = heretic(match, BELA, "foe")
    witch = heretic(match, ANNA, "witch", abilities=heresy(OWN, {"op": "gold", "amount": 1}))
    act(match, UseHeresy(f"{witch}/0"))
    assert asked(match) == (ANNA, "choose")
    assert {action.option for action in offers(match)} == {first, second, witch}
    assert match.state.players[ANNA].gold == 5
    events = act(match, Choose(second))
    assert [(body.seat, body.card) for body in of_kinds(events, "sacrificed")] == [(ANNA, second)]
    assert second in match.state.players[ANNA].pyre
    assert {first, foe} <= match.state.cards.keys()


@rule("AH-SAC.1")
def test_the_opponent_told_to_sacrifice_chooses_among_their_own():
    match = scene()
    mine = heretic(match, ANNA, "mine", abilities=heresy({"op": "sacrifice"}))
    names = {heretic(match, BELA, "first"), heretic(match, BELA, "second")}
    act(match, UseHeresy(f"{mine}/0"))
    assert asked(match)[0] == BELA
    assert {action.option for action in offers(match)} == names


@rule("AH-SAC.3", "AH-SAC.4", "AH-HC.45", "AH-CTRL.5", "AH-CTRL.6")
def test_a_borrowed_heretic_may_be_sacrificed_and_goes_to_its_owners_pyre():
    match = scene()
    borrowed = heretic_under_control(match)
    drowning = hold(match, ANNA, "votive_drowning")[0]
    row(match, drowning)
    pay(match)
    assert borrowed in match.state.players[BELA].pyre
    assert match.state.players[ANNA].souls == 2


@rule("AH-SAC.3", "AH-SAC.4", "AH-HC.45")
def test_an_own_heretic_that_the_opponent_controls_cannot_be_sacrificed():
    match = scene()
    gone = put(match, ANNA, card(match, "gone"), controller=BELA)
    drowning = hold(match, ANNA, "votive_drowning")[0]
    row(match, drowning)
    assert drowning in match.state.players[ANNA].pyre
    assert match.state.players[ANNA].souls == 1
    assert gone in match.state.cards


@rule("AH-SAC.4", "AH-COST.14", "CF-29")
def test_a_sacrifice_as_a_cost_cannot_be_paid_without_a_heretic():
    match = scene()
    assert len(controlled(match, ANNA)) == 1  # her Damned doesn't count as a Heretic
    drowning = hold(match, ANNA, "votive_drowning")[0]
    row(match, drowning)
    assert match.state.players[ANNA].pyre[-1] == drowning
    assert match.state.players[ANNA].souls == 1


@rule("AH-SAC.5")
@pytest.mark.parametrize("who", ["me", "opponent", "both"])
def test_a_sacrifice_as_an_effect_does_nothing_without_a_card_that_fits(who: str):
    match = scene_with_cards()
    hound = hunter(match, ANNA, do=[{"op": "sacrifice", "who": who}, {"op": "gold", "amount": 1}])
    act(match, Pass())
    play(match, hound)
    assert match.state.players[ANNA].gold == 6
    assert all(player.damned in match.state.cards for player in match.state.players)


@rule("AH-SAC.5", "AH-GEN.7")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_when_both_sacrifice_the_active_player_is_first(active: int):
    match = scene_with_cards(active)
    for seat in (ANNA, BELA):
        for name in ("one", "two"):
            heretic(match, seat, f"{name}_{seat}")
    hound = hunter(match, active, do=[{"op": "sacrifice", "who": "both"}])
    act(match, Pass())
    play(match, hound)
    assert asked(match) == (active, "choose")
    act(match, offers(match)[0])
    assert asked(match) == (1 - active, "choose")


@rule("AH-SAC.6")
def test_sacrifice_is_no_damage_so_a_shield_and_health_do_not_matter():
    match = scene_with_cards()
    monk = heretic(match, ANNA, health=9)
    put(match, ANNA, card(match, "shield", type="hunter", passives=[{"passive": "ward", "amount": 5}]))
    hound = hunter(match, ANNA, cost={"sacrifice": True})
    act(match, Pass())
    events = play(match, hound)
    assert monk in match.state.players[ANNA].pyre
    assert of_kinds(events, "damaged") == []


@rule("AH-DMG.8", "AH-SAC.2", "AH-COST.19")
def test_who_lived_by_the_sacrificed_cards_gift_goes_with_it():
    match = scene_with_cards()
    frail = heretic(match, ANNA, "frail", health=1)
    put(match, BELA, card(match, "rot", type="hunter", passives=[
        {"passive": "alter", "stat": "health", "amount": -1, "of": "opposing", "what": "heretic"}]))  # fmt: skip
    saint = put(match, ANNA, card(match, "saint", passives=[
        {"passive": "alter", "stat": "health", "amount": 1, "of": "own", "what": "heretic"}]))  # fmt: skip
    hound = hunter(match, ANNA, cost={"sacrifice": True})
    act(match, Pass())
    play(match, hound)
    act(match, Choose(saint))
    assert frail in match.state.players[ANNA].pyre


# -- control --------------------------------------------------------------------------------------------------


@rule("AH-CTRL.1", "AH-CTRL.2", "AH-CTRL.6", "AH-KEY.17", "CF-31")
@pytest.mark.parametrize("until_end", [True, False])
def test_control_for_the_round_goes_back_and_ownership_never_changes(until_end: bool):
    match = scene()
    monk = heretic(match, BELA)
    witch = heretic(match, ANNA, abilities=heresy({**TAKE, "until": "round" if until_end else "game"}))
    act(match, UseHeresy(f"{witch}/0"))
    assert match.state.cards[monk].controller == ANNA
    assert owner(monk) == BELA
    act(match, Pass())
    act(match, Pass())
    assert match.state.round == 3
    assert match.state.cards[monk].controller == (BELA if until_end else ANNA)
    with arrange(match):
        leave(match, monk)
    assert monk in match.state.players[BELA].pyre


@rule("AH-CTRL.2", "AH-EPILOGUE.5")
@pytest.mark.parametrize("last", ["round", "game"])
def test_two_takings_in_one_round_end_together_and_one_for_good_ends_both(last: str):
    match = scene()
    monk = heretic(match, BELA)
    first = heretic(match, ANNA, "first", abilities=heresy(TAKE))
    target = {"what": "heretic", "scope": "anywhere", "most_health": 3}
    second = heretic(match, BELA, "second", health=9, abilities=heresy({**TAKE, "until": last, "target": target}))
    act(match, UseHeresy(f"{first}/0"))
    act(match, Choose(monk))
    act(match, UseHeresy(f"{second}/0"))
    act(match, Choose(monk))
    assert match.state.cards[monk].controller == BELA
    act(match, Pass())
    act(match, Pass())
    assert match.state.cards[monk].controller == BELA


@rule("AH-CTRL.3")
@seats_of
def test_a_card_is_first_controlled_by_who_played_it(seat: int):
    match = scene_with_cards()
    hound = hunter(match, seat)
    act(match, Pass())
    if seat == BELA:
        waive(match, 1)
    play(match, hound)
    assert match.state.cards[hound].controller == seat
    enlisting(match)
    recruit = hold(match, seat, card(match, "recruit"))[0]
    for one in (ANNA, BELA):
        lay(match, one, *([recruit] if one == seat else []))
    waive(match)
    pay(match)
    assert match.state.cards[recruit].controller == seat


@rule("AH-CTRL.4", "AH-HERESY.2")
def test_only_the_controller_uses_a_cards_abilities():
    match = scene_with_cards()
    witch = heretic_under_control(match, "witch", abilities=heresy() + dem())
    assert UseHeresy(f"{witch}/0") in offers(match)
    act(match, Pass())
    assert usable_cards(match, ANNA) == [f"{witch}/1"]
    waive(match, 1)
    assert usable_cards(match, BELA) == []
    waive(match)
    assert UseHeresy(f"{witch}/0") not in offers(match)


@rule("AH-CTRL.4", "AH-HERESY.3")
def test_the_heresy_of_a_location_is_its_placers_alone():
    match = scene()
    place = location(match, card(match, "mill", type="location", track=[1] * 4, abilities=heresy()), BELA)
    set_card(match, place, controller=ANNA)
    assert UseHeresy(f"{place}/0") not in offers(match)
    act(match, Pass())
    assert UseHeresy(f"{place}/0") in offers(match)


@rule("AH-CTRL.5")
def test_borrowed_characters_join_teams_cast_and_bring_income_for_who_controls_them():
    match = scene_with_cards()
    knight = heretic_under_control(match, "knight", icons={"recruit": 2}, damage=4, gold_icon=2)
    assert eligible(match, ANNA, "recruit") == [match.state.players[ANNA].damned, knight]
    assert knight not in eligible(match, BELA, "recruit")
    assert (income(match, ANNA), income(match, BELA)) == (5, 4)
    strike = story(match, ANNA, "strike", skull=True)
    fight(match, initiators=(knight,))
    lay(match, ANNA, strike)
    lay(match, BELA)
    waive(match)
    pay(match)
    waive(match)
    assert match.state.cards[match.state.players[BELA].damned].damage == 4


@rule("AH-CTRL.6")
def test_a_borrowed_heretic_that_dies_goes_to_its_owners_pyre_with_what_the_other_attached():
    match = scene()
    knight = heretic_under_control(match)
    blade = put(match, ANNA, card(match, "blade", type="event", attachment={"type": "weapon"}), host=knight)
    with arrange(match):
        leave(match, knight)
    assert knight in match.state.players[BELA].pyre
    assert blade in match.state.players[ANNA].pyre


@rule("AH-CTRL.2", "AH-DMG.8", "AH-SQ.4")
def test_a_heretic_that_changes_sides_loses_the_gifts_of_its_side():
    match = scene()
    monk = heretic(match, BELA, "monk", health=1)
    put(match, ANNA, card(match, "rot", type="hunter", passives=[
        {"passive": "alter", "stat": "health", "amount": -1, "of": "all", "what": "heretic"}]))  # fmt: skip
    put(match, BELA, card(match, "saint", health=9, passives=[
        {"passive": "alter", "stat": "health", "amount": 1, "of": "own", "what": "heretic"}]))  # fmt: skip
    witch = heretic(match, ANNA, "witch", health=9, abilities=heresy(TAKE))
    act(match, UseHeresy(f"{witch}/0"))
    act(match, Choose(monk))
    assert monk in match.state.players[BELA].pyre


@rule("AH-CTRL.2", "AH-CONFLICT.16")
def test_a_participant_that_changes_sides_is_in_neither_team():
    match = scene_with_cards()
    knight = heretic(match, BELA, icons={"recruit": 5})
    hound = hunter(match, ANNA, do=[TAKE])
    fight(match, blockers=(knight,))
    until(match, "conflict_end")
    play(match, hound)
    assert match.state.man is not None
    assert match.state.man.teams == [[match.state.players[ANNA].damned], []]
    assert match.state.cards[knight].controller == ANNA


# -- resources ------------------------------------------------------------------------------------------------


@rule("AH-RES.1", "AH-KEY.3", "AH-CARD.10")
def test_gold_comes_from_the_prologue_from_conflicts_won_and_from_cards():
    match = scene()
    witch = heretic(match, ANNA, abilities=heresy({"op": "gold", "amount": 2}))
    act(match, UseHeresy(f"{witch}/0"))
    assert match.state.players[ANNA].gold == 7
    act(match, Pass())
    fight(match)
    for seat in (ANNA, BELA):
        act(match, DrawFrom("none"), seat)
    assert match.state.players[ANNA].gold == 8
    act(match, Pass())
    act(match, Pass())
    assert [player.gold for player in match.state.players] == [8 + 3, 5 + 4]


@rule("AH-RES.2", "AH-KEY.23", "AH-WIN.2")
def test_souls_come_from_recruit_and_from_cards():
    match = scene()
    plain_location(match, 2, 1, 3, 0)
    announce_unblocked(match)
    assert match.state.players[ANNA].souls == 3
    act(match, Pass())
    witch = heretic(match, ANNA, abilities=heresy({"op": "souls", "amount": 1}))
    act(match, UseHeresy(f"{witch}/0"))
    assert match.state.players[ANNA].souls == 4


@rule("AH-RES.3", "AH-COST.5")
def test_souls_pay_and_win():
    match = scene_with_cards()
    set_player(match, ANNA, souls=9)
    dear = heretic(match, ANNA, "dear", abilities=heresy({"op": "gold", "amount": 1}, cost={"souls": 3}))
    act(match, UseHeresy(f"{dear}/0"))
    assert match.state.players[ANNA].souls == 6
    match = scene_with_cards()
    set_player(match, ANNA, souls=9)
    gain = heretic(match, ANNA, "gain", abilities=heresy({"op": "souls", "amount": 1}))
    act(match, UseHeresy(f"{gain}/0"))
    waive(match)
    assert (match.over, match.state.winner, match.state.reason) == (True, ANNA, "souls")


@rule("AH-RES.4")
def test_gold_and_souls_are_kept_from_round_to_round_without_limit():
    match = scene()
    for seat in (ANNA, BELA):
        set_player(match, seat, gold=90, souls=9)
    act(match, Pass())
    act(match, Pass())
    assert match.state.round == 3
    assert [player.gold for player in match.state.players] == [93, 94]
    assert [player.souls for player in match.state.players] == [9, 9]


@rule("AH-RES.5", "AH-CONFLICT.24")
@pytest.mark.parametrize("number", [1, 3])
def test_the_gold_of_a_conflict_is_one_whatever_the_number_of_survivors(number: int):
    match = scene()
    team = [heretic(match, ANNA, f"knight_{one}", icons={"recruit": 2}) for one in range(number)]
    announce(match)
    for name in team:
        act(match, Join(name))
    while not match.decisions().get(BELA):
        act(match, offers(match)[-1])
    act(match, Join(match.state.players[BELA].damned))
    assert is_asked(match, "conflict_draw")
    for seat in (ANNA, BELA):
        act(match, DrawFrom("none"), seat)
    assert [player.gold for player in match.state.players] == [6, 5]


@rule("AH-RES.1", "AH-GEN.11")
def test_gold_handed_over_is_no_more_than_there_is():
    match = scene_with_cards()
    set_player(match, BELA, gold=1)
    thief = event(match, ANNA, "thief", rows=[], dem=["pass_declared"], do=[{"op": "hand_over", "gold": 3}])
    act(match, Pass())
    act(match, PlayDem(thief))
    assert [player.gold for player in match.state.players] == [6, 0]
