"""Section 32.3: the printed examples of assassinations, gates, locks and sanity tests."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.agents import framed
from rules.dark_providence.state.actions import AcquireTarget, PlaceInfluence, Strike, UseCard, WorkGate
from tests.dark_providence.making import (
    MADNESS,
    SANE,
    choices,
    choose,
    city,
    everywhere,
    give,
    icons,
    marker,
    payments,
    power,
)
from tests.dark_providence.table import (
    act,
    agent,
    asset,
    at_turn,
    fill_bag,
    hold,
    lay,
    mark,
    offers,
    pay,
    refused,
    show,
    side,
    turn,
)
from tests.table import rule

MONDAY, WEDNESDAY, THURSDAY, FRIDAY = 0, 2, 3, 4
KILL = {"op": "assassinate", "any_agent": True}
CLOSE = {"op": "gate", "face": "close", "any_agent": True}


# -- an agent's own card (EX.20 to 22) ------------------------------------------------------------------------------


def chavos(*force, where="atlanta", zone="discard", printed=1):
    """Return Thursday's turn: Adsila Chavos and Friday's Gerard Lescaux in Atlanta, FORCE cards in hand."""
    match = turn(5, seat=THURSDAY)
    city(match, "atlanta", control=4)
    asset(match, "adsila_chavos", [power({"op": "assassinate"})], icons={"force": printed})
    marker(match, "adsila_chavos", force=1)
    agent(match, THURSDAY, "adsila_chavos", where, zone="hand")
    agent(match, FRIDAY, "gerard_lescaux", "atlanta", zone=zone)
    return match, icons(match, THURSDAY, "force", *force)


def stab(match, cards):
    act(match, UseCard("adsila_chavos"))
    for strike in offers(match, Strike):
        act(match, strike)
    pay(match, *cards)


@rule("DP-EX.20")
def test_adsila_chavos_kills_gerard_lescaux():
    match, cards = chavos(1, 1, 1)
    stab(match, cards)
    thursday, friday = match.state.players[THURSDAY], match.state.players[FRIDAY]
    assert thursday.crypt == ["gerard_lescaux"]
    assert "gerard_lescaux" in match.state.destroyed
    assert framed(match.state, FRIDAY) == 1
    assert friday.discard == []
    assert sorted(thursday.discard) == sorted(["adsila_chavos", *cards])


@rule("DP-EX.21")
def test_adsila_chavos_fails_with_less_force_or_elsewhere_and_uses_no_idle_card():
    assert refused(chavos(1, 1, printed=9)[0], UseCard("adsila_chavos"))
    assert refused(chavos(1, 1, 1, where="boston")[0], UseCard("adsila_chavos"))
    match, _ = chavos(1, 1, 1, 1)
    act(match, UseCard("adsila_chavos"))
    act(match, Strike("gerard_lescaux", "adsila_chavos"))
    assert {len(cards) for cards in payments(match)} == {3}


@rule("DP-EX.22")
def test_gerard_lescauxs_card_was_somewhere_else():
    match, cards = chavos(1, 1, 1, zone="hand")
    friday, top = match.state.players[FRIDAY], match.state.players[FRIDAY].deck[0]
    stab(match, cards)
    assert friday.hand == [top]
    match, cards = chavos(1, 1, 1, zone="deck")
    friday = match.state.players[FRIDAY]
    rest = [card for card in friday.deck if card != "gerard_lescaux"]
    stab(match, cards)
    assert sorted(friday.deck) == sorted(rest)
    assert friday.deck != rest
    assert friday.hand == []


# -- a free card (EX.23 to 25) --------------------------------------------------------------------------------------


def conspirator(victim="father_lachlan", **changes):
    """Return Wednesday's turn in Indianapolis, with Harry Houdini, a victim and the Ruthless Conspirator."""
    match = turn(5, seat=WEDNESDAY)
    city(match, "indianapolis", control=3)
    marker(match, "wednesday", force=1)
    marker(match, "harry_houdini", force=2)
    match.state.agents["wednesday"].city = "indianapolis"
    agent(match, WEDNESDAY, "harry_houdini", "indianapolis")
    if victim:
        agent(match, MONDAY, victim, "indianapolis", **changes)
    asset(match, "ruthless_conspirator", [power(KILL)])
    hold(match, WEDNESDAY, "ruthless_conspirator")
    return match


