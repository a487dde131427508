"""Helpers that set up positions, mainly with made-up cards. The worked examples' `table` has more helpers."""

from __future__ import annotations

import dataclasses
from typing import Any

from rules.aevum_haeresis.board.card_lookup import kind, owner
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.examples.position_builder import ANNA, add, location, part_of, put
from rules.aevum_haeresis.state.actions import Choose, Done, Lay, PayFor, Waive
from rules.aevum_haeresis.state.state import Haeresis, Modifier
from rules.aevum_haeresis.state.steps import DemStep, PayStep, RowStep
from rules.kernel.engine.match import arrange
from tests.game_helpers import act, offers

# -- setting up positions --------------------------------------------------------------------------------------


def card(match: Haeresis, name: str, **fields: Any) -> str:
    """Add a made-up card to the match's content. Return its kind.

    Copies and saves of the match don't have the card. By default, the card is a Heretic with Health 3, Damage 1, no
    icons and no cost.
    """
    record = {"id": name, "name": {"en": name, "hu": name, "es": name}, "type": "heretic", **fields}
    if record["type"] == "heretic":
        record = {"health": 3, "damage": 1, **record}
    made = Card.model_validate(record)
    match.content = dataclasses.replace(match.content, cards={**match.content.cards, name: made})
    match.forget()
    return name


def heretic(match: Haeresis, seat: int, name: str = "", *, ready: bool = True, **fields: Any) -> str:
    """Put a made-up Heretic into play, as in `heretic(match, ANNA, icons={"plunder": 1})`. Return its id."""
    number = len(match.state.cards)
    return put(match, seat, card(match, name or f"heretic_{number}", **fields), ready=ready)


def exchange(match: Haeresis, seat: int, hand_card: str, deck_card: str) -> None:
    """Exchange a card in a seat's hand for a card in its Plot deck. No other seat can notice this."""
    with arrange(match) as state:
        player = state.players[seat]
        player.hand[player.hand.index(hand_card)] = deck_card
        player.plot[player.plot.index(deck_card)] = hand_card


def take_away(match: Haeresis, name: str) -> None:
    """Move a card from play to its owner's Pyre and remove it from its team, ignoring the rules."""
    with arrange(match) as state:
        del state.cards[name]
        for team in state.man.teams if state.man is not None else ():
            team[:] = [one for one in team if one != name]
        state.players[owner(name)].pyre.append(name)


def put_into_pyre(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Put copies of these cards into a seat's Pyre. Return their ids."""
    with arrange(match) as state:
        return add(match, seat, names, state.players[seat].pyre)


def background(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Replace a seat's Background deck with copies of these cards. Return their ids."""
    with arrange(match) as state:
        state.players[seat].background = []
        return add(match, seat, names, state.players[seat].background)


def locations(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Replace a seat's Location deck with copies of these cards, and return their ids. The old cards go to the Pyre."""
    with arrange(match) as state:
        player = state.players[seat]
        player.pyre += player.locations
        player.locations = []
        return add(match, seat, names, player.locations)


def empty_pyre(match: Haeresis, seat: int) -> None:
    """Empty a seat's Pyre by moving each card to the bottom of the deck it belongs to."""
    with arrange(match) as state:
        player = state.players[seat]
        decks = {"plot": player.plot, "heretic": player.heretics, "location": player.locations}
        for name in player.pyre:
            decks.get(part_of(match, kind(name)), player.background).append(name)
        player.pyre = []


def plain_location(match: Haeresis, *track: int, placer: int = ANNA, time: int = 0) -> str:
    """Put a made-up Location with these soul numbers into play. Return its id."""
    name = card(match, f"place_{'_'.join(map(str, track))}", type="location", track=track)
    return location(match, name, placer, time)


def set_team(match: Haeresis, seat: int, *names: str) -> None:
    """Set a seat's team in the current manoeuvre to exactly these cards in play."""
    with arrange(match) as state:
        assert state.man is not None
        state.man.teams[seat] = [*names]


def modify(match: Haeresis, *mods: Modifier) -> None:
    """Add temporary changes to the stats of cards."""
    with arrange(match) as state:
        state.mods += mods


# -- playing cards ---------------------------------------------------------------------------------------------


def lay(match: Haeresis, seat: int, *cards: str) -> list[Any]:
    """Lay these cards as a seat's whole row. Return the events."""
    found: list[Any] = []
    for name in cards:
        found += act(match, Lay(name), seat)
    top = match.state.stack[-1]
    if isinstance(top, RowStep) and top.seat == seat:
        found += act(match, Done(), seat)
    return found


def pay(match: Haeresis, *named: str) -> list[Any]:
    """Pay for the offered card, choosing these options. Return the events."""
    (offer,) = offers(match, PayFor)
    found = act(match, offer)
    for name in named:
        assert isinstance(match.state.stack[-1], PayStep)
        found += act(match, Choose(name))
    return found


def waive(match: Haeresis, windows: int = 99) -> list[Any]:
    """Waive until another question is asked, at most this many times. Return the events."""
    found: list[Any] = []
    while windows and match.state.stack and isinstance(match.state.stack[-1], DemStep):
        found += act(match, Waive())
        windows -= 1
    return found


def time(match: Haeresis) -> int:
    """Return the current time of day as a number from 0 (Morning) to 3 (Night)."""
    return match.state.cards[match.state.location].time


def window(match: Haeresis) -> str:
    """Return the name of the open window, or "" if none is open."""
    return match.state.window
