"""Everything a seat can do, with the words for slash-command arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.data.actions import Action
from rules.kernel.words.text import N_


@dataclass(frozen=True, slots=True)
class ChooseColour(Action):
    """Choose a colour (DP-DEC.1)."""

    verb: ClassVar[str] = "colour"
    colour: int


@dataclass(frozen=True, slots=True)
class ChooseLead(Action):
    """Choose a lead agent with its ten starting cards (DP-DEC.2)."""

    verb: ClassVar[str] = "lead"
    lead: str


@dataclass(frozen=True, slots=True)
class StartIn(Action):
    """Place your lead agent in a city without agents (DP-DEC.4)."""

    verb: ClassVar[str] = "start_in"
    city: str


@dataclass(frozen=True, slots=True)
class PlaceInfluence(Action):
    """Place influence on a city, a primary asset or a mythos card (DP-DEC.7)."""

    verb: ClassVar[str] = "influence"
    target: str


@dataclass(frozen=True, slots=True)
class AcquireTarget(Action):
    """Acquire a card or city on which you have the most influence: only as your first action (DP-DEC.8)."""

    verb: ClassVar[str] = "acquire"
    target: str


@dataclass(frozen=True, slots=True)
class RecoverInfluence(Action):
    """Take your influence markers back to your supply (DP-DEC.9)."""

    verb: ClassVar[str] = "recover"


@dataclass(frozen=True, slots=True)
class BuyInfluence(Action):
    """Buy influence markers from the common pool, one for 2 Wealth (DP-DEC.10)."""

    verb: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True)
class Travel(Action):
    """Move one of your agents along the routes, for Wealth (DP-DEC.11)."""

    verb: ClassVar[str] = "travel"
    agent: str


@dataclass(frozen=True, slots=True)
class GoTo(Action):
    """Name the city the agent travels to (DP-DEC.11)."""

    verb: ClassVar[str] = "go_to"
    city: str


@dataclass(frozen=True, slots=True)
class Meddle(Action):
    """Move the ritual or the investigation up or down (DP-DEC.12)."""

    verb: ClassVar[str] = "meddle"
    track: str
    direction: str


@dataclass(frozen=True, slots=True)
class UseCard(Action):
    """Carry out the action of a card in your hand or of one of your mythos cards (DP-DEC.19)."""

    verb: ClassVar[str] = "use"
    card: str


@dataclass(frozen=True, slots=True)
class UseBonus(Action):
    """Carry out the bonus action of a card, which uses up no action (DP-DEC.6)."""

    verb: ClassVar[str] = "bonus"
    card: str


@dataclass(frozen=True, slots=True)
class FreeMove(Action):
    """Move Lillian La France to an adjacent city for nothing, once a turn (DP-AGENT.7)."""

    verb: ClassVar[str] = "free_move"
    city: str


@dataclass(frozen=True, slots=True)
class DiscardCard(Action):
    """Discard cards from your hand, as an action (DP-DEC.16)."""

    verb: ClassVar[str] = "discard"
    card: str


@dataclass(frozen=True, slots=True)
class RevealAllegiance(Action):
    """Reveal your allegiance to reach the end of the game (DP-DEC.17)."""

    verb: ClassVar[str] = "reveal"


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Pass: end your turn without further actions (DP-DEC.18)."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Choose the cards you play for this (DP-CARD.12)."""

    verb: ClassVar[str] = "pay"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Take back some of your markers from one place; "limbo" is one (DP-RECOVER.2)."""

    verb: ClassVar[str] = "take_back"
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """Name the victim and the agent who acts (DP-DEC.13)."""

    verb: ClassVar[str] = "strike"
    victim: str
    actor: str


@dataclass(frozen=True, slots=True)
class WorkGate(Action):
    """Name the city, whether its gate is opened or closed, and the agent who acts (DP-DEC.14)."""

    verb: ClassVar[str] = "gate"
    city: str
    face: str
    actor: str


@dataclass(frozen=True, slots=True)
class ChooseWay(Action):
    """Choose one of the card's alternatives (DP-CARDACT.4)."""

    verb: ClassVar[str] = "way"
    number: int


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose what the card's effect asks for (DP-DEC.21)."""

    verb: ClassVar[str] = "choose"
    option: str


@dataclass(frozen=True, slots=True)
class React(Action):
    """Use the card's reaction (DP-DEC.20)."""

    verb: ClassVar[str] = "react"


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Choose nothing more (DP-DEC.21)."""

    verb: ClassVar[str] = "done"


ACTIONS: tuple[type[Action], ...] = (
    PlaceInfluence, AcquireTarget, RecoverInfluence, BuyInfluence, Travel, Meddle, UseCard, UseBonus, FreeMove,
    DiscardCard, RevealAllegiance, EndTurn, GoTo, Pay, TakeBack, Strike, WorkGate, ChooseWay, Choose, React, Done,
    ChooseColour, ChooseLead, StartIn,
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
    "victim": N_("The agent to be assassinated."),
    "actor": N_("Your agent who acts."),
    "face": N_("Open or close."),
    "number": N_("Which of them."),
    "option": N_("What you choose."),
}
