"""The answers that a panel offers beside an action are those to the question that follows, whichever action it is."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import new, walk

#: Maximum number of actions of a type that are tried in a position.
TRIED = 3


def check(match: Match[Any], seat: int) -> int:
    """Check the answers that a seat may give beside its actions, and return how many there are."""
    game, say, actions = match.game, Translator(), match.decisions()[seat].actions
    answers = game.follow_ups(say, match, match.view(seat))
    for kind, offered in answers.items():
        for action in [one for one in actions if type(one) is kind][:TRIED]:
            tried = match.copy()
            tried.apply(seat, action)
            assert [answer for answer, _ in offered] == tried.decisions()[seat].actions
            view = tried.view(seat)
            assert [text for _, text in offered] == [game.action_text(say, view, answer) for answer, _ in offered]
    return sum(map(len, answers.values()))


@pytest.mark.parametrize("game", rules.GAMES)
def test_what_is_offered_beside_an_action_answers_the_next_question(game: str) -> None:
    match, count = new(game, max(rules.GAMES[game].seats), 0), 0
    for _ in walk(match, 0):
        count += sum(check(match, seat) for seat in match.decisions())
    assert (count > 0) == (game == "dark_providence")
