"""Emblems of Dark Providence: people, things, cities and horrors at night, each drawn from an id."""

from random import Random

from PIL import Image, ImageDraw

from render.emblem.backdrops import OPEN_BACKDROPS, Stage
from render.emblem.emblem_person import EXTINCT, STRIP, draw_person, draw_stage, random_look, read_looks
from render.emblem.held_things import FRAMES, THINGS
from render.emblem.night_scenes import GLOW, SUPERSAMPLING, draw_centred, medal, night, orb, rays
from render.emblem.old_ones import OLD_ONES
from render.icons import ICONS
from render.icons.bold_silhouettes import FIGURES
from render.pen import theme
from render.pen.icon_pen import Draw, Pen, blob, inset, polar
from render.pen.picture_cache import cached
from render.pen.theme import Colour, Sky, mix

#: The looks of the game's people: posture, headgear, held object and background.
PEOPLE = read_looks({
    "adsila_chavos": "rides stetson rifle peaks",
    "alice_ochs": "gown cloche cat window",
    "arnold_rothstein": "throned bowler cards wall",
    "bessie_coleman": "raised aviator plane dawn",
    "carl_jung": "turned glasses eye mirror",
    "eliot_ness": "aims fedora badge rain",
    "father_lachlan": "arms bare cross window",
    "gerard_lescaux": "cloak topper cane crescent",
    "harry_houdini": "arms parting chain bars",
    "henry_armitage": "gives bearded book books",
    "herbert_west": "leans glasses phial rings",
    "inspector_legrasse": "raised kepi lantern tentacles",
    "j_edgar_hoover": "bust fedora telephone bars",
    "james_horus_rose": "stands turban ankh eclipse",
    "joseph_curwen": "rises wig skull graves",
    "kana_mishima": "gown bun umbrella moon",
    "keziah_mason": "crouches hood rat stars",
    "lillian_la_france": "motors aviator none rays",
    "moses_fleet": "laden cap anchor sea",
    "randolph_carter": "strides parting key comet",
    "stephanie_st_claire": "throned feather coins rays",
    "wyatt_earp": "aims stetson revolver dawn",
    "monday": "turned fedora lens rain",
    "tuesday": "gives bob letter candles",
    "wednesday": "stands cap rifle wall",
    "thursday": "bust glasses radio rings",
    "friday": "raised cloche revolver crescent",
    "cultist_1": "kneels cowl dagger fire",
    "cultist_2": "arms hood skull eclipse",
    "contacts": "whispers fedora telephone wall",
    "hired_killer": "strides bowler dagger storm",
    "rumours": "crowd cap newspaper towers",
})  # fmt: skip
#: The looks of the game's objects: figure, frame and background.
RELICS: dict[str, tuple[str, str, str]] = {
    "favour": ("rose", "lozenge", "curtain"),
    "second_thoughts": ("hourglass", "arch", "moon"),
    "petty_cash": ("purse", "disc", "wall"),
    "skeleton_key": ("key", "shield", "bars"),
    "warding_rite": ("pentacle", "star", "candles"),
    "forbidden_rite": ("skull", "gem", "fire"),
    "revolver": ("revolver", "square", "rain"),
    "occult_notes": ("scroll", "arch", "books"),
    "old_tome": ("book", "lozenge", "eclipse"),
}
#: The index of a sky in the theme, by id. For other ids, the sky is chosen by the id's hash.
SKIES = {
    "adsila_chavos": 0, "alice_ochs": 1, "arnold_rothstein": 5, "bessie_coleman": 4, "carl_jung": 1, "eliot_ness": 3,
    "father_lachlan": 2, "gerard_lescaux": 5, "harry_houdini": 4, "henry_armitage": 0, "herbert_west": 1,
    "inspector_legrasse": 3, "j_edgar_hoover": 3, "james_horus_rose": 0, "joseph_curwen": 5, "kana_mishima": 2,
    "keziah_mason": 2, "lillian_la_france": 0, "moses_fleet": 3, "randolph_carter": 2, "stephanie_st_claire": 4,
    "wyatt_earp": 0, "monday": 5, "tuesday": 3, "wednesday": 2, "thursday": 0, "friday": 1, "cultist_1": 6,
    "cultist_2": 7, "contacts": 4, "hired_killer": 2, "rumours": 0, "favour": 2, "second_thoughts": 5, "petty_cash": 3,
    "skeleton_key": 1, "warding_rite": 7, "forbidden_rite": 6, "revolver": 8, "occult_notes": 0, "old_tome": 4,
}  # fmt: skip
#: Parts of ids, and the figures that they suggest. For other ids, the figure is chosen by the id's hash.
RELIC_HINTS: tuple[tuple[str, str], ...] = (
    ("anarchist", "flame"), ("auction", "hammer"), ("vault", "padlock"), ("letters", "letter"), ("corruption", "coins"),
    ("coup", "crown"), ("cover_up", "mask"), ("hospital", "phial"), ("debt", "scales"), ("deep_ones", "fish"),
    ("dynamite", "dynamite"), ("exorcism", "bell"), ("explorer", "wheel"), ("fbi", "badge"), ("library", "book"),
    ("ghoul", "skull"), ("island", "tomb"), ("insurance", "letter"), ("martial", "swords"), ("university", "tower"),
    ("express", "train"), ("collector", "phial"), ("police", "badge"), ("machine", "wheel"), ("detective", "lens"),
    ("radio", "radio"), ("returner", "tomb"), ("dagger", "dagger"), ("conspirator", "mask"), ("seance", "candle"),
    ("lodge", "pyramid"), ("warehouse", "lantern"), ("speakeasy", "cup"), ("starry", "comet"), ("press", "letter"),
    ("gun", "revolver"), ("wall_street", "coins"), ("ward", "pentacle"), ("contacts", "lantern"), ("favour", "rose"),
    ("thoughts", "scales"), ("cash", "coins"), ("key", "key"), ("forbidden_rite", "candle"), ("revolver", "revolver"),
    ("killer", "dagger"), ("notes", "letter"), ("tome", "book"), ("rumour", "bell"),
    ("elder_sign", "pentacle"), ("impostor", "mask"), ("lost_city", "tower"), ("cacophony", "radio"),
    ("music", "bell"), ("necronomicon", "book"), ("tesla", "radio"), ("offering", "dagger"), ("manuscript", "letter"),
    ("trapezohedron", "pyramid"), ("whateley", "tree"), ("yellow_sign", "serpent"), ("colour_out", "comet"),
    ("great_race", "wheel"), ("cats", "moon"), ("new_moon", "moon"), ("procession", "candle"), ("whispers", "mask"),
    ("thin_places", "gate"), ("recruitment", "letter"), ("revelation", "eye"), ("knives", "dagger"),
    ("stars_align", "comet"),
)  # fmt: skip


