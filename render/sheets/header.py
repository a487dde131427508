"""The words in the head of a board: whose turn it is, and the line of news."""

from PIL import Image

from render.pen import theme
from render.text.glyphs import covers
from render.text.writing import Style, sized, width, write_fit

NEWS_LEAST = 26


def write_headline(image: Image.Image, x: int, y: int, text: str, room: int) -> None:
    """Write whose turn it is, in the title's letters where they have every character of the names."""
    face = "title" if covers(text, "title") else "bold"
    write_fit(image, x, y, text, Style(theme.HEADLINE, face, theme.PALE), room, least=34)


def write_news(image: Image.Image, x: int, y: int, lines: tuple[str, ...], room: int) -> None:
    """Write what happened: as many lines in one as can be read, at least the first."""
    if not lines:
        return
    style = Style(32, "text", theme.mix(theme.PALE, theme.MUTED, 0.35))
    readable = sized(style, NEWS_LEAST)
    joined = [" · ".join(lines[:count]) for count in range(len(lines), 0, -1)]
    text = next((text for text in joined if width(text, readable) <= room), lines[0])
    write_fit(image, x, y, text, style, room)
