"""What the tests of the worked examples share: the example of a rule, played."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.examples.table import the
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.state import Haeresis, Player
from rules.kernel.engine.example import Played, played


def shown(rule: str) -> Played[Any]:
    """Play the registered example of a rule."""
    return played(GAME.examples[rule])


def bodies(example: Played[Any]) -> list[Any]:
    """Return what happened."""
    return [event.body for event in example.events]


def pair(match: Haeresis, field: str) -> tuple[Any, Any]:
    """Return this field of Anna and of Béla; of a pile its size."""
    anna, bela = (getattr(player, field) for player in match.state.players)
    return (len(anna), len(bela)) if isinstance(anna, list) else (anna, bela)


def damned(match: Haeresis, seat: int) -> str:
    """Return a seat's Damned."""
    return match.state.players[seat].damned


def kinds(pile: list[str]) -> list[str]:
    """Return the kinds of the cards of a pile."""
    return [name.partition(".")[0] for name in pile]


def is_out(match: Haeresis, seat: int, name: str) -> bool:
    """Tell whether a card of this kind and deck is in play, in hand or in a row."""
    try:
        return bool(the(match, seat, name))
    except IndexError:
        return False


def pyre(match: Haeresis, seat: int) -> list[str]:
    """Return the kinds of the cards on a Pyre."""
    player: Player = match.state.players[seat]
    return kinds(player.pyre)
