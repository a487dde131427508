"""The hooks of features in the transaction of a match: the repository calls them, `bot.wiring` fills them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.matches.records import MatchInfo, Position
from bot.store.connection import Transaction
from bot.store.statements.rows import JournalRow

#: With the id of a finished match.
OnReopened: TypeAlias = Callable[[Transaction, int], Awaitable[None]]
#: With the id of a server, and the present time.
OnSeatsOffered: TypeAlias = Callable[[Transaction, int, int], Awaitable[None]]
#: With the match before, its previous position if known, the new one, and the entries that led to it.
OnMoved: TypeAlias = Callable[
    [Transaction, MatchInfo, Position | None, Position, Sequence[JournalRow]], Awaitable[None]
]
#: With the match before, and its last entry.
OnEnded: TypeAlias = Callable[[Transaction, MatchInfo, JournalRow], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class MatchHooks:
    """Calls for each change of a match, in order. If one raises, the change isn't saved."""

    #: A finished match continues, or ends in another way.
    reopened: list[OnReopened] = field(default_factory=list[OnReopened])
    #: A match of a server offers a seat, or a seat has been taken.
    seats_offered: list[OnSeatsOffered] = field(default_factory=list[OnSeatsOffered])
    #: A match has a new position, after its notifications were written.
    moved: list[OnMoved] = field(default_factory=list[OnMoved])
    #: A match was ended before its game was over.
    ended: list[OnEnded] = field(default_factory=list[OnEnded])
