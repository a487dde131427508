"""Draws a deck on one sheet: Damned, Camp, Locations, a cost chart, and the cards by type with counts and costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.aevum_haeresis.card_list import COLUMN, STEP, TEXT, WIDE, Entry, column_rows
from render.aevum_haeresis.card_wording import face, icons_of, income_of
from render.aevum_haeresis.soul_and_execution_counts import SUNS
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded, rule
from render.pen.pieces import mark
from render.sheets.row_stack import GAP, Row, Rows
from render.text.drawable_characters import covers, drawable
from render.text.text_layout import Style, width, wrap, write, write_block, write_fit
from rules.aevum_haeresis.content.records import Card, Content, DeckList
from rules.aevum_haeresis.words.names import TYPES
from rules.kernel.words.translation import Translator

#: The heights of the deck's name and of a heading.
NAME, TITLE = 64, 48
#: The width of the faction's mark, and the style of the deck's description.
MARK, BLURB = 128, Style(TEXT, "italic", theme.PALE)
#: The size of the Damned, the Camp or a Location, the number of them on a line, and the height of their pictures.
LEADERS, A_LINE, ART = 232, 3, 94
CURVE = 216
#: Cards that cost this much gold or more share one bar of the chart.
HIGHEST_COST = 6


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one type in a deck, with the number of copies of each."""

    type: str
    title: str
    cards: tuple[tuple[Card, int], ...]


def _group(say: Translator, content: Content, kind: str, counts: Mapping[str, int], title: str = "") -> Group:
    cards_in_pack = [(content.cards[card], count) for card, count in counts.items() if card in content.cards]
    cards = sorted(
        ((card, count) for card, count in cards_in_pack if title or card.type == kind),
        key=lambda pair: (pair[0].cost.gold, pair[0].cost.souls, say.name(pair[0].name)),
    )
    total = sum(count for _, count in cards)
    return Group(kind, f"{title or say.t(TYPES[kind])} · {total}", tuple(cards))


def deck_sheet(content: Content, deck: DeckList, say: Translator) -> Image.Image:
    """Draw a deck, which may be illegal. Cards that the pack doesn't have are left out."""
    damned = content.cards.get(deck.damned)
    curves = (
        (say.t("Heretic deck"), sum(deck.heretics.values()), _bars(content, deck.heretics)),
        (say.t("Plot deck"), sum(deck.plot.values()), _bars(content, deck.plot)),
    )
    groups = [_group(say, content, "heretic", deck.heretics)]
    if deck.background:
        groups.append(_group(say, content, "heretic", deck.background, say.t("Background deck")))
    groups += [_group(say, content, kind, deck.plot) for kind in ("story", "event", "hunter")]
    blurb = tuple(wrap(say.name(deck.blurb), BLURB, WIDE - 2 * GAP - MARK))
    return Rows(
        WIDE,
        [
            Row(
                max(MARK, NAME + len(blurb) * STEP),
                _head,
                (say.name(deck.name), blurb, damned.faction if damned else "neutral"),
            ),
            *_leader_rows(say, content, deck),
            Row(CURVE, _curves, curves),
            *(row for group in groups for row in _group_rows(say, content, group)),
        ],
    ).image()


def _head(image: Image.Image, y: int, called: str, blurb: tuple[str, ...], faction: str) -> None:
    """Write the deck's name and description beside its faction's mark."""
    lay_icon(image, f"faction_{faction}", GAP + 4, y, MARK - 16, theme.PALE)
    # Players choose the names of their decks, so a name may contain characters that the fonts don't have.
    name = drawable(called)
    style = Style(56, "title" if covers(name, "title") else "bold", theme.GOLD_LIT)
    write_fit(image, GAP + MARK, y - 8, name, style, WIDE - 2 * GAP - MARK, least=TEXT)
    for number, line in enumerate(blurb):
        write(image, GAP + MARK, y + NAME + number * STEP, line, BLURB)


# -- the Damned, the Camp and the Locations ----------------------------------------------------------------------


def _leader_rows(say: Translator, content: Content, deck: DeckList) -> list[Row]:
    """Return the Damned, the Camp and the Locations as rows."""
    cards = [content.cards[card] for card in (deck.damned, deck.camp, *deck.locations) if card in content.cards]
    lines = [cards[first : first + A_LINE] for first in range(0, len(cards), A_LINE)]
    return [Row(LEADERS, _leaders, (say, *line)) for line in lines]


def _leaders(image: Image.Image, y: int, say: Translator, *cards: Card) -> None:
    x, room = GAP, WIDE - (A_LINE + 1) * GAP
    # The numbers of the Damned need more room than a Camp or a Location.
    wider = 54 if cards[0].type == "damned" else 0
    for index, card in enumerate(cards):
        wide = room // A_LINE + (-wider // 2 if index else wider)
        _leader(image, (x, y, x + wide, y + LEADERS), say, card)
        x += wide + GAP


