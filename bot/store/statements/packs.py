"""Content packs in the database: their contents by hash, and the packs of each server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, insert, or_, select

from bot.store.decoding import UnreadableValue, decoded, decoded_or, report
from bot.store.pack_tables import contents, packs
from bot.store.statements.rows import decode_content, dump_json
from bot.store.tables import cups, matches
from bot.store.transactions import Reader, Transaction

#: The lock for saving and deleting contents. It prevents contents from being deleted when a transaction is about to use
#: them.
_CONTENTS_LOCK = "packs"


@dataclass(frozen=True, slots=True)
class PackRow:
    """A content pack of a server."""

    guild_id: int
    game: str
    name: str
    hash: str
    #: The pack's title by language; empty if the pack has no title.
    title: Mapping[str, str]
    #: A summary of the pack's contents, such as how many cards it has.
    told: str
    user_id: int
    at: int

    @classmethod
    def from_row(cls, row: Row[Any]) -> PackRow:
        """Create the record from a row of `packs`."""
        plain = {name: getattr(row, name) for name in cls.__slots__ if name not in ("title", "told")}
        title = decoded_or("packs.title", row.title, f"{row.guild_id}/{row.game}/{row.name}", dict[str, str]())
        return cls(**plain, title=title, told=row.told or "")


async def save_contents(tx: Transaction, digest: str, game: str, data: bytes) -> None:
    """Save a pack's contents unless they are already saved. The same transaction must save a row that uses them."""
    if not await has_contents(tx, digest):
        await tx.run(insert(contents).values(hash=digest, game=game, data=data))


async def has_contents(tx: Transaction, digest: str) -> bool:
    """Return whether a pack's contents are saved. If they are, they can't be deleted until the transaction ends."""
    await tx.wait_for_lock(_CONTENTS_LOCK)
    return await tx.one(select(contents.c.hash).where(contents.c.hash == digest)) is not None


async def content(db: Reader, digest: str) -> bytes | None:
    """Return the contents with this hash, or None if they aren't saved."""
    return await db.value(select(contents.c.data).where(contents.c.hash == digest))


async def of_server(db: Reader, guild_id: int, game: str | None = None) -> list[PackRow]:
    """Return a server's packs for one game or, if `game` is None, for all games."""
    query = select(packs).where(packs.c.guild_id == guild_id)
    if game is not None:
        query = query.where(packs.c.game == game)
    return [PackRow.from_row(row) for row in await db.all(query.order_by(packs.c.game, packs.c.name))]


async def list_all(db: Reader, limit: int) -> list[PackRow]:
    """Return the packs of all servers, newest first."""
    newest = select(packs).order_by(packs.c.id.desc()).limit(limit)
    return [PackRow.from_row(row) for row in await db.all(newest)]


async def save(tx: Transaction, row: PackRow, data: bytes) -> None:
    """Save a server's pack. If the server already has a pack with this game and name, that pack is replaced."""
    await save_contents(tx, row.hash, row.game, data)
    await _remove(tx, row.guild_id, row.game, row.name)
    await tx.run(
        insert(packs).values(
            **{name: getattr(row, name) for name in PackRow.__slots__ if name not in ("title", "told")},
            title=dump_json(dict(row.title)),
            told=row.told,
        )
    )
    await delete_unused_contents(tx)


async def remove(tx: Transaction, guild_id: int, game: str, name: str) -> None:
    """Delete a server's pack."""
    await tx.wait_for_lock(_CONTENTS_LOCK)
    await _remove(tx, guild_id, game, name)
    await delete_unused_contents(tx)


async def _remove(tx: Transaction, guild_id: int, game: str, name: str) -> None:
    of_name = packs.c.guild_id == guild_id, packs.c.game == game, packs.c.name == name
    await tx.run(delete(packs).where(*of_name))


async def delete_unused_contents(tx: Transaction) -> None:
    """Delete the contents of packs that no server, match or cup uses.

    If a cup's rules can't be read, nothing is deleted, because the rules name the pack that the cup uses.
    """
    await tx.wait_for_lock(_CONTENTS_LOCK)
    try:
        promised = await _hashes_in_cups(tx)
    except UnreadableValue as error:
        report(error)
        return
    offered_hashes = select(packs.c.hash)
    # A lobby that was closed before the match started doesn't count.
    played = select(matches.c.content).where(
        matches.c.content != "", or_(matches.c.seq > 0, matches.c.status == "lobby")
    )
    await tx.run(
        delete(contents).where(
            contents.c.hash.not_in(offered_hashes), contents.c.hash.not_in(played), contents.c.hash.not_in(promised)
        )
    )


async def _hashes_in_cups(db: Reader) -> list[str]:
    """Return the hashes of the packs that unfinished cups will use in their next matches."""
    rows = await db.all(select(cups.c.id, cups.c.rules).where(cups.c.status.in_(("entry", "playing"))))
    rules = [decoded("cups.rules", row.rules, row.id) for row in rows]
    return sorted({decode_content(cup_rules.get("options", {})) for cup_rules in rules} - {""})
