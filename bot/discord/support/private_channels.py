"""Private channels to people, and what the channel is told when there is none."""

from __future__ import annotations

import discord

from bot.discord.support.bot import Bot
from bot.discord.support.people import has_left
from bot.matches import Along, MatchInfo, OutboxRow, SeatInfo
from rules.kernel.words.text import N_


class PrivateChannels:
    """Find the private channels to people."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def channel(self, user_id: int, *, anew: bool = False) -> discord.PartialMessageable:
        """Return the private channel to a person: the saved one, or a new one."""
        people = self._bot.service.people
        channel_id = None if anew else await people.dm_channel(user_id)
        if channel_id is None:
            channel_id = (await self._bot.create_dm(discord.Object(user_id))).id
            await people.set_dm_channel(user_id, channel_id)
        return self._bot.get_partial_messageable(channel_id)

    async def closed(self, row: OutboxRow, info: MatchInfo, seat: SeatInfo) -> Along | None:
        """Return what saves that this person takes no private messages, and tells the channel once.

        If somebody who is called has left the server, the channel is told each time.
        """
        known = await self._bot.service.people.takes_no_messages(seat.user_id)
        if known and not row.payload["turn"]:
            return None
        left = await has_left(self._bot, info.guild_id, seat.user_id)
        if known and not left:
            return None
        if left:
            sentence = N_(
                "{who} is no longer in this server, so I can't call them; the match waits until they come back, or"
                " until `/match end` ends it."
            )
        else:
            sentence = N_("{who}: I can't write to you privately. `/hand` shows you everything here, for you alone.")
        return self._bot.service.outbox.letter_refused(info, seat, sentence)
