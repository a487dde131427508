"""Pictures of look-up results: a column of large cards, and a panel that explains their signs."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.pen import theme
from render.pen.canvas import Box, lay_panel, rule, table
from render.sheets.hand_parts import lay_with_shadow
from render.text.text_layout import Style, line_height, wrap, write, write_fit

#: The gap around the cards and between them.
GAP = 14
#: The height of the heading above the notes, and the size of a note's sign.
HEAD, SIDE = 76, 52
NOTE = Style(34, "text", theme.PALE)
#: The style of the flavour text below a card.
FLAVOUR = Style(32, "italic", theme.INK_SOFT)


def lay_column(cards: Sequence[Image.Image], notes: Sequence[int] = ()) -> tuple[Image.Image, Box]:
    """Draw cards below each other, for a narrow phone, and leave room for notes.

    `notes` are the heights of the notes. Return the picture, and the box for the notes' panel.
    """
    wide, tall = cards[0].width, sum(card.height + GAP for card in cards)
    below = HEAD + sum(notes) + 12 if notes else 0
    image = table(wide + 2 * GAP, GAP + tall + (below + GAP if notes else 0))
    y = GAP
    for card in cards:
        lay_with_shadow(image, card, GAP, y)
        y += card.height + GAP
    return image, (GAP, y, GAP + wide, y + below)


def flavour_slips(text: str, wide: int) -> list[Image.Image]:
    """Draw a slip of parchment with a card's flavour text. Return an empty list if the card has no flavour text."""
    lines = wrap(text, FLAVOUR, wide - 56)
    if not lines:
        return []
    step = line_height(FLAVOUR)
    image = Image.new("RGBA", (wide, len(lines) * step + 24), (0, 0, 0, 0))
    lay_panel(image, (0, 0, *image.size), theme.PARCHMENT, theme.GOLD)
    for number, line in enumerate(lines):
        write(image, 28, 10 + number * step, line, FLAVOUR, wide - 56)
    return [image]


def lay_notes(image: Image.Image, box: Box, title: str, tall: Sequence[int]) -> list[tuple[int, int]]:
    """Draw the panel for notes of these heights. Return the upper and lower edge of each note."""
    x0, y0, x1, _ = box
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    write_fit(image, x0 + 24, y0 + 10, title, Style(36, "title", theme.GOLD_LIT), x1 - x0 - 48)
    rule(ImageDraw.Draw(image), x0 + 20, x1 - 20, y0 + HEAD - 12)
    ends = [y0 + HEAD + sum(tall[: number + 1]) for number in range(len(tall))]
    return [(end - high, end) for end, high in zip(ends, tall, strict=True)]


def notes_tall(texts: Sequence[str], room: int) -> list[int]:
    """Return the height of each note when its text is wrapped to a width of `room` pixels."""
    return [max(SIDE, len(wrap(text, NOTE, room)) * line_height(NOTE)) + 12 for text in texts]
