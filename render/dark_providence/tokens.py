"""Draws agents as tokens and influence as cubes, each with its owner's colour and shape."""

from collections.abc import Sequence

from PIL import Image

from render.dark_providence.board_records import Agent, Marks
from render.dark_providence.change_marks import OUTLINE
from render.dark_providence.layout import MIN_TEXT_SIZE
from render.icons import lay_icon
from render.icons.seat_shapes import shape_points
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_ring
from render.pen.icon_pen import draw_icon
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.pillow_wrappers import scaled
from render.pen.theme import Colour, mix
from render.text.text_layout import Style, width, write

#: Maximum and minimum width of a token, and its height at the maximum width.
TOKEN, TOKEN_MIN_SIZE, HEIGHT = 46, 30, 60
NEUTRAL_COLOUR = theme.STEEL
CUBE = 32
FORCE, ARCANE = theme.rgb("#ec6a5e"), theme.VIOLET


def colour_of(colour: int | None) -> Colour:
    """Return the colour of an owner, or grey if there is no owner."""
    return NEUTRAL_COLOUR if colour is None else theme.SEATS[colour].colour


@cached
def token(agent: Agent) -> Image.Image:
    """Draw an agent's token: the initials above the owner's shape, with a crown for a lead agent.

    The colours are swapped on the returned side.
    """
    image = Image.new("RGBA", (TOKEN, HEIGHT), (0, 0, 0, 0))
    body = colour_of(agent.colour)
    paper = mix(theme.BLACK, body, 1 / 3) if agent.returned else body
    ink = body if agent.returned else theme.BLACK
    edge = theme.GOLD_LIT if agent.kind == "lead" else body if agent.returned else theme.BLACK
    top = 6 if agent.kind == "lead" else 2
    lay_panel(image, (0, top, TOKEN, HEIGHT), edge, theme.BLACK, 10, 2)
    lay_panel(image, (3, top + 3, TOKEN - 3, HEIGHT - 3), paper, None, 8)
    _face(image, agent, top, ink)
    _foot(image, agent, ink)
    if agent.kind == "lead":
        lay_icon(image, "first", 11, -5, 22, theme.PALE)
    if agent.count > 1:
        style = Style(MIN_TEXT_SIZE, "bold", theme.BLACK)
        lay_panel(image, (TOKEN - 22, HEIGHT - 30, TOKEN, HEIGHT), theme.WHITE, theme.BLACK, 8)
        write(image, TOKEN - 11 - width(str(agent.count), style) // 2, HEIGHT - 33, str(agent.count), style)
    return image


def _face(image: Image.Image, agent: Agent, top: int, ink: Colour) -> None:
    if agent.kind in ("deep_one", "cultist"):
        lay_icon(image, agent.kind, 8, top + 3, 28, theme.PALE)
        return
    style = Style(MIN_TEXT_SIZE, "bold", ink)
    write(
        image,
        (TOKEN - width(agent.initials, style)) // 2,
        top + (3 if agent.kind == "lead" else -1),
        agent.initials,
        style,
    )


def _foot(image: Image.Image, agent: Agent, ink: Colour) -> None:
    """Draw the owner's shape, with dots for FORCE at the left and for ARCANE at the right."""
    if agent.colour is not None:
        part = _shape(theme.SEATS[agent.colour].shape, ink)
        image.paste(part, (13, HEIGHT - 23), part)
    for side, count, colour in ((0, agent.force, FORCE), (1, agent.arcane, ARCANE)):
        for n in range(min(count, 3)):
            x, y = (5, TOKEN - 12)[side], HEIGHT - 11 - n * 8
            lay_panel(image, (x, y, x + 7, y + 7), colour, theme.BLACK, 3, 1)


@cached
def _shape(shape: str, ink: Colour) -> Image.Image:
    """Draw an owner's shape in one colour."""
    return draw_icon(lambda pen: pen.fill(shape_points(shape, 12, 12, 9.6), ink), 18, ink, False)


def _token_sizes(agents: Sequence[Agent], room: int) -> tuple[int, int, int]:
    """Return the width of the tokens, the distance from one token to the next, and the number of tokens to draw."""
    count = len(agents)
    side = min(TOKEN, (room + 2) // max(1, count) - 2)
    if side >= TOKEN_MIN_SIZE:
        return side, side + 2, count
    shown = (room - 40) // (TOKEN_MIN_SIZE + 2)
    return TOKEN_MIN_SIZE, TOKEN_MIN_SIZE + 2, shown


def lay_agents(image: Image.Image, box: Box, agents: Sequence[Agent]) -> None:
    """Draw agents in a row, smaller if there are many, followed by the number of agents that don't fit."""
    x, y0, x1, y1 = box
    side, step, shown = _token_sizes(agents, x1 - x)
    tall = round(HEIGHT * side / TOKEN)
    for agent in agents[:shown]:
        part = token(agent)
        if side != TOKEN:
            part = scaled(part, (side, tall))
        image.paste(part, (x, y1 - tall), part)
        mark(image, (x, y1 - tall, x + side, y1), f"agent:{agent.id}", agent.name)
        if agent.touched:
            lay_ring(image, (x - 3, y1 - tall - 2, x + side + 3, y1 + 3), OUTLINE, 10, 4)
        x += step
    if len(agents) > shown:
        write(image, x + 2, (y0 + y1) // 2 - 16, f"+{len(agents) - shown}", Style(MIN_TEXT_SIZE, "bold", theme.WHITE))


#: Pairs of sizes for a cube and the number beside it, the largest first.
_SIZES = ((30, 32), (28, MIN_TEXT_SIZE), (22, MIN_TEXT_SIZE), (18, MIN_TEXT_SIZE))


def _row_width(marks: Marks, side: int, size: int) -> int:
    return sum(side + width(str(count), Style(size, "bold")) + side // 3 for _, count in marks)


def lay_marks(image: Image.Image, x: int, y: int, marks: Marks, room: int, tall: int = CUBE) -> int:
    """Draw influence markers in a row of this height, each with its number. Return the right end of the row."""
    fitting = [sizes for sizes in _SIZES if sizes[0] <= tall + 2]
    side, size = next((sizes for sizes in fitting if _row_width(marks, *sizes) <= room), _SIZES[-1])
    style, numbered = Style(size, "bold", theme.WHITE), _row_width(marks, side, size) <= room
    for colour, count in marks:
        lay_icon(image, f"cube{colour}", x, y + (tall - side) // 2, side, theme.PALE)
        x += side + 3
        if numbered:  # with too many owners, there is no room for numbers beside the cubes
            x = write(image, x, y + (tall - 4 - size) // 2, str(count), style) + side // 3 - 3
    return x


def lay_marks_in(image: Image.Image, box: Box, marks: Marks) -> None:
    """Draw influence markers in a box, larger if there are few."""
    x0, y0, x1, y1 = box
    columns = 1 if len(marks) <= 2 else 2
    rows = -(-len(marks) // columns)
    wide, tall = (x1 - x0) // columns, min(42, (y1 - y0) // rows)
    size = 36 if columns == 1 else MIN_TEXT_SIZE
    top = (y0 + y1 - rows * tall) // 2
    style = Style(size, "bold", theme.WHITE)
    widest = max(width(str(count), style) for _, count in marks)
    side = min(36 if columns == 1 else 26, wide - widest - 4, tall)
    for index, (colour, count) in enumerate(marks):
        x, y = x0 + (index % columns) * wide, top + (index // columns) * tall
        lay_icon(image, f"cube{colour}", x, y + (tall - side) // 2, side, theme.PALE)
        write(image, x + side + 3, y + tall // 2 - round(size * 0.57), str(count), style)
