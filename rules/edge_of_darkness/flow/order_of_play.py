"""The order of play, as sequences that follow the rulebook line by line."""

from __future__ import annotations

from rules.edge_of_darkness.board import cubes, deck
from rules.edge_of_darkness.board.sleeved_card import cubes as cube_icons
from rules.edge_of_darkness.effects.effect_use import begin_timed
from rules.edge_of_darkness.effects.hunting import AFTER_HUNT
from rules.edge_of_darkness.flow.action_turn_free_part import discard_hand
from rules.edge_of_darkness.flow.attack import begin_attacks
from rules.edge_of_darkness.flow.prologue import PROLOGUE
from rules.edge_of_darkness.flow.scoring import awards, end_match, final_goodwill
from rules.edge_of_darkness.flow.setup import choose_guilds, first_cubes
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import ROUNDS, EdgeMatch, Turn
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import DraftStep, FreeStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sequence import Sequence

#: Players draft until they have this many cards in hand (EOD-ASSEM.1).
HAND = 3


def _in_turn_order(match: EdgeMatch, name: str) -> list[Sequence]:
    """Return this sequence for each player, clockwise from the player with the First Player marker (EOD-GEN.5)."""
    seats = match.state.seats
    return [Sequence(name, seat=(match.state.first + place) % seats) for place in range(seats)]


# -- the game -----------------------------------------------------------------------------------------------


def prologue(match: EdgeMatch, _step: Sequence) -> None:
    """Play the prologue."""
    match.push(Sequence("prologue"))


def play_round(match: EdgeMatch, _step: Sequence) -> None:
    """Play one Assembly Phase and one Action Phase (EOD-GEN.6)."""
    match.state.round += 1
    match.emit(EVERYONE, events.RoundBegan(match.state.round, match.state.first))
    match.push(Sequence("round"))


def end_of_round(match: EdgeMatch, _step: Sequence) -> str | None:
    """Pass the First Player marker to the right. After the 8th round the game ends (EOD-ENDRND.2 to 4)."""
    state = match.state
    state.first = (state.first - 1) % state.seats
    return "round" if state.round < ROUNDS else None


EDGE.sequence(
    "game",
    {
        "choose_guilds": choose_guilds,
        "first_cubes": first_cubes,
        "prologue": prologue,
        "round": play_round,
        "end_of_round": end_of_round,
        "final_goodwill": final_goodwill,
        "awards": awards,
        "end_match": end_match,
    },
)


# -- a round ------------------------------------------------------------------------------------------------


def common_step(match: EdgeMatch, _step: Sequence) -> None:
    """Move each player's Guild Hall cards to the hand, and their Threat Zone's cubes to `staged` (EOD-ROUND.1 to 3).

    Staged cubes are dropped into the tower in the player's Action turn.
    """
    match.state.phase = "assembly"
    for player in match.state.players:
        player.hand += player.hall
        player.hall = []
        player.staged = [a + b for a, b in zip(player.staged, player.zone, strict=True)]
        player.zone = [0] * len(player.zone)


def assembly_phase(match: EdgeMatch, _step: Sequence) -> None:
    """Play every player's Assembly turn (EOD-ROUND.8)."""
    match.push(*_in_turn_order(match, "assembly_turn"))


def action_phase(match: EdgeMatch, _step: Sequence) -> None:
    """Play every player's Action turn, after all Assembly turns (EOD-GEN.7)."""
    match.state.phase = "action"
    match.push(*_in_turn_order(match, "action_turn"))


EDGE.sequence(
    "round",
    {
        "common_step": common_step,
        "assembly_phase": assembly_phase,
        "action_phase": action_phase,
    },
)


# -- an Assembly turn ---------------------------------------------------------------------------------------


def begin_turn(match: EdgeMatch, step: Sequence) -> None:
    """Start a turn with Battle Strength 0 and no effects used."""
    match.state.turn = Turn(step.seat)


