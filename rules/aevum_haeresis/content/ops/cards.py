"""Operations on decks, hands, the Pyre and the Location."""

from __future__ import annotations

from typing import Literal

from rules.aevum_haeresis.content.ops.terms import Amount, Small, Who
from rules.kernel.content.records import Record


class Draw(Record):
    """Draw from the Plot deck or the Heretic deck."""

    op: Literal["draw"]
    deck: Literal["plot", "heretic"] = "plot"
    count: Amount = 1
    who: Who = "me"


class Mill(Record):
    """Put cards from the top of a Plot deck into the Pyre."""

    op: Literal["mill"]
    count: Amount = 1
    who: Who = "opponent"


class Discard(Record):
    """Discard cards from a hand, chosen by its player or at random."""

    op: Literal["discard"]
    count: Amount = 1
    who: Who = "opponent"
    random: bool = False


class Raise(Record):
    """Bring back cards of your choice from your Pyre: to the hand, under their deck, or to the Verge."""

    op: Literal["raise"]
    what: Literal["heretic", "plot", "any"] = "any"
    to: Literal["hand", "deck", "verge"] = "hand"
    count: Small = 1
    may: bool = True


class Call(Record):
    """Put a Heretic of your Background deck into play (AH-BACK.2)."""

    op: Literal["call"]
    card: str


class Peek(Record):
    """Look at the opponent's hand, in private."""

    op: Literal["peek"]


class Burn(Record):
    """Send the Location to the Pyre; it is replaced at once (AH-LOC.2)."""

    op: Literal["burn"]


CardOp = Draw | Mill | Discard | Raise | Call | Peek | Burn
