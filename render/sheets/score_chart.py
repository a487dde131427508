"""A chart of the course of a match: a line for each player over the turns, with numbered turning points.

matplotlib takes nearly a second to load, so only the process that draws charts imports this module.
"""

# matplotlib's functions are only partly typed.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation
from PIL import Image, ImageDraw

from render.icons.seat_shapes import shape_points
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_shadow, table
from render.pen.theme import Colour, mix
from render.sheets.score_data import Curve, Panel
from render.text.drawable_characters import drawable
from render.text.fonts import path_of
from render.text.text_layout import Style, width, write_fit

WIDTH = 1100
MARGIN = 24
TITLE = 112
#: The height of a line of the legend.
LEGEND_LINE = 66
#: The height of the first panel, of each other panel, and of the heading above each panel.
HEIGHT, LOW_HEIGHT, HEAD = 470, 250, 58
#: The space below a panel, which is needed for the lower half of the lowest number on the scale.
EDGE = 26
#: The space below the last panel for the round numbers, and above the first panel for the turning points.
FOOT, POINTS = 96, 58
#: The space at the left for the scale, and at the right for each player's last number.
LEFT, RIGHT = 96, 116
#: The text size. It is large enough for a phone, which shows the picture 300 pixels wide.
SIZE = 42
LINE = 6
#: Matplotlib's marker for each seat shape.
MARKERS = {"triangle": "^", "circle": "o", "square": "s", "diamond": "D", "star": "*"}
#: Maximum number of rounds that are numbered on the axis.
ROUNDS = 9
#: The distance in pixels between lines that have the same values.
LINE_OFFSET = 4
#: If the lowest number is above this fraction of the highest number, the scale starts near the lowest number instead of
#: 0.
MIN_SHARE_OF_HIGHEST = 0.4
#: The number of typographic points per pixel.
_POINTS = 72 / 100


def draw_curve(curve: Curve) -> Image.Image:
    """Draw the chart, with a dark table as the background."""
    legend = _legend_rows(curve)
    top = TITLE + LEGEND_LINE * len(legend) + 14
    heights = [HEIGHT if not number else LOW_HEIGHT for number in range(len(curve.panels))]
    tall = top + POINTS + sum(heights) + HEAD * len(heights) + FOOT + MARGIN
    image = table(WIDTH, tall)
    write_fit(image, 30, 14, curve.title, Style(60, "title", theme.GOLD_LIT), WIDTH - 60, "centre")
    for number, row in enumerate(legend):
        _names(image, TITLE + LEGEND_LINE * number, curve, row)
    paper = (MARGIN, top, WIDTH - MARGIN, tall - MARGIN)
    lay_shadow(image, paper)
    lay_panel(image, paper, theme.PANEL, theme.GOLD, line=3)
    # The thin lines at turning points must not cross the heading above a panel.
    spans = [(top + POINTS + HEAD * (n + 1) + sum(heights[:n]), heights[n]) for n in range(len(heights))]
    _points(image, (MARGIN + LEFT, top + 8, WIDTH - MARGIN - RIGHT), curve, spans)
    y = top + POINTS
    for number, (panel, height) in enumerate(zip(curve.panels, heights, strict=True)):
        write_fit(image, MARGIN + 24, y, panel.name, Style(SIZE, "bold", theme.MUTED), WIDTH - 2 * MARGIN - 48)
        last = number == len(heights) - 1
        box = (MARGIN, y + HEAD, WIDTH - MARGIN, y + HEAD + height + (FOOT if last else 0))
        _panel(image, box, curve, panel, FOOT if last else 0)
        y += HEAD + height
    return image


# -- the legend -----------------------------------------------------------------------------------------------


def _legend_rows(curve: Curve) -> list[list[int]]:
    """Return the indices of the players in each line of the legend. Each line has as many players as fit."""
    rows: list[list[int]] = [[]]
    used = 0
    for number, name in enumerate(curve.names):
        wide = min(_name_width(name), WIDTH - 2 * MARGIN)
        if rows[-1] and used + wide > WIDTH - 2 * MARGIN:
            rows.append([])
            used = 0
        rows[-1].append(number)
        used += wide
    return rows


def _name_width(name: str) -> int:
    return width(drawable(name), Style(SIZE, "bold")) + 92


def _names(image: Image.Image, y: int, curve: Curve, row: list[int]) -> None:
    """Write one centred line of the legend: the shape and the name of each player."""
    room = WIDTH - 2 * MARGIN
    wides = [min(_name_width(curve.names[number]), room) for number in row]
    x = (WIDTH - sum(wides)) // 2
    draw = ImageDraw.Draw(image)
    for number, wide in zip(row, wides, strict=True):
        shape = shape_points(curve.shapes[number], x + 34, y + 30, 20)
        draw.polygon(shape, fill=curve.colours[number], outline=theme.BLACK)
        write_fit(image, x + 66, y + 4, drawable(curve.names[number]), Style(SIZE, "bold", theme.PALE), wide - 72)
        x += wide


# -- panels and lines -----------------------------------------------------------------------------------------


def _panel(image: Image.Image, box: Box, curve: Curve, panel: Panel, foot: int) -> None:
    """Draw the lines of one panel, with the scale at the left and the last numbers at the right."""
    x0, y0, x1, y1 = box
    wide, tall = x1 - x0, y1 - y0
    figure = Figure(figsize=(wide / 100, tall / 100), dpi=100)
    figure.patch.set_alpha(0)
    left, right = LEFT / wide, 1 - RIGHT / wide
    bottom = (foot or EDGE) / tall
    axes = figure.add_axes((left, bottom, right - left, 1 - 14 / tall - bottom))
    _scale(axes, curve, panel, rounds=bool(foot))
    for number in range(len(panel.lines)):
        _line(axes, curve, panel, number)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    drawn = Image.frombuffer("RGBA", canvas.get_width_height(), bytes(canvas.buffer_rgba()), "raw", "RGBA", 0, 1)
    image.paste(drawn, (x0, y0), drawn)
    if panel.last:
        _last_numbers(image, (x1 - RIGHT + 20, y0 + 14, x1 - 8, y1 - (foot or EDGE)), curve, panel, axes.get_ylim())


