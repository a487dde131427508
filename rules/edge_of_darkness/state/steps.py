"""The steps of Edge of Darkness as data. Each docstring names the module in `flow` with the step's rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from rules.edge_of_darkness.content.effects import Clause
from rules.edge_of_darkness.content.ops import Op
from rules.kernel.data.frozen_records import immutable
from rules.kernel.engine.sealed_choices import Sealed
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import Step
from rules.kernel.engine.window import Window


@dataclass(slots=True)
class GuildStep(Step):
    """A player's choice of a Guild, before the prologue (setup.py)."""

    seat: int
    kind: Literal["guild"] = "guild"


@dataclass(slots=True)
class PickStep(Step):
    """A player's pick in the prologue: first the kind of advancement, then the copy and the card (prologue.py)."""

    seat: int
    location: str = ""
    kind: Literal["pick"] = "pick"


@dataclass(slots=True)
class PickEffectStep(Step):
    """The choice whether to use the effect of the advancement just picked (prologue.py)."""

    seat: int
    slip: str
    card: str
    kind: Literal["pick_effect"] = "pick_effect"


@dataclass(slots=True)
class HallStep(Step):
    """The choice of a Starter without advancements for the Guild Hall, by all seats in `owed` (prologue.py)."""

    owed: list[int]
    kind: Literal["hall"] = "hall"


@dataclass(slots=True)
class DraftStep(Step):
    """The choice of cards to skip, before the player drafts `count` cards (draft.py)."""

    seat: int
    count: int
    skipped: list[str] = field(default_factory=list[str])
    #: Whether the draft comes from an effect. If so, the Street is refilled at once (EOD-DRAFT.20).
    by_effect: bool = False
    kind: Literal["draft"] = "draft"


@dataclass(slots=True)
class FreeStep(Step):
    """The free part of an Action turn (action_turn_free_part.py)."""

    seat: int
    kind: Literal["free"] = "free"


@dataclass(slots=True)
class SleeveStep(Step):
    """The choice of the copy to sleeve and its card (sleeve.py). If `location` is "", the Location is chosen first."""

    seat: int
    location: str
    extra: bool = False
    kind: Literal["sleeve"] = "sleeve"


@dataclass(slots=True)
class AttacksStep(Step):
    """The attacks that haven't been resolved, as spots from left to right, counted from 0 (attack.py)."""

    spots: list[int]
    kind: Literal["attacks"] = "attacks"


@dataclass(slots=True)
class AttackStep(Step):
    """One attack: its card, and the seats that haven't been attacked yet (attack.py)."""

    spot: int
    card: str
    targets: list[int]
    kind: Literal["attack"] = "attack"


@dataclass(slots=True)
class ReshuffleStep(Step):
    """The active player's choice to reshuffle the depleted deck between two attacks (attack.py)."""

    seat: int
    kind: Literal["reshuffle"] = "reshuffle"


@immutable
class Source:
    """The source of an effect. `what` is a card or Location, `home` the effect's Location ("" for starters)."""

    what: str
    slot: str = ""
    home: str = ""


@dataclass(slots=True)
class EffectStep(Step):
    """An effect being resolved, with its remaining clauses (effect.py).

    `use` is "turn", "prologue", "reward", "defence" (when attacked) or "threat" (after a failed defence).
    """

    seat: int
    source: Source
    clauses: list[Clause]
    mode: Literal["all", "one"]
    use: Literal["turn", "prologue", "reward", "defence", "threat"]
    kind: Literal["effect"] = "effect"


@dataclass(slots=True)
class ClauseStep(Step):
    """A clause being executed, with its remaining operations (effect.py)."""

    seat: int
    source: Source
    use: str
    todo: list[Op]
    kind: Literal["clause"] = "clause"


@dataclass(slots=True)
class ChoiceStep(Step):
    """A choice that the operation `op` requires, up to `left` times (effect_choices.py)."""

    seat: int
    source: Source
    op: Op
    left: int
    use: str
    #: The tray and colour of the cube to move, once the player has chosen it.
    tray: int = 0
    colour: int = -1
    kind: Literal["choice"] = "choice"


@dataclass(slots=True)
class DiscardStep(Step):
    """The choice of unresolved hand cards to discard as a cost of the step below it on the stack (discard.py)."""

    seat: int
    count: int
    why: Literal["cost", "recall", "street"]
    kind: Literal["discard"] = "discard"


AnyStep = Annotated[
    Sequence | Window | Sealed | GuildStep | PickStep | PickEffectStep | HallStep | DraftStep | FreeStep | SleeveStep
    | AttacksStep | AttackStep | ReshuffleStep | EffectStep | ClauseStep | ChoiceStep | DiscardStep,
    Field(discriminator="kind"),
]  # fmt: skip