def figure_of(seed: str) -> str | None:
    """Return the name of the figure that an id suggests, or None if it suggests none."""
    return next((figure for word, figure in RELIC_HINTS if word in seed), None)


def _sky(seed: str, kind: str) -> Sky:
    """Return the colours of the sky for a person or a thing."""
    place = SKIES.get(seed, Random(f"{kind}/{seed}").randrange(len(theme.SKIES)))
    return (theme.SKIES + theme.RUIN_SKIES)[place]


@cached
def thing(seed: str, wide: int, tall: int) -> Image.Image:
    """Draw a thing as RGB: its framed figure in front of a sky. Activities are drawn as people."""
    if seed in PEOPLE:
        return _person(seed, wide, tall, 0.5)
    dice = Random(f"relic/{seed}")
    figures, frames, skies = tuple(FIGURES), tuple(FRAMES), tuple(sorted(OPEN_BACKDROPS))
    by_chance = figure_of(seed) or dice.choice(figures), dice.choice(frames), dice.choice(skies)
    figure, frame, behind = RELICS.get(seed, by_chance)
    top, low, _ = sky = _sky(seed, "relic")
    image, stage = draw_stage(seed, behind, sky, wide, tall, 0.5)
    field = mix(top, low, 0.2)
    for grow, colour in ((1.09, theme.BLACK), (1.04, theme.GOLD), (0.95, field)):
        stage.pen.fill([(12 + x * grow, 12 + y * grow) for x, y in FRAMES[frame]], colour)
    share = 0.6
    paint_figure = THINGS[figure].figure if figure in THINGS else FIGURES[figure]
    paint_figure(inset(stage.pen, 12 - 12 * share, 12 - 12 * share, share), theme.PARCHMENT, field)
    return image.reduce(SUPERSAMPLING)


@cached
def portrait(seed: str, wide: int, tall: int) -> Image.Image:
    """Draw a person as RGB: a dark silhouette in front of a light."""
    # On a large card, the agent's marker covers the right half, so the person is on the left.
    return _person(seed, wide, tall, 0.25 if wide < STRIP * tall else None)


def _person(seed: str, wide: int, tall: int, at: float | None) -> Image.Image:
    look = PEOPLE.get(seed) or random_look(seed, EXTINCT)
    return draw_person(seed, look, _sky(seed, "portrait"), wide, tall, at, _towers)


