"""Emblems of Aevum Haeresis: one motif per card type, under the sky of the card's faction."""

from random import Random

from PIL import Image, ImageDraw

from render.emblem.backdrops import Stage
from render.emblem.city_vistas import vista
from render.emblem.emblem_person import MODERN, Beside, draw_figure, draw_stage, random_look
from render.emblem.heretic_looks import CROWD, PEOPLE
from render.emblem.night_scenes import GLOW, SUPERSAMPLING, draw_centred, medal, night, orb, rays
from render.icons.bold_silhouettes import FIGURES
from render.icons.faction_marks import figure
from render.pen import theme
from render.pen.icon_pen import GRID, Draw, Inset, Pen, inset, polar
from render.pen.picture_cache import cached
from render.pen.theme import Colour, Sky, mix, rgb

#: The colours of each faction's sky. All of them are on ramps of the palette.
FACTION_SKIES: dict[str, Sky] = {
    "neutral": theme.SKIES[0],
    "deathless": theme.RUIN_SKIES[2],
    "warrior": theme.RUIN_SKIES[0],
    "mystics": theme.SKIES[1],
    "opportunist": theme.SKIES[4],
    "scholar": theme.SKIES[3],
    "lords": theme.SKIES[2],
}
#: The figures for cards whose ids suggest no figure, by faction.
FACTION_FIGURES: dict[str, tuple[str, ...]] = {
    "neutral": ("lantern", "wheel", "key", "bell", "moon"),
    "deathless": ("skull", "tomb", "candle", "serpent", "gate"),
    "warrior": ("swords", "hammer", "flame", "bow", "tower"),
    "mystics": ("moon", "eye", "fish", "comet", "rose"),
    "opportunist": ("coins", "mask", "cup", "dagger", "key"),
    "scholar": ("book", "scales", "phial", "pyramid", "letter"),
    "lords": ("crown", "letter", "scales", "swords", "rose"),
}
#: Parts of ids, and the figures that they suggest.
HINTS: tuple[tuple[str, str], ...] = (
    ("psalm", "book"), ("banner", "bow"), ("knife", "dagger"), ("stones", "hammer"), ("road", "wheel"),
    ("relic", "key"), ("mob", "flame"), ("thatch", "flame"), ("sleepless", "moon"), ("wrath", "swords"),
    ("grave", "tomb"), ("rise_again", "tomb"), ("bone", "skull"), ("dead", "skull"), ("burial", "tomb"),
    ("exhum", "tomb"), ("crypt", "gate"), ("lament", "bell"), ("blood", "cup"), ("wall", "tower"),
    ("charge", "swords"), ("reaping", "wheat"), ("sack", "coins"), ("torch", "flame"), ("hymn", "bell"),
    ("combat", "swords"), ("rearguard", "bow"), ("stand", "tower"), ("hands", "rose"), ("eel", "serpent"),
    ("drown", "fish"), ("vigil", "candle"), ("sight", "eye"), ("marsh", "lantern"), ("tide", "ship"), ("bell", "bell"),
    ("mud", "cup"), ("pickpocket", "coins"), ("cards", "mask"), ("swindle", "scales"), ("poison", "phial"),
    ("dealing", "mask"), ("bottom", "padlock"), ("blackmail", "letter"), ("stab", "dagger"), ("slip", "key"),
    ("auction", "scales"), ("disputation", "book"), ("logic", "padlock"), ("burning_glass", "lens"), ("page", "book"),
    ("quicksilver", "phial"), ("angels", "pyramid"), ("inquiry", "eye"), ("confession", "letter"),
    ("palimpsest", "book"), ("refutation", "scales"), ("cut_him", "swords"), ("charter", "letter"),
    ("grudge", "dagger"), ("hostage", "padlock"), ("trial", "hammer"), ("warrant", "letter"), ("verdict", "scales"),
    ("peace", "rose"), ("unhorsed", "wheel"), ("inherit", "crown"), ("tithe", "coins"), ("levy", "wheat"),
    ("sword", "swords"), ("badge", "badge"), ("leper", "bell"), ("vow", "candle"), ("lean_year", "wheat"),
    ("news", "letter"), ("fire", "flame"), ("gate", "gate"), ("feast", "cup"), ("letter", "letter"),
    ("interdict", "bell"), ("midnight", "moon"), ("ash", "flame"), ("rot", "serpent"), ("axe", "hammer"),
    ("hauberk", "tower"), ("march", "wheel"), ("earth", "flame"), ("ambush", "bow"), ("scars", "swords"),
    ("palisade", "tower"), ("saint", "candle"), ("fog", "ship"), ("votive", "candle"), ("lamp", "lantern"),
    ("called", "fish"), ("water", "cup"), ("bribe", "coins"), ("contraband", "ship"), ("draught", "phial"),
    ("amulet", "pentacle"), ("evidence", "lens"), ("market", "scales"), ("soul", "moon"), ("astrolabe", "wheel"),
    ("glass", "phial"), ("eclipse", "moon"), ("anathema", "skull"), ("bull", "letter"), ("heirloom", "dagger"),
    ("brand", "flame"), ("loyalty", "coins"), ("bridge", "gate"), ("rumour", "mask"), ("court", "crown"),
    ("mill", "wheel"), ("gibbet", "wheel"), ("pit", "skull"), ("fair", "mask"), ("cata", "gate"), ("barrow", "tomb"),
    ("chapel", "bell"), ("kiln", "flame"), ("fortress", "tower"), ("field", "wheat"), ("crossing", "swords"),
    ("salt", "phial"), ("steeple", "bell"), ("thieves", "key"), ("harbour", "anchor"), ("gambling", "coins"),
    ("inn", "cup"), ("school", "book"), ("star", "comet"), ("library", "book"), ("anatomy", "skull"),
    ("gallows", "wheel"), ("abbey", "gate"), ("forest", "tree"), ("coronation", "crown"), ("village", "tree"),
    ("town", "scales"), ("pass", "tower"), ("charnel", "skull"), ("oak", "tree"), ("wagon", "wheel"), ("raft", "ship"),
    ("barge", "ship"), ("counting", "coins"), ("script", "book"), ("alchem", "phial"), ("lodge", "bow"),
    ("dream", "moon"),
)  # fmt: skip
CLOTH = rgb("#dccdac")


