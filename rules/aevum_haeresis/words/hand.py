"""A seat's own cards as text: its hand with the current uses of each card, its row, its Locations and its decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.view import HaeresisView, PlayerView
from rules.aevum_haeresis.words.amounts import CardWriter, cost_text
from rules.aevum_haeresis.words.cards import brief, facts, type_text
from rules.aevum_haeresis.words.names import (
    MOVING_NEXT,
    MOVING_NEXT_OPENING,
    NEVER_NEXT,
    OPENING_WINDOWS,
    card_name,
    content_of,
    counted,
    join_lines,
    kind_of,
    sentences,
    window_name,
    window_names,
)
from rules.aevum_haeresis.words.packets import pool_text
from rules.kernel.words.translation import N_, Translator

#: Maximum length of the text about windows in one line of the hand picture.
MAX_WINDOWS_TEXT = 60
_FROM_ROWS: dict[tuple[str, ...], str] = {
    ("enlistment", "conflict"): N_("Later: from either row."),
    ("enlistment",): N_("Later: from the Enlistment row."),
    ("conflict",): N_("Later: from the Conflict row."),
}


def hand_text(say: Translator, view: HaeresisView) -> str:
    """Return the viewer's own cards as text, the hand first. Spectators are told that they hold no cards."""
    if view.viewer is None:
        return say.t("You hold no cards in this match.")
    player = view.players[view.viewer]
    if view.limited is not None:
        return pool_text(say, view, view.limited)
    return join_lines([*_hand(say, view, player), *_rest(say, view, player)])


def now_text(say: Translator, view: HaeresisView, card: Card) -> str:
    """Return sentences about whether a card in the viewer's hand can be played now, and when it can be played later."""
    now = _now(say, view, card)
    if view.pending is not None and view.pending.key == "window" and card.id in view.fitting:
        return now
    return sentences([now or _from_row(say, card), _windows(say, card), _asked(say, view, card)])


def row_text(say: Translator, view: HaeresisView, card: Card, printed: str) -> str:
    """Return the text about laying a card: what keeps it from being played, if anything, and its `printed` text.

    The printed text names a card's windows, unless it is playable in any. The orders that ask the player there are left
    out, because a menu has no room for them; `now_text` has them.
    """
    if card.id in view.affordable:
        return printed
    return sentences([_now(say, view, card), printed, "" if card.dem else _windows(say, card)])


def now_line(say: Translator, view: HaeresisView, card: Card) -> str:
    """Return `now_text` shortened to one line of a picture, without the sentences about standing orders."""
    windows = _windows(say, card)
    if len(windows) > MAX_WINDOWS_TEXT:  # shortened, because the card's text already names the windows
        windows = say.t("In its Deus Ex Machina windows.")
    return _now(say, view, card) or sentences([_from_row(say, card), windows])


def _now(say: Translator, view: HaeresisView, card: Card) -> str:
    """Return a sentence about whether a card can be played in the current row or window; "" if neither is open."""
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
            return ""


def _in_row(view: HaeresisView, card: Card) -> str:
    if card.id not in view.fitting:
        return N_("Now: it only fills a Chapter of this row.")
    if card.id not in view.affordable:
        return N_("Now: it fits this row, but costs more than you have so far.")
    return N_("Now: you can play it from this row.")


def _from_row(say: Translator, card: Card) -> str:
    rows = {"heretic": ("enlistment",), "story": ("conflict",), "event": tuple(card.rows)}.get(card.type, ())
    return say.t(_FROM_ROWS[rows]) if rows else ""


def _windows(say: Translator, card: Card) -> str:
    """Return a sentence that lists the windows when a card can be played; "" if there are none."""
    if card.dem:
        return say.t("In windows: {windows}.", windows=window_names(say, card.dem))
    return say.t("In any Deus Ex Machina window.") if card.dem is not None or card.type == "hunter" else ""


def _asked(say: Translator, view: HaeresisView, card: Card) -> str:
    """Return a sentence that says when the player is asked about playing a card by Deus Ex Machina.

    This depends on the player's standing orders (AH-PBP.21).
    """
    if not _windows(say, card):
        return ""
    if view.pace == "trust":
        return say.t("I ask you whenever you can play it.")
    if view.pace == "ask_all":
        return say.t("I ask you there each time.")
    opens = not card.dem or OPENING_WINDOWS.intersection(card.dem)
    usual = say.t("“{order}”", order=say.t(MOVING_NEXT_OPENING if opens else MOVING_NEXT))
    if not card.dem:
        return say.t("With the order {order} or a stop, I ask you there (`/orders`).", order=usual)
    stops = ", ".join(say.t("“{order}”", order=window_name(say, window)) for window in card.dem)
    if set(card.dem) & NEVER_NEXT == set(card.dem):
        return say.t("With the stop {stops}, I ask you there (`/orders`).", stops=stops)
    return say.t("With the order {order} or the stop {stops}, I ask you there (`/orders`).",
                 order=usual, stops=stops)  # fmt: skip


def _hand(say: Translator, view: HaeresisView, player: PlayerView) -> list[str]:
    hand = Counter(kind_of(card) for card in player.hand or [])
    if not hand:
        return [say.t("Your hand is empty.")]
    head = say.n("You hold {n} card:", "You hold {n} cards:", hand.total())
    return [head, *(f"• {_card(say, view, kind, n)}" for kind, n in sorted(hand.items()))]


def _card(say: Translator, view: HaeresisView, kind: str, n: int) -> str:
    content = content_of(view)
    card = content.cards[kind]
    name = f"{n} × {say.name(card.name)}" if n > 1 else say.name(card.name)
    told = [
        now_text(say, view, card),
        _cost_now(say, view, card),
        *facts(say, content, card),
        brief(say, content, card),
    ]
    return f"{name} ({type_text(say, card)}): {sentences(told)}"


def _cost_now(say: Translator, view: HaeresisView, card: Card) -> str:
    """Return a sentence about a card's cost now; "" if it is the printed one."""
    cost = view.costs.get(card.id)
    if cost is None or cost == card.cost:
        return ""
    words = cost_text(CardWriter(say, content_of(view), type=card.type), cost) or say.t("nothing")
    return say.t("Costs now: {cost}.", cost=words)


def _rest(say: Translator, view: HaeresisView, player: PlayerView) -> Iterator[str]:
    if player.own_row:
        row = ", ".join(" + ".join(card_name(say, card) for card in chapter) for chapter in player.own_row)
        yield say.t("Your row: {cards}.", cards=row)
    if player.own_locations:
        yield say.t("Your Location deck: {cards}.", cards=counted(say, player.own_locations))
    if player.own_background:
        yield say.t("Your Background deck: {cards}.", cards=counted(say, player.own_background))
    if player.own_heretics:
        yield say.t("Left in your Heretic deck: {cards}.", cards=counted(say, player.own_heretics))
    if player.own_plot:
        yield say.t("Left in your Plot deck: {cards}.", cards=counted(say, player.own_plot))
    if player.pyre:
        yield say.t("Your Pyre: {cards}.", cards=counted(say, player.pyre))
    if player.peeked:
        other, cards = say.seat(1 - player.seat), counted(say, player.peeked)
        yield say.t("When you last looked, {player} held {cards}.", player=other, cards=cards)
