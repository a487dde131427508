"""Sections 32.1 and 32.2 of RULES.md: the rulebook's examples of placing, recovering and buying influence."""

from __future__ import annotations

from rules.dark_providence.examples.influence import anarchists, buying
from rules.dark_providence.examples.position_builder import FRIDAY, THURSDAY, TUESDAY, hold, leave
from rules.dark_providence.state.actions import BuyInfluence, Pay, PlaceInfluence, RecoverInfluence
from tests.dark_providence.made_up_cards import payments
from tests.dark_providence.table import act, example, example_played, offers, pay, refused
from tests.game_helpers import rule

BOTH = ("tuesday_contacts_1", "tuesday_favour_1")
TWICE_TWO = ("thursday_second_thoughts", "thursday_skeleton_key")


@rule("DP-EX.1", "DP-PLACE.1", "DP-PLACE.2", "DP-PLACE.6")
def test_three_markers_on_anarchists():
    shown = example_played("DP-EX.1")
    before, tuesday = shown.before.state.players[TUESDAY], shown.after.state.players[TUESDAY]
    assert shown.after.state.marks == {"anarchists": [0, 3, 0, 0, 0]}
    assert tuesday.supply == before.supply - 3
    assert (tuesday.hand, sorted(tuesday.discard)) == ([], list(BOTH))
    assert (shown.before.state.turn.actions, shown.after.state.turn.actions) == (2, 1)


@rule("DP-EX.2", "DP-PLACE.2")
def test_the_markers_of_one_action_have_one_target():
    match = example("DP-EX.1")
    act(match, PlaceInfluence("anarchists"))
    assert {offer.verb for offer in offers(match)} == {"pay"}
    assert refused(match, PlaceInfluence("boston"))


@rule("DP-EX.2", "DP-CARD.12", "DP-PLACE.7")
def test_with_two_markers_both_cards_are_too_many():
    match = anarchists(supply=2)
    act(match, PlaceInfluence("anarchists"))
    assert refused(match, Pay(BOTH))
    pay(match, "tuesday_favour_1")
    assert match.state.marks == {"anarchists": [0, 2, 0, 0, 0]}


@rule("DP-EX.2", "DP-CARD.12", "DP-PLACE.7")
def test_the_last_marker_is_placed_with_the_card_that_shows_two():
    shown = example_played("DP-EX.2")
    assert (shown.before.state.players[TUESDAY].supply, shown.after.state.players[TUESDAY].supply) == (1, 0)
    assert shown.after.state.marks == {"anarchists": [0, 1, 0, 0, 0]}
    assert shown.after.state.players[TUESDAY].discard == ["tuesday_favour_1"]


@rule("DP-EX.11")
def test_thursday_recovers_four_markers():
    shown = example_played("DP-EX.11")
    before, thursday = shown.before.state.players[THURSDAY], shown.after.state.players[THURSDAY]
    assert thursday.supply == before.supply + 4
    assert thursday.limbo == before.limbo - 2
    assert set(shown.before.state.marks) == {"offering", "boston"}
    assert shown.after.state.marks == {}
    assert shown.after.state.turn.actions == 1
    assert sorted(thursday.discard) == list(TWICE_TWO)


@rule("DP-EX.12")
def test_thursday_has_fewer_markers_out_than_icons():
    shown = example_played("DP-EX.12")
    before, thursday = shown.before.state.players[THURSDAY], shown.after.state.players[THURSDAY]
    assert (before.supply, thursday.supply, thursday.limbo, shown.after.state.marks) == (3, 6, 0, {})
    assert sorted(thursday.discard) == list(TWICE_TWO)


@rule("DP-EX.12", "DP-RECOVER.3", "DP-RECOVER.6")
def test_two_markers_need_one_card_and_pool_and_track_are_no_source():
    match = example("DP-EX.12")
    leave(match, THURSDAY, supply=4)  # move the marker from Limbo to the supply
    act(match, RecoverInfluence())
    assert payments(match) == [(card,) for card in TWICE_TWO]
    match = example("DP-EX.11")
    act(match, RecoverInfluence())
    pay(match, *TWICE_TWO)
    assert {offer.target for offer in offers(match)} == {"limbo", "offering", "boston"}


@rule("DP-EX.13")
def test_friday_buys_two_markers_for_five_wealth():
    shown = example_played("DP-EX.13")
    before, friday = shown.before.state.players[FRIDAY], shown.after.state.players[FRIDAY]
    assert (friday.supply, friday.pool) == (before.supply + 2, before.pool - 2)
    assert sorted(friday.discard) == ["bank_vault", "friday_petty_cash"]
    assert shown.after.state.turn.actions == 1


@rule("DP-EX.13", "DP-CARD.12")
def test_one_and_four_wealth_would_be_one_card_too_many():
    match = example("DP-EX.13")
    hold(match, FRIDAY, "friday_contacts_1")
    act(match, BuyInfluence())
    assert ("bank_vault", "friday_contacts_1") in payments(match)
    assert ("friday_contacts_1", "friday_petty_cash") not in payments(match)


@rule("DP-EX.14")
def test_one_card_alone_buys_the_last_marker_of_the_pool():
    match = example("DP-EX.14")
    act(match, BuyInfluence())
    assert payments(match) == [("bank_vault",), ("friday_petty_cash",)]
    friday = example_played("DP-EX.14").after.state.players[FRIDAY]
    assert (friday.supply, friday.pool, friday.hand) == (7, 0, ["bank_vault"])


@rule("DP-EX.14")
def test_friday_cannot_buy_from_an_empty_pool_or_with_one_wealth():
    assert refused(buying(pool=0), BuyInfluence())
    match = buying()
    hold(match, FRIDAY, "friday_petty_cash", "bank_vault", zone="deck")
    hold(match, FRIDAY, "friday_contacts_1")
    assert refused(match, BuyInfluence())


@rule("DP-EX.14")
def test_of_two_two_and_one_wealth_the_one_stays_in_hand():
    match = buying()
    hold(match, FRIDAY, "bank_vault", zone="deck")
    hold(match, FRIDAY, "friday_contacts_1", "pittsburgh")
    act(match, BuyInfluence())
    assert ("friday_petty_cash", "pittsburgh") in payments(match)
    assert ("friday_contacts_1", "friday_petty_cash", "pittsburgh") not in payments(match)
