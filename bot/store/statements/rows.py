"""The rows of the database as typed, frozen records."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Literal

from sqlalchemy import Row

from bot.store.decoding import UnreadableValue, decoded, report
from rules.kernel.content.packs import hash_in, pack_in

Status = Literal["lobby", "playing", "over", "ended", "frozen"]
#: How a process receives interactions.
Door = Literal["gateway", "http"]

#: The states in which a match holds its channel.
LIVE_STATUSES: tuple[Status, ...] = ("lobby", "playing", "frozen")

#: The states of a finished match, at its end or before.
ENDED_STATUSES: tuple[Status, ...] = ("over", "ended")

#: In place of a server's id: all servers, as for the ladder over all of them and the orders of the bot's owners.
EVERYWHERE = 0

#: The start of the error of a post whose content was refused.
REFUSED_ERROR = "refused"
#: The start of a row's reason after a failure of our own.
OWN_FAILURE = "failed"


def decode_content(options: Mapping[str, Any]) -> str:
    """Return the hash of the content pack of a match with these options; "" for one without a hash."""
    return hash_in(pack_in(options))


def pack(state: bytes) -> bytes:
    """Compress a saved match."""
    return zlib.compress(state, 1)


def unpack(blob: bytes) -> bytes:
    """Decompress the result of `pack`."""
    return zlib.decompress(blob)


def dump_json(value: Any) -> str:
    """Return a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player at a table. In the lobby seats are numbered in the order of joining."""

    seat: int
    user_id: int
    name: str
    dm_message_id: int | None = None
    #: Since when this seat must act; None if it need not.
    waiting_since: int | None = None
    #: The journal entry after which this seat was last called, and the epoch at that time.
    pinged_seq: int | None = None
    pinged_epoch: int | None = None
    #: When its player is reminded next, if still waiting then; None for never.
    remind_at: int | None = None
    #: The number of reminders about this decision.
    reminded: int = 0
    #: This player's standing orders, by the game's ids; None for the defaults.
    standing: tuple[str, ...] | None = None
    #: The position this seat has answered early; the answer counts at the deadline.
    deferred: int | None = None
    #: The level of the computer that plays this seat; None for a person.
    computer: str | None = None
    #: The seconds left when the seat's clock last started or stopped; None before its first start.
    clock_left: int | None = None
    #: Since when the clock runs; None while it is stopped.
    clock_since: int | None = None
    #: Its player's quiet hours, for the turn of the clock; None without any.
    clock_rest: str | None = None
    #: Since when it is late.
    late_since: int | None = None
    #: When a computer makes its turn, if the player has not moved by then.
    stand_in_at: int | None = None
    #: How long the computer that plays this seat stays: "turn", "absence", or None for as long as its player wants.
    stand_in: str | None = None
    #: Since and until when its player is away, and for how many seconds they were away in this match before.
    away_since: int | None = None
    away_until: int | None = None
    away_used: int = 0
    #: When another player last nudged its player.
    nudged_at: int | None = None
    #: Since when the seat is open, the one person invited to it, if any, and the channel message that asks about the
    #: seat.
    open_since: int | None = None
    open_for: int | None = None
    open_message_id: int | None = None
    #: Its number of hints, and the position of the last one.
    hinted: int = 0
    hinted_seq: int | None = None

    @property
    def is_human(self) -> bool:
        """Return whether the seat belongs to a person, even if a computer plays it now."""
        return self.user_id > 0

    @property
    def is_away(self) -> bool:
        """Return whether the seat's player is away, or has opened it to others: it gets no pings."""
        return self.away_since is not None or self.open_since is not None

    @property
    def is_there(self) -> bool:
        """Return whether the seat's player plays it now: not away, and without a substitute computer."""
        return self.computer is None and not self.is_away

    @property
    def is_awaited(self) -> bool:
        """Return whether the match waits for a person in the seat, and not for a computer."""
        return self.waiting_since is not None and self.computer is None

    @property
    def is_in_question(self) -> bool:
        """Return whether the table is asked about the seat: it is late or open."""
        return self.late_since is not None or self.open_since is not None

    @classmethod
    def from_row(cls, row: Row[Any]) -> SeatRow:
        """Build from a row of `seats`."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name != "standing"}
        standing = row.standing
        return cls(**plain, standing=None if standing is None else tuple(standing.splitlines()))


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match without its saved state."""

    id: int
    game: str
    guild_id: int
    channel_id: int
    status: Status
    host_id: int
    locale: str
    options: dict[str, Any]
    seq: int
    lobby_message_id: int | None
    board_message_id: int | None
    error_id: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    seats: tuple[SeatRow, ...]
    #: The earliest end of the open decision; None without a hold.
    deadline: int | None = None
    #: When that was set.
    deadline_set_at: int | None = None
    #: The message that reminds players of their turns, until they have acted.
    reminder_message_id: int | None = None
    #: Since when the match is suspended because its channel is out of reach.
    parked_at: int | None = None
    #: The version that saved it last.
    version: int = 0
    #: Its pace, and the consequence of a clock's end.
    pace: dict[str, Any] = field(default_factory=dict[str, Any])
    #: Since when the table is paused, and until when at most.
    paused_at: int | None = None
    paused_until: int | None = None
    #: The spectators' thread of a private table.
    watching_channel_id: int | None = None
    #: The message that people use to join a private table, and its channel.
    invitation_channel_id: int | None = None
    invitation_id: int | None = None
    #: The match that this one is a rematch of.
    rematch_of: int | None = None
    #: Whether hints are allowed, 0 or 1; None for the default.
    hints: int | None = None
    #: Whether it is rated, once it has ended.
    rated: int = 0
    #: When the first open vote ends; None without one.
    vote_ends: int | None = None
    #: True while a post waits after a failure.
    held_up: bool = False
    #: True if it has followers.
    followed: bool = False
    #: The unreadable columns; while it holds its channel, such a match counts as frozen.
    unreadable: tuple[str, ...] = ()

    @property
    def stands_still(self) -> bool:
        """Whether nothing happens automatically: the table is paused, or the channel is out of reach."""
        return self.parked_at is not None or self.paused_at is not None

    @property
    def is_private(self) -> bool:
        """Whether it is played in a private thread."""
        return self.invitation_id is not None or self.watching_channel_id is not None

    @property
    def public_channel_id(self) -> int:
        """The match's public channel."""
        places = (self.watching_channel_id, self.invitation_channel_id, self.channel_id)
        return next(place for place in places if place is not None)

    @property
    def pack(self) -> str:
        """The name of its content pack."""
        return pack_in(self.options)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat, not escaped."""
        return tuple(seat.name for seat in self.seats)

    @property
    def computers(self) -> frozenset[int]:
        """Return the seats that computers play."""
        return frozenset(seat.seat for seat in self.seats if seat.computer is not None)

    def seat_of(self, user_id: int) -> int | None:
        """Return the person's seat, or None."""
        return next((seat.seat for seat in self.seats if seat.user_id == user_id), None)

    @classmethod
    def from_row(cls, row: Row[Any], seats: tuple[SeatRow, ...]) -> MatchRow:
        """Build from a row of `matches` and its seats."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("seats", "unreadable")}
        unreadable: list[str] = []
        for name in ("options", "pace"):
            try:
                plain[name] = decoded(f"matches.{name}", plain[name], row.id)
            except UnreadableValue as error:
                report(error)
                plain[name] = {}
                unreadable.append(name)
        if unreadable and row.status in LIVE_STATUSES:
            plain["status"] = "frozen"
        return cls(**plain, seats=seats, unreadable=tuple(unreadable))


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One event of a match.

    "start", "import", "act", "order", "late", "computer", "withdraw", "undo", "hand", "back", "open", "seat",
    "concede", "draw", "agreed" (an end without a result by vote), "end" (by a person with that right) or "conceded"
    (all others concede to the entry's seat); the operator's are "rewind" and "export", with details in `action`.
    """

    seq: int
    at: int
    kind: str
    seat: int | None = None
    user_id: int | None = None
    action: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...] = ()
    chance: tuple[Any, ...] = ()
    #: The epoch for the acting seat, before and after the entry.
    epoch_before: int | None = None
    epoch_after: int | None = None
    #: For entries that go back or change nothing: the entry whose position is restored.
    restores: int | None = None

    @classmethod
    def from_row(cls, row: Row[Any] | SimpleNamespace) -> JournalRow:
        """Build from a row of `journal`, or from an archive's; raises UnreadableValue."""
        key = f"{row.match_id}/{row.seq}"
        return cls(
            row.seq,
            row.at,
            row.kind,
            row.seat,
            row.user_id,
            decoded("journal.action", row.action, key),
            tuple(decoded("journal.events", row.events, key)),
            tuple(decoded("journal.chance", row.chance, key)),
            row.epoch_before,
            row.epoch_after,
            row.restores,
        )


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A post, edit or private message to deliver. Every attempt uses the same `nonce`."""

    id: int
    match_id: int
    kind: str
    seat: int | None
    payload: dict[str, Any]
    coalesce_key: str | None
    nonce: str
    status: str
    attempts: int
    not_before: int
    created_at: int
    error: str | None
    #: When `not_before` was set.
    put_off_at: int = 0
    #: Whether an attempt lost its connection, so that the post may have been made.
    uncertain: bool = False
    #: The interaction that caused it, for the log.
    press: str | None = None

    def due_at(self, now: int) -> int:
        """Return when this is due; setting the clock back makes no wait longer."""
        return self.not_before - max(0, self.put_off_at - now)

    @property
    def refused(self) -> bool:
        """Return whether this waits because its content was refused; Discord may accept another row at once."""
        return self.error is not None and self.error.startswith(REFUSED_ERROR)

    @property
    def failed(self) -> bool:
        """Return whether the last attempt timed out, lost its connection or failed through our own fault: a simpler
        post may work.
        """
        return self.attempts > 0 and (self.uncertain or (self.error is not None and self.error.startswith(OWN_FAILURE)))

    @classmethod
    def from_row(cls, row: Row[Any]) -> OutboxRow:
        """Build from a row of `outbox`; raises UnreadableValue."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("payload", "uncertain")}
        return cls(**plain, payload=decoded("outbox.payload", row.payload, row.id), uncertain=bool(row.uncertain))


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A seat's proposal to the table, and the seats that have agreed, including the proposer."""

    id: int
    match_id: int
    kind: str
    asker: int
    seq: int
    data: dict[str, Any]
    agreed: tuple[int, ...]
    status: str
    created_at: int
    #: When it ends without the missing answers.
    ends_at: int
    #: The post with the buttons, once it is made.
    message_id: int | None = None

    @classmethod
    def from_row(cls, row: Row[Any]) -> VoteRow:
        """Build from a row of `votes`; raises UnreadableValue."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("agreed", "data")}
        agreed, data = decoded("votes.agreed", row.agreed, row.id), decoded("votes.data", row.data, row.id)
        return cls(**plain, agreed=tuple(agreed), data=data)


@dataclass(frozen=True, slots=True)
class UserRow:
    """A user's saved data."""

    user_id: int
    locale: str | None = None
    dm_channel_id: int | None = None
    dm_closed: bool = False
    prefs: dict[str, Any] | None = None
