"""Why an action is not possible: the most useful reason, for the person who tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.board import cards, deck
from rules.edge_of_darkness.board.sleeving import kinds
from rules.edge_of_darkness.effects.costs import can_discard, owes_sleeving
from rules.edge_of_darkness.effects.hunting import hunts
from rules.edge_of_darkness.state import actions
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import (
    ChoiceStep,
    DiscardStep,
    DraftStep,
    EffectStep,
    FreeStep,
    GuildStep,
    HallStep,
    PickEffectStep,
    PickStep,
    SleeveStep,
)
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.window import Window
from rules.kernel.errors import IllegalAction

#: The steps in which each kind of action has its place at all.
_PLACES: dict[type[Action], tuple[type[Any], ...]] = {
    actions.ChooseGuild: (GuildStep,),
    actions.Pick: (PickStep,),
    actions.KeepInHall: (HallStep,),
    actions.SkipCard: (DraftStep,),
    actions.Draft: (DraftStep,),
    actions.UseContact: (FreeStep, Window, PickEffectStep),
    actions.UseAbility: (FreeStep, Window),
    actions.Sleeve: (FreeStep, SleeveStep),
    actions.SleeveOnto: (SleeveStep, PickStep),
    actions.HuntThreats: (FreeStep,),
    actions.Recall: (FreeStep,),
    actions.UseStreet: (FreeStep,),
    actions.DiscardCards: (DiscardStep,),
    actions.EndTurn: (FreeStep,),
    actions.ChooseOption: (EffectStep,),
    actions.ChooseNumber: (ChoiceStep,),
    actions.ChooseCard: (ChoiceStep,),
    actions.ChoosePlace: (ChoiceStep,),
    actions.ChooseCube: (ChoiceStep,),
    actions.ChooseSpots: (ChoiceStep,),
}


def _draft(match: EdgeMatch, seat: int, action: actions.SkipCard) -> IllegalAction | None:
    state = match.state
    step = state.stack[-1]
    assert isinstance(step, DraftStep)
    if action.card not in state.street:
        if action.card in deck.street_cards(state):
            return IllegalAction("The top card of the stack can't be skipped.")
        return IllegalAction("That card is not in the Street.")
    if action.card in step.skipped:
        return IllegalAction("That card is skipped already.")
    if len(step.skipped) >= state.players[seat].influence:
        return IllegalAction("You have no Influence left to skip another card.")
    return IllegalAction("Your draft would not reach that card, so it can't be skipped.")


def _effect(match: EdgeMatch, seat: int, card: str, slot: str) -> IllegalAction | None:
    """Return what stands in the way of an effect on a card that lies in the right place."""
    state, content = match.state, match.content
    shown = dict(cards.shown(state.cards[card]))
    if slot not in shown:
        return IllegalAction("That slot of the card is empty.")
    attacked = cards.works_when_attacked(content, state.cards[card], slot)
    if attacked and not isinstance(state.stack[-1], Window):
        return IllegalAction("That effect works only when you are attacked.")
    if not attacked and isinstance(state.stack[-1], Window):
        return IllegalAction("That effect does nothing against an attack.")
    if cards.use_key(card, state.cards[card], slot) in state.turn.used:
        return IllegalAction("That effect was already used this turn.")
    if state.cards[card].owner not in (-1, seat) and not state.players[seat].coins:
        return IllegalAction("You have no Coin for the owner of that card.")
    return None


def _contact(match: EdgeMatch, seat: int, action: actions.UseContact) -> IllegalAction | None:
    if action.card not in match.state.players[seat].hand and match.state.phase != "prologue":
        return IllegalAction("That card is not in your hand.")
    if action.card not in match.state.cards:
        return None
    return _effect(match, seat, action.card, action.slot) or IllegalAction(
        "That effect can't be paid for, or it would change nothing now."
    )


def _street(match: EdgeMatch, seat: int, action: actions.UseStreet) -> IllegalAction | None:
    if action.card not in deck.street_cards(match.state):
        return IllegalAction("That card is not in the Street.")
    found = _effect(match, seat, action.card, action.slot)
    if found:
        return found
    if not can_discard(match, seat, 2):
        return _no_discards(match, seat, 2)
    return IllegalAction("That effect can't be paid for, or it would change nothing now.")


def _no_discards(match: EdgeMatch, seat: int, count: int) -> IllegalAction:
    if owes_sleeving(match, seat):
        return IllegalAction("You must sleeve an advancement first; without those cards you couldn't.")
    if count == 2:
        return IllegalAction("You need two cards in hand of which no effect was used this turn.")
    return IllegalAction("You need a card in hand of which no effect was used this turn.")


def _ability(match: EdgeMatch, seat: int, action: actions.UseAbility) -> IllegalAction | None:
    state, content = match.state, match.content
    if action.location not in state.locations:
        return IllegalAction("That Location is not in this match.")
    ability = content.locations[action.location].ability
    if ability is None or ability.timing == "standing":
        return IllegalAction("That Location has no ability to use.")
    if (ability.timing == "attacked") != isinstance(state.stack[-1], Window):
        if ability.timing == "attacked":
            return IllegalAction("That ability works only when you are attacked.")
        return IllegalAction("That ability works only in the free part of your own turn.")
    limited = ability.timing == "turn" and ability.uses > 0 and state.options.location_uses == "once"
    if limited and state.turn.abilities.get(action.location, 0) >= ability.uses:
        return IllegalAction("That ability was already used this turn.")
    return IllegalAction("That ability can't be paid for, or it would change nothing now.")


def _sleeve(match: EdgeMatch, seat: int, action: actions.Sleeve) -> IllegalAction | None:
    state = match.state
    if action.location not in state.locations:
        return IllegalAction("That Location is not in this match.")
    if isinstance(state.stack[-1], FreeStep) and state.turn.sleeved:
        return IllegalAction("You have already sleeved an advancement this turn.")
    if not kinds(match, match.state.players[seat].hand):
        return IllegalAction("No advancement fits a card in your hand.")
    if not any(state.supply[slip.id] for slip in match.content.locations[action.location].slips):
        return IllegalAction("There are no copies of that advancement left.")
    return IllegalAction("No copy that is left fits a free slot of a card in your hand.")


def _onto(match: EdgeMatch, seat: int, action: actions.SleeveOnto) -> IllegalAction | None:
    state, content = match.state, match.content
    player = state.players[seat]
    if action.card not in [*player.hand, *player.starters]:
        return IllegalAction("That card is not in your hand.")
    if not getattr(state.stack[-1], "location", ""):
        return IllegalAction("Something else must be decided first: open /act to see what.")
    if action.slip not in content.slips or not state.supply.get(action.slip):
        return IllegalAction("There are no copies of that advancement left.")
    if content.slips[action.slip].slot not in cards.free_slots(state.cards[action.card]):
        return IllegalAction("That slot of the card is already filled.")
    return IllegalAction("You chose another kind of advancement.")


def _guild(match: EdgeMatch, seat: int, action: actions.ChooseGuild) -> IllegalAction | None:
    if action.guild not in match.content.guilds:
        return IllegalAction("There is no such Guild.")
    return IllegalAction("Another player has taken that Guild.")


def _pick(match: EdgeMatch, seat: int, action: actions.Pick) -> IllegalAction | None:
    if action.location not in match.state.locations:
        return IllegalAction("That Location is not in this match.")
    if action.location in match.state.picked:
        return IllegalAction("That kind was already picked.")
    return IllegalAction("No copy of that advancement fits one of your Starters.")


def _hall(match: EdgeMatch, seat: int, action: actions.KeepInHall) -> IllegalAction | None:
    if action.card not in match.state.players[seat].starters:
        return IllegalAction("That is not one of your Starters.")
    return IllegalAction("That Starter carries an advancement; choose one without.")


def _hunt(match: EdgeMatch, seat: int, action: actions.HuntThreats) -> IllegalAction | None:
    state = match.state
    if not state.turn.may_hunt:
        return IllegalAction("You have no permission to hunt this turn.")
    if state.turn.hunted and not state.options.hunt_repeatable:
        return IllegalAction("You have already hunted with this permission.")
    if not action.spots or any(not 1 <= spot <= len(state.tower) or not state.tower[spot - 1] for spot in action.spots):
        return IllegalAction("There is no card on that tower spot.")
    if action.spots not in hunts(match):
        price = sum(cards.damage(match.content, state.cards[state.tower[spot - 1]]) for spot in set(action.spots))
        if price > state.turn.battle:
            return IllegalAction(
                "That takes {price} Battle Strength, and you have {battle}.", price=price, battle=state.turn.battle
            )
    return None


def _recall(match: EdgeMatch, seat: int, action: actions.Recall) -> IllegalAction | None:
    player = match.state.players[seat]
    if not can_discard(match, seat, 1):
        return _no_discards(match, seat, 1)
    if not player.agents:
        return IllegalAction("You have no Agent on any Location.")
    return IllegalAction("You have no Agent at that Location.")


def _discard(match: EdgeMatch, seat: int, action: actions.DiscardCards) -> IllegalAction | None:
    step = match.state.stack[-1]
    assert isinstance(step, DiscardStep)
    hand = match.state.players[seat].hand
    if any(card not in hand for card in action.cards):
        return IllegalAction("That card is not in your hand.")
    if len(set(action.cards)) != step.count:
        return IllegalAction("Exactly {count} must be discarded.", count=step.count)
    if owes_sleeving(match, seat):
        return _no_discards(match, seat, step.count)
    return IllegalAction("A card of which an effect was used this turn can't be discarded for this.")


def _reshuffle(match: EdgeMatch, seat: int, action: actions.Reshuffle) -> IllegalAction | None:
    if not deck.depleted(match.state):
        return IllegalAction("The deck is not depleted, so there is no reshuffle.")
    if not match.state.discard:
        return IllegalAction("The Discard pile is empty.")
    return None


def _end(match: EdgeMatch, seat: int, action: actions.EndTurn) -> IllegalAction | None:
    if owes_sleeving(match, seat):
        return IllegalAction("You must sleeve an advancement before you end your turn.")
    return None


def _pass(match: EdgeMatch, seat: int, action: Pass) -> IllegalAction | None:
    return IllegalAction("You can't pass here; one of the actions must be taken.")


_REASONS: dict[type[Action], Callable[[EdgeMatch, int, Any], IllegalAction | None]] = {
    actions.ChooseGuild: _guild,
    actions.Pick: _pick,
    actions.KeepInHall: _hall,
    actions.SkipCard: _draft,
    actions.UseContact: _contact,
    actions.UseAbility: _ability,
    actions.Sleeve: _sleeve,
    actions.SleeveOnto: _onto,
    actions.HuntThreats: _hunt,
    actions.Recall: _recall,
    actions.UseStreet: _street,
    actions.DiscardCards: _discard,
    actions.Reshuffle: _reshuffle,
    actions.EndTurn: _end,
    Pass: _pass,
}


def why_illegal(match: EdgeMatch, seat: int, action: Action) -> IllegalAction:
    """Return the refusal of an action that this seat, which must decide something now, was not offered."""
    top = match.state.stack[-1] if match.state.stack else None
    places = _PLACES.get(type(action))
    if places is not None and not isinstance(top, places):
        return IllegalAction("Something else must be decided first: open /act to see what.")
    reason = _REASONS.get(type(action))
    found = reason(match, seat, action) if reason else None
    return found or IllegalAction("That is not one of the choices you have now.")
