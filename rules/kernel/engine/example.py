"""Worked examples of rules: a starting position, and moves that demonstrate the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.words.translation import N_

#: The game's match class. It can't be imported, because its module is in a higher layer.
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Example(Generic[M]):
    """A worked example: a starting position and moves. The engine computes the events and the final position."""

    #: Returns the starting position as a new match, with the same state on every call.
    position: Callable[[], M]
    #: Yields the moves as pairs of seat and action; nothing if the position alone demonstrates the rule.
    moves: Callable[[M], Iterator[tuple[int, Action]]]
    #: The seat whose hand is shown next to the board; None if no hand is shown.
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """A worked example after it was played: the positions before and after the moves, and the events between them."""

    before: M
    after: M
    events: list[Event]

    @property
    def moments(self) -> list[tuple[str, M, Sequence[Event]]]:
        """The positions to show, each with its title (a message id), its match, and the events that led to it."""
        before: tuple[str, M, Sequence[Event]] = N_("Before"), self.before, ()
        return [before, (N_("After"), self.after, self.events)] if self.events else [before]


class Examples(Generic[M]):
    """The registry of a game's worked examples, by rule id such as "EOD-EX.10"."""

    def __init__(self) -> None:
        self.by_rule: dict[str, Example[M]] = {}

    def example(
        self, rule: str, position: Callable[[], M], *, seat: int | None = None
    ) -> Callable[[Callable[[M], Iterator[tuple[int, Action]]]], Callable[[M], Iterator[tuple[int, Action]]]]:
        """Return a decorator that registers a function as the moves of the example with this rule id."""

        def enter(moves: Callable[[M], Iterator[tuple[int, Action]]]) -> Callable[[M], Iterator[tuple[int, Action]]]:
            assert rule not in self.by_rule, rule
            self.by_rule[rule] = Example(position, moves, seat)
            return moves

        return enter

    def position_only(self, rule: str, position: Callable[[], M], *, seat: int | None = None) -> None:
        """Register an example without moves: the position alone demonstrates the rule."""
        self.by_rule[rule] = Example(position, _no_moves, seat)


def _no_moves(_match: Any) -> Iterator[tuple[int, Action]]:
    return iter(())


def played(example: Example[M]) -> Played[M]:
    """Play a worked example from start to end; raises IllegalAction if the rules reject a move."""
    match: Any = example.position()
    events: list[Event] = []
    for seat, action in example.moves(match):
        events += match.apply(seat, action)
    return Played(example.position(), match, events)
