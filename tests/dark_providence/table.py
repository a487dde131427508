"""Set a table for a test: real matches of the real engine, arranged through their state."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from rules.dark_providence.board.board import owners, purse, set_controller
from rules.dark_providence.board.deck import vanish
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.records import MI_GO, Asset, Mythos, starting_cards
from rules.dark_providence.game import GAME
from rules.dark_providence.state.actions import Done, Pay
from rules.dark_providence.state.state import Piece, Providence, Turn
from rules.dark_providence.state.steps import AnyStep, TurnStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.sequence import Sequence
from rules.kernel.words.text import Localised
from tests import table


def new(seats: int = 3, seed: str = "test", **options: Any) -> Providence:
    """Return a fresh match at its first decision."""
    return GAME.new(seats, seed, options)


def turn(seats: int = 3, seat: int = 0, seed: str = "test", **options: Any) -> Providence:
    """Return a match at the first action of this seat's turn: hands emptied into the decks, lead agents placed.

    Leads go by seat (Monday in seat 0 ...), in the cities arkham, boston, new_york ... in seat order; in solo play the
    player's lead stands in chicago.
    """
    match = new(seats, seed, starting_player=seat + 1, **options)
    rng = random.Random(seed)
    while match.state.phase == "setup":
        number, decision = next(iter(match.decisions().items()))
        match.apply(number, rng.choice(decision.actions))
    state = match.state
    cities = list(state.places) if seats > 1 else ["chicago"]
    for number, lead in enumerate(list(match.content.leads)[:seats]):
        _change_lead(match, number, lead, cities[number])
    return match


def _change_lead(match: Providence, seat: int, lead: str, city: str) -> None:
    state = match.state
    player = state.players[seat]
    for card in [*player.hand, *player.deck, *player.discard]:
        if state.owners.get(card) == seat:
            del state.owners[card]
    if player.lead in state.agents and state.agents[player.lead].owner == seat:
        del state.agents[player.lead]
    player.lead = lead
    player.hand, player.discard = [], []
    player.deck = [card for card, _ in starting_cards(match.content.leads[lead])]
    state.owners.update(dict.fromkeys(player.deck, seat))
    state.agents[lead] = Piece(seat, city)


# -- arranging ------------------------------------------------------------------------------------------------


def side(match: Providence, seat: int, allegiance: Any, *, revealed: bool = False) -> None:
    """Give a seat an allegiance card in exchange for its own; a player or the cards aside take that."""
    state = match.state
    player = state.players[seat]
    if player.allegiance != allegiance and state.old_one is None:
        _take_allegiance(match, seat, allegiance)
    player.allegiance, player.revealed = allegiance, revealed


def _take_allegiance(match: Providence, seat: int, wanted: Any) -> None:
    """Put a seat's own allegiance card where the wanted one lies; a dissenter left out is exchanged for the other."""
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


def fill_bag(match: Providence, sane: int, madness: int) -> None:
    """Fill the bag with so many SANE and MADNESS tokens, as far as they go; the others are out of the game."""
    state = match.state
    mad = sum(player.madness for player in state.players) + (state.old_one.madness if state.old_one else 0)
    free = (6 - sum(player.sane for player in state.players), 12 - mad)
    state.bag = [min(sane, free[0]), min(madness, free[1])]
    state.spent = [free[0] - state.bag[0], free[1] - state.bag[1]]


def away(match: Providence) -> None:
    """Put the cards that a test took off the table out of the game."""
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
    there = {card for pile in piles for card in pile}
    gone = [card for card in box if card not in there]
    for card in gone:
        state.owners.pop(card, None)
    state.destroyed += gone


def hold(match: Providence, seat: int, *cards: str, zone: str = "hand") -> None:
    """Move cards, wherever they are, into a seat's hand, deck or discard pile."""
    state = match.state
    for card in cards:
        fetch(match, card)
        state.owners[card] = seat
        getattr(state.players[seat], zone).append(card)


def fetch(match: Providence, card: str) -> None:
    """Take a card out of wherever it is, markers and lock off it; an emptied city stack is refilled from the stock."""
    state = match.state
    if card not in state.places:  # markers on a city stay when its card goes
        vanish(match, card)
    state.owners.pop(card, None)
    piles = [state.stock, state.row, state.mythos_deck, state.area_e, state.destroyed]
    for player in state.players:
        piles += [player.hand, player.deck, player.discard, player.mythos]
    for pile in piles:
        if card in pile:
            pile.remove(card)
    for place in state.places.values():
        if card in place.stack:
            place.stack.remove(card)
            if not place.stack and state.stock:
                place.stack.append(state.stock.pop())


def lay(match: Providence, city: str, *cards: str) -> None:
    """Make these primary assets the whole stack of a city, first one face up; what lay there goes to the stock."""
    state = match.state
    for card in state.places[city].stack:
        vanish(match, card)
    state.stock += [card for card in state.places[city].stack if card not in cards]
    state.places[city].stack = []
    for card in cards:
        fetch(match, card)
    state.places[city].stack = list(cards)


