"""Parts of pictures of cards: the frame, the title band, and lines of text beside their icons."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded, with_corners
from render.pen.theme import Colour
from render.text.text_layout import Style, line_height, width, wrap, write


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card's text, with its icon.

    `use` is "now" if the line's effect can be used now, "idle" if it can't, and "" for other lines.
    """

    icon: str
    text: str
    use: str = ""


def framed(image: Image.Image, colour: Colour = theme.GOLD, line: int = 2) -> Image.Image:
    """Draw a frame inside a card's edge and round the card's corners."""
    box = (3, 3, image.width - 4, image.height - 4)
    ImageDraw.Draw(image).rounded_rectangle(box, theme.RADIUS - 3, outline=colour, width=line)
    return with_corners(image)


def lay_band(image: Image.Image, colour: Colour, tall: int, size: int, text: str) -> int:
    """Draw the title band with a text at its right. Return the right edge of the room for the title."""
    mask = rounded(image.width, tall + theme.RADIUS, theme.RADIUS).crop((0, 0, image.width, tall))
    image.paste(colour, (0, 0), mask)
    right = image.width - 16
    if not text:
        return right
    style = Style(size, "bold", theme.WHITE)
    right -= width(text, style)
    write(image, right, (tall - round(size * 1.2)) // 2 + 2, text, style)
    return right - 14


def _mark(size: int) -> int:
    """Return the size of the icon beside a line of text."""
    return round(size * 1.3)


def fit_lines(lines: Sequence[Line], room: int, tall: int, size: int) -> tuple[int, list[list[str]], int]:
    """Find the largest size that lets lines fit into a box.

    Return the size, the wrapped lines and their total height.
    """
    while True:
        style, mark, gap = Style(size), _mark(size), round(size * 0.4)
        broken = [wrap(line.text, style, room - mark - 14) for line in lines]
        need = sum(max(mark, len(text) * line_height(style)) for text in broken) + gap * max(0, len(broken) - 1)
        if need <= tall or size <= theme.TEXT_MIN:
            return size, broken, need
        size -= 1


def lay_lines(
    image: Image.Image, box: Box, lines: Sequence[Line], size: int, *, above: int, ink: Colour = theme.INK,
    faded: Colour = theme.INK_SOFT, lit: Colour = theme.GOLD,
) -> None:  # fmt: skip
    """Write lines beside their icons, smaller if there are many.

    If the lines don't fill the box, 1/`above` of the free space is above them.
    """
    x0, y0, x1, y1 = box
    size, broken, need = fit_lines(lines, x1 - x0, y1 - y0, size)
    mark, step = _mark(size), line_height(Style(size))
    y = y0 + max(0, (y1 - y0 - need) // above)
    for line, text in zip(lines, broken, strict=True):
        high = max(mark, len(text) * step)
        if line.use == "now":
            lay_panel(image, (x0 - 9, y - 6, x1 + 9, y + high + 7), theme.SLIP, lit, 10, 3)
        lay_icon(image, line.icon, x0, y, mark, ink)
        style = Style(size, "text", faded if line.use == "idle" else ink)
        down = y + max(0, (mark - step) // 2) if len(text) == 1 else y
        for row in text:
            write(image, x0 + mark + 14, down, row, style, x1 - x0 - mark - 14)
            down += step
        y += high + round(size * 0.4)
