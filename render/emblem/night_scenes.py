"""Parts of night scenes: sky, stars, moon, rays and medallions."""

from random import Random

from PIL import Image, ImageDraw, ImageFilter

from render.pen import theme
from render.pen.icon_pen import Draw, Pen, draw_icon, polar
from render.pen.picture_cache import cached
from render.pen.pillow_wrappers import map_levels, scaled, widen
from render.pen.theme import Colour, rgb

#: Scenes are drawn at this multiple of their size and then scaled down.
SUPERSAMPLING = 2
#: The colour of supernatural light.
GLOW = rgb("#e8fbf8")


def sky(width: int, height: int, top: Colour, low: Colour) -> Image.Image:
    """Draw a sky that is brighter towards the horizon."""
    ramp = _ramp(height)
    column = Image.composite(Image.new("RGB", ramp.size, low), Image.new("RGB", ramp.size, top), ramp)
    return widen(column, width)


@cached
def _ramp(height: int) -> Image.Image:
    """Draw the gradient of a sky as a mask one pixel wide, brighter towards the bottom."""
    return map_levels(scaled(Image.linear_gradient("L"), (1, height)), lambda level: (level / 255) ** 1.5 * 255)


def stars(draw: ImageDraw.ImageDraw, dice: Random, width: int, height: int) -> None:
    """Scatter stars over a sky, denser at the top."""
    for _ in range(width * height // 1500):
        x, y = dice.randrange(width), round(dice.random() ** 1.6 * height * 0.8)
        r = dice.choice((1, 1, 1, 2))
        light = dice.choice((theme.MUTED, theme.PALE))
        draw.ellipse((x - r, y - r, x + r, y + r), fill=light)


def orb(image: Image.Image, dice: Random, blight: bool, low: Colour) -> None:
    """Draw a full or waning moon. Its glow has the colour of the horizon, so it stays on the palette's ramps."""
    width, height = image.size
    r = round(height * (0.15 + 0.1 * dice.random()))
    x, y = round(width * (0.3 + 0.58 * dice.random())), round(height * (0.24 + 0.2 * dice.random()))
    halo = _glow(r)
    image.paste(low, (x - halo.width // 2, y - halo.height // 2), halo)
    disc = Image.new("L", (2 * r + 1, 2 * r + 1), 0)
    draw = ImageDraw.Draw(disc)
    draw.ellipse((0, 0, 2 * r, 2 * r), fill=255)
    if dice.random() < 0.5:
        shift = r * (0.55 + 0.5 * dice.random())
        draw.ellipse((shift, -2, 2 * r + shift, 2 * r - 2), fill=0)
    image.paste(rgb("#e0484a") if blight else rgb("#f4ead0"), (x - r, y - r), disc)


@cached
def _glow(r: int) -> Image.Image:
    """Draw the glow of a moon as an alpha mask. The glow is soft enough to be scaled up from a small drawing."""
    reach, fine = 5 * r, max(1, r // 8)
    side, moon = round(2 * reach / fine), r / fine
    glow = Image.new("L", (side, side), 0)
    ImageDraw.Draw(glow).circle((reach / fine, reach / fine), 2 * moon, fill=170)
    return scaled(glow.filter(ImageFilter.GaussianBlur(moon)), (2 * reach, 2 * reach))


def night(dice: Random, wide: int, tall: int, skies: tuple[tuple[Colour, Colour, Colour], ...]) -> tuple[
    Image.Image, Colour, Colour, Colour
]:  # fmt: skip
    """Draw a starry sky. Return it with the colours of its top, its horizon and its lights."""
    top, low, light = dice.choice(skies)
    image = sky(wide * SUPERSAMPLING, tall * SUPERSAMPLING, top, low)
    stars(ImageDraw.Draw(image), dice, *image.size)
    return image, top, low, light


def draw_centred(image: Image.Image, draw: Draw, middle: tuple[float, float], side: int) -> None:
    """Draw an icon with its middle at a point. `draw` draws the icon with a pen, and `side` is the icon's size in
    pixels.
    """
    part = draw_icon(draw, side, theme.PALE, dark=True)
    image.paste(part, (round(middle[0] - side / 2), round(middle[1] - side / 2)), part)


def rays(image: Image.Image, dice: Random, centre: tuple[float, float], colour: Colour) -> None:
    """Draw wide rays of light from a point."""
    reach = image.width + image.height
    mask = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(mask)
    start, count = dice.randrange(20), dice.choice((14, 18, 22))
    for n in range(count):
        turn = start + n * 360 / count
        draw.polygon([centre, polar(*centre, reach, turn), polar(*centre, reach, turn + 180 / count)], fill=46)
    image.paste(colour, (0, 0), mask)


def medal(field: Colour) -> Draw:
    """Return a function that draws a medallion with a gold rim."""

    def draw(pen: Pen) -> None:
        pen.disc(12, 12, 12, theme.BLACK)
        pen.disc(12, 12, 11.5, theme.GOLD)
        pen.disc(12, 12, 10.8, field)

    return draw
