"""Pictures for Aevum Haeresis: one motif for each type of card, under the sky of its faction."""

from random import Random

from PIL import Image, ImageDraw

from render.emblem.night import FINE, GLOW, halo, lay, medal, night, orb, rays
from render.emblem.people import draw_bust
from render.emblem.vista import vista
from render.icons.factions import figure
from render.icons.figures import FIGURES
from render.pen import theme
from render.pen.cache import cached
from render.pen.grid import Draw, Pen, blob, polar
from render.pen.theme import Colour, Sky, mix, rgb

#: Each faction's sky; all of them are ramps of the palette.
FACTION_SKIES: dict[str, Sky] = {
    "neutral": theme.SKIES[0],
    "deathless": theme.RUIN_SKIES[2],
    "warrior": theme.RUIN_SKIES[0],
    "mystics": theme.SKIES[1],
    "opportunist": theme.SKIES[4],
    "scholar": theme.SKIES[3],
    "lords": theme.SKIES[2],
}
#: Figures of a faction's cards, if their id suggests none.
FACTION_FIGURES: dict[str, tuple[str, ...]] = {
    "neutral": ("lantern", "wheel", "key", "bell", "moon"),
    "deathless": ("skull", "tomb", "candle", "serpent", "gate"),
    "warrior": ("swords", "hammer", "flame", "bow", "tower"),
    "mystics": ("moon", "eye", "fish", "comet", "rose"),
    "opportunist": ("coins", "mask", "cup", "dagger", "key"),
    "scholar": ("book", "scales", "phial", "pyramid", "letter"),
    "lords": ("crown", "letter", "scales", "swords", "rose"),
}
#: Words in an id that suggest a figure.
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
#: What people of a faction, and Hunters, wear if their id suggests nothing.
WARDROBES: dict[str, tuple[str, ...]] = {
    "neutral": ("hood", "cap", "coif", "bare"),
    "deathless": ("hood", "thorns", "veil", "bare"),
    "warrior": ("kettle", "helm", "fur", "coif"),
    "mystics": ("veil", "hood", "tonsure", "braids"),
    "opportunist": ("feather", "cap", "hood", "broad"),
    "scholar": ("square", "cap", "tonsure", "wig"),
    "lords": ("crown", "feather", "coif", "helm"),
    "hunter": ("broad", "kettle", "mitre", "hood"),
}
#: Words in an id that suggest what somebody wears.
HATS_BY_WORD: tuple[tuple[str, str], ...] = (
    ("widow", "veil"), ("abbess", "veil"), ("anchoress", "veil"), ("nun", "veil"), ("almsgiver", "veil"),
    ("mother", "veil"), ("midwife", "veil"), ("lady", "braids"), ("woman", "braids"), ("dowager", "crown"),
    ("king", "crown"), ("margrave", "crown"), ("heir", "crown"), ("hetman", "fur"), ("berserker", "fur"),
    ("plague_doctor", "beak"), ("anatomist", "beak"), ("corpse_collector", "beak"), ("knight", "helm"),
    ("captain", "helm"), ("axe", "fur"), ("sergeant", "kettle"), ("soldier", "kettle"), ("deserter", "kettle"),
    ("pike", "kettle"), ("bailiff", "kettle"), ("reiver", "kettle"), ("hermit", "hood"), ("monk", "tonsure"),
    ("friar", "tonsure"), ("priest", "tonsure"), ("novice", "tonsure"), ("preacher", "tonsure"), ("sexton", "cap"),
    ("rector", "square"), ("lawyer", "square"), ("doctor", "square"), ("librarian", "square"), ("beadle", "square"),
    ("astronomer", "braids"), ("stars", "square"), ("star_tables", "wig"), ("minstrel", "feather"),
    ("falconer", "feather"), ("goliard", "feather"), ("squire", "coif"), ("chancellor", "mitre"),
    ("inquisitor", "mitre"), ("executioner", "hood"), ("hangman", "hood"), ("wraith", "thorns"), ("shade", "thorns"),
    ("ghoul", "bare"), ("homunculus", "bare"), ("clay", "bare"), ("drowned", "thorns"), ("pilgrim", "broad"),
    ("smuggler", "broad"), ("merchant", "broad"), ("wanderer", "broad"), ("factor", "cap"), ("mask", "feather"),
    ("thief", "hood"), ("prophet", "wig"), ("boy", "cap"), ("mob", "coif"),
)  # fmt: skip


def hat_of(seed: str, wardrobe: str) -> str:
    """Return what somebody wears, always the same."""
    return next((hat for word, hat in HATS_BY_WORD if word in seed), None) or Random(f"habit/{seed}").choice(
        WARDROBES[wardrobe]
    )


