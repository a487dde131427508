"""A chart of a player's ratings over time. Each ladder has a panel with a band, and a line at the band's lower bound.

matplotlib takes nearly a second to load, so only the process that draws charts imports this module.
"""

# matplotlib's functions are only partly typed.
# pyright: reportUnknownMemberType=false

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from PIL import Image

from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_shadow, rounded, table
from render.pen.theme import Colour, mix
from render.sheets.rating_data import Ladder, Strengths
from render.sheets.score_chart import EDGE, FOOT, HEAD, LEFT, LINE, MARGIN, RIGHT, SIZE, TITLE, WIDTH, font_of, hex_of
from render.text.text_layout import Style, width, write, write_fit

#: The height of a ladder's panel, and of the legend.
HEIGHT, LEGEND = 300, 78
#: The share of the background colour that is mixed into a band's colour (0 to 1), and the minimum number of points that
#: the scale covers.
SHADE, MIN_SPAN = 0.5, 200


def draw_strengths(shown: Strengths) -> Image.Image:
    """Draw the ladders below each other on the table."""
    top = TITLE + LEGEND
    tall = top + (HEAD + HEIGHT) * len(shown.ladders) + FOOT + MARGIN
    image = table(WIDTH, tall)
    write_fit(image, 30, 14, shown.title, Style(60, "title", theme.GOLD_LIT), WIDTH - 60, "centre")
    _legend(image, TITLE, shown)
    paper = (MARGIN, top, WIDTH - MARGIN, tall - MARGIN)
    lay_shadow(image, paper)
    lay_panel(image, paper, theme.PANEL, theme.GOLD, line=3)
    y = top
    for number, ladder in enumerate(shown.ladders):
        write_fit(image, MARGIN + 24, y + 8, ladder.title, Style(SIZE, "bold", theme.MUTED), WIDTH - 2 * MARGIN - 48)
        foot = FOOT if number == len(shown.ladders) - 1 else 0
        _ladder(image, (MARGIN, y + HEAD, WIDTH - MARGIN, y + HEAD + HEIGHT + foot), shown, ladder, foot)
        y += HEAD + HEIGHT
    return image


def _legend(image: Image.Image, y: int, shown: Strengths) -> None:
    """Write the labels of the line and the band beside each other, as large as the width allows."""
    words, sign, gap = (shown.line, shown.band), 60, 46
    sizes = (size for size in range(SIZE, theme.TEXT_MIN, -2) if _wide(words, size, sign, gap) <= WIDTH - 2 * MARGIN)
    style = Style(next(sizes, theme.TEXT_MIN), "text", theme.PALE)
    x = max(MARGIN, (WIDTH - _wide(words, style.size, sign, gap)) // 2)
    for one, thick, colour in zip(words, (LINE, 34), (theme.PALE, theme.STEEL_DARK), strict=True):
        image.paste(colour, (x, y + 28 - thick // 2), rounded(sign, thick, 3))
        x = write(image, x + sign + 14, y + 4, one, style) + gap


def _wide(words: tuple[str, str], size: int, sign: int, gap: int) -> int:
    return sum(width(one, Style(size)) + sign + 14 for one in words) + gap


def _ladder(image: Image.Image, box: Box, shown: Strengths, ladder: Ladder, foot: int) -> None:
    """Draw one ladder's line and band, with the scale at the left and the latest number at the right."""
    x0, y0, x1, y1 = box
    wide, tall = x1 - x0, y1 - y0
    figure = Figure(figsize=(wide / 100, tall / 100), dpi=100)
    figure.patch.set_alpha(0)
    left, right = (LEFT + 24) / wide, 1 - RIGHT / wide
    bottom = (foot or EDGE) / tall
    axes = figure.add_axes((left, bottom, right - left, 1 - 14 / tall - bottom))
    _scale(axes, shown, ladder, dated=bool(foot))
    _line(axes, ladder)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    drawn = Image.frombuffer("RGBA", canvas.get_width_height(), bytes(canvas.buffer_rgba()), "raw", "RGBA", 0, 1)
    image.paste(drawn, (x0, y0), drawn)
    low, high = axes.get_ylim()
    at = y1 - (foot or EDGE) - (ladder.least[-1] - low) / (high - low) * (y1 - y0 - 14 - (foot or EDGE))
    style = Style(SIZE, "bold", mix(_colour(ladder), theme.WHITE, 0.35))
    write(image, x1 - RIGHT + 14, min(max(round(at) - SIZE // 2 - 6, y0), y1 - SIZE), f"{ladder.least[-1]:.0f}", style)


def _scale(axes: Axes, shown: Strengths, ladder: Ladder, *, dated: bool) -> None:
    """Style the axes: faint grid lines for the ratings, and dates along the bottom, the same for all ladders."""
    faint, pale = hex_of(mix(theme.PANEL, theme.MUTED, 0.35)), hex_of(theme.MUTED)
    axes.patch.set_alpha(0)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(faint)
        spine.set_linewidth(2)
    first = min(one.times[0] for one in shown.ladders)
    last = max(one.times[-1] for one in shown.ladders)
    axes.set_xlim(*((first, last) if first < last else (first - 1, last + 1)))
    low, high = min(ladder.least), max(ladder.most)
    spare = max(0.0, MIN_SPAN - (high - low)) / 2 + (high - low) * 0.04
    axes.set_ylim(low - spare, high + spare)
    axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    axes.grid(visible=True, axis="y", color=faint, linewidth=1.5)
    axes.tick_params(colors=pale, length=0, pad=8)
    dates = shown.dates if dated else []
    axes.set_xticks([at for at, _ in dates], [words for _, words in dates])
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(font_of("text"))


def _line(axes: Axes, ladder: Ladder) -> None:
    """Draw the band, and the line at its lower bound. A single match is a dot with a bar."""
    colour, edge = hex_of(mix(_colour(ladder), theme.WHITE, 0.2)), hex_of(theme.HOLLOW)
    band = hex_of(mix(_colour(ladder), theme.PANEL, SHADE))
    if len(ladder.times) == 1:
        axes.vlines(ladder.times, ladder.least, ladder.most, color=band, linewidth=18, clip_on=False)
    axes.fill_between(ladder.times, ladder.least, ladder.most, color=band, linewidth=0)
    axes.plot(ladder.times, ladder.least, color=edge, linewidth=LINE + 3, solid_joinstyle="round", clip_on=False)
    axes.plot(
        ladder.times, ladder.least, color=colour, linewidth=LINE, solid_joinstyle="round", solid_capstyle="round",
        clip_on=False, marker="o", markevery=[len(ladder.times) - 1], markersize=13, markeredgecolor=edge,
        markeredgewidth=2,
    )  # fmt: skip


def _colour(ladder: Ladder) -> Colour:
    """Return a ladder's colour as a tuple. It may be a list, because it was sent to another process."""
    red, green, blue = ladder.colour
    return red, green, blue
