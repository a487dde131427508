"""The panel asks for confirmation before actions that reveal something hidden, which it finds out by trying them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from rules.kernel.data.events import Event
from rules.kernel.engine import reveal_check
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import new, tables

#: The minimum number of random matches per game and player count, and the number of confirmations that are enough to
#: stop. Odd-numbered matches have random options. A game without draws or reveals never asks for confirmation.
MATCHES, QUESTIONS = 2, 11
#: The number of random matches per game and player count in `make soak`.
MANY = 20
#: Maximum percentage of confirmations that turn out to be unnecessary.
MAX_NEEDLESS_PERCENT = 5
#: Maximum percentage of confirmations that don't name what will be revealed.
MAX_UNNAMED_PERCENT = 5
SAY = Translator()


#: Most moves reveal nothing, and these take the longest to try, so only every fifth of them is tried.
EVERY = 5


@tables
def test_revealing_moves_are_confirmed_and_few_others(game, seats):
    ask_before_each_move(game, seats, MATCHES, every=EVERY)


@pytest.mark.soak
@tables
def test_revealing_moves_in_many_matches_are_confirmed(game, seats):
    ask_before_each_move(game, seats, MANY, every=1)


def ask_before_each_move(game: str, seats: int, matches: int, every: int) -> None:
    """Check which moves ask for confirmation: each move that reveals something, and a sample of the other moves."""
    asked = needless = number = reveals = quiet = unnamed = 0
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
            uncovered = reveal_check.uncovers(tried, seat, action, random.Random(f"{number}/{epoch}/{seat}"))
            warned = uncovered is not None
            assert tried.dump() == state
            assert warned or not revealed, f"{action} brought something to light without a question"
            asked += warned
            unnamed += uncovered is not None and not reveal_texts(tried, seat, uncovered)
            needless += warned and not revealed
        number += 1
    assert quiet > every
    assert needless * every * 100 <= asked * MAX_NEEDLESS_PERCENT
    # a game may have no texts about reveals, and then none of its confirmations names what it reveals
    assert unnamed * 100 <= asked * MAX_UNNAMED_PERCENT or unnamed == asked


@cache
def names(game: AnyGame) -> frozenset[str]:
    """Return all names in a game that have a look-up page."""
    return frozenset(entry.name for entry in game.look_up(SAY))


def reveal_texts(match: Match[Any], seat: int, uncovered: Sequence[Event]) -> list[str]:
    """Return the texts of a confirmation that name what a seat would reveal.

    Check that the texts don't name anything hidden from the seat.
    """
    game, view = match.game, match.view(seat)
    told = [words for event in uncovered if (words := game.uncovers(SAY, view, event.body))]
    seen = f"{game.board_text(SAY, view)} {game.hand_text(SAY, view)}"
    for words in told:
        assert words.endswith(".")
        shown = [name for name in names(game) if name in words]
        assert all(name in seen for name in shown), words
    return told
