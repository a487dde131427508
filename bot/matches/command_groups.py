"""The slash command groups of games. A server gets a game's group with its first match of that game, and keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager

from bot.app.clock import Clock
from bot.matches.release_versions import CommandSet
from bot.store.statements import command_groups
from bot.store.store import Store

#: The id of the lock for registering groups, which only one process may do at a time.
REGISTRATION_LOCK = 3


class CommandGroups:
    """Records which command groups are registered in each server, and finds those that still have to be registered."""

    def __init__(self, store: Store, clock: Clock, commands: CommandSet) -> None:
        self._store = store
        self._clock = clock
        self._commands = commands

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Return a context manager that tries to lock the registration of groups. It yields False if another process
        has the lock.
        """
        return self._store.try_task_lock(REGISTRATION_LOCK)

    async def groups_due(self, definitions: Mapping[str, str], limit: int) -> Sequence[tuple[int, str]]:
        """Return the server and game of each group that must be registered. `definitions` has each game's current
        definition.

        While a newer release is running, return no groups, because that release has its own definitions.
        """
        if not await self._commands.is_ours():
            return []
        return await command_groups.due(self._store.read, definitions, self._clock.now(), limit)

    async def mark_registered(self, guild_id: int, game: str, definition: str) -> None:
        """Record that a server now has a game's group with this definition."""
        async with self._store.write() as tx:
            await command_groups.save(tx, guild_id, game, definition)

    async def put_off(self, guild_id: int, game: str, seconds: float, *, gone: bool = False) -> None:
        """Postpone the registration of a server's group.

        `gone` means that Discord has rejected the group. It is then tried again only while the game is played in that
        server.
        """
        async with self._store.write() as tx:
            await command_groups.postpone(tx, guild_id, game, self._clock.now() + round(seconds))
            if gone:
                await command_groups.save(tx, guild_id, game, "")

    async def forget(self, guild_id: int) -> None:
        """Delete the record of a server's groups, because Discord deletes a bot's commands when the bot is removed."""
        async with self._store.write() as tx:
            await command_groups.forget(tx, guild_id)
