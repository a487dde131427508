"""Pictures made of rows on the table: a row that looks as before is neither drawn nor packed again.

A hand is shown after every press, and most of it is as it was.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from render.pen.cache import cached
from render.pen.canvas import Box, endless_table, lay_shadow
from render.pen.png import Packed, pack, put_together

#: The room above each row, and below the last one.
GAP = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A row as wide as the picture: what draws it with its top at a height, and of what, which can be hashed.

    `things` are the left and right edges of what stands on the row's lower edge and throws a shadow on what is below.
    """

    tall: int
    draw: Callable[..., None]
    what: tuple[Any, ...] = ()
    things: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Placed:
    """A row on its piece of the table, with the boxes above the piece whose shadows fall on it."""

    wide: int
    y: int
    low: int
    row: Row | None
    above: tuple[Box, ...]


class Rows:
    """A picture of rows under each other, which is drawn as a picture or as the bytes of a PNG."""

    def __init__(self, wide: int, rows: Sequence[Row]) -> None:
        self._wide = wide
        self._placed: list[_Placed] = []
        y, above = 0, ()
        for row in (*rows, None):
            low = y + GAP + (row.tall if row else 0)
            self._placed.append(_Placed(wide, y, low, row, above))
            above = tuple((left, -row.tall, right, 0) for left, right in row.things) if row else ()
            y = low
        self.tall = y

    def image(self) -> Image.Image:
        """Draw the picture."""
        whole = Image.new("RGB", (self._wide, self.tall))
        for placed in self._placed:
            whole.paste(_drawn(placed), (0, placed.y))
        return whole

    def png(self) -> bytes:
        """Return the picture as PNG bytes."""
        return put_together(self._wide, [_packed(placed) for placed in self._placed])


@cached
def _packed(placed: _Placed) -> Packed:
    return pack(_drawn(placed))


def _drawn(placed: _Placed) -> Image.Image:
    """Draw a row on its piece of the table, and the shadow that falls on it from above."""
    image = endless_table(placed.wide, placed.y, placed.low)
    for box in placed.above:
        lay_shadow(image, box)
    if placed.row is not None:
        placed.row.draw(image, GAP, *placed.row.what)
    return image
