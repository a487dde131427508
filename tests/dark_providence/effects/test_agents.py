"""Operations on agents and on the pieces of mythos cards: move, return_agents, deep_ones, mi_go, cthulhu and others."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.routes import adjacent_cities
from rules.dark_providence.effects.assassination_checks import can_be_assassinated
from rules.dark_providence.examples.position_builder import agent, control, hold, lay, mark, own, show, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    ChooseWay,
    Done,
    PlaceInfluence,
    UseBonus,
    UseCard,
)
from rules.dark_providence.state.state import Piece
from tests.dark_providence.made_up_cards import action_card, choices, choose, give, places_of_card, power
from tests.dark_providence.table import act, asset, done, offers, refused
from tests.game_helpers import rule


def player(match, seat=0):
    return match.state.players[seat]


def cities_of(match, prefix="deep_one_"):
    return sorted(piece.city for name, piece in match.state.agents.items() if name.startswith(prefix))


# -- move -----------------------------------------------------------------------------------------------------------


def test_an_own_agent_moves_to_an_adjacent_city_for_nothing():
    match = turn()
    match.state.agents["monday"].city = "chicago"
    agent(match, 0, "moses_fleet", "boston")
    agent(match, 1, "carl_jung", "chicago")
    act(match, action_card(match, {"op": "move"}))
    # declining isn't offered, because the card must have an effect
    assert offers(match) == [Choose("monday"), Choose("moses_fleet")]
    choose(match, "monday")
    assert set(choices(match)) == set(adjacent_cities(match, "chicago"))
    assert Done() not in offers(match)
    choose(match, "indianapolis")
    assert match.state.agents["monday"].city == "indianapolis"
    assert match.decisions()[0].prompt.key == "turn"


def test_several_agents_or_one_several_times_and_stopping_early():
    match = turn()
    match.state.agents["monday"].city = "chicago"
    agent(match, 0, "moses_fleet", "boston")
    act(match, action_card(match, {"op": "move", "count": 3, "reach": "any"}))
    for name, target in (("monday", "new_orleans"), ("moses_fleet", "atlanta")):
        choose(match, name)
        choose(match, target)
        assert match.state.agents[name].city == target
    assert Done() in offers(match)
    done(match)
    assert match.state.turn.actions == 1


def test_to_any_city_means_any_that_can_be_reached():
    match = turn()
    match.state.martial_law = "boston"
    use = action_card(match, {"op": "move", "reach": "any"})
    assert refused(match, use)  # the only road out of Arkham leads to Boston, which is closed
    match.state.agents["monday"].city = "chicago"
    act(match, use)
    assert set(choices(match)) == set(match.state.places) - {"chicago", "boston", "arkham"}


def test_a_move_may_be_declined_when_the_card_did_something_else_or_still_will():
    for ops in ([{"op": "vp"}, {"op": "move"}], [{"op": "move"}, {"op": "vp"}]):
        match = turn()
        act(match, action_card(match, *ops))
        done(match)
        assert match.state.agents["monday"].city == "arkham"
        assert player(match).vp == 1


def test_deep_ones_move_like_agents_and_forbidden_cities_stay_forbidden():
    match = turn()
    hold(match, 0, "deep_ones", zone="discard")
    match.state.agents["deep_one_1"] = Piece(-1, "chicago")
    match.state.martial_law, match.state.cthulhu = "indianapolis", "detroit"
    act(match, action_card(match, {"op": "move"}))
    choose(match, "deep_one_1")
    # two neighbouring cities are closed, so the destination is chosen automatically
    assert cities_of(match) == ["saint_louis"]


# -- return_agents --------------------------------------------------------------------------------------------------


@rule("DP-AGENT.11")
def test_own_agents_are_turned_one_after_the_other_leads_too_and_no_one_else():
    match = turn()
    agent(match, 0, "carl_jung", "chicago")
    agent(match, 0, "eliot_ness", "chicago", returned=True)
    agent(match, 1, "moses_fleet", "chicago")
    hold(match, 0, "deep_ones", zone="discard")
    match.state.agents["deep_one_1"] = Piece(-1, "chicago")
    act(match, action_card(match, {"op": "return_agents", "count": 3}))
    assert offers(match) == [Choose("carl_jung"), Choose("monday")]
    choose(match, "monday")
    assert offers(match) == [Choose("carl_jung"), Done()]
    choose(match, "carl_jung")
    turned = {name for name, piece in match.state.agents.items() if piece.returned}
    assert turned == {"monday", "carl_jung", "eliot_ness"}
    assert match.decisions()[0].prompt.key == "turn"


def test_agents_of_anyone_if_the_card_says_so_and_nothing_when_all_are_turned():
    match = turn()
    act(match, action_card(match, {"op": "return_agents", "whose": "any"}))
    assert choices(match) == ["monday", "tuesday", "wednesday"]
    choose(match, "tuesday")
    assert match.state.agents["tuesday"].returned
    match = turn()
    match.state.agents["monday"].returned = True
    assert refused(match, action_card(match, {"op": "return_agents"}))


# -- deep_ones ------------------------------------------------------------------------------------------------------


def deep(match, *ops, timing="action"):
    """Give seat 0 a Deep Ones card with these operations. Return the action that uses the card."""
    asset(match, "deep_ones", [power(*ops or [{"op": "deep_ones", "count": 2}], timing=timing)])
    hold(match, 0, "deep_ones")
    return UseCard("deep_ones")


def in_play(match, count):
    for number in range(1, count + 1):
        match.state.agents[f"deep_one_{number}"] = Piece(-1, "detroit")


def test_deep_ones_come_from_the_supply_to_cities_with_an_own_agent():
    match = turn()
    agent(match, 0, "carl_jung", "chicago")
    act(match, deep(match))
    assert offers(match) == [Choose("arkham"), Choose("chicago")]
    choose(match, "chicago")
    choose(match, "arkham")
    assert cities_of(match) == ["arkham", "chicago"]
    assert not match.over


@pytest.mark.parametrize(("count", "placed", "over"), [(6, 2, False), (7, 1, False), (8, 0, True)])
@rule("DP-END.5", "DP-HC.50", "DP-LIMIT.7")
def test_the_game_ends_when_all_eight_were_in_play_already_and_not_when_the_eighth_comes(count, placed, over):
    match = turn()
    match.state.agents["monday"].city = "detroit"
    in_play(match, count)
    use = deep(match)
    act(match, use)
    assert len(cities_of(match)) == count + placed
    assert match.over == over
    assert match.state.ending == (["deep_ones"] if over else [])


@rule("DP-END.5", "DP-GEN.4")
def test_only_the_action_of_the_deep_ones_card_ends_the_game():
    match = turn()
    in_play(match, 8)
    assert refused(match, action_card(match, {"op": "deep_ones"}))
    act(match, action_card(match, {"op": "deep_ones"}, {"op": "vp"}, card="other"))
    assert not match.over
    match = turn()
    in_play(match, 8)
    asset(match, "deep_ones", [power({"op": "deep_ones"}, timing="bonus")])
    hold(match, 0, "deep_ones")
    act(match, UseBonus("deep_ones"))
    assert not match.over


@rule("DP-END.5")
def test_with_all_eight_in_play_every_way_of_the_deep_ones_action_ends_the_game():
    match = turn()
    match.state.agents["monday"].city = "detroit"
    in_play(match, 8)
    asset(
        match,
        "deep_ones",
        [{"timing": "action", "ways": [[{"op": "deep_ones"}], [{"op": "draw"}]]}],
    )
    hold(match, 0, "deep_ones")
    act(match, UseCard("deep_ones"))
    act(match, ChooseWay(1))
    assert match.state.ending == ["deep_ones"]
    assert match.over


@rule("DP-ASSASSINATE.1", "DP-HC.49")
def test_deep_ones_without_their_card_belong_to_no_one_and_are_no_victims():
    match = turn()
    in_play(match, 1)
    city = match.state.agents["deep_one_1"].city
    match.state.agents["monday"].city = city
    match.state.owners.pop("deep_ones", None)
    assert not can_be_assassinated(match, 0, "deep_one_1", returned=False)
    hold(match, 1, "deep_ones")
    assert can_be_assassinated(match, 0, "deep_one_1", returned=False)


# -- pieces on the map ----------------------------------------------------------------------------------------------


def test_martial_law_moves_from_city_to_city():
    match = turn()
    act(match, action_card(match, {"op": "martial_law"}))
    assert len(choices(match)) == 12
    choose(match, "chicago")
    assert match.state.martial_law == "chicago"
    act(match, action_card(match, {"op": "martial_law"}, card="other"))
    assert "chicago" not in choices(match)
    choose(match, "detroit")
    assert match.state.martial_law == "detroit"


@pytest.mark.parametrize("zone", ["hand", "discard"])
def test_cthulhu_takes_a_city_from_its_controller_with_points_and_card(zone):
    match = turn()
    control(match, 1, "chicago")
    hold(match, 1, "chicago", zone=zone)
    vp = player(match, 1).vp
    assert vp > 0
    act(match, action_card(match, {"op": "cthulhu"}))
    choose(match, "chicago")
    assert match.state.cthulhu == "chicago"
    assert match.state.places["chicago"].controller == -1
    assert (player(match, 1).vp, player(match, 1).controls) == (0, 12)
    assert places_of_card(match, "chicago") == ["area e"]


def test_where_cthulhu_is_nothing_can_be_placed_or_acquired_and_a_neutral_city_stays_so():
    match = turn()
    lay(match, "chicago", "tommy_guns", "cover_up")
    mark(match, 0, "chicago", 1)
    mark(match, 0, "tommy_guns", 1)
    give(match, 0, "favour", influence=1)
    match.state.cthulhu = "chicago"
    assert not offers(match, AcquireTarget)
    assert not {PlaceInfluence("chicago"), PlaceInfluence("tommy_guns")} & set(offers(match))
    match = turn()
    act(match, action_card(match, {"op": "cthulhu"}))
    choose(match, "chicago")
    assert [other.vp for other in match.state.players] == [0, 0, 0]
    assert places_of_card(match, "chicago") == ["area e"]


def test_whateleys_come_one_by_one_to_any_city_three_at_most():
    match = turn()
    act(match, action_card(match, *[{"op": "whateley"}] * 4))
    for name in ("chicago", "chicago", "detroit"):
        assert len(choices(match)) == 12
        choose(match, name)
    assert match.state.whateleys == ["chicago", "chicago", "detroit"]
    assert match.state.whateley_seat == 0
    assert match.decisions()[0].prompt.key == "turn"
    assert refused(match, action_card(match, {"op": "whateley"}, card="other"))


def test_the_mi_go_comes_to_any_city_but_cthulhus_if_a_frame_is_free():
    match = turn()
    own(match, 0, "mi_go")
    match.state.cthulhu = "chicago"
    act(match, action_card(match, {"op": "mi_go"}))
    assert set(choices(match)) == set(match.state.places) - {"chicago"}
    choose(match, "detroit")
    assert match.state.agents["mi_go"] == Piece(0, "detroit")
    assert refused(match, action_card(match, {"op": "mi_go"}, card="other"))
    match = turn()
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness", "moses_fleet"):
        agent(match, 0, name, "arkham")
    assert refused(match, action_card(match, {"op": "mi_go"}))
    show(match, "hastur")
