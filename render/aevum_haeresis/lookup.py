"""Pictures of one card that was looked up, and beside it what the signs on the card mean."""

import re

from PIL import Image, ImageDraw

from render.aevum_haeresis.cards import LARGE, Face, large_card
from render.aevum_haeresis.legend import BAND, MEANINGS, lay_sign
from render.aevum_haeresis.wording import face
from render.pen import theme
from render.pen.canvas import lay_panel, lay_shadow, rule, table
from render.text.writing import Style, write_block, write_fit
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.words.names import kind_of
from rules.kernel.words.text import Say

_TOKEN = re.compile(r"\{([a-z_0-9]+)\}")
#: What stands before the id of a ready deck that is looked up.
DECK = "deck_"
GAP = 16
NOTES = 560
ROW = 112


def face_of(entry_id: str, say: Say) -> Face:
    """Give the card of an id; raises KeyError when there is none."""
    content = base()
    return face(say, content, content.cards[kind_of(entry_id)])


def _signs(say: Say, card: Face) -> list[tuple[str, str]]:
    """List the signs on a card with their meanings, each once."""
    found = [f"faction_{card.faction}"]
    for text in (card.cost, card.left, card.middle, card.right):
        found += _TOKEN.findall(text)
    notes = [(square.icon, say.t(MEANINGS[square.icon])) for square in card.band if square.colour != "none"]
    colours = {square.colour for square in card.band}
    notes += [(f"band_{colour}", say.t(BAND[colour])) for colour in ("white", "black") if colour in colours]
    if any(square.skull for square in card.band):
        found.append("skull")
    if card.track:
        found += ["dawn", "night"]
    for line in card.lines:
        found += [line.icon, *_TOKEN.findall(line.text)]
    shown = [(icon, say.t(MEANINGS[icon])) for icon in dict.fromkeys(found) if icon in MEANINGS and icon != card.type]
    return list(dict(shown[:1] + notes + shown[1:]).items())


def draw_sheet(entry_id: str, say: Say) -> Image.Image:
    """Draw what can be looked up; raises KeyError when there is no such thing."""
    card = face_of(entry_id, say)
    wide, tall = LARGE.size
    image = table(wide + NOTES + 3 * GAP, tall + 2 * GAP)
    lay_shadow(image, (GAP, GAP, GAP + wide, GAP + tall))
    part = large_card(card)
    image.paste(part, (GAP, GAP), part)
    x = 2 * GAP + wide
    _notes(image, (x, GAP, x + NOTES, GAP + tall), say.t("Signs on this card"), _signs(say, card))
    return image


def _notes(image: Image.Image, box: tuple[int, int, int, int], title: str, signs: list[tuple[str, str]]) -> None:
    """Draw the panel that explains a card's signs."""
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    write_fit(image, x0 + 24, y0 + 16, title, Style(40, "title", theme.GOLD_LIT), x1 - x0 - 48)
    rule(ImageDraw.Draw(image), x0 + 20, x1 - 20, y0 + 78)
    step = min(ROW, (y1 - y0 - 100) // max(1, len(signs)))
    for index, (icon, meaning) in enumerate(signs):
        y = y0 + 92 + index * step
        side = min(60, step - 12)
        lay_sign(image, icon, x0 + 22, y + (step - side) // 2, side)
        text = (x0 + 38 + side, y + 2, x1 - 18, y + step - 2)
        write_block(image, text, meaning, Style(34, "text", theme.PALE), valign="middle")
