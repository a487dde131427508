"""The tables of content packs: what they hold, once each, and which servers have which."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, Table, Text

from bot.store.columns import FILE, NUMBERED, metadata, number, numbered, text

#: What packs hold that matches are played with, by hash: a zip of their files as they stand on their own.
contents = Table(
    "contents",
    metadata,
    text("hash", primary_key=True),
    text("game"),
    Column("data", LargeBinary, nullable=False),
    **FILE,
)

#: The packs that servers have; matches keep theirs when one is replaced or taken away.
packs = Table(
    "packs",
    metadata,
    numbered(),
    number("guild_id"),
    text("game"),
    text("name"),
    text("hash"),
    # What it is called in each language, as JSON; and what it holds, in numbers by kind.
    text("title", server_default="{}"),
    Column("told", Text),
    # Who has brought it, and when.
    number("user_id"),
    number("at"),
    **NUMBERED,
)
Index("packs_guild", packs.c.guild_id, packs.c.game, packs.c.name, unique=True)
Index("packs_hash", packs.c.hash)
