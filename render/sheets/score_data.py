"""Plain data for the chart of a match, which another process draws."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.pen.theme import Colour


@dataclass(frozen=True, slots=True)
class Panel:
    """A quantity in the chart: a series of numbers for each player, and the last number of each series as text.

    If `last` is empty, the values mean nothing to players, so the scale is also hidden.
    """

    name: str
    lines: list[list[float]]
    last: list[str]


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of a match: the players with their colours and shapes, and their numbers after each turn.

    `rounds` are the positions where rounds start, with the rounds' numbers. `points` are the positions of the turning
    points, from left to right. `numbers` are the labels of the turning points; if it is empty, they are numbered from
    1. If `counted`, the lines end with the final count, which was hidden until then.
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
        """The x position of each turn. There is a gap before the final count."""
        turns = len(self.panels[0].lines[0])
        found = [float(place) for place in range(turns)]
        if self.counted:
            found[-1] += turns / 12
        return found
