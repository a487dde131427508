"""Refusals of acquisitions, influence, travel, meddling and payments. Each is one sentence that helps the player."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.dark_providence.examples.position_builder import agent, control, hold, lay, leave, mark, show, turn
from rules.dark_providence.state import actions
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import PayStep, RecoverStep, TravelStep
from tests.dark_providence.table import act, leave_controls, refusal

# -- acquiring ------------------------------------------------------------------------------------------------


def _not_first(match: Providence) -> None:
    mark(match, 0, "detroit", 3)
    match.state.turn.taken = 1


def _none_there(match: Providence) -> None:
    match.state.agents["monday"].city = "detroit"


def _tie(match: Providence) -> None:
    mark(match, 0, "detroit", 1)
    mark(match, 1, "detroit", 1)


def _fewer(match: Providence) -> None:
    mark(match, 0, "detroit", 1)
    mark(match, 1, "detroit", 3)


def _locked(match: Providence) -> None:
    mark(match, 0, "detroit", 3)
    match.state.locks.append("detroit")


def _yours(match: Providence) -> None:
    control(match, 0, "detroit")
    mark(match, 0, "detroit", 1)


def _cthulhu(match: Providence) -> None:
    mark(match, 0, "detroit", 3)
    match.state.cthulhu = "detroit"


def _no_control(match: Providence) -> None:
    mark(match, 0, "detroit", 3)
    leave_controls(match, 0, 0, "detroit")


CITY: dict[str, tuple[Callable[[Providence], None], str]] = {
    "not first": (
        _not_first,
        "You can acquire only with the first action of a turn; try it at the start of your next turn.",
    ),
    "no marker": (_none_there, "You have no influence marker there; place influence first."),
    "tie": (_tie, "You don't have the most influence there, and a tie isn't enough; place more first."),
    "fewer": (_fewer, "You don't have the most influence there, and a tie isn't enough; place more first."),
    "lock": (_locked, "It's locked; no one can acquire it until the lock is removed."),
    "own city": (_yours, "You already control that city."),
    "Cthulhu": (_cthulhu, "Cthulhu is there; nothing can be acquired in that city."),
    "no control marker": (_no_control, "You have no control marker left for another city."),
}


@pytest.mark.parametrize("case", CITY)
def test_a_city_is_not_acquired(case: str) -> None:
    """Check the refusals required by rules DP-ACQ.1, ACQ.3, ACQ.4, ACQ.7, DP-LOCK.2, DP-CITY.10 and DP-LIMIT.5."""
    match = turn(3)
    arrange, told = CITY[case]
    arrange(match)
    assert refusal(match, actions.AcquireTarget("detroit")) == told


def test_a_seventh_agent_is_not_acquired() -> None:
    """Check the refusals required by rules DP-ACQ.9 and DP-AGENT.15."""
    match = turn(3)
    lay(match, "detroit", "wyatt_earp")
    mark(match, 0, "wyatt_earp", 2)
    for name in ("moses_fleet", "eliot_ness", "carl_jung", "herbert_west", "kana_mishima"):
        agent(match, 0, name, "boston")
    told = "You already have six agents, the most allowed."
    assert refusal(match, actions.AcquireTarget("wyatt_earp")) == told


def test_a_hidden_cultist_blocks_city_and_asset() -> None:
    """Check the refusals required by rule DP-SOLO.43."""
    match = turn(1)
    asset = match.state.places["arkham"].stack[0]
    mark(match, 0, "arkham", 3)
    mark(match, 0, asset, 3)
    told = "A hidden cultist is in that city; reveal it, or wait until it moves on."
    assert refusal(match, actions.AcquireTarget("arkham")) == told
    assert refusal(match, actions.AcquireTarget(asset)) == told


def test_what_is_not_there_is_not_acquired() -> None:
    match = turn(3)
    show(match, "hastur", "silver_key", "elder_sign")
    assert refusal(match, actions.AcquireTarget("cthulhu")) == "That mythos card is not in the row."
    hidden = match.state.places["boston"].stack[1]
    assert refusal(match, actions.AcquireTarget(hidden)) == "That card isn't face up in any city."
    assert refusal(match, actions.AcquireTarget(match.state.stock[0])) == "That card isn't face up in any city."
    assert refusal(match, actions.AcquireTarget("limbo")) == "There is no such city, primary asset or mythos card."


# -- influence, travel, tracks --------------------------------------------------------------------------------


def test_influence_needs_a_marker_a_card_and_no_cthulhu() -> None:
    """Check the refusals required by rules DP-PLACE.1 and DP-LIMIT.2."""
    match = turn(3)
    place = actions.PlaceInfluence("boston")
    assert refusal(match, place) == "You have no card with Influence in your hand."
    hold(match, 0, "monday_favour")
    match.state.cthulhu = "boston"
    assert refusal(match, place) == "Cthulhu is there; you can't place influence in that city or on its card."
    match.state.cthulhu = ""
    mark(match, 0, "detroit", 6)
    assert refusal(match, place) == "You have no influence marker in your supply; recover or buy some first."


def test_buying_needs_wealth_and_a_pool() -> None:
    """Check the refusals required by rules DP-BUY.4, BUY.6 and DP-LIMIT.2."""
    match = turn(3)
    hold(match, 0, "monday_contacts_1")
    assert refusal(match, actions.BuyInfluence()) == "A marker costs 2 Wealth, and your hand has 1."
    leave(match, 0, pool=0)
    told = "There is no marker of your colour left in the common pool."
    assert refusal(match, actions.BuyInfluence()) == told


def test_recovering_needs_markers_out_there_and_a_card() -> None:
    match = turn(3)
    told = "You have no markers to recover from cities, cards or Limbo."
    assert refusal(match, actions.RecoverInfluence()) == told
    mark(match, 0, "boston", 2)
    assert refusal(match, actions.RecoverInfluence()) == "You have no card with Recovery in your hand."


def test_taking_back_keeps_to_what_is_there() -> None:
    """Check the refusals required by rules DP-RECOVER.2 to RECOVER.4."""
    match = turn(3)
    mark(match, 0, "boston", 2)
    mark(match, 0, "detroit", 3)
    hold(match, 0, "monday_second_thoughts")
    act(match, actions.RecoverInfluence())
    assert isinstance(match.state.stack[-1], RecoverStep)
    assert refusal(match, actions.TakeBack("boston", 3)) == "You can recover at most 2 from there."
    assert refusal(match, actions.TakeBack("boston", 0)) == "Recover at least one marker."
    assert refusal(match, actions.TakeBack("limbo", 1)) == "You have no markers in Limbo."
    assert refusal(match, actions.TakeBack("chicago", 1)) == "You have no markers there to recover."


def test_travel_needs_an_own_agent_an_open_city_and_wealth() -> None:
    """Check the refusals required by rules DP-TRAVEL.4, TRAVEL.7, TRAVEL.8 and TRAVEL.10."""
    match = turn(3)
    assert refusal(match, actions.Travel("moses_fleet")) == "That agent is not on the map."
    told = "That isn't your agent; only your own agents can travel."
    assert refusal(match, actions.Travel("tuesday")) == told
    told = "Your hand has 0 Wealth, too little for another route."
    assert refusal(match, actions.Travel("monday")) == told
    hold(match, 0, "monday_petty_cash")
    match.state.martial_law = "chicago"
    act(match, actions.Travel("monday"))
    assert isinstance(match.state.stack[-1], TravelStep)
    told = "That way costs 3 Wealth, and your hand has 2 left."
    assert refusal(match, actions.GoTo("new_york")) == told
    told = "Martial law is in force there; no one can travel to that city."
    assert refusal(match, actions.GoTo("chicago")) == told
    assert refusal(match, actions.GoTo("arkham")) == "The agent is already in that city."
    match.state.cthulhu = "detroit"
    assert refusal(match, actions.GoTo("detroit")) == "Cthulhu is there; no one can travel to that city."
    told = "First name the city the agent travels to."
    assert refusal(match, actions.Travel("monday")) == told


def test_an_agent_travels_once_in_an_action() -> None:
    match = turn(3)
    agent(match, 0, "moses_fleet", "boston")
    hold(match, 0, "monday_petty_cash")
    act(match, actions.Travel("monday"))
    act(match, actions.GoTo("boston"))
    told = "That agent is already travelling; each moves once per action."
    assert refusal(match, actions.Travel("monday")) == told
    assert refusal(match, actions.GoTo("arkham")) == "First name the agent who travels."


def test_the_free_move_is_la_frances_alone_adjacent_and_once_a_turn() -> None:
    """Check the refusals required by rules DP-AGENT.7 and AGENT.8."""
    match = turn(3)
    assert refusal(match, actions.FreeMove("boston")) == "None of your agents can move for free."
    agent(match, 0, "lillian_la_france", "arkham")
    told = "That city isn't adjacent, and a free move reaches only adjacent cities."
    assert refusal(match, actions.FreeMove("new_york")) == told
    act(match, actions.FreeMove("boston"))
    told = "That agent has already used its free move this turn."
    assert refusal(match, actions.FreeMove("arkham")) == told


def test_tracks_have_ends_and_icons_of_their_own() -> None:
    """Check the refusals required by rules DP-MEDDLE.3, MEDDLE.5 and DP-TRACK.10."""
    match = turn(3)
    hold(match, 0, "radio_network")
    told = "That marker is on the first space; it can't go further down."
    assert refusal(match, actions.Meddle("ritual", "down")) == told
    told = "You have no card with that icon in your hand; other icons don't count."
    assert refusal(match, actions.Meddle("ritual", "up")) == told
    match.state.investigation = 12
    told = "That marker is already on the last space of its track."
    assert refusal(match, actions.Meddle("investigation", "up")) == told
    told = "Only the ritual and the investigation can be moved, up or down."
    assert refusal(match, actions.Meddle("moon", "up")) == told


# -- payments -------------------------------------------------------------------------------------------------


def test_payments_without_idle_cards() -> None:
    """Check the refusals required by rules DP-CARD.9, CARD.11 and CARD.12."""
    match = turn(3)
    hold(match, 0, "monday_petty_cash", "monday_contacts_1", "monday_contacts_2", "monday_favour")
    act(match, actions.BuyInfluence())
    assert isinstance(match.state.stack[-1], PayStep)
    assert refusal(match, actions.Pay(())) == "Choose at least one card."
    told = "Every card you play must be in your hand, and each counts once."
    assert refusal(match, actions.Pay(("fbi",))) == told
    assert refusal(match, actions.Pay(("monday_petty_cash", "monday_petty_cash"))) == told
    told = "One of those cards doesn't have that icon; leave it out."
    assert refusal(match, actions.Pay(("monday_favour", "monday_petty_cash"))) == told
    told = "You don't need one of those cards; play no more than you need."
    assert refusal(match, actions.Pay(("monday_contacts_1", "monday_petty_cash"))) == told


def test_exact_payments_reach_what_is_needed() -> None:
    """Check the refusals required by rules DP-GATE.10 and DP-ASSASSINATE.11."""
    match = turn(3, minimality="irredundant")
    hold(match, 0, "monday_warding_rite", "monday_occult_notes", "monday_forbidden_rite", "seance")
    match.state.agents["monday"].city = "boston"
    agent(match, 0, "carl_jung", "boston")
    act(match, actions.UseCard("monday_warding_rite"))
    act(match, actions.WorkGate("boston", "close", "monday"))
    told = "Those cards give 2, and you need 3."
    assert refusal(match, actions.Pay(("monday_occult_notes",))) == told


def test_the_fewest_cards_where_the_match_is_played_so() -> None:
    """With `minimality` set to "fewest", a payment must use as few cards as possible (rule DP-CARD.11)."""
    match = turn(3, minimality="fewest")
    hold(match, 0, "monday_contacts_1", "monday_revolver", "monday_favour")
    act(match, actions.PlaceInfluence("boston"))
    told = "In this match you must pay with the fewest cards, and fewer of yours would do."
    assert refusal(match, actions.Pay(("monday_contacts_1", "monday_revolver"))) == told
