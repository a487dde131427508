"""Busts: people as silhouettes, told apart by what they wear; drawn on the pen's grid."""

from random import Random

from render.icons.pen import Draw, Pen, Point, blob
from render.pen.theme import Colour, mix

#: What somebody in the content is known to wear; everybody else takes something by the hash of the id.
HEADS: dict[str, str] = {
    "adsila_chavos": "stetson", "alice_ochs": "cloche", "arnold_rothstein": "bowler", "bessie_coleman": "aviator",
    "carl_jung": "glasses", "eliot_ness": "fedora", "father_lachlan": "bare", "gerard_lescaux": "topper",
    "harry_houdini": "parting", "henry_armitage": "beard", "herbert_west": "glasses", "inspector_legrasse": "kepi",
    "j_edgar_hoover": "fedora", "james_horus_rose": "topper", "joseph_curwen": "wig", "kana_mishima": "bun",
    "keziah_mason": "hood", "lillian_la_france": "aviator", "moses_fleet": "cap", "randolph_carter": "parting",
    "stephanie_st_claire": "cloche", "wyatt_earp": "stetson", "monday": "fedora", "tuesday": "bob",
    "wednesday": "cap", "thursday": "glasses", "friday": "cloche", "nikola_tesla": "parting",
    "cultist_1": "hood", "cultist_2": "hood",
}  # fmt: skip


def _fedora(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.6, 6), (8.4, 1.6), (11, 2.4), (13.4, 1.4), (15.8, 2), (16.4, 6)], ink)
    pen.line([(4.4, 7.2), (8, 6), (16, 6), (19.6, 7)], ink, 1.6)


def _stetson(pen: Pen, ink: Colour) -> None:
    pen.fill([(8, 6), (8.2, 0.8), (11.6, 2), (14.6, 0.6), (16, 6)], ink)
    pen.line([(2.6, 4.6), (6, 6.4), (18, 6.4), (21.4, 4.6)], ink, 1.7)


def _bowler(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.6, 6.2), (7.8, 3.4), (10, 1.2), (14, 1.2), (16.2, 3.4), (16.4, 6.2)], ink)
    pen.line([(6, 6), (7.4, 6.6), (16.6, 6.6), (18, 6)], ink, 1.2)


def _topper(pen: Pen, ink: Colour) -> None:
    pen.fill([(8.2, 6), (7.6, -2), (16.4, -2), (15.8, 6)], ink)
    pen.line([(5.8, 5.6), (7.6, 6.4), (16.4, 6.4), (18.2, 5.6)], ink, 1.3)


def _cloche(pen: Pen, ink: Colour) -> None:
    pen.fill([(7, 9.4), (7, 5), (9, 2.2), (12, 1.4), (15, 2.2), (17, 5), (17, 9.4), (18.2, 10), (5.8, 10)], ink)
    pen.fill([(7, 9), (8.4, 13), (7.6, 13.4), (6.4, 10)], ink)
    pen.fill([(17, 9), (15.6, 13), (16.4, 13.4), (17.6, 10)], ink)


def _bob(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.4, 13), (6.4, 6), (8.6, 2.8), (12, 2), (15.4, 2.8), (17.6, 6), (17.6, 13), (15.4, 13), (8.6, 13)], ink)


def _bun(pen: Pen, ink: Colour) -> None:
    _parting(pen, ink)
    pen.disc(12, 1.6, 2.4, ink)
    pen.line([(8.4, 3), (15.8, 0)], ink, 0.7)


def _parting(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 7.4), (7.2, 4.6), (9.4, 2.6), (13, 2.2), (16.2, 3.6), (16.8, 7.4)], ink)


def _aviator(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.2, 12), (7, 6), (9, 3), (12, 2.2), (15, 3), (17, 6), (16.8, 12)], ink)
    pen.disc(7.2, 9.4, 1.3, ink)
    pen.disc(16.8, 9.4, 1.3, ink)


