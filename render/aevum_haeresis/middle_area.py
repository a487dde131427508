"""Draws the area between the players: both Story rows, the Conflict, and the current question."""

from PIL import Image

from render.aevum_haeresis.board_records import Chapter, Conflict, Fighter, OpenCard, OwnCard, Stage
from render.aevum_haeresis.cards import card_back
from render.aevum_haeresis.change_marks import OUTLINE, QUESTION_OUTLINE
from render.aevum_haeresis.layout import EDGE, MIN_TEXT_SIZE, WIDTH, ground
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, lay_panel, lay_ring, lay_shadow, mapped_table, panel, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import lay_part, mark
from render.pen.png_encoding import to_palette
from render.pen.theme import mix
from render.text.text_layout import Style, fitted, line_height, width, write, write_block, write_fit

ROW_HEIGHT, STRIP_HEIGHT, GAP = 156, 96, 8
BACK = (106, 148)
OPEN_WIDTH = 322
CONFLICT_WIDTH = 452


def draw_stage(stage: Stage) -> list[Image.Image]:
    """Draw the area between the players as a palette image, from cached pieces.

    Return an empty list if the area has no contents.
    """
    if stage.conflict is None and not any(stage.rows):
        nothing: list[Image.Image] = []
        return [_situation(stage.title, stage.icon, stage.detail, stage.asked)] if stage.title else nothing
    wide, tall = WIDTH - 2 * EDGE, 2 * ROW_HEIGHT + STRIP_HEIGHT + 2 * GAP
    whole, left = mapped_table(WIDTH, tall + GAP), EDGE
    right = EDGE + wide
    if stage.conflict is not None:
        box = (EDGE, 0, EDGE + CONFLICT_WIDTH, tall)
        mark(whole, box, "conflict", stage.conflict.name)
        lay_part(whole, _conflict(box, stage.conflict), box[:2])
        left += CONFLICT_WIDTH + GAP
    tops = (0, ROW_HEIGHT + STRIP_HEIGHT + 2 * GAP)
    strip = (left, ROW_HEIGHT + GAP, right, ROW_HEIGHT + GAP + STRIP_HEIGHT)
    columns = _columns(stage, left, right)
    for row, top, empty in zip(stage.rows, tops, stage.empty, strict=True):
        if not row:
            box = (left, top, right, top + ROW_HEIGHT)
            whole.paste(_empty(box, empty), box[:2])
        for chapter in row:
            x0, x1 = columns[chapter.number]
            box = (x0, top, x1, top + ROW_HEIGHT)
            if chapter.words:
                mark(whole, box, f"chapter:{chapter.seat}:{chapter.number}", chapter.words)
            lay_part(whole, _chapter(box, chapter), box[:2])
    whole.paste(_strip(strip, stage.title, stage.icon, stage.detail, stage.asked, tuple(
        (number, *ends) for number, ends in columns.items()
    )), strip[:2])  # fmt: skip
    return [whole]


@cached
def _situation(title: str, icon: str, detail: str, has_question: bool) -> Image.Image:
    """Draw the current situation when there are no cards between the players."""
    box = (EDGE, 0, WIDTH - EDGE, STRIP_HEIGHT)
    whole = mapped_table(WIDTH, STRIP_HEIGHT + GAP)
    whole.paste(_strip(box, title, icon, detail, has_question, ()), box[:2])
    return whole


