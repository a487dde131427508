"""A seat's own cards in words: its hand and what each card can do now, its row, Locations and decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.view import HaeresisView, PlayerView
from rules.aevum_haeresis.words.cards import brief, facts, type_text
from rules.aevum_haeresis.words.names import card_name, content_of, counted, join_lines, kind_of, sentences
from rules.kernel.words.text import N_, Say

_FROM_ROWS: dict[tuple[str, ...], str] = {
    ("enlistment", "conflict"): N_("Later: from either row."),
    ("enlistment",): N_("Later: from the Enlistment row."),
    ("conflict",): N_("Later: from the Conflict row."),
}
_WINDOW = N_("Later: in a window of Deus Ex Machina.")


def hand_text(say: Say, view: HaeresisView) -> str:
    """Return what the viewer holds; a spectator holds nothing."""
    if view.viewer is None:
        return say.t("You hold no cards in this match.")
    player = view.players[view.viewer]
    return join_lines([*_hand(say, view, player), *_rest(say, view, player)])


def now_text(say: Say, view: HaeresisView, card: Card) -> str:
    """Return what the viewer can do with a card of the hand now, or when it can be used."""
    match view.pending.key if view.pending else "":
        case "row":
            return say.t(_in_row(view, card))
        case "window":
            if card.id not in view.fitting:
                return say.t("Not in this window.")
            if card.id not in view.affordable:
                return say.t("Now: it fits this window, but costs more than you have.")
            return say.t("Now: in this window.")
        case _:
            return say.t(_later(card))


def _in_row(view: HaeresisView, card: Card) -> str:
    if card.id not in view.fitting:
        return N_("Now: it only fills a Chapter of this row.")
    if card.id not in view.affordable:
        return N_("Now: it fits this row, but costs more than you have yet.")
    return N_("Now: from this row.")


def _later(card: Card) -> str:
    match card.type:
        case "heretic":
            return _FROM_ROWS["enlistment",]
        case "story":
            return _FROM_ROWS["conflict",]
        case "event":
            return _FROM_ROWS.get(tuple(card.rows), _WINDOW)
        case _:
            return _WINDOW


def _hand(say: Say, view: HaeresisView, player: PlayerView) -> list[str]:
    hand = Counter(kind_of(card) for card in player.hand or [])
    if not hand:
        return [say.t("Your hand is empty.")]
    head = say.n("You hold {n} card:", "You hold {n} cards:", hand.total())
    return [head, *(f"• {_card(say, view, kind, n)}" for kind, n in sorted(hand.items()))]


def _card(say: Say, view: HaeresisView, kind: str, n: int) -> str:
    content = content_of(view)
    card = content.cards[kind]
    name = f"{n} × {say.name(card.name)}" if n > 1 else say.name(card.name)
    told = [now_text(say, view, card), *facts(say, content, card), brief(say, content, card)]
    return f"{name} ({type_text(say, card)}): {sentences(told)}"


def _rest(say: Say, view: HaeresisView, player: PlayerView) -> Iterator[str]:
    if player.own_row:
        row = ", ".join(" + ".join(card_name(say, card) for card in chapter) for chapter in player.own_row)
        yield say.t("Your row: {cards}.", cards=row)
    if player.own_locations:
        yield say.t("Your Location deck: {cards}.", cards=counted(say, player.own_locations))
    if player.own_background:
        yield say.t("Your Background deck: {cards}.", cards=counted(say, player.own_background))
    if player.peeked:
        other, cards = say.seat(1 - player.seat), counted(say, player.peeked)
        yield say.t("When you last looked, {player} held {cards}.", player=other, cards=cards)
