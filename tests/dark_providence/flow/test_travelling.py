"""Section 19 of RULES.md: travelling, what it costs, and forbidden destinations."""

from __future__ import annotations

from rules.dark_providence.board.routes import travel_costs
from rules.dark_providence.examples.position_builder import agent, hold, turn
from rules.dark_providence.state.actions import Done, FreeMove, GoTo, Travel
from tests.dark_providence.made_up_cards import give, icons, payments
from tests.dark_providence.table import act, begin_turn, done, offers, pay
from tests.game_helpers import rule


def scene(*values, city="pittsburgh", **options):
    """Return a turn of seat 0 with its lead agent in this city, and WEALTH cards of these values."""
    match = turn(**options)
    match.state.agents["monday"].city = city
    return match, icons(match, 0, "wealth", *values)


def go(match, name, city):
    """Let an agent travel to a city. Return the events."""
    return [*act(match, Travel(name)), *act(match, GoTo(city))]


def destinations(match, name="monday"):
    """Return the cities that an agent can travel to."""
    act(match, Travel(name))
    return {offer.city for offer in offers(match, GoTo)}


def at(match, name="monday"):
    return match.state.agents[name].city


def cost(match, origin, city):
    return travel_costs(match, origin)[city]


def costs_by_search(match, origin, closed=()):
    """Return the lowest cost to reach each city, computed with a different algorithm from the game's."""
    known = {origin: 0}
    for _ in match.content.roads:
        for city, total in list(known.items()):
            for other, toll in match.content.roads[city].items():
                if other not in closed and total + toll < known.get(other, 99):
                    known[other] = total + toll
    del known[origin]
    return known


@rule("DP-TRAVEL.1")
def test_wealth_cards_move_an_agent_and_use_one_action():
    match, cards = scene(2)
    go(match, "monday", "detroit")
    assert at(match) == "detroit"
    assert match.state.players[0].discard == cards
    assert match.state.turn.actions == 1


@rule("DP-TRAVEL.1", "DP-TRAVEL.10")
def test_own_deep_ones_travel_too_but_no_agent_of_others():
    match, _ = scene(9)
    hold(match, 0, "deep_ones", zone="discard")
    agent(match, 0, "deep_one_1", "boston")
    agent(match, 1, "moses_fleet", "chicago")
    assert offers(match, Travel) == [Travel("deep_one_1"), Travel("monday")]
    go(match, "deep_one_1", "chicago")
    done(match)
    assert at(match, "deep_one_1") == "chicago"
    match, _ = scene(9)
    agent(match, 1, "deep_one_1", "boston")
    hold(match, 1, "deep_ones", zone="discard")
    assert offers(match, Travel) == [Travel("monday")]


