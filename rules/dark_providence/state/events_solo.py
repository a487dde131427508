"""What happens in solo play alone: the Great Old One's turn, step by step. Cultists are named 1 and 2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.events import Body


@dataclass(frozen=True, slots=True)
class OldOneRose(Body):
    """Solo: the Great Old One to play against (DP-SOLO.6)."""

    kind: ClassVar[str] = "old_one_rose"
    card: str


@dataclass(frozen=True, slots=True)
class ControlDrawn(Body):
    """Solo: the control card of the Great Old One's turn."""

    kind: ClassVar[str] = "control_drawn"
    card: str


@dataclass(frozen=True, slots=True)
class CultistActs(Body):
    """Solo: a cultist's instruction begins (1 or 2); `order` is its kind."""

    kind: ClassVar[str] = "cultist_acts"
    who: int
    order: str
    city: str


@dataclass(frozen=True, slots=True)
class CultistFailed(Body):
    """Solo: an instruction or a resource action could not be carried out."""

    kind: ClassVar[str] = "cultist_failed"
    who: int
    order: str


@dataclass(frozen=True, slots=True)
class CultistResource(Body):
    """Solo: a resource action from an acquired card begins."""

    kind: ClassVar[str] = "cultist_resource"
    who: int
    icon: str
    card: str


@dataclass(frozen=True, slots=True)
class KeptCard(Body):
    """Solo: the Great Old One keeps a primary asset instead of destroying it (DP-SOLO.88)."""

    kind: ClassVar[str] = "kept_card"
    card: str


@dataclass(frozen=True, slots=True)
class CultistRevealed(Body):
    """Solo: a cultist's card was turned to its revealed side (DP-SOLO.37)."""

    kind: ClassVar[str] = "cultist_revealed"
    who: int


@dataclass(frozen=True, slots=True)
class ControlShuffled(Body):
    """Solo: all control cards were shuffled back (DP-SOLO.118)."""

    kind: ClassVar[str] = "control_shuffled"


@dataclass(frozen=True, slots=True)
class GoalReached(Body):
    """Solo: the Great Old One reached its goal (DP-SOLO.26)."""

    kind: ClassVar[str] = "goal_reached"
    card: str
