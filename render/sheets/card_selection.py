"""Draws some cards of a pack as one picture."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.pen.canvas import table
from render.pen.pillow_wrappers import scaled
from render.pen.png_encoding import to_palette

#: The width and the maximum height of each card, the number of cards in a row, and the gap between two cards.
WIDTH, HEIGHT, A_ROW, GAP = 380, 760, 3, 12


def draw_cards(cards: Sequence[Image.Image]) -> Image.Image:
    """Draw cards side by side at equal width. A card that is higher than the maximum is cut off."""
    shown = [_fitted(card) for card in cards]
    rows = [shown[first : first + A_ROW] for first in range(0, len(shown), A_ROW)]
    heights = [max(card.height for card in row) for row in rows]
    wide = max((len(row) for row in rows), default=1)
    image = table(GAP + wide * (WIDTH + GAP), GAP + sum(height + GAP for height in heights))
    y = GAP
    for row, height in zip(rows, heights, strict=True):
        for place, card in enumerate(row):
            image.paste(card, (GAP + place * (WIDTH + GAP), y))
        y += height + GAP
    return to_palette(image)


def _fitted(card: Image.Image) -> Image.Image:
    small = scaled(card.convert("RGB"), (WIDTH, round(card.height * WIDTH / card.width)))
    return small.crop((0, 0, WIDTH, min(HEIGHT, small.height)))
