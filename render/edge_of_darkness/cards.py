"""Draws cards at full size, and as a small token in a player's strip."""

from PIL import Image, ImageDraw

from render.edge_of_darkness.board_records import Banner, Card
from render.edge_of_darkness.card_slips import LARGE, draw_blight, draw_city, draw_empty
from render.emblem.crests import crest
from render.emblem.edge_of_darkness import face
from render.icons import lay_icon
from render.icons.seat_shapes import shape_points
from render.pen import theme
from render.pen.canvas import blank_card, lay_panel, rounded, with_corners
from render.pen.icon_pen import Draw, Pen, draw_icon
from render.pen.picture_cache import cached
from render.pen.pillow_wrappers import scaled
from render.text.text_layout import Style, width, write

LARGE_SIZE = (680, 900)
#: The height of the picture at the top of a card.
PICTURE = 180


@cached
def pennant(banner: Banner | None, wide: int, tall: int) -> Image.Image:
    """Draw a card's banner: the owner's colour, sigil and shape, or a plain cloth for a neutral card."""
    colour = theme.GUILDS[banner.guild].colour if banner else theme.mix(theme.PARCHMENT_SHADE, theme.STEEL, 0.5)

    def cloth(pen: Pen) -> None:
        pen.shape([(0.9, 0.4), (23.1, 0.4), (23.1, 23.2), (12, 18.4), (0.9, 23.2)], colour, theme.BLACK, 1.3)

    side = max(wide, tall)
    flag = scaled(draw_icon(cloth, side, theme.INK, dark=False), (wide, tall))
    if banner is None:
        ring = round(wide * 0.42)
        lay_icon(flag, "choice", (wide - ring) // 2, round(tall * 0.3), ring, theme.INK_SOFT)
        return flag
    sigil, shape = round(wide * 0.64), round(wide * 0.42)
    lay_icon(flag, banner.sigil, (wide - sigil) // 2, round(tall * 0.05), sigil, theme.BLACK)
    mark = draw_icon(_stamp(banner.guild), shape, theme.BLACK, dark=False)
    flag.paste(mark, ((wide - shape) // 2, round(tall * 0.46)), mark)
    return flag


def _stamp(guild: int) -> Draw:
    """Draw a Guild's shape in black, for use on the Guild's colour."""
    return lambda pen: pen.fill(shape_points(theme.GUILDS[guild].shape, 12, 12, 9.4), theme.BLACK)


def _body(size: tuple[int, int], blight: bool) -> Image.Image:
    """Draw an empty card: parchment, or dark violet for the Blight side."""
    wide, tall = size
    image = blank_card(size, blight)
    edge = theme.mix(theme.BLIGHT, theme.BLIGHT_INK, 0.35) if blight else theme.GOLD
    ImageDraw.Draw(image).rounded_rectangle((3, 3, wide - 4, tall - 4), theme.RADIUS - 3, outline=edge, width=2)
    return image


def _picture(image: Image.Image, card: Card, blight: bool) -> None:
    """Draw the person at the top of the card, with the banner over the picture."""
    tall, wide = PICTURE, image.width - 12
    scene = face(card.seed, wide, tall, blight)
    image.paste(scene, (6, 6), rounded(wide, tall, theme.RADIUS - 6))
    flag_wide = round(tall * 0.66)
    flag = pennant(card.banner, flag_wide, round(tall * 1.02))
    image.paste(flag, (14, 4), flag)


def _sleeved(card: Card, size: tuple[int, int], blight: bool) -> Image.Image:
    image = _body(size, blight)
    _picture(image, card, blight)
    gap = 8
    top = 6 + PICTURE + gap
    tall = (size[1] - top - 7 - 2 * gap) // 3
    for index, slip in enumerate(card.slips):
        y = top + index * (tall + gap)
        box = (8, y, size[0] - 8, y + tall)
        if slip is None:
            draw_empty(image, box, LARGE.radius, blight)
        elif blight:
            draw_blight(image, box, slip, LARGE, slip.threat_text)
        else:
            draw_city(image, box, slip, LARGE, slip.full)
    if blight:
        _total(image, card)
    return with_corners(image)


def _total(image: Image.Image, card: Card) -> None:
    """Write the total Damage of all threats over the picture."""
    style = Style(round(PICTURE * 0.5), "bold", theme.WHITE)
    text = f"{card.damage}{{damage}}"
    write(image, image.width - width(text, style) - 22, 6 + round(PICTURE * 0.16), text, style)


@cached
def large_card(card: Card, blight: bool) -> Image.Image:
    """Draw one side of a card at full size."""
    return _sleeved(card, LARGE_SIZE, blight)


@cached
def card_back(size: tuple[int, int]) -> Image.Image:
    """Draw the common back of all hidden cards."""
    image = _body(size, blight=True)
    side = min(size) // 2
    mark = crest("tenebrae", side, blight=True)
    image.paste(mark, ((size[0] - side) // 2, (size[1] - side) // 2), mark)
    return with_corners(image)


CHIP = (132, 40)


@cached
def chip(card: Card) -> Image.Image:
    """Draw a card as a small token with the owner's shape and a crest for each filled slot."""
    wide, tall = CHIP
    image = Image.new("RGBA", CHIP, (0, 0, 0, 0))
    edge = theme.GUILDS[card.banner.guild].colour if card.banner else theme.STEEL_DARK
    lay_panel(image, (0, 0, wide, tall), theme.PARCHMENT, edge, 10, 3)
    lay_icon(image, f"guild{card.banner.guild}" if card.banner else "choice", 7, 8, 24, theme.INK_SOFT)
    for index, slip in enumerate(card.slips):
        x = 36 + index * 31
        if slip is None:
            ImageDraw.Draw(image).ellipse((x + 10, 16, x + 18, 24), fill=theme.PARCHMENT_SHADE)
        else:
            mark = crest(slip.seed, 28)
            image.paste(mark, (x, 6), mark)
    return image
