"""Lessons: prepared positions of real matches in which a learner makes the moves that are asked for.

A game's lessons are data/<game>/lessons.json: what the teacher says in each step, which actions count, and what is
answered to others. Where a learner stands is never saved as a match: it is played anew from the prepared position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import ConfigDict, TypeAdapter

from rules.kernel.data.actions import Action, to_json
from rules.kernel.data.events import Event
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.engine.parts import AnyParts
from rules.kernel.errors import IllegalAction
from rules.kernel.words.text import Localised

#: An action as plain data, or part of one: fields that are left out may have any value.
Wanted = dict[str, Any]
#: The answer to any action for which none is given.
OTHERS = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What the teacher says at a position, and which actions lead on."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    words: Localised
    #: All of these have to be done, in any order that the rules allow.
    do: tuple[Wanted, ...]
    #: The position that the step begins with, by its name; "" goes on where the step before has ended.
    position: str = ""
    #: What is answered to other actions, by their verb.
    answers: Mapping[str, Localised] = field(default_factory=dict[str, Localised])
    #: What is done afterwards without the learner, each with its seat.
    then: tuple[Wanted, ...] = ()
    #: What is shown: the learner's hand or the whole table.
    picture: Literal["hand", "board"] = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The lessons of a game, one step after another."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    steps: tuple[Step, ...]
    #: What the teacher says after the last step.
    end: Localised
    #: What is answered to an action that no step speaks of, by its verb.
    answers: Mapping[str, Localised]
    #: The seat of the learner.
    seat: int = 0


@cache
def course(game: AnyParts) -> Course | None:
    """Return a game's lessons; None when it has none."""
    file = files("data").joinpath(game.id, "lessons.json")
    return TypeAdapter(Course).validate_json(file.read_text("utf-8")) if file.is_file() else None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a learner is: the step, and what they did since the position with which it, or one before it, began."""

    step: int = 0
    made: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A learner's place in a course: the match there, and what is left to do in the step."""

    course: Course
    progress: Progress
    match: Match[Any]
    left: tuple[Wanted, ...]

    @property
    def step(self) -> Step:
        """The step that is taken."""
        return self.course.steps[self.progress.step]

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return self.course.seat

    @property
    def decision(self) -> Decision | None:
        """What the learner may do now."""
        return self.match.decisions().get(self.seat)

    @property
    def shown(self) -> Action:
        """The action that *Show me* does: the first offered one that is wanted."""
        return _first(self.match, self.seat, self.left)


class Answer(NamedTuple):
    """What came of an action: what happened, and how far the learner is now."""

    right: bool
    #: What the teacher says to a wrong one; None for nothing special.
    words: Localised | None
    events: Sequence[Event]
    progress: Progress


def lesson(game: AnyParts, course: Course, progress: Progress) -> Lesson:
    """Return the lesson at this place; from the step's beginning when the course has changed since."""
    number = min(progress.step, len(course.steps) - 1)
    if number == progress.step and progress.made:
        try:
            return _replayed(game, course, progress)
        except IllegalAction:
            pass
    return _replayed(game, course, Progress(number))


def judge(lesson: Lesson, action: Action) -> Answer:
    """Return what an offered action leads to; the lesson stays as it is."""
    match, progress = lesson.match.copy(), lesson.progress
    events = list(match.apply(lesson.seat, action))
    left = _without(lesson.left, action)
    if left is None or not _leads_on(lesson, match.copy(), left):
        return Answer(False, _answer(lesson, action), events, progress)
    made = (*progress.made, to_json(action))
    if left:
        return Answer(True, None, events, Progress(progress.step, made))
    events += _others(match, lesson.step)
    return Answer(True, None, events, _next(lesson.course, Progress(progress.step, made)))


def _leads_on(lesson: Lesson, match: Match[Any], left: Sequence[Wanted]) -> bool:
    """Return whether what is wanted from here to the next prepared position can still be done; plays it.

    What is wanted in any order can also be done in one that leaves a later step nothing to ask for.
    """
    steps, number = lesson.course.steps, lesson.progress.step
    try:
        while True:
            while left:
                action = _first(match, lesson.seat, left)
                match.apply(lesson.seat, action)
                left = _without(left, action) or ()
            _others(match, steps[number])
            number += 1
            if number == len(steps) or steps[number].position:
                return True
            left = steps[number].do
    except IllegalAction:
        return False


def _answer(lesson: Lesson, action: Action) -> Localised | None:
    """Return what the step says to an action that it does not ask for, or else the course."""
    step, course = lesson.step.answers, lesson.course.answers
    return step.get(action.verb) or step.get(OTHERS) or course.get(action.verb) or course.get(OTHERS)


def back(lesson: Lesson) -> Progress:
    """Return the beginning of this step or, there already, that of the step before."""
    progress, done = lesson.progress, len(lesson.step.do) - len(lesson.left)
    if done:
        return Progress(progress.step, progress.made[:-done])
    number = max(0, progress.step - 1)
    if lesson.step.position:
        return Progress(number)
    return Progress(number, progress.made[: -len(lesson.course.steps[number].do) or None])


def _next(course: Course, progress: Progress) -> Progress:
    number = progress.step + 1
    fresh = number >= len(course.steps) or course.steps[number].position
    return Progress(number, () if fresh else progress.made)


def _replayed(game: AnyParts, course: Course, progress: Progress) -> Lesson:
    """Play from the last prepared position to the learner's place: what they did, and where that is unknown what was
    wanted of them.
    """
    first = max(number for number in range(progress.step + 1) if course.steps[number].position)
    match = game.positions[course.steps[first].position]()
    made = [game.action_from_json(data) for data in progress.made]
    left: tuple[Wanted, ...] = ()
    for number in range(first, progress.step + 1):
        left = course.steps[number].do
        while left and (made or number < progress.step):
            action = made.pop(0) if made else _first(match, course.seat, left)
            rest = _without(left, action)
            if rest is None:
                raise IllegalAction("That is not one of the choices you have now.")
            match.apply(course.seat, action)
            left = rest
        if number < progress.step:
            _others(match, course.steps[number])
    if not left:
        raise IllegalAction("That is not one of the choices you have now.")
    return Lesson(course, progress, match, left)


def _others(match: Match[Any], step: Step) -> list[Event]:
    """Do what follows a step without the learner; return what happened."""
    events: list[Event] = []
    for wanted in step.then:
        seat = wanted["seat"]
        what = {name: value for name, value in wanted.items() if name != "seat"}
        events += match.apply(seat, _first(match, seat, (what,)))
    return events


def _first(match: Match[Any], seat: int, wanted: Sequence[Wanted]) -> Action:
    """Return the first offered action that is wanted; raises IllegalAction when there is none."""
    for one in wanted:
        for action in _offered(match, seat, one):
            return action
    raise IllegalAction("That is not one of the choices you have now.")


def _offered(match: Match[Any], seat: int, wanted: Wanted) -> list[Action]:
    decision = match.decisions().get(seat)
    return [action for action in decision.actions if _is(action, wanted)] if decision else []


def _without(wanted: Sequence[Wanted], action: Action) -> tuple[Wanted, ...] | None:
    """Return what is still wanted after an action; None when that was not wanted."""
    for place, one in enumerate(wanted):
        if _is(action, one):
            return (*wanted[:place], *wanted[place + 1 :])
    return None


def _is(action: Action, wanted: Wanted) -> bool:
    data = to_json(action)
    return all(data.get(name) == value for name, value in wanted.items())
