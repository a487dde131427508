"""For whom a post rings: what people wish, and their quiet hours."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.support.bot import Bot
from bot.matches import MatchInfo, OutboxRow, Ring
from bot.matches.rest import held_back

#: The wishes of those whom nothing rings at once.
QUIETER = (Ring.DAILY, Ring.NEVER)


class Ringing:
    """Tells for whom of those that a post is about it rings."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def callable(self, row: OutboxRow, info: MatchInfo) -> list[int]:
        """Return for whom of those that a call names it rings in the channel, by day."""
        wishes = await self._bot.service.people.wishes(row.payload["users"])
        mailed = {seat.user_id for seat in info.seats if seat.seat in row.payload.get("mailed", ())}
        return [user for user, wish in wishes.items() if wish.in_channel and not (user in mailed and wish.takes_mail)]

    async def asleep(self, users: Sequence[int], at: int) -> dict[int, int]:
        """Return who of these may not be rung at a time, and from when they may: their quiet hours' end.

        What an earlier try has posted rang for nobody who was asleep then.
        """
        wishes = await self._bot.service.people.wishes(users)
        return {user: until for user, wish in wishes.items() if (until := held_back(wish.rest, at)) > at}

    async def wanted(self, users: Sequence[int]) -> list[int]:
        """Return who of these still wants to be rung in the channel: what was held back may have been long ago."""
        wishes = await self._bot.service.people.wishes(users)
        return [user for user, wish in wishes.items() if wish.ring not in QUIETER or not wish.takes_mail]

    async def called(self, users: Sequence[int]) -> list[int]:
        """Return for whom of these a question of others rings: whoever wants no more than a digest is only named."""
        wishes = await self._bot.service.people.wishes(users)
        return [user for user, wish in wishes.items() if wish.ring not in QUIETER]

    async def reminded(self, info: MatchInfo, users: Sequence[int], *, costs: bool) -> list[int]:
        """Return for whom of these a reminder rings: where it can cost the turn for all, else for those whom no other
        match has reminded within the hour.
        """
        now, noted = self._bot.clock.now(), self._bot.service.people.reminded
        first = [user for user in users if await noted(user, info.id, now)]
        return list(users) if costs else first
