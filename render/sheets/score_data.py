"""Plain data for the chart of a match's course, which another process draws."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.pen.theme import Colour


@dataclass(frozen=True, slots=True)
class Panel:
    """A quantity that is shown: a series of numbers for each player, and each last number as text.

    Without last numbers, the values mean nothing to players, so the scale is hidden, too.
    """

    name: str
    lines: list[list[float]]
    last: list[str]


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of a match: the players with their colours and shapes, and numbers after each turn.

    `rounds` are the positions where a round begins, each with the round's number. `points` are the positions of the
    turning points, from left to right; `numbers` are their labels, or 1, 2, 3 without it. With `counted` the lines end
    with the final count, which was hidden until then.
    """

    title: str
    round_word: str
    names: list[str]
    colours: list[Colour]
    shapes: list[str]
    panels: list[Panel]
    rounds: list[tuple[int, int]]
    points: list[int]
    counted: bool = False
    numbers: Sequence[int] = ()

    @property
    def places(self) -> list[float]:
        """The x position of each turn; the final count is a little apart."""
        turns = len(self.panels[0].lines[0])
        found = [float(place) for place in range(turns)]
        if self.counted:
            found[-1] += turns / 12
        return found