@rule("DP-TRAVEL.2", "DP-TRAVEL.4")
def test_the_cost_is_that_of_the_cheapest_path_and_any_city_may_be_reached():
    match, _ = scene(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    for origin in match.content.cities:
        assert travel_costs(match, origin) == costs_by_search(match, origin)
    # the way through Indianapolis is cheaper than the way through Detroit
    assert cost(match, "pittsburgh", "chicago") == 2
    assert destinations(match) == set(match.content.cities) - {"pittsburgh"}


@rule("DP-TRAVEL.2", "DP-TRAVEL.3")
def test_exactly_the_cost_must_be_paid_and_no_card_may_be_idle():
    match, (one, two, three) = scene(1, 2, 3)
    go(match, "monday", "chicago")
    assert payments(match) == sorted([(two,), (three,)])
    assert (one, two) not in payments(match)
    pay(match, two)
    assert match.state.players[0].hand == [one, three]


@rule("DP-TRAVEL.4")
def test_only_cities_that_can_be_paid_for_are_offered():
    match, _ = scene(1, 1)
    assert destinations(match) == {city for city, toll in costs_by_search(match, "pittsburgh").items() if toll <= 2}
    match, _ = scene()
    assert not offers(match, Travel)
    give(match, 0, "scrap", influence=5)
    assert not offers(match, Travel)


@rule("DP-TRAVEL.5")
def test_several_agents_go_to_several_cities_each_at_its_own_cost():
    match, _ = scene(1, 1, 1, 1)
    agent(match, 0, "moses_fleet", "charleston")
    go(match, "monday", "indianapolis")
    go(match, "moses_fleet", "new_orleans")
    assert (at(match), at(match, "moses_fleet")) == ("indianapolis", "new_orleans")
    assert not match.state.players[0].hand


@rule("DP-TRAVEL.5", "DP-TRAVEL.7", "DP-HC.24")
def test_agents_who_travel_together_pay_the_whole_path_each():
    match, cards = scene(1, 1)
    agent(match, 0, "moses_fleet", "pittsburgh")
    go(match, "monday", "indianapolis")
    go(match, "moses_fleet", "indianapolis")
    assert sorted(match.state.players[0].discard) == sorted(cards)
    match, _ = scene(1)
    agent(match, 0, "moses_fleet", "pittsburgh")
    go(match, "monday", "indianapolis")
    assert at(match) == "indianapolis"
    assert at(match, "moses_fleet") == "pittsburgh"
    assert match.state.turn.actions == 1


@rule("DP-TRAVEL.6")
def test_leftover_wealth_is_lost():
    match, (five,) = scene(5)
    go(match, "monday", "indianapolis")
    assert match.state.players[0].discard == [five]
    assert match.state.turn.actions == 1
    assert not offers(match, Travel)


@rule("DP-TRAVEL.7", "DP-HC.24")
def test_an_agent_moves_only_once_in_an_action():
    match, _ = scene(2, 2)
    agent(match, 0, "moses_fleet", "pittsburgh")
    go(match, "monday", "indianapolis")
    assert offers(match) == [Done(), Travel("moses_fleet")]
    done(match)
    pay(match, match.state.players[0].hand[0])
    assert at(match, "moses_fleet") == "pittsburgh"


@rule("DP-TRAVEL.7", "DP-HC.24")
def test_an_agent_may_move_again_in_a_second_action():
    match, (one, other) = scene(1, 1)
    go(match, "monday", "indianapolis")
    pay(match, one)
    assert go(match, "monday", "pittsburgh")
    assert at(match) == "pittsburgh"
    assert sorted(match.state.players[0].discard) == sorted([one, other])


@rule("DP-TRAVEL.8", "DP-TRAVEL.9", "DP-HC.24")
def test_forbidden_cities_are_neither_entered_nor_crossed():
    for piece in ("cthulhu", "martial_law"):
        match, _ = scene(3)
        setattr(match.state, piece, "indianapolis")
        assert travel_costs(match, "pittsburgh") == costs_by_search(match, "pittsburgh", ("indianapolis",))
        assert cost(match, "pittsburgh", "chicago") == 4  # Indianapolis is closed, so the way leads through Detroit
        found = destinations(match)
        assert "indianapolis" not in found
        assert "chicago" not in found


@rule("DP-TRAVEL.8", "DP-TRAVEL.9")
def test_a_city_is_forbidden_only_while_the_marker_is_there():
    match, _ = scene(2)
    assert cost(match, "pittsburgh", "chicago") == 2
    match.state.martial_law = "indianapolis"
    assert cost(match, "pittsburgh", "chicago") == 4
    match.state.martial_law = "boston"
    assert cost(match, "pittsburgh", "chicago") == 2
    assert "boston" not in travel_costs(match, "pittsburgh")


@rule("DP-TRAVEL.8", "DP-HC.24")
def test_both_forbidden_cities_count_and_leaving_one_is_allowed():
    match, _ = scene(9)
    match.state.cthulhu, match.state.martial_law = "pittsburgh", "chicago"
    found = destinations(match)
    assert "chicago" not in found
    assert found == set(costs_by_search(match, "pittsburgh", ("chicago",)))


@rule("DP-TRAVEL.5", "DP-TRAVEL.7", "DP-TRAVEL.10")
def test_deep_ones_of_one_city_are_named_once_but_each_may_go():
    match, _ = scene(1, 1, 1)
    hold(match, 0, "deep_ones", zone="discard")
    for number in (1, 2):
        agent(match, 0, f"deep_one_{number}", "pittsburgh")
    assert offers(match, Travel) == [Travel("deep_one_1"), Travel("monday")]
    go(match, "deep_one_1", "indianapolis")
    assert offers(match, Travel) == [Travel("deep_one_2"), Travel("monday")]
    go(match, "deep_one_2", "detroit")
    assert (at(match, "deep_one_1"), at(match, "deep_one_2"), at(match)) == ("indianapolis", "detroit", "pittsburgh")


@rule("DP-TRAVEL.11")
def test_any_number_of_agents_share_a_city():
    match, _ = scene(1)
    for name in ("tuesday", "wednesday"):
        match.state.agents[name].city = "indianapolis"
    agent(match, 0, "moses_fleet", "indianapolis")
    go(match, "monday", "indianapolis")
    assert sum(piece.city == "indianapolis" for piece in match.state.agents.values()) == 4


# -- Lillian La France ----------------------------------------------------------------------------------------------


def walker(city="pittsburgh", *values, **options):
    match, _ = scene(*values, city="arkham", **options)
    agent(match, 0, "lillian_la_france", city)
    return match


@rule("DP-HC.24")
def test_la_france_walks_to_an_adjacent_city_for_nothing_once_a_turn():
    match = walker()
    assert {offer.city for offer in offers(match, FreeMove)} == {"new_york", "washington", "indianapolis", "detroit"}
    act(match, FreeMove("indianapolis"))
    assert at(match, "lillian_la_france") == "indianapolis"
    assert match.state.turn.actions == 2
    assert not offers(match, FreeMove)
    assert offers(begin_turn(match, 0), FreeMove)


@rule("DP-HC.24")
def test_la_france_walks_in_the_turn_of_her_player_only_and_into_no_forbidden_city():
    match = walker()
    assert not offers(begin_turn(match, 1), FreeMove)
    match = walker()
    match.state.martial_law = "indianapolis"
    assert FreeMove("indianapolis") not in offers(match)
    assert FreeMove("detroit") in offers(match)


@rule("DP-HC.24")
def test_the_switch_makes_her_walk_a_travel_action_that_costs_nothing():
    match = walker(free_move="travel")
    assert not offers(match, FreeMove)
    assert offers(match, Travel) == [Travel("lillian_la_france")]
    go(match, "lillian_la_france", "indianapolis")
    assert at(match, "lillian_la_france") == "indianapolis"
    assert match.state.turn.actions == 1
    assert not offers(match, Travel)


@rule("DP-HC.24")
def test_with_the_switch_others_may_pay_in_the_same_action():
    match = walker("pittsburgh", 1, free_move="travel")
    go(match, "lillian_la_france", "detroit")
    go(match, "monday", "boston")
    assert (at(match, "lillian_la_france"), at(match)) == ("detroit", "boston")
    assert not match.state.players[0].hand
