"""Operations on decks, hands, the Pyre and the Location."""

from __future__ import annotations

from typing import Literal

from rules.aevum_haeresis.content.ops.terms import Amount, Small, Who
from rules.kernel.content.records import Record


class Draw(Record):
    """Draw cards from the Plot deck or the Heretic deck."""

    op: Literal["draw"]
    deck: Literal["plot", "heretic"] = "plot"
    count: Amount = 1
    who: Who = "me"


class Mill(Record):
    """Put the top cards of a player's Plot deck into that player's Pyre."""

    op: Literal["mill"]
    count: Amount = 1
    who: Who = "opponent"


class Discard(Record):
    """Discard cards from a player's hand: cards of that player's choice or, if `random`, random cards."""

    op: Literal["discard"]
    count: Amount = 1
    who: Who = "opponent"
    random: bool = False


class Raise(Record):
    """Move cards of your choice from your Pyre to your hand, to the bottom of their deck, or to the Verge."""

    op: Literal["raise"]
    what: Literal["heretic", "plot", "any"] = "any"
    to: Literal["hand", "deck", "verge"] = "hand"
    count: Small = 1
    #: If true, the player may choose not to move any card.
    may: bool = True


class Call(Record):
    """Put a Heretic from your Background deck into play (AH-BACK.2)."""

    op: Literal["call"]
    #: The id of the Heretic.
    card: str


class Peek(Record):
    """Look at the opponent's hand. Only you see the cards."""

    op: Literal["peek"]


class Burn(Record):
    """Send the Location to the Pyre. A new Location replaces it immediately (AH-LOC.2)."""

    op: Literal["burn"]


CardOp = Draw | Mill | Discard | Raise | Call | Peek | Burn
