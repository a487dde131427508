"""The rows of the database as typed, frozen records."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Literal

from sqlalchemy import Row

from bot.store.decoding import Unreadable, decoded, report
from rules.kernel.content.packs import hash_in, pack_in

Status = Literal["lobby", "playing", "over", "ended", "frozen"]

#: The states in which a match holds its channel.
LIVE: tuple[Status, ...] = ("lobby", "playing", "frozen")

#: The states of a match that has come to its end, or was ended before it.
ENDED: tuple[Status, ...] = ("over", "ended")

#: The start of the error of a post whose content was refused.
REFUSED = "refused"
#: How the reason of a row begins whose last try met a fault of ours.
FAILED = "failed"


def content_of(options: Mapping[str, Any]) -> str:
    """Return the hash of the content pack that a match with these options is played with; "" for one without a hash."""
    return hash_in(pack_in(options))


def pack(state: bytes) -> bytes:
    """Compress a saved match."""
    return zlib.compress(state, 1)


def unpack(blob: bytes) -> bytes:
    """Return the saved match as it was given to `pack`."""
    return zlib.decompress(blob)


def to_text(value: Any) -> str:
    """Return a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player at a table. In the lobby seats are numbered in the order of joining."""

    seat: int
    user_id: int
    name: str
    dm_message_id: int | None = None
    #: Since when this seat must decide, or None when nothing waits for it.
    waiting_since: int | None = None
    #: The journal entry after which this seat was last called, and the epoch at that time.
    pinged_seq: int | None = None
    pinged_epoch: int | None = None
    #: When its person is reminded next, if they are waited for so long; None for never.
    remind_at: int | None = None
    #: How often they were reminded of this decision.
    reminded: int = 0
    #: This player's standing orders, by the game's ids; None: those everybody starts with.
    standing: tuple[str, ...] | None = None
    #: The position this seat has answered early; the answer counts at the deadline.
    deferred: int | None = None
    #: The level of the computer that plays this seat; None when a person does.
    computer: str | None = None
    #: The seconds left on the seat's clock when it last began to run or stood; None before it ever did.
    clock_left: int | None = None
    #: Since when the clock runs; None while it stands.
    clock_since: int | None = None
    #: Where and when its person rests, for the turn that the clock is at; None: nowhere.
    clock_rest: str | None = None
    #: Since when it is late.
    late_since: int | None = None
    #: When a computer makes its turn, if the person has not moved by then.
    stand_in_at: int | None = None
    #: How long the computer that plays this seat stays: "turn", "absence", or None for as long as its person wants.
    stand_in: str | None = None
    #: Since and until when its person is away, and for how many seconds they were away in this match before.
    away_since: int | None = None
    away_until: int | None = None
    away_used: int = 0
    #: When its person was last asked by another player to move.
    nudged_at: int | None = None
    #: Since when somebody new may take the seat, who alone may if one was invited, and the message in the channel that
    #: asks what is to become of the seat.
    open_since: int | None = None
    open_for: int | None = None
    open_message_id: int | None = None
    #: How often a hint was asked for it, and in which position last.
    hinted: int = 0
    hinted_seq: int | None = None

    @property
    def has_person(self) -> bool:
        """Tell whether the seat belongs to a person, even if a computer plays it now."""
        return self.user_id > 0

    @property
    def is_absent(self) -> bool:
        """Tell whether the seat's person is away, or has left it to somebody new: nobody is rung for it."""
        return self.away_since is not None or self.open_since is not None

    @property
    def is_there(self) -> bool:
        """Tell whether the seat's person plays it now: they are not away, and no computer plays for them."""
        return self.computer is None and not self.is_absent

    @property
    def is_in_question(self) -> bool:
        """Tell whether the table is asked what is to become of the seat: it is late, or somebody new may take it."""
        return self.late_since is not None or self.open_since is not None

    @classmethod
    def of(cls, row: Row[Any]) -> SeatRow:
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
    #: The message that reminds those who are waited for, until they have acted.
    reminder_message_id: int | None = None
    #: Since when the match stands still, as the bot can't reach its channel any more.
    parked_at: int | None = None
    #: In which version it was saved last.
    version: int = 0
    #: How fast it is played, and what the end of a clock does.
    pace: dict[str, Any] = field(default_factory=dict[str, Any])
    #: Since when the table pauses, and until when at most.
    paused_at: int | None = None
    paused_until: int | None = None
    #: The thread of those who watch a private table.
    watching_channel_id: int | None = None
    #: The message by which people join a private table, and its channel.
    invitation_channel_id: int | None = None
    invitation_id: int | None = None
    #: The match that those at this table have played before.
    rematch_of: int | None = None
    #: Whether its people may ask for hints, 0 or 1; None leaves it to what is usual.
    hints: int | None = None
    #: Whether it counts for ratings, once it has ended.
    rated: int = 0
    #: When the first of the votes ends that wait for answers; None without one.
    vote_ends: int | None = None
    #: Whether a post waits because it could not be made.
    held_up: bool = False
    #: Whether anybody is told privately how it goes.
    followed: bool = False
    #: The columns that can't be read; while it holds its channel, such a match counts as frozen.
    unreadable: tuple[str, ...] = ()

    @property
    def stands_still(self) -> bool:
        """Whether nothing happens by itself: the table pauses, or the channel is out of reach."""
        return self.parked_at is not None or self.paused_at is not None

    @property
    def is_private(self) -> bool:
        """Whether it is played in a private thread, which its people are let into."""
        return self.invitation_id is not None or self.watching_channel_id is not None

    @property
    def public_channel_id(self) -> int:
        """The channel of the match that everybody may know of."""
        places = (self.watching_channel_id, self.invitation_channel_id, self.channel_id)
        return next(place for place in places if place is not None)

    @property
    def pack(self) -> str:
        """The name of the content pack that it is played with."""
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
    def of(cls, row: Row[Any], seats: tuple[SeatRow, ...]) -> MatchRow:
        """Build from a row of `matches` and its seats."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("seats", "unreadable")}
        unreadable: list[str] = []
        for name in ("options", "pace"):
            try:
                plain[name] = decoded(f"matches.{name}", plain[name], row.id)
            except Unreadable as error:
                report(error)
                plain[name] = {}
                unreadable.append(name)
        if unreadable and row.status in LIVE:
            plain["status"] = "frozen"
        return cls(**plain, seats=seats, unreadable=tuple(unreadable))


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One thing that happened to a match.

    "start", "import", "act", "order", "late", "computer", "withdraw", "undo", "hand", "back", "open", "seat",
    "concede", "draw", "agreed" (to end without a result), "end" (by whoever may alone) or "conceded" (all others give
    up to the entry's seat); the operator's are "rewind" and "export", with details in `action`.
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
    #: For entries that go back or change nothing: the entry whose position is the present one again.
    restores: int | None = None

    @classmethod
    def of(cls, row: Row[Any] | SimpleNamespace) -> JournalRow:
        """Build from a row of `journal`, or from what an archive has of it; raises Unreadable."""
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
    """Something to post, edit or send. Every try uses the same `nonce`."""

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
    #: Whether a try lost its connection, so that the post may have been made.
    uncertain: bool = False
    #: The interaction that it follows from, for the log.
    press: str | None = None

    def due_at(self, now: int) -> int:
        """Return when this is due; a clock that was set back makes no wait longer."""
        return self.not_before - max(0, self.put_off_at - now)

    @property
    def refused(self) -> bool:
        """Tell whether this waits because its content was refused; Discord may accept another row at once."""
        return self.error is not None and self.error.startswith(REFUSED)

    @property
    def failed(self) -> bool:
        """Tell whether the last try timed out, lost its connection or met a fault of ours: a simpler post may work."""
        return self.attempts > 0 and (self.uncertain or (self.error is not None and self.error.startswith(FAILED)))

    @classmethod
    def of(cls, row: Row[Any]) -> OutboxRow:
        """Build from a row of `outbox`; raises Unreadable."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("payload", "uncertain")}
        return cls(**plain, payload=decoded("outbox.payload", row.payload, row.id), uncertain=bool(row.uncertain))


@dataclass(frozen=True, slots=True)
class VoteRow:
    """What a seat asks the table, and the seats that have agreed, including the asker."""

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
    def of(cls, row: Row[Any]) -> VoteRow:
        """Build from a row of `votes`; raises Unreadable."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("agreed", "data")}
        agreed, data = decoded("votes.agreed", row.agreed, row.id), decoded("votes.data", row.data, row.id)
        return cls(**plain, agreed=tuple(agreed), data=data)


@dataclass(frozen=True, slots=True)
class UserRow:
    """What is saved about a person."""

    user_id: int
    locale: str | None = None
    dm_channel_id: int | None = None
    dm_closed: bool = False
    prefs: dict[str, Any] | None = None
