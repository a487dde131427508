"""Helpers that set up positions: made-up cards, actions and refusals. The worked examples have more such helpers."""

from __future__ import annotations

import dataclasses
from typing import Any

from rules.dark_providence.board.piece_placement import owner_state
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.records import Asset, Mythos, starting_cards
from rules.dark_providence.examples.position_builder import control, gate
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import Done, Pay
from rules.dark_providence.state.state import Providence, Turn
from rules.dark_providence.state.steps import AnyStep, TurnStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.example import Played, played
from rules.kernel.engine.sequence import Sequence
from rules.kernel.words.translation import Localised
from tests import game_helpers


def new(seats: int = 3, seed: str = "test", **options: Any) -> Providence:
    """Return a new match at its first decision."""
    return GAME.new(seats, seed, options)


# -- setting up positions -------------------------------------------------------------------------------------


def set_allegiance(match: Providence, seat: int, allegiance: Any, *, revealed: bool = False) -> None:
    """Set a seat's allegiance and whether it is revealed.

    The seat swaps its allegiance card for the wanted one, which another player has or which is set aside.
    """
    state = match.state
    player = state.players[seat]
    if player.allegiance != allegiance and state.old_one is None:
        _take_allegiance(match, seat, allegiance)
    player.allegiance, player.revealed = allegiance, revealed


def _take_allegiance(match: Providence, seat: int, wanted: Any) -> None:
    """Exchange a seat's allegiance card for the wanted allegiance.

    If the wanted allegiance is the dissenter that is out of play, the two dissenters are first swapped.
    """
    state = match.state
    mine = state.players[seat].allegiance
    if state.seats > 3 and wanted == state.aside[-1]:
        state.aside[-1] = wanted = "ex_cultist" if wanted == "ex_investigator" else "ex_investigator"
        if mine == wanted:
            return
    if wanted in state.aside[: None if state.seats < 4 else -1]:
        state.aside[state.aside.index(wanted)] = mine
        return
    holders = [number for number, other in enumerate(state.players) if number != seat and other.allegiance == wanted]
    state.players[holders[-1]].allegiance = mine


def destroy_missing_cards(match: Providence) -> None:
    """Add the cards that a test has removed from all piles to the destroyed cards."""
    state, content = match.state, match.content
    leads = [content.leads[player.lead] for player in state.players]
    box = [card for lead in leads for card, _ in starting_cards(lead)]
    box += [*content.assets, *content.city_cards]
    box += [card.id for card in content.mythos.values() if card.solo or state.seats > 1]
    piles = [state.stock, state.row, state.mythos_deck, state.area_e, state.destroyed, list(state.table)]
    piles += [place.stack for place in state.places.values()]
    for player in state.players:
        piles += [player.hand, player.deck, player.discard, player.mythos]
    if state.old_one is not None:
        piles += [state.old_one.mythos, state.old_one.kept]
    present = {card for pile in piles for card in pile}
    missing = [card for card in box if card not in present]
    for card in missing:
        state.owners.pop(card, None)
    state.destroyed += missing


def leave_controls(match: Providence, owner: int, count: int, *free: str) -> None:
    """Leave an owner with this many unused control markers.

    The owner's other markers are used up on open gates and, when every gate has one, on cities. The cities in `free`
    get none.
    """
    cities = [city for city in match.state.places if city not in free]
    used = owner_state(match.state, owner).controls - count
    for city in cities[:used]:
        gate(match, owner, city, "open")
    for city in cities[: max(0, used - len(cities))]:
        control(match, owner, city)


def asset(match: Providence, card: str, powers: list[Any] | None = None, **fields: Any) -> str:
    """Put a made-up asset card into the match's secret stock. Return the card's id.

    The card exists only in this match object, and not in its copies or saves.
    """
    record = Asset(
        id=card,
        name=Localised(card, card, card),
        powers=[Power.model_validate(power) for power in powers or []],
        **fields,
    )
    content = match.content
    assets, cards = content.assets, {**content.cards, card: record}
    if card not in content.cards or card in assets:
        assets = {**assets, card: record}
    if card not in content.cards:
        match.state.stock.append(card)
    match.content = dataclasses.replace(content, assets=assets, cards=cards)
    return card


def mythos(match: Providence, card: str, powers: list[Any] | None = None, **fields: Any) -> str:
    """Put a made-up mythos card into the match's mythos deck. Return the card's id.

    The card exists only in this match object, and not in its copies or saves.
    """
    record = Mythos.model_validate(
        {"id": card, "name": {"en": card, "hu": card, "es": card}, "powers": powers or [], **fields}
    )
    if card not in match.content.mythos:
        match.state.mythos_deck.append(card)
    match.content = dataclasses.replace(match.content, mythos={**match.content.mythos, card: record})
    return card


def begin_turn(match: Providence, seat: int, actions: int = 2) -> Providence:
    """Start a turn of this seat with this many actions left and nothing in progress."""
    stack: list[AnyStep] = [Sequence("game", "old_one_turn"), Sequence("turn", "draw_up", seat), TurnStep(seat)]
    match.state.stack[:] = stack
    match.state.turn = Turn(seat, actions=actions)
    game_helpers.assert_sound(match)
    return match


# -- worked examples ------------------------------------------------------------------------------------------


def example(rule: str) -> Providence:
    """Return the starting position of a rule's worked example."""
    return GAME.examples[rule].position()


def example_played(rule: str) -> Played[Providence]:
    """Play a rule's worked example. Return the match before and after, and the events."""
    return played(GAME.examples[rule])


# -- taking actions -------------------------------------------------------------------------------------------


def act(match: Providence, action: Action, seat: int | None = None) -> list[Any]:
    """Check that the position is sound, then take an action. Return the event bodies."""
    game_helpers.assert_sound(match)
    return game_helpers.act(match, action, seat)


def offers(match: Providence, kind: type[Action] | None = None, seat: int | None = None) -> list[Any]:
    """Check that the position is sound. Return the actions that the match offers, of one kind if given."""
    game_helpers.assert_sound(match)
    return game_helpers.offers(match, kind, seat)


def refusal(match: Providence, action: Action, seat: int | None = None) -> str:
    """Check that the position is sound. Try an action that isn't legal, and return the refusal."""
    game_helpers.assert_sound(match)
    return game_helpers.refusal(match, action, seat)


def refused(match: Providence, action: Action, seat: int | None = None) -> bool:
    """Check that the position is sound. Return whether an action is refused."""
    game_helpers.assert_sound(match)
    return game_helpers.refused(match, action, seat)


def pay(match: Providence, *cards: str) -> list[Any]:
    """Pay with exactly these cards, if the player can choose. They may be chosen in any order."""
    offered = offers(match, Pay)
    if not offered:
        return []
    wanted = next(offer for offer in offered if sorted(offer.cards) == sorted(cards))
    return act(match, wanted)


def done(match: Providence) -> list[Any]:
    """Finish a choice of several options. Return the events."""
    return act(match, Done())
