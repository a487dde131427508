"""Matches that stand still: the bot can't reach their channel, so computers and clocks must not play on unseen.

People may still act, from their private messages.
"""

from __future__ import annotations

from bot.matches import retention
from bot.matches.repository import MatchRepository
from bot.matches.retention import Keep
from bot.matches.timekeeper import go_on
from bot.store import erasures, groups, matches


class Parking:
    """Parks the matches of a channel or a server that is gone, and lets them go on when the bot is back."""

    def __init__(self, repo: MatchRepository, keep: Keep) -> None:
        self._repo = repo
        self._keep = keep

    async def channel_gone(self, channel_id: int) -> None:
        """Park the match of a channel that was deleted, or of a thread that was locked."""
        async with self._repo.store.write() as tx:
            await matches.park(tx, self._repo.clock.now(), channel_id=channel_id)

    async def channel_back(self, guild_id: int, channel_id: int) -> None:
        """Let the match of a thread go on that is open again."""
        if await matches.has_parked(self._repo.store.read, guild_id):
            await self._go_on(channel_id=channel_id)

    async def server_left(self, guild_id: int) -> None:
        """Park the matches of a server that the bot is no longer in, which is erased after a time; its slash groups
        are gone with the bot.
        """
        async with self._repo.store.write() as tx:
            await matches.park(tx, self._repo.clock.now(), guild_id=guild_id)
            await groups.forget(tx, guild_id)
            await retention.server_left(tx, guild_id, self._keep, self._repo.clock.now())

    async def server_is_back(self, guild_id: int) -> None:
        """Let the matches of a server go on; one whose channel is gone is parked again with its next post."""
        left = await erasures.get(self._repo.store.read, "server", guild_id)
        if left is not None:
            async with self._repo.store.write() as tx:
                await erasures.done(tx, left)
        if await matches.has_parked(self._repo.store.read, guild_id):
            await self._go_on(guild_id=guild_id)

    async def reached(self, match_id: int) -> None:
        """Let a match go on whose channel was posted in."""
        await self._go_on(match_id=match_id)

    async def _go_on(self, **which: int) -> None:
        async with self._repo.store.write() as tx:
            await go_on(tx, self._repo.clock.now(), **which)
