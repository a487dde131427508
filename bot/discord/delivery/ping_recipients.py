"""The people that a post pings, by their settings and quiet hours."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.bot import Bot
from bot.matches.records import MatchInfo
from bot.notifications.preferences import PingMode
from bot.notifications.quiet_hours import held_back
from bot.store.statements.rows import OutboxRow

#: The settings of people who get no immediate pings.
NO_IMMEDIATE_PINGS = (PingMode.DAILY, PingMode.NEVER)


class PingRecipients:
    """Selects the people that a post pings."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def callable(self, row: OutboxRow, info: MatchInfo) -> list[int]:
        """Return the people of a call to ping in the channel by day."""
        wishes = await self._bot.service.people.wishes(row.payload["users"])
        mailed = {seat.user_id for seat in info.seats if seat.seat in row.payload.get("mailed", ())}
        return [user for user, wish in wishes.items() if wish.in_channel and not (user in mailed and wish.takes_mail)]

    async def asleep(self, users: Sequence[int], at: int) -> dict[int, int]:
        """Return who of these has quiet hours at a time, with their end.

        The post of an earlier try pinged no one who was asleep then.
        """
        wishes = await self._bot.service.people.wishes(users)
        return {user: until for user, wish in wishes.items() if (until := held_back(wish.rest, at)) > at}

    async def wanted(self, users: Sequence[int]) -> list[int]:
        """Return who of these still wants pings in the channel. Their settings may have changed since the call."""
        wishes = await self._bot.service.people.wishes(users)
        return [user for user, wish in wishes.items() if wish.ring not in NO_IMMEDIATE_PINGS or not wish.takes_mail]

    async def called(self, users: Sequence[int]) -> list[int]:
        """Return who of these to ping for another player's question. People with digests or no pings are only named."""
        wishes = await self._bot.service.people.wishes(users)
        return [user for user, wish in wishes.items() if wish.ring not in NO_IMMEDIATE_PINGS]

    async def reminded(self, info: MatchInfo, users: Sequence[int], *, costs: bool) -> list[int]:
        """Return who of these a reminder pings.

        If it can cost the turn, that is everyone, else those without a reminder from another match within the hour.
        """
        now, noted = self._bot.clock.now(), self._bot.service.people.reminded
        first = [user for user in users if await noted(user, info.id, now)]
        return list(users) if costs else first
