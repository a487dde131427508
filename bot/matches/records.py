"""What the service tells about matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from bot.store.matches import WaitingRow as Waiting
from bot.store.rows import MatchRow as MatchInfo
from bot.store.rows import SeatRow as SeatInfo
from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from rules.kernel.engine.match import Match

__all__ = ["LogEntry", "LogPage", "MatchInfo", "Outcome", "Position", "SeatInfo", "Table", "UndoRequest", "Waiting"]


#: Journal entries that are moves of one seat: what it did, what its standing order or a computer did in its place, a
#: sealed choice withdrawn.
MOVES = ("act", "order", "late", "computer", "withdraw")
#: Entries that change who plays a seat and leave the position as it was.
SEATING = ("hand", "back")
#: An entry of the operator's that leaves everything as it was: players never notice it.
EXPORT = "export"


@dataclass(frozen=True, slots=True)
class Position:
    """A match as it stands after entry `seq`. Never changed: a move is made on a copy."""

    seq: int
    match: Match[Any]
    data: bytes
    events: tuple[Event, ...]
    waiting: tuple[int, ...]
    #: What each seat may know, and (None) everybody: every picture and sentence of this position is made from these.
    views: Mapping[int | None, View]
    #: What everybody may know, and for each seat what it knows beyond that: to tell whether either has changed.
    public: str
    private: tuple[str, ...]

    @classmethod
    def of(cls, match: Match[Any], seq: int, events: tuple[Event, ...], data: bytes | None = None) -> Position:
        """Work out everything that the store needs of a match, while the rules may still fail."""
        saved = match.dump() if data is None else data
        views = {viewer: match.view(viewer) for viewer in (None, *range(match.state.seats))}
        public, *seen = (view.model_dump(mode="json") for view in views.values())
        private = tuple(repr(_beyond(one, public)) for one in seen)
        return cls(seq, match, saved, events, tuple(sorted(match.decisions())), views, repr(public), private)

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return self.match.over


def _beyond(seen: Any, public: Any) -> Any:
    """Return what of a view is not in the public one: None for nothing."""
    if seen == public:
        return None
    if isinstance(seen, dict) and isinstance(public, dict):
        ours, theirs = cast("dict[str, Any]", seen), cast("dict[str, Any]", public)
        more = {key: _beyond(ours[key], theirs.get(key)) for key in ours if key != "viewer"}
        return {key: value for key, value in more.items() if value is not None} or None
    if isinstance(seen, list) and isinstance(public, list):
        here, there = cast("list[Any]", seen), cast("list[Any]", public)
        if len(here) == len(there):
            parts = {place: _beyond(*pair) for place, pair in enumerate(zip(here, there, strict=True))}
            return {place: value for place, value in parts.items() if value is not None} or None
    return cast("Any", seen)


@dataclass(frozen=True, slots=True)
class Table:
    """A match to look at. It holds everybody's secrets: show its views, change nothing."""

    info: MatchInfo
    position: Position

    @property
    def match(self) -> Match[Any]:
        """The match itself."""
        return self.position.match

    @property
    def seq(self) -> int:
        """The number of the journal entry that led to the position."""
        return self.position.seq

    def view(self, viewer: int | None) -> View:
        """Return what a seat (None: everybody) may know."""
        return self.position.views[viewer]

    def events_for(self, viewer: int | None) -> list[Event]:
        """Return what a seat (None: everybody) may know of the last move."""
        return [event for event in self.position.events if event.seen_by(viewer)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table after a move, with the events that the mover may see."""

    table: Table
    events: list[Event]
    #: When the answer counts, if it was early and is kept back.
    deferred_until: int | None = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One journal entry, with the events that the reader may see."""

    seq: int
    at: int
    seat: int | None
    events: list[Event]
    #: "start", "import", "act", "order" (an act by standing order), "late" (by the
    #: clock, past a deadline), "computer" (an act of one), "withdraw", "undo", "hand"
    #: (a seat to a computer), "back" (to its person), "concede" or "end"; "rewind"
    #: and "export" are the operator's.
    kind: str = "act"
    user_id: int | None = None
    #: For going back, and for what changed nothing: the entry whose position this one has.
    restores: int | None = None
    #: Whether the reader may know that this happened at all.
    known: bool = True


@dataclass(frozen=True, slots=True)
class LogPage:
    """A part of what the reader may know of a match, oldest first: the entries from number `first` of `total`."""

    entries: list[LogEntry]
    first: int
    total: int


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat asks to go back to the position after entry `restores`."""

    id: int
    match_id: int
    asker: int
    seq: int
    restores: int
    agreed: tuple[int, ...]
    #: The seats whose answer is missing.
    missing: tuple[int, ...]
    #: "open", "done", "refused" or "lapsed".
    status: str
