"""Draws a booster draft before a match: both players' progress, the packet, the pool, and the deck so far."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.aevum_haeresis.card_list import WIDE, Entry, column_rows, entries, list_rows
from render.aevum_haeresis.card_wording import cost_of, face, icon_of
from render.aevum_haeresis.layout import EDGE, GAP, HEAD, HEADER_HEIGHT, MIN_TEXT_SIZE, WIDTH, ground
from render.aevum_haeresis.title_lists import title_columns, title_rows
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, mapped_table, stacked
from render.pen.pieces import mark
from render.pen.png_encoding import to_palette
from render.sheets import board_header
from render.sheets.board_header import Head, draw_header
from render.sheets.choice_tiles import WIDTH as PANEL_WIDTH
from render.sheets.choice_tiles import heading
from render.sheets.hand_parts import Pile
from render.sheets.row_stack import Row, Rows
from render.text.text_layout import Style, write_fit
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.view import HaeresisView, LimitedView
from rules.aevum_haeresis.words.names import FACTIONS, PHASES, TYPES, content_of
from rules.aevum_haeresis.words.packets import LISTS, progress, rarity_text, sizes
from rules.kernel.words.translation import Translator, capital

#: The heights of a player's panel and of the factions panel.
SEAT_HEIGHT, FACTIONS_HEIGHT = 190, 150
#: The size of the small card that stands for a packet, and the gap between two such cards.
PACKET_SIZE, PACKET_GAP = (40, 54), 12
#: The largest heights of a spacious list of a packet, and of a picture in one column, as multiples of their widths. A
#: packet of 15 cards fits.
TALLEST_COLUMN, TALLEST_LIST = 1.5, 3.2


@dataclass(frozen=True, slots=True)
class Progress:
    """One player's progress: the number of finished packets and the number of all packets, and both as text."""

    seat: int
    name: str
    words: str
    done: int
    every: int
    acting: bool
    ready: bool


def draw_progress(view: HaeresisView, limited: LimitedView, say: Translator) -> Image.Image:
    """Draw the board during drafting: the factions in the boosters, and both players' progress."""
    head = Head(
        headline=headline(view, say),
        icon=board_header.icon_of(view.to_act[0] if len(view.to_act) == 1 else None, view.over),
        news=(say.t(PHASES[view.phase]),),
        title="",
        detail="",
        over=view.over,
    )
    top = ground((0, 0, WIDTH, HEADER_HEIGHT))
    draw_header(top, head, HEAD)
    lower = view.viewer or 0
    panels = [_seat_panel(read_progress(view, limited, say, seat)) for seat in (1 - lower, lower)]
    gap = mapped_table(WIDTH, GAP)
    names = tuple((faction, say.t(FACTIONS[faction])) for faction in (*limited.factions, "neutral"))
    parts = [to_palette(top), panels[0], gap, _factions(say.t("In the boosters"), names), gap, panels[1], gap]
    return stacked(parts)


def headline(view: HaeresisView, say: Translator) -> str:
    """Return the line about who decides or who has won. Two names would leave no room for the phase."""
    if view.over:
        return board_header.ending(say, (view.winner,) if view.winner >= 0 else ())
    if len(view.to_act) > 1:
        return say.t("Both players decide")
    return board_header.headline(say, view.to_act, turn=False)


def read_progress(view: HaeresisView, limited: LimitedView, say: Translator, seat: int) -> Progress:
    """Return a seat's progress."""
    return Progress(
        seat=seat,
        name=say.seat(seat),
        words=capital(progress(say, limited, seat).partition(": ")[2] or progress(say, limited, seat)),
        done=limited.done[seat],
        every=2 * limited.boosters if limited.format == "draft" else 0,
        acting=seat in view.to_act,
        ready=limited.ready[seat],
    )


def _seat_panel(record: Progress) -> Image.Image:
    image = ground((0, 0, WIDTH, SEAT_HEIGHT))
    box: Box = (EDGE, 0, WIDTH - EDGE, SEAT_HEIGHT)
    mark(image, box, f"seat:{record.seat}", record.name)
    colour = theme.SEATS[record.seat].colour
    lay_panel(image, box, theme.mix(theme.PANEL, colour, 0.12), colour if record.acting else theme.STEEL_DARK, line=4)
    left, room = box[0] + 24, box[2] - box[0] - 48
    lay_icon(image, f"seat{record.seat}", left, 16, 56, theme.PALE)
    write_fit(image, left + 72, 12, record.name, Style(46, "bold", theme.WHITE), room - 72, least=MIN_TEXT_SIZE)
    ink = theme.GOLD_LIT if record.ready else theme.PALE
    write_fit(image, left, 72, record.words, Style(36, "text", ink), room, least=MIN_TEXT_SIZE)
    pen, y = ImageDraw.Draw(image), SEAT_HEIGHT - PACKET_SIZE[1] - 12
    for number in range(record.every):
        x = left + number * (PACKET_SIZE[0] + PACKET_GAP)
        fill = theme.GOLD if number < record.done else theme.HOLLOW
        pen.rounded_rectangle((x, y, x + PACKET_SIZE[0], y + PACKET_SIZE[1]), 6, fill, theme.STEEL_DARK, 2)
    return to_palette(image)


