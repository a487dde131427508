"""Section 36 of RULES.md: standing orders that plan rows, teams, blocks, draws or discards, or that concede."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, enlisting, hold, scene, set_card
from rules.aevum_haeresis.flow.standing_orders import FLOOR
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Decline, Done, DrawFrom, Join, Pass, PayFor, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import PayStep
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.order_helpers import (
    act_minimally,
    continue_to_half,
    is_standing,
    offered,
    only_order,
    ordered_action,
)
from tests.aevum_haeresis.scenes import continue_until, to_discards
from tests.aevum_haeresis.table import card, heretic, lay
from tests.aevum_haeresis.window_helpers import (
    announce,
    close_window,
    event,
    fight,
    hunter,
    opened,
    play,
    scene_with_cards,
    seats_of,
)
from tests.game_helpers import act, asked, rule

# -- plans -----------------------------------------------------------------------------------------------------------


def two_laid(**fields: Any) -> tuple[Haeresis, str, str]:
    """Return a match where Anna has laid two cards and is asked to pay for the first, and the ids of both cards."""
    match = scene()
    first, second = hold(match, ANNA, card(match, "first"), card(match, "second", **fields))
    enlisting(match)
    lay(match, ANNA, first, second)
    return match, first, second


@rule("AH-PBP.8")
def test_a_plan_pays_for_some_cards_and_lets_others_go():
    match, first, second = two_laid()
    pay, let = only_order(match, ANNA, f"pay:{first}"), only_order(match, ANNA, f"let:{second}")
    assert ordered_action(match, ANNA, pay, let) == PayFor(first)
    act(match, PayFor(first))
    assert GAME.standing(match, ANNA, [pay, let]) == [let]
    assert ordered_action(match, ANNA, let) == Decline()
    assert ordered_action(match, ANNA) is None
    assert {order for order in offered(match, ANNA) if order.startswith("plan:")} == {
        "plan:pay",
        "plan:gold",
        "plan:free",
    }
    assert ordered_action(match, ANNA, "plan:pay") == PayFor(second)


@rule("AH-PBP.8")
def test_of_two_words_on_one_card_letting_it_go_holds():
    match, first, _ = two_laid()
    both = [only_order(match, ANNA, f"{verb}:{first}") for verb in ("pay", "let")]
    assert GAME.standing(match, ANNA, both) == both[1:]
    assert ordered_action(match, ANNA, *both) == Decline()


@rule("AH-PBP.8")
def test_a_plan_is_dropped_whole_at_the_first_step_that_does_not_fit():
    match = scene()
    cards = hold(
        match, ANNA, *(card(match, name, cost={"gold": cost}) for name, cost in zip("abc", (4, 4, 0), strict=True))
    )
    enlisting(match)
    lay(match, ANNA, *cards)
    plan = [only_order(match, ANNA, f"pay:{name}") for name in cards]
    act(match, PayFor(cards[0]))
    # Anna couldn't pay for the second card, so the third card is offered.
    assert asked(match) == (ANNA, "offer")
    assert GAME.standing(match, ANNA, plan) == []
    assert ordered_action(match, ANNA, *plan) is None


@rule("AH-PBP.8")
def test_a_plan_ends_when_the_rival_uses_a_dem():
    match = scene_with_cards()
    mine = hold(match, ANNA, card(match, "mine"))[0]
    theirs = hunter(match, BELA)
    enlisting(match)
    lay(match, ANNA, mine)
    lay(match, BELA)
    plan = only_order(match, ANNA, f"pay:{mine}")
    play(continue_to_half(match, BELA), theirs)
    close_window(match)
    assert asked(match) == (ANNA, "offer")
    assert ordered_action(match, ANNA, plan, "plan:pay") is None
    assert is_standing(match, ANNA, only_order(match, ANNA, f"pay:{mine}"))


def test_a_face_down_row_is_offered_to_its_owner_alone():
    match = enlisting(scene_with_cards())
    names = hold(match, ANNA, "cold_hands", "eel_sermon")
    lay(match, ANNA, *names)
    assert any(name in order for order in offered(match, ANNA) for name in names)
    assert not any(name in order for order in offered(match, BELA) for name in names)


@rule("AH-PBP.9")
def test_a_team_is_chosen_as_planned_if_everyone_can_take_part():
    match = scene()
    both = [heretic(match, ANNA, icons={"recruit": 1}) for _ in range(2)]
    heretic(match, ANNA, icons={"recruit": 1})
    plan = [only_order(match, ANNA, f"team:{name}") for name in both]
    announce(match)
    for name in both:
        assert ordered_action(match, ANNA, *plan) == Join(name)
        act(match, Join(name))
    assert ordered_action(match, ANNA, *plan) == Done()
    act(match, Done())
    while match.state.man is not None:
        act_minimally(match)
    assert GAME.standing(match, ANNA, plan) == []


@rule("AH-PBP.9")
def test_a_team_that_was_upset_is_asked_about():
    match = scene()
    both = [heretic(match, ANNA, icons={"recruit": 1}) for _ in range(2)]
    heretic(match, ANNA, icons={"recruit": 1})
    plan = [only_order(match, ANNA, f"team:{name}") for name in both]
    announce(match)
    set_card(match, both[1], ready=False)
    assert ordered_action(match, ANNA, *plan) is None
    assert ordered_action(match, ANNA, *plan[:1]) == Join(both[0])


@rule("AH-PBP.10")
@pytest.mark.parametrize("kind", MANOEUVRES)
def test_a_manoeuvre_is_not_blocked_by_order_and_never_without(kind: str):
    match = scene()
    for seat in (ANNA, BELA):
        for _ in range(2):
            heretic(match, seat, icons=dict.fromkeys(MANOEUVRES, 1))
    announce(match, kind)
    act(match, Join(match.decisions()[ANNA].actions[1].card))  # type: ignore[attr-defined]
    act(match, Done())
    assert asked(match) == (BELA, "team")
    order = only_order(match, BELA, f"block:{kind}")
    assert ordered_action(match, BELA, order) == Done()
    assert ordered_action(match, BELA) is None
    assert (
        ordered_action(
            match, BELA, *(only_order(match, BELA, f"block:{other}") for other in MANOEUVRES if other != kind)
        )
        is None
    )
    with arrange(match) as state:
        state.round += 1
    assert not is_standing(match, BELA, order)


@rule("AH-PBP.11")
def test_the_draw_after_a_conflict_is_as_preferred_and_never_of_the_last_cards():
    match = fight(scene())
    continue_until(match, "conflict_draw")
    for drawn in ("none", "plot", "heretic"):
        assert ordered_action(match, ANNA, f"draw:{drawn}") == DrawFrom(drawn)
    assert ordered_action(match, ANNA) is None
    deck(match, ANNA, plot=FLOOR, heretics=0)
    assert ordered_action(match, ANNA, "draw:plot") == DrawFrom("none")
    assert ordered_action(match, ANNA, "draw:heretic") == DrawFrom("none")


@rule("AH-PBP.11")
def test_nothing_is_discarded_in_the_epilogue_by_order():
    match = scene_with_cards()
    to_discards(match)
    for seat in (ANNA, BELA):
        assert ordered_action(match, seat, "discard:none") == Done()
        assert ordered_action(match, seat) is None


@rule("AH-PBP.6")
def test_who_has_no_choice_is_not_asked():
    match = scene()
    for seat in (ANNA, BELA):
        name = match.state.players[seat].damned
        set_card(match, name, ready=False, used=["0"])
    assert match.decisions()[ANNA].actions == [Pass()]
    assert ordered_action(match, ANNA) == Pass()
    # Béla is asked although he can only waive: an automatic waiver would reveal that he has no card for the window.
    waits = continue_to_half(opened("conflict_end"), BELA)
    assert waits.decisions()[BELA].actions == [Waive()]
    assert ordered_action(waits, BELA, "stop:conflict_end") is None


# -- conceding ---------------------------------------------------------------------------------------------------------


@rule("AH-PBP.24")
@seats_of
@pytest.mark.parametrize("place", ["act", "offer", "name", "window", "team", "sealed"])
def test_a_player_concedes_at_any_time_and_the_other_wins(seat: int, place: str):
    match = _conceding(place)
    cards = sorted(all_cards(match))
    told = [event.body.kind for event in match.concede(seat)]
    assert match.over
    assert "decided" in told
    assert match.result is not None
    assert match.result.winners == [1 - seat]
    assert match.state.reason == "conceded"
    assert sorted(all_cards(match)) == cards
    assert match.decisions() == {}


def _conceding(place: str) -> Haeresis:
    match = scene_with_cards()
    if place == "window":
        return opened("conflict_end")
    if place == "team":
        announce(match)
        return continue_until(match, "team")
    if place == "sealed":
        return to_discards(match)
    if place in ("offer", "name"):
        heretic(match, ANNA)
        heretic(match, ANNA)
        wound = {"op": "damage", "amount": 1, "target": {"what": "heretic", "whose": "own", "scope": "anywhere"}}
        mine = event(match, ANNA, do=[wound], rows=["enlistment"])
        enlisting(match)
        lay(match, ANNA, mine)
        continue_until(match, "offer")
        if place == "name":
            act(match, PayFor(mine))
            assert asked(match) == (ANNA, "name")
    return match


def all_cards(match: Haeresis) -> list[str]:
    """Return every card in the match, wherever it is."""
    state = match.state
    found = [*state.cards, *state.table, *state.open[0], *state.open[1]]
    found += [step.card for step in state.stack if isinstance(step, PayStep) and step.how == "row"]
    for player in state.players:
        for pile in (player.plot, player.heretics, player.locations, player.background, player.hand, player.pyre):
            found += pile
        found += [name for chapter in player.row for name in chapter]
    return found
