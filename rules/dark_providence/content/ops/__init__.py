"""The operations of card effects as data: one record for each verb, by family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from rules.dark_providence.content.ops.nested import (
    Cost,
    DestroyHeld,
    DiscardCards,
    If,
    LoseVp,
    Pay,
    PlayIcons,
    RiskSanity,
    SpendMarkers,
)
from rules.dark_providence.content.ops.plain import AnyPlain, Plain
from rules.dark_providence.content.ops.players import Actions, Calm, Haunt, Peek, SanityTest, Unmask
from rules.dark_providence.content.ops.tracks import GainVp, Meddle, RivalVp

__all__ = [
    "Acquire", "Actions", "Assassinate", "Banish", "Calm", "Corrupt", "Cost", "Cthulhu", "DeepOnes", "DestroyAgent",
    "DestroyAsset", "DestroyHeld", "Discard", "DiscardCards", "Draw", "DriveOff", "Fetch", "GainVp", "Gate", "Haunt",
    "If", "Lock", "LoseVp", "MartialLaw", "Meddle", "MiGo", "Mill", "Move", "Op", "Pay", "Peek", "Place", "Plain",
    "PlayIcons", "Pool", "Purge", "Recover", "Revive", "RiskSanity", "RivalDiscards", "RivalVp", "RivalsDiscard",
    "Rlyeh", "Row", "Ruin", "SanityTest", "Shift", "SpendMarkers", "Spread", "Spy", "Stock", "TurnAgents", "Unmask",
    "Whateley", "every",
]  # fmt: skip

Op = Annotated[AnyPlain | If | Pay, Field(discriminator="op")]


def every(way: Iterable[Op]) -> Iterator[Op]:
    """Yield operations with those that they hold, each after the one that holds it."""
    for op in way:
        yield op
        if isinstance(op, If):
            yield from every([*op.do, *op.otherwise])
        elif isinstance(op, Pay):
            yield from every(op.do)
