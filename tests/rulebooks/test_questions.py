"""The quality of `/rules` answers: tables of players' questions, with the ids of the rules that answer them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from bot.features.rulebook.service.search import search
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES
from tests.rulebooks.games_with_books import WITH_BOOK

TABLES = Path(__file__).parent / "questions"
#: Minimum share of questions whose first search result is a right answer, for each game and language.
FIRST = 0.9
#: The same for the questions typed on a phone, and the minimum share of those with a right answer among three.
PHONE_FIRST, PHONE_AMONG_THREE = 0.85, 0.95


class Question(NamedTuple):
    """A player's question and the ids of the rules that answer it."""

    text: str
    answers: frozenset[str]


def table(game: AnyGame, locale: str, folder: Path = TABLES) -> list[Question]:
    """Return the test questions about a game in one language."""
    lines = (folder / f"{game.id}.{locale}.tsv").read_text("utf-8").splitlines()
    return [Question(text, frozenset(ids.split())) for text, ids in (line.split("\t") for line in lines)]


tables = pytest.mark.parametrize(
    ("game", "locale"),
    [(game, locale) for game in WITH_BOOK for locale in LOCALES],
    ids=lambda value: getattr(value, "id", value),
)


@tables
def test_there_are_sixty_questions_and_each_has_an_answer_that_players_can_read(game: AnyGame, locale: str) -> None:
    questions = table(game, locale)
    assert len({question.text.casefold() for question in questions}) == len(questions) >= 60
    known = game.book(locale).by_id.keys()
    assert [question.text for question in questions if not question.answers & known] == []


@tables
def test_the_right_rule_is_first_for_nearly_all_and_among_three_for_every_question(game: AnyGame, locale: str) -> None:
    questions = table(game, locale)
    found = {question: [rule.id for rule in search(game, locale, question.text, 3)] for question in questions}
    assert [(asked.text, ids) for asked, ids in found.items() if not asked.answers & {*ids}] == []
    first = sum(bool(asked.answers & {*ids[:1]}) for asked, ids in found.items())
    assert first >= FIRST * len(questions)


@tables
def test_questions_typed_on_a_phone_find_the_right_rule(game: AnyGame, locale: str) -> None:
    """These questions have slips, half sentences and words that no rule has."""
    questions = table(game, locale, TABLES / "phone")
    known = game.book(locale).by_id.keys()
    assert [question.text for question in questions if not question.answers <= known] == []
    found = [[rule.id for rule in search(game, locale, question.text, 3)] for question in questions]
    right = [question.answers for question in questions]
    first = sum(bool(answers & {*ids[:1]}) for answers, ids in zip(right, found, strict=True))
    among_three = sum(bool(answers & {*ids}) for answers, ids in zip(right, found, strict=True))
    assert first >= PHONE_FIRST * len(questions)
    assert among_three >= PHONE_AMONG_THREE * len(questions)
