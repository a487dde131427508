"""Before an action that brings something hidden to light the panel asks; it works that out by trying the action."""

from __future__ import annotations

import random

import pytest

from rules.kernel.engine import trial
from tests.conformance.play import new, tables

#: Random matches of each game at each number of seats, the second with other options than the defaults, and so many
#: more as it takes to be asked so often. A game in which nothing is drawn or revealed has nothing to ask.
MATCHES, QUESTIONS = 2, 11
#: Random matches that `make soak` plays.
MANY = 20
#: Of a hundred questions, how many may turn out to have been needless.
NEEDLESS = 5


@tables
def test_whoever_reveals_something_is_asked_and_hardly_anybody_else(game, seats):
    ask_before_each_move(game, seats, MATCHES)


@pytest.mark.soak
@tables
def test_whoever_reveals_something_in_many_matches_is_asked(game, seats):
    ask_before_each_move(game, seats, MANY)


def ask_before_each_move(game: str, seats: int, matches: int) -> None:
    asked = needless = number = reveals = 0
    while number < matches or (reveals and asked < QUESTIONS):
        match, rng = new(game, seats, number), random.Random(number)
        while not match.over:
            seat, decision = rng.choice(sorted(match.decisions().items(), key=lambda one: one[0]))
            action = rng.choice(decision.actions)
            state = match.dump()
            warned = trial.reveals(match, seat, action, random.Random(f"{number}/{match.epoch}/{seat}"))
            assert match.dump() == state
            before, drawn = match.epoch + (match.state.last_seat != seat), match.chance.draws
            match.apply(seat, action)
            revealed = match.epoch != before
            assert revealed or match.chance.draws == drawn
            assert warned or not revealed, f"{action} brought something to light without a question"
            reveals += revealed
            asked += warned
            needless += warned and not revealed
        number += 1
    assert needless * 100 <= asked * NEEDLESS
