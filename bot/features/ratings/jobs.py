"""Keeps ladders up to date: one process adds new results and applies joins and departures after a short delay."""

from __future__ import annotations

from bot.discord.commands.background_sync import Reconciler
from bot.features.ratings.service.ladders import Ratings

#: Seconds until the next check: while work is left, while another process is at work, and when nothing is left.
WORK_LEFT_INTERVAL, BUSY_INTERVAL, IDLE_INTERVAL = 0.0, 15.0, 15.0


class RatingReconciler(Reconciler):
    """Updates the ladders with new results in the background."""

    name = "ratings"
    refusal_message = "ladders can't be brought up to date"

    def __init__(self, ratings: Ratings) -> None:
        super().__init__()
        self._ratings = ratings
        ratings.news = self.wake

    async def work(self) -> float:
        """Update some ladders; return the seconds until the next check."""
        if not await self._ratings.is_due():
            return IDLE_INTERVAL
        async with self._ratings.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            await self._ratings.catch_up()
        return WORK_LEFT_INTERVAL
