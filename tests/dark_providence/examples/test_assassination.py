"""Section 32.3 of RULES.md: the rulebook's examples of assassinations."""

from __future__ import annotations

from rules.dark_providence.board.agents import frames_used
from rules.dark_providence.examples.assassination import adsila_chavos
from rules.dark_providence.examples.position_builder import FRIDAY, MONDAY, THURSDAY, TUESDAY, WEDNESDAY
from rules.dark_providence.state.actions import Strike, UseCard
from tests.dark_providence.made_up_cards import payments, places_of_card
from tests.dark_providence.table import act, example, example_played, refused
from tests.game_helpers import rule

CHAVOS = UseCard("adsila_chavos")
CONSPIRATOR = UseCard("ruthless_conspirator")


# -- an agent's own card (EX.20 to 22) ------------------------------------------------------------------------------


@rule("DP-EX.20")
def test_adsila_chavos_kills_gerard_lescaux():
    shown = example_played("DP-EX.20")
    after = shown.after.state
    thursday, friday = after.players[THURSDAY], after.players[FRIDAY]
    assert shown.before.state.players[FRIDAY].discard == ["gerard_lescaux"]
    assert thursday.crypt == ["gerard_lescaux"]
    assert places_of_card(shown.after, "gerard_lescaux") == ["destroyed", f"crypt {THURSDAY}"]
    assert (frames_used(shown.before.state, FRIDAY), frames_used(after, FRIDAY)) == (2, 1)
    assert friday.discard == []
    assert sorted(thursday.discard) == sorted(shown.before.state.players[THURSDAY].hand)
    assert len(thursday.discard) == 4


@rule("DP-EX.21")
def test_with_two_more_cards_adsila_chavos_has_too_little_force():
    match = example("DP-EX.21")
    # this FORCE doesn't count, because the card itself is played as the action
    assert match.content.cards["adsila_chavos"].icons["force"] == 1
    assert refused(match, CHAVOS)


@rule("DP-EX.21")
def test_adsila_chavos_fails_elsewhere_and_uses_no_idle_card():
    match = adsila_chavos()
    match.state.agents["adsila_chavos"].city = "boston"
    assert refused(match, CHAVOS)
    match = adsila_chavos(4)
    act(match, CHAVOS)
    act(match, Strike("gerard_lescaux", "adsila_chavos"))
    assert {len(cards) for cards in payments(match)} == {3}


@rule("DP-EX.22")
def test_friday_draws_a_card_for_gerard_lescaux_in_the_hand():
    shown = example_played("DP-EX.22")
    before, after = shown.before.state.players[FRIDAY], shown.after.state.players[FRIDAY]
    assert before.hand == ["gerard_lescaux"]
    assert (after.hand, after.deck) == (before.deck[:1], before.deck[1:])


@rule("DP-EX.22")
def test_friday_reshuffles_when_gerard_lescaux_was_in_the_deck():
    match = adsila_chavos(zone="deck")
    friday = match.state.players[FRIDAY]
    rest = [card for card in friday.deck if card != "gerard_lescaux"]
    act(match, CHAVOS)
    act(match, Strike("gerard_lescaux", "adsila_chavos"))
    assert sorted(friday.deck) == sorted(rest)
    assert friday.deck != rest
    assert friday.hand == []


# -- a card for any agent (EX.23 to 25) -----------------------------------------------------------------------------


@rule("DP-EX.23")
def test_wednesdays_lead_agent_kills_father_lachlan_with_no_further_card():
    shown = example_played("DP-EX.23")
    wednesday = shown.after.state.players[WEDNESDAY]
    assert wednesday.crypt == ["father_lachlan"]
    assert wednesday.discard == ["ruthless_conspirator"]
    assert "father_lachlan" in shown.before.state.players[MONDAY].deck
    assert (frames_used(shown.before.state, MONDAY), frames_used(shown.after.state, MONDAY)) == (2, 1)
    assert places_of_card(shown.after, "father_lachlan") == ["destroyed", f"crypt {WEDNESDAY}"]


@rule("DP-EX.24")
def test_monday_reshuffles_and_wednesdays_force_card_stays_in_hand():
    shown = example_played("DP-EX.24")
    monday = shown.after.state.players[MONDAY]
    rest = [card for card in shown.before.state.players[MONDAY].deck if card != "father_lachlan"]
    assert sorted(monday.deck) == sorted(rest)
    assert monday.deck != rest
    assert shown.after.state.players[WEDNESDAY].hand == ["wednesday_petty_cash"]


@rule("DP-EX.25")
def test_wednesday_has_no_one_to_strike():
    match = example("DP-EX.25")
    there = [name for name, piece in match.state.agents.items() if piece.city == "indianapolis"]
    assert sorted(there) == ["father_lachlan", "harry_houdini", "thursday", "tuesday", "wednesday"]
    assert [match.state.players[seat].vp for seat in (TUESDAY, THURSDAY)] == [4, 5]
    assert refused(match, CONSPIRATOR)


@rule("DP-EX.25")
def test_each_of_them_alone_is_safe_for_its_own_reason():
    match = example("DP-EX.25")
    match.state.agents["father_lachlan"].returned = False
    assert not refused(match, CONSPIRATOR)
    match = example("DP-EX.25")
    match.state.players[TUESDAY].vp = 5
    assert not refused(match, CONSPIRATOR)
    match = example("DP-EX.25")
    del match.state.agents["adsila_chavos"]
    assert not refused(match, CONSPIRATOR)
