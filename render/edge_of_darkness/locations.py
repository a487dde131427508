"""Draws the ten Locations in two columns, with the round track and the counts above them."""

from dataclasses import replace

from PIL import Image, ImageDraw

from render.edge_of_darkness.board_records import Place, Track
from render.edge_of_darkness.change_marks import EMBER, lay_tag
from render.edge_of_darkness.layout import EDGE, GAP, WIDTH, columns, ground
from render.emblem.crests import crest
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, mapped_table
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.sheets.change_marks import LABEL_HEIGHT, lay_outline
from render.text.text_layout import Style, width, write, write_block, write_fit

COLUMNS, HEIGHT, LINE, CREST = 2, 108, 44, 48
TRACK_HEIGHT = 64
MIN_TEXT_SIZE = theme.BOARD_MIN_TEXT
LAND = theme.mix(theme.PANEL, theme.PARCHMENT, 0.07)


def draw_places(places: tuple[Place, ...]) -> Image.Image:
    """Draw the Locations in two columns, as a palette image."""
    boxes = place_boxes(places)
    image = mapped_table(WIDTH, boxes[-1][3] + GAP)
    for place, box in zip(places, boxes, strict=True):
        mark(image, box, f"place:{place.seed}", place.name)
        lay_part(image, _tile(replace(place, mark=""), box[0], box[2], box[3] - box[1]), box[:2])
    for place, box in zip(places, boxes, strict=True):
        if place.mark:
            lay_outline(image, box, EMBER)
            # The label has its own line below the rest.
            lay_tag(image, (box[0], box[3], box[2] - 50, box[3]), place.mark, lift=LABEL_HEIGHT + 4)
    return image


