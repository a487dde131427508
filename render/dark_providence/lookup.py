"""Draws look-up results: cards with the meanings of their signs."""

from collections.abc import Callable, Collection

from PIL import Image

from render.dark_providence.card_face_reader import (
    allegiance_face,
    asset_face,
    control_face,
    cultist_face,
    lead_face,
    mythos_face,
    old_one_face,
)
from render.dark_providence.card_wording import SCORES, Sign
from render.dark_providence.cards import LARGE, Face, large_card
from render.dark_providence.legend import MEANINGS
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box
from render.pen.pieces import mark
from render.sheets.lookup_pictures import NOTE, SIDE, flavour_slips, lay_column, lay_notes, notes_tall
from render.text.text_layout import Style, icons_in, line_height, width, write, write_block
from rules.dark_providence.content.load import PACKS
from rules.dark_providence.content.records import City, Content
from rules.kernel.words.translation import Translator

#: The left edge of a note's text, after the number and the sign.
TEXT = 120
#: The signs that mean something else on cards of a kind: a goal wins at once, and a cultist starts in its city.
OTHERWISE = {"old_one": ("end",), "cultist_card": ("city",)}


def faces_of(entry_id: str, say: Translator) -> tuple[Face, ...]:
    """Return the picture contents of the cards with an id, which may have the kind of card as a prefix.

    If cards of two kinds share an id, the id without a prefix returns both cards. Raise KeyError for an unknown id.
    """
    content, locale, pack = PACKS.shown(say.pack), say.locale, say.pack
    tables: tuple[tuple[str, Collection[str], Callable[[str], Face]], ...] = (
        ("mythos_", content.mythos, lambda card: mythos_face(card, locale, True, pack)),
        ("old_one_", content.old_ones, lambda card: old_one_face(card, locale, pack)),
        ("", content.cards, lambda card: asset_face(card, locale, True, pack_name=pack)),
        ("starting_", content.starting, lambda card: asset_face(card, locale, True, pack_name=pack)),
        ("", content.leads, lambda card: lead_face(card, locale, pack)),
        ("", content.cultists, lambda card: cultist_face(card, locale, pack)),
        ("control_", content.controls, lambda card: control_face(card, locale, pack)),
        ("allegiance_", SCORES, lambda card: allegiance_face(card, locale)),
    )
    found: list[Face] = []
    for prefix, ids, face in tables:
        bare = entry_id.removeprefix(prefix)
        found += [face(card) for card in dict.fromkeys((entry_id, bare)) if card in ids]
    if not found:
        raise KeyError(entry_id)
    return tuple(found)


def _city_signs(say: Translator, content: Content, city: City) -> list[Sign]:
    """Return the signs of a city with their meanings: control points, gate value and routes."""
    roads = ", ".join(
        f"{say.name(content.cities[other].name)} {cost}" for other, cost in content.roads[city.id].items()
    )
    return [
        ("city", 0, say.t("Control point {control}, gate value {gate}.", control=city.control, gate=city.gate)),
        ("wealth", 0, say.t("Routes and their Wealth: {roads}.", roads=roads)),
    ]


def _signs(say: Translator, face: Face) -> list[Sign]:
    """Return the signs on a card with their meanings, each sign once."""
    untold = OTHERWISE.get(face.band, ())
    found = [*face.worth, *face.icons]
    if face.marker is not None:
        found += [("agent", 0)] + ([("returned", 0)] if face.marker.returned else [])
    for line in face.lines:
        found += [(line.icon, 0), *((icon, 0) for icon in icons_in(line.text))]
    counts: dict[str, int] = {}
    for icon, count in found:
        counts.setdefault(icon, count)
    return [
        (icon, count, say.t(MEANINGS[icon]))
        for icon, count in counts.items()
        if icon in MEANINGS and icon not in untold
    ]


def draw_sheet(entry_id: str, say: Translator) -> Image.Image:
    """Draw a look-up result. Raise KeyError for an unknown id."""
    faces = faces_of(entry_id, say)
    content = PACKS.shown(say.pack)
    signs: list[Sign] = []
    if len(faces) == 1:
        city = content.cities.get(faces[0].seed)
        signs = (_city_signs(say, content, city) if city else []) + _signs(say, faces[0])
    shown = [part for face in faces for part in (large_card(face), *flavour_slips(face.flavour, LARGE.size[0]))]
    tall = notes_tall([meaning for *_, meaning in signs], shown[0].width - TEXT - 18)
    image, box = lay_column(shown, tall)
    if signs:
        _notes(image, box, say.t("Icons on this card"), signs, tall)
    return image


def _notes(image: Image.Image, box: Box, title: str, signs: list[Sign], tall: list[int]) -> None:
    """Draw the panel that explains a card's signs."""
    x0, _, x1, _ = box
    for (icon, count, meaning), (y, end) in zip(signs, lay_notes(image, box, title, tall), strict=True):
        mark(image, (x0 + 8, y, x1 - 8, end), f"sign:{icon}", meaning)
        lay_icon(image, icon, x0 + TEXT - SIDE - 16, y + (end - y - SIDE) // 2, SIDE, theme.PALE)
        if count:
            style = Style(40, "bold", theme.WHITE)
            left = x0 + TEXT - SIDE - 24 - width(str(count), style)
            write(image, left, y + (end - y - line_height(style)) // 2, str(count), style)
        write_block(image, (x0 + TEXT, y, x1 - 18, end), meaning, NOTE, valign="middle")
