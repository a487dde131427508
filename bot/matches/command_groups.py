"""Slash groups of games per server: the first match of a game registers its group permanently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager

from bot.app.clock import Clock
from bot.matches.release_versions import CommandSet
from bot.store.statements import command_groups as groups
from bot.store.store import Store

#: The number of the task that registers groups, which one process runs at a time.
REGISTRATION_LOCK = 3


class CommandGroups:
    """Tracks the registered groups, and returns the missing ones."""

    def __init__(self, store: Store, clock: Clock, commands: CommandSet) -> None:
        self._store = store
        self._clock = clock
        self._commands = commands

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Hold the lock for registering groups during the block; yields False if another process has it."""
        return self._store.try_task_lock(REGISTRATION_LOCK)

    async def due(self, definitions: Mapping[str, str], limit: int) -> Sequence[tuple[int, str]]:
        """Return the servers and games to register, by the current definition of each game's group.

        None while a newer release is running: it has its own definitions.
        """
        if not await self._commands.is_ours():
            return []
        return await groups.due(self._store.read, definitions, self._clock.now(), limit)

    async def registered(self, guild_id: int, game: str, definition: str) -> None:
        """Save that a server has a group as defined."""
        async with self._store.write() as tx:
            await groups.save(tx, guild_id, game, definition)

    async def put_off(self, guild_id: int, game: str, seconds: float, *, gone: bool = False) -> None:
        """Postpone a server's group; `gone`: the server rejects it, and is tried only while it plays."""
        async with self._store.write() as tx:
            await groups.postpone(tx, guild_id, game, self._clock.now() + round(seconds))
            if gone:
                await groups.save(tx, guild_id, game, "")

    async def forget(self, guild_id: int) -> None:
        """Forget a server's groups: Discord deletes the commands of a removed bot."""
        async with self._store.write() as tx:
            await groups.forget(tx, guild_id)
