"""The content packs of servers: those that the host provides, and those that were uploaded in the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.app.clock import Clock
from bot.matches.packs.pack_cache import load_pack, open_pack
from bot.store.statements import packs, settings_audit_log
from bot.store.statements.packs import PackRow
from bot.store.statements.rows import EVERYWHERE, decode_content
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.store import Store
from bot.store.transactions import Transaction
from rules.kernel.content.pack_snapshots import Frozen, label
from rules.kernel.content.packs import BASE, HASH_LENGTH, frozen_name, hash_in, pack_in, without_hash
from rules.kernel.errors import ContentError, Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Later

#: Maximum number of uploaded packs in a server.
MAX_PER_SERVER = 20
#: The audit log's names for the upload and for the deletion of a pack.
PACK_ADDED, PACK_REMOVED = "pack_brought", "pack_taken_away"


@dataclass(frozen=True, slots=True)
class PackChoice:
    """A content pack that matches in a server can use."""

    #: The pack's name in the server, its hash, and its titles by language.
    name: str
    hash: str
    title: Mapping[str, str] = field(default_factory=dict[str, str])
    #: The row of an uploaded pack; None for a pack of the host.
    row: PackRow | None = None

    @property
    def saved_name(self) -> str:
        """The name with the hash, as matches save it."""
        return frozen_name(self.name, self.hash)

    def title_in(self, locale: str) -> str:
        """Return the pack's title in this language, or its name if it has none."""
        return self.title.get(locale) or self.name

    def label(self, locale: str) -> str:
        """Return the pack's label in menus."""
        return label(self.name, self.title, locale)


