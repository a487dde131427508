"""Nocturnes: night scenes for people, things, cities and what is beyond, each made from an id alone."""

from random import Random

from PIL import Image, ImageDraw

from render.emblem.busts import bust
from render.emblem.relics import RELICS, hinted
from render.emblem.vista import RUIN_SKIES, SKIES, orb, silhouette, sky, stars
from render.icons import ICONS
from render.icons.pen import Draw, Pen, blob, draw_icon, polar
from render.pen import theme
from render.pen.parts import cached
from render.pen.theme import Colour, mix

FINE = 2
GLOW = theme.rgb("#e8fbf8")


def night(dice: Random, wide: int, tall: int, skies: tuple[tuple[Colour, Colour, Colour], ...]) -> tuple[
    Image.Image, Colour, Colour, Colour
]:  # fmt: skip
    """Draw a starry sky; give it with its colours above, at the horizon and of its lights."""
    top, low, light = dice.choice(skies)
    image = sky(wide * FINE, tall * FINE, top, low)
    stars(ImageDraw.Draw(image), dice, *image.size)
    return image, top, low, light


def lay(image: Image.Image, draw: Draw, middle: tuple[float, float], side: int) -> None:
    """Lay a drawing of the pen's grid with its middle at a point."""
    part = draw_icon(draw, side, theme.PALE, dark=True)
    image.paste(part, (round(middle[0] - side / 2), round(middle[1] - side / 2)), part)


def rays(image: Image.Image, dice: Random, centre: tuple[float, float], colour: Colour) -> None:
    """Fan broad rays of light out of a point."""
    reach = image.width + image.height
    mask = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(mask)
    start, count = dice.randrange(20), dice.choice((14, 18, 22))
    for n in range(count):
        turn = start + n * 360 / count
        draw.polygon([centre, polar(*centre, reach, turn), polar(*centre, reach, turn + 180 / count)], fill=46)
    image.paste(colour, (0, 0), mask)


def medal(field: Colour) -> Draw:
    """Give the drawing of a medallion with a gold rim."""

    def draw(pen: Pen) -> None:
        pen.disc(12, 12, 12, theme.BLACK)
        pen.disc(12, 12, 11.5, theme.GOLD)
        pen.disc(12, 12, 10.8, field)

    return draw


@cached(128)
def relic(seed: str, wide: int, tall: int) -> Image.Image:
    """Draw a thing as RGB: its figure on a medallion in a burst of light."""
    dice = Random(f"relic/{seed}")
    image, top, low, light = night(dice, wide, tall, SKIES)
    middle = image.width / 2, image.height * 0.5
    rays(image, dice, middle, light)
    figure = hinted(seed) or dice.choice(tuple(RELICS))
    side = round(image.height * 0.92)
    field = mix(top, low, 0.2)

    lay(image, medal(field), middle, side)
    lay(image, lambda pen: RELICS[figure](pen, theme.PARCHMENT, field), middle, round(side * 0.66))
    return image.reduce(FINE)


@cached(128)
def portrait(seed: str, wide: int, tall: int) -> Image.Image:
    """Draw a person as RGB: a bust against the night, lit from behind."""
    dice = Random(f"portrait/{seed}")
    image, top, low, light = night(dice, wide, tall, SKIES)
    at = image.width * (0.31 + 0.05 * dice.random())
    side = round(image.height * 1.04)
    halo(image, (at, image.height * 0.42), image.height * 0.44, mix(low, light, 0.4))
    ink = silhouette(top)
    lay(image, bust(seed, ink, light), (at, image.height - side * 0.47), side)
    return image.reduce(FINE)


def halo(image: Image.Image, at: tuple[float, float], r: float, colour: Colour) -> None:
    """Hang a pale disc with a ring behind somebody's head."""
    mask = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(mask)
    x, y = at
    draw.ellipse((x - 1.24 * r, y - 1.24 * r, x + 1.24 * r, y + 1.24 * r), outline=120, width=max(2, round(r / 22)))
    draw.ellipse((x - r, y - r, x + r, y + r), fill=235)
    image.paste(colour, (0, 0), mask)


