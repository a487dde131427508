"""Moves cards between decks, hands and Pyres, and changes players' gold, souls and Execution levels."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import kind, owner
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.events import EVERYONE


def draw(match: Haeresis, seat: int, deck: str, count: int) -> int:
    """Draw up to `count` cards from the Plot deck or the Heretic deck; return the number drawn (AH-GEN.12)."""
    player = match.state.players[seat]
    pile = player.plot if deck == "plot" else player.heretics
    drawn, pile[:] = pile[:count], pile[count:]
    if drawn:
        player.hand += drawn
        match.reveal()
        match.emit(EVERYONE, events.Drew(seat, deck, len(drawn)))
        match.emit((seat,), events.DrewCards(seat, tuple(drawn)))
        queue_triggered(match, "drew", seat, amount=len(drawn))
    return len(drawn)


def mill(match: Haeresis, seat: int, count: int) -> None:
    """Put cards from the top of a Plot deck on the owner's Pyre, face up (AH-CONS.4)."""
    player = match.state.players[seat]
    milled, player.plot[:] = player.plot[:count], player.plot[count:]
    if milled:
        player.pyre += milled
        match.reveal()
        match.emit(EVERYONE, events.Milled(seat, tuple(milled)))
        queue_triggered(match, "milled", seat, amount=len(milled))


def to_pyre(match: Haeresis, cards: list[str]) -> None:
    """Put cards that have already left their zone on their owners' Pyres (AH-ZONE.4)."""
    for card in cards:
        match.state.players[owner(card)].pyre.append(card)


def discard(match: Haeresis, seat: int, cards: list[str]) -> None:
    """Discard cards from a hand to the Pyre."""
    player = match.state.players[seat]
    for card in cards:
        player.hand.remove(card)
    to_pyre(match, cards)
    if cards:
        match.reveal()
        match.emit(EVERYONE, events.Discarded(seat, tuple(cards)))
        queue_triggered(match, "discarded", seat, amount=len(cards))


def kinds(cards: list[str]) -> list[str]:
    """Return one card of each kind among these cards, sorted by id."""
    seen: dict[str, str] = {}
    for card in sorted(cards):
        seen.setdefault(kind(card), card)
    return list(seen.values())


def change_gold(match: Haeresis, seat: int, amount: int, *, conflict: bool = False) -> None:
    """Change a player's gold by this amount, but not below 0 (AH-GEN.13)."""
    player = match.state.players[seat]
    before, player.gold = player.gold, max(0, player.gold + amount)
    if player.gold != before:
        match.emit(EVERYONE, events.GoldChanged(seat, player.gold - before, player.gold, conflict))
        queue_triggered(match, f"gold_{_direction(before, player.gold)}", seat, amount=abs(player.gold - before))


def change_souls(match: Haeresis, seat: int, amount: int) -> None:
    """Change a player's souls by this amount, but not below 0 (AH-GEN.13)."""
    player = match.state.players[seat]
    before, player.souls = player.souls, max(0, player.souls + amount)
    if player.souls != before:
        match.emit(EVERYONE, events.SoulsChanged(seat, player.souls - before, player.souls))
        queue_triggered(match, f"souls_{_direction(before, player.souls)}", seat, amount=abs(player.souls - before))


def _direction(before: int, now: int) -> str:
    return "gained" if now > before else "lost"


def raise_execution(match: Haeresis, seat: int, amount: int) -> None:
    """Change an Execution level by this amount. The level can rise only once a Round (AH-EXEC.3 to EXEC.5)."""
    player = match.state.players[seat]
    if amount > 0 and player.rose:
        return
    before, player.execution = player.execution, max(0, player.execution + amount)
    player.rose = player.rose or amount > 0
    if player.execution != before:
        match.emit(EVERYONE, events.ExecutionChanged(seat, player.execution - before, player.execution))
        if player.execution > before:
            queue_triggered(match, "execution_rose", seat, amount=player.execution - before)
