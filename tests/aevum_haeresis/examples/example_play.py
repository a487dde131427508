"""Helpers for tests of the worked examples: they play the example of a rule and read the outcome."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.examples.position_builder import the
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.state import Haeresis, Player
from rules.kernel.engine.example import Played, played


def play_example(rule: str) -> Played[Any]:
    """Play the example registered for a rule."""
    return played(GAME.examples[rule])


def bodies(example: Played[Any]) -> list[Any]:
    """Return the bodies of the events in an example."""
    return [event.body for event in example.events]


def of_both_players(match: Haeresis, field: str) -> tuple[Any, Any]:
    """Return Anna's and Béla's values of this field, or the number of cards if the field is a pile."""
    anna, bela = (getattr(player, field) for player in match.state.players)
    return (len(anna), len(bela)) if isinstance(anna, list) else (anna, bela)


def damned(match: Haeresis, seat: int) -> str:
    """Return the id of a seat's Damned."""
    return match.state.players[seat].damned


def kinds(pile: list[str]) -> list[str]:
    """Return the kind of each card, which is the part of its id before the first dot."""
    return [name.partition(".")[0] for name in pile]


def is_out(match: Haeresis, seat: int, name: str) -> bool:
    """Return whether a card of this kind from this seat's deck is in play, in hand or in a row."""
    try:
        return bool(the(match, seat, name))
    except IndexError:
        return False


def pyre(match: Haeresis, seat: int) -> list[str]:
    """Return the kinds of the cards in a seat's Pyre."""
    player: Player = match.state.players[seat]
    return kinds(player.pyre)
