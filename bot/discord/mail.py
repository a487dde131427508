"""Private channels to people: found, made anew, and what the others are told when there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord.people import has_left
from bot.matches import MatchInfo, OutboxRow, notices
from bot.store import Along, Transaction, people
from rules.kernel.words.text import N_

if TYPE_CHECKING:
    from bot.discord.client import TenebraeBot


class Mail:
    """Who can be written to, and where."""

    def __init__(self, bot: TenebraeBot) -> None:
        self._bot = bot

    async def channel(self, user_id: int, *, anew: bool = False) -> discord.PartialMessageable:
        """Return the private channel to a person: the one we remember or, without one or `anew`, another."""
        known = await people.user(self._bot.store.read, user_id)
        channel_id = None if anew else known.dm_channel_id
        if channel_id is None:
            channel_id = (await self._bot.create_dm(discord.Object(user_id))).id
            async with self._bot.store.write() as tx:
                await people.set_dm_channel(tx, user_id, channel_id)
        return self._bot.get_partial_messageable(channel_id)

    async def closed(self, row: OutboxRow, info: MatchInfo, seat: int, user_id: int) -> Along | None:
        """Return what tells the channel, once, that this person must look for themselves; nothing is lost by it.

        When somebody who is called has left the server, the others are told each time.
        """
        known = (await people.user(self._bot.store.read, user_id)).dm_closed
        if known and not row.payload["turn"]:
            return None
        guild = self._bot.get_guild(info.guild_id)
        left = guild is not None and await has_left(guild, user_id)
        if known and not left:
            return None
        if left:
            sentence = N_(
                "{who} is no longer in this server, so I can't call them; the match waits until they come back, or"
                " until `/match end` ends it."
            )
        else:
            sentence = N_("{who}: I can't write to you privately. `/hand` shows you everything here, for you alone.")

        async def tell(tx: Transaction) -> None:
            await people.set_dm_closed(tx, user_id, True)
            await notices.notice(tx, info.id, sentence, now=self._bot.clock.now(), seats={"who": seat})

        return tell

    @staticmethod
    async def opened(tx: Transaction, user_id: int) -> None:
        """Remember that this person takes messages (again)."""
        if (await people.user(tx, user_id)).dm_closed:
            await people.set_dm_closed(tx, user_id, False)
