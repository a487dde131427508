"""Scheduled backups: one of the bot's processes writes them to a folder and deletes the oldest backups."""

from __future__ import annotations

import asyncio
import logging

from bot.app import metrics
from bot.app.clock import Clock
from bot.app.settings import Settings
from bot.discord.commands.background_reconciler import REFUSED_INTERVAL, Reconciler
from bot.features.backups.jobs import worker_start
from bot.features.backups.service import Backups
from bot.store import backup_folder

log = logging.getLogger("bot.features.backups.jobs.folder")

HOUR = 3600
#: Seconds until the next check while another process is making a backup, and the maximum number of seconds between two
#: checks. The maximum bounds the delay if the system clock is changed.
BUSY_INTERVAL, MAX_INTERVAL = 60.0, float(HOUR)


class BackupReconciler(Reconciler):
    """Makes a backup when one is due, and then deletes the oldest ones if there are more than the configured number."""

    name = "backups"
    refusal_message = "backups can't be made"

    def __init__(self, backup_service: Backups, clock: Clock, settings: Settings) -> None:
        super().__init__()
        self._of = backup_service
        self._clock = clock
        self._settings = settings

    @property
    def is_needed(self) -> bool:
        """Return whether the settings name a folder for backups."""
        return self._settings.backups is not None

    @property
    def _every(self) -> int:
        """The configured number of seconds between two backups."""
        return self._settings.backup_every * HOUR

    async def work(self) -> float:
        """Make a backup if one is due; return the seconds until the next check."""
        wait = await self._of.wait(self._every)
        if wait:
            return min(wait, MAX_INTERVAL)
        async with self._of.try_lock() as leads:
            if not leads:
                return BUSY_INTERVAL
            if await self._of.wait(self._every):
                return 0.0  # another process has made the backup in the meantime
            return MAX_INTERVAL if await self._make() else REFUSED_INTERVAL

    async def _make(self) -> bool:
        folder, now = self._settings.backups, self._clock.now()
        assert folder is not None
        file = folder / backup_folder.backup_name(now, on_a_server=self._of.on_a_server)
        try:
            await worker_start.make_backup(self._settings.database, file)
        except worker_start.BackupFailed as error:
            metrics.BACKUPS.labels("failed").inc()
            log.error("no backup was made: %s", error)
            return False
        await self._of.mark_done(now)
        metrics.BACKUPS.labels("done").inc()
        try:
            deleted = await asyncio.to_thread(backup_folder.prune, folder, self._settings.backup_keep)
        except OSError as error:
            log.error("old backups can't be deleted: %s", error)
        else:
            log.info("backed up", extra={"file": file.name, "deleted": len(deleted)})
        return True
