"""The records that the match service returns: positions, tables, results of moves, and log entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from bot.store.statements.rows import JournalRow, VoteRow
from bot.store.statements.rows import MatchRow as MatchInfo
from bot.store.statements.rows import SeatRow as SeatInfo
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from rules.kernel.engine.match import Match

__all__ = ["LogEntry", "LogPage", "MatchInfo", "MoveResult", "Position", "SeatInfo", "Table", "Vote"]


#: The kinds of journal entries that are moves of one seat: made by its player, by a standing order, by the clock or by
#: a computer, and the withdrawal of a sealed choice.
MOVE_KINDS = ("act", "order", "late", "computer", "withdraw")
#: The kinds of entries that change who plays a seat, but not the position: a computer takes over, the player is back,
#: the seat is opened, a new player takes it, the player goes away, and the absence ends.
SEATING_KINDS = ("hand", "back", "open", "seat", "away", "here")
#: The kinds of entries that end a match before the game is over: an agreed draw, an agreed end without a
#: result, an end ordered by one person, such as the host, and a win because all others have conceded.
ENDING_KINDS = ("draw", "agreed", "end", "conceded")
#: In the entry of a new player, the field with the name of the seat's former player.
LEFT_FIELD = "left"
#: In the entry of an absence, the field with the time when the absence ends.
UNTIL_FIELD = "until"
#: In the entry of a substitute computer, the field that says how long the computer stays.
FOR_FIELD = "for"
#: The kind of entry that records an export by the operator. The entry changes nothing, and players don't see it.
EXPORT_KIND = "export"
#: The kind of entry for a game master's order that doesn't change the position. Also the kind of vote that asks a
#: player to agree to an order.
GM_KIND = "gm"
#: The kinds of entries that change neither the position nor who plays a seat.
NOTE_KINDS = (EXPORT_KIND, GM_KIND)
#: In the entry of a take-back, the field with the new random seed, which is secret.
SEED_FIELD = "luck"
#: In the entry of a take-back, the field that says that everything hidden was dealt again, because the end of the match
#: had revealed it.
REDEALT_FIELD = "dealt"


def last_of_several(seats: Iterable[SeatInfo]) -> SeatInfo | None:
    """Return the only seat still to answer, if other seats were notified together with it; otherwise, None.

    Show the result only to viewers who may see who has answered.
    """
    all_seats = list(seats)
    awaited_seats = [seat for seat in all_seats if seat.waiting_since is not None and seat.pinged_seq is not None]
    if len(awaited_seats) != 1:
        return None
    called_together_count = sum(seat.pinged_seq == awaited_seats[0].pinged_seq for seat in all_seats)
    return awaited_seats[0] if called_together_count > 1 else None


@dataclass(frozen=True, slots=True)
class Position:
    """A match after journal entry `seq`. A position never changes, because moves are made on a copy."""

    seq: int
    match: Match[Any]
    data: bytes
    events: tuple[Event, ...]
    waiting_seats: tuple[int, ...]
    #: The view of each seat and, under None, the public view. Everything shown of this position comes from these views.
    views: Mapping[int | None, View]
    #: The public view as text, and each seat's additional knowledge as text. They are compared to detect changes.
    public_text: str
    private_texts: tuple[str, ...]
    #: The seats that know something secret, such as a hand or an allegiance.
    seats_with_secrets: frozenset[int]
    #: The journal entry that led to this position, once it is saved.
    entry: JournalRow | None = None
    #: The content pack. This reference keeps it in memory for as long as the position exists.
    pack_content: Any = None

    @classmethod
    def from_match(cls, match: Match[Any], seq: int, events: tuple[Event, ...], data: bytes | None = None) -> Position:
        """Compute everything that is saved or shown of a position, so errors in the rules occur before saving."""
        saved = match.dump() if data is None else data
        views = {viewer: match.view(viewer) for viewer in (None, *range(match.state.seats))}
        public, *seat_views = (view.model_dump(mode="json") for view in views.values())
        private_parts = [_private_part(one, public) for one in seat_views]
        informed_seats = frozenset(seat for seat, one in enumerate(private_parts) if _has_any_value(one))
        waiting, private = tuple(sorted(match.decisions())), tuple(map(repr, private_parts))
        content = match.game.content_of(match.state)
        return cls(
            seq, match, saved, events, waiting, views, repr(public), private, informed_seats, pack_content=content
        )

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.match.over


def _private_part(seat_value: Any, public: Any) -> Any:
    """Return the part of a view that isn't in the public view; None if both are the same."""
    if seat_value == public:
        return None
    if isinstance(seat_value, dict) and isinstance(public, dict):
        seen_fields, public_fields = cast("dict[str, Any]", seat_value), cast("dict[str, Any]", public)
        return _without_none(
            {key: _private_part(seen_fields[key], public_fields.get(key)) for key in seen_fields if key != "viewer"}
        )
    if isinstance(seat_value, list) and isinstance(public, list):
        seen_items, public_items = cast("list[Any]", seat_value), cast("list[Any]", public)
        if len(seen_items) == len(public_items):
            return _without_none(
                {place: _private_part(*pair) for place, pair in enumerate(zip(seen_items, public_items, strict=True))}
            )
    return cast("Any", seat_value)


