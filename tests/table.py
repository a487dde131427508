"""Words that the tests of every game share: act, see what is offered, asked, told and refused, and go on.

Each game's own `table.py` has the words that arrange its pieces.
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
from rules.kernel.words.text import LOCALES, Say

M = TypeVar("M", bound=Match[Any])

#: Marks the rules that a test shows.
rule = pytest.mark.rule
#: More decisions than any way to a position takes.
LONGEST_WAY = 5000


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a test try each of these values, as `pytest.mark.parametrize` does, but in one go.

    For hundreds of values of which each takes no time: as tests of their own they take pytest longer than all they do.
    Whatever fails is told with its value, and the others are tried all the same.
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


def numbers(most: int, soak: int) -> list[Any]:
    """Return the numbers of so many random samples for `make test`, and of more, up to `soak`, for `make soak`."""
    return [pytest.param(number, marks=[] if number < most else [pytest.mark.soak]) for number in range(soak)]


# -- what is asked --------------------------------------------------------------------------------------------


def asked(match: Match[Any]) -> tuple[int, str]:
    """Return the one seat that must decide and the key of its question."""
    ((seat, decision),) = match.decisions().items()
    return seat, decision.prompt.key


def offers(match: Match[Any], kind: type[Action] | None = None, seat: int | None = None) -> list[Any]:
    """Return what is offered now, of one kind of action if named, to the one seat that must decide or the named one."""
    actions = match.decisions()[_decider(match, seat)].actions
    return [action for action in actions if kind is None or isinstance(action, kind)]


def look(match: Match[Any], seat: int | None = None) -> Any:
    """Return what a seat, or a spectator, sees, as the view of its game."""
    return match.view(seat)


def not_yet(match: Match[Any], seat: int | None = None) -> str:
    """Return what is told of an action of another moment to the one seat that must decide or the named one."""
    return f"Something else must be decided first: {question(match, seat)}"


def question(match: Match[Any], seat: int | None = None) -> str:
    """Return the open question, in English."""
    number = _decider(match, seat)
    return match.game.question(Say(), match.view(number), match.decisions()[number].prompt)


# -- acting ---------------------------------------------------------------------------------------------------


def act(match: Match[Any], action: Action, seat: int | None = None) -> list[Any]:
    """Take an action for the one seat that must decide or the named one; return the bodies of the events."""
    return [event.body for event in match.apply(_decider(match, seat), action)]


def refusal(match: Match[Any], action: Action, seat: int | None = None) -> str:
    """Try an action that must be refused and change nothing; return what the player is told."""
    number, before = _decider(match, seat), match.dump()
    with pytest.raises(IllegalAction) as caught:
        match.apply(number, action)
    assert match.dump() == before
    assert all(Say(locale).error(caught.value) for locale in LOCALES)
    return str(caught.value)


def refused(match: Match[Any], action: Action, seat: int | None = None) -> bool:
    """Tell whether nobody, or not the named seat, may take this action now; what is not offered is tried."""
    decisions = match.decisions()
    seats = [*decisions] if seat is None else [seat]
    if any(action in decisions[one].actions for one in seats if one in decisions):
        return False
    return all(refusal(match, action, one) for one in seats)


def _decider(match: Match[Any], seat: int | None) -> int:
    if seat is None:
        (seat,) = match.decisions()
    return seat


# -- what was told --------------------------------------------------------------------------------------------


def told(events: list[Any], *kinds: str) -> list[Any]:
    """Return the events (bodies) of these kinds."""
    return [body for body in events if body.kind in kinds]


def order(events: list[Any], *kinds: str) -> list[str]:
    """Return the kinds of the events (bodies) in the order in which they were told, of the named kinds only."""
    return [body.kind for body in told(events, *kinds)]


# -- going on -------------------------------------------------------------------------------------------------


def play_first(match: M, until: Callable[[M], bool], *rather: Action) -> M:
    """Take the first action offered, or the first of `rather` that is, until `until(match)` is true."""
    for _ in range(LONGEST_WAY):
        if until(match):
            return match
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, next((action for action in rather if action in decision.actions), decision.actions[0]))
    raise AssertionError("never came to that point")


# -- arranging ------------------------------------------------------------------------------------------------


def set_stack(match: M, *steps: Step) -> M:
    """Replace what waits above the game's sequence (the last one runs first) and run to the next decision."""
    with arrange(match) as state:
        state.stack[1:] = steps
        match.start()
    return match


def assert_sound(match: Match[Any]) -> None:
    """Check that a match fits together as it is, and let it work out its decisions again."""
    with arrange(match):
        pass


def assert_unsound(match: Match[Any], step: Step) -> None:
    """Check that a match does not fit together with this step below the one on top, because of the step itself."""
    order = match.game.order_of_play
    assert not (order.knows(step, match.state.seats) and order.asker_of(step).is_sound(match, step))
    with pytest.raises(EngineError, match="does not fit together"), arrange(match) as state:
        state.stack[-1:-1] = [step]
