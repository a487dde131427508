"""The look of all pictures: colours, spacing, text sizes, and the colours and shapes of seats."""

from typing import Final, NamedTuple

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """Return the colour written as `#rrggbb`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return a mix of two colours. The mix is `a` if `share` is 0, and `b` if `share` is 1."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


TABLE: Final = rgb("#12151f")
TABLE_LIT: Final = rgb("#1b2030")
PANEL: Final = rgb("#20263a")
HOLLOW: Final = rgb("#0c0e15")
PARCHMENT: Final = rgb("#efe4cc")
PARCHMENT_SHADE: Final = rgb("#dccdac")
SLIP: Final = rgb("#f7f0de")
INK: Final = rgb("#2a2118")
INK_SOFT: Final = rgb("#6b5a45")
BLIGHT: Final = rgb("#2b2233")
BLIGHT_LIT: Final = rgb("#3d3049")
BLIGHT_INK: Final = rgb("#d9cfe6")
GOLD: Final = rgb("#b8924a")
GOLD_LIT: Final = rgb("#e3bd6d")
PARCHMENT_LIT: Final = rgb("#ead2a1")
MUTED: Final = rgb("#9aa3b8")
PALE: Final = rgb("#f2ead8")
WHITE: Final = rgb("#fffaf0")
BLACK: Final = rgb("#050608")
BLOOD: Final = rgb("#b3363a")
STEEL: Final = rgb("#aeb9c9")
STEEL_DARK: Final = rgb("#56637a")
VIOLET: Final = rgb("#7d62b8")
ROSE: Final = rgb("#c25b7c")
LEAF: Final = rgb("#5f8f4e")

ACCENTS: Final[dict[str, Colour]] = {
    "edge_of_darkness": rgb("#c8553d"),
    "dark_providence": rgb("#3f8f86"),
    "aevum_haeresis": rgb("#7a5bb0"),
}


class SeatMark(NamedTuple):
    """The mark of a seat or Guild: a colour and a shape, because colour alone is not enough to tell them apart."""

    colour: Colour
    shape: str


SEATS: Final = (
    SeatMark(rgb("#E69F00"), "triangle"),
    SeatMark(rgb("#56B4E9"), "circle"),
    SeatMark(rgb("#009E73"), "square"),
    SeatMark(rgb("#CC79A7"), "diamond"),
    SeatMark(rgb("#F0E442"), "star"),
)

#: The marks of the Guilds of Edge of Darkness, in the order of the pack. In the rulebook, the second Guild is red and
#: the third is green (EOD-MISS.7). Colour-blind readers can also tell all four apart.
GUILDS: Final = (
    SeatMark(SEATS[4].colour, "triangle"),
    SeatMark(rgb("#D93A2B"), "circle"),
    SeatMark(SEATS[2].colour, "square"),
    SeatMark(SEATS[1].colour, "diamond"),
)

WIDTH: Final = 1600
#: The width of a board, and its smallest text size, which is 9 points on a phone that shows the board 390 points wide.
BOARD: Final = 1080
BOARD_MIN_TEXT: Final = 26
RADIUS: Final = 14
LINE: Final = 2

TEXT_MIN: Final = 22
TEXT_SMALL: Final = 24
TEXT_BODY: Final = 28
TITLE: Final = 40
HEADLINE: Final = 58

#: The pairs of colours for the background of crests, dark enough for a pale figure to stand out.
TINCTURES: tuple[tuple[Colour, Colour], ...] = (
    (rgb("#8c2f39"), rgb("#6d222d")),
    (rgb("#2f5d8c"), rgb("#234a73")),
    (rgb("#3c6e47"), rgb("#2d5738")),
    (rgb("#7a4b8c"), rgb("#613a72")),
    (rgb("#a3672a"), rgb("#85511e")),
    (rgb("#2c7a7b"), rgb("#206163")),
    (rgb("#4a4a5e"), rgb("#38384a")),
    (rgb("#8a7a1f"), rgb("#6f6216")),
    (rgb("#a14a6c"), rgb("#823a57")),
    (rgb("#5b6b2f"), rgb("#485623")),
)
#: The colours of a sky: at the top, at the horizon, and of the lit windows under the sky.
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


def silhouette(top: Colour) -> Colour:
    """Return the colour of the silhouettes in the foreground under a sky, given the colour at the top of the sky."""
    return mix(top, BLACK, 0.55)
