""" "Hard" computer players plan for claims: they value Agents more at Locations where Agents can pay for a claim."""

from __future__ import annotations

import pytest

from bot.computers.evaluators import current_evaluator
from rules.edge_of_darkness.board.tokens import move_agents
from rules.edge_of_darkness.bots.evaluate import AGENTS, terms
from rules.edge_of_darkness.bots.values import PRICES, READY_TO_CLAIM, Values, claim_price
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.table import GAME, free_part

#: A Location with an ability that claims a card in return for two Agents and two Coins.
HALL = "capital_hall"


def gained(worth: float, agents: int, home: str) -> tuple[float, float]:
    """Return how much a seat values sending Agents to a Location, and the value of its Agents afterwards."""
    match = free_part(2)
    with PRICES.using({READY_TO_CLAIM: worth}):
        foreseen = Values(match, 0).move(home, agents)
        with arrange(match) as state:
            move_agents(match, state.players[0], 0, home, agents)
        return foreseen, terms(match, 0)[AGENTS]


def test_agents_that_can_pay_for_a_claim_are_worth_more_up_to_its_price() -> None:
    match = free_part(2)
    assert claim_price(match.content, HALL) == 2
    assert claim_price(match.content, "war_council") == claim_price(match.content, "the_forge") == 0
    for agents, counted in ((1, 1), (2, 2), (3, 2)):
        pairs = zip(gained(0.6, agents, HALL), gained(0.0, agents, HALL), strict=True)
        assert [more - less for more, less in pairs] == pytest.approx([0.6 * counted] * 2)
    assert gained(0.6, 2, "war_council") == gained(0.0, 2, "war_council")


def test_nothing_can_be_claimed_when_no_turn_is_left() -> None:
    match = free_part(2)
    with arrange(match) as state:
        state.round, state.turn.seat = 8, 1
    with PRICES.using({READY_TO_CLAIM: 0.6}):
        assert Values(match, 0).ready(HALL, 2) == 0
        assert Values(match, 1).ready(HALL, 2) > 0


def test_only_hard_players_count_them() -> None:
    assert PRICES()[READY_TO_CLAIM] == 0
    with current_evaluator(GAME).thinking():
        assert PRICES()[READY_TO_CLAIM] > 0
