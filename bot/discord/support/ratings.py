"""Keeping ladders up to date: what ends, and who comes and goes, is counted a little later, by one process."""

from __future__ import annotations

from bot.discord.support.keeper import Keeper
from bot.matches.ratings import Ratings

#: Seconds until the next look: at more that is left, while another process counts, and when nothing is left.
AT_ONCE, BUSY, IDLE = 0.0, 15.0, 15.0


class RatingKeeper(Keeper):
    """Counts what is left to count on ladders."""

    name = "ratings"
    trouble = "ladders can't be brought up to date"

    def __init__(self, ratings: Ratings) -> None:
        super().__init__()
        self._ratings = ratings
        ratings.news = self.wake

    async def work(self) -> float:
        """Count what is left on some ladders; return the seconds until the next look."""
        if not await self._ratings.is_due():
            return IDLE
        async with self._ratings.alone() as leads:
            if not leads:
                return BUSY
            await self._ratings.catch_up()
        return AT_ONCE