def _without_none(parts: Mapping[Any, Any]) -> dict[Any, Any] | None:
    """Return the parts that aren't None; if there are none, return None."""
    return {key: value for key, value in parts.items() if value is not None} or None


def _has_any_value(value: Any) -> bool:
    """Return whether nested data contains any value other than None."""
    if isinstance(value, dict):
        return any(map(_has_any_value, cast("dict[Any, Any]", value).values()))
    if isinstance(value, list):
        return any(map(_has_any_value, cast("list[Any]", value)))
    return value is not None


@dataclass(frozen=True, slots=True)
class Table:
    """A match with its current position. It contains all secrets, so show only its views. Don't change the match."""

    info: MatchInfo
    position: Position
    match: Match[Any] = field(init=False, repr=False, compare=False)
    #: The number of the journal entry that led to the position.
    seq: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "match", self.position.match)  # the only way to set a field of a frozen dataclass
        object.__setattr__(self, "seq", self.position.seq)

    def view(self, viewer: int | None) -> View:
        """Return the view of a seat (None: the public)."""
        view = self.position.views[viewer]
        # In a match that was ended early, the last decision is still open, but no one has to act.
        return view.model_copy(update={"to_act": []}) if view.to_act and self.info.status == "ended" else view

    def events_for(self, viewer: int | None) -> list[Event]:
        """Return the events of the last move visible to a seat (None: the public)."""
        return [event for event in self.position.events if event.seen_by(viewer)]


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The match after a move, and the events of the move that its player may see."""

    table: Table
    events: list[Event]
    #: When the answer will count, if it counts only at the decision's deadline.
    deferred_until: int | None = None
    #: The actions that were chosen together with the move, but weren't made.
    untaken: Sequence[Action] = ()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A journal entry, with the events that the viewer may see."""

    seq: int
    at: int
    seat: int | None
    events: list[Event]
    #: The kind of entry. Moves are "act" (by the player), "order" (by a standing order), "late" (by the clock) and
    #: "computer". Other kinds are "start", "import", "withdraw", "undo", "concede", the ENDING_KINDS and the
    #: SEATING_KINDS. "rewind" and "export" are actions of the operator. "gm" is an order of a game master; some orders
    #: have other kinds.
    kind: str = "act"
    user_id: int | None = None
    #: For an entry that restores or keeps an earlier position, the number of the entry that led to that position.
    restores: int | None = None
    #: Whether the viewer may know of this entry.
    known: bool = True
    #: The names (not escaped) of the players at the time of the entry, by seat, for seats that have changed hands
    #: since.
    former: Mapping[int, str] = field(default_factory=dict[int, str])
    #: Further fields of an entry that changes who plays a seat. Names in them are not escaped.
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: A game master's order, as saved by `bot.matches.game_masters.service`.
    order: Mapping[str, Any] | None = None


def without_undone(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries without moves that have been undone.

    An undo entry is also left out if all moves that it reverses are among these entries. An undo of earlier moves
    stays, because it is news.
    """
    effective: list[LogEntry] = []
    for entry in entries:
        if entry.restores is not None:
            effective = [old for old in effective if old.seq <= entry.restores]
            if entry.restores >= entries[0].seq - 1:
                continue
        effective.append(entry)
    return effective


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log for one viewer: entries starting at number `first`, oldest first, of `total` entries."""

    entries: list[LogEntry]
    first: int
    total: int


@dataclass(frozen=True, slots=True)
class Vote(VoteRow):
    """A vote, with the seats that are asked."""

    #: The seats that are asked: those of all players who aren't away, except the proposer and the player that the vote
    #: is about.
    voters: tuple[int, ...] = ()

    @classmethod
    def from_row(cls, row: VoteRow, info: MatchInfo) -> Vote:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Build a vote from a row of `votes` and the match's current seats."""
        about = (row.asker, row.data.get("seat"), row.data.get("to"))
        asked_seats = (seat.seat for seat in info.seats if seat.is_there)
        plain = {name: getattr(row, name) for name in VoteRow.__slots__}
        return cls(**plain, voters=tuple(seat for seat in asked_seats if seat not in about))

    @property
    def missing(self) -> tuple[int, ...]:
        """The asked seats that haven't answered yet."""
        return tuple(seat for seat in self.voters if seat not in self.agreed)
