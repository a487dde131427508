"""Section 35 of RULES.md: who decides what and when, and what the other player sees of a decision."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.content.decklist import copies_by_card
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    deck,
    enlisting,
    hold,
    new,
    put,
    scene,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import (
    Announce,
    BeActive,
    Choose,
    CountFirst,
    Decline,
    Done,
    DrawFrom,
    Join,
    Keep,
    Lay,
    Mulligan,
    Pass,
    PayFor,
    PutLocation,
    Throw,
    UseHeresy,
    Waive,
)
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.content.decks import Deck
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.table import card, heretic, lay, pay, waive, window
from tests.aevum_haeresis.window_helpers import (
    close_window,
    event,
    fight,
    heresy,
    hunter,
    play,
    scene_with_cards,
    seats_of,
    story,
)
from tests.game_helpers import act, asked, look, of_kinds, offers, rule

SEEDS = [f"decide {number}" for number in range(4)]


def decks_with_changes(*names: str, **changes: int) -> list[Deck]:
    """Return the named ready-made decks after changing the number of copies of some cards."""
    return [Deck({**copies_by_card(base().decks[name]), **changes}, name, "base") for name in names]


@rule("AH-DCS.1", "AH-INFO.4", "AH-SM.1")
def test_decks_are_brought_before_the_game_and_stay_hidden():
    decks = decks_with_changes("drowned_saints", "torches_of_the_margrave")
    match = GAME.new_with_decks(2, "x", {}, tuple(decks))
    assert [player.damned.split(".")[0] for player in match.state.players] == [
        base().decks[name].damned for name in ("drowned_saints", "torches_of_the_margrave")
    ]
    assert match.view(BELA).players[ANNA].own_plot is None  # type: ignore[attr-defined]
    mine = match.view(ANNA).players[ANNA]  # type: ignore[attr-defined]
    assert len(mine.own_plot) == 43


@rule("AH-DCS.1", "AH-INFO.8")
def test_a_faulty_deck_is_refused_without_telling_the_other_what_is_in_it():
    decks = decks_with_changes("drowned_saints", "torches_of_the_margrave", cold_hands=3)
    with pytest.raises(IllegalAction) as caught:
        GAME.new_with_decks(2, "x", {}, tuple(decks))
    assert "Cold Hands" not in str(caught.value)
    assert "cold_hands" not in str(caught.value)


@rule("AH-DCS.2", "AH-SETUP.9")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_picked_player_decides_in_the_open_who_is_active(seed: str):
    match = new(seed)
    seat, key = asked(match)
    assert key == "active"
    assert {*offers(match)} == {BeActive(ANNA), BeActive(BELA)}
    events = act(match, BeActive(1 - seat))
    assert [(body.seat, body.active) for body in of_kinds(events, "active_chosen")] == [(seat, 1 - seat)]
    assert match.state.active == 1 - seat


@rule("AH-DCS.3", "AH-SETUP.10", "AH-SETUP.11")
def test_the_active_player_then_the_passive_one_decides_on_a_mulligan_openly_and_the_new_cards_are_hidden():
    match = new()
    act(match, BeActive(BELA))
    assert asked(match) == (BELA, "mulligan")
    assert {*offers(match)} == {Keep(), Mulligan()}
    events: list[Any] = match.apply(BELA, Mulligan())
    public = [found.body for found in events if found.to is None]
    assert [(body.seat, body.again) for body in of_kinds(public, "mulligan_decided")] == [(BELA, True)]
    assert all(found.to == (BELA,) for found in events if found.body.kind == "drew_cards")
    assert look(match, ANNA).players[BELA].mulligan
    assert asked(match) == (ANNA, "mulligan")


@rule("AH-DCS.4", "AH-SETUP.15", "AH-LOC.4")
def test_the_placer_chooses_the_first_location_and_each_later_one_of_the_own_in_the_open():
    match = new()
    for action in (BeActive(ANNA), Keep(), Keep()):
        act(match, action)
    assert asked(match) == (ANNA, "location")
    assert {*offers(match)} == {PutLocation(name) for name in match.state.players[ANNA].locations}
    chosen = offers(match)[3]
    events = act(match, chosen)
    assert [body.card for body in of_kinds(events, "entered")] == [chosen.card]
    assert look(match, BELA).location == chosen.card


@rule("AH-DCS.5", "AH-GEN.8", "AH-PROLOGUE.10")
@pytest.mark.parametrize("first", [0, 1])
def test_a_player_orders_their_own_effects_of_the_start_of_the_round(first: int):
    match = scene()
    gains = [{"op": "gold", "amount": 1}, {"op": "gold", "amount": 10}]
    names = [
        put(match, BELA, card(match, f"start_{number}", abilities=[{"kind": "start", "do": [op]}]))
        for number, op in enumerate(gains)
    ]
    act(match, Pass())
    act(match, Pass())
    assert asked(match) == (BELA, "start")
    damned = match.state.players[BELA].damned
    assert {*offers(match)} == {Choose(f"{name}/0") for name in [*names, damned]}
    events = act(match, Choose(f"{names[first]}/0")) + act(match, Choose(f"{names[1 - first]}/0"))
    amounts = [body.amount for body in of_kinds(events, "gold_changed")]
    assert amounts == ([1, 10] if first == 0 else [10, 1])


@rule("AH-DCS.6", "AH-ENLIST.1", "AH-ENLIST.2", "AH-STORY.6")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_active_player_then_the_passive_one_lays_any_cards_in_any_order(active: int):
    match = scene_with_cards(active)
    mine = hold(match, active, "cold_hands", "eel_sermon")
    enlisting(match)
    assert asked(match) == (active, "row")
    lay(match, active, mine[1], mine[0])
    assert match.state.players[active].row == [[mine[1]], [mine[0]]]
    assert look(match, 1 - active).players[active].row == [1, 1]
    assert asked(match) == (1 - active, "row")
    lay(match, 1 - active)
    assert match.state.chapter == 1


@rule("AH-DCS.7", "AH-ENLIST.6", "AH-ENLIST.9", "AH-COST.21")
def test_in_enlistment_each_pays_or_declines_chapter_by_chapter_openly():
    match = enlisting(scene())
    for seat in (ANNA, BELA):
        hold(match, seat, card(match, "knight", cost={"gold": 1}))
    lay(match, ANNA, "knight.0.1")
    lay(match, BELA, "knight.1.1")
    assert asked(match) == (ANNA, "offer")
    assert {*offers(match)} == {PayFor("knight.0.1"), Decline()}
    events = act(match, PayFor("knight.0.1"))
    assert [body.seat for body in of_kinds(events, "paid_for")] == [ANNA]
    assert asked(match) == (BELA, "offer")
    events = act(match, Decline())
    assert [body.card for body in of_kinds(events, "not_paid")] == ["knight.1.1"]


@rule("AH-DCS.8", "AH-DCS.9", "AH-PLOT.3")
def test_who_is_to_act_chooses_heresy_manoeuvre_with_its_type_or_pass_openly():
    match = scene()
    witch = heretic(match, ANNA, abilities=heresy())
    assert asked(match) == (ANNA, "act")
    damned = match.state.players[ANNA].damned
    wanted = {
        Pass(),
        UseHeresy(f"{witch}/0"),
        UseHeresy(f"{damned}/0"),
        *(Announce(kind) for kind in ("plunder", "recruit", "accuse")),
    }
    assert {*offers(match)} == wanted
    events = act(match, Announce("accuse"))
    assert [(body.seat, body.manoeuvre) for body in of_kinds(events, "announced")] == [(ANNA, "accuse")]


@rule("AH-DCS.10", "AH-DCS.11", "AH-MAN.7", "AH-MAN.12")
def test_the_initiator_chooses_a_team_after_the_window_and_then_the_other_one_or_none():
    match = scene()
    monk = heretic(match, BELA, icons={"recruit": 1})
    act(match, Announce("recruit"))
    assert asked(match) == (ANNA, "team")
    assert Done() not in offers(match)  # the Initiator must choose at least one character
    events = act(match, Join(match.state.players[ANNA].damned)) or act(match, Done())
    assert asked(match) == (BELA, "team")
    assert {*offers(match)} == {Join(monk), Join(match.state.players[BELA].damned), Done()}
    events += act(match, Done())
    chosen = [(body.seat, body.cards) for body in of_kinds(events, "team_chosen")]
    assert chosen[-1] == (BELA, ())
    assert match.state.players[ANNA].souls == 2


@rule("AH-DCS.12", "AH-CONFLICT.3", "AH-CONFLICT.4", "AH-STORY.9")
@seats_of
def test_in_a_conflict_the_active_player_then_the_passive_one_lays_up_to_three(seat: int):
    match = scene_with_cards(seat)
    mine = hold(match, seat, "cold_hands", "eel_sermon", "drowning_dream", "second_sight")
    fight(match)
    assert asked(match) == (seat, "row")
    for name in mine[:3]:
        act(match, Lay(name))
    assert offers(match) == [Done()]
    act(match, Done())
    assert asked(match) == (1 - seat, "row")
    assert look(match, 1 - seat).players[seat].row == [1, 1, 1]


@rule("AH-DCS.13", "AH-CONFLICT.7", "AH-CONFLICT.8", "AH-COST.19")
def test_in_a_conflict_a_payment_names_caster_and_target_openly_before_the_other_decides():
    match = scene()
    knights = [heretic(match, seat, f"knight_{seat}", icons={"recruit": 1}) for seat in (ANNA, BELA)]
    strikes = [story(match, seat, f"strike_{seat}", skull=True) for seat in (ANNA, BELA)]
    teams = [(match.state.players[seat].damned, knights[seat]) for seat in (ANNA, BELA)]
    fight(match, initiators=teams[0], blockers=teams[1])
    for seat in (ANNA, BELA):
        lay(match, seat, strikes[seat])
    assert asked(match) == (ANNA, "offer")
    events = pay(match, knights[ANNA], knights[BELA])
    (body,) = of_kinds(events, "paid_for")
    assert (body.caster, body.targets) == (knights[ANNA], (knights[BELA],))
    assert asked(match) == (BELA, "offer")
    shown = look(match, BELA).paid[0]
    assert (shown.card, shown.caster, shown.targets) == (strikes[ANNA], knights[ANNA], [knights[BELA]])


@rule("AH-DCS.14", "AH-CONFLICT.23")
def test_after_a_conflict_both_choose_none_or_a_deck_at_the_same_time():
    match = fight(scene())
    choices = {DrawFrom("none"), DrawFrom("plot"), DrawFrom("heretic")}
    assert {seat: {*decision.actions} for seat, decision in match.decisions().items()} == {0: choices, 1: choices}
    act(match, DrawFrom("plot"), BELA)
    assert match.state.players[BELA].hand == []
    events = act(match, DrawFrom("heretic"), ANNA)
    assert [(body.seat, body.deck) for body in of_kinds(events, "drew")] == [(ANNA, "heretic"), (BELA, "plot")]


@rule("AH-DCS.15", "AH-DEM.24", "AH-DEM.27")
def test_in_a_window_the_active_player_then_the_passive_one_uses_a_dem_or_waives():
    match = scene_with_cards()
    hound = hunter(match, BELA)
    act(match, Pass())
    assert asked(match) == (ANNA, "window")
    assert offers(match) == [Waive()]
    act(match, Waive())
    assert asked(match) == (BELA, "window")
    events = play(match, hound)
    assert [(body.seat, body.card) for body in of_kinds(events, "played_dem")] == [(BELA, hound)]


@rule("AH-DCS.16", "AH-EPILOGUE.1", "AH-EPILOGUE.2")
def test_in_the_epilogue_both_choose_a_card_to_discard_or_none_at_the_same_time():
    match = scene_with_cards()
    (levy,) = hold(match, ANNA, "levy")
    for _ in range(2):
        act(match, Pass())
        close_window(match)
    assert {*match.decisions()[ANNA].actions} == {Done(), Throw(levy), Throw("old_road_tale.0.1")}
    assert {*match.decisions()[BELA].actions} == {Done(), Throw("old_road_tale.1.1")}
    act(match, Done(), BELA)
    events = act(match, Throw(levy), ANNA)
    assert [(body.seat, body.cards) for body in of_kinds(events, "discarded")] == [(ANNA, (levy,))]
    assert window(match) == "epilogue_discard"


@rule("AH-DCS.17", "AH-GEN.10")
def test_a_choice_of_a_text_is_its_players_and_offers_what_can_be_fulfilled():
    match = scene()
    ways = [[{"op": "draw"}], [{"op": "heal", "amount": 2}], [{"op": "gold", "amount": 1}]]
    witch = heretic(match, ANNA, abilities=heresy({"op": "choice", "ways": ways}))
    act(match, UseHeresy(f"{witch}/0"))
    assert asked(match) == (ANNA, "choose")
    assert {*offers(match)} == {Choose("0"), Choose("2")}  # healing isn't offered, because no character is wounded
    act(match, Choose("2"))
    assert match.state.players[ANNA].gold == 6


@rule("AH-DCS.18", "AH-WIN.15", "AH-SM.95")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_active_player_decides_which_of_a_win_and_a_loss_counts_first(active: int):
    match = both_at_once(active)
    assert asked(match) == (active, "count_first")
    assert {action.reason for action in offers(match)} == {f"souls/{1 - active}", f"deck/{active}"}
    act(match, CountFirst(f"deck/{active}"))
    assert (match.over, match.state.winner, match.state.reason) == (True, active, "deck")


def both_at_once(active: int) -> Haeresis:
    """Return a match where the Passive player has just gained a tenth soul and drawn the last card of the Plot deck.

    One effect outside an action caused both.
    """
    match = enlisting(scene(active))
    set_player(match, 1 - active, souls=9)
    deck(match, 1 - active, plot=1)
    feast = event(match, active, do=[{"op": "souls", "amount": 1, "who": "both"}, {"op": "draw", "who": "both"}])
    lay(match, active, feast)
    pay(match)
    return match


@rule("AH-DCS.19", "AH-COST.6")
def test_who_pays_a_card_cost_chooses_the_cards_and_they_are_shown_afterwards():
    match = enlisting(scene_with_cards())
    dear, *names = hold(match, ANNA, card(match, "dear", cost={"cards": 1}), "cold_hands", "levy")
    lay(match, ANNA, dear)
    lay(match, BELA)
    waive(match)
    events = pay(match)
    assert of_kinds(events, "discarded") == []
    assert {*offers(match)} == {Choose(name) for name in match.state.players[ANNA].hand}
    assert len(offers(match)) == 3
    assert look(match, BELA).pending is None
    events = act(match, Choose(names[0]))
    assert [body.cards for body in of_kinds(events, "discarded")] == [(names[0],)]
