"""Pictures of one card that was looked up, with the meanings of its signs."""

from PIL import Image

from render.aevum_haeresis.cards import Face, large_card
from render.aevum_haeresis.legend import BAND, MEANINGS, lay_sign
from render.aevum_haeresis.wording import face
from render.pen import theme
from render.pen.canvas import Box
from render.sheets.lookup import lay_notes, lay_row
from render.text.writing import Style, icons_in, write_block
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.words.names import kind_of
from rules.kernel.words.text import Say

#: The prefix of a ready deck's id in look-ups.
DECK = "deck_"
NOTES = 560
ROW = 112


def face_of(entry_id: str, say: Say) -> Face:
    """Return the card of an id; raises KeyError when there is none."""
    content = base()
    return face(say, content, content.cards[kind_of(entry_id)])


def _signs(say: Say, card: Face) -> list[tuple[str, str]]:
    """List the signs on a card with their meanings, each once."""
    found = [f"faction_{card.faction}"]
    for text in (card.cost, card.left, card.middle, card.right):
        found += icons_in(text)
    notes = [(square.icon, say.t(MEANINGS[square.icon])) for square in card.band if square.colour != "none"]
    colours = {square.colour for square in card.band}
    notes += [(f"band_{colour}", say.t(BAND[colour])) for colour in ("white", "black") if colour in colours]
    if any(square.skull for square in card.band):
        found.append("skull")
    if card.track:
        found += ["dawn", "night"]
    for line in card.lines:
        found += [line.icon, *icons_in(line.text)]
    shown = [(icon, say.t(MEANINGS[icon])) for icon in dict.fromkeys(found) if icon in MEANINGS and icon != card.type]
    return list(dict(shown[:1] + notes + shown[1:]).items())


def draw_sheet(entry_id: str, say: Say) -> Image.Image:
    """Draw what can be looked up; raises KeyError when there is no such thing."""
    card = face_of(entry_id, say)
    image, box = lay_row([large_card(card)], NOTES)
    _notes(image, box, say.t("Signs on this card"), _signs(say, card))
    return image


def _notes(image: Image.Image, box: Box, title: str, signs: list[tuple[str, str]]) -> None:
    """Draw the panel that explains a card's signs."""
    x0, _, x1, _ = box
    for (icon, meaning), (y, end) in zip(signs, lay_notes(image, box, title, len(signs), ROW), strict=True):
        side = min(60, end - y - 12)
        lay_sign(image, icon, x0 + 22, y + (end - y - side) // 2, side)
        text = (x0 + 38 + side, y + 2, x1 - 18, end - 2)
        write_block(image, text, meaning, Style(34, "text", theme.PALE), valign="middle")