def place_boxes(places: tuple[Place, ...]) -> list[Box]:
    """Return the boxes of the Locations in their section. The first half of the Locations is in the left column."""
    edges, count = columns(COLUMNS), -(-len(places) // COLUMNS)
    boxes: list[Box] = []
    talls = [
        max(_tall(place) + (LABEL_HEIGHT if place.mark else 0) for place in places[row::count]) for row in range(count)
    ]
    for index in range(len(places)):
        x0, x1 = edges[index // count]
        y = GAP + sum(tall + GAP for tall in talls[: index % count])
        boxes.append((x0, y, x1, y + talls[index % count]))
    return boxes


def _tall(place: Place) -> int:
    """Return the height of a Location's tile. The contact and the ability share a line if both fit on it."""
    x0, x1 = columns(COLUMNS)[0]
    least = Style(MIN_TEXT_SIZE, "text")
    apart = width(place.contact, least) + width(place.ability, least) + 36 > x1 - x0 - 64
    return HEIGHT + (LINE if apart and place.ability else 0)


@cached
def _tile(place: Place, x0: int, x1: int, tall: int) -> Image.Image:
    """Draw one Location: its crest, name and Agents, its contact's effect, its ability and the advancements left."""
    image, wide = ground(x0, x1, tall), x1 - x0
    lay_panel(image, (0, 0, wide, tall), LAND, theme.STEEL_DARK)
    sign = crest(place.seed, CREST)
    image.paste(sign, (9, 7), sign)
    left = CREST + 18
    end = _agents(image, wide - 12, 8, place)
    style = Style(32, "bold", theme.PALE)
    fits_on_line = width(place.name, Style(MIN_TEXT_SIZE + 2, "bold")) <= end - left - 8
    write_block(image, (left, 2, end - 8, 56), place.name,
                style if fits_on_line else Style(MIN_TEXT_SIZE, "bold", theme.PALE),
                lines=1 if fits_on_line else 2, valign="middle", least=MIN_TEXT_SIZE)  # fmt: skip
    _contact_and_ability(image, place, wide - 56, _tall(place) > HEIGHT)
    _remaining_copies(image, wide, tall - 50, place.left)
    return to_palette(image)


def _contact_and_ability(image: Image.Image, place: Place, right: int, apart: bool) -> None:
    """Draw the contact's effect on parchment, with the ability beside it or, if `apart`, below it."""
    y, room = 58, right - 32
    ability = width(place.ability, Style(MIN_TEXT_SIZE, "text"))
    if place.ability and not apart:
        room -= ability + 12
    contact = Style(32, "text", theme.INK)
    wide = min(width(place.contact, contact), room)
    lay_panel(image, (8, y, 32 + wide, y + LINE - 1), theme.PARCHMENT, None, 8)
    write_fit(image, 20, y + 2, place.contact, contact, wide, least=MIN_TEXT_SIZE)
    if place.ability:
        x = 20 if apart else 44 + wide
        style = Style(32, "text", theme.mix(theme.PALE, theme.MUTED, 0.3))
        write_fit(image, x, y + 2 + (LINE if apart else 0), place.ability, style, right - x, least=MIN_TEXT_SIZE)


def _remaining_copies(image: Image.Image, wide: int, foot: int, left: tuple[int | None, ...]) -> None:
    """Draw a tiny sleeve with a bar for each slot that this kind of advancement has, hollow if no copies are left."""
    draw = ImageDraw.Draw(image)
    x0, x1 = wide - 40, wide - 10
    for index, count in enumerate(left):
        y = foot + 7 + index * 12
        if count is None:
            draw.line((x0 + 8, y + 4, x1 - 8, y + 4), fill=theme.STEEL_DARK, width=1)
        elif count == 0:
            draw.rectangle((x0, y, x1, y + 8), outline=theme.STEEL_DARK, width=1)
        else:
            for n in range(min(count, 4)):
                draw.rectangle((x0 + n * 8, y, x0 + n * 8 + 6, y + 8), fill=theme.PARCHMENT)


def _agents(image: Image.Image, right: int, y: int, place: Place) -> int:
    """Draw each Guild's Agents as a pawn and a number, with their right edge at `right`. Return their left edge."""
    style = Style(32, "bold", theme.PALE)
    for (guild, count), owner in reversed(list(zip(place.agents, place.owners, strict=True))):
        end = right
        if count > 1:
            right -= width(str(count), style)
            write(image, right, y, str(count), style)
        right -= 38
        lay_icon(image, f"guild_agent{guild}", right, y, 38, theme.PALE)
        mark(image, (right, y, end, y + 42), f"agents:{place.seed}:{guild}", owner)
        right -= 6
    return right


@cached
def draw_track(track: Track) -> Image.Image:
    """Draw the prologue and the eight rounds, then the counts of the deck, discard pile and bag, as a palette image."""
    image = ground(0, WIDTH, TRACK_HEIGHT)
    x0, y0, x1, y1 = EDGE, 0, WIDTH - EDGE, TRACK_HEIGHT
    lay_panel(image, (x0, y0, x1, y1), theme.HOLLOW, theme.mix(theme.HOLLOW, theme.GOLD, 0.55), 32)
    side, x = 48, x0 + 14
    mark(image, (x, y0, x + (track.rounds + 1) * (side + 8) - 8, y1), "rounds", track.name)
    draw = ImageDraw.Draw(image)
    draw.line((x + 10, (y0 + y1) // 2, x + 9 * (side + 8) - 20, (y0 + y1) // 2), fill=theme.GOLD, width=2)
    for number in range(track.rounds + 1):
        is_current, past = number == track.round, number < track.round
        paper = theme.GOLD_LIT if is_current else theme.mix(theme.HOLLOW, theme.GOLD, 0.45 if past else 0.12)
        edge = theme.WHITE if is_current else theme.GOLD
        lay_panel(image, (x, y0 + 8, x + side, y0 + 8 + side), paper, edge, 24, 3 if is_current else 2)
        ink = theme.INK if is_current else theme.mix(theme.MUTED, theme.PALE, 0.2)
        if number == 0:
            lay_icon(image, "hourglass", x + 9, y0 + 17, 30, ink)
        else:
            style = Style(30, "bold", ink)
            text = str(number)
            write(image, x + (side - width(text, style)) // 2, y0 + 12, text, style)
        x += side + 8
    _counts(image, x + 8, y0, x1 - 18, track)
    return to_palette(image)


def _counts(image: Image.Image, x: int, y: int, right: int, track: Track) -> None:
    """Write the numbers of cards and cubes, leaving out zeros."""
    counts = (("deck", track.deck), ("discard", track.discard), ("bag", track.bag), ("aside", track.aside))
    shown = [(name, count, word) for (name, count), word in zip(counts, track.words, strict=True) if count]
    step = (right - x) // max(1, len(shown))
    for name, count, word in shown:
        mark(image, (x, y, x + step - 4, y + TRACK_HEIGHT), name, word)
        lay_icon(image, name, x, y + 12, 40, theme.PALE)
        write(image, x + 48, y + 11, str(count), Style(34, "bold", theme.PALE))
        x += step
