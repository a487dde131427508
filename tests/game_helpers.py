"""Helpers for the tests of every game: take actions, and read offers, questions, events and refusals.

Each game's own `table.py` has the helpers that set up its pieces.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

import pytest

from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match, arrange
from rules.kernel.engine.steps import Step
from rules.kernel.errors import EngineError, IllegalAction
from rules.kernel.words.translation import LOCALES, Translator

M = TypeVar("M", bound=Match[Any])

#: Marks a test with the ids of the rules from the rulebook that it covers.
rule = pytest.mark.rule
#: More decisions than any test needs to reach the position it tests.
MAX_DECISIONS = 5000


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each of these values, like `pytest.mark.parametrize`, but as a single test.

    With hundreds of values, pytest's overhead would take longer than the test itself. Each failure is reported with its
    value, and the remaining values still run.
    """
    fields, cases = (names,) if isinstance(names, str) else names, [*values]
    assert cases

    def over_all(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def tries(**given: Any) -> None:
            failed: list[BaseException] = []
            for case in cases:
                try:
                    test(**given, **dict(zip(fields, (case,) if isinstance(names, str) else case, strict=True)))
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as error:
                    error.add_note(f"with {fields} = {case!r}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} fail", failed)

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in fields]
        tries.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return tries

    return over_all


def sample_numbers(most: int, soak: int) -> list[Any]:
    """Return `soak` parameters to seed random samples: `make test` runs the first `most`, and `make soak` runs all."""
    return [pytest.param(number, marks=[] if number < most else [pytest.mark.soak]) for number in range(soak)]


# -- questions ------------------------------------------------------------------------------------------------


def asked(match: Match[Any]) -> tuple[int, str]:
    """Return the only seat that must decide and the key of its question."""
    ((seat, decision),) = match.decisions().items()
    return seat, decision.prompt.key


def offers(match: Match[Any], kind: type[Action] | None = None, seat: int | None = None) -> list[Any]:
    """Return the actions offered to the given seat or else to the deciding seat, filtered by `kind` if it is given."""
    actions = match.decisions()[_decider(match, seat)].actions
    return [action for action in actions if kind is None or isinstance(action, kind)]


def look(match: Match[Any], seat: int | None = None) -> Any:
    """Return the view of a seat or, by default, of a spectator."""
    return match.view(seat)


def not_yet(match: Match[Any], seat: int | None = None) -> str:
    """Return the text that refuses an action until the given seat, or else the deciding seat, answers its question."""
    return f"You have to decide something else first: {question(match, seat)}"


def question(match: Match[Any], seat: int | None = None) -> str:
    """Return, in English, the question that the given seat, or else the deciding seat, must answer."""
    number = _decider(match, seat)
    return match.game.question(Translator(), match.view(number), match.decisions()[number].prompt)


# -- acting ---------------------------------------------------------------------------------------------------


def act(match: Match[Any], action: Action, seat: int | None = None) -> list[Any]:
    """Take an action for the given seat, or else for the deciding seat; return the event bodies."""
    return [event.body for event in match.apply(_decider(match, seat), action)]


def refusal(match: Match[Any], action: Action, seat: int | None = None) -> str:
    """Try an action that must be refused and change nothing; return the text of the refusal."""
    number, before = _decider(match, seat), match.dump()
    with pytest.raises(IllegalAction) as caught:
        match.apply(number, action)
    assert match.dump() == before
    assert all(Translator(locale).error(caught.value) for locale in LOCALES)
    return str(caught.value)


def refused(match: Match[Any], action: Action, seat: int | None = None) -> bool:
    """Return whether a seat (or, if none is given, every deciding seat) is neither offered nor allowed an action."""
    decisions = match.decisions()
    seats = [*decisions] if seat is None else [seat]
    if any(action in decisions[one].actions for one in seats if one in decisions):
        return False
    return all(refusal(match, action, one) for one in seats)


def _decider(match: Match[Any], seat: int | None) -> int:
    if seat is None:
        (seat,) = match.decisions()
    return seat


# -- events ---------------------------------------------------------------------------------------------------


def of_kinds(events: list[Any], *kinds: str) -> list[Any]:
    """Return the event bodies of these kinds."""
    return [body for body in events if body.kind in kinds]


def kinds_of(events: list[Any], *kinds: str) -> list[str]:
    """Return the kinds of the event bodies in order, leaving out kinds that aren't listed in `kinds`."""
    return [body.kind for body in of_kinds(events, *kinds)]


# -- play -----------------------------------------------------------------------------------------------------


def play_first(match: M, until: Callable[[M], bool], *rather: Action) -> M:
    """Until `until(match)` is true, take an action from `rather` if one is offered, else the first offered action."""
    for _ in range(MAX_DECISIONS):
        if until(match):
            return match
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, next((action for action in rather if action in decision.actions), decision.actions[0]))
    raise AssertionError("never came to that point")


# -- prepared positions ---------------------------------------------------------------------------------------


def set_stack(match: M, *steps: Step) -> M:
    """Replace all steps on the stack except the lowest (the game's sequence), and run to the next decision.

    The last of the new steps runs first.
    """
    with arrange(match) as state:
        state.stack[1:] = steps
        match.start()
    return match


def assert_sound(match: Match[Any]) -> None:
    """Assert that a match is consistent, and recompute its decisions."""
    with arrange(match):
        pass


def assert_unsound(match: Match[Any], step: Step) -> None:
    """Assert that a match becomes inconsistent when this step is inserted just below the top of its stack."""
    order = match.game.order_of_play
    assert not (order.knows(step, match.state.seats) and order.asker_of(step).is_sound(match, step))
    with pytest.raises(EngineError, match="does not fit together"), arrange(match) as state:
        state.stack[-1:-1] = [step]
