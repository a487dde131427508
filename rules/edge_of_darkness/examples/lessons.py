"""Starting positions of the lessons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.edge_of_darkness.examples.attacks import besieged
from rules.edge_of_darkness.examples.drafting import drafting
from rules.edge_of_darkness.examples.hunting import hunter
from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    CARNIVAL,
    acting,
    prologue,
    send,
    set_player,
    set_turn,
    sleeve_slip,
)
from rules.edge_of_darkness.state.state import ROUNDS, EdgeMatch
from rules.kernel.engine.match import arrange

#: The learner's hand in an Action turn: a card of the learner's Guild, a Neutral card, and a card of another Guild.
OWN, NEUTRAL, RIVAL = "marie_christine_botrelle", "oswin_tallow", "giacomo_tredita"


def action_turn() -> EdgeMatch:
    """Return a match in an Action turn with three contacts in hand.

    They are a Blacksmith, a Commander of the Citywatch, and a Tower Sentry on a rival's card.
    """
    match = acting(hand=[OWN, NEUTRAL, RIVAL])
    sleeve_slip(match, OWN, "forge_m1")
    sleeve_slip(match, NEUTRAL, "citywatch_m1")
    sleeve_slip(match, RIVAL, "watchtower_m1")
    set_player(match, ANOINTED, coins=4)
    return match


def attack() -> EdgeMatch:
    """Return a match at the end of the learner's turn.

    Next, a full tray attacks the learner, who has two Agents to defend with.
    """
    match = besieged(2, (), (4, 1, 1), active=CARNIVAL)
    send(match, ANOINTED, "the_citywatch", 2)
    return match


def last_turn() -> EdgeMatch:
    """Return a match in its last turn, with all effects already used."""
    match = acting(hand=[OWN])
    sleeve_slip(match, OWN, "forge_m1", "watchtower_b1")
    sleeve_slip(match, RIVAL, "citywatch_m1")
    set_player(match, ANOINTED, coins=6, influence=2, goodwill=4, reputation=5, pool=7, untrained=3)
    set_player(match, CARNIVAL, coins=3, influence=1, reputation=3, pool=5, untrained=5)
    set_turn(match, sleeved=True)
    with arrange(match) as state:
        state.round = ROUNDS
    return match


#: The functions that build the positions, by position name in data/edge_of_darkness/lessons.json.
POSITIONS: dict[str, Callable[[], EdgeMatch]] = {
    "prologue": partial(prologue, 2),
    "draft": partial(drafting, 4),
    "action turn": action_turn,
    "attack": attack,
    "hunt": hunter,
    "last turn": last_turn,
}