@cached(64)
def skyline(seed: str, wide: int, tall: int) -> Image.Image:
    """Draw an American city of the twenties as RGB: towers with setbacks over a river."""
    dice = Random(f"skyline/{seed}")
    image, top, low, light = night(dice, wide, tall, SKIES)
    orb(image, dice, False, low)
    draw = ImageDraw.Draw(image)
    shore = round(image.height * 0.86)
    for ink, most, lit in ((mix(top, low, 0.45), 0.78, False), (silhouette(top), 0.6, True)):
        x = -dice.randrange(20)
        while x < image.width:
            w = round(image.height * (0.1 + 0.16 * dice.random()))
            h = round(image.height * (0.14 + (most - 0.14) * dice.random() ** 1.7))
            _building(draw, dice, (x, shore - h, x + w, shore), ink, light if lit else None, image.height / 240)
            x += w + dice.choice((0, 0, 2, 6))
    draw.rectangle((0, shore, *image.size), fill=mix(top, theme.BLACK, 0.3))
    for _ in range(image.width // 14):
        x, y = dice.randrange(image.width), dice.randrange(shore + 2, image.height)
        draw.line((x, y, x + dice.randrange(6, 26), y), fill=mix(top, low, 0.5 * dice.random() + 0.2), width=2)
    return image.reduce(FINE)


def _building(
    draw: ImageDraw.ImageDraw, dice: Random, box: tuple[int, int, int, int], ink: Colour, light: Colour | None,
    unit: float,
) -> None:  # fmt: skip
    """Draw one house, tower or chimney, with its lit windows."""
    x0, y0, x1, _ = box
    wide, kind = x1 - x0, dice.choice(("steps", "steps", "flat", "tank", "spire", "mast", "stacks"))
    draw.rectangle(box, fill=ink)
    middle = (x0 + x1) / 2
    if kind == "steps":
        for n in (1, 2):
            inset, rise = wide * 0.2 * n, wide * 0.34 * n
            draw.rectangle((x0 + inset, y0 - rise, x1 - inset, y0), fill=ink)
        draw.line((middle, y0 - wide * 1.3, middle, y0), fill=ink, width=3)
    elif kind == "tank":
        draw.rectangle((middle - 7, y0 - 22, middle + 7, y0 - 8), fill=ink)
        draw.polygon([(middle - 9, y0 - 22), (middle, y0 - 30), (middle + 9, y0 - 22)], fill=ink)
        for x in (middle - 6, middle + 5):
            draw.line((x, y0 - 10, x, y0), fill=ink, width=2)
    elif kind == "spire":
        draw.polygon([(x0 + wide * 0.2, y0), (middle, y0 - wide * 1.5), (x1 - wide * 0.2, y0)], fill=ink)
    elif kind == "mast":
        draw.line((middle, y0 - wide, middle, y0), fill=ink, width=3)
    elif kind == "stacks":
        for share in (0.2, 0.6):
            draw.rectangle((x0 + wide * share, y0 - wide * 0.7, x0 + wide * (share + 0.18), y0), fill=ink)
    if light is not None:
        _windows(draw, dice, box, light, unit)


def _windows(
    draw: ImageDraw.ImageDraw, dice: Random, box: tuple[int, int, int, int], light: Colour, unit: float
) -> None:
    """Light some of a building's windows."""
    x0, y0, x1, y1 = box
    for y in range(y0 + round(6 * unit), y1 - round(6 * unit), round(10 * unit)):
        for x in range(x0 + round(5 * unit), x1 - round(6 * unit), round(9 * unit)):
            if dice.random() < 0.36:
                draw.rectangle((x, y, x + round(3 * unit), y + round(4 * unit)), fill=light)


@cached(64)
def beyond(seed: str, wide: int, tall: int, eyes: int = 1) -> Image.Image:
    """Draw what is beyond as RGB: a sigil in the sky, arms out of the deep, open eyes or the thing itself."""
    dice = Random(f"beyond/{seed}")
    image, top, low, light = night(dice, wide, tall, RUIN_SKIES)
    middle = image.width * (0.4 + 0.2 * dice.random()), image.height * 0.5
    _sigil(image, dice, middle, image.height * 0.44, light)
    ink = silhouette(top)
    draw = ImageDraw.Draw(image)
    for _ in range(dice.randrange(4, 8)):
        _arm(draw, dice, image.size, ink, mix(top, low, 0.6))
    figure = hinted(seed) if eyes == 1 else None
    if figure is not None:
        back, side = silhouette(top), round(image.height * 0.62)
        lay(image, lambda pen: pen.disc(12, 12, 11.6, back), middle, side)
        lay(image, lambda pen: RELICS[figure](pen, GLOW, back), middle, round(side * 0.74))
        return image.reduce(FINE)
    side = round(image.height * (0.34 if eyes == 1 else 0.24))
    for n in range(eyes):
        shift = (n - (eyes - 1) / 2) * side * 1.15
        height = middle[1] + (dice.random() - 0.5) * side * 0.5 * (eyes > 1)
        lay(image, _eye(dice.randrange(3), light), (middle[0] + shift, height), side)
    return image.reduce(FINE)


def _sigil(image: Image.Image, dice: Random, at: tuple[float, float], r: float, light: Colour) -> None:
    """Write a circle with a star polygon and strange letters."""
    mask = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(mask)
    x, y = at
    thick = max(2, round(r / 40))
    for share in (1.0, 0.8):
        draw.ellipse((x - r * share, y - r * share, x + r * share, y + r * share), outline=190, width=thick)
    points, skip = dice.choice(((5, 2), (7, 2), (7, 3), (8, 3), (9, 4), (9, 2), (11, 4), (6, 2), (12, 5)))
    turn = dice.randrange(360)
    for n in range(points):
        ends = [polar(x, y, r * 0.8, turn + m * 360 / points) for m in (n, n + skip)]
        draw.line(ends, fill=150, width=thick)
    letters = dice.randrange(9, 17)
    for n in range(letters):
        angle = turn + n * 360 / letters
        path = [polar(x, y, r * dice.uniform(0.84, 0.97), angle + dice.uniform(-5, 5)) for _ in range(3)]
        draw.line(path, fill=220, width=thick, joint="curve")
    image.paste(light, (0, 0), mask)


def _arm(draw: ImageDraw.ImageDraw, dice: Random, size: tuple[int, int], ink: Colour, rim: Colour) -> None:
    """Raise a tentacle out of the lower edge."""
    wide, tall = size
    x, y = wide * dice.random(), tall * 1.05
    heading, bend = -90 + dice.uniform(-25, 25), dice.choice((-1, 1)) * dice.uniform(1.5, 4.5)
    thick, steps = tall * dice.uniform(0.07, 0.12), 34
    path: list[tuple[float, float, float]] = []
    for n in range(steps):
        path.append((x, y, thick * (1 - n / steps) + 2))
        heading += bend * (n / steps) * 2.6
        x, y = polar(x, y, tall * 0.034, heading)
    for grow, colour in ((2.5, rim), (0, ink)):
        for px, py, r in path:
            draw.ellipse((px - r - grow, py - r - grow, px + r + grow, py + r + grow), fill=colour)


def _eye(kind: int, light: Colour) -> Draw:
    """Give the drawing of an open eye: slit, round or barred."""

    def draw(pen: Pen) -> None:
        pen.fill(blob(12, 12, 12, 8.4, 0, 0.6), theme.BLACK)
        pen.fill(blob(12, 12, 10.8, 7, 0, 0.6), GLOW)
        pen.disc(12, 12, 6, light)
        if kind == 0:
            pen.fill(blob(12, 12, 1.6, 6, 0, 0.3), theme.BLACK)
        elif kind == 1:
            pen.disc(12, 12, 2.8, theme.BLACK)
        else:
            pen.box(7, 10.6, 17, 13.4, theme.BLACK, 1)
        pen.disc(14.2, 9.6, 1.1, theme.WHITE)

    return draw


@cached(16)
def seal(name: str, wide: int, tall: int) -> Image.Image:
    """Draw an icon as RGB: on a dark medallion in a burst of light."""
    dice = Random(f"seal/{name}")
    image, top, low, light = night(dice, wide, tall, RUIN_SKIES)
    middle = image.width / 2, image.height * 0.5
    rays(image, dice, middle, light)
    side = round(image.height * 0.92)
    field = mix(top, low, 0.2)
    lay(image, medal(field), middle, side)
    lay(image, ICONS[name], middle, round(side * 0.68))
    return image.reduce(FINE)
