"""The lessons of every game: each step can be completed, and a wrong move gets an explanation but changes nothing."""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.kernel.engine.lesson import Course, Lesson, Progress, course, judge, lesson, previous_progress
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES

TAUGHT = [game for game in GAMES.values() if course(game)]


def the_course(game: AnyGame) -> Course:
    found = course(game)
    assert found is not None
    return found


def places(game: AnyGame) -> list[Lesson]:
    """Return the steps of a lesson where the player must move, each with its position and the right moves."""
    taught, progress, found = the_course(game), Progress(), list[Lesson]()
    while progress.step < len(taught.steps):
        at = lesson(game, taught, progress)
        found.append(at)
        progress = judge(at, at.shown).progress
    return found


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_course_has_a_dozen_to_a_score_of_steps_that_can_all_be_done(game: AnyGame) -> None:
    assert 12 <= len(the_course(game).steps) <= 20
    assert {at.progress.step for at in places(game)} == set(range(len(the_course(game).steps)))


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_every_other_move_is_answered_and_changes_nothing(game: AnyGame) -> None:
    wrong = 0
    for at in places(game):
        before = at.match.dump()
        assert at.decision is not None
        for action in at.decision.actions:
            answer = judge(at, action)
            assert at.match.dump() == before
            if not answer.right:
                wrong += 1
                assert answer.progress == at.progress
                assert answer.words is not None, (at.progress.step + 1, action)
    assert wrong > len(the_course(game).steps)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_no_right_move_leads_into_a_dead_end(game: AnyGame) -> None:
    """Takes the last right move of each step, because the other tests (through `places`) take the first one."""
    taught, progress = the_course(game), Progress()
    while progress.step < len(taught.steps):
        at = lesson(game, taught, progress)
        assert at.decision is not None
        answers = (judge(at, action) for action in reversed(at.decision.actions))
        progress = next(answer.progress for answer in answers if answer.right)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_back_leads_through_all_steps_to_the_first(game: AnyGame) -> None:
    last = places(game)[-1]
    steps = [last.progress.step]
    while steps[-1]:
        last = lesson(game, last.course, previous_progress(last))
        if last.progress.step != steps[-1]:
            steps.append(last.progress.step)
    assert steps == list(range(len(last.course.steps)))[::-1]


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_place_missing_from_the_course_restarts_its_step(game: AnyGame) -> None:
    taught = the_course(game)
    at = lesson(game, taught, Progress(1, ({"verb": "gone"},)))
    assert at.progress == Progress(1)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_what_the_teacher_says_is_another_sentence_in_every_language(game: AnyGame) -> None:
    taught = the_course(game)
    texts = [taught.end, *taught.answers.values()]
    for step in taught.steps:
        texts += [step.words, *step.answers.values()]
    for text in texts:
        assert len({getattr(text, locale) for locale in LOCALES}) == len(LOCALES), text.en
        assert {getattr(text, locale).count("**") for locale in LOCALES} <= {0, 2} | {text.en.count("**")}
