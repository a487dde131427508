"""Everything a seat can do, with the words for slash-command arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.actions import Action
from rules.kernel.words.text import N_


@dataclass(frozen=True, slots=True)
class BeActive(Action):
    """Decide who is Active in the first Round (AH-DCS.2)."""

    verb: ClassVar[str] = "active"
    seat: int


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep your opening hand (AH-DCS.3)."""

    verb: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Mulligan(Action):
    """Shuffle your hand back and draw one card fewer from each deck (AH-DCS.3)."""

    verb: ClassVar[str] = "mulligan"


@dataclass(frozen=True, slots=True)
class PutLocation(Action):
    """Put one of your Locations into play (AH-DCS.4)."""

    verb: ClassVar[str] = "location"
    card: str


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay a card from your hand face down as the next Chapter of your row (AH-DCS.6, DCS.12)."""

    verb: ClassVar[str] = "lay"
    card: str


@dataclass(frozen=True, slots=True)
class LayBeside(Action):
    """Lay a second card into the Chapter you laid last, where a card allows it (AH-STORY.2)."""

    verb: ClassVar[str] = "lay_beside"
    card: str


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Choose nothing more (AH-DCS.17)."""

    verb: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class PayFor(Action):
    """Pay for your revealed card (AH-DCS.7, DCS.13)."""

    verb: ClassVar[str] = "pay"
    card: str


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Let your revealed card go to the Pyre (AH-DCS.7, DCS.13)."""

    verb: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class UseHeresy(Action):
    """Activate the Heresy of a card of yours (AH-DCS.8)."""

    verb: ClassVar[str] = "heresy"
    card: str


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """Announce a manoeuvre: plunder, recruit or accuse (AH-DCS.9)."""

    verb: ClassVar[str] = "manoeuvre"
    manoeuvre: str


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Pass (AH-DCS.8)."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Add a character to your team (AH-DCS.10, DCS.11)."""

    verb: ClassVar[str] = "join"
    card: str


@dataclass(frozen=True, slots=True)
class UseDem(Action):
    """Use the Deus Ex Machina of a card in play (AH-DCS.15)."""

    verb: ClassVar[str] = "dem"
    card: str


@dataclass(frozen=True, slots=True)
class PlayDem(Action):
    """Play a Hunter, or a card with Deus Ex Machina, from your hand (AH-DCS.15)."""

    verb: ClassVar[str] = "play"
    card: str


@dataclass(frozen=True, slots=True)
class Waive(Action):
    """Let this window go by (AH-DCS.15)."""

    verb: ClassVar[str] = "waive"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a card, a character or a way that a text asks for (AH-DCS.17)."""

    verb: ClassVar[str] = "choose"
    option: str


@dataclass(frozen=True, slots=True)
class DrawFrom(Action):
    """Draw a card after the Conflict: from the Plot deck, the Heretic deck, or none (AH-DCS.14)."""

    verb: ClassVar[str] = "draw"
    deck: str


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """Discard a card in the Epilogue (AH-DCS.16)."""

    verb: ClassVar[str] = "discard"
    card: str


@dataclass(frozen=True, slots=True)
class CountFirst(Action):
    """Decide which of two ends counts first (AH-DCS.18)."""

    verb: ClassVar[str] = "count_first"
    reason: str


ACTIONS: tuple[type[Action], ...] = (
    Lay, LayBeside, Done, PayFor, Decline, UseHeresy, Announce, Pass, Join, UseDem, PlayDem, Waive, Choose, DrawFrom,
    Throw, PutLocation, BeActive, Keep, Mulligan, CountFirst,
)  # fmt: skip

FIELDS = {
    "card": N_("The card."),
    "manoeuvre": N_("Plunder, recruit or accuse."),
    "option": N_("What you choose."),
    "deck": N_("The deck."),
    "seat": N_("Who is Active."),
    "reason": N_("What counts first."),
}
