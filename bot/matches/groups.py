"""Which servers have which games' slash groups: a server gets one with the first match of a game, for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager

from bot.clock import Clock
from bot.matches.versions import CommandSet
from bot.store import Store, groups

#: The number of the task to register groups, which one process at a time does.
GROUPS = 3


class Groups:
    """Remembers what was registered where, and tells what is to be registered."""

    def __init__(self, store: Store, clock: Clock, commands: CommandSet) -> None:
        self._store = store
        self._clock = clock
        self._commands = commands

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Let the block register groups as the only process; yields False where another one does."""
        return self._store.alone(GROUPS)

    async def due(self, definitions: Mapping[str, str], most: int) -> Sequence[tuple[int, str]]:
        """Return the servers and games to register, by what defines each game's group now.

        Beside a newer release there are none: the definitions are its own.
        """
        if not await self._commands.is_ours():
            return []
        return await groups.due(self._store.read, definitions, self._clock.now(), most)

    async def registered(self, guild_id: int, game: str, definition: str) -> None:
        """Save that a server has a group as defined."""
        async with self._store.write() as tx:
            await groups.put(tx, guild_id, game, definition)

    async def put_off(self, guild_id: int, game: str, seconds: float, *, gone: bool = False) -> None:
        """Leave a server's group for so long; `gone`: the server takes none, and is asked only while it plays."""
        async with self._store.write() as tx:
            await groups.put_off(tx, guild_id, game, self._clock.now() + round(seconds))
            if gone:
                await groups.put(tx, guild_id, game, "")

    async def forget(self, guild_id: int) -> None:
        """Forget what a server had: Discord deletes the commands of a bot that is removed."""
        async with self._store.write() as tx:
            await groups.forget(tx, guild_id)
