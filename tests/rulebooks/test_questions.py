"""How well `/rules` answers what players ask: tables of questions, each with the ids that answer it, the best first.

The questions were written without sight of the rules' wording and of the search, and which rules answer them was judged
without sight of it. Every third is held out: the search and the words under which rules are asked for
(data/<game>/rules/asked) are improved with the others only.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import rules
from bot.rulebooks.search import search
from rules.kernel.game import AnyGame
from rules.kernel.words.text import LOCALES

TABLES = Path(__file__).parent / "questions"
#: The shares of questions whose answer is first, and among the first three, below which the search has become worse.
FIRST, AMONG_THREE = 0.7, 0.85


class Question(NamedTuple):
    """A question, and the rules any of which answers it."""

    text: str
    answers: frozenset[str]


def table(game: AnyGame, locale: str) -> list[Question]:
    """Return the questions about a game in one language."""
    lines = (TABLES / f"{game.id}.{locale}.tsv").read_text("utf-8").splitlines()
    return [Question(text, frozenset(ids.split())) for text, ids in (line.split("\t") for line in lines)]


def rates(game: AnyGame, locale: str, questions: list[Question]) -> tuple[float, float]:
    """Return how often the answer is first, and how often among the first three."""
    found = [[rule.id for rule in search(game, locale, question.text, 3)] for question in questions]
    first = sum(bool(question.answers & {*ids[:1]}) for question, ids in zip(questions, found, strict=True))
    three = sum(bool(question.answers & {*ids}) for question, ids in zip(questions, found, strict=True))
    return first / len(questions), three / len(questions)


tables = pytest.mark.parametrize(
    ("game", "locale"),
    [(game, locale) for game in rules.GAMES.values() for locale in LOCALES],
    ids=lambda value: getattr(value, "id", value),
)


@tables
def test_there_are_sixty_questions_and_each_has_an_answer_that_players_can_read(game: AnyGame, locale: str) -> None:
    questions = table(game, locale)
    assert len({question.text.casefold() for question in questions}) == len(questions) >= 60
    known = game.book(locale).by_id.keys()
    assert [question.text for question in questions if not question.answers & known] == []


@tables
def test_the_right_rule_is_found(game: AnyGame, locale: str) -> None:
    first, three = rates(game, locale, table(game, locale))
    assert first >= FIRST
    assert three >= AMONG_THREE
