"""Resolves the effects of cards: powers, their alternatives, and their operations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.dark_providence.board.agents import free_deep_ones
from rules.dark_providence.board.counts import amount_of
from rules.dark_providence.board.piece_placement import trigger_end
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.records import DEEP_ONES, Content
from rules.dark_providence.effects.verb import is_possible
from rules.dark_providence.effects.verb_table import VERBS
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep, EffectStep, WayStep

Timing = Literal["action", "bonus", "acquired", "reaction", "whenever"]


def powers(content: Content, timing: Timing) -> dict[str, Power]:
    """Return each card's power with this timing, by card id. The result is cached in the pack."""
    if timing not in content.known:
        content.known[timing] = {
            card: power
            for cards in (content.cards, content.mythos)
            for card, record in cards.items()
            for power in reversed(record.powers)
            if power.timing == timing
        }
    return content.known[timing]


def power_of(match: Providence, card: str, timing: Timing) -> Power | None:
    """Return a card's power with this timing; None if it has none."""
    return powers(match.content, timing).get(card)


# -- operations -----------------------------------------------------------------------------------------------


def can_resolve(match: Providence, seat: int, card: str, op: Op) -> bool:
    """Return whether an operation would change anything now."""
    return VERBS[type(op)].can_resolve(match, seat, card, op)


def asks_anyway(match: Providence, step: EffectStep, op: Op) -> bool:
    """Return whether to ask even a player without options, because not asking would reveal something about the hand."""
    choice = VERBS[type(op)].choice
    return choice is not None and choice.asks_anyway(match, ChoiceStep(step.seat, step.card, op), op)


def execute(match: Providence, step: EffectStep, op: Op, must: bool) -> None:
    """Execute an operation, or push the step that asks its question. If `must`, the player can't decline."""
    verb = VERBS[type(op)]
    if verb.unfold is not None:
        match.push(EffectStep(step.seat, step.card, "part", [*verb.unfold(match, step.seat, op)], did=not must))
    elif verb.do is not None:
        verb.do(match, step.seat, step.card, op)
    else:
        left = amount_of(match, step.seat, getattr(op, "count", 1))
        match.push(ChoiceStep(step.seat, step.card, op, left=left, must=must))


# -- powers ---------------------------------------------------------------------------------------------------


def possible_ways(match: Providence, seat: int, card: str, timing: Timing) -> list[int]:
    """Return the indexes of a power's alternatives that would change something and can be completed (DP-ACT.4, 5)."""
    power = power_of(match, card, timing)
    if power is None:
        return []
    return [number for number, way in enumerate(power.ways) if is_possible(VERBS, match, seat, card, way)]


def usable_cards(match: Providence, seat: int, cards: Iterable[str], timing: Timing) -> list[str]:
    """Return the cards whose power with this timing would change something and can be completed."""
    with_power = powers(match.content, timing)
    return [card for card in cards if card in with_power and _is_usable(match, seat, card, with_power[card])]


def _is_usable(match: Providence, seat: int, card: str, power: Power) -> bool:
    # A loop is faster than any(). This function runs for every hand card each time a turn's actions are listed.
    for way in power.ways:  # noqa: SIM110
        if is_possible(VERBS, match, seat, card, way):
            return True
    return False


def start_power(match: Providence, seat: int, card: str, timing: Timing) -> None:
    """Start a card's power with this timing. If several alternatives are legal, the player chooses (DP-CARDACT.4)."""
    ways = possible_ways(match, seat, card, timing)
    # The Deep Ones' action ends the game if the supply has no Deep One left (DP-END.5, DP-HC.50).
    if card == DEEP_ONES and timing == "action" and not free_deep_ones(match.state):
        trigger_end(match, seat, "deep_ones")
    if len(ways) > 1:
        match.push(WayStep(seat, card, timing))
    elif ways:
        start_way(match, seat, card, timing, ways[0])


def start_way(match: Providence, seat: int, card: str, timing: Timing, number: int) -> None:
    """Start one alternative of a card's power."""
    power = power_of(match, card, timing)
    assert power is not None
    match.push(EffectStep(seat, card, timing, list(power.ways[number])))
