"""The behaviour of the verbs that affect tokens (sections 5 and 18 of RULES.md)."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.board.amounts import amount_of, token_count
from rules.edge_of_darkness.board.tokens import change
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.effects.verb import Choice, Verb, choose
from rules.edge_of_darkness.state.actions import ChoosePlayer
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, ClauseStep, Source
from rules.kernel.data.actions import Action

#: The uses of effects in the player's Action turn, when Battle Strength and the permission to hunt are useful.
HUNTING = ("turn", "reward")


def _can_gain(match: EdgeMatch, seat: int, source: Source, op: ops.Gain, use: str) -> bool:
    """Return whether a gain would change anything. A negative gain takes at most what the player has (EOD-ICON.9)."""
    if op.what == "battle" and use not in HUNTING:
        return False
    amount = op.amount if isinstance(op.amount, int) else amount_of(match, seat, source, op.amount)
    return amount > 0 or (amount < 0 and token_count(match, seat, op.what) > 0)


def _gain(match: EdgeMatch, step: ClauseStep, op: ops.Gain) -> None:
    change(match, step.seat, op.what, amount_of(match, step.seat, step.source, op.amount))


def _can_lose(match: EdgeMatch, seat: int, source: Source, op: ops.Lose, use: str) -> bool:
    return amount_of(match, seat, source, op.amount) > 0 and token_count(match, seat, op.what) > 0


def _lose(match: EdgeMatch, step: ClauseStep, op: ops.Lose) -> None:
    change(match, step.seat, op.what, -amount_of(match, step.seat, step.source, op.amount))


def _rivals_have(match: EdgeMatch, seat: int, source: Source, op: ops.Rivals | ops.Take, use: str) -> bool:
    return any(getattr(player, op.what) for other, player in enumerate(match.state.players) if other != seat)


def _rivals_lose(match: EdgeMatch, step: ClauseStep, op: ops.Rivals) -> None:
    for offset in range(1, match.state.seats):
        change(match, (step.seat + offset) % match.state.seats, op.what, -op.amount)


def _always(match: EdgeMatch, seat: int, source: Source, op: ops.RivalsGain, use: str) -> bool:
    return True


def _rivals_gain(match: EdgeMatch, step: ClauseStep, op: ops.RivalsGain) -> None:
    for offset in range(1, match.state.seats):
        change(match, (step.seat + offset) % match.state.seats, op.what, op.amount)


def _players_with_tokens(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Return the other players that have tokens of the kind to take, clockwise."""
    assert isinstance(step.op, ops.Take)
    seats = [(step.seat + offset) % match.state.seats for offset in range(1, match.state.seats)]
    return [ChoosePlayer(seat) for seat in seats if getattr(match.state.players[seat], step.op.what)]


def _take(match: EdgeMatch, step: ChoiceStep, action: ChoosePlayer) -> None:
    assert isinstance(step.op, ops.Take)
    taken = min(step.op.amount, getattr(match.state.players[action.seat], step.op.what))
    change(match, action.seat, step.op.what, -taken)
    change(match, step.seat, step.op.what, taken)


VERBS: dict[type[Any], Verb] = {
    ops.Gain: Verb(_can_gain, _gain),
    ops.Lose: Verb(_can_lose, _lose),
    ops.Rivals: Verb(_rivals_have, _rivals_lose),
    ops.RivalsGain: Verb(_always, _rivals_gain),
    ops.Take: Verb(_rivals_have, choose, Choice(_players_with_tokens, _take)),
}
