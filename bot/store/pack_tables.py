"""The tables of content packs: their deduplicated contents, and the packs of each server."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, Table, Text

from bot.store.column_definitions import NUMBERED_TABLE, TABLE_OPTIONS, metadata, number, numbered, text

#: The contents of packs in use, by hash. Each is a zip of all the pack's files.
contents = Table(
    "contents",
    metadata,
    text("hash", primary_key=True),
    text("game"),
    Column("data", LargeBinary, nullable=False),
    **TABLE_OPTIONS,
)

#: The packs of each server. A match keeps the contents of its pack even if the server replaces or deletes the pack.
packs = Table(
    "packs",
    metadata,
    numbered(),
    number("guild_id"),
    text("game"),
    text("name"),
    text("hash"),
    # The pack's title by language, as JSON, and a summary of its contents, such as how many cards it has.
    text("title", server_default="{}"),
    Column("told", Text),
    # The id of the user who uploaded the pack, and when.
    number("user_id"),
    number("at"),
    **NUMBERED_TABLE,
)
Index("packs_guild", packs.c.guild_id, packs.c.game, packs.c.name, unique=True)
Index("packs_hash", packs.c.hash)
