"""The effects of cards as data: powers, end-of-game effects, and the actions of the Great Old One's side.

Behaviour and card text both come from these records, so they can't disagree. The operations are in `ops`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.shared_field_types import Amount, Condition, Kind, Record, Small, Track

#: The effects that a mythos card can have while a player owns it (DP-CARD.20):
#: second_wind   its owner gets an additional action after the first acquisition in their own turn
#: ties          its owner has the most influence even in a tie
#: steady        its owner needs one more MADNESS token to go mad
#: second_target after placing influence, its owner may place one more marker on another primary asset
#: long_reach    its owner draws up to 6 cards at the end of the turn
#: locksmith     locks don't prevent its owner's acquisitions (DP-ACQ.9)
#: hunter        its owner may also assassinate returned agents (DP-AGENT.12)
Ongoing = Literal["second_wind", "ties", "steady", "second_target", "long_reach", "locksmith", "hunter"]

#: The events that trigger "whenever" powers. Each event happens to the mythos card's owner or is caused by the owner.
Occasion = Literal[
    "turn_begins",  # the owner's turn begins
    "turn_ends",  # the owner's turn ends, before cards are drawn
    "got_city",  # the owner acquired a city
    "got_asset",  # the owner acquired a primary asset
    "got_mythos",  # the owner acquired a mythos card
    "opened",  # the owner opened a gate
    "closed",  # the owner closed a gate
    "killed",  # the owner assassinated an agent
    "lost_agent",  # an agent of the owner was assassinated
    "maddened",  # the owner drew a MADNESS token
]


class Power(Record):
    """A power printed on a card.

    The player chooses one of `ways`, and its operations are executed in order (DP-CARDACT.4). If `destroys`, the card
    is destroyed after use. Reactions and "whenever" powers have a `trigger` (DP-CARD.17). The bonus action of a mythos
    card can be used once a turn.
    """

    timing: Literal["action", "bonus", "acquired", "reaction", "whenever"]
    ways: list[Annotated[list[Op], Field(min_length=1)]] = Field(min_length=1)
    trigger: Literal["", "destroyed", "discarded", "played", Occasion] = ""
    destroys: bool = False


class Score(Record):
    """An END-OF-GAME effect that gives VP in final scoring, optionally under a condition (DP-CARD.22)."""

    end: Literal["score"]
    amount: Amount
    when: Condition | None = None


class WinTies(Record):
    """An END-OF-GAME effect: the owner wins a tie for the highest total (DP-WIN.10)."""

    end: Literal["ties"]


class SwapTrack(Record):
    """An END-OF-GAME effect: an owner who is a dissenter scores the other track instead of their own."""

    end: Literal["swap_track"]


EndEffect = Annotated[Score | WinTies | SwapTrack, Field(discriminator="end")]


# -- solo play: the actions of the Great Old One's side -------------------------------------------------------


class Goal(Record):
    """The goal of a Great Old One, who wins the game as soon as this goal is reached (DP-SOLO.26)."""

    goal: Literal[
        "gates",  # gates opened by its cultists
        "cities",  # cities its cultists control
        "mythos",  # mythos cards it acquired
        "victims",  # agents its cultists assassinated
        "ritual",  # space of the ritual marker
        "locks",  # locks on city spaces and cards
        "assets",  # primary assets acquired by its cultists in the whole game
        "madness",  # MADNESS tokens of the player
    ]
    amount: int = Field(ge=1, le=20)


class MarkAssets(Record):
    """Place `each` markers on each of the first `count` primary assets along the route (DP-EX.45)."""

    effect: Literal["mark_assets"]
    count: Small = 3
    each: Small = 1


class MarkCities(Record):
    """Place `each` markers on each of the first `count` cities along the route that no cultist controls."""

    effect: Literal["mark_cities"]
    count: Small = 2
    each: Small = 1


class MarkRow(Record):
    """Place `each` markers on each mythos card in the row."""

    effect: Literal["mark_row"]
    each: Small = 1


class LockAssets(Record):
    """Lock the first `count` unlocked primary assets along the route."""

    effect: Literal["lock_assets"]
    count: Small = 3


class LockCities(Record):
    """Lock the first `count` unlocked cities along the route."""

    effect: Literal["lock_cities"]
    count: Small = 1


class MoveTrack(Record):
    """Move the marker of a track."""

    effect: Literal["track"]
    track: Track
    by: int = Field(ge=-12, le=12)


class OldOneVp(Record):
    """Give the Great Old One VP."""

    effect: Literal["vp"]
    amount: Small = 1


class Scatter(Record):
    """Return the player's markers from the cultist's city and from its primary asset to the supply."""

    effect: Literal["scatter"]


class Devour(Record):
    """Destroy the primary asset in the cultist's city."""

    effect: Literal["devour"]


class Madden(Record):
    """Make the player take a sanity test."""

    effect: Literal["madden"]


CultistEffect = Annotated[
    MarkAssets | MarkCities | MarkRow | LockAssets | LockCities | MoveTrack | OldOneVp | Scatter | Devour | Madden,
    Field(discriminator="effect"),
]


class PlaceOrder(Record):
    """Place as many markers as `influence` plus the influence on the cultist's card (DP-SOLO.59 to 67)."""

    do: Literal["place"]
    at: Kind
    influence: int = Field(ge=0, le=9)


class AcquireOrder(Record):
    """Acquire a city, a primary asset or a mythos card (DP-SOLO.69 to 98)."""

    do: Literal["acquire"]
    at: Kind


class KillOrder(Record):
    """Assassinate an agent, using `force` plus the FORCE of the cultist's card and agents (DP-SOLO.99 to 107)."""

    do: Literal["assassinate"]
    force: int = Field(ge=0, le=9)


class GateOrder(Record):
    """Open a gate, using `arcane` plus the ARCANE of the cultist's card and agents (DP-SOLO.108, 109)."""

    do: Literal["gate"]
    arcane: int = Field(ge=0, le=9)


class EffectOrder(Record):
    """Execute the effect that the Great Old One's card gives this cultist (DP-SOLO.114)."""

    do: Literal["effect"]


Order = Annotated[PlaceOrder | AcquireOrder | KillOrder | GateOrder | EffectOrder, Field(discriminator="do")]
