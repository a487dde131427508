"""The tables of what owners decide for all processes, and of these processes."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Table, Text, literal_column

from bot.store.columns import KEYED, NUMBERED, key, maybe, metadata, number, numbered, real, text, where

#: People and servers that this host does not serve.
bars = Table(
    "bars",
    metadata,
    text("what", CheckConstraint("what IN ('person', 'server')"), primary_key=True),
    # The id; of somebody who was erased the number that takes its place.
    key("subject"),
    number("at"),
    number("by_id"),
    text("reason"),
    # When it ends by itself.
    maybe("ends_at"),
    # What an erased person's id is known by, "salt:digest".
    Column("digest", Text),
    # When a server was told; and when the person's matches, or the server, were left.
    maybe("told_at"),
    maybe("settled_at"),
    **KEYED,
)

#: Limits that owners have changed; others are as the settings say.
caps = Table("caps", metadata, text("name", primary_key=True), real("value"), **KEYED)

#: The processes that use the database, with their last signs of life.
processes = Table(
    "processes",
    metadata,
    text("name", primary_key=True),
    text("version"),
    text("door", CheckConstraint("door IN ('gateway', 'http')")),
    number("started_at"),
    number("seen_at"),
    # What owners want of it: to begin nothing new, or also to stop once that is done.
    text("wanted", CheckConstraint("wanted IN ('serve', 'drain', 'stop')"), server_default="serve"),
    # What it has under way and how fast it is, as JSON.
    text("figures"),
    **KEYED,
)

#: What owners announce in every server, as JSON by language.
announcements = Table(
    "announcements",
    metadata,
    numbered(),
    number("user_id"),
    number("at"),
    text("texts"),
    text("status", CheckConstraint("status IN ('draft', 'open', 'stopped', 'done')")),
    maybe("ended_at"),
    **NUMBERED,
)

#: How far an announcement has come, server by server.
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
    # When the post was begun first; a process that died then may have made it.
    maybe("begun_at"),
    number("attempts", server_default=literal_column("0")),
    # Where it was posted, or why it was not.
    maybe("channel_id"),
    maybe("message_id"),
    Column("error", Text),
    **KEYED,
)
Index("announced_due", announced.c.due_at, **where("status = 'due'"))
