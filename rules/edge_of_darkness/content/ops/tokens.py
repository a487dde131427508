"""Operations on tokens: Coins, Influence, Goodwill, Reputation, and the Battle Strength of a turn."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Amount, Operation, Thing, Token


class Gain(Operation):
    """Gain tokens, or Battle Strength for this turn."""

    IN_PROLOGUE = True
    op: Literal["gain"]
    what: Thing
    amount: Amount = 1


class Lose(Operation):
    """Lose tokens or Battle Strength, at most what you have (EOD-ICON.11)."""

    IN_PROLOGUE = True
    op: Literal["lose"]
    what: Thing
    amount: Amount = 1


class Rivals(Operation):
    """Make every other player lose tokens, at most what that player has."""

    op: Literal["rivals_lose"]
    what: Token
    amount: int = Field(default=1, ge=1, le=99)


class RivalsGain(Operation):
    """Let every other player gain tokens."""

    op: Literal["rivals_gain"]
    what: Token
    amount: int = Field(default=1, ge=1, le=99)


class Take(Operation):
    """Take tokens from another player of your choice, at most what that player has."""

    op: Literal["take"]
    what: Token
    amount: int = Field(default=1, ge=1, le=99)


TokenOp = Gain | Lose | Rivals | RivalsGain | Take
