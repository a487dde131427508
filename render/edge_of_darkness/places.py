"""The ten Locations in two rows of five, with the round track and the counts between the rows."""

from dataclasses import replace

from PIL import Image, ImageDraw

from render.edge_of_darkness.layout import GAP, PLACE_TALL, TRACK_TALL, ground, layout
from render.edge_of_darkness.marks import EMBER, lay_tag
from render.edge_of_darkness.scene import Place, Track
from render.emblem.crest import crest
from render.icons import lay_icon
from render.pen import theme
from render.pen.cache import cached
from render.pen.canvas import Box, lay_panel, within
from render.sheets.marks import lay_outline
from render.text.writing import Style, sized, width, write, write_block

LAND = theme.mix(theme.PANEL, theme.PARCHMENT, 0.07)


def draw_places(seats: int, places: tuple[Place, ...], track: Track) -> Image.Image:
    """Draw both rows and the track."""
    section = layout(seats).places
    image = ground(seats, section)
    boxes = [_tile_box(image.width, index) for index in range(len(places))]
    for place, box in zip(places, boxes, strict=True):
        image.paste(_cell(seats, within(section, box), replace(place, mark="")), box[:2])
    bar = (0, PLACE_TALL + GAP, image.width, PLACE_TALL + GAP + TRACK_TALL)
    image.paste(_bar(seats, within(section, bar), track), bar[:2])
    for place, box in zip(places, boxes, strict=True):
        if place.mark:
            lay_outline(image, box, EMBER)
    return image


def tag_places(image: Image.Image, section: Box, places: tuple[Place, ...]) -> None:
    """Lay the labels of recent changes on the board: within the section they would cover names of the upper row."""
    for index, place in enumerate(places):
        if place.mark:
            x0, y0, x1, y1 = _tile_box(section[2] - section[0], index)
            lay_tag(image, (x0 + section[0], y0 + section[1], x1 + section[0], y1 + section[1]), place.mark)


def _tile_box(room: int, index: int) -> Box:
    """Return the box of a tile in its section."""
    wide = (room - 4 * GAP) // 5
    x, y = (index % 5) * (wide + GAP), (index // 5) * (PLACE_TALL + TRACK_TALL + 2 * GAP)
    return (x, y, x + wide, y + PLACE_TALL)


@cached(128)
def _cell(seats: int, box: Box, place: Place) -> Image.Image:
    """Draw a tile with the table behind its corners, so that it can be copied onto the board."""
    image = ground(seats, box)
    tile = place_tile(place, image.width)
    image.paste(tile, (0, 0), tile)
    return image


@cached(6)
def _bar(seats: int, box: Box, track: Track) -> Image.Image:
    """Draw the track with the table behind its corners."""
    image = ground(seats, box)
    draw_track(image, (0, 0, *image.size), track)
    return image


@cached(96)
def place_tile(place: Place, wide: int) -> Image.Image:
    """Draw one Location: crest, name, ability, agents, slips left by slot."""
    image = Image.new("RGBA", (wide, PLACE_TALL), (0, 0, 0, 0))
    lay_panel(image, (0, 0, wide, PLACE_TALL), LAND, theme.STEEL_DARK)
    side = 46
    mark = crest(place.seed, side)
    image.paste(mark, (9, 9), mark)
    style = Style(theme.TEXT_SMALL, "bold", theme.PALE)
    write_block(image, (side + 16, 4, wide - 8, 60), place.name, style, lines=2, valign="middle")
    ability = Style(theme.TEXT_SMALL + 2, "text", theme.mix(theme.PALE, theme.MUTED, 0.3))
    foot = PLACE_TALL - 46
    y = _contact(image, 61, foot - (38 if place.ability else 6), wide, place.contact)
    write_block(image, (12, y + 2, wide - 8, foot - 2), place.ability, ability, lines=2, valign="middle")
    ImageDraw.Draw(image).line((10, foot, wide - 11, foot), fill=theme.mix(LAND, theme.GOLD, 0.4), width=1)
    _left(image, wide, foot, place.left)
    _agents(image, 8, foot + 6, wide - 8 - 42, place.agents)
    return image


def _contact(image: Image.Image, y: int, most: int, wide: int, text: str) -> int:
    """Draw the Location's slips: what their contact does, on parchment; return the y below."""
    style = Style(theme.TEXT_SMALL + 2, "text", theme.INK)
    room = wide - 28
    short = width(text, sized(style, theme.TEXT_LEAST)) <= room
    bottom = y + 38 if short else most
    lay_panel(image, (8, y, wide - 8, bottom), theme.PARCHMENT, None, 8)
    lines = 1 if short else 3
    write_block(image, (16, y + 2, 16 + room, bottom - 2), text, style, lines=lines, valign="middle")
    return bottom


def _left(image: Image.Image, wide: int, foot: int, left: tuple[int | None, ...]) -> None:
    """Draw a tiny sleeve: a bar for each slot that this kind has, hollow when no copies are left."""
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


def _agents(image: Image.Image, x: int, y: int, right: int, agents: tuple[tuple[int, int], ...]) -> None:
    """Draw each Guild's agents: one pawn and a number."""
    style = Style(26, "bold", theme.PALE)
    room = right - x
    each = room // max(1, len(agents)) if agents else room
    for guild, count in agents:
        lay_icon(image, f"guild_agent{guild}", x, y, 34 if each >= 52 else 26, theme.PALE)
        if count > 1:
            write(image, x + (33 if each >= 52 else 25), y, str(count), style)
        x += min(each, 62)


def draw_track(image: Image.Image, box: Box, track: Track) -> None:
    """Draw the prologue and the eight rounds, then the counts of deck, discard pile and bag."""
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.HOLLOW, theme.mix(theme.HOLLOW, theme.GOLD, 0.55), 32)
    side, x = 48, x0 + 14
    draw = ImageDraw.Draw(image)
    draw.line((x + 10, (y0 + y1) // 2, x + 9 * (side + 8) - 20, (y0 + y1) // 2), fill=theme.GOLD, width=2)
    for number in range(track.rounds + 1):
        here, past = number == track.round, number < track.round
        ground = theme.GOLD_LIT if here else theme.mix(theme.HOLLOW, theme.GOLD, 0.45 if past else 0.12)
        edge = theme.WHITE if here else theme.GOLD
        lay_panel(image, (x, y0 + 8, x + side, y0 + 8 + side), ground, edge, 24, 3 if here else 2)
        ink = theme.INK if here else theme.mix(theme.MUTED, theme.PALE, 0.2)
        if number == 0:
            lay_icon(image, "hourglass", x + 9, y0 + 17, 30, ink)
        else:
            style = Style(30, "bold", ink)
            text = str(number)
            write(image, x + (side - width(text, style)) // 2, y0 + 12, text, style)
        x += side + 8
    _counts(image, x + 8, y0, x1 - 18, track)


def _counts(image: Image.Image, x: int, y: int, right: int, track: Track) -> None:
    """Write the numbers of cards and cubes."""
    shown = (("deck", track.deck), ("discard", track.discard), ("bag", track.bag), ("aside", track.aside))
    step = (right - x) // len(shown)
    for name, count in shown:
        lay_icon(image, name, x, y + 12, 40, theme.PALE)
        write(image, x + 48, y + 11, str(count), Style(34, "bold", theme.PALE))
        x += step
