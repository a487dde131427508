"""Draws the area below the map: the mythos row and the two tracks."""

from PIL import Image

from render.dark_providence.board_records import Mythos, Side, Track
from render.dark_providence.change_marks import lay_outline, lay_tag, tag_width
from render.dark_providence.layout import EDGE, GAP, MIN_TEXT_SIZE, WIDTH, ground
from render.dark_providence.tokens import lay_marks
from render.emblem.dark_providence import horror
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, mapped_table, rounded, stacked
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.pen.theme import mix
from render.sheets.change_marks import LABEL_HEIGHT
from render.text.text_layout import Style, width, write, write_block, write_fit

TITLE = Style(36, "title", theme.GOLD_LIT)
TITLE_HEIGHT = 52
#: The number of cards in a row, the heights of a card with a picture and of a low card, and the width of the picture.
COLUMNS, CARD_HEIGHT, SLIM_HEIGHT, PICTURE = 3, 132, 84, 108
TRACK_HEIGHT = 112


@cached
def draw_side(side: Side) -> Image.Image:
    """Draw the mythos row and the tracks as a palette image."""
    title = _title(side.title, side.deck, side.deck_name, side.goal if side.row else f"{side.empty} · {side.goal}")
    rows = [title]
    tall = CARD_HEIGHT if len(side.row) <= COLUMNS else SLIM_HEIGHT
    for start in range(0, len(side.row), COLUMNS):
        row = mapped_table(WIDTH, tall)
        for (x0, x1), card in zip(_columns(COLUMNS), side.row[start : start + COLUMNS], strict=False):
            lay_part(row, _card((x0, 0, x1, tall), card), (x0, 0))
        rows.append(row)
    tracks = mapped_table(WIDTH, TRACK_HEIGHT + GAP)
    for (x0, x1), track in zip(_columns(2), side.tracks, strict=True):
        lay_part(tracks, _track((x0, 0, x1, TRACK_HEIGHT), track), (x0, 0))
    return stacked([*rows, tracks])


def _columns(count: int) -> list[tuple[int, int]]:
    """Return the left and right edges of columns of equal width."""
    wide = (WIDTH - 2 * EDGE + GAP) // count - GAP
    return [(EDGE + n * (wide + GAP), EDGE + n * (wide + GAP) + wide) for n in range(count)]


@cached
def _title(title: str, deck: int, deck_name: str, goal: str) -> Image.Image:
    """Write the title of the mythos row, the number of cards left in the deck, and the points that end the match."""
    image = ground(0, WIDTH, TITLE_HEIGHT)
    end = write(image, EDGE + 4, 4, title, TITLE)
    if deck:
        left = end + 24
        end = write(image, end + 24, 4, f"{{deck}} {deck}", Style(36, "bold", theme.PALE))
        mark(image, (left, 2, end, TITLE_HEIGHT - 2), "deck:mythos", deck_name)
    style = Style(34, "text", theme.PALE)
    write_fit(image, end + 30, 5, goal, style, WIDTH - EDGE - end - 36, "right", MIN_TEXT_SIZE)
    return to_palette(image)


@cached
def _card(box: Box, card: Mythos) -> Image.Image:
    """Draw a mythos card as a dark slip: name, points, lock, influence and, if the slip is high, the picture."""
    image = ground(box[0], box[2], box[3])
    wide, tall = image.width, image.height
    inner = (4, 4, wide - 4, tall - 4)
    mark(image, inner, f"card:{card.seed}", card.name)
    lay_panel(image, inner, theme.BLIGHT, mix(theme.BLIGHT, theme.BLIGHT_INK, 0.5), 10)
    if tall >= CARD_HEIGHT:
        left, right = _pictured(image, card)
    else:
        left, right = _slim(image, card)
    if card.mark:
        lay_outline(image, inner, 10)
        if tag_width(card.mark) <= right - left:  # else the label would cover the name or the influence
            lay_tag(image, right, tall - 6 - LABEL_HEIGHT, card.mark, right - left)
    return to_palette(image)


