"""Turns planned ahead: what can be planned, how a plan is executed, and where a plan stops."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rules.dark_providence.examples.position_builder import hold, mark, turn
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import (
    AcquireTarget,
    ChooseLead,
    DiscardCard,
    EndTurn,
    Meddle,
    Pay,
    PlaceInfluence,
    StartIn,
)
from rules.dark_providence.state.state import Providence
from rules.kernel.data.actions import Action
from rules.kernel.engine import planned_turns
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.dark_providence.table import act, new, offers
from tests.game_helpers import look, of_kinds

SAY = Translator()
#: The seat that plans its turn while seat 0 moves.
ME = 1


def luck() -> random.Random:
    return random.Random(5)


def planned(match: Providence, *actions: Action, seat: int = ME, orders: Sequence[str] = ()) -> list[str]:
    """Return a seat's standing orders after it has planned these actions in addition to its orders."""
    left = list(orders)
    for action in actions:
        left = planned_turns.with_step(match, seat, left, action, luck())
    return left


def ahead(match: Providence, orders: Sequence[str] = (), seat: int = ME) -> planned_turns.DryRun:
    found = planned_turns.rehearse(SAY, match, seat, orders, luck())
    assert found is not None
    return found


def offered(match: Providence, orders: Sequence[str] = ()) -> list[Action]:
    """Return the actions that can be added to the plan in these standing orders."""
    decision = ahead(match, orders).decision
    return decision.actions if decision is not None else []


def follow_orders(match: Providence, orders: list[str], seat: int = ME) -> list[str]:
    """Let a seat's orders act, as the service does, until no order applies. Return the orders that remain."""
    orders = GAME.standing(match, seat, orders)
    while seat in match.decisions() and (action := GAME.ordered(match, seat, orders)) is not None:
        orders = planned_turns.remaining_orders(match, seat, orders, action)
        match.apply(seat, action)
        orders = GAME.standing(match, seat, orders)
    return orders


def waiting(*cards: str) -> Providence:
    """Return a match where seat 0 moves and seat 1 has these starting cards in hand."""
    match = turn()
    hold(match, ME, *(f"tuesday_{card}" for card in cards or ("favour_1", "petty_cash")))
    return match


# -- planning -------------------------------------------------------------------------------------------------


def test_a_turn_is_planned_question_by_question_and_told_in_words():
    match = waiting()
    before = match.dump()
    first = offered(match)
    assert PlaceInfluence("boston") in first
    assert EndTurn() in first
    orders = planned(match, PlaceInfluence("boston"))
    orders = planned(match, EndTurn(), orders=orders)
    found = ahead(match, orders)
    assert found.step_texts == ("Influence: Boston", "Pass")
    assert [body.target for body in of_kinds([event.body for event in found.events], "placed")] == ["boston"]
    assert found.is_whole(ME)
    assert found.stopped == ""
    assert match.dump() == before


def test_nothing_is_planned_in_ones_own_turn_nor_alone_nor_at_the_end():
    match = waiting()
    assert planned_turns.rehearse(SAY, match, 0, [], luck()) is None
    assert planned_turns.rehearse(SAY, turn(seats=1), 0, [], luck()) is None
    match.state.ending.append("ritual")
    assert planned_turns.rehearse(SAY, match, ME, [], luck()) is None


def test_what_rests_on_an_unknown_card_is_not_offered():
    match = waiting()
    face_up = match.state.places["boston"].stack[0]
    mark(match, ME, face_up, 2)
    after = offered(match, planned(match, AcquireTarget(face_up)))
    below = match.state.places["boston"].stack[1]
    assert PlaceInfluence("chicago") in after
    assert PlaceInfluence(below) not in after
    with pytest.raises(Refusal, match="You can't plan that now"):
        planned(match, AcquireTarget(face_up), PlaceInfluence(below))


def test_a_plan_shows_nothing_that_its_seat_does_not_know():
    match = waiting()
    mark(match, ME, "boston", 3)
    orders = planned(match, AcquireTarget("boston"))
    for seed in range(4):
        other = match.worlds(ME, random.Random(seed))
        assert planned(other, AcquireTarget("boston")) == orders
        assert offered(other, orders) == offered(match, orders)
        assert ahead(other, orders).step_texts == ahead(match, orders).step_texts
        assert ahead(other, orders).events == ahead(match, orders).events


