"""Action turns planned ahead: when planning is possible, what planned steps depend on, and where a plan stops."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rules.edge_of_darkness.examples.position_builder import acting, prologue, send, sleeve_slip
from rules.edge_of_darkness.game import GAME
from rules.edge_of_darkness.state.actions import (
    Draft,
    EndTurn,
    HuntThreats,
    KeepInHall,
    Pick,
    Sleeve,
    SleeveOnto,
    UseContact,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import FreeStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine import planned_turns
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.scenes import fill_tray
from tests.edge_of_darkness.table import after_prologue
from tests.game_helpers import act, asked, offers

SAY = Translator()
#: The seat that plans its turn, while seat 0 has its Action turn.
ME = 1
#: Two Neutral cards in the hand of seat ME.
SMITH, HUNTER = "old_piet_haverkamp", "tova_lindqvart"
COINS, HUNT = UseContact(SMITH, "bottom"), UseContact(HUNTER, "bottom")
SETUP = "the_forge,war_council,deephollow_border_town,guildmark_university,the_citywatch,watchtower,capital_hall,"
SETUP += "tallow_market,gallows_bridge,house_of_whispers"


def waiting(smith: str = "forge_b1") -> EdgeMatch:
    """Return a match where the seat ME waits for its turn. Its hand has cards with a Blacksmith and a Bounty Hunter."""
    match = acting(2, 0, then=[ME], setup=SETUP)
    with arrange(match) as state:
        for card in (SMITH, HUNTER):
            state.street[state.street.index(card)] = ""
            state.players[ME].hand.append(card)
    sleeve_slip(match, SMITH, smith)
    sleeve_slip(match, HUNTER, "gallows_b1")
    return match


def planned(match: EdgeMatch, *actions: Action, seat: int = ME) -> list[str]:
    """Return the standing orders of a seat that has planned these actions."""
    left: list[str] = []
    for action in actions:
        left = planned_turns.with_step(match, seat, left, action, random.Random(5))
    return left


def ahead(match: EdgeMatch, orders: Sequence[str] = (), seat: int = ME) -> planned_turns.DryRun:
    found = planned_turns.rehearse(SAY, match, seat, orders, random.Random(5))
    assert found is not None
    return found


def planning(match: EdgeMatch) -> list[int]:
    """Return the seats that can plan a turn now."""
    found = [planned_turns.rehearse(SAY, match, seat, [], random.Random(5)) for seat in range(match.state.seats)]
    return [seat for seat, one in enumerate(found) if one is not None]


def pick_first(match: EdgeMatch, kind: str = "") -> None:
    """Make the first legal pick (of this kind, if given) for the seat that must pick, without using its effect."""
    act(match, next(one for one in offers(match, Pick) if kind in ("", one.location)))
    act(match, offers(match, SleeveOnto)[0])
    if asked(match)[1] == "pick_effect":
        act(match, Pass())


def follow_orders(match: EdgeMatch, orders: Sequence[str], seat: int = ME) -> list[str]:
    """Let a seat's orders act, as the service does, until no order applies. Return the orders that remain."""
    left = GAME.standing(match, seat, list(orders))
    while seat in match.decisions() and (action := GAME.ordered(match, seat, left)) is not None:
        left = planned_turns.remaining_orders(match, seat, left, action)
        match.apply(seat, action)
        left = GAME.standing(match, seat, left)
    return left


@pytest.mark.rule("EOD-PBP.8")
def test_a_whole_turn_is_planned_and_played_when_it_comes():
    match = waiting()
    coins = match.state.players[ME].coins
    onto = SleeveOnto("forge_m1", SMITH)
    orders = planned(match, COINS, HUNT, HuntThreats((1,)), Sleeve("the_forge"), onto, EndTurn())
    assert len(ahead(match, orders).step_texts) == 6
    assert match.state.players[ME].coins == coins
    act(match, EndTurn())
    prey = match.state.tower[0]
    assert follow_orders(match, orders) == []
    assert prey not in match.state.tower
    assert match.state.cards[SMITH].middle == "forge_m1"
    assert not match.state.players[ME].hand


@pytest.mark.rule("EOD-PBP.8")
def test_a_step_that_reveals_a_card_is_named_instead_of_its_events():
    match = waiting()
    assert ahead(match, planned(match, COINS, HUNT)).uncertain == ()
    assert ahead(match, planned(match, COINS, HUNT, HuntThreats((1,)))).uncertain == (3,)


@pytest.mark.rule("EOD-PBP.8")
def test_what_the_plan_would_do_is_shown_from_what_everyone_knows():
    match = waiting()
    orders = planned(match, COINS, HUNT)
    shown = ahead(match, orders)
    match.state.deck[1:] = reversed(match.state.deck[1:])
    match.forget()
    again = ahead(match, orders)
    assert (shown.step_texts, shown.events, shown.decision) == (again.step_texts, again.events, again.decision)
    assert planned(match, COINS, HUNT) == orders


@pytest.mark.rule("EOD-PBP.8")
def test_a_hunt_stops_where_another_card_has_come_and_may_name_others_instead():
    match = waiting()
    orders = planned(match, COINS, HUNT, HuntThreats((1,)))
    either = planned_turns.with_step(match, ME, orders, HuntThreats((2,)), random.Random(5), instead=True)
    with arrange(match) as state:
        state.tower[0], state.deck[-1] = state.deck[-1], state.tower[0]
    act(match, EndTurn())
    other = match.copy()
    left = follow_orders(match, orders)
    assert [step.answers[0].action for step in planned_turns.steps_of(match, left)] == [HuntThreats((1,))]
    assert planned_turns.stop_reason(SAY, match, ME, left)
    assert asked(match) == (ME, "free")
    prey = other.state.tower[1]
    assert follow_orders(other, either) == []
    assert prey not in other.state.tower


