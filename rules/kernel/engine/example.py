"""Worked examples of the rules that can be played: a position, and the moves that show the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.words.text import N_

#: The game's matches; their class stands above this module.
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Example(Generic[M]):
    """A worked example: what is on the table, and what is done. The engine says what follows."""

    #: Return the position before: a new match at every call, always the same.
    position: Callable[[], M]
    #: Yield the moves one after the other, each a seat with its action; an example of a position alone has none.
    moves: Callable[[M], Iterator[tuple[int, Action]]]
    #: The seat whose hand is shown beside the board; None where no hand matters.
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """An example, played: the position before and after, and what happened in between."""

    before: M
    after: M
    events: list[Event]

    @property
    def moments(self) -> list[tuple[str, M, Sequence[Event]]]:
        """The positions to show: what each is called, as a message id, and what has just happened there."""
        before: tuple[str, M, Sequence[Event]] = N_("Before"), self.before, ()
        return [before, (N_("After"), self.after, self.events)] if self.events else [before]


class Examples(Generic[M]):
    """A game's worked examples by the ids of their rules, such as "EOD-EX.10"; each registers where it is written."""

    def __init__(self) -> None:
        self.by_rule: dict[str, Example[M]] = {}

    def example(
        self, rule: str, position: Callable[[], M], *, seat: int | None = None
    ) -> Callable[[Callable[[M], Iterator[tuple[int, Action]]]], Callable[[M], Iterator[tuple[int, Action]]]]:
        """Register the decorated function as the moves of the example of this rule."""

        def enter(moves: Callable[[M], Iterator[tuple[int, Action]]]) -> Callable[[M], Iterator[tuple[int, Action]]]:
            assert rule not in self.by_rule, rule
            self.by_rule[rule] = Example(position, moves, seat)
            return moves

        return enter

    def still(self, rule: str, position: Callable[[], M], *, seat: int | None = None) -> None:
        """Register an example in which nobody moves: its position shows the rule."""
        self.by_rule[rule] = Example(position, _no_moves, seat)


def _no_moves(_match: Any) -> Iterator[tuple[int, Action]]:
    return iter(())


def played(example: Example[M]) -> Played[M]:
    """Play an example from its position to its end; raises IllegalAction for a move that the rules refuse."""
    match: Any = example.position()
    events: list[Event] = []
    for seat, action in example.moves(match):
        events += match.apply(seat, action)
    return Played(example.position(), match, events)