def _towers(stage: Stage) -> None:
    """Draw the city's towers with lit windows along the lower edge of a picture."""
    far, pen, dice = mix(stage.sky[0], stage.sky[1], 0.45), stage.pen, stage.dice
    for x in stage.across(4.2, 0.3):
        y, half = dice.uniform(8, 18), dice.uniform(1.4, 2.4)
        pen.fill([(x - half, 26), (x - half, y), (x + half, y), (x + half, 26)], far)
        pen.fill([(x - half * 0.5, y), (x - half * 0.5, y - 1.8), (x + half * 0.5, y - 1.8), (x + half * 0.5, y)], far)
        for row in range(int(y) + 1, 24, 2):
            if dice.random() < 0.5:
                left = x + dice.choice((-0.9, 0.3))
                pen.fill([(left, row), (left + 0.6, row), (left + 0.6, row + 0.9), (left, row + 0.9)], stage.lit(0.85))


@cached
def skyline(seed: str, wide: int, tall: int) -> Image.Image:
    """Draw an American city of the 1920s as RGB: stepped towers above a river."""
    dice = Random(f"skyline/{seed}")
    image, top, low, light = night(dice, wide, tall, theme.SKIES)
    orb(image, dice, False, low)
    draw = ImageDraw.Draw(image)
    shore = round(image.height * 0.86)
    for ink, most, lit in ((mix(top, low, 0.45), 0.78, False), (theme.silhouette(top), 0.6, True)):
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
    return image.reduce(SUPERSAMPLING)


def _building(
    draw: ImageDraw.ImageDraw, dice: Random, box: tuple[int, int, int, int], ink: Colour, light: Colour | None,
    unit: float,
) -> None:  # fmt: skip
    """Draw a house, tower or chimney with lit windows."""
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
    """Draw light in some of a building's windows."""
    x0, y0, x1, y1 = box
    for y in range(y0 + round(6 * unit), y1 - round(6 * unit), round(10 * unit)):
        for x in range(x0 + round(5 * unit), x1 - round(6 * unit), round(9 * unit)):
            if dice.random() < 0.36:
                draw.rectangle((x, y, x + round(3 * unit), y + round(4 * unit)), fill=light)


@cached
def horror(seed: str, wide: int, tall: int, eyes: int = 1) -> Image.Image:
    """Draw a horror as RGB: a Great Old One, a sigil in the sky, tentacles from the deep, eyes, or a figure."""
    if seed in OLD_ONES:
        being, sky = OLD_ONES[seed]
        image, stage = draw_stage(seed, "none", sky, wide, tall, 0.5)
        being(stage)
        return image.reduce(SUPERSAMPLING)
    dice = Random(f"beyond/{seed}")
    image, top, low, light = night(dice, wide, tall, theme.RUIN_SKIES)
    middle = image.width * (0.4 + 0.2 * dice.random()), image.height * 0.5
    _sigil(image, dice, middle, image.height * 0.44, light)
    ink = theme.silhouette(top)
    draw = ImageDraw.Draw(image)
    for _ in range(dice.randrange(4, 8)):
        _tentacle(draw, dice, image.size, ink, mix(top, low, 0.6))
    figure = figure_of(seed) if eyes == 1 else None
    if figure is not None:
        back, side = theme.silhouette(top), round(image.height * 0.62)
        draw_centred(image, lambda pen: pen.disc(12, 12, 11.6, back), middle, side)
        draw_centred(image, lambda pen: FIGURES[figure](pen, GLOW, back), middle, round(side * 0.74))
        return image.reduce(SUPERSAMPLING)
    side = round(image.height * (0.34 if eyes == 1 else 0.24))
    for n in range(eyes):
        shift = (n - (eyes - 1) / 2) * side * 1.15
        height = middle[1] + (dice.random() - 0.5) * side * 0.5 * (eyes > 1)
        draw_centred(image, _eye(dice.randrange(3), light), (middle[0] + shift, height), side)
    return image.reduce(SUPERSAMPLING)


def _sigil(image: Image.Image, dice: Random, at: tuple[float, float], r: float, light: Colour) -> None:
    """Draw a circle with a star polygon and strange characters."""
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


def _tentacle(draw: ImageDraw.ImageDraw, dice: Random, size: tuple[int, int], ink: Colour, rim: Colour) -> None:
    """Draw a tentacle that rises from the lower edge."""
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
    """Return a function that draws an open eye with a slit, a round or a barred pupil."""

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


@cached
def seal(name: str, wide: int, tall: int) -> Image.Image:
    """Draw an icon as RGB, on a dark medallion in a burst of light."""
    dice = Random(f"seal/{name}")
    image, top, low, light = night(dice, wide, tall, theme.RUIN_SKIES)
    middle = image.width / 2, image.height * 0.5
    rays(image, dice, middle, light)
    side = round(image.height * 0.92)
    field = mix(top, low, 0.2)
    draw_centred(image, medal(field), middle, side)
    draw_centred(image, ICONS[name], middle, round(side * 0.68))
    return image.reduce(SUPERSAMPLING)
