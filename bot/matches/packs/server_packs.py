"""The content packs of servers: those provided by the host, and uploaded ones."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.app.clock import Clock
from bot.matches.packs.pack_cache import loaded, opened
from bot.store.connection import Transaction
from bot.store.statements import packs
from bot.store.statements import settings_audit_log as changes
from bot.store.statements.packs import PackRow
from bot.store.statements.rows import EVERYWHERE, decode_content
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.store import Store
from rules.kernel.content.pack_snapshots import Frozen, label
from rules.kernel.content.packs import BASE, HASHED, called, fixed, hash_in, pack_in
from rules.kernel.errors import ContentError, Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Later

#: The most uploaded packs per server.
MAX_PER_SERVER = 20
#: The record of packs in a server's changes.
PACK_ADDED, PACK_REMOVED = "pack_brought", "pack_taken_away"


@dataclass(frozen=True, slots=True)
class PackChoice:
    """A content pack available to a server's matches."""

    #: Its name there, its hash, and its titles by language.
    name: str
    hash: str
    title: Mapping[str, str] = field(default_factory=dict[str, str])
    #: The row of an uploaded pack; None for one of the host.
    row: PackRow | None = None

    @property
    def saved_name(self) -> str:
        """The name under which matches save it."""
        return fixed(self.name, self.hash)

    def title_in(self, locale: str) -> str:
        """Return its title, or else its name."""
        return self.title.get(locale) or self.name

    def label(self, locale: str) -> str:
        """Return its label in menus."""
        return label(self.name, self.title, locale)


