"""Section 13 of RULES.md: the influence of agents, and the limit of six agents."""

from __future__ import annotations

from rules.dark_providence.examples.position_builder import agent, control, hold, lay, mark, show, turn
from rules.dark_providence.state.actions import AcquireTarget
from tests.dark_providence.table import offers, refused
from tests.game_helpers import rule


def scene(seats=3, seat=0, **options):
    """Return a seat's turn with assets in Atlanta and Boston, and the Yellow Sign and Nikola Tesla in the row."""
    match = turn(seats, seat=seat, **options)
    lay(match, "atlanta", "tommy_guns", "cover_up")
    lay(match, "boston", "debt_collectors", "exorcism")
    show(match, "yellow_sign", "nikola_tesla")
    return match


def can(match, target):
    return AcquireTarget(target) in offers(match)


@rule("DP-ACQ.5")
def test_each_agent_in_the_city_adds_one_and_alice_ochs_two():
    match = scene()
    mark(match, 0, "atlanta", 1)
    mark(match, 1, "atlanta", 3)
    match.state.agents["monday"].city = "atlanta"
    assert refused(match, AcquireTarget("atlanta"))
    agent(match, 0, "moses_fleet", "atlanta")
    assert refused(match, AcquireTarget("atlanta"))
    match.state.agents["moses_fleet"].city = "boston"
    agent(match, 0, "alice_ochs", "atlanta")
    assert can(match, "atlanta")
    match.state.agents["alice_ochs"].city = "charleston"
    assert refused(match, AcquireTarget("atlanta"))


@rule("DP-ACQ.6", "DP-HC.11")
def test_agents_of_an_opponent_count_against_even_without_a_marker_there():
    match = scene()
    mark(match, 0, "boston", 1)
    assert refused(match, AcquireTarget("boston"))
    mark(match, 0, "boston", 1)
    assert can(match, "boston")


@rule("DP-HC.11")
def test_a_city_can_be_defended_with_markers_by_its_controller():
    match = scene()
    control(match, 1, "atlanta")
    mark(match, 0, "atlanta", 2)
    assert can(match, "atlanta")
    mark(match, 1, "atlanta", 2)
    assert refused(match, AcquireTarget("atlanta"))


@rule("DP-ACQ.7")
def test_without_a_marker_of_ones_own_agents_acquire_nothing():
    match = scene()
    match.state.agents["monday"].city = "atlanta"
    agent(match, 0, "alice_ochs", "atlanta")
    assert refused(match, AcquireTarget("atlanta"))
    mark(match, 0, "atlanta", 1)
    assert can(match, "atlanta")


@rule("DP-HC.12")
def test_every_piece_of_a_player_counts_one_returned_or_special():
    match = scene()
    agent(match, 1, "mi_go", "atlanta")
    agent(match, 1, "moses_fleet", "atlanta", returned=True)
    mark(match, 0, "atlanta", 2)
    assert refused(match, AcquireTarget("atlanta"))
    mark(match, 0, "atlanta", 1)
    assert can(match, "atlanta")
    agent(match, 1, "deep_ones", "boston")
    del match.state.agents["deep_ones"]
    agent(match, 1, "deep_one_1", "atlanta")
    assert refused(match, AcquireTarget("atlanta"))


@rule("DP-HC.12")
def test_deep_ones_without_the_owner_of_their_card_count_for_no_one():
    match = scene()
    agent(match, 1, "deep_one_1", "atlanta")
    match.state.owners.pop("deep_ones", None)
    mark(match, 0, "atlanta", 1)
    assert can(match, "atlanta")


@rule("DP-HC.12")
def test_the_switch_for_deep_ones_takes_their_influence_away():
    match = scene(deep_ones_give_influence=False)
    hold(match, 1, "deep_ones", zone="discard")
    agent(match, 1, "deep_one_1", "atlanta")
    mark(match, 0, "atlanta", 1)
    assert can(match, "atlanta")


@rule("DP-HC.12", "DP-ACQ.5")
def test_agents_count_neither_for_the_asset_in_their_city_nor_does_an_agent_lying_there_unacquired():
    match = scene()
    mark(match, 0, "debt_collectors", 1)
    # Tuesday, a rival's agent in Boston, doesn't count as influence on the asset in that city
    assert can(match, "debt_collectors")
    lay(match, "atlanta", "wyatt_earp")
    mark(match, 0, "atlanta", 1)
    mark(match, 1, "atlanta", 1)
    assert refused(match, AcquireTarget("atlanta"))
    mark(match, 0, "atlanta", 1)
    assert can(match, "atlanta")


@rule("DP-HC.16")
def test_the_sixth_agent_is_the_last_and_deep_ones_do_not_count():
    match = scene()
    lay(match, "atlanta", "wyatt_earp", "cover_up")
    mark(match, 0, "wyatt_earp", 1)
    hold(match, 0, "deep_ones", zone="discard")
    for number in range(1, 5):
        agent(match, 0, f"deep_one_{number}", "arkham")
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness"):
        agent(match, 0, name, "arkham")
    assert can(match, "wyatt_earp")
    agent(match, 0, "moses_fleet", "arkham")
    assert refused(match, AcquireTarget("wyatt_earp"))
