"""Draws a deck on one sheet: Damned, Camp, Locations, the cards by type with counts and costs, and a cost chart."""

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.aevum_haeresis.card_wording import band_of, cost_of, icon_of, icons_of, income_of
from render.aevum_haeresis.middle_area import lay_square
from render.aevum_haeresis.soul_and_execution_counts import SUNS
from render.emblem.aevum_haeresis import emblem
from render.icons import lay_icon
from render.icons.faction_marks import COLOURS
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded, rule, table
from render.pen.theme import mix
from render.text.drawable_characters import covers, drawable
from render.text.text_layout import Style, width, write, write_block, write_fit
from rules.aevum_haeresis.content.records import Card, Content, DeckList
from rules.aevum_haeresis.words.names import TYPES
from rules.kernel.words.translation import Translator

WIDTH = 1500
EDGE, GAP = 24, 14
HEAD = 150
LEADERS = 210
CURVE = 208
TITLE, LINE = 66, 50
#: Cards that cost this much gold or more share one bar of the chart.
HIGHEST_COST = 6
SKULL = 22


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one type in a deck, with the number of copies of each."""

    type: str
    title: str
    cards: tuple[tuple[Card, int], ...]

    @property
    def tall(self) -> int:
        """The height of the group on the sheet in pixels."""
        return TITLE + len(self.cards) * LINE + 12


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
    left = [_group(say, content, "heretic", deck.heretics), _group(say, content, "hunter", deck.plot)]
    if deck.background:
        left.append(_group(say, content, "heretic", deck.background, say.t("Background deck")))
    right = [_group(say, content, "story", deck.plot), _group(say, content, "event", deck.plot)]
    lists = max(sum(group.tall + GAP for group in column) for column in (left, right))
    tall = HEAD + LEADERS + CURVE + 2 * GAP + lists + EDGE
    image = table(WIDTH, tall)
    damned = content.cards.get(deck.damned)
    _head(image, (EDGE, 12, WIDTH - EDGE, HEAD), say, deck, damned)
    _leaders(image, (EDGE, HEAD, WIDTH - EDGE, HEAD + LEADERS), say, content, deck)
    y, middle = HEAD + LEADERS + GAP, WIDTH // 2
    boxes = ((EDGE, y, middle - GAP // 2, y + CURVE), (middle + GAP // 2, y, WIDTH - EDGE, y + CURVE))
    for box, title, counts in zip(
        boxes, (say.t("Heretic deck"), say.t("Plot deck")), (deck.heretics, deck.plot), strict=True
    ):
        _curve(image, box, title, content, counts)
    for box, column in zip(boxes, (left, right), strict=True):
        top = y + CURVE + GAP
        for group in column:
            _list(image, (box[0], top, box[2], top + group.tall), say, group)
            top += group.tall + GAP
    return image


def _head(image: Image.Image, box: Box, say: Translator, deck: DeckList, damned: Card | None) -> None:
    """Write the deck's name and description beside its faction's mark."""
    x0, y0, x1, _ = box
    lay_icon(image, f"faction_{damned.faction if damned else 'neutral'}", x0, y0 + 6, 104, theme.PALE)
    # Players choose the names of their decks, so a name may contain characters that the fonts don't have.
    name = drawable(say.name(deck.name))
    face = "title" if covers(name, "title") else "bold"
    write_fit(image, x0 + 124, y0, name, Style(56, face, theme.GOLD_LIT), x1 - x0 - 130)
    room = (x0 + 124, y0 + 68, x1 - 6, y0 + 136)
    write_block(image, room, say.name(deck.blurb), Style(28, "italic", theme.PALE), lines=2)


def _leaders(image: Image.Image, box: Box, say: Translator, content: Content, deck: DeckList) -> None:
    """Draw the Damned, the Camp and the Locations side by side."""
    x0, y0, x1, y1 = box
    cards = [content.cards[card] for card in (deck.damned, deck.camp, *deck.locations) if card in content.cards]
    if not cards:
        return
    # The Damned needs more room than the Camp and the Locations.
    extra_width = 72
    wide = min(330, (x1 - x0 - extra_width - GAP * (len(cards) - 1)) // len(cards))
    x = x0
    for index, card in enumerate(cards):
        end = x + wide + (extra_width if index == 0 else 0)
        _leader(image, (x, y0, end, y1), say, card)
        x = end + GAP


def _leader(image: Image.Image, box: Box, say: Translator, card: Card) -> None:
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, 12)
    picture = emblem(card.id, card.type, card.faction, x1 - x0 - 8, 92)
    image.paste(picture, (x0 + 4, y0 + 4), rounded(*picture.size, 9))
    ImageDraw.Draw(image).rectangle((x0 + 4, y0 + 96, x1 - 5, y0 + 156), fill=COLOURS[card.faction])
    name = (x0 + 8, y0 + 96, x1 - 8, y0 + 156)
    write_block(image, name, say.name(card.name), Style(28, "bold", theme.WHITE), lines=2, align="centre",
                valign="middle")  # fmt: skip
    text = _numbers(card)
    style = Style(30, "bold", theme.INK)
    if card.type == "location":
        _track(image, (x0 + 8, y0 + 160, x1 - 8, y1 - 6), card)
    else:
        write_fit(image, x0 + 8, y0 + 163, text, style, x1 - x0 - 16, "centre")


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
        lay_icon(image, SUNS[index], x + 1, y0 + 6, 28, theme.INK)
        write(image, x + 31, y0 + 2, str(value), Style(30, "bold", theme.INK))


def _curve(image: Image.Image, box: Box, title: str, content: Content, counts: Mapping[str, int]) -> None:
    """Draw a bar chart of the number of cards by gold cost."""
    x0, y0, x1, y1 = box
    lay_panel(image, box, theme.PANEL, theme.STEEL_DARK)
    bars = [0] * (HIGHEST_COST + 1)
    for card, count in counts.items():
        if card in content.cards:
            bars[min(HIGHEST_COST, content.cards[card].cost.gold)] += count
    write_fit(image, x0 + 18, y0 + 8, f"{title} · {sum(counts.values())}", Style(34, "bold", theme.PALE), x1 - x0 - 90)
    lay_icon(image, "gold", x1 - 60, y0 + 10, 42, theme.PALE)
    step, foot, most = (x1 - x0 - 36) // len(bars), y1 - 42, max(1, *bars)
    for index, count in enumerate(bars):
        x = x0 + 18 + index * step
        text, style = (f"{index}+" if index == HIGHEST_COST else str(index)), Style(30, "bold", theme.GOLD_LIT)
        write(image, x + (step - width(text, style)) // 2, foot + 2, text, style)
        high = round(82 * count / most)
        if count:
            lay_panel(image, (x + 10, foot - max(8, high), x + step - 10, foot), theme.GOLD, theme.BLACK, 5)
            pen, label = Style(28, "bold", theme.WHITE), str(count)
            write(image, x + (step - width(label, pen)) // 2, foot - max(8, high) - 34, label, pen)
    rule(ImageDraw.Draw(image), x0 + 14, x1 - 14, foot)


def _list(image: Image.Image, box: Box, say: Translator, group: Group) -> None:
    """Write the cards of one type as a list, with the count, name, icons and cost of each."""
    x0, y0, x1, _ = box
    lay_panel(image, box, theme.PARCHMENT, theme.GOLD, 12)
    lay_icon(image, group.type, x0 + 14, y0 + 10, 46, theme.INK)
    write_fit(image, x0 + 72, y0 + 8, group.title, Style(38, "title", theme.INK), x1 - x0 - 90)
    for index, (card, count) in enumerate(group.cards):
        y = y0 + TITLE + index * LINE
        if index % 2 == 0:
            lay_panel(image, (x0 + 6, y, x1 - 6, y + LINE), mix(theme.PARCHMENT, theme.PARCHMENT_SHADE, 0.55), None, 6)
        _entry(image, (x0 + 12, y, x1 - 14, y + LINE), say, card, count)


def _entry(image: Image.Image, box: Box, say: Translator, card: Card, count: int) -> None:
    x0, y0, x1, _ = box
    lay_panel(image, (x0, y0 + 6, x0 + 8, y0 + LINE - 6), COLOURS[card.faction], None, 4)
    write(image, x0 + 16, y0 + 4, f"{count}×", Style(32, "bold", theme.INK))
    cost, style = cost_of(card), Style(30, "bold", theme.INK)
    right = x1 - width(cost, style)
    write(image, right, y0 + 5, cost, style)
    right = min(right, x1 - 64) - 14
    if card.type == "story":
        right -= 3 * 40
        for index, square in enumerate(band_of(card)):
            lay_square(image, (right + index * 40, y0 + 8), 34, square.icon, square.colour)
            if square.skull:
                lay_icon(image, "skull", right + index * 40 + 17, y0 + 25, SKULL, theme.INK)
    else:
        text = _numbers(card) if card.type == "heretic" else f"{{{icon_of(card)}}}" if card.attachment else ""
        right -= width(text, style)
        write(image, right, y0 + 5, text, style)
    write_fit(image, x0 + 66, y0 + 5, say.name(card.name), Style(31, "text", theme.INK), right - x0 - 78)
