"""The tables of content packs: what they hold, once each, and which servers have which."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, Table, Text

from bot.store.columns import FILE, NUMBERED, maybe, metadata, number, numbered, text, where

#: What packs hold that matches are played with, by hash: a zip of their files as they stand on their own.
contents = Table(
    "contents",
    metadata,
    text("hash", primary_key=True),
    text("game"),
    Column("data", LargeBinary, nullable=False),
    **FILE,
)

#: The packs of servers, those that were replaced or taken away among them: a server's old decks are made of these.
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
    # Who has brought it, and when; and until when it was offered.
    number("user_id"),
    number("at"),
    maybe("until"),
    **NUMBERED,
)
Index("packs_guild", packs.c.guild_id, packs.c.game, packs.c.name, unique=True, **where("until IS NULL"))
Index("packs_hash", packs.c.hash)
