"""Draws the chat board while decks are built from boosters: the factions in them, and both players' progress."""

from collections.abc import Sequence

from PIL import Image

from render.aevum_haeresis.chat_board import draw_head
from render.aevum_haeresis.chat_board_records import ChatHead
from render.aevum_haeresis.chat_layout import EDGE, GAP, INNER, PLAIN, STEP, WIDTH, strip, wrapped
from render.aevum_haeresis.draft_picture import Progress, headline, read_progress
from render.emblem.aevum_haeresis import secret
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel, mapped_table, rounded, stacked
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.sheets import board_header
from render.sheets.chat_board import MIN_TALL, MIN_TEXT
from render.text.text_layout import Style, write, write_fit
from rules.aevum_haeresis.state.view import HaeresisView, LimitedView
from rules.aevum_haeresis.words.names import FACTIONS, PHASES
from rules.kernel.words.translation import Translator

SEAT, SCENE, FACTION_LINE = 206, 170, 62
#: The number of factions on a line.
COLUMNS = 3
#: The size of the small card that stands for a packet.
PACKET = (46, 60)


def draw_chat_draft(view: HaeresisView, limited: LimitedView, say: Translator) -> Image.Image:
    """Draw the chat board during drafting and deck building."""
    head = ChatHead(
        headline=headline(view, say),
        icon=board_header.icon_of(view.to_act[0] if len(view.to_act) == 1 else None, view.over),
        asked=say.t(PHASES[view.phase]),
        round="",
    )
    names = tuple((faction, say.t(FACTIONS[faction])) for faction in (*limited.factions, "neutral"))
    seats = [_seat(read_progress(view, limited, say, seat)) for seat in (0, 1)]
    parts = [draw_head(head), *seats, _factions(say.t("In the boosters"), names)]
    rest = MIN_TALL - sum(part.height for part in parts)
    return stacked([*parts, mapped_table(WIDTH, rest)] if rest > 0 else parts)


@cached
def _seat(record: Progress) -> Image.Image:
    """Draw a player's progress in words, and as a row of packets."""
    image, colour = strip(SEAT + GAP), theme.SEATS[record.seat].colour
    box = (EDGE, 0, WIDTH - EDGE, SEAT)
    mark(image, box, f"seat:{record.seat}", record.name)
    edge = colour if record.acting else theme.STEEL_DARK
    lay_panel(image, box, theme.mix(theme.PANEL, colour, 0.12), edge, line=5 if record.acting else 2)
    lay_icon(image, f"seat{record.seat}", EDGE + 18, 14, 52, theme.PALE)
    write_fit(image, EDGE + 88, 8, record.name, Style(46, "bold", theme.WHITE), INNER - 108, least=MIN_TEXT)
    ink = theme.GOLD_LIT if record.ready else theme.PALE
    for number, line in enumerate(wrapped(record.words, PLAIN, INNER - 48)[:2]):
        write(image, EDGE + 24, 66 + number * STEP, line, Style(MIN_TEXT, "text", ink))
    for number in range(record.every):
        x, y = EDGE + 24 + number * (PACKET[0] + 14), SEAT - PACKET[1] - 10
        fill = theme.GOLD if number < record.done else theme.HOLLOW
        lay_panel(image, (x, y, x + PACKET[0], y + PACKET[1]), fill, theme.STEEL_DARK, 7)
    return to_palette(image)


@cached
def _factions(title: str, names: Sequence[tuple[str, str]]) -> Image.Image:
    """Draw the factions whose cards are in the boosters under a scene."""
    lines = -(-len(names) // COLUMNS)
    tall = SCENE + lines * FACTION_LINE + 16
    image = strip(tall + GAP)
    lay_panel(image, (EDGE, 0, WIDTH - EDGE, tall), theme.PANEL, theme.GOLD)
    scene = secret(INNER - 4, SCENE - 4)
    image.paste(scene, (EDGE + 2, 2), rounded(*scene.size, theme.RADIUS - 2))
    lay_panel(image, (EDGE + 16, SCENE - 62, EDGE + 16 + INNER // 2, SCENE - 10), theme.TABLE, theme.GOLD)
    gold = Style(36, "bold", theme.GOLD_LIT)
    write_fit(image, EDGE + 32, SCENE - 60, title, gold, INNER // 2 - 32, least=MIN_TEXT)
    step = (INNER - 32) // COLUMNS
    for number, (faction, name) in enumerate(names):
        x, y = EDGE + 16 + number % COLUMNS * step, SCENE + 8 + number // COLUMNS * FACTION_LINE
        lay_icon(image, f"faction_{faction}", x, y, 52, theme.PALE)
        write_fit(image, x + 64, y + 6, name, PLAIN, step - 72, least=MIN_TEXT)
    return to_palette(image)
