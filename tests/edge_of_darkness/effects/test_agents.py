"""Section 20 of RULES.md (AGENT, DISP, RET, TRAIN): Agents beside the board, in the pool and at Locations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.flow.scoring import scores, trained
from rules.edge_of_darkness.state.actions import ChooseNumber, EndTurn, UseAbility
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import (
    ability,
    cards_in_hand,
    contact,
    location_in_play,
    send,
    simple_free_part,
    sleeve,
)
from tests.edge_of_darkness.table import gain
from tests.game_helpers import act, offers, play_first, refused, rule

DISPATCH, RETURN, TRAIN = {"op": "dispatch"}, {"op": "return"}, {"op": "train"}


def one_card(*ops, cost=(), seats=2):
    """Return a match where a Neutral hand card has a contact with this effect, and the action that uses the contact."""
    match = simple_free_part(seats, hand=["citizen"])
    return match, contact(match, cards_in_hand(match)[0], *ops, cost=cost)


def counts(match, seat=0):
    player = match.state.players[seat]
    return player.untrained, player.pool, sum(player.agents.values())


@rule("EOD-AGENT.1", "EOD-TRAIN.1")
def test_training_takes_an_untrained_agent_and_dispatching_a_trained_one():
    match, action = one_card(TRAIN)
    act(match, action)
    assert counts(match) == (5, 5, 0)
    match, action = one_card(DISPATCH)
    act(match, action)
    assert counts(match) == (6, 3, 1)


@rule("EOD-AGENT.2", "EOD-DISP.4", "EOD-RET.3")
@pytest.mark.parametrize("number", [None, 1, 2, 3])
def test_no_number_is_one_agent_and_a_number_is_that_many(number):
    more = {} if number is None else {"count": number}
    match, action = one_card(DISPATCH | more)
    act(match, action)
    assert counts(match)[2] == (number or 1)
    match, action = one_card(RETURN | more | {"up_to": False})
    send(match, 0, 0, 4)
    act(match, action)
    assert counts(match)[1] == (number or 1)


@rule("EOD-AGENT.3", "EOD-AGENT.4", "EOD-SCORE.1")
def test_agents_on_locations_are_still_trained():
    match, action = one_card(DISPATCH | {"count": 3})
    before = trained(match.state.players[0]), scores(match, 0)["agents"]
    act(match, action)
    assert counts(match) == (6, 1, 3)
    assert (trained(match.state.players[0]), scores(match, 0)["agents"]) == before == (4, 4)


@rule("EOD-DISP.3")
def test_only_agents_of_the_own_pool_are_dispatched():
    match, action = one_card(DISPATCH | {"count": 2})
    with arrange(match):
        match.state.players[0].untrained, match.state.players[0].pool = 9, 1
    act(match, action)
    assert counts(match) == (9, 0, 1)
    assert counts(match, 1) == (6, 4, 0)


@rule("EOD-DISP.5")
def test_a_location_holds_any_number_of_agents_of_any_guilds():
    match, action = one_card(DISPATCH | {"count": 4}, seats=4)
    for seat in (1, 2, 3):
        send(match, seat, 0, 4)
    send(match, 0, 0, 0)
    act(match, action)
    assert match.view(None).locations[0].agents == [4, 4, 4, 4]


@rule("EOD-DISP.6", "EOD-DEC.15")
@pytest.mark.parametrize(("pool", "numbers"), [(4, [1, 2]), (2, [1, 2]), (1, [])])
def test_up_to_two_is_one_or_two(pool, numbers):
    match, action = one_card(DISPATCH | {"count": 2, "up_to": True})
    send(match, 0, 3, 4 - pool)
    act(match, action)
    assert offers(match, ChooseNumber) == [ChooseNumber(number) for number in numbers]
    if numbers:
        assert offers(match) == offers(match, ChooseNumber), "none at all is no choice any more"
        act(match, ChooseNumber(2))
    assert match.state.players[0].agents[location_in_play(match)] == (2 if numbers else 1)


@rule("EOD-DISP.7", "EOD-HC.45", "EOD-HC.71")
@pytest.mark.parametrize("pool", [1, 2, 3, 4])
def test_a_plain_number_moves_exactly_that_many_or_all_there_are(pool):
    match, action = one_card(DISPATCH | {"count": 3})
    send(match, 0, 5, 4 - pool)
    act(match, action)
    assert match.state.players[0].agents[location_in_play(match)] == min(3, pool)
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-DISP.8", "EOD-HC.46")
@pytest.mark.parametrize("seats", [2, 4])
def test_every_contact_in_a_match_belongs_to_a_location_in_play(seats):
    match = new(seats, setup="random")
    play_first(match, lambda match: match.state.round == 2)
    for card in match.state.cards.values():
        for slip in (card.top, card.middle, card.bottom):
            assert not slip or match.content.slip_home[slip].id in match.state.locations
    for player in match.state.players:
        assert set(player.agents) <= set(match.state.locations)


@rule("EOD-RET.1", "EOD-RET.2")
@pytest.mark.parametrize("by", ["contact", "ability"])
def test_agents_come_back_only_from_the_location_of_the_effect_or_ability(by):
    match = simple_free_part(2, hand=["citizen"])
    send(match, 0, 0, 1)
    send(match, 0, 1, 1)
    if by == "contact":
        action = contact(match, cards_in_hand(match)[0], RETURN | {"count": 2})
    else:
        action = UseAbility(ability(match, 0, RETURN | {"count": 2}))
    act(match, action)
    assert match.state.players[0].agents == {location_in_play(match, 1): 1}
    assert match.state.players[0].pool == 3


@rule("EOD-RET.3", "EOD-DEC.16")
def test_an_up_to_return_asks_how_many_of_those_that_are_there():
    match, action = one_card(RETURN | {"count": 3, "up_to": True})
    send(match, 0, 0, 2)
    act(match, action)
    assert offers(match) == [ChooseNumber(1), ChooseNumber(2)]
    act(match, ChooseNumber(2))
    assert counts(match) == (6, 4, 0)


@rule("EOD-RET.4")
def test_an_agent_returned_may_be_dispatched_in_the_same_turn():
    match, action = one_card(RETURN)
    send(match, 0, 0, 4)
    home = ability(match, 1, DISPATCH)
    assert refused(match, UseAbility(home))
    act(match, action)
    act(match, UseAbility(home))
    assert match.state.players[0].agents == {location_in_play(match, 0): 3, home: 1}


@rule("EOD-RET.5", "EOD-RET.6")
def test_agents_stay_on_their_locations_over_turns_and_rounds():
    match = simple_free_part(2, hand=["citizen"])
    home = send(match, 0, 3, 2)
    sleeve(match)
    act(match, EndTurn())
    assert match.state.round == 2
    play_first(match, lambda match: match.state.phase == "action")
    assert match.state.players[0].agents == {home: 2}


@rule("EOD-RET.5")
def test_in_random_play_agents_come_back_only_by_a_return_or_a_discarded_card():
    match = new(3)
    play_first(match, lambda match: match.state.phase == "action")
    for number in range(500):
        if match.over:
            break
        seat, decision = next(iter(match.decisions().items()))
        action = decision.actions[number % len(decision.actions)]
        before = [dict(player.agents) for player in match.state.players]
        match.apply(seat, action)
        for player, agents in zip(match.state.players, before, strict=True):
            if any(player.agents.get(home, 0) < count for home, count in agents.items()):
                assert action.verb in ("recall", "ability", "use", "option", "number", "discard", "street")


@rule("EOD-RET.7", "EOD-HC.45")
@pytest.mark.parametrize(("there", "legal"), [(1, False), (2, True), (3, True)])
def test_a_price_of_two_agents_needs_exactly_two_to_be_there(there, legal):
    match = simple_free_part(2)
    home = ability(match, 0, gain("battle", 3), cost=[{"cost": "return", "count": 2}])
    send(match, 0, 0, there)
    assert refused(match, UseAbility(home)) != legal
    if legal:
        act(match, UseAbility(home))
        assert match.state.players[0].agents.get(home, 0) == there - 2


@rule("EOD-TRAIN.2", "EOD-HC.70")
def test_without_untrained_agents_training_does_nothing():
    match, action = one_card(TRAIN, gain("goodwill"))
    with arrange(match):
        match.state.players[0].untrained, match.state.players[0].pool = 0, 10
    act(match, action)
    assert counts(match) == (0, 10, 0)


@rule("EOD-TRAIN.3")
def test_six_trainings_and_never_more_than_ten_trained_agents():
    match = simple_free_part(2, location_uses="unlimited")
    home = ability(match, 0, TRAIN)
    done = 0
    while not refused(match, UseAbility(home)):
        act(match, UseAbility(home))
        done += 1
    assert done == 6
    assert counts(match) == (0, 10, 0)


@rule("EOD-TRAIN.4")
def test_an_agent_trained_may_be_dispatched_in_the_same_turn():
    match, action = one_card(TRAIN, DISPATCH)
    send(match, 0, 5, 4)
    act(match, action)
    assert match.state.players[0].agents[location_in_play(match)] == 1
    assert counts(match) == (5, 0, 5)


@given(st.lists(st.sampled_from(["dispatch", "return", "train"]), max_size=12), st.data())
@settings(max_examples=30, deadline=None, derandomize=True)
@rule("EOD-AGENT.4", "EOD-TRAIN.3", "EOD-DISP.7")
def test_no_sequence_of_moves_makes_or_loses_an_agent(ops, data):
    match = simple_free_part(2, location_uses="unlimited")
    for op in ops:
        number = data.draw(st.integers(1, 3))
        more = {"count": number} | ({} if op == "train" else {"up_to": False})
        home = ability(match, data.draw(st.integers(0, 2)), {"op": op} | more)
        if not refused(match, UseAbility(home)):
            before = trained(match.state.players[0])
            act(match, UseAbility(home))
            assert trained(match.state.players[0]) == before or op == "train"
        assert sum(counts(match)) == 10
        assert min(counts(match)) >= 0
