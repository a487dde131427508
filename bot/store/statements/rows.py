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

#: The statuses of a live match. A channel can have only one live match.
LIVE_STATUSES: tuple[Status, ...] = ("lobby", "playing", "frozen")

#: The statuses of a finished match: "over" if it was played to its end, "ended" if it was ended early.
ENDED_STATUSES: tuple[Status, ...] = ("over", "ended")

#: The server id that stands for all servers: in the ladder of all servers, and in orders of the bot's owners.
EVERYWHERE = 0

#: A row's error starts with this word if Discord has refused the content of the post.
REFUSED_ERROR = "refused"
#: A row's error starts with this word if the bot itself failed to create the post.
OWN_FAILURE = "failed"


def decode_content(options: Mapping[str, Any]) -> str:
    """Return the hash of the content pack named in a match's options; "" if the pack has no hash."""
    return hash_in(pack_in(options))


def pack(state: bytes) -> bytes:
    """Compress a saved match."""
    return zlib.compress(state, 1)


def unpack(blob: bytes) -> bytes:
    """Decompress a saved match."""
    return zlib.decompress(blob)


def dump_json(value: Any) -> str:
    """Return a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a match and its player. In a lobby, seats are numbered in the order that players joined."""

    seat: int
    user_id: int
    name: str
    dm_message_id: int | None = None
    #: When this seat was asked to act; None if it isn't its turn.
    waiting_since: int | None = None
    #: The latest journal entry when this seat was last notified of its turn, and the decision's epoch at that time.
    pinged_seq: int | None = None
    pinged_epoch: int | None = None
    #: When the seat's player gets the next reminder if it is still their turn then; None if they get no reminder.
    remind_at: int | None = None
    #: How many reminders the seat's player has received about the current decision.
    reminded: int = 0
    #: The ids of the player's standing orders in the game; None for the default orders.
    standing: tuple[str, ...] | None = None
    #: The position when this seat gave a deferred answer, which counts at the decision's deadline; None if there is
    #: no such answer.
    deferred: int | None = None
    #: The level of the computer player that plays this seat; None if a person does.
    computer: str | None = None
    #: The seconds left when the seat's clock last started or stopped; None before its first start.
    clock_left: int | None = None
    #: When the clock was last started; None while it is stopped.
    clock_since: int | None = None
    #: The player's quiet hours when the turn started, during which the clock stops; None if the player had none.
    clock_rest: str | None = None
    #: When the seat became late; None if it isn't late.
    late_since: int | None = None
    #: When a computer player makes this seat's turn if its player hasn't moved by then.
    stand_in_at: int | None = None
    #: How long the computer player in this seat stays: for this "turn", for the player's "absence", or (None) for as
    #: long as the player wants.
    stand_in: str | None = None
    #: When the seat's player went away and when they will be back, and how many seconds they were away earlier in this
    #: match.
    away_since: int | None = None
    away_until: int | None = None
    away_used: int = 0
    #: When another player last nudged the player of this seat.
    nudged_at: int | None = None
    #: When the seat was opened to a new player, the only person who may take it (None: anyone), and the message in the
    #: channel that asks about the seat.
    open_since: int | None = None
    open_for: int | None = None
    open_message_id: int | None = None
    #: How many hints the seat's player has received, and the position of the last hint.
    hinted: int = 0
    hinted_seq: int | None = None

    @property
    def is_human(self) -> bool:
        """Return whether the seat belongs to a person, even if a computer player is currently playing it."""
        return self.user_id > 0

    @property
    def is_away(self) -> bool:
        """Return whether the seat's player is away or has opened the seat to others. Such a seat isn't pinged."""
        return self.away_since is not None or self.open_since is not None

    @property
    def is_there(self) -> bool:
        """Return whether the seat's player is currently playing: they aren't away, and no computer player plays for
        them.
        """
        return self.computer is None and not self.is_away

    @property
    def is_awaited(self) -> bool:
        """Return whether it is the seat's turn and a person, not a computer player, must act."""
        return self.waiting_since is not None and self.computer is None

    @property
    def is_in_question(self) -> bool:
        """Return whether a message asks the other players about the seat, because the seat is late or open."""
        return self.late_since is not None or self.open_since is not None

    @classmethod
    def from_row(cls, row: Row[Any]) -> SeatRow:
        """Create the record from a row of `seats`."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name != "standing"}
        standing = row.standing
        return cls(**plain, standing=None if standing is None else tuple(standing.splitlines()))


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match and its seats, without the saved position."""

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
    #: When the open decision ends, if it has a deadline; otherwise None.
    deadline: int | None = None
    #: When the deadline was set.
    deadline_set_at: int | None = None
    #: The message that reminds players of their turns. It is removed when they have acted.
    reminder_message_id: int | None = None
    #: When the match was suspended because the bot can't reach its channel; None if it isn't suspended.
    parked_at: int | None = None
    #: The version of the code that last saved the match; see `bot.matches.release_versions`.
    version: int = 0
    #: The match's time control and what happens when a clock runs out; see `bot.matches.clocks.time_control`.
    pace: dict[str, Any] = field(default_factory=dict[str, Any])
    #: When the match was paused, and the latest end of the pause.
    paused_at: int | None = None
    paused_until: int | None = None
    #: The thread for spectators of a private match.
    watching_channel_id: int | None = None
    #: The channel and the id of the message with the buttons for joining a private match.
    invitation_channel_id: int | None = None
    invitation_id: int | None = None
    #: The previous match, if this match is a rematch.
    rematch_of: int | None = None
    #: Whether hints are allowed: 0, 1, or None for the default.
    hints: int | None = None
    #: 0 if players can't see their own points during the match, otherwise 1 or None.
    own_points: int | None = None
    #: 1 if the match is rated once it has ended.
    rated: int = 0
    #: The earliest end of an open vote; None if there is no open vote.
    vote_ends: int | None = None
    #: Whether a post of the match is waiting after a failed attempt.
    held_up: bool = False
    #: Whether the match has followers.
    followed: bool = False
    #: The names of unreadable columns. A live match with an unreadable column counts as frozen.
    unreadable: tuple[str, ...] = ()

    @property
    def stands_still(self) -> bool:
        """Whether the match is paused or suspended, so nothing in it happens automatically."""
        return self.parked_at is not None or self.paused_at is not None

    @property
    def is_private(self) -> bool:
        """Whether the match is played in a private thread."""
        return self.invitation_id is not None or self.watching_channel_id is not None

    @property
    def public_channel_id(self) -> int:
        """The channel that everyone may see. For a private match, this is the spectators' thread or the channel with
        the invitation.
        """
        places = (self.watching_channel_id, self.invitation_channel_id, self.channel_id)
        return next(place for place in places if place is not None)

    @property
    def pack(self) -> str:
        """The name of the match's content pack."""
        return pack_in(self.options)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, not escaped."""
        return tuple(seat.name for seat in self.seats)

    @property
    def computers(self) -> frozenset[int]:
        """The seats that computer players play."""
        return frozenset(seat.seat for seat in self.seats if seat.computer is not None)

    def seat_of(self, user_id: int) -> int | None:
        """Return this person's seat, or None if they have no seat."""
        return next((seat.seat for seat in self.seats if seat.user_id == user_id), None)

    @classmethod
    def from_row(cls, row: Row[Any], seats: tuple[SeatRow, ...]) -> MatchRow:
        """Create the record from a row of `matches` and the records of the match's seats."""
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
    """An entry in a match's journal.

    `kind` is "start", "import", "act", "order", "late", "computer", "withdraw", "undo", "hand", "back", "open", "seat",
    "concede", "draw", "agreed" (a vote ended the match without a result), "end" (someone who is allowed to end the
    match has ended it) or "conceded" (all other seats have conceded to the entry's seat). "rewind" and "export" are
    actions of the operator, with details in `action`.
    """

    seq: int
    at: int
    kind: str
    seat: int | None = None
    user_id: int | None = None
    action: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...] = ()
    chance: tuple[Any, ...] = ()
    #: The epoch of the acting seat's decision before and after the entry.
    epoch_before: int | None = None
    epoch_after: int | None = None
    #: The entry whose position this entry restores, if this entry returns to an earlier position or changes nothing.
    restores: int | None = None

    @classmethod
    def from_row(cls, row: Row[Any] | SimpleNamespace) -> JournalRow:
        """Create the record from a row of `journal` or from a row in an archive; raises UnreadableValue."""
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
    """A post, edit or private message to deliver. All attempts use the same `nonce`."""

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
    #: When `not_before` was last set.
    put_off_at: int = 0
    #: Whether an attempt was interrupted, so the post may have been sent.
    uncertain: bool = False
    #: The id of the interaction that caused the post, for the log.
    press: str | None = None

    def due_at(self, now: int) -> int:
        """Return when this row is due. Setting the clock back doesn't make the wait longer."""
        return self.not_before - max(0, self.put_off_at - now)

    @property
    def refused(self) -> bool:
        """Return whether Discord refused the content of the post. Discord may still accept other posts."""
        return self.error is not None and self.error.startswith(REFUSED_ERROR)

    @property
    def failed(self) -> bool:
        """Return whether the last attempt timed out, lost its connection or failed in the bot.

        In these cases, a simpler post may work.
        """
        return self.attempts > 0 and (self.uncertain or (self.error is not None and self.error.startswith(OWN_FAILURE)))

    @classmethod
    def from_row(cls, row: Row[Any]) -> OutboxRow:
        """Create the record from a row of `outbox`; raises UnreadableValue."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("payload", "uncertain")}
        return cls(**plain, payload=decoded("outbox.payload", row.payload, row.id), uncertain=bool(row.uncertain))


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A vote: a seat's proposal to the others, and the seats that have agreed, including the proposing seat."""

    id: int
    match_id: int
    kind: str
    asker: int
    seq: int
    data: dict[str, Any]
    agreed: tuple[int, ...]
    status: str
    created_at: int
    #: When the vote ends, even if answers are missing.
    ends_at: int
    #: The id of the message with the buttons, once it is posted.
    message_id: int | None = None

    @classmethod
    def from_row(cls, row: Row[Any]) -> VoteRow:
        """Create the record from a row of `votes`; raises UnreadableValue."""
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
