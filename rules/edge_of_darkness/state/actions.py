"""Every action of Edge of Darkness. A card, slip or Location is named by its id; spots and trays count from 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.actions import Action, Pass
from rules.kernel.words.text import N_


@dataclass(frozen=True, slots=True)
class ChooseGuild(Action):
    """Before the prologue: choose your Guild (EOD-DEC.1)."""

    verb: ClassVar[str] = "guild"
    guild: str


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Prologue: choose the kind of advancement you take (EOD-DEC.3)."""

    verb: ClassVar[str] = "pick"
    location: str


@dataclass(frozen=True, slots=True)
class KeepInHall(Action):
    """Prologue: put a Starter without advancements into your Guild Hall (EOD-DEC.6)."""

    verb: ClassVar[str] = "keep"
    card: str


@dataclass(frozen=True, slots=True)
class SkipCard(Action):
    """Mark a Street card to be skipped for 1 Influence (EOD-DEC.7)."""

    verb: ClassVar[str] = "skip"
    card: str


@dataclass(frozen=True, slots=True)
class Draft(Action):
    """Place the Influence on the skipped cards and take the others (EOD-DRAFT.3)."""

    verb: ClassVar[str] = "draft"


@dataclass(frozen=True, slots=True)
class UseContact(Action):
    """Resolve the effect in one slot of a card in hand (EOD-DEC.12)."""

    verb: ClassVar[str] = "use"
    card: str
    slot: str


@dataclass(frozen=True, slots=True)
class UseAbility(Action):
    """Use the ability of a Location (EOD-DEC.14, DEC.9)."""

    verb: ClassVar[str] = "ability"
    location: str


@dataclass(frozen=True, slots=True)
class Sleeve(Action):
    """Choose the kind of advancement to sleeve (EOD-DEC.10)."""

    verb: ClassVar[str] = "sleeve"
    location: str


@dataclass(frozen=True, slots=True)
class SleeveOnto(Action):
    """Sleeve this copy onto this card (EOD-DEC.4, DEC.10)."""

    verb: ClassVar[str] = "onto"
    slip: str
    card: str


@dataclass(frozen=True, slots=True)
class HuntThreats(Action):
    """Defeat one or more tower cards with Battle Strength (EOD-DEC.18)."""

    verb: ClassVar[str] = "hunt"
    spots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recall(Action):
    """Get an Agent back from a Location by discarding an unresolved card (EOD-DEC.19)."""

    verb: ClassVar[str] = "recall"
    location: str


@dataclass(frozen=True, slots=True)
class UseStreet(Action):
    """Discard two unresolved cards to resolve an effect of a Street card (EOD-DEC.20)."""

    verb: ClassVar[str] = "street"
    card: str
    slot: str


@dataclass(frozen=True, slots=True)
class DiscardCards(Action):
    """Choose the hand cards to discard as a price."""

    verb: ClassVar[str] = "discard"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle(Action):
    """Shuffle the Discard pile into the depleted deck now (EOD-DEC.8)."""

    verb: ClassVar[str] = "reshuffle"


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the free part: the hand is discarded (EOD-DEC.21)."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class ChooseOption(Action):
    """Choose one part of an effect, counted from 1 in its printed order."""

    verb: ClassVar[str] = "option"
    option: int


@dataclass(frozen=True, slots=True)
class ChooseNumber(Action):
    """Choose how many (EOD-DEC.15, DEC.16)."""

    verb: ClassVar[str] = "number"
    number: int


@dataclass(frozen=True, slots=True)
class ChooseCard(Action):
    """Choose a card (EOD-DEC.17)."""

    verb: ClassVar[str] = "card"
    card: str


@dataclass(frozen=True, slots=True)
class ChoosePlace(Action):
    """Choose the Location an Agent goes to or comes from (EOD-DEC.15, DEC.16)."""

    verb: ClassVar[str] = "place"
    location: str


@dataclass(frozen=True, slots=True)
class ChooseCube(Action):
    """Choose a cube in a tray (1 to 3) or the Threat Zone (0), or a set-aside one and its tray.

    Colour: a seat, or the number of seats for black.
    """

    verb: ClassVar[str] = "cube"
    tray: int
    colour: int


@dataclass(frozen=True, slots=True)
class ChooseSpots(Action):
    """Choose tower spots or trays."""

    verb: ClassVar[str] = "spots"
    spots: tuple[int, ...]


ACTIONS: tuple[type[Action], ...] = (
    ChooseGuild, Pick, KeepInHall, SkipCard, Draft, UseContact, UseAbility, Sleeve, SleeveOnto, HuntThreats, Recall,
    UseStreet, DiscardCards, Reshuffle, EndTurn, ChooseOption, ChooseNumber, ChooseCard, ChoosePlace,
    ChooseCube, ChooseSpots, Pass,
)  # fmt: skip

#: What the actions' fields ask for, where the words that all games share are not enough.
FIELDS = {
    "slot": N_("Which slot of the card."),
    "slip": N_("Which advancement."),
    "location": N_("Which Location."),
    "spots": N_("Which spots."),
    "option": N_("Which part."),
    "tray": N_("Which tray; 0 is your own zone."),
    "colour": N_("Which colour."),
}
