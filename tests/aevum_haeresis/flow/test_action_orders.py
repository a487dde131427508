"""Section 36 of RULES.md: standing orders for the next action of the Plot phase."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, scene, set_card
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Announce, Join, Pass, PutLocation
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.order_helpers import act_minimally, is_standing, offered, only_order, ordered_action
from tests.aevum_haeresis.table import heretic, plain_location
from tests.aevum_haeresis.window_helpers import announce, use_idle_heresy
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
    assert not any(order.startswith("act:") for order in GAME.foresight(match, ANNA))


# -- the next Locations ---------------------------------------------------------------------------------------


def after_the_night() -> Haeresis:
    """Return a match where Béla must put a Location after the Night."""
    match = scene()
    plain_location(match, 2, 1, 3, 0, time=3)
    use_idle_heresy(match)
    assert asked(match) == (BELA, "location")
    return match


@rule("AH-PBP.36")
def test_the_first_wanted_location_that_is_left_is_put():
    match = after_the_night()
    second, first = match.state.players[BELA].locations[:2]
    orders = [f"location:{card}" for card in ("gone", first, second)]
    assert GAME.standing(match, BELA, orders) == orders[1:]
    assert ordered_action(match, BELA, *orders) == PutLocation(first)
    assert ordered_action(match, BELA) is None
    act(match, PutLocation(first))
    assert GAME.standing(match, BELA, orders) == orders[2:]


@rule("AH-PBP.36")
def test_locations_are_ranked_by_a_player_who_is_not_asked_for_one():
    match = scene()
    ranked = {f"location:{card}" for card in match.state.players[BELA].locations}
    assert len(ranked) > 1
    assert ranked <= offered(match, BELA).keys()
    assert {order for order in GAME.foresight(match, BELA) if order.startswith("location:")} == ranked
    asked_now = offered(after_the_night(), BELA)
    assert not any(order.startswith("location:") for order in asked_now)