def figure_of(seed: str, faction: str) -> str:
    """Return the name of the figure on a card. An id always has the same figure."""
    hinted = next((name for word, name in HINTS if word in seed), None)
    return hinted or Random(f"figure/{seed}").choice(FACTION_FIGURES[faction])


@cached
def emblem(seed: str, kind: str, faction: str, wide: int, tall: int) -> Image.Image:
    """Draw the emblem of a card as RGB: a person, a thing or a place."""
    if kind == "location":
        return _place(seed, faction, wide, tall)
    if kind in ("damned", "heretic", "hunter"):
        return _person(seed, kind, faction, wide, tall)
    dice = Random(f"{kind}/{seed}")
    image, top, low, light = night(dice, wide, tall, (FACTION_SKIES[faction],))
    if kind == "camp":
        _tents(image, dice, top, low, light)
    elif kind == "story":
        _tapestry(image, dice, figure_of(seed, faction), faction)
    else:
        _medallion(image, dice, figure_of(seed, faction), faction)
    return image.reduce(SUPERSAMPLING)


def _person(seed: str, kind: str, faction: str, wide: int, tall: int) -> Image.Image:
    """Draw a person in front of a background. Leaders have golden rings, and Hunters stand in a cold light."""
    top, low, light = FACTION_SKIES[faction]
    if kind == "hunter":
        low, light = mix(low, theme.STEEL, 0.45), mix(light, theme.STEEL, 0.7)
    look = PEOPLE.get(seed) or random_look(seed, MODERN)
    image, stage = draw_stage(seed, look.behind, (top, low, light), wide, tall, beside=_mark_of(faction))
    if kind == "damned":
        for r, width in ((12, 0.7), (13.2, 0.3)):
            stage.pen.circle(12, 10, r, theme.GOLD_LIT, width)
    draw_figure(stage.pen, look, (top, low, light))
    return image.reduce(SUPERSAMPLING)