def _pictured(image: Image.Image, card: Mythos) -> tuple[int, int]:
    """Draw the contents of a high slip: picture and points at the left, name and influence at the right.

    Return the ends of the free space beside the influence.
    """
    wide, tall = image.size
    side = min(PICTURE, tall - 24)
    y = (tall - side) // 2
    image.paste(horror(card.seed, PICTURE, side), (14, y), rounded(PICTURE, side, 8))
    if card.worth:
        style = Style(32, "bold", theme.WHITE)
        foot = width(card.worth, style) + 20
        lay_panel(image, (14 + PICTURE - foot, y + side - 40, 14 + PICTURE, y + side), theme.BLIGHT, None, 8)
        write(image, 24 + PICTURE - foot, y + side - 40, card.worth, style)
    if card.lock:
        lay_icon(image, "lock", 10, y - 6, 40, theme.PALE)
        mark(image, (10, y - 6, 50, y + 34), f"lock:{card.seed}", card.lock_name)
    left = 28 + PICTURE
    room = (left, 10, wide - 14, tall - 46)
    write_block(
        image, room, card.name, Style(34, "bold", theme.BLIGHT_INK), lines=2, valign="middle", least=MIN_TEXT_SIZE
    )
    return _marks(image, left, tall - 42, card, wide - left - 12), wide - 10


def _marks(image: Image.Image, x: int, y: int, card: Mythos, room: int) -> int:
    """Draw the influence on a card. Return its right end."""
    end = lay_marks(image, x, y, card.marks, room)
    if card.marks:
        mark(image, (x, y, min(end, image.width - 4), y + 34), f"influence:{card.seed}", card.marks_name)
    return end


def _slim(image: Image.Image, card: Mythos) -> tuple[int, int]:
    """Draw the contents of a low slip in two lines: the name, then influence and points.

    Return the ends of the free space beside the influence.
    """
    wide, tall = image.size
    half = tall // 2
    lay_panel(image, (4, 14, 10, tall - 14), theme.VIOLET, None, 3)
    left = 20
    if card.lock:
        lay_icon(image, "lock", left - 4, half - 27, 28, theme.PALE)
        mark(image, (left - 4, half - 27, left + 24, half - 1), f"lock:{card.seed}", card.lock_name)
        left += 30
    name = Style(32, "bold", theme.BLIGHT_INK)
    write_fit(image, left, half - 34, card.name, name, wide - 14 - left, least=MIN_TEXT_SIZE)
    worth = Style(30, "bold", theme.WHITE)
    end = wide - 14 - width(card.worth, worth)
    write(image, end, half - 2, card.worth, worth)
    return _marks(image, 20, half - 1, card, end - 24), end - 8


@cached
def _track(box: Box, track: Track) -> Image.Image:
    """Draw a track: its name, all its spaces, and the space and the VP of its marker."""
    image = ground(box[0], box[2], box[3])
    wide, low = image.width, image.height - 4
    mark(image, (4, 4, wide - 4, low), f"track:{track.icon}", track.name)
    lay_panel(image, (4, 4, wide - 4, low), theme.PANEL, theme.STEEL_DARK, 10)
    lay_icon(image, track.icon, 12, 10, 46, theme.PALE)
    figure = Style(46, "bold", theme.WHITE)
    text = f"{track.values[track.space]}"
    right = wide - 18 - width(text, figure)
    write(image, right, 1, text, figure)
    write_fit(image, 66, 10, track.name, Style(36, "bold", theme.PALE), right - 76, least=MIN_TEXT_SIZE)
    _spaces(image, track, (12, 62, wide - 12, low - 8))
    if track.mark:
        lay_outline(image, (4, 4, wide - 4, low), 10)
        lay_tag(image, right - 14, 0, track.mark, 170)
    return to_palette(image)


def _spaces(image: Image.Image, track: Track, box: Box) -> None:
    """Draw the spaces of a track with their VP. Passed spaces are filled, and the marker's space is highlighted."""
    x0, y0, x1, y1 = box
    count = len(track.values)
    step = (x1 - x0) / count
    for index, value in enumerate(track.values):
        left, right = round(x0 + index * step) + 1, round(x0 + (index + 1) * step) - 1
        is_marker_space = index == track.space
        paper = (
            theme.GOLD_LIT
            if is_marker_space
            else mix(theme.BLACK, theme.GOLD, 0.6)
            if index < track.space
            else theme.HOLLOW
        )
        lay_panel(
            image,
            (left, y0 - (4 if is_marker_space else 0), right, y1),
            paper,
            theme.WHITE if is_marker_space else None,
            5,
        )
        ink = theme.INK if is_marker_space else theme.PALE if index < track.space else theme.MUTED
        style = Style(MIN_TEXT_SIZE, "bold", ink)
        write(image, (left + right - width(str(value), style)) // 2, y0 + 1, str(value), style)
