"""Section 36 of RULES.md: standing orders for the next action of the Plot phase."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, scene, set_card
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Announce, Join, Pass
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.order_helpers import act_minimally, is_standing, offered, only_order, ordered_action
from tests.aevum_haeresis.table import heretic
from tests.aevum_haeresis.window_helpers import announce
from tests.game_helpers import act, asked, rule


def waiting() -> tuple[Haeresis, str]:
    """Return a match where Anna acts and Béla waits with a Ready Heretic for Recruit, and the Heretic's id."""
    match = scene()
    name = heretic(match, BELA, icons={"recruit": 1})
    assert asked(match) == (ANNA, "act")
    return match, name


def until_asked(match: Haeresis, seat: int, key: str) -> None:
    """Do as little as possible until a seat is asked this question."""
    while asked(match) != (seat, key):
        act_minimally(match)


@rule("AH-PBP.36")
def test_a_manoeuvre_is_announced_by_order_with_its_team():
    match, name = waiting()
    orders = [only_order(match, BELA, "act:recruit"), only_order(match, BELA, f"team:{name}")]
    assert ordered_action(match, BELA, *orders) is None
    act(match, Pass())
    until_asked(match, BELA, "act")
    assert ordered_action(match, BELA, *orders) == Announce("recruit")
    announce(match)
    left = GAME.standing(match, BELA, orders)
    assert left == orders[1:]
    assert ordered_action(match, BELA, *left) == Join(name)


@rule("AH-PBP.36")
def test_an_order_for_an_action_ends_if_characters_heresies_or_the_location_change():
    match, name = waiting()
    order = only_order(match, BELA, "act:recruit")
    with arrange(match) as state:
        state.heresies.append(f"{state.players[ANNA].damned}/0")
    assert is_standing(match, BELA, order)
    with arrange(match) as state:
        state.heresies.append(f"{name}/0")
    assert not is_standing(match, BELA, order)
    with arrange(match) as state:
        state.heresies.clear()
    assert is_standing(match, BELA, order)
    set_card(match, name, ready=False)
    assert not is_standing(match, BELA, order)


@rule("AH-PBP.36")
def test_passing_by_order_goes_on_until_the_phase_ends():
    match, _ = waiting()
    order = only_order(match, BELA, "act:pass")
    set_card(match, match.state.players[ANNA].damned, ready=False)
    act(match, Pass())
    until_asked(match, BELA, "act")
    assert ordered_action(match, BELA, order) == Pass()
    act(match, Pass())
    with arrange(match) as state:
        state.phase = "epilogue"
    assert not is_standing(match, BELA, order)


@rule("AH-PBP.36")
def test_members_of_the_own_team_are_not_counted_on_for_the_next_action():
    match, _ = waiting()
    first, second = (heretic(match, ANNA, icons={"plunder": 1}) for _ in range(2))
    announce(match, "plunder")
    act(match, Join(first))
    act(match, Join(second))
    while asked(match) == (ANNA, "team"):
        act_minimally(match)
    acts = {order.partition("@")[0] for order in offered(match, ANNA) if order.startswith("act:")}
    assert "act:pass" in acts
    set_card(match, match.state.players[ANNA].damned, ready=False)
    assert not any(order.startswith("act:plunder") for order in offered(match, ANNA))


@rule("AH-PBP.36")
def test_the_next_action_is_not_ordered_by_the_player_who_is_asked_for_it():
    match, _ = waiting()
    assert not any(order.startswith("act:") for order in offered(match, ANNA))
    assert any(order.startswith("act:") for order in offered(match, BELA))
    with arrange(match) as state:
        state.phase = "prologue"
    assert not any(order.startswith("act:") for order in offered(match, BELA))


def test_what_a_greedy_player_foresees_can_be_ordered_and_rests_on_nothing_hidden():
    match = scene()
    foreseen = GAME.foresight(match, BELA)
    assert any(order.startswith("act:") for order in foreseen)
    assert set(foreseen) <= offered(match, BELA).keys()
    match.state.players[ANNA].hand.reverse()
    match.state.players[ANNA].plot.reverse()
    match.forget()
    assert GAME.foresight(match, BELA) == foreseen
    assert GAME.foresight(match, ANNA) == []
