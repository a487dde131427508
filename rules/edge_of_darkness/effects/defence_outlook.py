"""The Damage that an attacked player's defences could take off. Everything in this game is public."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.board.amounts import amount_of, repetitions
from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.ops import Reduce
from rules.edge_of_darkness.effects import effect_use
from rules.edge_of_darkness.effects.can_resolve import clause_can_resolve
from rules.edge_of_darkness.state.actions import UseAbility, UseContact, UseStreet
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source
from rules.kernel.data.actions import Action
from rules.kernel.engine.window import Window

#: The number of uses of an ability that has no limit.
UNLIMITED = 99


@dataclass(frozen=True, slots=True)
class Outlook:
    """The Damage that each defence takes off in one use, by its key, and that all of them take off at most.

    `only_reduces` has the keys of the defences that do nothing else.
    """

    reductions: dict[str, int] = field(default_factory=dict[str, int])
    most: int = 0
    only_reduces: frozenset[str] = frozenset()


def key_of(action: UseAbility | UseContact | UseStreet) -> str:
    """Return the key of a use of an effect: a Location, or a card and its slot."""
    return action.location if isinstance(action, UseAbility) else f"{action.card}/{action.slot}"


def outlook(match: EdgeMatch, window: Window, seat: int, actions: list[Action]) -> Outlook:
    """Return what these defences could take off the Damage of the attack in this window."""
    found: dict[str, int] = {}
    most, pure = 0, set[str]()
    for action in actions:
        if not isinstance(action, UseAbility | UseContact):
            continue
        source, effect, times = _defence(match, window, seat, action)
        key = key_of(action)
        found[key] = _reduction(match, seat, source, effect)
        most += times * found[key]
        if all(isinstance(op, Reduce) for clause in effect.clauses for op in clause.do):
            pure.add(key)
    return Outlook(found, most, frozenset(pure))


def _defence(
    match: EdgeMatch, window: Window, seat: int, action: UseAbility | UseContact
) -> tuple[Source, Effect, int]:
    """Return a defence's source and effect, and how many times it could be used against this attack."""
    if isinstance(action, UseContact):
        part = sleeved_card.slot_effect(match.content, action.card, match.state.cards[action.card], action.slot)
        return part.source, part.effect, 1
    effect, uses, agents = match.content.abilities["attacked"][action.location]
    left = uses - int(window.facts.get(f"used/{action.location}", 0)) if uses else UNLIMITED
    if agents:
        left = min(left, match.state.players[seat].agents.get(action.location, 0) // agents)
    return effect_use.ability_source(action.location), effect, left


def _reduction(match: EdgeMatch, seat: int, source: Source, effect: Effect) -> int:
    parts = [
        repetitions(match, seat, source, clause.each)
        * sum(max(0, amount_of(match, seat, source, op.amount)) for op in clause.do if isinstance(op, Reduce))
        for clause in effect.clauses
        if clause_can_resolve(match, seat, source, clause, "defence")
    ]
    return max(parts, default=0) if effect.mode == "one" else sum(parts)