# -- the planned turn -------------------------------------------------------------------------------------------


def test_a_plan_is_followed_to_the_end_of_the_turn():
    match = waiting()
    orders = planned(match, PlaceInfluence("boston"), EndTurn())
    assert GAME.ordered(match, 0, orders) is None
    act(match, EndTurn(), 0)
    assert follow_orders(match, orders) == []
    assert look(match).turn.seat == 2
    assert any(city.id == "boston" and city.marks[ME] for city in look(match).cities)


def test_a_plan_pays_as_it_says():
    match = waiting("contacts_1", "favour_1")
    pay = Pay(("tuesday_contacts_1",))
    assert pay in offered(match, planned(match, PlaceInfluence("boston")))
    orders = planned(match, PlaceInfluence("boston"), pay, EndTurn())
    act(match, EndTurn(), 0)
    assert follow_orders(match, orders) == []
    assert match.state.players[ME].discard == ["tuesday_contacts_1"]


def test_a_plan_stops_where_what_it_rests_on_has_changed_and_says_why():
    match = waiting()
    orders = planned(match, PlaceInfluence("boston"), EndTurn())
    mark(match, 0, "boston", 1)
    act(match, EndTurn(), 0)
    left = follow_orders(match, orders)
    assert ME in match.decisions()
    assert planned_turns.stop_reason(SAY, match, ME, left) == "Influence: Boston: Influence there has changed since."
    # The player takes an action that isn't the plan's next one, so the plan ends for good.
    after = planned_turns.remaining_orders(match, ME, left, PlaceInfluence("chicago"))
    assert after == []


def test_a_change_elsewhere_does_not_stop_a_plan():
    match = waiting()
    orders = planned(match, PlaceInfluence("boston"), EndTurn())
    mark(match, 0, "chicago", 2)
    act(match, EndTurn(), 0)
    assert follow_orders(match, orders) == []
    assert look(match).turn.seat == 2


def test_a_planned_acquisition_that_someone_prevents_says_which_rule():
    match = waiting()
    mark(match, ME, "boston", 3)
    orders = planned(match, AcquireTarget("boston"))
    mark(match, 2, "boston", 4)
    found = ahead(match, orders)
    assert "a tie isn't enough" in found.stopped
    assert found.steps == ()
    act(match, EndTurn(), 0)
    left = follow_orders(match, orders)
    assert planned_turns.stop_reason(SAY, match, ME, left) == f"Acquire Boston: {found.stopped.partition(': ')[2]}"


def test_the_first_that_can_be_is_taken():
    match = waiting()
    mark(match, ME, "boston", 3)
    mark(match, ME, "chicago", 3)
    orders = planned(match, AcquireTarget("boston"))
    orders = planned_turns.with_step(match, ME, orders, AcquireTarget("chicago"), luck(), instead=True)
    assert ahead(match, orders).step_texts == ("the first possible one of these: Acquire Boston; Acquire Chicago",)
    with pytest.raises(Refusal, match="You can't plan that now"):
        planned_turns.with_step(match, ME, orders, EndTurn(), luck(), instead=True)
    mark(match, 2, "boston", 4)
    act(match, EndTurn(), 0)
    follow_orders(match, orders)
    assert match.state.places["boston"].controller == -1
    assert match.state.places["chicago"].controller == ME


def test_meddling_rests_on_the_track():
    match = waiting("warding_rite")
    orders = planned(match, Meddle("investigation", "up"))
    match.state.investigation += 1
    act(match, EndTurn(), 0)
    assert "has moved since" in planned_turns.stop_reason(SAY, match, ME, follow_orders(match, orders))


def test_a_plan_lapses_with_its_turn():
    match = waiting()
    orders = planned(match, PlaceInfluence("boston"), EndTurn())
    for seat in (0, ME):
        assert GAME.standing(match, ME, orders) == orders
        act(match, EndTurn(), seat)
    assert GAME.standing(match, ME, [*orders, "end_turn"]) == ["end_turn"]


def test_a_plan_that_this_version_cannot_read_lapses():
    match = waiting()
    assert GAME.standing(match, ME, ['then:["2",[[{"verb":"dance"},{}]]]', "end_turn"]) == ["end_turn"]


# -- the turn after the next ------------------------------------------------------------------------------------


