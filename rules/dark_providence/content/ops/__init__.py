"""The operations of card effects as data: one record for each verb, by family."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.dark_providence.content.ops.agents import Assassinate, DeepOnes, MiGo, Move, TurnAgents
from rules.dark_providence.content.ops.cards import (
    Acquire,
    DestroyAsset,
    Draw,
    Fetch,
    Purge,
    RivalsDiscard,
    Rlyeh,
    Row,
    Stock,
)
from rules.dark_providence.content.ops.cities import Cthulhu, Gate, Lock, MartialLaw, Whateley
from rules.dark_providence.content.ops.influence import DriveOff, Place, Pool, Recover
from rules.dark_providence.content.ops.players import Actions, Calm, Peek, SanityTest, Unmask
from rules.dark_providence.content.ops.tracks import GainVp, Meddle, RivalVp

Op = Annotated[
    Assassinate | Move | TurnAgents | DeepOnes | MiGo
    | Draw | RivalsDiscard | Fetch | Purge | Rlyeh | Acquire | Stock | DestroyAsset | Row
    | Gate | Lock | MartialLaw | Cthulhu | Whateley
    | Place | Recover | Pool | DriveOff
    | Actions | Calm | SanityTest | Peek | Unmask
    | GainVp | RivalVp | Meddle,
    Field(discriminator="op"),
]  # fmt: skip