@rule("DP-EX.23", "DP-EX.24")
def test_wednesdays_lead_agent_kills_father_lachlan_with_no_further_card():
    match = conspirator()
    (spare,) = icons(match, WEDNESDAY, "force", 1)
    monday = match.state.players[MONDAY]
    rest = [card for card in monday.deck if card != "father_lachlan"]
    act(match, UseCard("ruthless_conspirator"))
    act(match, Strike("father_lachlan", "wednesday"))
    wednesday = match.state.players[WEDNESDAY]
    assert wednesday.crypt == ["father_lachlan"]
    assert wednesday.hand == [spare]
    assert wednesday.discard == ["ruthless_conspirator"]
    assert framed(match.state, MONDAY) == 1
    assert everywhere(match, "father_lachlan") == ["destroyed", "crypt 2"]
    assert sorted(monday.deck) == sorted(rest)
    assert monday.deck != rest  # reshuffled


@rule("DP-EX.25")
def test_wednesday_cannot_target_houdini_the_returned_or_a_protected_lead_agent():
    match = conspirator("")
    agent(match, MONDAY, "harry_houdini", "indianapolis")
    marker(match, "wednesday", force=9)
    assert refused(match, UseCard("ruthless_conspirator"))
    assert refused(conspirator(returned=True), UseCard("ruthless_conspirator"))

    def lead(vp):
        match = conspirator("")
        match.state.agents["monday"].city = "indianapolis"
        match.state.players[MONDAY].vp = vp
        side(match, MONDAY, "investigator")
        return match

    assert refused(lead(4), UseCard("ruthless_conspirator"))
    assert not refused(lead(5), UseCard("ruthless_conspirator"))
    match = lead(5)
    agent(match, MONDAY, "moses_fleet", "boston")
    assert refused(match, UseCard("ruthless_conspirator"))


# -- closing a gate (EX.26 to 28) -----------------------------------------------------------------------------------


def warding(*arcane, bag=SANE, printed=2):
    """Return Thursday's turn in Atlanta, whose gate has value 4, with a warding rite and ARCANE cards."""
    match = turn(5, seat=THURSDAY)
    city(match, "atlanta", gate=4)
    marker(match, "thursday", arcane=1)
    match.state.agents["thursday"].city = "atlanta"
    fill_bag(match, *bag)
    give(match, THURSDAY, "thursday_warding_rite", power(CLOSE, destroys=True), arcane=printed)
    return match, icons(match, THURSDAY, "arcane", *arcane)


def close(match, cards):
    act(match, UseCard("thursday_warding_rite"))
    for working in offers(match, WorkGate):
        act(match, working)
    pay(match, *cards)


@rule("DP-EX.26")
def test_thursday_closes_the_gate_of_atlanta():
    match, cards = warding(1, 2)
    close(match, cards)
    place, player = match.state.places["atlanta"], match.state.players[THURSDAY]
    assert (place.gate, place.gate_owner) == ("close", THURSDAY)
    assert everywhere(match, "thursday_warding_rite") == ["destroyed"]
    assert sorted(player.discard) == sorted(cards)
    assert player.sane + player.madness == 1
    assert [other.vp for other in match.state.players] == [0, 0, 0, 0, 0]


@rule("DP-EX.27")
def test_madness_spares_the_lead_agent_and_the_gate_stays_closed_for_good():
    match, cards = warding(1, 2, bag=MADNESS)
    close(match, cards)
    assert match.state.players[THURSDAY].madness == 1
    assert match.state.agents["thursday"].city == "atlanta"
    match.state.agents["monday"].city = "atlanta"
    marker(match, "monday", arcane=9)
    give(match, MONDAY, "forbidden_rite", power(CLOSE | {"face": "open"}))
    at_turn(match, MONDAY)
    assert refused(match, UseCard("forbidden_rite"))


@rule("DP-EX.28")
def test_one_arcane_short_and_that_of_the_rite_itself_does_not_count():
    assert refused(warding(2, printed=9)[0], UseCard("thursday_warding_rite"))
    assert not refused(warding(3, printed=1)[0], UseCard("thursday_warding_rite"))


