"""The steps of Aevum Haeresis as data. The module of `flow` with a step's rules is named in parentheses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from rules.aevum_haeresis.content.ops import Op, WindowName
from rules.kernel.engine.sealed_choices import Sealed
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import Step


@dataclass(slots=True)
class ActiveStep(Step):
    """Waits for the choice of the first Active player (setup.py)."""

    seat: int
    kind: Literal["active"] = "active"


@dataclass(slots=True)
class MulliganStep(Step):
    """Waits for a player to keep the opening hand or take a mulligan (setup.py)."""

    seat: int
    kind: Literal["mulligan"] = "mulligan"


@dataclass(slots=True)
class LocationStep(Step):
    """Waits for the choice of a Location to put into play (location.py).

    If `planned`, the choice is made in advance, at the start of an action.
    """

    seat: int
    planned: bool = False
    kind: Literal["location"] = "location"


@dataclass(slots=True)
class RowStep(Step):
    """Waits for a player to lay a Story row, one card at a time (story_rows.py)."""

    seat: int
    kind: Literal["row"] = "row"


@dataclass(slots=True)
class OfferStep(Step):
    """Waits for a player to pay for revealed cards or to decline them (chapters.py)."""

    seat: int
    cards: list[str]
    kind: Literal["offer"] = "offer"


@dataclass(slots=True)
class PayStep(Step):
    """Waits for all choices of a payment for a card or ability; then the cost is paid (paying.py).

    `how` says what is paid for: a card of a row, a card played by Deus Ex Machina, or an ability. `asked` is the number
    of questions answered so far. `targets` contains the targets named for the effect, in the order of its text; ""
    stands for no target.
    """

    seat: int
    card: str
    how: Literal["row", "dem", "ability"]
    ability: int = -1
    caster: str = ""
    host: str = ""
    targets: list[str] = field(default_factory=list[str])
    #: For each entry of `targets`, the key of the question that it answers.
    keys: list[str] = field(default_factory=list[str])
    sacrifice: str = ""
    turned: str = ""
    discards: list[str] = field(default_factory=list[str])
    asked: int = 0
    kind: Literal["pay"] = "pay"


@dataclass(slots=True)
class ActStep(Step):
    """Waits for the choice of an action in the Plot phase (plot.py)."""

    seat: int
    kind: Literal["act"] = "act"


@dataclass(slots=True)
class TeamStep(Step):
    """Waits for the choice of a team (manoeuvre.py).

    If `planned`, the choice is made in secret at the announcement, before the window opens.
    """

    seat: int
    blocking: bool
    planned: bool = False
    kind: Literal["team"] = "team"


@dataclass(slots=True)
class DemStep(Step):
    """A window with two halves, the Active player's and then the Passive player's (windows.py).

    `acted` says whether the Active player has reacted in their current half. `waived` says that they ended a half
    without a reaction, so they aren't asked a second time if the Passive player reacts.
    """

    name: WindowName
    half: int = 0
    acted: bool = False
    waived: bool = False
    kind: Literal["dem"] = "dem"


@dataclass(slots=True)
class EffectStep(Step):
    """The remaining operations of an effect, in order (effect.py).

    `targets` contains the targets that were named when the effect was paid for.
    """

    seat: int
    card: str
    ops: list[Op]
    caster: str = ""
    host: str = ""
    targets: list[str] = field(default_factory=list[str])
    #: Whether targets were named during payment. If not, the player is asked for each target on resolution.
    named: bool = False
    #: The last known Damage of the caster, which is used if the caster has left play (AH-COST.18).
    might: int = 0
    #: True for a part of an effect, such as a chosen alternative. The end of the game is checked only after the whole
    #: effect.
    part: bool = False
    #: How to move the card after the effect: as a card or as a Hunter; "" to leave it where it is.
    then: Literal["", "card", "hunter"] = ""
    #: The card and the amount of the event that triggered the ability. After a roll, the amount is the number rolled.
    it: str = ""
    that: int = 0
    kind: Literal["effect"] = "effect"


@dataclass(slots=True)
class ChoiceStep(Step):
    """Waits for the answer to a question that an operation asks a player (choice.py)."""

    seat: int
    owner: int
    card: str
    op: Op
    left: int = 1
    caster: str = ""
    it: str = ""
    that: int = 0
    kind: Literal["choice"] = "choice"


@dataclass(slots=True)
class StartStep(Step):
    """Waits for a player to choose the order of their effects at the start of a Round (prologue.py)."""

    seat: int
    left: list[str]
    kind: Literal["start"] = "start"


@dataclass(slots=True)
class Due:
    """A triggered ability ("card/ability") that has not started yet, with the card and the amount of the event."""

    seat: int
    name: str
    it: str = ""
    that: int = 0


@dataclass(slots=True)
class DueStep(Step):
    """Waits for a player to order abilities that were triggered at the same time (triggered_ability_order.py)."""

    seat: int
    left: list[Due]
    kind: Literal["due"] = "due"


@dataclass(slots=True)
class EndOrderStep(Step):
    """Waits for the choice of whether a winning or a losing condition counts first (end.py)."""

    seat: int
    reasons: list[str]
    winners: list[int]
    kind: Literal["end_order"] = "end_order"


@dataclass(slots=True)
class DraftStep(Step):
    """The draft: both players take cards whenever they have a packet (draft.py)."""

    kind: Literal["draft"] = "draft"


@dataclass(slots=True)
class BuildStep(Step):
    """Deck building by both players at the same time, until both are done (deck_building.py)."""

    kind: Literal["build"] = "build"


AnyStep = Annotated[
    Sequence | Sealed | DraftStep | BuildStep | ActiveStep | MulliganStep | LocationStep | RowStep | OfferStep
    | PayStep | ActStep | TeamStep | DemStep | EffectStep | ChoiceStep | StartStep | DueStep | EndOrderStep,
    Field(discriminator="kind"),
]  # fmt: skip
