"""Suspending matches whose channel the bot can't reach, so computers don't move and clocks don't run unseen.

Players can still move, from their private messages.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.matches.clocks.service import resume_suspended
from bot.matches.repository import MatchRepository
from bot.store.statements import command_groups, matches
from bot.store.transactions import Transaction

#: A function to call with a server's id, in the transaction that suspends the server's matches.
OnServerLeft: TypeAlias = Callable[[Transaction, int], Awaitable[None]]
#: A function to call with a server's id, before the server's matches resume.
OnServerBack: TypeAlias = Callable[[int], Awaitable[None]]


class UnreachableChannels:
    """Suspends matches whose channel or server the bot can't reach, and resumes them later."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo
        #: Functions to call when the bot has left a server, and when it is back; `bot.wiring` fills the lists.
        self.on_server_left: list[OnServerLeft] = []
        self.on_server_back: list[OnServerBack] = []

    async def suspend_channel(self, channel_id: int) -> None:
        """Suspend the match in a deleted channel or a locked thread."""
        async with self._repo.store.write() as tx:
            await matches.suspend(tx, self._repo.clock.now(), channel_id=channel_id)

    async def channel_back(self, guild_id: int, channel_id: int) -> None:
        """Resume the match in a thread that was reopened."""
        if await matches.has_suspended(self._repo.store.read, guild_id):
            await self._go_on(channel_id=channel_id)

    async def server_left(self, guild_id: int) -> None:
        """Suspend the matches of a server that the bot has left, and clear the record of its command groups."""
        async with self._repo.store.write() as tx:
            await matches.suspend(tx, self._repo.clock.now(), guild_id=guild_id)
            await command_groups.forget(tx, guild_id)
            for hook in self.on_server_left:
                await hook(tx, guild_id)

    async def server_is_back(self, guild_id: int) -> None:
        """Resume the matches of a server. A match whose channel is gone will be suspended again at its next post."""
        for back in self.on_server_back:
            await back(guild_id)
        if await matches.has_suspended(self._repo.store.read, guild_id):
            await self._go_on(guild_id=guild_id)

    async def resume_match(self, match_id: int) -> None:
        """Resume a match after a post has reached its channel."""
        await self._go_on(match_id=match_id)

    async def _go_on(self, **which: int) -> None:
        async with self._repo.store.write() as tx:
            await resume_suspended(tx, self._repo.clock.now(), **which)
