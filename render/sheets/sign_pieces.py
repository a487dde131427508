"""Signs in a line of text as pieces of a picture."""

from PIL import Image

from render.pen.pieces import mark
from render.text.text_layout import Style, width


def mark_signs(
    image: Image.Image, at: tuple[int, int, int], text: str, style: Style, pieces: dict[str, tuple[str, str]]
) -> None:
    """Add the signs in a line of text as pieces with these keys and names, and take them out of `pieces`.

    `at` is the left edge, the top and the lower end of the line. If a sign occurs again, only the first one counts.
    """
    left, top, low = at
    before = ""
    for number, word in enumerate(text.split(" ")):
        start = f"{before} " if number else ""
        if word in pieces:
            x = left + (width(start, style) if start else 0)
            mark(image, (x, top, x + width(word, style), low), *pieces.pop(word))
        before = start + word
