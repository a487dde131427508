"""Reports damaged database rows to the bot's owner by private message, at most once a day."""

from __future__ import annotations

from bot.discord.bot import Bot
from bot.discord.commands.background_reconciler import Reconciler
from bot.discord.delivery.dm_channels import DMChannels
from bot.features.owner.service.damage_warnings import DamageWarnings
from rules.kernel.words.translation import Translator

#: Seconds until the next check, normally and while another process is sending a report to the owner.
IDLE_INTERVAL, BUSY_INTERVAL = 600.0, 60.0


class DamageReconciler(Reconciler):
    """Notifies the owner when this process has found damaged database rows that were not reported before."""

    name = "damage"
    refusal_message = "the owner can't be told of damaged rows yet"

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self._bot = bot
        self._damage = bot.service.part(DamageWarnings)
        #: Number of damaged rows found by this process that were already reported to the owner.
        self._known = 0

    async def work(self) -> float:
        """Notify the owner about damaged rows found since the last report; return the seconds until the next check."""
        damaged_count = self._bot.service.metrics_cache.unreadable()
        if damaged_count <= self._known or await self._damage.seconds_until_report():
            return IDLE_INTERVAL
        async with self._damage.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            if await self._damage.seconds_until_report():
                return IDLE_INTERVAL  # another process has notified the owner in the meantime
            owner = await self._bot.owners.main_owner()
            # Save this before sending the message, so the owner doesn't get the message twice if the process dies in
            # between.
            await self._damage.mark_reported()
            if await self._write(owner):
                self._known = damaged_count
        return IDLE_INTERVAL

    async def _write(self, owner: int) -> bool:
        """Send the owner a private message about damaged rows; return whether it was delivered."""
        bot = self._bot
        say = Translator(await bot.service.people.private_locale(owner, bot.settings.locale))
        text = say.n(
            "A row of my database is damaged: `tenebrae doctor` names it.",
            "{n} rows of my database are damaged: `tenebrae doctor` lists them.",
            await self._damage.count(),
        )
        return await DMChannels(bot).write(owner, content=text)
