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


#: Most moves reveal nothing, and those take longest to try: one of so many of them is tried.
EVERY = 5


@tables
def test_whoever_reveals_something_is_asked_and_hardly_anybody_else(game, seats):
    ask_before_each_move(game, seats, MATCHES, every=EVERY)


@pytest.mark.soak
@tables
def test_whoever_reveals_something_in_many_matches_is_asked(game, seats):
    ask_before_each_move(game, seats, MANY, every=1)


def ask_before_each_move(game: str, seats: int, matches: int, every: int) -> None:
    """Try each move that reveals something, and one of so many that reveal nothing."""
    asked = needless = number = reveals = quiet = 0
    while number < matches or (reveals and asked < QUESTIONS):
        match, rng = new(game, seats, number), random.Random(number)
        while not match.over:
            seat, decision = rng.choice(sorted(match.decisions().items(), key=lambda one: one[0]))
            action = rng.choice(decision.actions)
            state, epoch = match.dump(), match.epoch
            before, drawn = epoch + (match.state.last_seat != seat), match.chance.draws
            events = match.apply(seat, action)
            revealed = match.epoch != before
            if revealed and not match.game.secret_draws and all(event.to is not None for event in events):
                assert match.view(None) != match.reload(state).view(None), f"nobody else learns of {action}"
            assert revealed or match.chance.draws == drawn
            reveals += revealed
            quiet += not revealed
            if not revealed and quiet % every:
                continue
            tried = match.reload(state)
            warned = trial.reveals(tried, seat, action, random.Random(f"{number}/{epoch}/{seat}"))
            assert tried.dump() == state
            assert warned or not revealed, f"{action} brought something to light without a question"
            asked += warned
            needless += warned and not revealed
        number += 1
    assert quiet > every
    assert needless * every * 100 <= asked * NEEDLESS
