"""All actions that seats can take, with the texts for slash-command arguments."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.data.actions import Action
from rules.kernel.words.translation import N_


@dataclass(frozen=True, slots=True)
class BeActive(Action, verb="active"):
    """Decide who is Active in the first Round (AH-DCS.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Keep(Action, verb="keep"):
    """Keep your opening hand (AH-DCS.3)."""


@dataclass(frozen=True, slots=True)
class Mulligan(Action, verb="mulligan"):
    """Shuffle your hand back and draw one card fewer from each deck (AH-DCS.3)."""


@dataclass(frozen=True, slots=True)
class PutLocation(Action, verb="location"):
    """Put one of your Locations into play (AH-DCS.4)."""

    card: str


@dataclass(frozen=True, slots=True)
class Lay(Action, verb="lay"):
    """Lay a card from your hand face down as the next Chapter of your row (AH-DCS.6, DCS.12)."""

    card: str


@dataclass(frozen=True, slots=True)
class LayBeside(Action, verb="lay_beside"):
    """Lay a second card in the Chapter you laid last, if a card allows it (AH-STORY.2)."""

    card: str


@dataclass(frozen=True, slots=True)
class Done(Action, verb="done"):
    """Choose nothing more (AH-DCS.17)."""


@dataclass(frozen=True, slots=True)
class PayFor(Action, verb="pay"):
    """Pay for your revealed card (AH-DCS.7, DCS.13)."""

    card: str


@dataclass(frozen=True, slots=True)
class Decline(Action, verb="decline"):
    """Let your revealed card go to the Pyre (AH-DCS.7, DCS.13)."""


@dataclass(frozen=True, slots=True)
class UseHeresy(Action, verb="heresy"):
    """Use the Heresy of one of your cards (AH-DCS.8)."""

    card: str


@dataclass(frozen=True, slots=True)
class Announce(Action, verb="manoeuvre"):
    """Announce a manoeuvre: plunder, recruit or accuse (AH-DCS.9)."""

    manoeuvre: str


@dataclass(frozen=True, slots=True)
class Pass(Action, verb="pass"):
    """Pass (AH-DCS.8)."""


@dataclass(frozen=True, slots=True)
class Join(Action, verb="join"):
    """Add a character to your team (AH-DCS.10, DCS.11)."""

    card: str


@dataclass(frozen=True, slots=True)
class UseDem(Action, verb="dem"):
    """Use the Deus Ex Machina of a card in play (AH-DCS.15)."""

    card: str


@dataclass(frozen=True, slots=True)
class PlayDem(Action, verb="play"):
    """Play a Hunter, or a card with Deus Ex Machina, from your hand (AH-DCS.15)."""

    card: str


@dataclass(frozen=True, slots=True)
class Waive(Action, verb="waive"):
    """Let this window go by (AH-DCS.15)."""


@dataclass(frozen=True, slots=True)
class Choose(Action, verb="choose"):
    """Choose a card, a character or an option that a card text asks for (AH-DCS.17)."""

    option: str


@dataclass(frozen=True, slots=True)
class DrawFrom(Action, verb="draw"):
    """Draw a card after the Conflict: from the Plot deck, the Heretic deck, or none (AH-DCS.14)."""

    deck: str


@dataclass(frozen=True, slots=True)
class Throw(Action, verb="discard"):
    """Discard a card in the Epilogue (AH-DCS.16)."""

    card: str


@dataclass(frozen=True, slots=True)
class CountFirst(Action, verb="count_first"):
    """Decide which of two endings counts first (AH-DCS.18)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Take(Action, verb="take"):
    """Take a card from the pack (AH-DCS.20)."""

    card: str


@dataclass(frozen=True, slots=True)
class PutIn(Action, verb="put_in"):
    """Put a card from your pool into your deck (AH-DCS.21)."""

    card: str


@dataclass(frozen=True, slots=True)
class TakeOut(Action, verb="take_out"):
    """Take a card out of your deck (AH-DCS.21)."""

    card: str


@dataclass(frozen=True, slots=True)
class Propose(Action, verb="propose"):
    """Start over with the deck proposed for a Damned (AH-DCS.21)."""

    card: str


ACTIONS: tuple[type[Action], ...] = (
    Lay, LayBeside, Choose, Done, PayFor, Decline, UseHeresy, Announce, Pass, Join, UseDem, PlayDem, Waive, DrawFrom,
    Throw, PutLocation, BeActive, Keep, Mulligan, CountFirst, Take, TakeOut, PutIn, Propose,
)  # fmt: skip

#: Action types that the panel shows as a sentence with a button for each action. All others are chosen from a menu of
#: pieces.
SENTENCES: frozenset[type[Action]] = frozenset((PayFor, Announce, DrawFrom, BeActive, CountFirst))
#: Actions that end a turn or answer with nothing.
CONCLUDING_ACTIONS: frozenset[type[Action]] = frozenset((Pass, Waive, Decline, Done))
#: Action types that allow a player to select several actions at once.
MULTI_CHOICE_ACTIONS: frozenset[type[Action]] = frozenset((Lay, Join, Take, TakeOut, PutIn))
#: Action types that may reveal something without surprising the player.
REVEALING_ACTIONS = (Waive, Pass, Done)

FIELDS = {
    "card": N_("The card."),
    "manoeuvre": N_("Plunder, recruit or accuse."),
    "option": N_("Your choice."),
    "deck": N_("The deck."),
    "seat": N_("Who is Active."),
    "reason": N_("What counts first."),
}
