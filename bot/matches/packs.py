"""The content packs that servers have: those the host has laid down, and those somebody has brought."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.matches.contents import loaded, opened
from bot.store import Store, Transaction, changes, packs
from bot.store.changes import ChangeRow
from bot.store.packs import PackRow as PackRow
from bot.store.ratings import EVERYWHERE
from bot.store.rows import content_of
from rules.kernel.content.frozen import Frozen, label
from rules.kernel.content.packs import BASE, HASHED, called, fixed, hash_in, pack_in
from rules.kernel.errors import ContentError, Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.text import N_, Later

#: The most packs that a server has beside those of the host.
MOST = 20
#: What is recorded of packs in a server's changes.
BROUGHT, TAKEN_AWAY = "pack_brought", "pack_taken_away"


@dataclass(frozen=True, slots=True)
class Offer:
    """A content pack that a server's matches can be played with."""

    #: What it is called there, its hash, and what it calls itself by language.
    name: str
    hash: str
    title: Mapping[str, str] = field(default_factory=dict[str, str])
    #: The row of a pack that somebody has brought; None for one of the host.
    row: PackRow | None = None

    @property
    def full(self) -> str:
        """The name by which matches keep it."""
        return fixed(self.name, self.hash)

    def called(self, locale: str) -> str:
        """Return what it calls itself, or else its name."""
        return self.title.get(locale) or self.name

    def label(self, locale: str) -> str:
        """Return what it is called where it is chosen."""
        return label(self.name, self.title, locale)