def draft(match: EdgeMatch, step: Sequence) -> None:
    """Ask the player to draft until the hand has three cards (EOD-ASSEM.1, ASSEM.2)."""
    missing = HAND - len(match.state.players[step.seat].hand)
    if missing > 0:
        match.push(DraftStep(step.seat, missing))


def draw_cubes(match: EdgeMatch, step: Sequence) -> None:
    """Draw a cube into the Threat Zone for each cube icon in the hand (EOD-ASSEM.4 to 8)."""
    cards = match.state.cards
    icons = sum(cube_icons(match.content, cards[card]) for card in match.state.players[step.seat].hand)
    cubes.draw(match, step.seat, max(0, icons))


def refill_street(match: EdgeMatch, _step: Sequence) -> None:
    """Refill the Street. If the draft reshuffled the deck, refill the tower as well (EOD-ASSEM.9, 10, DECK.16)."""
    deck.refill_street(match)
    deck.refill_tower(match)


def check_deck(match: EdgeMatch, _step: Sequence) -> str | None:
    """Reshuffle a depleted deck at the end of a turn. Resulting attacks follow at once (EOD-DECK.5, HC.33)."""
    if deck.can_reshuffle(match.state):
        deck.reshuffle(match)
    return "check_deck" if begin_attacks(match) else None


EDGE.sequence(
    "assembly_turn",
    {
        "begin_turn": begin_turn,
        "draft": draft,
        "draw_cubes": draw_cubes,
        "refill_street": refill_street,
        "check_deck": check_deck,
    },
)


# -- an Action turn -----------------------------------------------------------------------------------------


def at_start(match: EdgeMatch, step: Sequence) -> None:
    """Apply the Location abilities that work at the start of an Action turn (EOD-GEN.11)."""
    begin_timed(match, step.seat, "start")


def attacks_at_start(match: EdgeMatch, _step: Sequence) -> str | None:
    """Resolve the attacks caused by abilities at the start of the turn (EOD-BLIGHT.2)."""
    return "attacks_at_start" if begin_attacks(match) else None


def drop_cubes(match: EdgeMatch, step: Sequence) -> None:
    """Drop all of the player's staged cubes into the tower together (EOD-DROP.1)."""
    player = match.state.players[step.seat]
    if any(player.staged):
        landed = cubes.drop(match, player.staged)
        player.staged = [0] * len(player.staged)
        match.emit(EVERYONE, events.DroppedCubes(step.seat, landed))


def resolve_attacks(match: EdgeMatch, _step: Sequence) -> str | None:
    """Resolve all attacks that are due (EOD-ACTION.3)."""
    return "resolve_attacks" if begin_attacks(match) else None


def free_part(match: EdgeMatch, step: Sequence) -> None:
    """Let the player sleeve and use effects and abilities, in any order (EOD-ACTION.5, ACTION.10)."""
    match.push(FreeStep(step.seat))


def at_end(match: EdgeMatch, step: Sequence) -> None:
    """Apply the Location abilities that work at the end of an Action turn, before the hand is discarded."""
    begin_timed(match, step.seat, "end")


def attacks_at_end(match: EdgeMatch, _step: Sequence) -> str | None:
    """Resolve the attacks caused by abilities at the end of the turn (EOD-BLIGHT.2)."""
    return "attacks_at_end" if begin_attacks(match) else None


EDGE.sequence(
    "action_turn",
    {
        "begin_turn": begin_turn,
        "at_start": at_start,
        "attacks_at_start": attacks_at_start,
        "drop_cubes": drop_cubes,
        "resolve_attacks": resolve_attacks,
        "free_part": free_part,
        "at_end": at_end,
        "attacks_at_end": attacks_at_end,
        "discard_hand": discard_hand,
        "check_deck": check_deck,
    },
)

EDGE.sequence("prologue", PROLOGUE)
EDGE.sequence("after_hunt", AFTER_HUNT)