class Packs:
    """Lists servers' content packs, and accepts new ones."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._clock = clock
        self._games = games

    def _of_host(self, guild_id: int, game: str) -> dict[str, Frozen]:
        """Return the host's packs of a game, for all servers or for this one, by name."""
        own = self._games[game].packs if game in self._games else None
        return {} if own is None else {**own.frozen, **own.placed.get(str(guild_id), {})}

    async def available(self, guild_id: int, game: str) -> list[PackChoice]:
        """Return the packs available to a server's matches of a game; its own before the host's."""
        own = [PackChoice(row.name, row.hash, row.title, row) for row in await self.of_server(guild_id, game)]
        names = {one.name for one in own}
        laid = self._of_host(guild_id, game).items()
        return [*own, *(PackChoice(name, one.digest[:HASHED], one.title) for name, one in laid if name not in names)]

    async def of_server(self, guild_id: int, game: str | None = None) -> Sequence[PackRow]:
        """Return a server's uploaded packs, of all games or of one."""
        return await packs.of_server(self._store.read, guild_id, game)

    async def list_all(self, limit: int) -> Sequence[PackRow]:
        """Return uploaded packs of any server, newest first."""
        return await packs.list_all(self._store.read, limit)

    # -- packs of matches ---------------------------------------------------------------------------------

    async def resolve_options(
        self, guild_id: int, game: str, options: Mapping[str, Any], *, chosen: bool = False
    ) -> dict[str, Any]:
        """Return a match's options with the pack by its hash; raises Refusal for a pack unavailable to the server.

        A pack that has changed meanwhile is replaced by its current version. The refusal contains the title only of a
        pack that was `chosen` there before: the title of another server's pack is private.
        """
        name = pack_in(options)
        own = self._games[game].packs if game in self._games else None
        if name == BASE or own is None:
            return dict(options)
        offered = await self.available(guild_id, game)
        if any(one.saved_name == name for one in offered):
            return dict(options)
        found = next((one for one in offered if one.name == called(name)), None)
        if found is None:
            raise missing_pack(own.titled(name) if chosen else called(name))
        return {**options, "pack": found.saved_name}

    async def is_available(self, guild_id: int, game: str, options: Mapping[str, Any]) -> bool:
        """Return whether a server has the pack of these options, unchanged or changed; built-in packs always exist."""
        try:
            await self.resolve_options(guild_id, game, options)
        except Refusal:
            return False
        return True

    async def at_start(
        self, guild_id: int, game: str, options: Mapping[str, Any], *, promised: bool = False
    ) -> dict[str, Any]:
        """Return the options with which a match begins; raises Refusal for a pack that the server has deleted.

        If the pack has changed since it was chosen, the older version is used; a `promised` pack is used even after its
        deletion.
        """
        if promised:
            return dict(options)
        settled = await self.resolve_options(guild_id, game, options, chosen=True)
        return dict(options) if hash_in(pack_in(options)) else settled

    async def check_same(self, guild_id: int, game: str, name: str) -> None:
        """Raise Refusal unless a server has exactly the pack of a match being moved to it."""
        digest = hash_in(name)
        if digest and all(one.hash != digest for one in await self.available(guild_id, game)):
            raise Refusal(
                N_("This match is played with the content pack “{name}”; bring the same pack to this server first."),
                name=called(name),
            )

    async def save_contents(self, tx: Transaction, guild_id: int, game: str, options: Mapping[str, Any]) -> None:
        """Save a pack's contents for the match with these options, saved by the transaction.

        Raises Refusal for a pack that is gone: it may have been deleted a moment ago.
        """
        digest, laid = decode_content(options), self._laid(guild_id, game, options)
        if laid is not None:
            await packs.save_contents(tx, digest, game, laid.data)
        elif digest and not await packs.is_kept(tx, digest):
            raise missing_pack(called(pack_in(options)))

    async def at_hand(self, guild_id: int, game: str, options: Mapping[str, Any]) -> Any:
        """Return the pack of settled options, loaded though no match uses it yet; None for built-in ones."""
        if not decode_content(options):
            return None
        laid, of = self._laid(guild_id, game, options), self._games[game]
        if laid is None:
            return await loaded(self._store.read, of, pack_in(options))
        return await asyncio.to_thread(opened, of, pack_in(options), laid.data)

    def _laid(self, guild_id: int, game: str, options: Mapping[str, Any]) -> Frozen | None:
        """Return the host's pack that options reference by hash; None for another."""
        digest = decode_content(options)
        return next((one for one in self._of_host(guild_id, game).values() if one.digest[:HASHED] == digest), None)

    # -- uploading and deleting -----------------------------------------------------------------------------

    async def add(
        self, guild_id: int, game: str, name: str, pack: Frozen, told: str, *, by: int, for_owners: bool = False
    ) -> PackRow:
        """Save a validated pack for a server, replacing the one of this name.

        Running matches keep theirs. It is recorded for the server and, for actions of the bot's owners, for them.
        Raises Refusal.
        """
        own = self._games[game].packs if game in self._games else None
        if own is None:
            raise Refusal(N_("This game has no content packs of its own."))
        try:
            own.check_name(name)
        except ContentError as error:
            raise Refusal(error.msgid, **error.args_by_name) from None
        now = self._clock.now()
        row = PackRow(guild_id, game, name, pack.digest[:HASHED], pack.title, told, by, now)
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"server {guild_id}")
            there = await packs.of_server(tx, guild_id)
            if len(there) >= MAX_PER_SERVER and all((one.game, one.name) != (game, name) for one in there):
                raise Refusal(
                    N_("This server has {most} packs, as many as I keep; take one away first."), most=MAX_PER_SERVER
                )
            await packs.save(tx, row, pack.data)
            await _record(tx, ChangeRow(by, now, PACK_ADDED, _recorded(row)), for_owners=for_owners)
        return row

    async def remove(self, guild_id: int, game: str, name: str, *, by: int, for_owners: bool = False) -> None:
        """Delete a server's pack; running matches keep it. Raises Refusal."""
        now = self._clock.now()
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"server {guild_id}")
            there = await packs.of_server(tx, guild_id, game)
            row = next((one for one in there if one.name == name), None)
            if row is None:
                raise missing_pack(name)
            await packs.take_away(tx, guild_id, game, name)
            await _record(tx, ChangeRow(by, now, PACK_REMOVED, _recorded(row)), for_owners=for_owners)


def _recorded(row: PackRow) -> dict[str, Any]:
    """Return a pack's entry for the record, without its contents."""
    return {"server": row.guild_id, "game": row.game, "name": row.name, "hash": row.hash}


async def _record(tx: Transaction, change: ChangeRow, *, for_owners: bool) -> None:
    for guild_id in (change.value["server"], *([EVERYWHERE] if for_owners else [])):
        await changes.save(tx, guild_id, change)


def missing_pack(name: str | Later) -> Refusal:
    """Return the refusal of a pack that a server does not have."""
    return Refusal(
        N_("This server has no content pack “{name}” (any more); choose another among the options."), name=name
    )
