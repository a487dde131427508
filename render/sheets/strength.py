"""What the picture of somebody's ratings shows, as plain data: it is drawn in another process."""

from dataclasses import dataclass

from render.pen.theme import Colour


@dataclass(frozen=True, slots=True)
class Ladder:
    """What was known of a person on a ladder: times in seconds, and the bounds of their strength after each of them."""

    title: str
    colour: Colour
    times: list[int]
    least: list[float]
    most: list[float]


@dataclass(frozen=True, slots=True)
class Strengths:
    """A person's ladders; `line` and `band` say what those are, and `dates` are the times that are written below."""

    title: str
    line: str
    band: str
    ladders: list[Ladder]
    dates: list[tuple[int, str]]
