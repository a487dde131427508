"""What the service tells about matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from bot.store.matches import WaitingRow as Waiting
from bot.store.rows import MatchRow as MatchInfo
from bot.store.rows import SeatRow as SeatInfo
from rules.kernel.data.events import Event
from rules.kernel.engine.match import Match

__all__ = ["History", "LogEntry", "MatchInfo", "Outcome", "Position", "SeatInfo", "Table", "UndoRequest", "Waiting"]


#: Journal entries that are moves of one seat: what it did, what its standing order or a computer did in its place, a
#: sealed choice withdrawn.
MOVES = ("act", "order", "late", "computer", "withdraw")
#: Entries that change who plays a seat and leave the position as it was.
SEATING = ("hand", "back")
#: An entry of the operator's that leaves everything as it was: players never notice it.
EXPORT = "export"


def seen_by(events: tuple[Event, ...], seat: int | None) -> list[Event]:
    """Return the events that this seat (None: a spectator) may see."""
    return [event for event in events if event.seen_by(seat)]


@dataclass(frozen=True, slots=True)
class Position:
    """A match as it stands after entry `seq`. Never changed: a move is made on a copy."""

    seq: int
    match: Match[Any]
    data: bytes
    events: tuple[Event, ...]
    waiting: tuple[int, ...]
    over: bool
    #: What everybody may know, and for each seat what it knows beyond that: to tell whether either has changed.
    public: str
    private: tuple[str, ...]

    @classmethod
    def of(cls, match: Match[Any], seq: int, events: tuple[Event, ...], data: bytes | None = None) -> Position:
        """Work out everything that the store needs of a match, while the rules may still fail."""
        saved = match.dump() if data is None else data
        public = match.view(None).model_dump(mode="json")
        private = (_beyond(match.view(seat).model_dump(mode="json"), public) for seat in range(match.state.seats))
        waiting = tuple(sorted(match.decisions()))
        return cls(seq, match, saved, events, waiting, match.over, repr(public), tuple(map(repr, private)))


def _beyond(seen: Any, public: Any) -> Any:
    """Return what of a view is not in the public one: None for nothing."""
    if seen == public:
        return None
    if isinstance(seen, dict) and isinstance(public, dict):
        ours, theirs = cast("dict[str, Any]", seen), cast("dict[str, Any]", public)
        more = {key: _beyond(ours[key], theirs.get(key)) for key in ours if key != "viewer"}
        return {key: value for key, value in more.items() if value is not None} or None
    if isinstance(seen, list) and isinstance(public, list) and len(seen) == len(public):
        parts = {place: _beyond(*pair) for place, pair in enumerate(zip(seen, public, strict=True))}
        return {place: value for place, value in parts.items() if value is not None} or None
    return seen


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a move. The events are those that the mover may see."""

    info: MatchInfo
    seq: int
    events: list[Event]
    over: bool
    waiting: tuple[int, ...]
    #: When the answer counts, if it was early and is kept back.
    kept_until: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A match to look at. It holds everybody's secrets: make views of it, change nothing."""

    info: MatchInfo
    match: Match[Any]
    seq: int
    names: tuple[str, ...]
    events: tuple[Event, ...]

    @property
    def last_events(self) -> list[Event]:
        """Return what everybody may know of the last move."""
        return self.events_for(None)

    def events_for(self, seat: int | None) -> list[Event]:
        """Return what this seat (None: a spectator) may know of the last move."""
        return seen_by(self.events, seat)


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
class History:
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
