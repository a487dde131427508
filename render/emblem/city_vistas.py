"""Vistas: small pictures of the city at night, or of its ruins, drawn from a card's id."""

from random import Random

from PIL import Image, ImageDraw

from render.emblem.night_scenes import SUPERSAMPLING, orb, sky, stars
from render.pen import theme
from render.pen.picture_cache import cached
from render.pen.theme import Colour, Sky, mix


def _roof(
    draw: ImageDraw.ImageDraw, dice: Random, x: int, w: int, y: int, unit: float, ink: Colour, blight: bool
) -> None:
    """Draw a gable, a spire, a dome, battlements or a broken edge on top of a house."""
    kind = dice.choice(("gable", "spire", "dome", "wall", "flat", "gable")) if not blight else "broken"
    mid = x + w / 2
    if kind == "gable":
        draw.polygon([(x - 1, y), (mid, y - w * 0.6), (x + w + 1, y)], fill=ink)
    elif kind == "spire":
        draw.polygon([(x, y), (mid, y - w * 1.6 - 6 * unit), (x + w, y)], fill=ink)
        draw.line([(mid, y - w * 1.6 - 12 * unit), (mid, y)], fill=ink, width=max(1, round(unit * 1.2)))
    elif kind == "dome":
        draw.pieslice((x, y - w / 2, x + w, y + w / 2), 180, 360, fill=ink)
        draw.line([(mid, y - w / 2 - 6 * unit), (mid, y)], fill=ink, width=max(1, round(unit * 1.4)))
    elif kind == "wall":
        step = max(3, w // 5)
        for n in range(0, w, 2 * step):
            draw.rectangle((x + n, y - step, min(x + n + step, x + w), y), fill=ink)
    elif kind == "broken":
        points: list[tuple[float, float]] = [(x, y + 1)]
        points += [(x + w * n / 5, y - dice.random() * w * 0.7) for n in range(6)]
        draw.polygon([*points, (x + w, y + 1)], fill=ink)


def _row(
    draw: ImageDraw.ImageDraw, dice: Random, size: tuple[int, int], tall: tuple[float, float], ink: Colour,
    light: Colour | None, blight: bool, detail: int,
) -> None:  # fmt: skip
    """Draw one row of houses from left to right."""
    width, height = size
    unit, x = height / detail, -dice.randrange(8)
    while x < width:
        w = round((9 + 13 * dice.random()) * unit)
        y = round(height * (1 - tall[0] - (tall[1] - tall[0]) * dice.random() ** 1.3))
        draw.rectangle((x, y, x + w, height), fill=ink)
        _roof(draw, dice, x, w, y, unit, ink, blight)
        if light is not None:
            pane = max(2, round(1.9 * unit))
            for wy in range(y + round(4 * unit), height - pane, round(6.5 * unit)):
                for wx in range(x + round(2.6 * unit), x + w - pane - 1, round(4.6 * unit)):
                    if dice.random() < (0.12 if blight else 0.42):
                        draw.rectangle((wx, wy, wx + pane - 1, wy + round(pane * 1.3)), fill=light)
        x += w


@cached
def vista(
    seed: str, width: int, height: int, blight: bool = False, detail: int = 64, under: Sky | None = None
) -> Image.Image:
    """Draw the vista of an id as RGB.

    A higher `detail` makes the houses smaller. `under` is the sky above the houses; if it is None, the id determines
    the sky.
    """
    dice = Random(f"vista/{seed}")
    top, low, light = dice.choice(theme.RUIN_SKIES if blight else theme.SKIES)
    if under is not None:
        top, low, light = under
    size = width * SUPERSAMPLING, height * SUPERSAMPLING
    image = sky(*size, top, low)
    draw = ImageDraw.Draw(image)
    stars(draw, dice, *size)
    orb(image, dice, blight, low)
    draw = ImageDraw.Draw(image)
    far, near = mix(top, low, 0.45), theme.silhouette(top)
    _row(draw, dice, size, (0.24, 0.62), far, None, blight, detail)
    _row(draw, dice, size, (0.12, 0.44), near, light, blight, detail)
    return image.reduce(SUPERSAMPLING)
