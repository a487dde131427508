"""Paying with cards: one kind of resource, no idle card (DP-CARD.8 to CARD.15)."""

from __future__ import annotations

from itertools import combinations

from rules.dark_providence import events
from rules.dark_providence.actions import Pay
from rules.dark_providence.effects import Icon
from rules.dark_providence.state import Providence
from rules.dark_providence.steps import PayStep
from rules.kernel.actions import Action
from rules.kernel.decisions import Decision, decide
from rules.kernel.events import EVERYONE
from rules.kernel.steps import StepRules


def icons(match: Providence, card: str, icon: Icon) -> int:
    """Return how many icons of one kind a card shows."""
    return match.content.cards[card].icons.get(icon, 0)


def in_hand(match: Providence, seat: int, icon: Icon, without: str = "") -> int:
    """Return all icons of one kind in a hand, leaving out one card."""
    cards = match.content.cards
    return sum(cards[card].icons.get(icon, 0) for card in match.state.players[seat].hand if card != without)


def can_pay(match: Providence, seat: int, icon: Icon, need: int, without: str = "") -> bool:
    """Tell whether the hand reaches an amount of one kind (DP-ACT.4)."""
    return need <= 0 or in_hand(match, seat, icon, without) >= need


def payments(match: Providence, step: PayStep) -> list[tuple[str, ...]]:
    """Return every set of cards that may be played, like cards counting as the same (DP-CARD.12)."""
    known = match.content.cards
    values = [
        (card, known[card].id, known[card].icons[step.icon])
        for card in match.state.players[step.seat].hand
        if step.icon in known[card].icons
    ]
    values.sort()
    found: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = {}
    for size in range(1, len(values) + 1):
        for chosen in combinations(values, size):
            total = sum(value for _, _, value in chosen)
            result = min(total // step.unit, step.most)
            # Whatever is left out, the least is lost without the smallest card: if that one is needed, all are.
            smallest = min(value for _, _, value in chosen)
            if result <= min((total - smallest) // step.unit, step.most) or (step.exact and result < step.most):
                continue
            found.setdefault(
                tuple(sorted(kind for _, kind, _ in chosen)), (tuple(card for card, _, _ in chosen), result)
            )
    sets = list(found.values())
    if match.state.options.minimality == "fewest":
        sets = [
            (cards, result)
            for cards, result in sets
            if not any(len(other) < len(cards) and reached >= result for other, reached in sets)
        ]
    return [cards for cards, _ in sets]


def paid(match: Providence, icon: Icon) -> int:
    """Return the icons of one kind among the cards played for it."""
    return sum(icons(match, card, icon) for card, use in match.state.table.items() if use == icon)


def played(match: Providence, icon: Icon) -> tuple[str, ...]:
    """Return the cards played for one kind of resource."""
    return tuple(card for card, use in match.state.table.items() if use == icon)


def play_card(match: Providence, seat: int, card: str, use: str) -> None:
    """Lay a card from the hand on the table; it goes to the discard pile when the action is over (DP-CARD.14)."""
    match.state.players[seat].hand.remove(card)
    match.state.table[card] = use


class PayRules(StepRules[PayStep]):
    """Choose the cards; a single possible set is taken without asking."""

    def advance(self, match: Providence, step: PayStep) -> bool:
        sets = payments(match, step)
        if len(sets) != 1:
            return False
        self._pay(match, step, sets[0])
        return True

    def decisions(self, match: Providence, step: PayStep) -> dict[int, Decision]:
        offers = [Pay(cards) for cards in payments(match, step)]
        return {
            step.seat: decide(
                "pay", offers, use=step.use, icon=step.icon, most=step.most, exact=step.exact, unit=step.unit
            )
        }

    def take(self, match: Providence, step: PayStep, seat: int, action: Action) -> None:
        assert isinstance(action, Pay)
        self._pay(match, step, action.cards)

    def _pay(self, match: Providence, step: PayStep, cards: tuple[str, ...]) -> None:
        match.finish(step)
        for card in cards:
            play_card(match, step.seat, card, step.icon)
        match.emit(EVERYONE, events.PaidWith(step.seat, step.use, cards))
