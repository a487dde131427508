"""Section 31.1 (EXN): how we read the places where the book's examples and sentences disagree."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.flow.scoring import scores
from rules.edge_of_darkness.state.actions import ChooseOption, HuntThreats, UseAbility, UseContact
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import attacks, claimed, full, in_tower, quiet, sleeve_on, strip, take, tray
from tests.edge_of_darkness.table import free_part, move, set_player, set_threat
from tests.table import act, offers, rule, told


@rule("EOD-EXN.1", "EOD-EXN.2", "EOD-HC.58")
def test_a_reputation_is_a_point_and_goodwill_and_influence_are_quarters_that_are_kept():
    match = quiet(2)
    set_player(match, 0, reputation=12, coins=5, influence=3, goodwill=7)
    points = scores(match, 0)
    assert points["reputation"] == 12
    assert points["quarters"] == 3.75
    set_player(match, 0, influence=12, coins=0, goodwill=0)
    assert scores(match, 0)["quarters"] == 3, "twelve Influence are no twelve points"
    set_player(match, 0, influence=0, goodwill=3)
    assert scores(match, 0)["quarters"] == 0.75, "three Goodwill count, not only every four"


@rule("EOD-EXN.3", "EOD-HC.49")
@pytest.mark.parametrize(("battle", "enough"), [(4, False), (5, True), (6, True)])
def test_battle_strength_equal_to_the_damage_is_enough(battle, enough):
    match = quiet(2)
    set_threat(match, match.state.tower[0], 5)
    with arrange(match):
        for spot in (2, 3):
            set_threat(match, match.state.tower[spot - 1], 9)
        match.state.turn.battle, match.state.turn.may_hunt = battle, True
    assert offers(match, HuntThreats) == ([HuntThreats((1,))] if enough else [])


@rule("EOD-EXN.4", "EOD-EXN.5", "EOD-EXN.6")
def test_the_hunting_example_as_far_as_the_book_tells_it():
    match = free_part(2)
    state = match.state
    for spot in (1, 2, 3):
        tray(match, spot)
    me, carnival = state.players
    assert (me.guild, carnival.guild) == ("anointed", "carnival_of_shadows")
    own_card = move(match, "marie_christine_botrelle", me.hand)
    smith, rivals = take(match, "citizen", me.hand), take(match, 1, me.hand)
    strip(match, (own_card, smith, rivals))
    sleeve_on(match, own_card, "deephollow_border_town", "middle")
    sleeve_on(match, smith, "the_forge", "bottom")
    sleeve_on(match, rivals, "deephollow_border_town", "bottom")
    for spot in (1, 2):
        set_threat(match, in_tower(match, spot, "citizen"), 3, [{"op": "gain", "what": "reputation", "amount": 2}])
    claimed(match, 0, state.tower[1])
    with arrange(match):
        me.agents, me.pool, me.coins = {"war_council": 2}, 2, 1
    act(match, UseAbility("war_council"))
    assert me.pool == 4
    act(match, UseContact(own_card, "top"))
    act(match, UseContact(smith, "top"))
    assert (state.turn.battle, me.coins) == (2, 1), "the Citizens are on own and Neutral cards, and cost nothing"
    act(match, UseContact(smith, "bottom"))
    assert (state.turn.battle, me.coins) == (3, 3), "both the Coins and the Battle Strength"
    act(match, UseContact(rivals, "bottom"))
    assert (me.coins, me.agents) == (2, {"deephollow_border_town": 2}), "the one payment of the example"
    act(match, UseContact(own_card, "middle"))
    act(match, ChooseOption(2))
    assert (state.turn.battle, me.agents, me.pool) == (6, {}, 4)
    act(match, HuntThreats((1, 2)))
    assert (state.turn.battle, me.reputation) == (0, 4), "four of one icon, which we take to be Reputation"


@rule("EOD-EXN.10", "EOD-HC.39")
def test_a_failed_defence_costs_a_space_on_the_track_and_no_reputation():
    match = quiet(2)
    player = match.state.players[0]
    set_player(match, 0, reputation=5)
    before = scores(match, 0)
    set_threat(match, match.state.tower[0], 9)
    full(match, 1, seat=0)
    (told_,) = told(attacks(match), "defended")
    assert not told_.success
    assert (player.reputation, player.moved_down) == (5, 1)
    after = scores(match, 0)
    assert after["reputation"] == before["reputation"]
    assert after["defence"] < before["defence"]
