"""Busts of the age of heresy: people as silhouettes, told apart by what they wear; drawn on the pen's grid."""

from collections.abc import Callable
from random import Random

from render.emblem.busts import HATS
from render.icons.pen import Draw, Pen, Point, blob
from render.pen.theme import Colour, mix

Habit = Callable[[Pen, Colour], None]


def _crown(pen: Pen, ink: Colour) -> None:
    pen.fill([(7, 6.4), (6, -0.4), (9, 2.6), (12, -1.8), (15, 2.6), (18, -0.4), (17, 6.4)], ink)
    for side in (-1, 1):
        pen.fill([(12 + 4.2 * side, 5), (12 + 6 * side, 14), (12 + 3.6 * side, 14)], ink)


def _mitre(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.2, 6.4), (6.6, 1), (12, -5.4), (17.4, 1), (16.8, 6.4)], ink)


def _kettle(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 6), (7.8, 2.6), (12, 0.4), (16.2, 2.6), (16.6, 6)], ink)
    pen.line([(3.4, 7.4), (7, 5.8), (17, 5.8), (20.6, 7.4)], ink, 1.5)


def _helm(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.6, 14.8), (6.4, 3.4), (9, 1.6), (15, 1.6), (17.6, 3.4), (17.4, 14.8), (12, 16.8)], ink)


def _veil(pen: Pen, ink: Colour) -> None:
    pen.fill([(4.4, 21), (5.6, 9), (7.4, 4), (12, 1.6), (16.6, 4), (18.4, 9), (19.6, 21)], ink)
    pen.line([(7, 4.4), (17, 4.4)], ink, 1.4)


def _tonsure(pen: Pen, ink: Colour) -> None:
    for x, y in ((7.3, 6), (7.1, 8.4), (16.7, 6), (16.9, 8.4), (8.6, 4.4), (15.4, 4.4)):
        pen.disc(x, y, 1.5, ink)


def _feather(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.4, 6), (7, 2.4), (14, 1), (17.6, 5)], ink)
    pen.line([(5, 6.6), (19, 5.4)], ink, 1.4)
    pen.fill(blob(19.6, 0.6, 6, 1.5, -38, 0.5), ink)


def _coif(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.8, 13.6), (6.6, 6), (8.6, 3), (12, 2), (15.4, 3), (17.4, 6), (17.2, 13.6), (14.6, 15), (9.4, 15)], ink)


def _beak(pen: Pen, ink: Colour) -> None:
    _broad(pen, ink)
    pen.fill([(9.6, 7.4), (10.6, 12.6), (2.6, 15.6), (6.6, 11)], ink)


def _broad(pen: Pen, ink: Colour) -> None:
    pen.fill([(8, 6), (8.8, 0.4), (15.2, 0.4), (16, 6)], ink)
    pen.fill(blob(12, 6, 9.6, 1.7), ink)


def _fur(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.4, 6.6), (7, -1), (17, -1), (17.6, 6.6)], ink)
    pen.fill(blob(12, 6.2, 6.6, 1.8), ink)
    for y in (-0.4, 1.4, 3.2):
        for x in (6.9, 17.1):
            pen.disc(x, y, 0.9, ink)


def _braids(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.2, 9), (7, 5.4), (9.2, 2.8), (12, 2.2), (14.8, 2.8), (17, 5.4), (16.8, 9)], ink)
    for side in (-1, 1):
        for n in range(5):
            pen.disc(12 + side * (5.2 + 0.3 * n), 8.4 + n * 2.2, 1.5, ink)


def _square(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 6.6), (7.2, 3.6), (16.8, 3.6), (16.6, 6.6)], ink)
    pen.fill([(4.4, 3), (12, 0.2), (19.6, 3), (12, 5.4)], ink)
    pen.line([(18.6, 3.2), (19.2, 8)], ink, 0.7)


def _thorns(pen: Pen, ink: Colour) -> None:
    HATS["hood"](pen, ink)
    for x, y, dx in ((6.6, 4.6, -3.4), (9, 2, -2), (12, 0.6, 0), (15, 2, 2), (17.4, 4.6, 3.4)):
        pen.fill([(x - 1.2, y + 1.6), (x + dx, y - 4.4), (x + 1.2, y + 1.6)], ink)


HABITS: dict[str, Habit] = {
    "hood": HATS["hood"], "bare": HATS["bare"], "wig": HATS["wig"], "cap": HATS["cap"], "crown": _crown,
    "mitre": _mitre, "kettle": _kettle, "helm": _helm, "veil": _veil, "tonsure": _tonsure, "feather": _feather,
    "coif": _coif, "beak": _beak, "broad": _broad, "fur": _fur, "braids": _braids, "square": _square,
    "thorns": _thorns,
}  # fmt: skip
#: What people of a faction, and Hunters, wear when their name doesn't tell.
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
#: Words in an id that tell what somebody wears.
WORN: tuple[tuple[str, str], ...] = (
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


def worn(seed: str, wardrobe: str) -> str:
    """Tell what somebody wears, always the same."""
    return next((habit for word, habit in WORN if word in seed), None) or Random(f"habit/{seed}").choice(
        WARDROBES[wardrobe]
    )


def habit(seed: str, wardrobe: str, ink: Colour, light: Colour) -> Draw:
    """Give the drawing of a person's bust in one dark colour, with a few traces of light."""
    dice = Random(f"bust/{seed}")
    head = worn(seed, wardrobe)
    slope, broad, cloak = (
        dice.uniform(15.2, 17),
        dice.uniform(-1.2, 0.8),
        dice.choice(("fold", "clasp", "fur", "chain")),
    )

    def draw(pen: Pen) -> None:
        shoulders: list[Point] = [
            (1.6 + broad, 25), (2.4 + broad, 20), (5, slope + 1.6), (9.6, slope), (10.2, 13), (13.8, 13), (14.4, slope),
            (19, slope + 1.6), (21.6 - broad, 20), (22.4 - broad, 25),
        ]  # fmt: skip
        pen.fill(shoulders, ink)
        pen.fill(blob(12, 8.6, 4.4, 5.5), ink)
        HABITS[head](pen, ink)
        _traces(pen, head, cloak, slope, mix(ink, light, 0.75))

    return draw


def _traces(pen: Pen, head: str, cloak: str, slope: float, light: Colour) -> None:
    """Draw what catches the light: eyes in the dark of a hood or a visor, the edge of a face, a cloak's clasp."""
    if head in ("hood", "thorns"):
        for x in (10.4, 13.6):
            pen.fill(blob(x, 9, 0.9, 0.55), light)
    elif head == "helm":
        pen.line([(8.4, 7.8), (15.6, 7.8)], light, 0.8)
        pen.line([(12, 8), (12, 13)], light, 0.5)
    elif head == "beak":
        pen.circle(9.6, 8.6, 1.2, light, 0.5)
    elif head in ("crown", "mitre"):
        pen.line([(7.6, 5.4), (16.4, 5.4)], light, 0.5)
        pen.disc(12, 2.2, 0.7, light)
    elif head == "veil":
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
