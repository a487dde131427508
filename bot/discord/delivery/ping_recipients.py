"""Selects the people that a post pings, based on their settings and quiet hours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.bot import Bot
from bot.matches.service_results import MatchInfo
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store.statements.rows import OutboxRow

#: The notification settings of people who want no immediate pings.
NO_IMMEDIATE_PINGS = (PingMode.DAILY, PingMode.NEVER)


def quiet_hours_ends(all_prefs: Mapping[int, NotificationPrefs], at: int) -> dict[int, int]:
    """Return the end of the quiet hours for each of these people who has quiet hours at a given time."""
    return {
        user: until for user, prefs in all_prefs.items() if (until := after_quiet_hours(prefs.quiet_hours, at)) > at
    }


class PingRecipients:
    """Selects the people that a post pings."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def for_turn(self, row: OutboxRow, info: MatchInfo) -> dict[int, NotificationPrefs]:
        """Return which players to ping in the channel for their turn, ignoring their quiet hours, with their
        preferences.
        """
        all_prefs = await self._bot.service.people.prefs_by_id(row.payload["users"])
        dm_recipients = {seat.user_id for seat in info.seats if seat.seat in row.payload.get("mailed", ())}
        return {
            user: prefs
            for user, prefs in all_prefs.items()
            if prefs.pings_in_channel and not (user in dm_recipients and prefs.accepts_dms)
        }

    async def in_quiet_hours(self, users: Sequence[int], at: int) -> dict[int, int]:
        """Return the end of the quiet hours for each of these people who has quiet hours at a given time.

        `at` is the time of a post, which didn't ping the people who had quiet hours at that time.
        """
        return quiet_hours_ends(await self._bot.service.people.prefs_by_id(users), at)

    async def for_pings(self, users: Sequence[int]) -> list[int]:
        """Return which of these people still want pings. They may have changed their settings during their turn."""
        all_prefs = await self._bot.service.people.prefs_by_id(users)
        return [
            user
            for user, prefs in all_prefs.items()
            if prefs.ping_mode not in NO_IMMEDIATE_PINGS or not prefs.accepts_dms
        ]

    async def for_question(self, users: Sequence[int]) -> list[int]:
        """Return which of these people to ping when another player asks something: all who want immediate pings."""
        all_prefs = await self._bot.service.people.prefs_by_id(users)
        return [user for user, prefs in all_prefs.items() if prefs.ping_mode not in NO_IMMEDIATE_PINGS]

    async def for_reminder(self, info: MatchInfo, users: Sequence[int], *, costs: bool) -> list[int]:
        """Return which of these people a reminder pings.

        If they could lose their turn (`costs`), the reminder pings all of them. Otherwise, it pings only people who
        haven't had a reminder from another match within the last hour.
        """
        now, record_reminder = self._bot.clock.now(), self._bot.service.people.record_reminder
        not_reminded = [user for user in users if await record_reminder(user, info.id, now)]
        return list(users) if costs else not_reminded
