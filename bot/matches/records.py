"""The records that the service returns: positions, tables, outcomes, log entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from bot.store.statements.rows import JournalRow, VoteRow
from bot.store.statements.rows import MatchRow as MatchInfo
from bot.store.statements.rows import SeatRow as SeatInfo
from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from rules.kernel.engine.match import Match

__all__ = ["LogEntry", "LogPage", "MatchInfo", "MoveResult", "Position", "SeatInfo", "Table", "Vote"]


#: Kinds of journal entries that are moves of one seat: its own, those of its orders or a computer, and a withdrawn
#: sealed choice.
MOVE_KINDS = ("act", "order", "late", "computer", "withdraw")
#: Kinds of entries that change a seat's player, but not the position: a computer takes over, the player is back, the
#: seat is open, a new player takes it, the player goes away, and is present again.
SEATING_KINDS = ("hand", "back", "open", "seat", "away", "here")
#: Kinds of entries that end a match before its game is over: a draw, no result by vote, an end by a person with that
#: right, or concession of all others to one seat.
ENDING_KINDS = ("draw", "agreed", "end", "conceded")
#: The field of a new player's entry with the name of the seat's previous holder.
LEFT_FIELD = "left"
#: The field of an absence's entry with its end.
UNTIL_FIELD = "until"
#: The field of a substitute computer's entry: how long it stays.
FOR_FIELD = "for"
#: The kind of the operator's entry that changes nothing; players don't see it.
EXPORT_KIND = "export"
#: The kind of a game master's entry that changes nothing on the table, and of the vote for another player's agreement.
GM_KIND = "gm"
#: Kinds of entries that change neither the position nor the players.
NOTE_KINDS = (EXPORT_KIND, GM_KIND)
#: The field of a take-back's entry with the new random seed: a secret.
SEED_FIELD = "luck"
#: The field of such an entry after which everything hidden is redealt, because the end of the match had revealed it.
REDEALT_FIELD = "dealt"


def last_of_several(seats: Iterable[SeatInfo]) -> SeatInfo | None:
    """Return the last seat to answer of several that were called together, or None.

    Only for viewers who may see who has answered.
    """
    every = list(seats)
    awaited = [seat for seat in every if seat.waiting_since is not None and seat.pinged_seq is not None]
    if len(awaited) != 1:
        return None
    together = sum(seat.pinged_seq == awaited[0].pinged_seq for seat in every)
    return awaited[0] if together > 1 else None


@dataclass(frozen=True, slots=True)
class Position:
    """A match after entry `seq`. Immutable: moves are made on a copy."""

    seq: int
    match: Match[Any]
    data: bytes
    events: tuple[Event, ...]
    waiting_seats: tuple[int, ...]
    #: The view of each seat and, under None, the public one: everything shown of this position comes from these.
    views: Mapping[int | None, View]
    #: The public view as text, and each seat's additional knowledge, to detect changes.
    public_text: str
    private_texts: tuple[str, ...]
    #: The seats with secret knowledge: a hand, an allegiance.
    seats_with_secrets: frozenset[int]
    #: The journal entry that led here, once it is saved.
    entry: JournalRow | None = None
    #: The content pack, which stays in memory as long as the position does.
    pack_content: Any = None

    @classmethod
    def from_match(cls, match: Match[Any], seq: int, events: tuple[Event, ...], data: bytes | None = None) -> Position:
        """Build everything that the store needs, before anything is saved: the rules may still fail."""
        saved = match.dump() if data is None else data
        views = {viewer: match.view(viewer) for viewer in (None, *range(match.state.seats))}
        public, *seen = (view.model_dump(mode="json") for view in views.values())
        beyond = [_beyond(one, public) for one in seen]
        knowing = frozenset(seat for seat, one in enumerate(beyond) if _holds_anything(one))
        waiting, private = tuple(sorted(match.decisions())), tuple(map(repr, beyond))
        content = match.game.content_of(match.state)
        return cls(seq, match, saved, events, waiting, views, repr(public), private, knowing, pack_content=content)

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.match.over


def _beyond(seen: Any, public: Any) -> Any:
    """Return the part of a view beyond the public one; None if they are the same."""
    if seen == public:
        return None
    if isinstance(seen, dict) and isinstance(public, dict):
        ours, theirs = cast("dict[str, Any]", seen), cast("dict[str, Any]", public)
        return _present({key: _beyond(ours[key], theirs.get(key)) for key in ours if key != "viewer"})
    if isinstance(seen, list) and isinstance(public, list):
        here, there = cast("list[Any]", seen), cast("list[Any]", public)
        if len(here) == len(there):
            return _present({place: _beyond(*pair) for place, pair in enumerate(zip(here, there, strict=True))})
    return cast("Any", seen)


def _present(parts: Mapping[Any, Any]) -> dict[Any, Any] | None:
    """Return the parts that there are, or None without any."""
    return {key: value for key, value in parts.items() if value is not None} or None


def _holds_anything(value: Any) -> bool:
    """Return whether a value has more than empty hands and the like."""
    if isinstance(value, dict):
        return any(map(_holds_anything, cast("dict[Any, Any]", value).values()))
    if isinstance(value, list):
        return any(map(_holds_anything, cast("list[Any]", value)))
    return value is not None


@dataclass(frozen=True, slots=True)
class Table:
    """The current state of a match. It contains all secrets: show only its views, and change nothing."""

    info: MatchInfo
    position: Position
    match: Match[Any] = field(init=False, repr=False, compare=False)
    #: The number of the journal entry that led to the position.
    seq: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "match", self.position.match)  # a frozen class takes no other assignment
        object.__setattr__(self, "seq", self.position.seq)

    def view(self, viewer: int | None) -> View:
        """Return the view of a seat (None: the public)."""
        view = self.position.views[viewer]
        # A match that ended early stays at a decision that no one makes any more.
        return view.model_copy(update={"to_act": []}) if view.to_act and self.info.status == "ended" else view

    def events_for(self, viewer: int | None) -> list[Event]:
        """Return the events of the last move visible to a seat (None: the public)."""
        return [event for event in self.position.events if event.seen_by(viewer)]


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The table after a move, with the events that the mover may see."""

    table: Table
    events: list[Event]
    #: When a deferred answer counts.
    deferred_until: int | None = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One journal entry, with the events that the reader may see."""

    seq: int
    at: int
    seat: int | None
    events: list[Event]
    #: "start", "import", "act", "order" (an automatic act by standing order), "late" (by the clock, past a deadline),
    #: "computer" (a computer's act), "withdraw", "undo", "concede", one of ENDINGS; one of SEATING; "rewind" and
    #: "export" are the operator's; "gm" is a game master's, who can cause some of the others, too.
    kind: str = "act"
    user_id: int | None = None
    #: For entries that go back or change nothing: the entry whose position is restored.
    restores: int | None = None
    #: Whether the reader may know of this entry.
    known: bool = True
    #: The names, not escaped, of previous holders of seats that have changed hands since.
    former: Mapping[int, str] = field(default_factory=dict[int, str])
    #: Further fields of an entry that changes a seat's player; names in it are not escaped.
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: A game master's order, as `bot.matches.game_masters.service` saves it.
    order: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log for one reader, oldest first: the entries from number `first` of `total`."""

    entries: list[LogEntry]
    first: int
    total: int


@dataclass(frozen=True, slots=True)
class Vote(VoteRow):
    """A seat's proposal to the table, with the seats that are asked."""

    #: The seats of people who are present, except the proposer and the person it is about.
    voters: tuple[int, ...] = ()

    @classmethod
    def from_row(cls, row: VoteRow, info: MatchInfo) -> Vote:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the current state of a vote at a table."""
        about = (row.asker, row.data.get("seat"), row.data.get("to"))
        asked = (seat.seat for seat in info.seats if seat.is_there)
        plain = {name: getattr(row, name) for name in VoteRow.__slots__}
        return cls(**plain, voters=tuple(seat for seat in asked if seat not in about))

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not answered."""
        return tuple(seat for seat in self.voters if seat not in self.agreed)
