"""All actions of a seat, and the descriptions of their parameters for slash commands."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.data.actions import Action
from rules.kernel.words.translation import N_


@dataclass(frozen=True, slots=True)
class ChooseColour(Action, verb="colour"):
    """Choose a colour (DP-DEC.1)."""

    colour: int


@dataclass(frozen=True, slots=True)
class ChooseLead(Action, verb="lead"):
    """Choose a lead agent with its ten starting cards (DP-DEC.2)."""

    lead: str


@dataclass(frozen=True, slots=True)
class StartIn(Action, verb="start_in"):
    """Place your lead agent in a city without agents (DP-DEC.4)."""

    city: str


@dataclass(frozen=True, slots=True)
class PlaceInfluence(Action, verb="influence"):
    """Place influence on a city, a primary asset or a mythos card (DP-DEC.7)."""

    target: str


@dataclass(frozen=True, slots=True)
class AcquireTarget(Action, verb="acquire"):
    """Acquire a card or city where you have the most influence: only as your first action (DP-DEC.8)."""

    target: str


@dataclass(frozen=True, slots=True)
class RecoverInfluence(Action, verb="recover"):
    """Recover your influence markers to your supply (DP-DEC.9)."""


@dataclass(frozen=True, slots=True)
class BuyInfluence(Action, verb="buy"):
    """Buy influence markers from the common pool, one for 2 Wealth (DP-DEC.10)."""


@dataclass(frozen=True, slots=True)
class Travel(Action, verb="travel"):
    """Move one of your agents along the routes, for Wealth (DP-DEC.11)."""

    agent: str


@dataclass(frozen=True, slots=True)
class GoTo(Action, verb="go_to"):
    """Name the city the agent travels to (DP-DEC.11)."""

    city: str


@dataclass(frozen=True, slots=True)
class Meddle(Action, verb="meddle"):
    """Move the ritual or the investigation up or down (DP-DEC.12)."""

    track: str
    direction: str


@dataclass(frozen=True, slots=True)
class UseCard(Action, verb="use"):
    """Carry out the action of a card in your hand or of one of your mythos cards (DP-DEC.19)."""

    card: str


@dataclass(frozen=True, slots=True)
class UseBonus(Action, verb="bonus"):
    """Carry out the bonus action of a card, which uses up no action (DP-DEC.6)."""

    card: str


@dataclass(frozen=True, slots=True)
class FreeMove(Action, verb="free_move"):
    """Move Lillian La France to an adjacent city for free, once a turn (DP-AGENT.7)."""

    city: str


@dataclass(frozen=True, slots=True)
class DiscardCard(Action, verb="discard"):
    """Discard cards from your hand, as an action (DP-DEC.16)."""

    card: str


@dataclass(frozen=True, slots=True)
class RevealAllegiance(Action, verb="reveal"):
    """Reveal your allegiance to end the game (DP-DEC.17)."""


@dataclass(frozen=True, slots=True)
class EndTurn(Action, verb="pass"):
    """Pass: end your turn without further actions (DP-DEC.18)."""


@dataclass(frozen=True, slots=True)
class Pay(Action, verb="pay"):
    """Choose the cards you play for this (DP-CARD.12)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeBack(Action, verb="take_back"):
    """Recover some of your markers from one place, which can be “limbo” (DP-RECOVER.2)."""

    target: str
    count: int


@dataclass(frozen=True, slots=True)
class Strike(Action, verb="strike"):
    """Name the victim and the agent who acts (DP-DEC.13)."""

    victim: str
    actor: str


@dataclass(frozen=True, slots=True)
class WorkGate(Action, verb="gate"):
    """Name the city, whether to open or close its gate, and the agent who acts (DP-DEC.14)."""

    city: str
    face: str
    actor: str


@dataclass(frozen=True, slots=True)
class ChooseWay(Action, verb="way"):
    """Choose one of the card's alternatives (DP-CARDACT.4)."""

    number: int


@dataclass(frozen=True, slots=True)
class Choose(Action, verb="choose"):
    """Choose what the card's effect asks for (DP-DEC.21)."""

    option: str


@dataclass(frozen=True, slots=True)
class React(Action, verb="react"):
    """Use the card's reaction (DP-DEC.20)."""


@dataclass(frozen=True, slots=True)
class Done(Action, verb="done"):
    """Choose nothing more (DP-DEC.21)."""


ACTIONS: tuple[type[Action], ...] = (
    AcquireTarget, PlaceInfluence, RecoverInfluence, BuyInfluence, Travel, Meddle, UseCard, UseBonus, FreeMove,
    DiscardCard, RevealAllegiance, EndTurn, GoTo, Pay, TakeBack, Strike, WorkGate, ChooseWay, Choose, React, Done,
    ChooseColour, ChooseLead, StartIn,
)  # fmt: skip

#: A panel shows each of these actions as a sentence. Actions of all other kinds are shown by the piece they name.
SENTENCES: frozenset[type[Action]] = frozenset((Meddle, ChooseWay))
#: Actions that end a turn or answer with nothing.
CONCLUDING_ACTIONS: frozenset[type[Action]] = frozenset((EndTurn, Done))
#: A panel lets the player choose several of these actions at once.
MULTI_CHOICE_ACTIONS: frozenset[type[Action]] = frozenset((DiscardCard,))
#: Actions that may end the turn. If one does, the player draws a new hand, and the action reveals nothing else.
LAST_ACTIONS = (
    PlaceInfluence, RecoverInfluence, BuyInfluence, GoTo, Meddle, FreeMove, DiscardCard, EndTurn, Pay, TakeBack, Done,
)  # fmt: skip

FIELDS = {
    "colour": N_("The colour."),
    "lead": N_("The lead agent."),
    "city": N_("The city."),
    "target": N_("The city, primary asset or mythos card."),
    "agent": N_("Your agent."),
    "track": N_("The ritual or the investigation."),
    "direction": N_("Up or down."),
    "card": N_("The card."),
    "cards": N_("The cards you play."),
    "count": N_("How many."),
    "victim": N_("The victim."),
    "actor": N_("Your agent who acts."),
    "face": N_("Open or close."),
    "number": N_("The alternative."),
    "option": N_("Your choice."),
}
