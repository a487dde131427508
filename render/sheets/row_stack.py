"""Pictures that are a stack of rows on the table. Unchanged rows are neither drawn nor compressed again.

A hand is shown after every button press, and most of its rows are the same as before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from render.pen.canvas import Box, board_table, lay_shadow
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part
from render.pen.png_encoding import CompressedRows, compress_rows, join_rows

#: The space above each row, and below the last one.
GAP = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A row as wide as the picture: the function that draws it, and the function's hashable arguments.

    The function receives the image and the top of the row before these arguments. `things` are the left and right edges
    of pieces at the bottom of the row, which cast shadows on the row below.
    """

    tall: int
    draw: Callable[..., None]
    what: tuple[Any, ...] = ()
    things: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Placed:
    """A row on its part of the table, with the boxes above the row that cast shadows on it."""

    wide: int
    tall: int
    row: Row | None
    above: tuple[Box, ...]


class Rows:
    """A picture that is a stack of rows. It can be drawn as an image or as PNG bytes."""

    def __init__(self, wide: int, rows: Sequence[Row]) -> None:
        self._wide = wide
        self._placed: list[_Placed] = []
        above = ()
        for row in (*rows, None):
            self._placed.append(_Placed(wide, GAP + (row.tall if row else 0), row, above))
            above = tuple((left, -row.tall, right, 0) for left, right in row.things) if row else ()
        self.tall = sum(placed.tall for placed in self._placed)

    def image(self) -> Image.Image:
        """Draw the picture."""
        whole = Image.new("RGB", (self._wide, self.tall))
        y = 0
        for placed in self._placed:
            lay_part(whole, _drawn(placed), (0, y))
            y += placed.tall
        return whole

    def png(self) -> bytes:
        """Return the picture as PNG bytes."""
        return join_rows(self._wide, [_packed(placed) for placed in self._placed])


@cached
def _packed(placed: _Placed) -> CompressedRows:
    return compress_rows(_drawn(placed))


def _drawn(placed: _Placed) -> Image.Image:
    """Draw a row on its part of the table, with the shadow of the row above."""
    image = board_table(placed.wide, 0, placed.wide, placed.tall)
    for box in placed.above:
        lay_shadow(image, box)
    if placed.row is not None:
        placed.row.draw(image, GAP, *placed.row.what)
    return image
