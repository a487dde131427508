"""Facts about the effects that a player may use now, for the texts of these actions.

They are the only possible part of an effect that offers several, and the present values of its amounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.board.amounts import amount_of
from rules.edge_of_darkness.content.effects import Clause, Effect, counts_hand
from rules.edge_of_darkness.content.ops import Count
from rules.edge_of_darkness.effects.defence_outlook import key_of
from rules.edge_of_darkness.effects.effect_use import Moment, ability_source, only_clause
from rules.edge_of_darkness.state.actions import UseAbility, UseContact, UseStreet
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source
from rules.edge_of_darkness.state.view import AmountView
from rules.kernel.data.actions import Action

#: The number of hand cards that are discarded to use an effect in the Street.
STREET_PRICE = 2
Use = UseAbility | UseContact | UseStreet


def only_parts(match: EdgeMatch, seat: int, actions: Iterable[Action], use: Moment) -> dict[str, int]:
    """Return the number of the only possible part of each of these actions' effects, for effects that offer several."""
    found: dict[str, int] = {}
    for action, source, effect in _uses(match, actions):
        promised = STREET_PRICE if isinstance(action, UseStreet) else 0
        number = only_clause(match, seat, source, effect, use, promised)
        if number:
            found[key_of(action)] = number
    return found


def present_amounts(match: EdgeMatch, seat: int, actions: Iterable[Action]) -> dict[str, list[AmountView]]:
    """Return the present values of the amounts of these actions' effects, for effects whose amounts are certain.

    An effect of the Street costs two hand cards, so amounts that count the hand aren't certain there.
    """
    found: dict[str, list[AmountView]] = {}
    for action, source, effect in _uses(match, actions):
        counted = [one for one in effect.counted if not (isinstance(action, UseStreet) and counts_hand(one))]
        if counted:
            found[key_of(action)] = _values(match, seat, source, counted)
    return found


def amounts_of_parts(match: EdgeMatch, seat: int, source: Source, clauses: Sequence[Clause]) -> list[AmountView]:
    """Return the present values of the amounts of the parts that a player chooses from."""
    counted = dict.fromkeys(amount for clause in clauses for amount in clause.counted)
    return _values(match, seat, source, counted)


def _uses(match: EdgeMatch, actions: Iterable[Action]) -> Iterator[tuple[Use, Source, Effect]]:
    """Yield those of the actions that use an effect, each with the effect's source and the effect."""
    for action in actions:
        if isinstance(action, UseAbility):
            yield action, ability_source(action.location), match.content.locations[action.location].ability.effect
        elif isinstance(action, UseContact | UseStreet):
            part = sleeved_card.slot_effect(match.content, action.card, match.state.cards[action.card], action.slot)
            yield action, part.source, part.effect


def _values(match: EdgeMatch, seat: int, source: Source, counted: Iterable[Count]) -> list[AmountView]:
    return [AmountView(amount=amount, now=amount_of(match, seat, source, amount)) for amount in counted]