# -- a lock (EX.29 and 30) ------------------------------------------------------------------------------------------


def tesla():
    """Return Thursday's turn after a lock was put on Nikola Tesla, where Monday has the most influence."""
    match = turn(5, seat=THURSDAY)
    show(match, "nikola_tesla", "hastur")
    mark(match, MONDAY, "nikola_tesla", 2)
    mark(match, THURSDAY, "nikola_tesla", 1)
    assert AcquireTarget("nikola_tesla") in offers(at_turn(match, MONDAY))
    at_turn(match, THURSDAY)
    give(match, THURSDAY, "key", power({"op": "lock"}))
    act(match, UseCard("key"))
    choose(match, "place/nikola_tesla")
    return match


@rule("DP-EX.29")
def test_a_lock_on_nikola_tesla_stops_monday_until_somebody_removes_it():
    match = tesla()
    assert match.state.locks == ["nikola_tesla"]
    assert refused(at_turn(match, MONDAY), AcquireTarget("nikola_tesla"))
    at_turn(match, FRIDAY)
    give(match, FRIDAY, "second_key", power({"op": "lock", "mode": "remove"}))
    act(match, UseCard("second_key"))
    assert AcquireTarget("nikola_tesla") in offers(at_turn(match, MONDAY))
    mark(match, THURSDAY, "nikola_tesla", 1)
    assert refused(at_turn(match, MONDAY), AcquireTarget("nikola_tesla"))


@rule("DP-EX.30")
def test_no_second_lock_no_thirteenth_lock_but_influence():
    match = tesla()
    give(match, THURSDAY, "second_key", power({"op": "lock"}))
    icons(match, THURSDAY, "influence", 1)
    assert PlaceInfluence("nikola_tesla") in offers(match)
    act(match, UseCard("second_key"))
    assert "place/nikola_tesla" not in choices(match)
    match = tesla()
    lay(match, "boston", "tommy_guns")
    match.state.locks = ["nikola_tesla", "tommy_guns", *list(match.state.places)[:10]]
    give(match, THURSDAY, "second_key", power({"op": "lock"}))
    act(match, UseCard("second_key"))
    assert len(choices(match)) == 12
    assert all(option.startswith("remove/") for option in choices(match))


# -- sanity at a gate (EX.31 and 32) --------------------------------------------------------------------------------


def opening(madness, allegiance="investigator"):
    """Return Friday's turn after a recruited agent opened the gate of Chicago and drew MADNESS."""
    match = turn(5, seat=FRIDAY)
    side(match, FRIDAY, allegiance)
    city(match, "chicago", gate=2)
    marker(match, "carl_jung", arcane=2)
    agent(match, FRIDAY, "carl_jung", "chicago")
    match.state.players[FRIDAY].madness = madness
    fill_bag(match, *MADNESS)
    give(match, FRIDAY, "rite", power(CLOSE | {"face": "open"}))
    act(match, UseCard("rite"))
    act(match, WorkGate("chicago", "open", "carl_jung"))
    return match


@rule("DP-EX.31")
def test_fridays_second_madness_costs_the_agent_and_play_goes_on():
    match = opening(1)
    assert match.state.players[FRIDAY].madness == 2
    assert not match.state.players[FRIDAY].revealed
    assert not match.over
    assert everywhere(match, "carl_jung") == ["destroyed"]
    assert framed(match.state, FRIDAY) == 1
    assert (match.state.places["chicago"].gate, match.state.places["chicago"].gate_owner) == ("open", FRIDAY)


@pytest.mark.parametrize(
    ("allegiance", "over"),
    [("cultist", False), ("investigator", True), ("ex_investigator", True), ("ex_cultist", True)],
)
@rule("DP-EX.32")
def test_fridays_third_madness_ends_the_game_for_all_but_a_cultist(allegiance, over):
    match = opening(2, allegiance)
    assert match.state.players[FRIDAY].madness == 3
    assert match.state.players[FRIDAY].revealed
    assert everywhere(match, "carl_jung") == ["destroyed"]
    assert match.over == over
    assert match.state.ending == (["madness"] if over else [])
