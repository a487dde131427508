"""Plain data for the chart of a player's ratings, which another process draws."""

from dataclasses import dataclass

from render.pen.theme import Colour


@dataclass(frozen=True, slots=True)
class Ladder:
    """A player's history on a ladder: times in seconds, and the bounds of the rating at each time."""

    title: str
    colour: Colour
    times: list[int]
    least: list[float]
    most: list[float]


@dataclass(frozen=True, slots=True)
class Strengths:
    """A player's ladders.

    `line` and `band` are the labels in the legend. `dates` are the times and texts of the labels on the time axis.
    """

    title: str
    line: str
    band: str
    ladders: list[Ladder]
    dates: list[tuple[int, str]]