def show(match: Providence, *cards: str) -> None:
    """Make these mythos cards the row, leftmost first; what lay there goes to the deck."""
    state = match.state
    for card in state.row:
        vanish(match, card)
    state.mythos_deck += [card for card in state.row if card not in cards]
    state.row = []
    for card in cards:
        fetch(match, card)
    state.row = list(cards)


def own(match: Providence, seat: int, mythos: str) -> None:
    """Lay a mythos card beside a player board."""
    fetch(match, mythos)
    match.state.players[seat].mythos.append(mythos)


def agent(match: Providence, seat: int, name: str, city: str, zone: str = "deck", *, returned: bool = False) -> None:
    """Put an agent on the map for a seat, its card in the named zone or beside the board; Deep Ones have no card."""
    if name in match.content.assets:
        hold(match, seat, name, zone=zone)
    elif name == MI_GO:
        own(match, seat, name)
    match.state.agents[name] = Piece(-1 if name.startswith("deep_one_") else seat, city, returned)


def mark(match: Providence, owner: int, target: str, count: int) -> None:
    """Lay markers of an owner on a target, out of its supply or else its pool."""
    holder: Any = purse(match.state, owner)
    for _ in range(count):
        if holder.supply:
            holder.supply -= 1
        else:
            holder.pool -= 1
        match.state.marks.setdefault(target, [0] * owners(match.state))[owner] += 1


def leave(match: Providence, owner: int, **counts: int) -> None:
    """Leave an owner so many markers in its `supply` or `pool`; the others wait in Limbo."""
    holder = purse(match.state, owner)
    for place, count in counts.items():
        holder.limbo += getattr(holder, place) - count
        setattr(holder, place, count)


def control(match: Providence, owner: int, city: str) -> None:
    """Give an owner control of a city with its VP and, for a seat, its city card in the discard pile."""
    set_controller(match, city, owner)
    if match.state.old_one is None or owner == 0:
        hold(match, owner, city, zone="discard")


def gate(match: Providence, owner: int, city: str, face: Any) -> None:
    """Let an owner have opened ("open") or closed ("close") this gate, whoever did before."""
    place = match.state.places[city]
    if place.gate_owner >= 0:
        purse(match.state, place.gate_owner).controls += 1
    place.gate, place.gate_owner = face, owner
    purse(match.state, owner).controls -= 1


def leave_controls(match: Providence, owner: int, count: int, *free: str) -> None:
    """Leave an owner so many control markers: the others show gates and then cities, all but the `free` ones."""
    cities = [city for city in match.state.places if city not in free]
    used = purse(match.state, owner).controls - count
    for city in cities[:used]:
        gate(match, owner, city, "open")
    for city in cities[: max(0, used - len(cities))]:
        control(match, owner, city)


def asset(match: Providence, card: str, powers: list[Any] | None = None, **fields: Any) -> str:
    """Add a made-up asset card of this name to the match, in the secret stock for now (lost by copy and load)."""
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
    """Add a made-up mythos card to the match, in the mythos deck for now (lost by copy and load)."""
    record = Mythos.model_validate(
        {"id": card, "name": {"en": card, "hu": card, "es": card}, "powers": powers or [], **fields}
    )
    if card not in match.content.mythos:
        match.state.mythos_deck.append(card)
    match.content = dataclasses.replace(match.content, mythos={**match.content.mythos, card: record})
    return card


def at_turn(match: Providence, seat: int, actions: int = 2) -> Providence:
    """Make it this seat's turn with so many actions left, nothing under way."""
    stack: list[AnyStep] = [Sequence("game", "old_one_turn"), Sequence("turn", "draw_up", seat), TurnStep(seat)]
    match.state.stack[:] = stack
    match.state.turn = Turn(seat, actions=actions)
    table.assert_sound(match)
    return match


# -- playing --------------------------------------------------------------------------------------------------


def act(match: Providence, action: Action, seat: int | None = None) -> list[Any]:
    """Take an action of a position that a test has arranged, as the table of every game does."""
    table.assert_sound(match)
    return table.act(match, action, seat)


def offers(match: Providence, kind: type[Action] | None = None, seat: int | None = None) -> list[Any]:
    """Return what is offered in a position that a test has arranged, as the table of every game does."""
    table.assert_sound(match)
    return table.offers(match, kind, seat)


def refusal(match: Providence, action: Action, seat: int | None = None) -> str:
    """Return why an action is refused in a position that a test has arranged, as the table of every game does."""
    table.assert_sound(match)
    return table.refusal(match, action, seat)


def refused(match: Providence, action: Action, seat: int | None = None) -> bool:
    """Tell whether an action is refused in a position that a test has arranged, as the table of every game does."""
    table.assert_sound(match)
    return table.refused(match, action, seat)


def pay(match: Providence, *cards: str) -> list[Any]:
    """Pay with exactly these cards, if a choice is asked for; cards are named in any order."""
    offered = offers(match, Pay)
    if not offered:
        return []
    wanted = next(offer for offer in offered if sorted(offer.cards) == sorted(cards))
    return act(match, wanted)


def done(match: Providence) -> list[Any]:
    """Choose nothing more."""
    return act(match, Done())
