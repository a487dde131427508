"""Draws cards at hand size: their resources and effects in words, legible on a phone. Equal cards are drawn once."""

from dataclasses import dataclass

from PIL import Image

from render.dark_providence.card_lines import lines_of
from render.dark_providence.cards import BANDS, SEA, Face, art, inks
from render.pen import theme
from render.pen.canvas import blank_card
from render.pen.picture_cache import cached
from render.sheets.card_parts import fit_lines, framed, lay_band, lay_lines
from render.text.text_layout import Style, line_height, width, wrap, write

WIDTH = 524
#: The smallest text size: 11 points on a phone that shows the hand 340 points wide.
MIN_TEXT = 35
EDGE = 20
#: The height of a line of the title, and the sizes of texts.
TITLE_LINE, TITLE, TEXT = 54, 36, 36
RESOURCE = Style(TEXT, "bold")


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card with the number of equal cards, and its resources as words with icons."""

    face: Face
    count: int = 1
    resources: tuple[str, ...] = ()


def _worth(face: Face) -> str:
    """Return the text at the right of the title: a card's points, or what an allegiance's lines are about."""
    if face.art == "seal":
        return face.kind
    return "  ".join(f"{count}{{{icon}}}" if count else f"{{{icon}}}" for icon, count in face.worth)


def _title(card: HandCard, wide: int) -> tuple[list[str], Style]:
    """Return the lines of the title, in the title font if it is short enough."""
    text = f"{card.count} × {card.face.name}" if card.count > 1 else card.face.name
    worth = _worth(card.face)
    room = wide - 36 - (width(worth, Style(TITLE, "bold")) + 14 if worth else 0)
    for style in (Style(TITLE, "title", theme.PALE), Style(TITLE, "bold", theme.PALE)):
        if width(text, style) <= room:
            return [text], style
    style = Style(MIN_TEXT, "bold", theme.PALE)
    return wrap(text, style, room), style


def _resource_lines(card: HandCard, wide: int) -> list[str]:
    """Divide the resources into lines. None is divided."""
    lines: list[str] = []
    for resource in card.resources:
        joined = f"{lines[-1]}  ·  {resource}" if lines else resource
        if lines and width(joined, RESOURCE) <= wide - 2 * EDGE:
            lines[-1] = joined
        else:
            lines.append(resource)
    return lines


def _text_height(face: Face, wide: int) -> int:
    lines = lines_of(face)
    return fit_lines(lines, wide - 2 * EDGE, 10_000, TEXT)[2] + 18 if lines else 0


def card_height(card: HandCard, picture: int, wide: int = WIDTH) -> int:
    """Return the height of a card with a picture of this height."""
    title = TITLE_LINE + (len(_title(card, wide)[0]) - 1) * line_height(Style(MIN_TEXT))
    resources = len(_resource_lines(card, wide)) * line_height(RESOURCE)
    return title + picture + (resources + 16 if resources else 0) + _text_height(card.face, wide) + 14


@cached
def hand_card(card: HandCard, tall: int, picture: int, wide: int = WIDTH) -> Image.Image:
    """Draw a card as high as the highest card of its row."""
    face = card.face
    image = blank_card((wide, tall), face.dark)
    lines, style = _title(card, wide)
    band = TITLE_LINE + (len(lines) - 1) * line_height(Style(MIN_TEXT))
    if picture:
        image.paste(art(face, wide - 8, picture), (4, band))
    lay_band(image, BANDS[face.band], band, TITLE, _worth(face))
    for number, line in enumerate(lines):
        write(image, 18, (TITLE_LINE - round(style.size * 1.3)) // 2 + number * line_height(style), line, style)
    _, ink, faded = inks(face)
    y = band + picture + 8
    for line in _resource_lines(card, wide):
        write(image, EDGE, y, line, Style(TEXT, "bold", ink))
        y += line_height(RESOURCE)
    y += 8 if card.resources else 0
    box = (EDGE, y + 4, wide - EDGE, tall - 14)
    lay_lines(image, box, lines_of(face), TEXT, above=3, ink=ink, faded=faded, lit=SEA)
    return framed(image)
