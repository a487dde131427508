"""Winning and losing the game (section 2)."""

from __future__ import annotations

from rules.aevum_haeresis.board.decks_and_resources import to_pyre
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import EXECUTED, SOULS_TO_WIN, Haeresis
from rules.aevum_haeresis.state.steps import EndOrderStep, PayStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sequence import Sequence


def check(match: Haeresis, *, souls: bool = False) -> None:
    """End the game if either player meets a condition for winning or losing (AH-WIN.2 to WIN.16).

    Plot decks and Execution levels are always checked. Souls are checked only if `souls` is true (AH-WIN.8, WIN.9) or
    the match has the option `souls_at_once`.
    """
    state = match.state
    if state.ended:
        return
    souls = souls or state.options.souls_at_once
    lost: list[tuple[int, str]] = []
    won: list[tuple[int, str]] = []
    for seat, player in enumerate(state.players):
        if not player.plot:
            lost.append((1 - seat, "deck"))
        if player.execution >= EXECUTED:
            lost.append((1 - seat, "execution"))
        if souls and player.souls >= SOULS_TO_WIN:
            won.append((seat, "souls"))
        if state.options.damned_death_loses and player.damned not in state.cards:
            lost.append((1 - seat, "damned"))
    found = [_first(state.active, group) for group in (lost, won) if group]
    if not found:
        return
    state.ended = True
    state.window = ""
    if len({winner for winner, _ in found}) == 1:  # every condition that is met has the same winner (AH-WIN.16)
        end(match, *found[0])
    else:
        match.push(EndOrderStep(state.active, [reason for _, reason in found], [winner for winner, _ in found]))


def _first(active: int, met: list[tuple[int, str]]) -> tuple[int, str]:
    """Return the end condition that applies: preferably one that makes the Active player win (AH-WIN.13, WIN.14)."""
    return next((one for one in met if one[0] == active), met[0])


def check_after_effect(match: Haeresis) -> None:
    """Check after an effect whether the game ends. Souls count only outside a Plot action (AH-WIN.9, WIN.10)."""
    check(match, souls=not match.state.in_action)


def check_within_effect(match: Haeresis) -> None:
    """End the game in the middle of an effect if an Execution or the death of a Damned decides it (AH-GEN.18).

    The death of a Damned decides the game only with the option `damned_death_loses`.
    """
    dead = match.state.options.damned_death_loses
    if dead or any(player.execution >= EXECUTED for player in match.state.players):
        check(match)


def concede(match: Haeresis, seat: int) -> None:
    """Let a player concede, which is possible at any time. The other player wins (AH-PBP.24)."""
    state = match.state
    for step in state.stack:
        if isinstance(step, PayStep) and step.how == "row":
            to_pyre(match, [step.card])  # a row card being paid for is in no zone
    state.stack[:] = [Sequence("game", "end_match")]
    state.window = ""
    end(match, 1 - seat, "conceded")


def end(match: Haeresis, winner: int, reason: str) -> None:
    """End the game with this winner and this reason."""
    state = match.state
    state.ended = True
    state.window = ""
    state.winner, state.reason = winner, reason
    match.emit(EVERYONE, events.Decided(winner, reason))
