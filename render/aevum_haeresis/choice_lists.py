"""Lists of cards in words for a decision: a hand, the cards that a question is about, and the offered cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from render.aevum_haeresis.card_list import Entry, entries, list_rows, without_text
from render.aevum_haeresis.card_wording import cost_of, cost_signs, face
from render.aevum_haeresis.cards import Face
from render.sheets.choice_tiles import WIDTH
from render.sheets.row_stack import Row
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import ability_number, card_view, content_of, kind_of, placed_name
from rules.kernel.words.translation import Translator

#: The order of card types in a hand.
TYPES = ("heretic", "story", "event", "hunter")


def current_cost(view: HaeresisView, record: Card) -> str:
    """Return the cost of a card as the viewer pays it now, or as printed if the card isn't the viewer's."""
    cost = view.costs.get(record.id)
    return cost_of(record) if cost is None else cost_signs(cost) or "0{gold}"


def use_of(view: HaeresisView, card: Card) -> str:
    """Return "idle" for a card that can't be played for the open question, and "" for other cards."""
    pending = view.pending
    idle = pending is not None and pending.key in ("row", "window") and card.id not in view.affordable
    return "idle" if idle else ""


def hand_records(view: HaeresisView, seat: int) -> list[tuple[Card, int]]:
    """Return the kinds of cards in a seat's hand with their numbers, sorted by type and cost."""
    content, counts = content_of(view), Counter(kind_of(card) for card in view.players[seat].hand or ())
    records = sorted(
        map(content.cards.__getitem__, counts), key=lambda card: (TYPES.index(card.type), card.cost.gold, card.id)
    )
    return [(card, counts[card.id]) for card in records]


def hand_list(view: HaeresisView, seat: int, say: Translator, *, heads: bool, idle: bool) -> list[Row]:
    """Return a hand in words. If `idle` is False, cards that can't be played for the open question have no text."""
    faces = [
        _face(view, say, card, copies=copies, use=use_of(view, card), heads=heads)
        for card, copies in hand_records(view, seat)
    ]
    shown = [entry if idle or entry.use != "idle" else without_text(entry) for entry in entries(faces)]
    return list_rows(shown, WIDTH, True)


def revealed_list(view: HaeresisView, say: Translator, leave_out: Sequence[str], *, heads: bool) -> list[Row]:
    """Return the cards that are revealed or were just paid for in words, with the shapes of their players."""
    shown = [(player.seat, card) for player in view.players for card in player.open]
    shown += [(entry.seat, entry.card.partition("/")[0]) for entry in view.paid]
    content = content_of(view)
    faces = [
        _of_seat(_face(view, say, content.cards[kind_of(card)], heads=heads), seat)
        for seat, card in dict.fromkeys(shown)
        if card not in leave_out
    ]
    return _rows(entries(faces))


def offered_list(view: HaeresisView, say: Translator, offered: Sequence[str], *, heads: bool) -> list[Row]:
    """Return the offered cards in words. Characters in play have their current numbers, and text only for abilities."""
    content = content_of(view)
    shown: list[Entry] = []
    for name in offered:
        if kind_of(name) not in content.cards:
            continue
        own = _face(view, say, content.cards[kind_of(name)], heads=heads)
        placed = card_view(view, name)
        if placed is not None and placed.type in ("damned", "heretic"):
            icons = " ".join(f"{count}{{{icon}}}" for icon in MANOEUVRES if (count := getattr(placed, icon)))
            own = replace(
                own, name=f"{{seat{placed.controller}}} {placed_name(say, view, name)}", cost="",
                left=f"{placed.damage}{{damage}}", right=f"{placed.health}{{health}}", middle=icons,
            )  # fmt: skip
            if ability_number(name) < 0:
                own = replace(own, lines=())
        shown += entries([own])
    return _rows(shown)


def _face(
    view: HaeresisView, say: Translator, record: Card, *, copies: int = 1, use: str = "", heads: bool = True
) -> Face:
    own = face(say, content_of(view), record, copies=copies, use=use, heads=heads)
    return replace(own, cost=current_cost(view, record))


def _of_seat(card: Face, seat: int) -> Face:
    return replace(card, name=f"{{seat{seat}}} {card.name}")


def _rows(shown: Iterable[Entry]) -> list[Row]:
    return list_rows(list(shown), WIDTH, True)
