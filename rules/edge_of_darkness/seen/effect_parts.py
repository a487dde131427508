"""Effects that offer a choice of parts although only one is possible now, for the text of an action."""

from __future__ import annotations

from collections.abc import Iterable

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.effects.defence_outlook import key_of
from rules.edge_of_darkness.effects.effect_use import Moment, ability_source, only_clause
from rules.edge_of_darkness.state.actions import UseAbility, UseContact, UseStreet
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Action

#: The number of hand cards that are discarded to use an effect in the Street.
STREET_PRICE = 2


def only_parts(match: EdgeMatch, seat: int, actions: Iterable[Action], use: Moment) -> dict[str, int]:
    """Return the number of the only possible part of each of these actions' effects, for effects that offer several."""
    found: dict[str, int] = {}
    for action in actions:
        if isinstance(action, UseAbility):
            effect = match.content.locations[action.location].ability.effect
            number = only_clause(match, seat, ability_source(action.location), effect, use)
        elif isinstance(action, UseContact | UseStreet):
            part = sleeved_card.slot_effect(match.content, action.card, match.state.cards[action.card], action.slot)
            promised = STREET_PRICE if isinstance(action, UseStreet) else 0
            number = only_clause(match, seat, part.source, part.effect, use, promised)
        else:
            continue
        if number:
            found[key_of(action)] = number
    return found
