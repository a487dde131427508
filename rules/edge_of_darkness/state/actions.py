"""The actions of Edge of Darkness. Cards, slips and Locations are given as ids, spots and trays as 1 to 3."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.data.actions import Action, Pass
from rules.kernel.words.translation import N_


@dataclass(frozen=True, slots=True)
class ChooseGuild(Action, verb="guild"):
    """Before the prologue: choose your Guild (EOD-DEC.1)."""

    guild: str


@dataclass(frozen=True, slots=True)
class Pick(Action, verb="pick"):
    """Prologue: choose which advancement you take (EOD-DEC.3)."""

    location: str


@dataclass(frozen=True, slots=True)
class KeepInHall(Action, verb="keep"):
    """Prologue: put a Starter without advancements into your Guild Hall (EOD-DEC.6)."""

    card: str


@dataclass(frozen=True, slots=True)
class SkipCard(Action, verb="skip"):
    """Mark a Street card to be skipped for 1 Influence (EOD-DEC.7)."""

    card: str


@dataclass(frozen=True, slots=True)
class Draft(Action, verb="draft"):
    """Place the Influence on the skipped cards and take the others (EOD-DRAFT.3)."""


@dataclass(frozen=True, slots=True)
class UseContact(Action, verb="use"):
    """Resolve the effect in one slot of a card in hand (EOD-DEC.12)."""

    card: str
    slot: str


@dataclass(frozen=True, slots=True)
class UseAbility(Action, verb="ability"):
    """Use the ability of a Location (EOD-DEC.14, DEC.9)."""

    location: str


@dataclass(frozen=True, slots=True)
class Sleeve(Action, verb="sleeve"):
    """Choose which advancement to sleeve (EOD-DEC.10)."""

    location: str


@dataclass(frozen=True, slots=True)
class SleeveOnto(Action, verb="onto"):
    """Sleeve this copy into this card (EOD-DEC.4, DEC.10)."""

    slip: str
    card: str


@dataclass(frozen=True, slots=True)
class HuntThreats(Action, verb="hunt"):
    """Defeat one or more tower cards with Battle Strength (EOD-DEC.18)."""

    spots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recall(Action, verb="recall"):
    """Get an Agent back from a Location by discarding an unresolved card (EOD-DEC.19)."""

    location: str


@dataclass(frozen=True, slots=True)
class UseStreet(Action, verb="street"):
    """Discard two unresolved cards to resolve an effect of a Street card (EOD-DEC.20)."""

    card: str
    slot: str


@dataclass(frozen=True, slots=True)
class DiscardCards(Action, verb="discard"):
    "Choose the hand cards to discard as the cost."

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle(Action, verb="reshuffle"):
    """Shuffle the Discard pile into the depleted deck now (EOD-DEC.8)."""


@dataclass(frozen=True, slots=True)
class EndTurn(Action, verb="end"):
    """End the free part and discard your hand (EOD-DEC.21)."""


@dataclass(frozen=True, slots=True)
class ChooseOption(Action, verb="option"):
    """Choose one part of an effect, counted from 1 in its printed order."""

    option: int


@dataclass(frozen=True, slots=True)
class ChooseNumber(Action, verb="number"):
    """Choose how many (EOD-DEC.15, DEC.16)."""

    number: int


@dataclass(frozen=True, slots=True)
class ChooseCard(Action, verb="card"):
    """Choose a card (EOD-DEC.17)."""

    card: str


@dataclass(frozen=True, slots=True)
class ChoosePlace(Action, verb="place"):
    """Choose the Location an Agent goes to or comes from (EOD-DEC.15, DEC.16)."""

    location: str


@dataclass(frozen=True, slots=True)
class ChoosePlayer(Action, verb="player"):
    "Choose another player for an effect."

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseCube(Action, verb="cube"):
    """Choose a cube in a tray (1 to 3) or the Threat Zone (0), or a set-aside one and its tray.

    Colour: a seat, or the number of seats for black.
    """

    tray: int
    colour: int


@dataclass(frozen=True, slots=True)
class ChooseSpots(Action, verb="spots"):
    """Choose tower spots or trays."""

    spots: tuple[int, ...]


ACTIONS: tuple[type[Action], ...] = (
    ChooseGuild, Pick, KeepInHall, SkipCard, Draft, UseContact, UseAbility, Sleeve, SleeveOnto, HuntThreats, Recall,
    UseStreet, DiscardCards, Reshuffle, EndTurn, ChooseOption, ChooseNumber, ChooseCard, ChoosePlace,
    ChoosePlayer, ChooseCube, ChooseSpots, Pass,
)  # fmt: skip

#: A panel shows each of these actions as a sentence. Actions of all other kinds are shown by the piece they name.
SENTENCES: frozenset[type[Action]] = frozenset((ChooseOption, ChooseNumber))
#: Actions that end a turn or answer with nothing.
CONCLUDING_ACTIONS: frozenset[type[Action]] = frozenset((Pass, EndTurn))
#: A panel lets the player choose several of these actions at once.
MULTI_CHOICE_ACTIONS: frozenset[type[Action]] = frozenset((SkipCard, UseContact, ChooseCube))
#: Actions that players expect to reveal hidden cards or cubes, so the bot doesn't ask for confirmation.
REVEALING_ACTIONS = (Draft, EndTurn)

#: Descriptions of action fields whose default description isn't clear enough.
FIELDS = {
    "slot": N_("Which slot of the card."),
    "slip": N_("Which advancement."),
    "location": N_("Which Location."),
    "spots": N_("Which spots."),
    "option": N_("Which part."),
    "tray": N_("Which tray; 0 is your own zone."),
    "colour": N_("Which colour."),
}
