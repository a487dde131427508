"""Keeps ladders up to date: one process adds new results, and applies users' choices to join or leave a ladder."""

from __future__ import annotations

from bot.discord.commands.background_reconciler import Reconciler
from bot.features.ratings.service.ladders import Ratings

#: Seconds until the next check: while work is left, while another process is updating ladders, and when nothing is
#: left.
WORK_LEFT_INTERVAL, BUSY_INTERVAL, IDLE_INTERVAL = 0.0, 15.0, 15.0


class RatingReconciler(Reconciler):
    """Updates the ladders in the background."""

    name = "ratings"
    refusal_message = "ladders can't be brought up to date"

    def __init__(self, ratings: Ratings) -> None:
        super().__init__()
        self._ratings = ratings
        ratings.news = self.wake

    async def work(self) -> float:
        """Update the ladders that are due, up to a limit; return the seconds until the next check."""
        if not await self._ratings.is_due():
            return IDLE_INTERVAL
        async with self._ratings.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            await self._ratings.catch_up()
        return WORK_LEFT_INTERVAL
