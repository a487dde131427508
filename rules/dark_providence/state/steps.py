"""The steps of Dark Providence as data. Each docstring names the module in `flow` or `solo` with the step's rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from rules.dark_providence.content.effects import Order
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.shared_field_types import Icon, Kind, Track
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import Step

PayFor = Literal["influence", "recover", "buy", "travel", "track", "assassinate", "gate", "cost"]


@dataclass(slots=True)
class ColourStep(Step):
    """The choice of a colour; in solo play, owners 1 and 2 are the cultists (setup.py)."""

    seat: int
    owner: int
    kind: Literal["colour"] = "colour"


@dataclass(slots=True)
class LeadStep(Step):
    """The choice of a lead agent (setup.py)."""

    seat: int
    kind: Literal["lead"] = "lead"


@dataclass(slots=True)
class StartStep(Step):
    """The choice of the city where the lead agent starts (setup.py)."""

    seat: int
    kind: Literal["start"] = "start"


@dataclass(slots=True)
class TurnStep(Step):
    """A player's actions and bonus actions, until the turn ends (turn.py)."""

    seat: int
    kind: Literal["turn"] = "turn"


@dataclass(slots=True)
class PayStep(Step):
    """The choice of cards to play for one kind of resource (paying.py).

    Every `unit` icons pay for one item, up to `most` items. If `exact`, the payment must reach `most`.
    """

    seat: int
    use: PayFor
    icon: Icon
    most: int
    exact: bool = False
    unit: int = 1
    #: The amount that agents in the city contribute in addition to the cards.
    given: int = 0
    #: The cards picked so far, if the player picks them one by one.
    chosen: list[str] = field(default_factory=list[str])
    kind: Literal["pay"] = "pay"


@dataclass(slots=True)
class InfluenceStep(Step):
    """The payment with cards, then placing influence on one target (influence.py)."""

    seat: int
    target: str
    paid: bool = False
    kind: Literal["influence"] = "influence"


@dataclass(slots=True)
class SecondStep(Step):
    """The choice of another primary asset that receives one marker (influence.py)."""

    seat: int
    target: str
    kind: Literal["second"] = "second"


@dataclass(slots=True)
class RecoverStep(Step):
    """The payment with cards, then recovering markers; `left` is -1 before the payment (influence.py)."""

    seat: int
    left: int = -1
    kind: Literal["recover"] = "recover"


@dataclass(slots=True)
class BuyStep(Step):
    """Buying markers from the common pool (influence.py)."""

    seat: int
    kind: Literal["buy"] = "buy"


@dataclass(slots=True)
class TravelStep(Step):
    """The choice of agents and destinations, then the payment (travel.py).

    `mover` is an agent whose destination hasn't been chosen yet.
    """

    seat: int
    mover: str = ""
    moves: dict[str, str] = field(default_factory=dict[str, str])
    cost: int = 0
    chosen: bool = False
    paid: bool = False
    kind: Literal["travel"] = "travel"


@dataclass(slots=True)
class TrackStep(Step):
    """Meddling with one track in one direction (tracks.py)."""

    seat: int
    track: Track
    up: bool
    kind: Literal["track"] = "track"


@dataclass(slots=True)
class DiscardStep(Step):
    """The choice of the cards to discard as an action (discard.py)."""

    seat: int
    cards: list[str]
    kind: Literal["discard"] = "discard"


@dataclass(slots=True)
class AcquireStep(Step):
    """An acquisition, in the stages of DP-ACQ.16 (acquiring.py). `city` is the city where an asset lay."""

    seat: int
    target: str
    stage: Literal["markers", "take", "effects", "sanity", "after"] = "markers"
    city: str = ""
    kind: Literal["acquire"] = "acquire"


@dataclass(slots=True)
class StrikeStep(Step):
    """An assassination: choice of victim and killer, then FORCE, then the kill (assassination.py)."""

    seat: int
    card: str
    any_agent: bool
    returned: bool
    victim: str = ""
    actor: str = ""
    paid: bool = False
    kind: Literal["strike"] = "strike"


@dataclass(slots=True)
class GateStep(Step):
    """Opening or closing a gate: choice of city, face and acting agent, then ARCANE, then the marker (gates.py)."""

    seat: int
    card: str
    any_agent: bool
    face: Literal["open", "close", "either"]
    city: str = ""
    actor: str = ""
    paid: bool = False
    kind: Literal["gate"] = "gate"


@dataclass(slots=True)
class WayStep(Step):
    """The choice of one of a card's alternatives (effect.py)."""

    seat: int
    card: str
    timing: Literal["action", "bonus", "acquired", "reaction", "whenever"]
    kind: Literal["way"] = "way"


@dataclass(slots=True)
class EffectStep(Step):
    """The remaining operations of a card's effect (effect.py). For nested operations, the timing is "part"."""

    seat: int
    card: str
    timing: Literal["action", "bonus", "acquired", "reaction", "whenever", "part"]
    ops: list[Op]
    #: Whether any operation has been executed yet. An action must change something (DP-ACT.5).
    did: bool = False
    kind: Literal["effect"] = "effect"


@dataclass(slots=True)
class ChoiceStep(Step):
    """A choice that the operation `op` requires; `left` is the number of choices left (effect_choices.py).

    If `must`, the player can't decline. `mover` is the agent or the origin of markers whose destination is chosen next.
    """

    seat: int
    card: str
    op: Op
    left: int = 1
    must: bool = False
    mover: str = ""
    kind: Literal["choice"] = "choice"


@dataclass(slots=True)
class StockStep(Step):
    """The choice of a card found in the secret stock. Only this seat sees these cards (effect_choices.py)."""

    seat: int
    found: list[str]
    kind: Literal["stock"] = "stock"


@dataclass(slots=True)
class ReactionStep(Step):
    """The choice whether to use a card's reaction (effect.py)."""

    seat: int
    card: str
    kind: Literal["reaction"] = "reaction"


@dataclass(slots=True)
class OccasionStep(Step):
    """A mythos card's "whenever" power, before it is executed (effect.py)."""

    seat: int
    card: str
    kind: Literal["occasion"] = "occasion"


@dataclass(slots=True)
class OrderStep(Step):
    """One cultist's instruction on the control card (cultists.py)."""

    who: int
    order: Order
    kind: Literal["order"] = "order"


@dataclass(slots=True)
class VictimStep(Step):
    """The solo player's choice of the agent that a cultist assassinates (cultists.py)."""

    seat: int
    who: int
    victims: list[str]
    kind: Literal["victim"] = "victim"


@dataclass(slots=True)
class ResourceStep(Step):
    """A cultist's remaining resource actions for an acquired card, in printed order (cultist_resources.py)."""

    who: int
    card: str
    what: Kind
    left: list[Icon]
    kind: Literal["resources"] = "resources"


AnyStep = Annotated[
    Sequence | ColourStep | LeadStep | StartStep | TurnStep | PayStep | InfluenceStep | SecondStep | RecoverStep
    | BuyStep | TravelStep | TrackStep | DiscardStep | AcquireStep | StrikeStep | GateStep | WayStep | EffectStep
    | ChoiceStep | StockStep | ReactionStep | OccasionStep | OrderStep | VictimStep | ResourceStep,
    Field(discriminator="kind"),
]  # fmt: skip
