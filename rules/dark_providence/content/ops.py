"""The operations of card effects as data: what an effect can do, one record each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

#: The nine kinds of resource (DP-ICON.1 to ICON.6).
Icon = Literal[
    "influence", "recover", "wealth", "force", "arcane",
    "ritual_up", "ritual_down", "investigation_up", "investigation_down",
]  # fmt: skip
ICONS: tuple[Icon, ...] = (
    "influence", "recover", "wealth", "force", "arcane",
    "ritual_up", "ritual_down", "investigation_up", "investigation_down",
)  # fmt: skip
Track = Literal["ritual", "investigation"]
#: What can hold influence: a city space, a primary asset, a mythos card of the row.
Kind = Literal["city", "asset", "mythos"]
Small = Annotated[int, Field(ge=1, le=20)]


class Record(BaseModel):
    """A piece of content. Unknown fields are an error, so that a typing mistake can't pass unseen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Count(Record):
    """An amount that depends on the table: `times` x the count, at most `most`."""

    count: Literal[
        "cities",  # cities controlled
        "agents",  # own agents on the map, lead agent and Deep Ones included
        "recruited",  # own recruited agents
        "mythos",  # own mythos cards
        "crypt",  # markers in the own crypt
        "gates",  # gates marked by the player
        "returned",  # own returned agents
        "madness",  # own MADNESS tokens
        "deep_ones",  # own Deep Ones on the map
    ]
    times: int = Field(default=1, ge=-9, le=9)
    most: int = Field(default=20, ge=0, le=20)


Amount = Annotated[int, Field(ge=-20, le=20)] | Count


# -- the common card actions (DP-CARDACT.3) -----------------------------------------------------------------


class Assassinate(Record):
    """Assassinate an agent; with the card's own agent, or with any own agent (DP-ASSASSINATE.3).

    `returned` lifts the immunity of returned agents.
    """

    op: Literal["assassinate"]
    any_agent: bool = False
    returned: bool = False


class Gate(Record):
    """Open or close a gate; with the card's own agent, or with any own agent (DP-GATE.3)."""

    op: Literal["gate"]
    face: Literal["open", "close", "either"]
    any_agent: bool = False


class Lock(Record):
    """Place or remove a lock (DP-LOCK.1)."""

    op: Literal["lock"]
    mode: Literal["place", "remove", "either"] = "either"


# -- what happens without a choice --------------------------------------------------------------------------


class GainVp(Record):
    """Gain VP at once (a negative amount loses them)."""

    op: Literal["vp"]
    amount: Amount = 1


class Draw(Record):
    """Draw cards."""

    op: Literal["draw"]
    count: Small = 1


class Actions(Record):
    """Additional actions in this turn (DP-TURN.13)."""

    op: Literal["actions"]
    count: Small = 1


class Pool(Record):
    """Take own markers from the common pool to the personal supply."""

    op: Literal["pool"]
    count: Small = 1


class Meddle(Record):
    """Move a track's marker; a negative number moves it down."""

    op: Literal["track"]
    track: Track
    by: int = Field(ge=-12, le=12)


class RivalsDiscard(Record):
    """Every other player discards random cards from the hand."""

    op: Literal["rivals_discard"]
    count: Small = 1


class Row(Record):
    """Add mythos cards from the deck to the row."""

    op: Literal["row"]
    count: Small = 1


class Calm(Record):
    """Put own MADNESS tokens back into the bag."""

    op: Literal["calm"]
    count: Small = 1


class SanityTest(Record):
    """Take a sanity test."""

    op: Literal["sanity"]


class Rlyeh(Record):
    """Take the city card R'lyeh, wherever it is, to the own discard pile."""

    op: Literal["rlyeh"]


# -- what asks for a choice ---------------------------------------------------------------------------------


class RivalVp(Record):
    """Another player of choice loses VP."""

    op: Literal["rival_vp"]
    amount: Small = 1


class Place(Record):
    """Place markers from the personal supply on one target of choice."""

    op: Literal["influence"]
    count: Small = 1
    at: Literal["any", "city", "asset", "mythos"] = "any"


class Recover(Record):
    """Recover own markers of choice (DP-RECOVER.2)."""

    op: Literal["recover"]
    count: Small = 1


class Move(Record):
    """Move up to `count` own agents of choice without paying, to an adjacent city or to any city."""

    op: Literal["move"]
    count: Small = 1
    reach: Literal["adjacent", "any"] = "adjacent"


class TurnAgents(Record):
    """Turn up to `count` agents to their returned side (DP-AGENT.11)."""

    op: Literal["return_agents"]
    count: Small = 1
    whose: Literal["own", "any"] = "own"


class Acquire(Record):
    """Acquire by an effect (DP-ACQ.17 to 19).

    `here`: only in a city where an own agent stands. `locked`: a lock does not forbid it. `most`: the highest control
    point of the city, or of the city on which the asset lies.
    """

    op: Literal["acquire"]
    what: Kind
    here: bool = False
    locked: bool = False
    most: Amount = 20


class DeepOnes(Record):
    """Place Deep Ones from the supply, each in a city of choice where an own agent stands."""

    op: Literal["deep_ones"]
    count: Small = 1


class DriveOff(Record):
    """Return up to `count` markers of one other player from one target of choice to that player's supply."""

    op: Literal["drive_off"]
    count: Small = 1


class DestroyAsset(Record):
    """Destroy a face-up primary asset of choice (DP-ASSET.10, DP-DESTROY.7)."""

    op: Literal["destroy_asset"]


class Peek(Record):
    """Look at the allegiance card of another player of choice, in secret."""

    op: Literal["peek"]


class Unmask(Record):
    """Another player of choice must reveal the allegiance card; in solo play, a hidden cultist."""

    op: Literal["unmask"]


class Stock(Record):
    """Look at random cards of the secret stock, acquire one of them, and put the others back.

    An agent acquired so is placed with the lead agent.
    """

    op: Literal["stock"]
    look: Small = 2


class Fetch(Record):
    """Take cards of choice from the own discard pile into the hand."""

    op: Literal["fetch"]
    count: Small = 1


class Purge(Record):
    """Destroy up to `count` cards of choice from the own hand (DP-DESTROY.2, DESTROY.3)."""

    op: Literal["purge"]
    count: Small = 1


class MartialLaw(Record):
    """Put the martial-law marker on a city of choice: nobody can travel there (DP-TRAVEL.8)."""

    op: Literal["martial_law"]


class Cthulhu(Record):
    """Put Cthulhu on a city of choice: its controller loses it, and nobody can travel, place or acquire there."""

    op: Literal["cthulhu"]


class Whateley(Record):
    """Put a Whateley marker on a city of choice: 1 ARCANE more for its owner's gate actions there."""

    op: Literal["whateley"]


class MiGo(Record):
    """Put the Mi-Go, an agent of the card's owner, on a city of choice (DP-AGENT.18)."""

    op: Literal["mi_go"]
