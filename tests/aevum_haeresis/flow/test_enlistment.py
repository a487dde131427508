"""Section 12 of RULES.md: the Enlistment phase."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, enlisting, hold, location, scene, set_player
from rules.aevum_haeresis.state.actions import Announce, Decline, Done, Join, Lay, LayBeside, PayFor, UseHeresy, Waive
from tests.aevum_haeresis.scenes import (
    continue_until,
    enlist,
    hold_unplayable,
    is_in_pyre,
    pass_round,
    pay,
    question,
    recruit,
)
from tests.aevum_haeresis.table import heretic, lay, waive, window
from tests.aevum_haeresis.window_helpers import (
    GAIN,
    dem,
    event,
    heresy,
    minimal_action,
    scene_with_cards,
    seats_of,
    use,
)
from tests.game_helpers import act, asked, kinds_of, look, of_kinds, offers, rule


def windows_to_plot(match):
    """Pay for everything and waive every window until the Plot phase. Return the windows and payments in order."""
    found = []
    last = None
    while match.state.phase != "plot":
        top = match.state.stack[-1]
        if window(match) and top is not last:
            found.append(window(match))
        last = top
        seat, key = question(match)
        if key == "offer":
            found.append(("offer", seat))
            act(match, offers(match, PayFor)[0])
        elif window(match):
            act(match, Waive())
        else:
            act(match, minimal_action(match), seat)
    return found


@rule("AH-ENLIST.1", "AH-ENLIST.2", "AH-ENLIST.3", "AH-HC.37", "AH-KEY.9")
@seats_of
def test_the_active_lays_any_number_first_and_the_passive_knows_how_many(seat):
    match = scene(seat)
    hold_unplayable(match, 1 - seat, 1)
    cards = hold(match, seat, *["cold_hands", "eel_sermon", "old_road_tale", "whispered_psalm", "candle_thief"])
    enlisting(match)
    assert asked(match) == (seat, "row")
    order = [cards[index] for index in (3, 0, 4, 1, 2)]
    lay(match, seat, *order)
    assert asked(match) == (1 - seat, "row")
    assert look(match, 1 - seat).players[seat].row == [1] * 5
    assert match.state.players[seat].row == [[one] for one in order]


@rule("AH-ENLIST.3", "AH-ENLIST.11", "AH-HC.37")
def test_nothing_may_be_laid_and_the_end_window_opens_all_the_same():
    match = scene_with_cards()
    enlisting(match)
    lay(match, ANNA)
    lay(match, BELA)
    assert windows_to_plot(match) == ["enlistment_end"]


@rule("AH-ENLIST.4", "AH-STORY.10", "AH-DIS.22")
@seats_of
def test_both_cards_of_a_chapter_are_revealed_at_the_same_time(seat):
    match = scene(seat)
    first = {one: recruit(match, one, f"monk_{one}") for one in (ANNA, BELA)}
    hold_unplayable(match, ANNA, 1)
    enlisting(match)
    events = [*lay(match, seat, first[seat]), *lay(match, 1 - seat, first[1 - seat])]
    revealed = of_kinds(events, "chapter_revealed")
    assert {(one.seat, one.chapter, one.cards) for one in revealed} == {(one, 1, (first[one],)) for one in (ANNA, BELA)}
    assert window(match) == "chapter_revealed"


@rule("AH-ENLIST.5", "AH-ENLIST.8", "AH-ENLIST.9", "AH-ENLIST.10", "AH-ENLIST.11", "AH-DIS.5", "AH-SM.100")
@seats_of
def test_the_order_of_windows_and_decisions(seat):
    match = scene_with_cards(seat)
    both = {one: [recruit(match, one, f"monk_{one}"), recruit(match, one, f"nun_{one}")] for one in (ANNA, BELA)}
    enlist(match, anna=both[ANNA], bela=both[BELA])
    chapter = ["chapter_revealed", ("offer", seat), "chapter_paid", ("offer", 1 - seat), "chapter_paid"]
    assert windows_to_plot(match) == [*chapter, *chapter, "enlistment_end"]
    assert all(one in match.state.cards for one in (*both[ANNA], *both[BELA]))


@rule("AH-ENLIST.6", "AH-ENLIST.8", "AH-HC.11")
@pytest.mark.parametrize("able", [True, False])
def test_a_card_let_go_or_not_payable_opens_no_window(able):
    match = scene_with_cards()
    monk = recruit(match, ANNA, "monk", cost={"gold": 5 if able else 6})
    enlist(match, anna=[monk])
    assert window(match) == "chapter_revealed"
    waive(match, 2)
    if able:
        assert asked(match) == (ANNA, "offer")
        act(match, Decline())
    assert is_in_pyre(match, ANNA, monk)
    assert window(match) == "enlistment_end"


@rule("AH-ENLIST.6", "AH-ENLIST.7", "AH-ENLIST.8", "AH-ENLIST.9", "AH-HC.12", "AH-DIS.23", "AH-IMR.2")
@seats_of
def test_a_card_paid_for_enters_and_works_before_the_window_and_the_others_decision(seat):
    match = scene(seat)
    set_player(match, seat, gold=2)
    imr = [{"kind": "imr", "do": [GAIN]}]
    mine, theirs = recruit(match, seat, "mine", cost={"gold": 2}, abilities=imr), recruit(match, 1 - seat, "theirs")
    hold_unplayable(match, 1 - seat, 1)
    enlist(match, **{("anna", "bela")[seat]: [mine], ("anna", "bela")[1 - seat]: [theirs]})
    waive(match)
    assert asked(match) == (seat, "offer")
    events = act(match, PayFor(mine))
    kinds = kinds_of(events, "gold_changed", "entered")
    assert kinds == ["gold_changed", "entered", "gold_changed"]
    assert match.state.players[seat].gold == 1
    assert not match.state.table
    assert window(match) == "chapter_paid"
    assert match.state.open[1 - seat] == [theirs]
    waive(match)
    assert asked(match) == (1 - seat, "offer")


@rule("AH-ENLIST.7", "AH-LIFE.13")
def test_the_effect_of_an_event_comes_at_once():
    match = scene()
    first = event(match, ANNA, "alms", do=[{"op": "gold", "amount": -2, "who": "opponent"}])
    second = recruit(match, BELA, "monk", cost={"gold": 4})
    enlist(match, anna=[first], bela=[second])
    pay(match)
    assert is_in_pyre(match, BELA, second)  # Béla has only 3 gold left, so he can't pay for the card


@rule("AH-ENLIST.9")
def test_the_passive_player_decides_knowing_what_the_active_paid_and_did():
    match = scene()
    mine, theirs = recruit(match, ANNA, "mine"), event(match, BELA, "ban", do=[ban()])
    enlist(match, anna=[mine], bela=[theirs])
    pay(match)
    assert asked(match) == (BELA, "offer")
    pay(match)
    assert is_in_pyre(match, ANNA, mine)


def ban():
    return {"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}}


@rule("AH-LIFE.11", "AH-GEN.12", "AH-CONFLICT.26")
@pytest.mark.parametrize("op", [
    {"op": "shield", "amount": 1}, {"op": "team", "amount": 1},
    {"op": "modify", "stat": "damage", "amount": 1, "of": "heretics"},
])  # fmt: skip
def test_nothing_lasts_to_the_end_of_a_conflict_where_there_is_none(op):
    match = scene()
    saint = heretic(match, ANNA, "saint", abilities=dem(op, windows=["chapter_revealed"]))
    enlist(match, anna=[recruit(match, ANNA, "monk")])
    use(match, saint)
    assert not match.state.mods


@rule("AH-ENLIST.12", "AH-STORY.14")
def test_enlisted_heretics_stay_under_their_controller():
    match = scene()
    monk = recruit(match, ANNA, "monk")
    enlist(match, anna=[monk])
    pay(match)
    for _ in range(2):
        continue_until(match, "act")
        pass_round(match)
    assert match.state.cards[monk].controller == ANNA


@rule("AH-ENLIST.13", "AH-HC.27", "AH-READY.1")
def test_a_heretic_enters_ready_and_can_act_in_the_same_round():
    match = scene()
    monk = recruit(match, ANNA, "monk", icons={"accuse": 1}, abilities=heresy(cost={"turn": True}))
    enlist(match, anna=[monk])
    pay(match)
    assert match.state.cards[monk].ready
    continue_until(match, "act")
    assert UseHeresy(f"{monk}/0") in offers(match)
    act(match, Announce("accuse"))
    assert Join(monk) in offers(match)


@rule("AH-ENLIST.14", "AH-ENLIST.15", "AH-HC.41")
def test_any_number_of_heretics_and_of_copies_may_be_in_play():
    match = scene()
    set_player(match, ANNA, gold=20)
    copies = hold(match, ANNA, *["candle_thief"] * 4)
    others = [recruit(match, ANNA, f"monk_{number}") for number in range(8)]
    enlist(match, anna=[*copies, *others])
    for _ in range(12):
        pay(match)
    assert all(one in match.state.cards for one in [*copies, *others])


@rule("AH-STORY.2", "AH-ENLIST.8", "AH-KEY.12")
def test_two_cards_of_one_chapter_are_paid_for_one_after_the_other():
    match = scene()
    # with this Location, the first Chapter of an Enlistment row may have two cards
    location(match, "royal_forest", ANNA)
    set_player(match, ANNA, gold=1)
    first = recruit(match, ANNA, "first", cost={"gold": 1}, abilities=[{"kind": "imr", "do": [{**GAIN, "amount": 4}]}])
    second, third = recruit(match, ANNA, "second", cost={"gold": 4}), recruit(match, ANNA, "third")
    hold_unplayable(match, ANNA, 1)
    enlisting(match)
    act(match, Lay(first))
    act(match, LayBeside(second))
    assert not offers(match, LayBeside)
    act(match, Lay(third))
    assert not offers(match, LayBeside)
    act(match, Done())
    assert match.state.open[ANNA] == [first, second]
    found = windows_to_plot(match)
    paid = [("offer", ANNA), "chapter_paid"]
    assert found == ["chapter_revealed", *paid, *paid, "chapter_revealed", *paid, "enlistment_end"]
    assert all(one in match.state.cards for one in (first, second, third))
    assert match.state.players[ANNA].gold == 0


@rule("AH-STORY.2")
@pytest.mark.parametrize("beside", [True, False])
def test_a_chapter_holds_one_card_unless_an_effect_says_otherwise(beside):
    match = scene()
    if beside:
        location(match, "royal_forest", ANNA)
    hold_unplayable(match, ANNA, 1)
    hold(match, ANNA, "cold_hands", "eel_sermon")
    enlisting(match)
    assert not offers(match, LayBeside)
    act(match, offers(match, Lay)[0])
    assert bool(offers(match, LayBeside)) is beside
    act(match, offers(match, Lay)[0])
    assert not offers(match, LayBeside)
