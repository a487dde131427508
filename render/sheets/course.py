"""What the picture of a match's course shows, as plain data: it is drawn in another process."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.pen.theme import Colour


@dataclass(frozen=True, slots=True)
class Panel:
    """What is counted, a line of numbers for each player, and the last of each in words.

    Without the last ones the numbers say nothing to players, and the scale has none either.
    """

    name: str
    lines: list[list[float]]
    last: list[str]


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of a match: the players with their colours and shapes, and the numbers after each turn.

    `rounds` are the places where a round begins, each with its number; `points` are the places of the turning points,
    from left to right, with the `numbers` that they have elsewhere or else 1, 2, 3. With `counted` the lines end with
    the final count, which nobody could see before.
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
        """Return where each turn stands, from left to right; the final count stands apart."""
        turns = len(self.panels[0].lines[0])
        found = [float(place) for place in range(turns)]
        if self.counted:
            found[-1] += turns / 12
        return found
