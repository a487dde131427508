"""Winning and losing (section 2)."""

from __future__ import annotations

from rules.aevum_haeresis.board.deck import to_pyre
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import EXECUTED, SOULS_TO_WIN, Haeresis
from rules.aevum_haeresis.state.steps import EndOrderStep, PayStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sequence import Sequence


def check(match: Haeresis, *, souls: bool = False) -> None:
    """Check the end conditions for both players together (AH-WIN.2 to WIN.16).

    Plot decks and Execution levels are always checked, souls only at a soul check (AH-WIN.8, WIN.9), or always in a
    match with the option that they win at once.
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
    if len({winner for winner, _ in found}) == 1:  # (AH-WIN.16)
        end(match, *found[0])
    else:
        match.push(EndOrderStep(state.active, [reason for _, reason in found], [winner for winner, _ in found]))


def _first(active: int, met: list[tuple[int, str]]) -> tuple[int, str]:
    """Return the condition that counts first: for one met by both players, the Active player wins (WIN.13, WIN.14)."""
    return next((one for one in met if one[0] == active), met[0])


def check_after_effect(match: Haeresis) -> None:
    """Check after a completely resolved effect; souls only outside a Plot action (AH-WIN.9, WIN.10)."""
    check(match, souls=not match.state.in_action)


def check_amid_effect(match: Haeresis) -> None:
    """Check inside an effect, only after an Execution or with the option that a Damned's death loses (AH-GEN.18)."""
    dead = match.state.options.damned_death_loses
    if dead or any(player.execution >= EXECUTED for player in match.state.players):
        check(match)


def concede(match: Haeresis, seat: int) -> None:
    """Concede the game at any moment: the other player wins (AH-PBP.24)."""
    state = match.state
    for step in state.stack:
        if isinstance(step, PayStep) and step.how == "row":
            to_pyre(match, [step.card])  # it was in no other place
    state.stack[:] = [Sequence("game", "end_match")]
    state.window = ""
    end(match, 1 - seat, "conceded")


def end(match: Haeresis, winner: int, reason: str) -> None:
    """Decide the game, with the winner and the reason; play stops."""
    state = match.state
    state.ended = True
    state.window = ""
    state.winner, state.reason = winner, reason
    match.emit(EVERYONE, events.Decided(winner, reason))
