"""The database rows of an open table and of the people who have joined it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

#: A person's answer to an invitation. "in" also stands for a person who joined without an invitation.
Answer = Literal["in", "invited", "declined"]


@dataclass(frozen=True, slots=True)
class OpenTableMemberRow:
    """A person who has joined an open table or is invited to it."""

    user_id: int
    name: str
    answer: Answer
    at: int


@dataclass(frozen=True, slots=True)
class OpenTableRow:
    """An open table, which people can join before its match exists, or an open seat of a match."""

    id: int
    guild_id: int
    game: str
    host_id: int
    #: Minimum and maximum player count of the match.
    fewest: int
    most: int
    #: The other settings chosen by the host: see `bot.features.open_tables.service.OpenTableRequest`.
    wanted: dict[str, Any]
    status: Literal["open", "begun", "closed"]
    #: If this entry is an open seat, the match with that seat. Otherwise, the match that was opened for the people who
    #: joined, which may not have begun yet; None until it is opened.
    match_id: int | None
    created_at: int
    ends_at: int
    #: The people who have joined or are invited, oldest entry first.
    members: tuple[OpenTableMemberRow, ...] = field(default=())

    @property
    def seat(self) -> int | None:
        """The open seat of a running match; None if the entry is a table for a new match."""
        return self.wanted.get("seat")

    @property
    def is_ready(self) -> bool:
        """Return whether the match can be opened because the table is full or its host has started it early."""
        return self.seat is None and (len(self.seated) >= self.most or bool(self.wanted.get("go")))

    @property
    def seated(self) -> tuple[OpenTableMemberRow, ...]:
        """The people who have joined, in the order of joining."""
        return tuple(member for member in self.members if member.answer == "in")

    @property
    def user_ids(self) -> tuple[int, ...]:
        """The ids of the people who have joined."""
        return tuple(member.user_id for member in self.seated)

    def answer_of(self, user_id: int) -> Answer | None:
        """Return a person's answer to their invitation; None if they have neither joined nor been invited."""
        return next((member.answer for member in self.members if member.user_id == user_id), None)
