"""The slash command groups of games: a server gets a game's group with its first match of the game, and keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager

from bot.app.clock import Clock
from bot.matches.release_versions import CommandSet
from bot.store.statements import command_groups as groups
from bot.store.store import Store

#: The number of the lock for registering groups, so that only one process does it at a time.
REGISTRATION_LOCK = 3


class CommandGroups:
    """Knows which groups are registered in which servers, and which are missing."""

    def __init__(self, store: Store, clock: Clock, commands: CommandSet) -> None:
        self._store = store
        self._clock = clock
        self._commands = commands

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Take the lock for registering groups for the block; yields False if another process has it."""
        return self._store.try_task_lock(REGISTRATION_LOCK)

    async def due(self, definitions: Mapping[str, str], limit: int) -> Sequence[tuple[int, str]]:
        """Return the servers and games whose group must be registered; `definitions` are the current ones by game.

        There are none while a newer release is running, because that has its own definitions.
        """
        if not await self._commands.is_ours():
            return []
        return await groups.due(self._store.read, definitions, self._clock.now(), limit)

    async def registered(self, guild_id: int, game: str, definition: str) -> None:
        """Save that a server now has a game's group with this definition."""
        async with self._store.write() as tx:
            await groups.save(tx, guild_id, game, definition)

    async def put_off(self, guild_id: int, game: str, seconds: float, *, gone: bool = False) -> None:
        """Postpone the registration of a server's group. `gone` means that Discord has rejected it, so that it is
        tried again only while the game is played there.
        """
        async with self._store.write() as tx:
            await groups.postpone(tx, guild_id, game, self._clock.now() + round(seconds))
            if gone:
                await groups.save(tx, guild_id, game, "")

    async def forget(self, guild_id: int) -> None:
        """Delete the record of a server's groups, because Discord deletes the commands of a bot that was removed."""
        async with self._store.write() as tx:
            await groups.forget(tx, guild_id)