def _leader(image: Image.Image, box: Box, say: Translator, card: Card) -> None:
    x0, y0, x1, y1 = box
    mark(image, box, f"card:{card.id}", say.name(card.name))
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, 12)
    picture = emblem(card.id, card.type, card.faction, x1 - x0 - 8, ART)
    image.paste(picture, (x0 + 4, y0 + 4), rounded(*picture.size, 9))
    name = (x0 + 5, y0 + ART, x1 - 5, y0 + ART + 84)
    ImageDraw.Draw(image).rectangle((name[0], name[1], name[2], name[3]), fill=COLOURS[card.faction])
    write_block(image, (name[0] + 3, name[1], name[2] - 3, name[3]), say.name(card.name),
                Style(TEXT, "bold", theme.WHITE), lines=2, align="centre", valign="middle")  # fmt: skip
    if card.type == "location":
        _track(image, (x0 + 8, name[3] + 2, x1 - 8, y1), card)
    else:
        write_fit(image, x0 + 8, name[3] + 4, _numbers(card), Style(TEXT, "bold", theme.INK), x1 - x0 - 16, "centre")


def _numbers(card: Card) -> str:
    """Return the numbers of a character or the gold of a Camp as text with icons."""
    if card.type == "camp":
        return income_of(card)
    return f"{card.damage}{{damage}} {card.health}{{health}} {icons_of(card)}"


def _track(image: Image.Image, box: Box, card: Card) -> None:
    x0, y0, x1, _ = box
    step = (x1 - x0) // 4
    for index, value in enumerate(card.track or ()):
        x = x0 + index * step
        lay_icon(image, SUNS[index], x + 4, y0 + 8, 32, theme.INK)
        write(image, x + 40, y0 + 2, str(value), Style(TEXT, "bold", theme.INK))


# -- costs ---------------------------------------------------------------------------------------------------------


def _bars(content: Content, counts: Mapping[str, int]) -> tuple[int, ...]:
    """Return the number of cards by gold cost."""
    bars = [0] * (HIGHEST_COST + 1)
    for card, count in counts.items():
        if card in content.cards:
            bars[min(HIGHEST_COST, content.cards[card].cost.gold)] += count
    return tuple(bars)


def _curves(image: Image.Image, y: int, *curves: tuple[str, int, tuple[int, ...]]) -> None:
    for x, (title, total, bars) in zip((GAP, 2 * GAP + COLUMN), curves, strict=True):
        _curve(image, (x, y, x + COLUMN, y + CURVE), f"{title} · {total}", bars)


def _curve(image: Image.Image, box: Box, title: str, bars: Sequence[int]) -> None:
    """Draw a bar chart of the number of cards by gold cost."""
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    write_fit(image, x0 + 18, y0 + 6, title, Style(36, "bold", theme.PALE), x1 - x0 - 90, least=TEXT)
    lay_icon(image, "gold", x1 - 60, y0 + 10, 42, theme.PALE)
    step, foot, most = (x1 - x0 - 28) // len(bars), y1 - 44, max(1, *bars)
    for index, count in enumerate(bars):
        x = x0 + 14 + index * step
        text, style = (f"{index}+" if index == HIGHEST_COST else str(index)), Style(TEXT, "bold", theme.GOLD_LIT)
        write(image, x + (step - width(text, style)) // 2, foot + 2, text, style)
        high = max(8, round(72 * count / most))
        if count:
            lay_panel(image, (x + 10, foot - high, x + step - 10, foot), theme.GOLD, theme.BLACK, 5)
            pen, label = Style(TEXT, "bold", theme.WHITE), str(count)
            write(image, x + (step - width(label, pen)) // 2, foot - high - 40, label, pen)
    rule(ImageDraw.Draw(image), x0 + 14, x1 - 14, foot)


# -- cards -----------------------------------------------------------------------------------------------------------


def _group_rows(say: Translator, content: Content, group: Group) -> list[Row]:
    """Return the cards of one type under a heading, with the count, name, icons and cost of each."""
    if not group.cards:
        return []
    shown = [Entry((face(say, content, card, copies=count),), "", typed=False) for card, count in group.cards]
    return [Row(TITLE, _title, (group.type, group.title)), *column_rows(shown)]


def _title(image: Image.Image, y: int, kind: str, title: str) -> None:
    lay_icon(image, kind, GAP + 4, y + 2, 44, theme.GOLD_LIT)
    write_fit(image, GAP + 62, y - 4, title, Style(40, "title", theme.GOLD_LIT), WIDE - 2 * GAP - 70, least=TEXT)
