"""The tables of content packs: their contents, deduplicated, and the packs of each server."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, Table, Text

from bot.store.columns import NUMBERED_TABLE, TABLE_OPTIONS, metadata, number, numbered, text

#: The contents of packs in use, by hash: a standalone zip of their files.
contents = Table(
    "contents",
    metadata,
    text("hash", primary_key=True),
    text("game"),
    Column("data", LargeBinary, nullable=False),
    **TABLE_OPTIONS,
)

#: Servers' packs; matches keep theirs when one is replaced or deleted.
packs = Table(
    "packs",
    metadata,
    numbered(),
    number("guild_id"),
    text("game"),
    text("name"),
    text("hash"),
    # Its title by language, as JSON; and its contents, as numbers by kind.
    text("title", server_default="{}"),
    Column("told", Text),
    # The uploader, and the time.
    number("user_id"),
    number("at"),
    **NUMBERED_TABLE,
)
Index("packs_guild", packs.c.guild_id, packs.c.game, packs.c.name, unique=True)
Index("packs_hash", packs.c.hash)
