"""Vistas: a little picture of the city at night, or of its ruin, made from a card's id."""

from random import Random

from PIL import Image, ImageDraw, ImageFilter

from render.pen import theme
from render.pen.parts import cached
from render.pen.pixels import curved, scaled, widened
from render.pen.theme import Colour, mix, rgb

#: Sky above, sky at the horizon, light in the windows.
Sky = tuple[Colour, Colour, Colour]
SKIES: tuple[Sky, ...] = (
    (rgb("#141b33"), rgb("#b9673f"), rgb("#ffd98a")),
    (rgb("#10202f"), rgb("#4f8f94"), rgb("#ffe7a3")),
    (rgb("#241a3a"), rgb("#a2557a"), rgb("#ffd3a0")),
    (rgb("#0f1c2c"), rgb("#6f7fae"), rgb("#ffe2a0")),
    (rgb("#1d1a22"), rgb("#c79a4b"), rgb("#fff0b8")),
    (rgb("#12261f"), rgb("#7fa06a"), rgb("#ffe9a8")),
)
RUIN_SKIES: tuple[Sky, ...] = (
    (rgb("#1a1024"), rgb("#7a2c3c"), rgb("#ff6a4a")),
    (rgb("#150f22"), rgb("#5a3a86"), rgb("#c58cff")),
    (rgb("#10141c"), rgb("#3a6a52"), rgb("#a8ff9a")),
)
FINE = 2


def sky(width: int, height: int, top: Colour, low: Colour) -> Image.Image:
    """Draw a sky that glows at the horizon."""
    ramp = scaled(Image.linear_gradient("L"), (1, height))
    ramp = curved(ramp, lambda level: (level / 255) ** 1.5 * 255)
    column = Image.composite(Image.new("RGB", ramp.size, low), Image.new("RGB", ramp.size, top), ramp)
    return widened(column, width)


def stars(draw: ImageDraw.ImageDraw, dice: Random, width: int, height: int) -> None:
    """Strew stars over a sky, more of them high up."""
    for _ in range(width * height // 1500):
        x, y = dice.randrange(width), round(dice.random() ** 1.6 * height * 0.8)
        r = dice.choice((1, 1, 1, 2))
        light = dice.choice((theme.MUTED, theme.PALE))
        draw.ellipse((x - r, y - r, x + r, y + r), fill=light)


def orb(image: Image.Image, dice: Random, blight: bool, low: Colour) -> None:
    """Hang a moon, full or waning; its glow has the horizon's colour, so it stays on the palette's ramps."""
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


@cached(64)
def _glow(r: int) -> Image.Image:
    """Draw the alpha of a moon's glow; soft as it is, a small drawing of it is enough to scale up."""
    reach, fine = 5 * r, max(1, r // 8)
    side, moon = round(2 * reach / fine), r / fine
    glow = Image.new("L", (side, side), 0)
    ImageDraw.Draw(glow).circle((reach / fine, reach / fine), 2 * moon, fill=170)
    return scaled(glow.filter(ImageFilter.GaussianBlur(moon)), (2 * reach, 2 * reach))


def _roof(
    draw: ImageDraw.ImageDraw, dice: Random, x: int, w: int, y: int, unit: float, ink: Colour, blight: bool
) -> None:
    """Put a gable, spire, dome, battlement or broken edge on a house."""
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


def silhouette(top: Colour) -> Colour:
    """Give the colour of the near houses under a sky."""
    return mix(top, theme.BLACK, 0.55)


@cached(256)
def vista(
    seed: str, width: int, height: int, blight: bool = False, detail: int = 64, under: Sky | None = None
) -> Image.Image:
    """Draw the view that belongs to an id as RGB; a higher `detail` makes smaller houses, `under` names the sky."""
    dice = Random(f"vista/{seed}")
    top, low, light = dice.choice(RUIN_SKIES if blight else SKIES)
    if under is not None:
        top, low, light = under
    size = width * FINE, height * FINE
    image = sky(*size, top, low)
    draw = ImageDraw.Draw(image)
    stars(draw, dice, *size)
    orb(image, dice, blight, low)
    draw = ImageDraw.Draw(image)
    far, near = mix(top, low, 0.45), silhouette(top)
    _row(draw, dice, size, (0.24, 0.62), far, None, blight, detail)
    _row(draw, dice, size, (0.12, 0.44), near, light, blight, detail)
    return image.reduce(FINE)