def _mark_of(faction: str) -> Beside:
    """Return a function that draws a faction's mark to the right of a person."""

    def draw(stage: Stage) -> None:
        top, low, _ = stage.sky
        figure(faction)(inset(stage.pen, 31, 3.4, 0.72), mix(top, low, 0.8), mix(top, low, 0.35))

    return draw


def _tents(image: Image.Image, dice: Random, top: Colour, low: Colour, light: Colour) -> None:
    """Draw tents around a fire under the moon."""
    orb(image, dice, False, low)
    draw = ImageDraw.Draw(image)
    wide, tall = image.size
    ground, ink, far = tall * 0.84, theme.silhouette(top), mix(top, low, 0.4)
    for share, grow, colour in ((0.14, 0.6, far), (0.86, 0.66, far), (0.34, 0.8, ink), (0.72, 1.0, ink)):
        x, h = wide * (share + 0.06 * (dice.random() - 0.5)), tall * 0.56 * grow
        draw.polygon([(x - h * 0.7, ground), (x, ground - h), (x + h * 0.7, ground)], fill=colour)
        draw.line((x, ground - h * 1.2, x, ground - h), fill=colour, width=3)
        if colour == ink:
            draw.polygon([(x - h * 0.16, ground), (x, ground - h * 0.46), (x + h * 0.16, ground)], fill=light)
    draw.rectangle((0, ground, wide, tall), fill=ink)
    x = wide * 0.53
    for r, colour in ((0.12, mix(top, low, 0.8)), (0.075, light)):
        draw.ellipse((x - tall * r * 0.7, ground - tall * r * 1.7, x + tall * r * 0.7, ground + 4), fill=colour)


def _tapestry(image: Image.Image, dice: Random, name: str, faction: str) -> None:
    """Draw a hanging cloth with a Story's figure, in front of beams of light."""
    light = FACTION_SKIES[faction][2]
    middle = image.width / 2, image.height * 0.5
    rays(image, dice, (middle[0], -image.height * 0.3), light)
    ink = mix(FACTION_SKIES[faction][0], theme.BLACK, 0.2)
    draw_centred(image, _cloth(ink), middle, round(image.height * 1.1))
    draw_centred(
        image, lambda pen: FIGURES[name](pen, ink, CLOTH), (middle[0], image.height * 0.47), round(image.height * 0.5)
    )


def _cloth(ink: Colour) -> Draw:
    """Return a function that draws a cloth with a swallow-tailed end."""

    def draw(pen: Pen) -> None:
        pen.line([(2.4, 2.6), (21.6, 2.6)], theme.GOLD, 1.4)
        for grow, colour in ((0.0, theme.BLACK), (0.5, theme.GOLD), (1.1, CLOTH)):
            pen.fill([(4.4 + grow, 2.6), (19.6 - grow, 2.6), (19.6 - grow, 22.4 - grow * 1.6), (12, 18.4 - grow * 1.4),
                      (4.4 + grow, 22.4 - grow * 1.6)], colour)  # fmt: skip
        for x in (6.4, 17.6):
            pen.line([(x, 4), (x, 17)], mix(CLOTH, ink, 0.35), 0.4)

    return draw


def _medallion(image: Image.Image, dice: Random, name: str, faction: str) -> None:
    """Draw an Event's figure on a medallion, in a burst of light."""
    top, low, light = FACTION_SKIES[faction]
    middle = image.width / 2, image.height * 0.5
    rays(image, dice, middle, light)
    side, field = round(image.height * 0.92), mix(top, low, 0.2)
    draw_centred(image, medal(field), middle, side)
    draw_centred(image, lambda pen: FIGURES[name](pen, theme.PARCHMENT, field), middle, round(side * 0.64))


