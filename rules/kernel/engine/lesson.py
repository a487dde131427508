"""Lessons: a learner makes the requested moves in real matches that start from prepared positions.

A game's lessons are in data/<game>/lessons.json: the teacher's text for each step, the accepted actions, and replies to
other actions. A learner's match is never saved; it is replayed from the prepared position each time.
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
from rules.kernel.data.result import Result
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Localised

#: An action that a step expects, as JSON data. A field that it omits may have any value.
Wanted = dict[str, Any]
#: The key of the reply to actions that have no specific reply.
OTHERS = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a lesson: the teacher's text, and the actions that complete the step."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    words: Localised
    #: The actions that complete the step. The learner must take all of them, in any order that the rules allow.
    do: tuple[Wanted, ...]
    #: The name of the prepared position that the step starts from; "" to continue from the end of the previous step.
    position: str = ""
    #: The teacher's replies to other actions, by verb of the action.
    answers: Mapping[str, Localised] = field(default_factory=dict[str, Localised])
    #: The actions that other seats take after the learner's actions. The field `seat` of an action names the seat that
    #: takes it.
    then: tuple[Wanted, ...] = ()
    #: The picture to show: the learner's hand or the whole table.
    picture: Literal["hand", "board"] = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """All lessons of a game, as a list of steps."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    steps: tuple[Step, ...]
    #: The teacher's text after the last step.
    end: Localised
    #: The teacher's replies to actions that a step has no reply for, by verb of the action.
    answers: Mapping[str, Localised]
    #: The learner's seat.
    seat: int = 0


@cache
def course(game: AnyParts) -> Course | None:
    """Return a game's course of lessons; None if the game has none."""
    file = files("data").joinpath(game.id, "lessons.json")
    return TypeAdapter(Course).validate_json(file.read_text("utf-8")) if file.is_file() else None


@dataclass(frozen=True, slots=True)
class Progress:
    """A learner's progress: the index of the current step, and the actions taken since the last prepared position."""

    step: int = 0
    made: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A learner's current place in a course: the match, and the actions that the step still expects."""

    course: Course
    progress: Progress
    match: Match[Any]
    left: tuple[Wanted, ...]

    @property
    def step(self) -> Step:
        """The current step."""
        return self.course.steps[self.progress.step]

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return self.course.seat

    @property
    def decision(self) -> Decision | None:
        """The learner's current decision."""
        return self.match.decisions().get(self.seat)

    @property
    def shown(self) -> Action:
        """The action that the button *Show me* reveals: the first possible action that the step expects."""
        return _first_wanted(self.match, self.seat, self.left)


class Answer(NamedTuple):
    """The outcome of a learner's action: whether it was right, the events, and the learner's new progress."""

    right: bool
    #: The teacher's reply to a wrong action; None to show the general reply.
    words: Localised | None
    events: Sequence[Event]
    progress: Progress
    #: The result of the match if the action, or an answer of another seat, ended it.
    result: Result | None = None


def lesson(game: AnyParts, course: Course, progress: Progress) -> Lesson:
    """Return the lesson at this progress.

    If the saved actions no longer fit the course, return the lesson at the start of the step.
    """
    number = min(progress.step, len(course.steps) - 1)
    if number == progress.step and progress.made:
        try:
            return _replayed(game, course, progress)
        except IllegalAction:
            pass
    return _replayed(game, course, Progress(number))


def judge(lesson: Lesson, action: Action) -> Answer:
    """Try one of the offered actions on a copy of the match, and return the outcome.

    The action is right if the step expects it and the rest of the lesson stays possible.
    """
    match, progress = lesson.match.copy(), lesson.progress
    events = list(match.apply(lesson.seat, action))
    left = _without(lesson.left, action)
    if left is None or not _leads_on(lesson, match.copy(), left):
        return Answer(False, _answer(lesson, action), events, progress)
    made = (*progress.made, to_json(action))
    if left:
        return Answer(True, None, events, Progress(progress.step, made))
    events += _play_others(match, lesson.step)
    return Answer(True, None, events, _next(lesson.course, Progress(progress.step, made)), match.result)


def _leads_on(lesson: Lesson, match: Match[Any], left: Sequence[Wanted]) -> bool:
    """Play all expected actions in `match`, up to the next prepared position; return whether they are possible.

    A learner may take the expected actions in any order, and some orders could make a later step impossible.
    """
    steps, number = lesson.course.steps, lesson.progress.step
    try:
        while True:
            while left:
                action = _first_wanted(match, lesson.seat, left)
                match.apply(lesson.seat, action)
                left = _without(left, action) or ()
            _play_others(match, steps[number])
            number += 1
            if number == len(steps) or steps[number].position:
                return True
            left = steps[number].do
    except IllegalAction:
        return False


def _answer(lesson: Lesson, action: Action) -> Localised | None:
    """Return the teacher's reply to an unexpected action: the step's reply or, if it has none, the course's."""
    step, course = lesson.step.answers, lesson.course.answers
    return step.get(action.verb) or step.get(OTHERS) or course.get(action.verb) or course.get(OTHERS)


def previous_progress(lesson: Lesson) -> Progress:
    """Return the progress at the start of this step or, if nothing was done in it yet, of the previous step."""
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
    """Return the lesson after replaying the learner's saved actions from the last prepared position.

    If the saved actions leave an earlier step incomplete, the step is completed with the actions that it expects.
    """
    first = max(number for number in range(progress.step + 1) if course.steps[number].position)
    match = game.positions[course.steps[first].position]()
    made = [game.action_from_json(data) for data in progress.made]
    left: tuple[Wanted, ...] = ()
    for number in range(first, progress.step + 1):
        left = course.steps[number].do
        while left and (made or number < progress.step):
            action = made.pop(0) if made else _first_wanted(match, course.seat, left)
            rest = _without(left, action)
            if rest is None:
                raise IllegalAction("That is not one of the choices you have now.")
            match.apply(course.seat, action)
            left = rest
        if number < progress.step:
            _play_others(match, course.steps[number])
    if not left:
        raise IllegalAction("That is not one of the choices you have now.")
    return Lesson(course, progress, match, left)


def _play_others(match: Match[Any], step: Step) -> list[Event]:
    """Take the actions that a step lists for other seats; return the events."""
    events: list[Event] = []
    for wanted in step.then:
        seat = wanted["seat"]
        what = {name: value for name, value in wanted.items() if name != "seat"}
        events += match.apply(seat, _first_wanted(match, seat, (what,)))
    return events


def _first_wanted(match: Match[Any], seat: int, wanted: Sequence[Wanted]) -> Action:
    """Return the first possible action that matches an expected action; raises IllegalAction if there is none."""
    for one in wanted:
        for action in _offered(match, seat, one):
            return action
    raise IllegalAction("That is not one of the choices you have now.")


def _offered(match: Match[Any], seat: int, wanted: Wanted) -> list[Action]:
    decision = match.decisions().get(seat)
    return [action for action in decision.actions if _matches(action, wanted)] if decision else []


def _without(wanted: Sequence[Wanted], action: Action) -> tuple[Wanted, ...] | None:
    """Return the expected actions without the one that this action matches; None if it matches none of them."""
    for place, one in enumerate(wanted):
        if _matches(action, one):
            return (*wanted[:place], *wanted[place + 1 :])
    return None


def _matches(action: Action, wanted: Wanted) -> bool:
    data = to_json(action)
    return all(data.get(name) == value for name, value in wanted.items())