def _factions(title: str, names: Sequence[tuple[str, str]]) -> Image.Image:
    image = ground((0, 0, WIDTH, FACTIONS_HEIGHT))
    lay_panel(image, (EDGE, 0, WIDTH - EDGE, FACTIONS_HEIGHT), theme.PANEL, theme.STEEL_DARK)
    write_fit(
        image, EDGE + 24, 10, title, Style(36, "bold", theme.GOLD_LIT), WIDTH - 2 * EDGE - 48, least=MIN_TEXT_SIZE
    )
    step = (WIDTH - 2 * EDGE - 48) // len(names)
    for number, (faction, name) in enumerate(names):
        x = EDGE + 24 + number * step
        lay_icon(image, f"faction_{faction}", x, 70, 56, theme.PALE)
        write_fit(image, x + 66, 76, name, Style(34, "text", theme.PALE), step - 76, least=MIN_TEXT_SIZE)
    return to_palette(image)


# -- a player's cards --------------------------------------------------------------------------------------------


def draw_limited(view: HaeresisView, limited: LimitedView, seat: int, say: Translator) -> Rows:
    """Draw a seat's options: the packet with full card texts, or the deck in progress."""
    if limited.packet:
        narrow = Rows(PANEL_WIDTH, _packet_list(view, limited.packet, say))
        return narrow if _fits(narrow) else Rows(WIDE, _packet_columns(view, limited.packet, say))
    if limited.deck:
        lines = [heading(line) for line in sizes(say, content_of(view), limited.deck)]
        piles = _piles(view, limited.deck, say)
        narrow = Rows(PANEL_WIDTH, [*lines, *title_rows(piles, PANEL_WIDTH)])
        return narrow if _fits(narrow) else Rows(WIDE, [*lines, *title_columns(piles)])
    return draw_pool(view, limited, say)


def _fits(narrow: Rows) -> bool:
    """Return whether a picture in one column isn't too tall. Two columns aren't legible in a panel on a phone."""
    return narrow.tall <= TALLEST_LIST * PANEL_WIDTH


def _packet(view: HaeresisView, packet: Sequence[str], say: Translator, *, notes: bool = False) -> list[Entry]:
    """Return the cards of a packet in order, with their rarities if `notes` is True."""
    content = content_of(view)
    cards = sorted((content.cards[card] for card in packet), key=_place)
    return entries(face(say, content, card, now=rarity_text(say, card) if notes else "") for card in cards)


def _packet_list(view: HaeresisView, packet: Sequence[str], say: Translator) -> list[Row]:
    """Return a packet in words, in one column. If it is long, the list is dense and without rarities."""
    spacious = list_rows(_packet(view, packet, say, notes=True), PANEL_WIDTH, False)
    if Rows(PANEL_WIDTH, spacious).tall <= TALLEST_COLUMN * PANEL_WIDTH:
        return spacious
    return list_rows(_packet(view, packet, say), PANEL_WIDTH, True)


def _packet_columns(view: HaeresisView, packet: Sequence[str], say: Translator) -> list[Row]:
    """Return a packet in words, in two columns."""
    return column_rows(_packet(view, packet, say))


def draw_pool(view: HaeresisView, limited: LimitedView, say: Translator) -> Rows:
    """Draw a seat's cards: the packet, the drafted cards that are not in the deck, and the deck."""
    packet = _packet_list(view, limited.packet, say) if limited.packet else []
    narrow = _pool(view, limited, say, PANEL_WIDTH)
    # A packet that doesn't fit is left out, because the picture of the question shows it.
    for rows in ([*packet, *narrow], narrow):
        if _fits(shown := Rows(PANEL_WIDTH, rows)):
            return shown
    return Rows(WIDE, _pool(view, limited, say, WIDE))


def _pool(view: HaeresisView, limited: LimitedView, say: Translator, wide: int) -> list[Row]:
    """Return the lists of a seat's drafted cards and its deck, in a picture of this width."""
    deck = Counter(limited.deck or {})
    unused_cards = Counter(limited.drafted or ()) - deck
    unused = say.t("From boosters, not in the deck") if deck else say.t("From boosters")
    lists = [*_titled(unused, view, unused_cards, say, wide), *_titled(say.t("Your deck"), view, deck, say, wide)]
    return lists or title_rows([Pile("card", say.t("You have no cards from boosters yet."), ())], wide)


def _titled(title: str, view: HaeresisView, cards: Mapping[str, int], say: Translator, wide: int) -> list[Row]:
    piles = _piles(view, cards, say)
    head = Pile("card", f"{title} · {sum(cards.values())}", ())
    lists = title_columns(piles) if wide == WIDE else title_rows(piles, wide)
    return [*title_rows([head], wide), *lists] if piles else []


def _piles(view: HaeresisView, cards: Mapping[str, int], say: Translator) -> list[Pile]:
    """Return the cards as lists, one list for each group of types."""
    content = content_of(view)
    found: list[Pile] = []
    for types in LISTS:
        group = sorted((content.cards[card] for card in cards if content.cards[card].type in types), key=_place)
        if group:
            count = sum(cards[card.id] for card in group)
            title = ", ".join(say.t(TYPES[kind]) for kind in types if any(card.type == kind for card in group))
            lines = tuple(_line(say, card, cards[card.id]) for card in group)
            icon, keys = icon_of(group[0]) if len(types) == 1 else types[0], tuple(f"card:{card.id}" for card in group)
            found.append(Pile(icon, f"{title} · {count}", lines, keys=keys))
    return found


def _line(say: Translator, card: Card, count: int) -> str:
    name = f"{count} × {say.name(card.name)}" if count > 1 else say.name(card.name)
    return f"{name}\t{cost_of(card)}"


def _place(card: Card) -> tuple[int, int, str]:
    order = [kind for kinds in LISTS for kind in kinds]
    return order.index(card.type), card.cost.gold, card.id