def two_turns(*cards: str) -> tuple[Providence, list[str]]:
    """Return a match where seat 1 waits, and its plan for two turns: influence in Boston, then an acquisition there."""
    match = waiting(*cards)
    mark(match, ME, "boston", 2)
    return match, planned(match, PlaceInfluence("boston"), EndTurn(), AcquireTarget("boston"), EndTurn())


def test_the_turn_after_the_next_is_planned_once_the_next_is_whole():
    match, orders = two_turns()
    found = ahead(match, orders)
    assert found.first_turn_steps == 2
    assert found.step_texts[2:] == ("Acquire Boston", "Pass")
    assert [step.turn for step in found.steps] == ["2", "2", "5", "5"]
    # A third turn can't be planned.
    assert found.decision is None
    with pytest.raises(Refusal, match="You can't plan that now"):
        planned(match, EndTurn(), orders=orders)


def test_a_plan_for_two_turns_is_followed_in_both_and_not_before():
    match, orders = two_turns()
    act(match, EndTurn(), 0)
    left = follow_orders(match, orders)
    assert left == orders[2:]
    assert look(match).turn.seat == 2
    for seat in (2, 0):
        assert GAME.standing(match, ME, left) == left
        act(match, EndTurn(), seat)
    assert follow_orders(match, left) == []
    assert match.state.places["boston"].controller == ME
    assert look(match).turn.seat == 2


def test_the_second_turn_waits_while_the_first_is_still_open():
    match, orders = two_turns()
    act(match, EndTurn(), 0)
    left = GAME.standing(match, ME, orders[2:])
    assert left == orders[2:]
    assert GAME.ordered(match, ME, left) is None
    assert planned_turns.stop_reason(SAY, match, ME, left) == ""


def test_the_second_turn_stops_where_what_it_rests_on_has_changed():
    match, orders = two_turns()
    act(match, EndTurn(), 0)
    left = follow_orders(match, orders)
    mark(match, 2, "boston", 5)
    act(match, EndTurn(), 2)
    act(match, EndTurn(), 0)
    assert follow_orders(match, left) == left
    assert "a tie isn't enough" in planned_turns.stop_reason(SAY, match, ME, left)


def test_both_turns_are_dropped_if_the_first_goes_otherwise():
    match, orders = two_turns()
    act(match, EndTurn(), 0)
    assert planned_turns.remaining_orders(match, ME, orders, EndTurn()) == []
    act(match, EndTurn(), ME)
    assert GAME.standing(match, ME, orders) == []


def test_cards_that_are_drawn_before_the_second_turn_are_not_offered_in_it():
    match, _ = two_turns()
    first = planned(match, PlaceInfluence("boston"), EndTurn())
    drawn = {card for world in ahead(match, first).worlds for card in world.state.players[ME].hand}
    known = [
        card for card in drawn if all(card in world.state.players[ME].hand for world in ahead(match, first).worlds)
    ]
    discards = {action.card for action in offered(match, first) if isinstance(action, DiscardCard)}
    assert discards <= set(known) < drawn
    for seed in range(4):
        other = match.worlds(ME, random.Random(seed))
        assert offered(other, first) == offered(match, first)


# -- before the first turn --------------------------------------------------------------------------------------


def test_a_lead_agent_and_a_starting_city_are_planned_too():
    match = new()
    first, second, _ = [(match.state.first + place) % 3 for place in range(3)]
    leads = list(match.content.leads)
    orders = planned(match, ChooseLead(leads[0]), seat=second)
    orders = planned_turns.with_step(match, second, orders, ChooseLead(leads[1]), luck(), instead=True)
    assert ahead(match, orders, second).decision is None
    match.apply(first, ChooseLead(leads[0]))
    assert follow_orders(match, orders, second) == []
    assert match.state.players[second].lead == leads[1]
    while not match.state.dealt:
        act(match, offers(match)[0])
    starting = next(seat for seat in range(3) if seat not in match.decisions())
    orders = planned(match, StartIn("boston"), seat=starting)
    while starting not in match.decisions():
        act(match, StartIn("chicago") if StartIn("chicago") in offers(match) else StartIn("arkham"))
    assert follow_orders(match, orders, starting) == []
    assert match.state.agents[match.state.players[starting].lead].city == "boston"
