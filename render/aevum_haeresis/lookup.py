"""Draws looked-up cards, with the meanings of their signs."""

from PIL import Image

from render.aevum_haeresis.card_wording import face
from render.aevum_haeresis.cards import LARGE, Face, large_card
from render.aevum_haeresis.legend import BAND_MEANINGS, MEANINGS, lay_sign
from render.pen.canvas import table
from render.sheets.lookup_pictures import GAP, HEAD, NOTE, SIDE, flavour_slips, lay_column, lay_notes, notes_tall
from render.text.text_layout import icons_in, write_block
from rules.aevum_haeresis.content.load import PACKS
from rules.aevum_haeresis.content.records import Keyword
from rules.aevum_haeresis.words.look_up import cards_with_keyword
from rules.aevum_haeresis.words.names import kind_of
from rules.kernel.words.translation import Translator

#: The prefix of the look-up id of a ready-made deck.
DECK_PREFIX = "deck_"
#: The prefix of the look-up id of a keyword.
KEYWORD_PREFIX = "keyword_"
#: The x coordinate of a note's text, to the right of its sign.
TEXT = 92


def face_of(entry_id: str, say: Translator) -> Face:
    """Return the contents of the picture of the card with this id. Raise KeyError for an unknown id."""
    content = PACKS.shown(say.pack)
    return face(say, content, content.cards[kind_of(entry_id)])


def _signs(say: Translator, card: Face) -> list[tuple[str, str]]:
    """Return the signs on a card with their meanings, each sign once."""
    found = [f"faction_{card.faction}"]
    for text in (card.cost, card.left, card.middle, card.right):
        found += icons_in(text)
    notes = [(square.icon, say.t(MEANINGS[square.icon])) for square in card.band if square.colour != "none"]
    colours = {square.colour for square in card.band}
    notes += [(f"band_{colour}", say.t(BAND_MEANINGS[colour])) for colour in ("white", "black") if colour in colours]
    if any(square.skull for square in card.band):
        found.append("skull")
    if card.track:
        found += ["dawn", "night"]
    for line in card.lines:
        found += [line.icon, *icons_in(line.text)]
    shown = [(icon, say.t(MEANINGS[icon])) for icon in dict.fromkeys(found) if icon in MEANINGS and icon != card.type]
    return list(dict(shown[:1] + notes + shown[1:]).items())


def draw_keyword(keyword: Keyword, say: Translator) -> Image.Image:
    """Draw a keyword's name and every card that has the keyword, at hand size."""
    cards = cards_with_keyword(PACKS.shown(say.pack), keyword)
    names = [f"{{{card.type}}} {say.name(card.name)}" for card in cards] or [say.t("No card has this word.")]
    wide = LARGE.size[0]
    tall = notes_tall(names, wide - 2 * TEXT)
    image = table(wide + 2 * GAP, HEAD + sum(tall) + 12 + 2 * GAP)
    box = (GAP, GAP, GAP + wide, image.height - GAP)
    title = f"{say.name(keyword.name)} · {say.t('Keyword')}"
    for name, (y, end) in zip(names, lay_notes(image, box, title, tall), strict=True):
        write_block(image, (box[0] + 24, y, box[2] - 18, end), name, NOTE, valign="middle")
    return image


def draw_sheet(entry_id: str, say: Translator) -> Image.Image:
    """Draw a look-up result. Raise KeyError for an unknown id."""
    card, flavour = face_of(entry_id, say), say.flavour(PACKS.shown(say.pack).cards[kind_of(entry_id)].flavour)
    signs = _signs(say, card)
    shown = large_card(card)
    tall = notes_tall([meaning for _, meaning in signs], shown.width - TEXT - 18)
    image, box = lay_column([shown, *flavour_slips(flavour, shown.width)], tall)
    for (icon, meaning), (y, end) in zip(signs, lay_notes(image, box, say.t("Icons on this card"), tall), strict=True):
        lay_sign(image, icon, box[0] + 22, y + (end - y - SIDE) // 2, SIDE)
        write_block(image, (box[0] + TEXT, y, box[2] - 18, end), meaning, NOTE, valign="middle")
    return image
