"""Hooks for features that react to changes of matches, in the same transaction. `bot.wiring` registers them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.matches.service_results import MatchInfo, Position
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Transaction

#: A function that is called with the id of a reopened match.
OnReopened: TypeAlias = Callable[[Transaction, int], Awaitable[None]]
#: A function that is called with the id of a server and the current time.
OnSeatsOffered: TypeAlias = Callable[[Transaction, int, int], Awaitable[None]]
#: A function that is called with the match before a change, its previous position if known, its new position, and the
#: journal entries between the two positions.
OnMoved: TypeAlias = Callable[
    [Transaction, MatchInfo, Position | None, Position, Sequence[JournalRow]], Awaitable[None]
]
#: A function that is called with the match before its end, and with its last journal entry.
OnEnded: TypeAlias = Callable[[Transaction, MatchInfo, JournalRow], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class MatchHooks:
    """The functions to call after each kind of change, in order of registration. Any exception prevents the change."""

    #: Called when a finished match was reopened, or has ended again with a different result.
    reopened: list[OnReopened] = field(default_factory=list[OnReopened])
    #: Called when a seat of a match in the given server was opened to others, or an open seat was taken.
    seats_offered: list[OnSeatsOffered] = field(default_factory=list[OnSeatsOffered])
    #: Called when a match has a new position, after the notifications about it have been written.
    moved: list[OnMoved] = field(default_factory=list[OnMoved])
    #: Called when a match was ended before the game was over.
    ended: list[OnEnded] = field(default_factory=list[OnEnded])