@pytest.mark.rule("EOD-PBP.8")
def test_what_comes_to_the_tower_after_a_hunt_can_not_be_hunted_by_plan():
    match = waiting()
    decision = ahead(match, planned(match, COINS, HUNT, HuntThreats((2,)))).decision
    assert decision is not None
    hunts = [action for action in decision.actions if isinstance(action, HuntThreats)]
    assert HuntThreats((3,)) in hunts
    assert all(2 not in action.spots for action in hunts)


@pytest.mark.rule("EOD-PBP.8")
def test_an_effect_that_gives_something_else_by_then_is_not_used():
    # The Informer's effect depends on rivals: it gives Influence for each of their Agents at its Location.
    match = waiting("whispers_b1")
    orders = planned(match, COINS)
    send(match, 0, "house_of_whispers", 2)
    act(match, EndTurn())
    left = follow_orders(match, orders)
    assert left == orders
    assert "wouldn't do the same" in planned_turns.stop_reason(SAY, match, ME, left)


@pytest.mark.rule("EOD-PBP.8")
def test_an_attack_at_the_beginning_of_the_turn_is_asked_and_the_plan_goes_on_after_it():
    match = waiting()
    orders = planned(match, COINS, HUNT)
    with arrange(match) as state:
        state.players[ME].agents["watchtower"] = 1
        state.players[ME].pool -= 1
        state.players[ME].staged[-1] = 1
        state.bag[-1] -= 1
    fill_tray(match, 1)
    act(match, EndTurn())
    while ME in match.decisions() and match.decisions()[ME].prompt.key == "defend":
        assert GAME.ordered(match, ME, orders) is None
        left = planned_turns.remaining_orders(match, ME, orders, Pass())
        assert left == orders
        match.apply(ME, Pass())
    assert follow_orders(match, orders) == []
    assert {entry.partition("/")[0] for entry in match.state.turn.used} == {SMITH, HUNTER}


@pytest.mark.rule("EOD-PBP.8")
def test_a_turn_can_be_planned_from_the_own_draft_to_its_beginning():
    match = after_prologue(3)
    first, _ = asked(match)
    assert planning(match) == []
    act(match, Draft())
    assert planning(match) == [first]
    while match.state.phase == "assembly":
        act(match, Draft())
    assert isinstance(match.state.stack[-1], FreeStep)
    now, _ = asked(match)
    assert planning(match) == [seat for seat in range(3) if seat != now]


@pytest.mark.rule("EOD-PBP.8")
def test_picks_are_planned_with_their_copies_and_effects():
    match = prologue(3)
    assert planning(match) == [1, 2]
    starters = match.state.players[ME].starters
    pick, onto = Pick("the_forge"), SleeveOnto("forge_b1", starters[0])
    orders = planned(match, pick, onto, UseContact(starters[0], "bottom"))
    assert ahead(match, orders).is_whole(ME)
    pick_first(match, "war_council")
    coins = match.state.players[ME].coins
    assert follow_orders(match, orders) == []
    assert match.state.players[ME].coins == coins + 2
    assert asked(match) == (2, "pick")


@pytest.mark.rule("EOD-PBP.8")
def test_a_pick_stops_where_someone_has_taken_the_kind_and_may_name_others():
    match = prologue(3)
    orders = planned(match, Pick("the_forge"))
    either = planned_turns.with_step(match, ME, orders, Pick("watchtower"), random.Random(5), instead=True)
    pick_first(match, "the_forge")
    assert "already been picked" in planned_turns.stop_reason(SAY, match, ME, orders)
    assert follow_orders(match.copy(), orders) == orders
    assert follow_orders(match, either) == []
    assert asked(match) == (ME, "sleeve_onto")


@pytest.mark.rule("EOD-PBP.8")
def test_two_picks_in_a_row_are_one_plan():
    match = prologue(3)
    onto = SleeveOnto("forge_b1", match.state.players[2].starters[0])
    whole = planned(match, Pick("the_forge"), onto, Pass(), Pick("watchtower"), seat=2)
    for kind in ("war_council", "tallow_market"):
        pick_first(match, kind)
    assert follow_orders(match, whole, seat=2) == []
    assert match.state.picked[-1] == "the_forge"
    assert asked(match) == (2, "sleeve_onto")


@pytest.mark.rule("EOD-PBP.8")
def test_the_card_for_the_guild_hall_is_kept_as_planned():
    match = prologue(2)
    for _ in range(5):
        pick_first(match)
    # Seat 0 has made all three of its picks, and the seat ME must make its last one.
    assert asked(match) == (ME, "pick")
    decision = ahead(match, seat=0).decision
    assert decision is not None
    bare = [action for action in decision.actions if isinstance(action, KeepInHall)]
    orders = planned(match, bare[-1], seat=0)
    pick_first(match)
    assert match.decisions().keys() == {0, ME}
    assert follow_orders(match, orders, seat=0) == []
    assert match.state.players[0].hall == [bare[-1].card]
    assert match.decisions().keys() == {ME}


@pytest.mark.rule("EOD-PBP.8")
def test_doing_something_else_by_hand_gives_the_plan_up():
    match = waiting()
    orders = planned(match, COINS, HUNT)
    act(match, EndTurn())
    assert planned_turns.remaining_orders(match, ME, orders, HUNT) == []
    assert planned_turns.remaining_orders(match, ME, orders, COINS) == orders[1:]
