"""Operations on cards: draw, discard, fetch, acquire and destroy."""

from __future__ import annotations

from typing import Literal

from rules.dark_providence.content.fields import Amount, Kind, Record, Small


class Draw(Record):
    """Draw cards."""

    op: Literal["draw"]
    count: Small = 1


class RivalsDiscard(Record):
    """Make every other player discard random cards from the hand."""

    op: Literal["rivals_discard"]
    count: Small = 1


class Fetch(Record):
    """Take chosen cards from one's discard pile into the hand."""

    op: Literal["fetch"]
    count: Small = 1


class Purge(Record):
    """Destroy up to `count` chosen cards from one's hand (DP-DESTROY.2, DESTROY.3)."""

    op: Literal["purge"]
    count: Small = 1


class Rlyeh(Record):
    """Put the city card R'lyeh, wherever it is, on one's discard pile."""

    op: Literal["rlyeh"]


class Acquire(Record):
    """Acquire by an effect (DP-ACQ.17 to 19).

    `here`: only in a city with one of one's agents. `locked`: a lock does not prevent it. `most`: the highest control
    point of the city, or of the city on which the asset lies.
    """

    op: Literal["acquire"]
    what: Kind
    here: bool = False
    locked: bool = False
    most: Amount = 20


class Stock(Record):
    """Look at random cards of the secret stock, acquire one of them, and put the others back.

    An agent acquired like this is placed with the lead agent.
    """

    op: Literal["stock"]
    look: Small = 2


class DestroyAsset(Record):
    """Destroy a chosen face-up primary asset (DP-ASSET.10, DP-DESTROY.7)."""

    op: Literal["destroy_asset"]


class Row(Record):
    """Add mythos cards from the deck to the row."""

    op: Literal["row"]
    count: Small = 1