def _place(seed: str, faction: str, wide: int, tall: int) -> Image.Image:
    """Draw a place: houses under its faction's sky, and its landmark on a hill in front of the houses."""
    top, low, light = sky = FACTION_SKIES[faction]
    dice = Random(f"place/{seed}")
    image = vista(seed, wide, tall, faction in ("deathless", "warrior"), 80, sky).copy()
    draw, ink = ImageDraw.Draw(image), mix(top, theme.BLACK, 0.7)
    x, r = wide * (0.46 + 0.08 * dice.random()), max(wide, tall)
    draw.ellipse((x - r, tall * 0.8, x + r, tall * 0.8 + 2 * r), fill=ink)
    name, side = figure_of(seed, faction), round(tall * 0.34)
    glow = mix(low, light, 0.5)
    draw_centred(image, lambda pen: pen.disc(12, 12, 11.6, mix(top, low, 0.7)), (x, tall * 0.74), round(side * 1.3))
    draw_centred(image, lambda pen: FIGURES[name](pen, ink, mix(top, low, 0.7)), (x, tall * 0.75), side)
    draw_centred(image, _ring(glow), (x, tall * 0.74), round(side * 1.3))
    return image


def _ring(colour: Colour) -> Draw:
    """Return a function that draws a thin ring of light."""
    return lambda pen: pen.circle(12, 12, 11.4, colour, 0.6)


@cached
def execution(wide: int, tall: int) -> Image.Image:
    """Draw the scene of an Execution: a crowd, a stake and flames.

    Each level of the Execution reveals a third of the scene.
    """
    dice = Random("execution")
    image, top, _, light = night(dice, wide, tall, (theme.RUIN_SKIES[0],))
    rays(image, dice, (image.width / 2, image.height * 0.62), light)
    draw, (w, h) = ImageDraw.Draw(image), image.size
    ink, sky = theme.silhouette(top), theme.RUIN_SKIES[0]

    def put(who: str, share: float, y: float, tall: float) -> None:
        scale = h * tall / GRID
        draw_figure(Inset(draw, scale, light, True, (w * share / scale - 12, h * y / scale)), CROWD[who], sky)

    for who, share, high in (("left", 0.08, 0.63), ("next", 0.2, 0.53), ("right", 0.8, 0.56), ("last", 0.93, 0.67)):
        put(who, share, 1 - high, high)
    draw.rectangle((w * 0.48, h * 0.06, w * 0.52, h), fill=ink)
    draw.rectangle((w * 0.42, h * 0.18, w * 0.58, h * 0.23), fill=ink)
    put("condemned", 0.5, 0.36, 0.62)
    for n in range(9):
        x, tip = w * (0.28 + 0.055 * n), h * (0.34 + 0.3 * dice.random())
        for grow, colour in ((1.0, rgb("#c8553d")), (0.6, rgb("#f0b35a")), (0.3, rgb("#fff0b8"))):
            half = w * 0.045 * grow
            peak = h - (h - tip) * grow
            draw.polygon([(x - half, h), (x + dice.uniform(-6, 6), peak), (x + half, h)], fill=colour)
    return image.reduce(SUPERSAMPLING)


@cached
def secret(wide: int, tall: int) -> Image.Image:
    """Draw the picture on the common card back: a wheel of seven marks around a closed eye."""
    dice = Random("back")
    image, top, low, light = night(dice, wide, tall, (theme.RUIN_SKIES[1],))
    middle, r = (image.width / 2, image.height / 2), min(image.size) * 0.44
    rays(image, dice, middle, light)
    draw, thick = ImageDraw.Draw(image), max(2, round(r / 26))
    for share in (1.0, 0.62):
        x, y, reach = *middle, r * share
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=theme.GOLD, width=thick)
    for n in range(7):
        a, b = (polar(*middle, r, -90 + m * 360 / 7) for m in (n, n + 3))
        draw.line((a, b), fill=mix(top, low, 0.9), width=thick)
        draw.ellipse((a[0] - r / 12, a[1] - r / 12, a[0] + r / 12, a[1] + r / 12), fill=theme.GOLD)
    draw_centred(image, _closed_eye(mix(low, light, 0.5), top), middle, round(r * 0.9))
    return image.reduce(SUPERSAMPLING)


def _closed_eye(colour: Colour, ground: Colour) -> Draw:
    """Return a function that draws a closed eye with lashes."""

    def draw(pen: Pen) -> None:
        pen.disc(12, 12, 11.6, ground)
        pen.arc(12, 6.4, 9.4, 30, 150, colour, 1.6)
        for angle in (42, 66, 90, 114, 138):
            pen.line([polar(12, 6.4, 9.4, angle), polar(12, 6.4, 13, angle)], GLOW, 1.1)

    return draw
