"""Private channels to people, and the notice in a match's channel when a player accepts no private messages."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any, TypeVar

import aiohttp
import discord

from bot.discord.bot import Bot
from bot.discord.http import delivery_failures, error_codes
from bot.discord.ui import fallbacks
from bot.discord.ui.person_lookup import has_left
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import Retry, Undeliverable
from bot.notifications.quiet_hours import after_quiet_hours
from rules.kernel.words.translation import N_

log = logging.getLogger("bot.discord")

T = TypeVar("T")


async def in_quiet_hours(bot: Bot, user_ids: Collection[int]) -> set[int]:
    """Return which of these people have quiet hours now, so a message to them must not make a sound."""
    all_prefs, now = await bot.service.people.prefs_by_id(user_ids), bot.clock.now()
    return {user_id for user_id, prefs in all_prefs.items() if after_quiet_hours(prefs.quiet_hours, now) > now}


class DMChannels:
    """Finds or opens private channels to people."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def reach(self, user_id: int, send: Callable[[discord.PartialMessageable], Awaitable[T]]) -> T:
        """Call `send` with the private channel to a person and return the result.

        If the saved channel belongs to a previous bot, open a new one and call `send` again.
        """
        try:
            return await send(await self.channel(user_id))
        except discord.HTTPException as error:
            if error.code not in error_codes.DM_OF_PREVIOUS_BOT:
                raise
        return await send(await self.channel(user_id, is_new=True))

    async def channel(self, user_id: int, *, is_new: bool = False) -> discord.PartialMessageable:
        """Return the private channel to a person. Open one if none is saved or `is_new` is True.

        Raises Undeliverable for a banned person. While Discord doesn't let the bot open private channels, raises Retry
        without sending a request.
        """
        if self._bot.service.quotas.is_barred(user_id):
            raise Undeliverable("those who run the bot don't serve this person")
        people = self._bot.service.people
        channel_id = None if is_new else await people.dm_channel(user_id)
        if channel_id is None:
            channel_id = await self._opened(user_id)
            await people.set_dm_channel(user_id, channel_id)
        return self._bot.get_partial_messageable(channel_id)

    async def _opened(self, user_id: int) -> int:
        breaker = self._bot.dm_circuit_breaker
        if breaker.retry_after:
            raise Retry(breaker.retry_after, delivery_failures.DMS_BLOCKED)
        try:
            channel = await self._bot.create_dm(discord.Object(user_id))
        except discord.HTTPException as error:
            if error.code not in error_codes.DM_SPAM:
                raise
            raise await self.note_spam_refusal(error) from error
        breaker.succeeded()
        return channel.id

    async def note_spam_refusal(self, error: discord.HTTPException) -> Retry:
        """Stop opening private channels for a while after Discord refused one as spam. Return the Retry to raise."""
        breaker = self._bot.dm_circuit_breaker
        breaker.failed()
        log.warning("no private channels are opened: %s", error.code, extra={"seconds": breaker.retry_after})
        await self._bot.service.request_budget.close_openings(breaker.retry_after)
        return Retry(breaker.retry_after, delivery_failures.DMS_BLOCKED)

    async def write(self, user_id: int, **message: Any) -> bool:
        """Write to a person about something outside a match, without retries. Return whether it was delivered."""
        people, silent = self._bot.service.people, bool(await in_quiet_hours(self._bot, [user_id]))

        async def send(channel: discord.PartialMessageable) -> None:
            if isinstance(file := message.get("file"), discord.File):
                file.reset()
            none = discord.AllowedMentions.none()
            await fallbacks.send(self._bot, channel.send, allowed_mentions=none, silent=silent, **message)

        try:
            await self.reach(user_id, send)
        except discord.HTTPException as error:
            if error.code in error_codes.DM_CLOSED:
                await people.mark_message_refused(user_id)
            else:
                log.warning("a private message was not sent: %s", delivery_failures.delivery_error(error))
            return False
        except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited, Retry, Undeliverable):
            log.warning("a private message was not sent")
            return False
        return True

    async def note_closed(self, info: MatchInfo, seat: SeatInfo, *, loud: bool) -> TransactionHook | None:
        """Return the changes to save if a person accepts no private messages, including a notice in the channel.

        The notice is posted only the first time or, if the player has left the server, every time. If `loud`, it pings
        the person, because the private message couldn't.
        """
        is_recorded = await self._bot.service.people.takes_no_messages(seat.user_id)
        has_left_server = await has_left(self._bot, info.guild_id, seat.user_id)
        if is_recorded and not has_left_server:
            return None
        if has_left_server:
            sentence = N_(
                "{who} is no longer in this server, so I can't ping them. The match waits until they're back "
                "or `/match end` ends it."
            )
        else:
            sentence = N_(
                "{who}: I can't send you private messages. `/hand` shows you everything here, and only you see it."
            )
        return self._bot.service.outbox.private_message_refused(info, seat, sentence, loud=loud and not has_left_server)
