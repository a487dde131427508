"""Content packs in the database: what they hold, by hash, and which servers have which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, insert, or_, select

from bot.store.connection import Reader, Transaction
from bot.store.decoding import Unreadable, decoded, decoded_or, report
from bot.store.pack_tables import contents, packs
from bot.store.rows import content_of, to_text
from bot.store.tables import cups, matches

#: What nobody else may do while something is kept or forgotten: what was just forgotten must not be counted on.
_CHANGING = "packs"


@dataclass(frozen=True, slots=True)
class PackRow:
    """A content pack of a server."""

    guild_id: int
    game: str
    name: str
    hash: str
    #: What it is called in each language; empty for a pack that does not say.
    title: Mapping[str, str]
    #: What it holds, in numbers by kind.
    told: str
    user_id: int
    at: int

    @classmethod
    def of(cls, row: Row[Any]) -> PackRow:
        """Build from a row of `packs`."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("title", "told")}
        title = decoded_or("packs.title", row.title, f"{row.guild_id}/{row.game}/{row.name}", dict[str, str]())
        return cls(**plain, title=title, told=row.told or "")


async def keep(tx: Transaction, digest: str, game: str, data: bytes) -> None:
    """Keep what a pack holds, unless it is kept already; something of this transaction must need it."""
    if not await is_kept(tx, digest):
        await tx.run(insert(contents).values(hash=digest, game=game, data=data))


async def is_kept(tx: Transaction, digest: str) -> bool:
    """Tell whether what a pack holds is kept; until the end of the transaction nobody forgets it."""
    await tx.alone(_CHANGING)
    return await tx.one(select(contents.c.hash).where(contents.c.hash == digest)) is not None


async def content(db: Reader, digest: str) -> bytes | None:
    """Return what a pack holds, by its hash; None if it is not kept."""
    return await db.value(select(contents.c.data).where(contents.c.hash == digest))


async def of_server(db: Reader, guild_id: int, game: str | None = None) -> list[PackRow]:
    """Return the packs that a server offers: of all games, or of one."""
    own = select(packs).where(packs.c.guild_id == guild_id)
    if game is not None:
        own = own.where(packs.c.game == game)
    return [PackRow.of(row) for row in await db.all(own.order_by(packs.c.game, packs.c.name))]


async def every(db: Reader, most: int) -> list[PackRow]:
    """Return the packs that any server offers, the newest first."""
    newest = select(packs).order_by(packs.c.id.desc()).limit(most)
    return [PackRow.of(row) for row in await db.all(newest)]


async def put(tx: Transaction, row: PackRow, data: bytes) -> None:
    """Let a server have a pack, in the place of the one that it has under this name."""
    await keep(tx, row.hash, row.game, data)
    await _remove(tx, row.guild_id, row.game, row.name)
    await tx.run(
        insert(packs).values(
            **{name: getattr(row, name) for name in PackRow.__slots__ if name not in ("title", "told")},
            title=to_text(dict(row.title)),
            told=row.told,
        )
    )
    await sweep(tx)


async def take_away(tx: Transaction, guild_id: int, game: str, name: str) -> None:
    """Let a server no longer have a pack."""
    await tx.alone(_CHANGING)
    await _remove(tx, guild_id, game, name)
    await sweep(tx)


async def _remove(tx: Transaction, guild_id: int, game: str, name: str) -> None:
    of_name = packs.c.guild_id == guild_id, packs.c.game == game, packs.c.name == name
    await tx.run(delete(packs).where(*of_name))


async def sweep(tx: Transaction) -> None:
    """Forget what packs held that no server offers any more, and no match or cup is played with.

    All is kept while it can't be read with what a cup is played.
    """
    await tx.alone(_CHANGING)
    try:
        promised = await _promised(tx)
    except Unreadable as error:
        report(error)
        return
    offered = select(packs.c.hash)
    # A lobby that was closed before it began is played with nothing.
    played = select(matches.c.content).where(
        matches.c.content != "", or_(matches.c.seq > 0, matches.c.status == "lobby")
    )
    await tx.run(
        delete(contents).where(
            contents.c.hash.not_in(offered), contents.c.hash.not_in(played), contents.c.hash.not_in(promised)
        )
    )


async def _promised(db: Reader) -> list[str]:
    """Return the hashes of the packs with which the tables of cups will still be opened."""
    rows = await db.all(select(cups.c.id, cups.c.rules).where(cups.c.status.in_(("entry", "playing"))))
    rules = [decoded("cups.rules", row.rules, row.id) for row in rows]
    return sorted({content_of(one.get("options", {})) for one in rules} - {""})