def _cap(pen: Pen, ink: Colour) -> None:
    pen.fill([(6.8, 6.4), (6.6, 4), (9.6, 2), (14, 1.8), (17.6, 4), (17.2, 6.4)], ink)
    pen.line([(12, 6.4), (19, 7)], ink, 1.2)


def _kepi(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 6.4), (8, 2.4), (16, 1.6), (16.6, 6.4)], ink)
    pen.line([(7.4, 6.8), (18.6, 7.6)], ink, 1.1)


def _hood(pen: Pen, ink: Colour) -> None:
    pen.fill([(4.6, 22), (5.4, 9), (8, 4), (12, 0.8), (16, 4), (18.6, 9), (19.4, 22)], ink)


def _wig(pen: Pen, ink: Colour) -> None:
    for x, y in ((7.2, 6), (16.8, 6), (6.4, 9), (17.6, 9), (6.6, 12), (17.4, 12), (9, 3.6), (12, 2.8), (15, 3.6)):
        pen.disc(x, y, 2, ink)


def _bare(pen: Pen, ink: Colour) -> None:
    pen.fill([(7.4, 7), (7.6, 4.6), (9, 3.4), (15, 3.4), (16.4, 4.6), (16.6, 7)], ink)


HATS = {
    "fedora": _fedora, "stetson": _stetson, "bowler": _bowler, "topper": _topper, "cloche": _cloche, "bob": _bob,
    "bun": _bun, "parting": _parting, "aviator": _aviator, "cap": _cap, "kepi": _kepi, "hood": _hood, "wig": _wig,
    "bare": _bare, "glasses": _parting, "beard": _parting,
}  # fmt: skip
#: What somebody unknown may wear.
CHANCE = ("fedora", "bowler", "cap", "cloche", "bob", "bun", "parting", "bare")


def bust(seed: str, ink: Colour, light: Colour) -> Draw:
    """Give the drawing of a person's bust in one dark colour, with a few traces of light."""
    dice = Random(f"bust/{seed}")
    head = HEADS.get(seed) or dice.choice(CHANCE)
    slope, lapel = dice.uniform(15.4, 17), dice.choice(("suit", "coat", "scarf"))

    def draw(pen: Pen) -> None:
        shoulders: list[Point] = [
            (2, 25), (2.6, 20), (5, slope + 1.6), (9.6, slope), (10.2, 13), (13.8, 13), (14.4, slope),
            (19, slope + 1.6), (21.4, 20), (22, 25),
        ]  # fmt: skip
        pen.fill(shoulders, ink)
        pen.fill(blob(12, 8.6, 4.5, 5.6), ink)
        HATS[head](pen, ink)
        _traces(pen, head, lapel, slope, mix(ink, light, 0.75))

    return draw


def _traces(pen: Pen, head: str, lapel: str, slope: float, light: Colour) -> None:
    """Draw what catches the light: glasses or goggles, a beard's edge, a collar."""
    if head in ("glasses", "aviator"):
        y = 8.6 if head == "glasses" else 5.4
        for x in (10, 14):
            pen.circle(x, y, 1.5, light, 0.5)
        pen.line([(11.4, y), (12.6, y)], light, 0.4)
    if head == "hood":
        for x in (10.4, 13.6):
            pen.fill(blob(x, 8.4, 0.9, 0.5), light)
    if head == "beard":
        pen.arc(12, 10.4, 3.6, 20, 160, light, 0.5)
    if lapel == "suit":
        pen.line([(9.8, slope + 0.4), (12, 22)], light, 0.45)
        pen.line([(14.2, slope + 0.4), (12, 22)], light, 0.45)
    elif lapel == "coat":
        pen.line([(8.4, slope + 0.6), (10.6, slope + 3.4), (12, slope + 2)], light, 0.5)
        pen.line([(15.6, slope + 0.6), (13.4, slope + 3.4), (12, slope + 2)], light, 0.5)
    else:
        pen.arc(12, slope - 2.4, 3.4, 40, 140, light, 0.7)
