"""Before an action that brings something hidden to light the panel asks; it works that out by trying the action."""

from __future__ import annotations

import random

import pytest

import rules
from rules.kernel.engine import trial
from tests.conformance.play import new

#: Random matches of each game at each number of seats.
MATCHES = 3
#: Of a hundred questions, how many may turn out to have been needless.
NEEDLESS = 5


@pytest.mark.parametrize(("game", "seats"), [(game.id, seats) for game in rules.GAMES.values() for seats in game.seats])
def test_whoever_reveals_something_is_asked_and_hardly_anybody_else(game, seats):
    asked = needless = 0
    for number in range(MATCHES):
        match, rng = new(game, seats, number), random.Random(number)
        while not match.over:
            seat, decision = rng.choice(sorted(match.decisions().items(), key=lambda one: one[0]))
            action = rng.choice(decision.actions)
            state = match.dump()
            warned = trial.reveals(match, seat, action, random.Random(f"{number}/{match.epoch}/{seat}"))
            assert match.dump() == state
            before = match.epoch + (match.state.last_seat != seat)
            match.apply(seat, action)
            revealed = match.epoch != before
            assert warned or not revealed, f"{action} brought something to light without a question"
            asked += warned
            needless += warned and not revealed
    assert asked > 10
    assert needless * 100 <= asked * NEEDLESS
