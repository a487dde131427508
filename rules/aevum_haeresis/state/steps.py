"""The steps of Aevum Haeresis as data; the module of flow named beside each has its rules."""

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
    """The choice of the first Active player (setup.py)."""

    seat: int
    kind: Literal["active"] = "active"


@dataclass(slots=True)
class MulliganStep(Step):
    """Keep or mulligan (setup.py)."""

    seat: int
    kind: Literal["mulligan"] = "mulligan"


@dataclass(slots=True)
class LocationStep(Step):
    """The choice of a Location to put into play (location.py); `planned` before the action that makes room for it."""

    seat: int
    planned: bool = False
    kind: Literal["location"] = "location"


@dataclass(slots=True)
class RowStep(Step):
    """The laying of a Story row, card by card; it is in place when its player is done (story_rows.py)."""

    seat: int
    kind: Literal["row"] = "row"


@dataclass(slots=True)
class OfferStep(Step):
    """Paying for the cards of one player's Chapter, or declining them (chapters.py)."""

    seat: int
    cards: list[str]
    kind: Literal["offer"] = "offer"


@dataclass(slots=True)
class PayStep(Step):
    """The choices of paying for one card or ability, then the payment in one step (paying.py).

    `how` says what is paid for: a card of a row, a card played by Deus Ex Machina, or an ability. `asked` counts the
    questions answered; `targets` are those named for the effect, in its order, "" for none.
    """

    seat: int
    card: str
    how: Literal["row", "dem", "ability"]
    ability: int = -1
    caster: str = ""
    host: str = ""
    targets: list[str] = field(default_factory=list[str])
    #: The question that each named target answers.
    keys: list[str] = field(default_factory=list[str])
    sacrifice: str = ""
    turned: str = ""
    discards: list[str] = field(default_factory=list[str])
    asked: int = 0
    kind: Literal["pay"] = "pay"


@dataclass(slots=True)
class ActStep(Step):
    """The choice of an action in the Plot phase (plot.py)."""

    seat: int
    kind: Literal["act"] = "act"


@dataclass(slots=True)
class TeamStep(Step):
    """The choice of a team (manoeuvre.py); `planned` with the announcement, before its window."""

    seat: int
    blocking: bool
    planned: bool = False
    kind: Literal["team"] = "team"


@dataclass(slots=True)
class DemStep(Step):
    """A window with its two halves, the Active player's first (windows.py).

    If reactions may be answered, `acted` says whether the Active player did something in this half, and `waived`
    whether they have ended it without: then they are not asked again.
    """

    name: WindowName
    half: int = 0
    acted: bool = False
    waived: bool = False
    kind: Literal["dem"] = "dem"


@dataclass(slots=True)
class EffectStep(Step):
    """The remaining operations of an effect, in order; `targets` were named when it was paid for (effect.py)."""

    seat: int
    card: str
    ops: list[Op]
    caster: str = ""
    host: str = ""
    targets: list[str] = field(default_factory=list[str])
    #: Whether targets were named at payment; else they are asked for one by one.
    named: bool = False
    #: The caster's last Damage, for when it has left (AH-COST.18).
    might: int = 0
    #: A part of an effect (chosen, rolled or paid for): the end of the game is checked after the whole.
    part: bool = False
    #: The card's destination afterwards; "" if it stays in place.
    then: Literal["", "card", "hunter"] = ""
    #: The card that the ability answers to, and the amount that it answers to or that was rolled.
    it: str = ""
    that: int = 0
    kind: Literal["effect"] = "effect"


@dataclass(slots=True)
class ChoiceStep(Step):
    """A choice within an operation in progress (choice.py)."""

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
    """A player's start-of-Round effects, in the order they like (prologue.py)."""

    seat: int
    left: list[str]
    kind: Literal["start"] = "start"


@dataclass(slots=True)
class Due:
    """A triggered ability: "card/ability", with the card and the amount that it answers to."""

    seat: int
    name: str
    it: str = ""
    that: int = 0


@dataclass(slots=True)
class DueStep(Step):
    """A player's abilities that were triggered at once, in the order they like (due_abilities.py)."""

    seat: int
    left: list[Due]
    kind: Literal["due"] = "due"


@dataclass(slots=True)
class EndOrderStep(Step):
    """The choice which of a winning and a losing condition counts first (end.py)."""

    seat: int
    reasons: list[str]
    winners: list[int]
    kind: Literal["end_order"] = "end_order"


@dataclass(slots=True)
class DraftStep(Step):
    """Both players choose from packets, each when they have one (draft.py)."""

    kind: Literal["draft"] = "draft"


@dataclass(slots=True)
class BuildStep(Step):
    """Both players build their decks, each until they are done (deck_building.py)."""

    kind: Literal["build"] = "build"


AnyStep = Annotated[
    Sequence | Sealed | DraftStep | BuildStep | ActiveStep | MulliganStep | LocationStep | RowStep | OfferStep
    | PayStep | ActStep | TeamStep | DemStep | EffectStep | ChoiceStep | StartStep | DueStep | EndOrderStep,
    Field(discriminator="kind"),
]  # fmt: skip
