"""What a seat holds, in words: its hand and what can be done with each card now, its row, Locations and decks."""

from __future__ import annotations

from collections import Counter

from rules.aevum_haeresis.card_text import brief, facts, type_text
from rules.aevum_haeresis.naming import card_name, content_of, counted, join_lines, kind_of, sentences
from rules.aevum_haeresis.view import HaeresisView, PlayerView
from rules.kernel.text import Say


def hand_text(say: Say, view: HaeresisView) -> str:
    """Return what the viewer holds; a spectator holds nothing."""
    if view.viewer is None:
        return say.t("You hold no cards in this match.")
    player = view.players[view.viewer]
    return join_lines([*_hand(say, view, player), *_rest(say, view, player)])


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
    return f"{name} ({type_text(say, card)}): {sentences([*facts(say, content, card), brief(say, content, card)])}"


def _rest(say: Say, view: HaeresisView, player: PlayerView) -> list[str]:
    lines: list[str] = []
    if player.own_row:
        row = ", ".join(" + ".join(card_name(say, card) for card in chapter) for chapter in player.own_row)
        lines.append(say.t("Your row: {cards}.", cards=row))
    if player.own_locations:
        lines.append(say.t("Your Location deck: {cards}.", cards=counted(say, player.own_locations)))
    if player.own_background:
        lines.append(say.t("Your Background deck: {cards}.", cards=counted(say, player.own_background)))
    if player.peeked:
        other = say.seat(1 - player.seat)
        lines.append(
            say.t("When you last looked, {player} held {cards}.", player=other, cards=counted(say, player.peeked))
        )
    return lines
