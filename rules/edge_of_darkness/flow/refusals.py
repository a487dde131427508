"""Refusals of effects and abilities: in a player's own turn, during an attack, and in the prologue."""

from __future__ import annotations

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.state.actions import UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.errors import IllegalAction


def refuse_contact(match: EdgeMatch, seat: int, action: UseContact, *, attacked: bool = False) -> IllegalAction:
    """Return why the effect of a hand card can't be used; `attacked` is true if the player meant to defend with it."""
    if action.card not in match.state.players[seat].hand:
        return IllegalAction("That card is not in your hand.", rule="EOD-USE.1")
    return refuse_effect(match, seat, action.card, action.slot, attacked=attacked) or no_effect()


def no_effect() -> IllegalAction:
    """Return the refusal of an effect that would change nothing now."""
    return IllegalAction("You can't pay for that effect, or it would change nothing now.", rule="EOD-USE.8")


def refuse_effect(match: EdgeMatch, seat: int, card: str, slot: str, *, attacked: bool = False) -> IllegalAction | None:
    """Return why an effect can't be used. This doesn't check whether the effect's card is in the right place.

    Return None if there is no specific reason.
    """
    state, content = match.state, match.content
    shown = dict(sleeved_card.filled_slots(state.cards[card]))
    if slot not in shown:
        return IllegalAction("That slot of the card is empty.", rule="EOD-USE.3")
    defends = sleeved_card.works_when_attacked(content, state.cards[card], slot)
    if defends and not attacked:
        return IllegalAction("That effect works only when you are attacked.", rule="EOD-DMG.9")
    if attacked and not defends:
        return IllegalAction("That effect does nothing against an attack.", rule="EOD-DMG.9")
    if sleeved_card.use_key(card, state.cards[card], slot) in state.turn.used:
        return IllegalAction("You've already used that effect this turn.", rule="EOD-USE.4")
    if state.cards[card].owner not in (-1, seat) and not state.players[seat].coins:
        return IllegalAction("You have no Coin to pay the card's owner.", rule="EOD-PAY.6")
    return None


def refuse_ability(match: EdgeMatch, location: str, *, attacked: bool = False) -> IllegalAction:
    """Return why a Location's ability can't be used; `attacked` is true if the player meant to defend with it."""
    state, content = match.state, match.content
    if location not in state.locations:
        return IllegalAction("That Location isn't in this match.", rule="EOD-SETUP.28")
    ability = content.locations[location].ability
    if ability is None or ability.timing in ("start", "end", "standing"):
        return IllegalAction("That Location has no ability to use.", rule="EOD-USE.1")
    if ability.timing == "attacked" and not attacked:
        return IllegalAction("That ability works only when you are attacked.", rule="EOD-DMG.9")
    if ability.timing != "attacked" and attacked:
        return IllegalAction("That ability works only in the free part of your own turn.", rule="EOD-USE.1")
    limited = not attacked and ability.uses > 0 and state.options.location_uses == "once"
    if limited and state.turn.abilities.get(location, 0) >= ability.uses:
        return IllegalAction("You've already used that ability this turn.", rule="EOD-USE.5")
    return IllegalAction("You can't pay for that ability, or it would change nothing now.", rule="EOD-USE.8")