def bust(seed: str, wardrobe: str, ink: Colour, light: Colour) -> Draw:
    """Return the drawing of a person's bust in one dark colour, with a few traces of light."""
    dice = Random(f"bust/{seed}")
    hat = hat_of(seed, wardrobe)
    slope, broad, cloak = (
        dice.uniform(15.2, 17),
        dice.uniform(-1.2, 0.8),
        dice.choice(("fold", "clasp", "fur", "chain")),
    )

    def draw(pen: Pen) -> None:
        draw_bust(pen, ink, hat, slope, (1.6 + broad, 2.4 + broad), (4.4, 5.5))
        _traces(pen, hat, cloak, slope, mix(ink, light, 0.75))

    return draw


def _traces(pen: Pen, hat: str, cloak: str, slope: float, light: Colour) -> None:
    """Draw what catches the light: eyes in the dark of a hood or a visor, the edge of a face, a cloak's clasp."""
    if hat in ("hood", "thorns"):
        for x in (10.4, 13.6):
            pen.fill(blob(x, 9, 0.9, 0.55), light)
    elif hat == "helm":
        pen.line([(8.4, 7.8), (15.6, 7.8)], light, 0.8)
        pen.line([(12, 8), (12, 13)], light, 0.5)
    elif hat == "beak":
        pen.circle(9.6, 8.6, 1.2, light, 0.5)
    elif hat in ("crown", "mitre"):
        pen.line([(7.6, 5.4), (16.4, 5.4)], light, 0.5)
        pen.disc(12, 2.2, 0.7, light)
    elif hat == "veil":
        pen.arc(12, 8.8, 4.6, 120, 300, light, 0.5)
    else:
        pen.arc(12, 8.6, 4.9, 140, 215, light, 0.5)
    if cloak == "fold":
        for x in (8.6, 12, 15.4):
            pen.line([(12 + (x - 12) * 0.5, slope + 1.6), (x, 23)], light, 0.4)
    elif cloak == "clasp":
        pen.line([(8.4, slope + 1.4), (15.6, slope + 1.4)], light, 0.5)
        pen.disc(12, slope + 1.6, 1.2, light)
    elif cloak == "fur":
        for n in range(7):
            pen.disc(6.4 + n * 1.87, slope + 2.4 - abs(n - 3) * 0.3, 0.6, light)
    else:
        pen.arc(12, slope - 2.2, 6, 30, 150, light, 0.55)
        pen.disc(12, slope + 4, 1, light)


def figure_of(seed: str, faction: str) -> str:
    """Return which figure a card shows, always the same."""
    hinted = next((name for word, name in HINTS if word in seed), None)
    return hinted or Random(f"figure/{seed}").choice(FACTION_FIGURES[faction])


@cached(512)
def emblem(seed: str, kind: str, faction: str, wide: int, tall: int) -> Image.Image:
    """Draw the picture of a card as RGB: a person, a thing or a place."""
    if kind == "location":
        return _place(seed, faction, wide, tall)
    dice = Random(f"{kind}/{seed}")
    image, top, low, light = night(dice, wide, tall, (FACTION_SKIES[faction],))
    if kind in ("damned", "heretic", "hunter"):
        _person(image, dice, seed, kind, faction)
    elif kind == "camp":
        _tents(image, dice, top, low, light)
    elif kind == "story":
        _tapestry(image, dice, figure_of(seed, faction), faction)
    else:
        _medallion(image, dice, figure_of(seed, faction), faction)
    return image.reduce(FINE)


def _person(image: Image.Image, dice: Random, seed: str, kind: str, faction: str) -> None:
    """Draw a bust before a disc of light: leaders in a burst of rays, Hunters in a cold one."""
    top, low, light = FACTION_SKIES[faction]
    broad = image.width > 1.35 * image.height
    at = image.width * ((0.3 + 0.06 * dice.random()) if broad else 0.5)
    side = round(image.height * 1.04)
    if kind == "damned":
        rays(image, dice, (at, image.height * 0.42), light)
    if broad:
        dim, mark = mix(top, low, 0.75), figure(faction)
        spot = (image.width * 0.76, image.height * 0.5)
        lay(image, lambda pen: mark(pen, dim, mix(top, low, 0.35)), spot, round(image.height * 0.74))
    glow = theme.STEEL if kind == "hunter" else mix(low, light, 0.75 if kind == "damned" else 0.4)
    halo(image, (at, image.height * 0.46), image.height * 0.42, glow)
    wardrobe = "hunter" if kind == "hunter" else faction
    lay(image, bust(seed, wardrobe, theme.silhouette(top), light), (at, image.height - side * 0.43), side)


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
    """Draw a hanging cloth with the story's figure on it, beams of light behind."""
    light = FACTION_SKIES[faction][2]
    middle = image.width / 2, image.height * 0.5
    rays(image, dice, (middle[0], -image.height * 0.3), light)
    ink = mix(FACTION_SKIES[faction][0], theme.BLACK, 0.2)
    lay(image, _cloth(ink), middle, round(image.height * 1.1))
    lay(image, lambda pen: FIGURES[name](pen, ink, CLOTH), (middle[0], image.height * 0.47), round(image.height * 0.5))