def _scale(axes: Axes, curve: Curve, panel: Panel, *, rounds: bool) -> None:
    """Style the axes: faint grid lines for the scores, and round numbers along the bottom."""
    faint, pale = hex_of(mix(theme.PANEL, theme.MUTED, 0.35)), hex_of(theme.MUTED)
    axes.patch.set_alpha(0)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(faint)
        spine.set_linewidth(2)
    numbers = [number for line in panel.lines for number in line]
    low, high = min(*numbers, 0.0), max(*numbers, 1.0)
    if min(numbers) > high * MIN_SHARE_OF_HIGHEST:
        low = min(numbers) - (high - min(numbers)) * 0.1
    axes.set_xlim(0, max(1, curve.places[-1]))
    axes.set_ylim(low, high + (high - low) * 0.06)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.grid(visible=True, axis="y", color=faint, linewidth=1.5)
    axes.tick_params(colors=pale, length=0, pad=8)
    shown = _shown_rounds(curve) if rounds else []
    axes.set_xticks([place for place, _ in shown], [str(number) for _, number in shown])
    if shown:
        axes.set_xlabel(curve.round_word, fontproperties=font_of("text"), color=pale, labelpad=0)
    if not panel.last:
        axes.tick_params(axis="y", labelleft=False)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(font_of("text"))


def _shown_rounds(curve: Curve) -> list[tuple[int, int]]:
    """Return the rounds that are numbered on the axis, few enough for the numbers not to overlap."""
    step = max(1, -(-len(curve.rounds) // ROUNDS))
    return curve.rounds[::step]


def _line(axes: Axes, curve: Curve, panel: Panel, number: int) -> None:
    """Draw a player's line, with the player's shape at some rounds and at the end.

    The lines are moved apart a little, so lines with the same values don't hide each other.
    """
    line, places = panel.lines[number], curve.places
    beside = (number - (len(panel.lines) - 1) / 2) * LINE_OFFSET / 100
    figure = axes.get_figure(root=True)
    assert figure is not None
    where = axes.transData + ScaledTranslation(0, beside, figure.dpi_scale_trans)
    edge, colour = hex_of(theme.HOLLOW), hex_of(curve.colours[number])
    marks = sorted({place for place, _ in _shown_rounds(curve)} | {len(line) - 1})
    axes.plot(places, line, color=edge, linewidth=LINE + 3, solid_joinstyle="round", clip_on=False, transform=where)
    axes.plot(
        places, line, color=colour, linewidth=LINE, solid_joinstyle="round", solid_capstyle="round", clip_on=False,
        marker=MARKERS[curve.shapes[number]], markevery=marks, markersize=15, markeredgecolor=edge,
        markeredgewidth=2, transform=where,
    )  # fmt: skip


def _last_numbers(image: Image.Image, box: Box, curve: Curve, panel: Panel, scale: tuple[float, float]) -> None:
    """Write the last number of each line at its end. Overlapping numbers are moved apart."""
    x0, y0, x1, y1 = box
    low, high = scale
    ends = sorted((line[-1], number) for number, line in enumerate(panel.lines))
    y = y1 + SIZE
    laid: list[tuple[int, int]] = []
    for value, number in ends:
        y = min(round(y1 - (value - low) / (high - low) * (y1 - y0)) - SIZE // 2, y - SIZE + 4)
        laid.append((y, number))
    # A number that has to stay below the panel's top pushes other numbers down.
    least = y0 - SIZE // 2
    for y, number in reversed(laid):
        y = max(y, least)
        least = y + SIZE - 4
        colour = mix(curve.colours[number], theme.WHITE, 0.25)
        write_fit(image, x0, y - 8, panel.last[number], Style(SIZE, "bold", colour), x1 - x0)


def _points(image: Image.Image, line: tuple[int, int, int], curve: Curve, spans: Sequence[tuple[int, int]]) -> None:
    """Number the turning points above the lines, and draw a thin line from each number down through the panels.

    `spans` are the tops and heights of the panels.
    """
    x0, y0, x1 = line
    places = curve.places
    draw = ImageDraw.Draw(image)
    free = x0 - 60
    for number, place in zip(curve.numbers or range(1, len(curve.points) + 1), curve.points, strict=True):
        x = round(x0 + (x1 - x0) * places[place] / max(1, places[-1]))
        at = max(x, free + 60)
        free = at
        for begin, height in spans:
            for dash in range(begin + 14, begin + height, 16):
                draw.line((x, dash, x, min(dash + 8, begin + height)), fill=theme.GOLD, width=2)
        draw.ellipse((at - 26, y0, at + 26, y0 + 52), fill=theme.GOLD_LIT)
        write_fit(image, at - 26, y0 + 2, str(number), Style(SIZE, "bold", theme.INK), 52, "centre")


def font_of(face: str) -> FontProperties:
    """Return matplotlib's font properties for a font face, in the text size of these charts."""
    return FontProperties(fname=str(path_of(face)), size=SIZE * _POINTS)


def hex_of(colour: Colour) -> str:
    """Return a colour in matplotlib's format."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
