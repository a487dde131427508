"""The union type of all operations that contain no others."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.dark_providence.content.ops.agents import (
    Assassinate,
    Corrupt,
    DeepOnes,
    DestroyAgent,
    MiGo,
    Move,
    Revive,
    TurnAgents,
)
from rules.dark_providence.content.ops.cards import (
    Acquire,
    Banish,
    DestroyAsset,
    Discard,
    Draw,
    Fetch,
    Mill,
    Purge,
    RivalDiscards,
    RivalsDiscard,
    Rlyeh,
    Row,
    Ruin,
    Spy,
    Stock,
)
from rules.dark_providence.content.ops.cities import Cthulhu, Gate, Lock, MartialLaw, Whateley
from rules.dark_providence.content.ops.influence import DriveOff, Place, Pool, Recover, Shift, Spread
from rules.dark_providence.content.ops.players import Actions, Calm, Haunt, Peek, SanityTest, Unmask
from rules.dark_providence.content.ops.tracks import GainVp, Meddle, RivalVp

AnyPlain = (
    Assassinate | Move | TurnAgents | DeepOnes | MiGo | DestroyAgent | Corrupt | Revive
    | Draw | Discard | RivalsDiscard | RivalDiscards | Spy | Mill | Ruin | Fetch | Purge | Rlyeh | Acquire | Stock
    | DestroyAsset | Row | Banish
    | Gate | Lock | MartialLaw | Cthulhu | Whateley
    | Place | Spread | Shift | Recover | Pool | DriveOff
    | Actions | Calm | SanityTest | Haunt | Peek | Unmask
    | GainVp | RivalVp | Meddle
)  # fmt: skip

Plain = Annotated[AnyPlain, Field(discriminator="op")]
