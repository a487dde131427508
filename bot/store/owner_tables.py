"""The tables of the bot owners' decisions, and of the running processes that apply them."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Table, Text, literal_column

from bot.store.column_definitions import (
    KEYED_TABLE,
    NUMBERED_TABLE,
    index_condition,
    key,
    metadata,
    number,
    numbered,
    optional_number,
    real,
    text,
)

#: Blocked users and servers.
bars = Table(
    "bars",
    metadata,
    text("what", CheckConstraint("what IN ('person', 'server')"), primary_key=True),
    # The id of the user or server. For an erased user, it is a placeholder.
    key("subject"),
    number("at"),
    number("by_id"),
    text("reason"),
    # When the block expires; NULL if it never does.
    optional_number("ends_at"),
    # The digest of an erased user's id, as "salt:digest".
    Column("digest", Text),
    # When a blocked server was informed, and when the block was applied: the bot left the server, or took the blocked
    # user out of their matches.
    optional_number("told_at"),
    optional_number("settled_at"),
    **KEYED_TABLE,
)

#: Limits that owners have changed. All other limits come from the settings.
caps = Table("caps", metadata, text("name", primary_key=True), real("value"), **KEYED_TABLE)

#: The processes that use the database, with their last heartbeats.
processes = Table(
    "processes",
    metadata,
    text("name", primary_key=True),
    text("version"),
    text("door", CheckConstraint("door IN ('gateway', 'http')")),
    number("started_at"),
    number("seen_at"),
    # The owners' instruction to this process: "drain" means to start no new work, and "stop" also means to exit
    # afterwards.
    text("wanted", CheckConstraint("wanted IN ('serve', 'drain', 'stop')"), server_default="serve"),
    # Figures about the process's running work and its speed, as JSON.
    text("figures"),
    **KEYED_TABLE,
)

#: The owners' announcements to all servers, as JSON by language.
announcements = Table(
    "announcements",
    metadata,
    numbered(),
    number("user_id"),
    number("at"),
    text("texts"),
    text("status", CheckConstraint("status IN ('draft', 'open', 'stopped', 'done')")),
    optional_number("ended_at"),
    **NUMBERED_TABLE,
)

#: The progress of an announcement, server by server.
announced = Table(
    "announced",
    metadata,
    number(
        "announcement_id", ForeignKey("announcements.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    key("guild_id"),
    text("status", CheckConstraint("status IN ('due', 'done', 'skipped')")),
    text("nonce"),
    number("due_at"),
    # When the first attempt started. If the process died during that attempt, the announcement may have been posted.
    optional_number("begun_at"),
    number("attempts", server_default=literal_column("0")),
    # The channel and message of the post, or the reason why there is no post.
    optional_number("channel_id"),
    optional_number("message_id"),
    Column("error", Text),
    **KEYED_TABLE,
)
Index("announced_due", announced.c.due_at, **index_condition("status = 'due'"))
