"""A summary or player aid as a narrow sheet of parchment for a phone."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, lay_shadow, rule, table
from render.pen.pillow_wrappers import map_levels, scaled
from render.pen.theme import Colour
from render.text.text_layout import Style, line_height, space, width, write, write_fit
from rules.kernel.words.summary_sheets import Section, Sheet

#: The width of the sheet. A phone shows it at half this width.
WIDTH = 780
BANNER = 132
#: The width of the scene at the top before it is cut to the width of the sheet.
SCENE = 1330
MARGIN = 16
#: The space between the edge of the paper and its contents.
PAD = 22
BODY = 28
SIGN = 42
HEADING = 52
PARAGRAPH_GAP = 9
#: A function that draws the scene at the top, given its width and height.
Banner = Callable[[int, int], Image.Image]


@dataclass(frozen=True, slots=True)
class Word:
    """A word in a line, with its font face."""

    text: str
    face: str


def words_of(text: str) -> list[Word]:
    """Split a text with **bold** words into words. A comma after a bold word stays attached to it."""
    found: list[Word] = []
    glued = False
    for index, run in enumerate(text.split("**")):
        face = "bold" if index % 2 else "text"
        for number, part in enumerate(run.split()):
            if number == 0 and glued and not run[0].isspace():
                found[-1] = Word(found[-1].text + part, found[-1].face)
            else:
                found.append(Word(part, face))
        glued = bool(found) and not run[-1:].isspace()
    return found


def break_lines(text: str, room: int) -> list[list[Word]]:
    """Break a text into lines of words, each no wider than `room`."""
    lines: list[list[Word]] = [[]]
    gap, wide = space(Style(BODY)), 0
    for word in words_of(text):
        more = width(word.text, Style(BODY, word.face))
        if lines[-1] and wide + gap + more > room:
            lines.append([word])
            wide = more
        else:
            wide += more + (gap if lines[-1] else 0)
            lines[-1].append(word)
    return lines


@dataclass(frozen=True, slots=True)
class Block:
    """A section of the sheet: its heading, and its wrapped lines with icons."""

    title: str
    lines: tuple[tuple[str, list[list[Word]]], ...]

    @property
    def tall(self) -> int:
        """The height of the heading and the lines in pixels."""
        return HEADING + 10 + sum(_high(rows) + PARAGRAPH_GAP for _, rows in self.lines) + 8


def _high(rows: list[list[Word]]) -> int:
    return max(SIGN, len(rows) * line_height(Style(BODY)))


def _block(section: Section, room: int) -> Block:
    texts = section.texts()
    if section.numbered:
        texts = ["**{}** {}".format(*text.split(" ", 1)) for text in texts]
    return Block(
        section.title,
        tuple((line.icon, break_lines(text, room)) for line, text in zip(section.lines, texts, strict=True)),
    )


def draw_summary(game: str, title: str, sheet: Sheet, accent: Colour, banner: Banner) -> Image.Image:
    """Draw a sheet with its game's banner at the top."""
    room = WIDTH - 2 * (MARGIN + PAD) - SIGN - 14
    blocks = [_block(section, room) for section in sheet.sections]
    top = BANNER + MARGIN
    tall = top + sum(block.tall for block in blocks) + 2 * 12 + MARGIN
    image = table(WIDTH, tall)
    _lay_banner(image, game, title, banner)
    paper = (MARGIN, top, WIDTH - MARGIN, tall - MARGIN)
    lay_shadow(image, paper)
    lay_panel(image, paper, theme.PARCHMENT, theme.GOLD, line=3)
    y = top + 14
    for block in blocks:
        y = _lay_block(image, y, block, accent)
    return image


def _lay_banner(image: Image.Image, game: str, title: str, banner: Banner) -> None:
    """Draw the game's picture, darker towards the left, with the names of the game and of the sheet."""
    # The scene is cut so its middle is to the right of the title.
    art = banner(SCENE, BANNER).convert("RGB").crop((0, 0, WIDTH, BANNER))
    shade = map_levels(
        scaled(Image.linear_gradient("L").rotate(270), (WIDTH, BANNER)), lambda level: min(225, 25 + level)
    )
    art.paste(theme.TABLE, (0, 0), shade)
    image.paste(art, (0, 0))
    rule(ImageDraw.Draw(image), 0, WIDTH, BANNER)
    write_fit(image, 26, 14, game, Style(32, "bold", theme.PALE), WIDTH - 52)
    write_fit(image, 26, 52, title, Style(48, "title", theme.GOLD_LIT), WIDTH - 52, least=34)


def _lay_block(image: Image.Image, y: int, block: Block, accent: Colour) -> int:
    """Draw a section with its title band. Return the upper edge of the next section."""
    x0, x1 = MARGIN + PAD, WIDTH - MARGIN - PAD
    lay_panel(image, (x0 - 8, y, x1 + 8, y + HEADING - 4), theme.mix(accent, theme.BLACK, 0.25), theme.GOLD, 10)
    write_fit(image, x0 + 8, y + 1, block.title, Style(33, "title", theme.WHITE), x1 - x0 - 16, least=26)
    y += HEADING + 10
    step = line_height(Style(BODY))
    for icon, rows in block.lines:
        high = _high(rows)
        lay_icon(image, icon, x0, y, SIGN, theme.INK)
        down = y + max(0, (SIGN - len(rows) * step) // 2)
        for row in rows:
            x = x0 + SIGN + 14
            for word in row:
                x = write(image, x, down, word.text, Style(BODY, word.face, theme.INK), x1 - x) + space(Style(BODY))
            down += step
        y += high + PARAGRAPH_GAP
    return y + 8
