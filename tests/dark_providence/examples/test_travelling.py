"""Section 32.2 of RULES.md: the rulebook's examples of travelling."""

from __future__ import annotations

from rules.dark_providence.board.routes import travel_costs
from rules.dark_providence.examples.position_builder import MONDAY, WEDNESDAY
from rules.dark_providence.state.actions import Done, FreeMove, GoTo, Travel
from tests.dark_providence.made_up_cards import payments
from tests.dark_providence.table import act, example, example_played, offers, refused
from tests.game_helpers import rule


def cities(match, *names):
    return [match.state.agents[name].city for name in names]


@rule("DP-EX.15")
def test_monday_moves_two_agents_for_four_wealth():
    shown = example_played("DP-EX.15")
    assert cities(shown.before, "monday", "moses_fleet") == ["pittsburgh", "charleston"]
    assert travel_costs(shown.before, "pittsburgh")["indianapolis"] == 1
    assert travel_costs(shown.before, "charleston")["new_orleans"] == 3
    assert cities(shown.after, "monday", "moses_fleet") == ["indianapolis", "new_orleans"]
    assert sorted(shown.after.state.players[MONDAY].discard) == ["bank_vault", "monday_contacts_1"]
    assert shown.after.state.turn.actions == 1


@rule("DP-EX.16")
def test_monday_cannot_move_both_for_three():
    match = example("DP-EX.16")
    act(match, Travel("monday"))
    act(match, GoTo("indianapolis"))
    act(match, Travel("moses_fleet"))
    assert GoTo("new_orleans") not in offers(match)


@rule("DP-EX.16")
def test_monday_plays_one_of_both_cards_for_one_wealth():
    match = example("DP-EX.16")
    act(match, Travel("monday"))
    act(match, GoTo("indianapolis"))
    act(match, Done())
    assert payments(match) == [("monday_contacts_1",), ("monday_petty_cash",)]
    after = example_played("DP-EX.16").after
    assert cities(after, "monday", "moses_fleet") == ["indianapolis", "charleston"]
    assert after.state.players[MONDAY].hand == ["monday_petty_cash"]


@rule("DP-EX.17")
def test_lillian_la_france_walks_once_a_turn_without_card_or_action():
    after = example_played("DP-EX.17").after
    assert cities(after, "lillian_la_france") == ["indianapolis"]
    assert after.state.turn.actions == 2
    assert after.state.players[WEDNESDAY].discard == []
    assert refused(after, FreeMove("chicago"))