class ServerPacks:
    """Lists the content packs of servers, and adds and deletes uploaded packs."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._clock = clock
        self._games = games

    def _of_host(self, guild_id: int, game: str) -> dict[str, Frozen]:
        """Return the host's packs of a game for this server, including those for all servers, by name."""
        game_packs = self._games[game].packs if game in self._games else None
        return {} if game_packs is None else {**game_packs.frozen, **game_packs.server_packs.get(str(guild_id), {})}

    async def available(self, guild_id: int, game: str) -> list[PackChoice]:
        """Return the packs that matches of a game can use in a server: uploaded packs first, then the host's."""
        uploaded = [PackChoice(row.name, row.hash, row.title, row) for row in await self.of_server(guild_id, game)]
        names = {one.name for one in uploaded}
        host_packs = self._of_host(guild_id, game).items()
        return [
            *uploaded,
            *(PackChoice(name, one.digest[:HASH_LENGTH], one.title) for name, one in host_packs if name not in names),
        ]

    async def of_server(self, guild_id: int, game: str | None = None) -> Sequence[PackRow]:
        """Return a server's uploaded packs, of one game or of all games."""
        return await packs.of_server(self._store.read, guild_id, game)

    async def list_all(self, limit: int) -> Sequence[PackRow]:
        """Return the uploaded packs of all servers, newest first."""
        return await packs.list_all(self._store.read, limit)

    # -- packs of matches ---------------------------------------------------------------------------------

    async def resolve_options(
        self, guild_id: int, game: str, options: Mapping[str, Any], *, chosen: bool = False
    ) -> dict[str, Any]:
        """Return a match's options with the hash added to the pack's name. Raises Refusal if the server doesn't have
        the pack.

        If the pack has changed since it was chosen, its current version is used. The titles of other servers' packs are
        private. The Refusal therefore names the title only if `chosen`, which means that the pack was chosen in this
        server.
        """
        name = pack_in(options)
        game_packs = self._games[game].packs if game in self._games else None
        if name == BASE or game_packs is None:
            return dict(options)
        choices = await self.available(guild_id, game)
        if any(choice.saved_name == name for choice in choices):
            return dict(options)
        named_pack = next((choice for choice in choices if choice.name == without_hash(name)), None)
        if named_pack is None:
            raise missing_pack(game_packs.title_field(name) if chosen else without_hash(name))
        return {**options, "pack": named_pack.saved_name}

    async def is_available(self, guild_id: int, game: str, options: Mapping[str, Any]) -> bool:
        """Return whether a server has any version of the pack in these options. Every server has the built-in packs."""
        try:
            await self.resolve_options(guild_id, game, options)
        except Refusal:
            return False
        return True

    async def at_start(
        self, guild_id: int, game: str, options: Mapping[str, Any], *, promised: bool = False
    ) -> dict[str, Any]:
        """Return the options that a match starts with. Raises Refusal if the server has deleted the pack.

        If the pack has changed since it was chosen, the chosen version is used. If `promised`, the pack is used even if
        the server has deleted it.
        """
        if promised:
            return dict(options)
        settled = await self.resolve_options(guild_id, game, options, chosen=True)
        return dict(options) if hash_in(pack_in(options)) else settled

    async def check_same(self, guild_id: int, game: str, name: str) -> None:
        """Raise Refusal unless a server has exactly this version of a pack, which an imported match needs."""
        digest = hash_in(name)
        if digest and all(choice.hash != digest for choice in await self.available(guild_id, game)):
            raise Refusal(
                N_("This match uses the content pack “{name}”. Add the same pack to this server first."),
                name=without_hash(name),
            )

    async def save_contents(self, tx: Transaction, guild_id: int, game: str, options: Mapping[str, Any]) -> None:
        """Save the contents of the pack in these options, for a match that is saved in the same transaction.

        Raises Refusal if the pack was deleted a moment ago.
        """
        digest, laid = decode_content(options), self._host_pack(guild_id, game, options)
        if laid is not None:
            await packs.save_contents(tx, digest, game, laid.data)
        elif digest and not await packs.has_contents(tx, digest):
            raise missing_pack(without_hash(pack_in(options)))

    async def load_for_options(self, guild_id: int, game: str, options: Mapping[str, Any]) -> Any:
        """Load and return the pack in these options, even if no match uses it yet; None for a built-in pack."""
        if not decode_content(options):
            return None
        laid, of = self._host_pack(guild_id, game, options), self._games[game]
        if laid is None:
            return await load_pack(self._store.read, of, pack_in(options))
        return await asyncio.to_thread(open_pack, of, pack_in(options), laid.data)

    def _host_pack(self, guild_id: int, game: str, options: Mapping[str, Any]) -> Frozen | None:
        """Return the host's pack that these options name by hash; None if the pack isn't provided by the host."""
        digest = decode_content(options)
        return next(
            (
                host_pack
                for host_pack in self._of_host(guild_id, game).values()
                if host_pack.digest[:HASH_LENGTH] == digest
            ),
            None,
        )

    # -- uploading and deleting -----------------------------------------------------------------------------

    async def add(
        self, guild_id: int, game: str, name: str, pack: Frozen, description: str, *, by: int, for_owners: bool = False
    ) -> PackRow:
        """Save a validated pack for a server. It replaces a pack with the same name, but running matches keep their
        version.

        The upload is recorded in the server's audit log and, if `for_owners`, also in the owners' audit log. Raises
        Refusal.
        """
        game_packs = self._games[game].packs if game in self._games else None
        if game_packs is None:
            raise Refusal(N_("You can't add content packs to this game."))
        try:
            game_packs.check_name(name)
        except ContentError as error:
            raise Refusal(error.msgid, **error.args_by_name) from None
        now = self._clock.now()
        row = PackRow(guild_id, game, name, pack.digest[:HASH_LENGTH], pack.title, description, by, now)
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"server {guild_id}")
            existing_packs = await packs.of_server(tx, guild_id)
            if len(existing_packs) >= MAX_PER_SERVER and all(
                (one.game, one.name) != (game, name) for one in existing_packs
            ):
                raise Refusal(
                    N_("This server already has {most} packs, the maximum. Remove one first."), most=MAX_PER_SERVER
                )
            await packs.save(tx, row, pack.data)
            await _add_to_audit_log(tx, ChangeRow(by, now, PACK_ADDED, _audit_entry(row)), for_owners=for_owners)
        return row

    async def remove(self, guild_id: int, game: str, name: str, *, by: int, for_owners: bool = False) -> None:
        """Delete a server's uploaded pack. Running matches keep it. Raises Refusal."""
        now = self._clock.now()
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"server {guild_id}")
            existing_packs = await packs.of_server(tx, guild_id, game)
            row = next((pack_row for pack_row in existing_packs if pack_row.name == name), None)
            if row is None:
                raise missing_pack(name)
            await packs.remove(tx, guild_id, game, name)
            await _add_to_audit_log(tx, ChangeRow(by, now, PACK_REMOVED, _audit_entry(row)), for_owners=for_owners)


def _audit_entry(row: PackRow) -> dict[str, Any]:
    """Return the text that describes a pack in the audit log."""
    return {"server": row.guild_id, "game": row.game, "name": row.name, "hash": row.hash}


async def _add_to_audit_log(tx: Transaction, change: ChangeRow, *, for_owners: bool) -> None:
    for guild_id in (change.value["server"], *([EVERYWHERE] if for_owners else [])):
        await settings_audit_log.save(tx, guild_id, change)


def missing_pack(name: str | Later) -> Refusal:
    """Return the Refusal for a pack that a server doesn't have."""
    return Refusal(
        N_("This server doesn't have the content pack “{name}” (any more). Choose another one in the options."),
        name=name,
    )
