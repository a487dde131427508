"""The person on an emblem: posture, headgear, held object and background, each easy to recognise."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin
from random import Random

from PIL import Image, ImageDraw

from render.emblem.backdrops import BACKDROPS, OPEN_BACKDROPS, Stage
from render.emblem.headgear import HATS, TALL_HATS, draw_traces
from render.emblem.held_things import THINGS, draw_thing
from render.emblem.night_scenes import SUPERSAMPLING, sky, stars
from render.emblem.postures import POSTURES, Posture
from render.pen import theme
from render.pen.icon_pen import GRID, Inset, blob, inset
from render.pen.theme import Colour, Sky, mix

#: Width-to-height ratios. In pictures above the first ratio, a person stands at one side. In pictures above the second
#: ratio, the person stands near the middle, because cards cover the corners.
BROAD, STRIP = 1.5, 4
SIDE, MIDDLE = 0.36, 0.47
#: In grid units: the width that a person holding something needs in a square or wide picture, the width needed in a
#: tall picture, and how far a person is shifted to the side in pictures that aren't broad.
REACH, NARROW, ASIDE = 26.4, 23.2, 1.2
#: The y coordinate of the chin on the grid for heads and hats.
CHIN = 14.4
#: A function that draws scenery beside the person in a broad picture.
Beside = Callable[[Stage], None]


@dataclass(frozen=True, slots=True)
class Look:
    """A person's appearance as four names, such as `Look(*"stands hood lantern moon".split())`."""

    posture: str
    hat: str
    thing: str
    behind: str


def read_looks(table: dict[str, str]) -> dict[str, Look]:
    """Parse a table of looks, each written as four words."""
    return {name: Look(*words.split()) for name, words in table.items()}


#: Parts of looks that belong to the 1920s, and parts that were obsolete by then.
MODERN = frozenset((
    "motors", "fedora", "stetson", "bowler", "topper", "cloche", "aviator", "kepi", "glasses", "rifle",
    "bomb", "telephone", "plane", "newspaper", "watch", "revolver", "badge", "radio", "dynamite",
))  # fmt: skip
EXTINCT = frozenset((
    "throned", "winged", "rises", "floats", "wall", "crown", "mitre", "bishop", "kettle", "helm", "plumed", "horned",
    "tonsure", "feather", "coif", "beak", "fur", "square", "thorns", "hennin", "jester", "tricorn", "laurel", "stag",
    "ears", "halo", "cowl", "wimple", "patriarch", "wig", "veil", "sword", "rapier", "axe", "pike", "halberd", "banner",
    "scythe", "flail", "trident", "crook", "crossbow", "shield", "lamp", "bow", "curtain", "gallows",
))  # fmt: skip


def random_look(seed: str, without: frozenset[str]) -> Look:
    """Return a look for an id that no table lists.

    An id always has the same look, and two ids rarely have the same look.
    """
    dice = Random(f"look/{seed}")
    words = ([word for word in table if word not in without] for table in (POSTURES, HATS, THINGS, BACKDROPS))
    return Look(*map(dice.choice, words))


def draw_stage(
    seed: str, behind: str, colours: Sky, wide: int, tall: int, at: float | None = None, beside: Beside | None = None
) -> tuple[Image.Image, Stage]:
    """Draw the background of a person or a thing. In a broad picture, `beside` draws scenery at the side."""
    dice = Random(f"stage/{seed}")
    image = sky(wide * SUPERSAMPLING, tall * SUPERSAMPLING, *colours[:2])
    draw = ImageDraw.Draw(image)
    stars(draw, dice, *image.size)
    broad = wide > BROAD * tall
    scale = min(image.height / GRID, image.width / (NARROW if tall > wide else REACH))
    share = 0.5 if not broad else at or (MIDDLE if wide > STRIP * tall else SIDE)
    middle = share * image.width / scale - (0 if broad else ASIDE)
    pen = Inset(draw, scale, theme.PALE, True, (middle - GRID / 2, image.height / scale - GRID))
    stage = Stage(pen, dice, colours, GRID / 2 - middle, image.width / scale - middle + GRID / 2)
    if beside is not None and broad and behind in OPEN_BACKDROPS:
        beside(stage)
    if behind in BACKDROPS:
        BACKDROPS[behind](stage)
    return image, stage


def draw_person(
    seed: str, look: Look, colours: Sky, wide: int, tall: int, at: float | None = None, beside: Beside | None = None
) -> Image.Image:
    """Draw a person as RGB: a dark silhouette in front of a light."""
    image, stage = draw_stage(seed, look.behind, colours, wide, tall, at, beside)
    draw_figure(stage.pen, look, colours)
    return image.reduce(SUPERSAMPLING)


def draw_figure(pen: Inset, look: Look, colours: Sky) -> None:
    """Draw a person on the pen's grid: a bright rim, a dark body, highlights, and the held object."""
    posture = POSTURES[look.posture]
    ink = theme.silhouette(colours[0])
    rim, dim = mix(ink, colours[2], 0.55), mix(ink, colours[1], 0.54)
    high = posture.chin[1] - (CHIN - TALL_HATS.get(look.hat, 0)) * posture.head
    pen = inset(pen, 0, max(0.0, 0.6 - high), 1)
    edge = inset(pen, -0.28, -0.22, 1)
    posture.body(edge, rim, rim)
    _draw_head(edge, posture, look.hat, rim)
    posture.body(pen, ink, dim)
    _draw_head(pen, posture, look.hat, ink)
    draw_traces(_head_pen(pen, posture), look.hat, mix(ink, colours[2], 0.8))
    draw_thing(pen, look.thing, posture.hand, mix(colours[2], theme.PALE, 0.35), ink)


def _head_pen(pen: Inset, posture: Posture) -> Inset:
    """Return a pen for the head, scaled, tilted and positioned for this posture."""
    k, c, s = posture.head, cos(radians(posture.tilt)), sin(radians(posture.tilt))
    x, y = posture.chin
    return inset(pen, x - k * (12 * c - CHIN * s), y - k * (12 * s + CHIN * c), k, posture.tilt)


def _draw_head(pen: Inset, posture: Posture, hat: str, ink: Colour) -> None:
    head = _head_pen(pen, posture)
    head.fill([(9.6, 11), (14.4, 11), (14.8, 18), (9.2, 18)], ink)
    head.fill(blob(12, 8.8, 4.6, 5.8), ink)
    if posture.side:
        head.fill([(15.8, 6.6), (18.8, 10.6), (16, 11.2), (16.8, 13.4), (13.4, 14.6)], ink)
    HATS[hat](head, ink)