class Packs:
    """Says which content packs a server has, and takes in new ones."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._clock = clock
        self._games = games

    def _of_host(self, guild_id: int, game: str) -> dict[str, Frozen]:
        """Return the packs of a game that the host has laid down, for all servers or for this one, by name."""
        own = self._games[game].packs if game in self._games else None
        return {} if own is None else {**own.frozen, **own.placed.get(str(guild_id), {})}

    async def offered(self, guild_id: int, game: str) -> list[Offer]:
        """Return the packs that a server's matches of a game can be played with; its own before the host's."""
        own = [Offer(row.name, row.hash, row.title, row) for row in await self.of_server(guild_id, game)]
        names = {one.name for one in own}
        laid = self._of_host(guild_id, game).items()
        return [*own, *(Offer(name, one.digest[:HASHED], one.title) for name, one in laid if name not in names)]

    async def of_server(self, guild_id: int, game: str | None = None) -> Sequence[PackRow]:
        """Return the packs that somebody has brought for a server, of all games or of one."""
        return await packs.of_server(self._store.read, guild_id, game)

    async def every(self, most: int) -> Sequence[PackRow]:
        """Return packs that somebody has brought for any server, the newest first."""
        return await packs.every(self._store.read, most)

    # -- for matches --------------------------------------------------------------------------------------

    async def settled(
        self, guild_id: int, game: str, options: Mapping[str, Any], *, chosen: bool = False
    ) -> dict[str, Any]:
        """Return a match's options with the pack by its hash; raises Refusal for a pack that the server does not have.

        One that has changed meanwhile is replaced by what it is now. Only one that was `chosen` there before is refused
        by its title: that of another server's pack is not told.
        """
        name = pack_in(options)
        own = self._games[game].packs if game in self._games else None
        if name == BASE or own is None:
            return dict(options)
        offered = await self.offered(guild_id, game)
        if any(one.full == name for one in offered):
            return dict(options)
        found = next((one for one in offered if one.name == called(name)), None)
        if found is None:
            raise missing(own.titled(name) if chosen else called(name))
        return {**options, "pack": found.full}

    async def has(self, guild_id: int, game: str, options: Mapping[str, Any]) -> bool:
        """Tell whether a server has the pack of these options, as it was or changed; all have ours."""
        try:
            await self.settled(guild_id, game, options)
        except Refusal:
            return False
        return True

    async def at_start(
        self, guild_id: int, game: str, options: Mapping[str, Any], *, promised: bool = False
    ) -> dict[str, Any]:
        """Return the options with which a match begins; raises Refusal for a pack that the server no longer has.

        One that has changed since it was chosen is played with as it was then; so is one that was `promised` and that
        the server has no more.
        """
        if promised:
            return dict(options)
        settled = await self.settled(guild_id, game, options, chosen=True)
        return dict(options) if hash_in(pack_in(options)) else settled

    async def check_same(self, guild_id: int, game: str, name: str) -> None:
        """Raise Refusal unless a server has the very pack of a match that is brought to it."""
        digest = hash_in(name)
        if digest and all(one.hash != digest for one in await self.offered(guild_id, game)):
            raise Refusal(
                N_("This match is played with the content pack “{name}”; bring the same pack to this server first."),
                name=called(name),
            )

    async def keep(self, tx: Transaction, guild_id: int, game: str, options: Mapping[str, Any]) -> None:
        """Keep what a pack holds for the match with these options that the transaction saves.

        Raises Refusal for one that nobody keeps any more: it may have been taken away a moment ago.
        """
        digest, laid = content_of(options), self._laid(guild_id, game, options)
        if laid is not None:
            await packs.keep(tx, digest, game, laid.data)
        elif digest and not await packs.is_kept(tx, digest):
            raise missing(called(pack_in(options)))

    async def at_hand(self, guild_id: int, game: str, options: Mapping[str, Any]) -> Any:
        """Return the pack of options that are settled, loaded though no match keeps it yet; None for ours."""
        if not content_of(options):
            return None
        laid, of = self._laid(guild_id, game, options), self._games[game]
        if laid is None:
            return await loaded(self._store.read, of, pack_in(options))
        return await asyncio.to_thread(opened, of, pack_in(options), laid.data)

    def _laid(self, guild_id: int, game: str, options: Mapping[str, Any]) -> Frozen | None:
        """Return the pack of the host that options name by its hash; None for another."""
        digest = content_of(options)
        return next((one for one in self._of_host(guild_id, game).values() if one.digest[:HASHED] == digest), None)

    # -- bringing and taking away ---------------------------------------------------------------------------

    async def bring(
        self, guild_id: int, game: str, name: str, pack: Frozen, told: str, *, by: int, for_owners: bool = False
    ) -> PackRow:
        """Let a server have a pack that was checked, in the place of the one that it has under this name.

        Matches that have begun keep theirs. It is recorded for the server and, if they did it, for those who run the
        bot. Raises Refusal.
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
            await tx.alone(f"server {guild_id}")
            there = await packs.of_server(tx, guild_id)
            if len(there) >= MOST and all((one.game, one.name) != (game, name) for one in there):
                raise Refusal(N_("This server has {most} packs, as many as I keep; take one away first."), most=MOST)
            await packs.put(tx, row, pack.data)
            await _record(tx, ChangeRow(by, now, BROUGHT, _recorded(row)), for_owners=for_owners)
        return row

    async def take_away(self, guild_id: int, game: str, name: str, *, by: int, for_owners: bool = False) -> None:
        """Let a server no longer have a pack; matches that have begun keep it. Raises Refusal."""
        now = self._clock.now()
        async with self._store.write() as tx:
            await tx.alone(f"server {guild_id}")
            there = await packs.of_server(tx, guild_id, game)
            row = next((one for one in there if one.name == name), None)
            if row is None:
                raise missing(name)
            await packs.take_away(tx, guild_id, game, name)
            await _record(tx, ChangeRow(by, now, TAKEN_AWAY, _recorded(row)), for_owners=for_owners)


def _recorded(row: PackRow) -> dict[str, Any]:
    """Return what the record says of a pack: nothing of what it holds."""
    return {"server": row.guild_id, "game": row.game, "name": row.name, "hash": row.hash}


async def _record(tx: Transaction, change: ChangeRow, *, for_owners: bool) -> None:
    for guild_id in (change.value["server"], *([EVERYWHERE] if for_owners else [])):
        await changes.put(tx, guild_id, change)


def missing(name: str | Later) -> Refusal:
    """Return the refusal of a pack that a server does not have."""
    return Refusal(
        N_("This server has no content pack “{name}” (any more); choose another among the options."), name=name
    )
