"""Operations on cards: draw, discard, fetch, acquire and destroy."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.dark_providence.content.shared_field_types import Kind, Limit, Many, Record, Small


class Draw(Record):
    """Draw cards."""

    op: Literal["draw"]
    count: Many = 1


class Discard(Record):
    """Discard cards of your choice from your hand."""

    op: Literal["discard"]
    count: Small = 1


class RivalsDiscard(Record):
    """Make every other player discard random cards from their hand."""

    op: Literal["rivals_discard"]
    count: Small = 1


class RivalDiscards(Record):
    """Make another player of your choice discard random cards from their hand."""

    op: Literal["rival_discards"]
    count: Many = 1


class Spy(Record):
    """Look at another player's hand in secret."""

    op: Literal["spy"]


class Mill(Record):
    """Put the top cards of another player's deck on that player's discard pile."""

    op: Literal["mill"]
    count: Many = 1


class Ruin(Record):
    """Destroy the top card of another player's discard pile."""

    op: Literal["ruin"]


class Fetch(Record):
    """Take cards of your choice from your discard pile into your hand."""

    op: Literal["fetch"]
    count: Small = 1


class Purge(Record):
    """Destroy up to `count` cards of your choice from your hand (DP-DESTROY.2, DESTROY.3)."""

    op: Literal["purge"]
    count: Small = 1


class Rlyeh(Record):
    """Put the city card R'lyeh on your discard pile, wherever it is."""

    op: Literal["rlyeh"]


class Acquire(Record):
    """Acquire a city, a primary asset or a mythos card, whatever influence is on it (DP-ACQ.17 to 19).

    If `here`, it must be in a city where you have an agent. If `locked`, a lock doesn't prevent you from acquiring it.
    `most` is the maximum control point of the city, or of the asset's city.
    """

    op: Literal["acquire"]
    what: Kind
    here: bool = False
    locked: bool = False
    most: Annotated[int, Field(ge=-20, le=20)] | Limit = 20


class Stock(Record):
    """Look at random cards of the secret stock, acquire one of them, and put the others back.

    If the card is an agent, it is placed next to your lead agent.
    """

    op: Literal["stock"]
    look: Small = 2


class DestroyAsset(Record):
    """Destroy a face-up primary asset of your choice (DP-ASSET.10, DP-DESTROY.7)."""

    op: Literal["destroy_asset"]


class Row(Record):
    """Add mythos cards from the deck to the row."""

    op: Literal["row"]
    count: Small = 1


class Banish(Record):
    """Destroy a mythos card of your choice in the row (DP-DESTROY.1, DP-DESTROY.7)."""

    op: Literal["banish"]