def _cloth(ink: Colour) -> Draw:
    """Return the drawing of a cloth with a swallow tail."""

    def draw(pen: Pen) -> None:
        pen.line([(2.4, 2.6), (21.6, 2.6)], theme.GOLD, 1.4)
        for grow, colour in ((0.0, theme.BLACK), (0.5, theme.GOLD), (1.1, CLOTH)):
            pen.fill([(4.4 + grow, 2.6), (19.6 - grow, 2.6), (19.6 - grow, 22.4 - grow * 1.6), (12, 18.4 - grow * 1.4),
                      (4.4 + grow, 22.4 - grow * 1.6)], colour)  # fmt: skip
        for x in (6.4, 17.6):
            pen.line([(x, 4), (x, 17)], mix(CLOTH, ink, 0.35), 0.4)

    return draw


def _medallion(image: Image.Image, dice: Random, name: str, faction: str) -> None:
    """Draw an event's figure on a medallion in a burst of light."""
    top, low, light = FACTION_SKIES[faction]
    middle = image.width / 2, image.height * 0.5
    rays(image, dice, middle, light)
    side, field = round(image.height * 0.92), mix(top, low, 0.2)
    lay(image, medal(field), middle, side)
    lay(image, lambda pen: FIGURES[name](pen, theme.PARCHMENT, field), middle, round(side * 0.64))


def _place(seed: str, faction: str, wide: int, tall: int) -> Image.Image:
    """Draw a place: houses under its sky, and its landmark on a hill in front."""
    top, low, light = sky = FACTION_SKIES[faction]
    dice = Random(f"place/{seed}")
    image = vista(seed, wide, tall, faction in ("deathless", "warrior"), 80, sky).copy()
    draw, ink = ImageDraw.Draw(image), mix(top, theme.BLACK, 0.7)
    x, r = wide * (0.46 + 0.08 * dice.random()), max(wide, tall)
    draw.ellipse((x - r, tall * 0.8, x + r, tall * 0.8 + 2 * r), fill=ink)
    name, side = figure_of(seed, faction), round(tall * 0.34)
    glow = mix(low, light, 0.5)
    lay(image, lambda pen: pen.disc(12, 12, 11.6, mix(top, low, 0.7)), (x, tall * 0.74), round(side * 1.3))
    lay(image, lambda pen: FIGURES[name](pen, ink, mix(top, low, 0.7)), (x, tall * 0.75), side)
    lay(image, _ring(glow), (x, tall * 0.74), round(side * 1.3))
    return image


def _ring(colour: Colour) -> Draw:
    """Return the drawing of a thin ring of light."""
    return lambda pen: pen.circle(12, 12, 11.4, colour, 0.6)


@cached(16)
def execution(wide: int, tall: int) -> Image.Image:
    """Draw the scene of an Execution, of which each level shows a third: a stake, a pile of wood, flames."""
    dice = Random("execution")
    image, top, _, light = night(dice, wide, tall, (theme.RUIN_SKIES[0],))
    rays(image, dice, (image.width / 2, image.height * 0.62), light)
    draw, (w, h) = ImageDraw.Draw(image), image.size
    ink = theme.silhouette(top)
    for share, grow in ((0.08, 0.9), (0.2, 0.75), (0.8, 0.8), (0.93, 0.95)):
        side = round(h * 0.7 * grow)
        lay(image, bust(f"crowd {share}", "hunter", ink, light), (w * share, h - side * 0.36), side)
    draw.rectangle((w * 0.48, h * 0.06, w * 0.52, h), fill=ink)
    draw.rectangle((w * 0.42, h * 0.18, w * 0.58, h * 0.23), fill=ink)
    lay(image, bust("condemned", "neutral", ink, light), (w * 0.5, h * 0.66), round(h * 0.62))
    for n in range(9):
        x, tip = w * (0.28 + 0.055 * n), h * (0.34 + 0.3 * dice.random())
        for grow, colour in ((1.0, rgb("#c8553d")), (0.6, rgb("#f0b35a")), (0.3, rgb("#fff0b8"))):
            half = w * 0.045 * grow
            peak = h - (h - tip) * grow
            draw.polygon([(x - half, h), (x + dice.uniform(-6, 6), peak), (x + half, h)], fill=colour)
    return image.reduce(FINE)


@cached(8)
def secret(wide: int, tall: int) -> Image.Image:
    """Draw the picture on the back of every card: a wheel of seven marks around a closed eye."""
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
    lay(image, _lid(mix(low, light, 0.5), top), middle, round(r * 0.9))
    return image.reduce(FINE)


def _lid(colour: Colour, ground: Colour) -> Draw:
    """Return the drawing of a closed eye with lashes."""

    def draw(pen: Pen) -> None:
        pen.disc(12, 12, 11.6, ground)
        pen.arc(12, 6.4, 9.4, 30, 150, colour, 1.6)
        for angle in (42, 66, 90, 114, 138):
            pen.line([polar(12, 6.4, 9.4, angle), polar(12, 6.4, 13, angle)], GLOW, 1.1)

    return draw