def _columns(stage: Stage, left: int, right: int) -> dict[int, tuple[int, int]]:
    """Return the left and right edges of the Chapters' columns.

    The column of the revealed Chapter is wide. The other columns share the remaining width.
    """
    numbers = sorted({chapter.number for row in stage.rows for chapter in row})
    broad = {chapter.number for row in stage.rows for chapter in row if chapter.open or chapter.own}
    revealed = {chapter.number for row in stage.rows for chapter in row if chapter.open}
    room = right - left - sum(OPEN_WIDTH + GAP for _ in revealed)
    rest = len(numbers) - len(revealed)
    most = 190 if broad - revealed else BACK[0] + 34
    step = min(most, room // max(1, rest))
    found: dict[int, tuple[int, int]] = {}
    x = left
    for number in numbers:
        wide = OPEN_WIDTH if number in revealed else step - GAP
        found[number] = (x, x + wide)
        x += wide + GAP
    return found


@cached
def _empty(box: Box, words: str) -> Image.Image:
    """Draw an empty Story row."""
    image = ground(box)
    wide, tall = image.size
    lay_panel(image, (2, 2, wide - 2, tall - 2), mix(theme.TABLE, theme.HOLLOW, 0.5), theme.PANEL)
    write_block(image, (30, 10, wide - 30, tall - 10), words, Style(32, "italic", theme.STEEL_DARK), align="centre",
                valign="middle", least=MIN_TEXT_SIZE)  # fmt: skip
    return to_palette(image)


@cached
def _strip(
    box: Box, title: str, icon: str, detail: str, has_question: bool, columns: tuple[tuple[int, int, int], ...]
) -> Image.Image:
    """Write the current situation and the Chapter numbers on the strip between the two Story rows."""
    image = ground(box)
    wide, tall = image.size
    top = 0
    if columns:
        top = 40
        for number, x0, x1 in columns:
            x, style, text = (x0 + x1) // 2 - box[0], Style(30, "bold", theme.GOLD_LIT), str(number)
            room = max(44, width(text, style) + 24)
            lay_panel(image, (x - room // 2, 0, x + room // 2, 34), theme.PANEL, theme.GOLD, 15)
            write(image, x - width(text, style) // 2, -2, text, style)
    paper = mix(theme.PANEL, QUESTION_OUTLINE, 0.18) if has_question else theme.PANEL
    lay_panel(
        image,
        (1, top, wide - 1, tall),
        paper,
        QUESTION_OUTLINE if has_question else theme.STEEL_DARK,
        12,
        3 if has_question else 2,
    )
    side = tall - top - 16
    lay_icon(image, icon, 14, top + 8, side, theme.PALE)
    left, room = side + 30, wide - side - 46
    if not detail or tall - top < 70:
        text = f"{title} · {detail}" if detail else title
        size = 40 if tall - top > 70 else 34
        write_block(
            image,
            (left, top + 4, left + room, tall - 4),
            text,
            Style(size, "bold", theme.PALE),
            valign="middle",
            least=MIN_TEXT_SIZE,
        )
        return to_palette(image)
    write_fit(image, left, top + 4, title, Style(38, "bold", theme.PALE), room, least=MIN_TEXT_SIZE)
    write_fit(image, left, top + 50, detail, Style(30, "text", theme.MUTED), room, least=MIN_TEXT_SIZE)
    return to_palette(image)


@cached
def _chapter(box: Box, chapter: Chapter) -> Image.Image:
    """Draw one Chapter of a Story row: its revealed cards, or card backs."""
    image = ground(box)
    wide, tall = image.size
    if chapter.open:
        each = (tall + 4) // len(chapter.open)
        for index, card in enumerate(chapter.open):
            part = _open(card, wide, each - 4)
            image.paste(part, (0, index * each), part)
            mark(image, (0, index * each, wide, index * each + part.height), f"card:{card.seed}", card.name)
        return to_palette(image)
    if chapter.own:
        _own(image, chapter.own)
        return to_palette(image)
    for n in range(chapter.backs):
        back = card_back(BACK)
        x = max(0, (wide - BACK[0]) // 2) - 10 * (chapter.backs - 1) + 20 * n
        lay_shadow(image, (x, 4, x + BACK[0], 4 + BACK[1]), 8, 6)
        image.paste(back, (x, 4), back)
    return to_palette(image)


def _own(image: Image.Image, cards: tuple[OwnCard, ...]) -> None:
    """Draw the viewer's own face-down cards: dark like a card back, but with their names."""
    wide, tall = image.size
    each = (tall + 4) // len(cards)
    for index, card in enumerate(cards):
        box = (2, index * each + 2, wide - 2, (index + 1) * each - 6)
        mark(image, box, f"card:{card.seed}", card.name)
        named = wide >= 150 and each > 100
        foot = 62 if named else 0
        lay_panel(image, box, theme.BLIGHT, theme.BLIGHT_INK, 10, 2)
        picture = emblem(card.seed, card.type, card.faction, wide - 16, box[3] - box[1] - 12 - foot)
        image.paste(Image.blend(picture, Image.new("RGB", picture.size, theme.BLIGHT), 0.3), (8, box[1] + 6))
        lay_panel(image, (6, box[1] + 4, 42, box[1] + 40), theme.BLIGHT, None, 12)
        lay_icon(image, "eye", 10, box[1] + 8, 28, theme.PALE)
        if named:
            room = (8, box[3] - foot - 2, wide - 8, box[3] - 3)
            write_block(image, room, card.name, Style(26, "bold", theme.BLIGHT_INK), lines=2, align="centre",
                        valign="middle", least=MIN_TEXT_SIZE)  # fmt: skip


def _open(card: OpenCard, wide: int, tall: int) -> Image.Image:
    """Draw a revealed card: picture, name, cost, and icon band or numbers.

    Its edge is gold while its player decides.
    """
    edge = QUESTION_OUTLINE if card.asked else theme.GOLD if card.paid else theme.INK
    image = panel(wide, tall, theme.PARCHMENT, edge, 10, 5 if card.asked or card.paid else 2).copy()
    side = min(tall - 12, 104)
    picture = emblem(card.seed, card.type, card.faction, side, tall - 12)
    image.paste(picture, (6, 6), rounded(*picture.size, 7))
    lay_panel(image, (8, tall - 42, 44, tall - 8), theme.TABLE, None, 8)
    lay_icon(image, card.type, 11, tall - 40, 30, theme.PALE)
    left, right = side + 14, wide - 8
    low = tall < 100
    style = Style(30 if not low else 28, "bold", theme.WHITE)
    lines, used = fitted(card.name, style, right - left - 8, 1 if low else 2, MIN_TEXT_SIZE)
    foot = 6 + len(lines) * line_height(used) + 4
    lay_panel(image, (left - 2, 6, wide - 6, foot), COLOURS[card.faction], None, 6)
    for index, line in enumerate(lines):
        write(image, left + 4, 5 + index * line_height(used), line, used)
    _face(image, (left, foot + 2, right, tall - 6), card)
    return image


def _face(image: Image.Image, box: Box, card: OpenCard) -> None:
    """Draw the cost and the icon band on a revealed card, with its text below."""
    x0, y0, x1, y1 = box
    style = Style(34 if y1 - y0 > 50 else 28, "bold", theme.INK)
    middle = y0 if y1 - y0 < 80 else y0 + 2
    x = write(image, x0, middle, card.cost, style) + 12 if card.cost else x0
    if card.numbers:
        write_fit(image, x, middle, card.numbers, style, x1 - x, least=MIN_TEXT_SIZE)
    lay_band(image, x1, middle, card.band, 40 if y1 - y0 > 50 else 34)
    if card.note and y1 - y0 > 76:
        write_fit(image, x0, y1 - 34, card.note, Style(28, "italic", theme.INK_SOFT), x1 - x0, least=MIN_TEXT_SIZE)


def lay_band(image: Image.Image, right: int, y: int, band: tuple[tuple[str, str, bool], ...], side: int) -> None:
    """Draw a Story's icon band, with its right edge at `right`: white or black squares with icons and skulls."""
    x = right - len(band) * (side + 4) + 4
    for icon, colour, skull in band:
        lay_square(image, (x, y), side, icon, colour)
        if skull:
            lay_icon(image, "skull", x + side // 2 - 1, y + side // 2 + 2, round(side * 0.6), theme.INK)
        x += side + 4


def lay_square(image: Image.Image, at: tuple[int, int], side: int, icon: str, colour: str) -> None:
    """Draw one square of an icon band: white if playable, black if filler, or an empty frame if it has no icon."""
    x, y = at
    fill = {"white": theme.WHITE, "black": theme.BLACK}.get(colour, theme.PARCHMENT_SHADE)
    lay_panel(image, (x, y, x + side, y + side), fill, theme.INK, max(4, side // 6), 2)
    if colour == "none":
        return
    inset = max(3, side // 9)
    lay_icon(image, icon, x + inset, y + inset, side - 2 * inset, theme.INK if colour == "white" else theme.PALE)
    if colour == "black":
        veil = Image.new("L", (side - 6, side - 6), 110)
        image.paste(theme.BLACK, (x + 3, y + 3), veil)


@cached
def _conflict(box: Box, conflict: Conflict) -> Image.Image:
    """Draw the two teams with their totals, and the type of Conflict and the initiator between them."""
    image = ground(box)
    wide, tall = image.size
    edge = OUTLINE if conflict.blocked else theme.GOLD
    lay_panel(image, (1, 1, wide - 1, tall - 1), theme.PANEL, edge, line=4)
    half = (tall - 132) // 2
    for index, top in ((0, 10), (1, tall - half - 10)):
        _team(image, (14, top, wide - 14, top + half), conflict, index)
    middle = tall // 2
    lay_panel(image, (10, middle - 54, wide - 10, middle + 54), theme.TABLE, theme.GOLD, 12)
    lay_icon(image, conflict.type, 22, middle - 42, 84, theme.PALE)
    room = (116, middle - 50, wide - 118, middle + 50)
    # The letters of titles are wide: the Spanish "Reclutamiento" would be cut.
    face = "title" if width(conflict.name, Style(MIN_TEXT_SIZE, "title")) <= room[2] - room[0] else "bold"
    write_block(image, room, conflict.name, Style(38, face, theme.GOLD_LIT),
                lines=2, valign="middle", least=MIN_TEXT_SIZE)  # fmt: skip
    if conflict.successful >= 0:
        won = conflict.successful == conflict.initiator
        lay_icon(image, "success" if won else "failure", wide - 112, middle - 42, 84, theme.PALE)
    else:
        lay_icon(image, "swap" if conflict.blocked else "arrow", wide - 100, middle - 32, 64, theme.PALE)
    return to_palette(image)


def _team(image: Image.Image, box: Box, conflict: Conflict, index: int) -> None:
    """Draw a team as small pictures with icons, with its total in large figures at the right."""
    x0, y0, x1, y1 = box
    seat, team = conflict.seats[index], conflict.teams[index]
    total, starts = conflict.icons[index], seat == conflict.initiator
    style = Style(
        78, "bold", theme.GOLD_LIT if _is_winning(conflict, index) else theme.WHITE if team else theme.STEEL_DARK
    )
    text = str(total)
    lay_icon(image, f"seat{seat}", x1 - 52, y0 + 4 if index == 0 else y1 - 48, 42, theme.PALE)
    if starts:
        lay_icon(image, "claim", x1 - 100, y0 + 4 if index == 0 else y1 - 48, 42, theme.PALE)
    write(image, x1 - 10 - width(text, style), y0 + 40 if index == 0 else y0 - 8, text, style)
    room = (x0, y0, x1 - 118, y1)
    if not team:
        write_block(
            image, room, conflict.notes[index], Style(30, "italic", theme.MUTED), valign="middle", least=MIN_TEXT_SIZE
        )
        return
    _tokens(image, room, team, conflict.type)


def _is_winning(conflict: Conflict, index: int) -> bool:
    """Return whether this side is winning the Conflict. The initiator wins ties."""
    own, other = conflict.icons[index], conflict.icons[1 - index]
    return own > other or (own == other and conflict.seats[index] == conflict.initiator)


def _tokens(image: Image.Image, box: Box, team: tuple[Fighter, ...], icon: str) -> None:
    x0, y0, x1, y1 = box
    rows = 1 if len(team) <= 5 else 2
    columns = max(2 if rows == 1 else 3, -(-len(team) // rows))
    wide, tall = min(140, (x1 - x0 + 6) // columns - 6), (y1 - y0 + 6) // rows - 6
    for index, fighter in enumerate(team):
        x, y = x0 + (index % columns) * (wide + 6), y0 + (index // columns) * (tall + 6)
        picture = emblem(fighter.seed, fighter.type, fighter.faction, wide, tall)
        image.paste(picture, (x, y), rounded(wide, tall, 9))
        mark(image, (x, y, x + wide, y + tall), f"fighter:{fighter.seed}", fighter.name)
        style = Style(32 if wide > 60 else MIN_TEXT_SIZE, "bold", theme.INK)
        text = f"{fighter.icons}{{{icon}}}" if wide > 70 else str(fighter.icons)
        foot = width(text, style) + 12
        lay_panel(image, (x + wide - foot, y + tall - 36, x + wide, y + tall), theme.PARCHMENT, theme.INK, 8)
        write(image, x + wide - foot + 6, y + tall - 38, text, style)
        lay_ring(image, (x, y, x + wide, y + tall), COLOURS[fighter.faction], 9, 3)
