"""Operations on cards in hand, in the Guild Hall and in the Discard pile."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.edge_of_darkness.content.ops.amounts import Operation


class Claim(Operation):
    """Claim one Neutral card from one of the given places."""

    NEEDS_HAND = True
    op: Literal["claim"]
    places: list[Literal["hand", "street", "tower", "discard"]] = Field(min_length=1)


class Salvage(Operation):
    """Take one card from the Discard pile into your hand."""

    op: Literal["salvage"]


class CallHome(Operation):
    """Put one of your Guild cards from the Street or the Discard pile into your Guild Hall."""

    op: Literal["call_home"]


class Sleeve(Operation):
    """Sleeve one more advancement onto a card in your hand."""

    NEEDS_HAND = True
    op: Literal["sleeve"]


class FetchHall(Operation):
    """Take one card from your Guild Hall into your hand."""

    op: Literal["fetch_hall"]


CardOp = Claim | Salvage | CallHome | Sleeve | FetchHall
