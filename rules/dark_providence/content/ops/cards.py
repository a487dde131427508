"""What happens to cards: drawn, discarded, fetched, acquired and destroyed."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Amount, Kind, Record, Small


class Draw(Record):
    """Draw cards."""

    op: Literal["draw"]
    count: Small = 1


class RivalsDiscard(Record):
    """Every other player discards random cards from the hand."""

    op: Literal["rivals_discard"]
    count: Small = 1


class Fetch(Record):
    """Take cards of choice from the own discard pile into the hand."""

    op: Literal["fetch"]
    count: Small = 1


class Purge(Record):
    """Destroy up to `count` cards of choice from the own hand (DP-DESTROY.2, DESTROY.3)."""

    op: Literal["purge"]
    count: Small = 1


class Rlyeh(Record):
    """Take the city card R'lyeh, wherever it is, to the own discard pile."""

    op: Literal["rlyeh"]


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


class Stock(Record):
    """Look at random cards of the secret stock, acquire one of them, and put the others back.

    An agent acquired so is placed with the lead agent.
    """

    op: Literal["stock"]
    look: Small = 2


class DestroyAsset(Record):
    """Destroy a face-up primary asset of choice (DP-ASSET.10, DP-DESTROY.7)."""

    op: Literal["destroy_asset"]


class Row(Record):
    """Add mythos cards from the deck to the row."""

    op: Literal["row"]
    count: Small = 1
