"""The order of play, as sequences that follow the rulebook line by line."""

from __future__ import annotations

from rules.dark_providence.board.deck import draw
from rules.dark_providence.board.piece_placement import has_ongoing, trigger_occasion
from rules.dark_providence.content.component_counts import HAND
from rules.dark_providence.effects.icon_payment import discard_table
from rules.dark_providence.flow.scoring import end_match, final_scoring
from rules.dark_providence.flow.setup import allegiances, colours, first_hands, lead_agents, starting_cities
from rules.dark_providence.solo.old_one import OLD_ONE_TURN
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence, Turn
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import TurnStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sequence import Sequence

#: The number of actions in a turn (DP-TURN.2).
ACTIONS = 2


# -- the game -----------------------------------------------------------------------------------------------


def first_turn(match: Providence, _step: Sequence) -> None:
    """Make the starting player the active player (DP-TURN.1, DP-SOLO.16)."""
    match.state.turn = Turn(match.state.first)


def turn(match: Providence, _step: Sequence) -> None:
    """Play the active player's turn (DP-TURN.2 to 10)."""
    match.push(Sequence("turn", seat=match.state.turn.seat))


def old_one_turn(match: Providence, _step: Sequence) -> None:
    """In solo play, play the Great Old One's turn after the player's (DP-SOLO.18)."""
    if match.state.old_one is not None and not match.state.ending:
        match.push(Sequence("old_one_turn"))


def next_turn(match: Providence, _step: Sequence) -> str | None:
    """Start the next player's turn, unless the game is about to end (DP-TURN.11, TURN.12, DP-END.6, END.7)."""
    state = match.state
    if state.ending:
        return None
    state.turn = Turn((state.turn.seat + 1) % state.seats)
    return "turn"


PROVIDENCE.sequence(
    "game",
    {
        "colours": colours,
        "lead_agents": lead_agents,
        "first_hands": first_hands,
        "allegiances": allegiances,
        "starting_cities": starting_cities,
        "first_turn": first_turn,
        "turn": turn,
        "old_one_turn": old_one_turn,
        "next_turn": next_turn,
        "final_scoring": final_scoring,
        "end_match": end_match,
    },
)


# -- a player's turn ----------------------------------------------------------------------------------------


def begin_turn(match: Providence, step: Sequence) -> None:
    """Start a turn, which has two actions (DP-TURN.2)."""
    state = match.state
    state.phase = "play"
    state.turns += 1
    state.turn = Turn(step.seat, actions=ACTIONS)
    match.emit(EVERYONE, events.TurnBegan(step.seat))
    trigger_occasion(match, step.seat, "turn_begins")


def actions(match: Providence, step: Sequence) -> None:
    """Ask the player for two actions. Bonus actions are possible before, between and after them (DP-TURN.2 to 5)."""
    match.push(TurnStep(step.seat))


def draw_up(match: Providence, step: Sequence) -> None:
    """Draw up to five cards, unless the end of the game is triggered (DP-TURN.6 to 10, DP-END.7)."""
    discard_table(match)
    if match.state.ending:
        return
    hand = HAND + has_ongoing(match, step.seat, "long_reach")
    missing = hand - len(match.state.players[step.seat].hand)
    if missing > 0:
        draw(match, step.seat, missing)


PROVIDENCE.sequence(
    "turn",
    {
        "begin_turn": begin_turn,
        "actions": actions,
        "draw_up": draw_up,
    },
)

PROVIDENCE.sequence("old_one_turn", OLD_ONE_TURN)
