"""Deletes expired data, and the data of servers that the bot has left."""

from __future__ import annotations

from bot.app.clock import DAY
from bot.features.open_tables import statements as open_table_statements
from bot.features.privacy.statements import erasures, retention
from bot.features.privacy.statements.erasures import ErasureRow
from bot.matches.repository import MatchRepository
from bot.matches.settings.retention_periods import RetentionPeriods
from bot.store.statements import invitations
from bot.store.transactions import Transaction

#: Number of matches deleted in one batch. Other work can run between batches.
BATCH_SIZE = 20


class Retention:
    """Deletes expired data."""

    def __init__(self, repo: MatchRepository, retention_periods: RetentionPeriods) -> None:
        self._repo = repo
        self._periods = retention_periods

    async def sweep(self) -> bool:
        """Delete some expired data; return whether there may be more."""
        store, keep = self._repo.store, self._periods
        async with store.write() as tx:
            await invitations.forget(tx, self._before(1))
            if keep.reports:
                await retention.forget_reports(tx, self._before(keep.reports))
            if keep.seeks:
                await open_table_statements.forget_old(tx, self._before(keep.seeks))
        if not keep.matches:
            return False
        before = self._before(keep.matches)
        old = await retention.ended_before(store.read, before, BATCH_SIZE)
        for match_id in old:
            await self._delete(match_id)
        if not old:
            async with store.write() as tx:
                await retention.forget_cups(tx, before)
        return bool(old)

    def _before(self, days: int) -> int:
        return self._repo.clock.now() - days * DAY

    async def _delete(self, match_id: int) -> None:
        async with self._repo.lock_match(match_id) as tx:
            await retention.delete_match(tx, match_id)
        self._repo.forget(match_id)
        self._repo.journal_cache.drop(match_id)

    # -- servers ----------------------------------------------------------------------------------------------

    async def unscheduled_servers(self) -> set[int]:
        """Return the servers with stored data whose erasure is not scheduled."""
        read = self._repo.store.read
        return await retention.servers(read) - await erasures.servers(read)

    async def server_left(self, tx: Transaction, guild_id: int) -> None:
        """Schedule the erasure of a server that the bot has left.

        The erasure is cancelled if the bot is added again before it is due.
        """
        now, days = self._repo.clock.now(), self._periods.servers
        if days and await erasures.get(tx, "server", guild_id) is None:
            await erasures.save(tx, ErasureRow("server", guild_id, 0, now, now + days * DAY))

    async def server_is_back(self, guild_id: int) -> None:
        """Cancel the scheduled erasure of a server, because the bot is in the server again."""
        erasure = await erasures.get(self._repo.store.read, "server", guild_id)
        if erasure is not None:
            async with self._repo.store.write() as tx:
                await erasures.remove(tx, erasure)

    async def erase_server(self, row: ErasureRow) -> None:
        """Delete a batch of a server's matches or, once none are left, the server's remaining data."""
        store = self._repo.store
        batch_ids = await retention.of_server(store.read, row.subject, BATCH_SIZE)
        for match_id in batch_ids:
            await self._delete(match_id)
        if batch_ids:
            return
        async with store.write() as tx:
            await retention.forget_server(tx, row.subject)
            await erasures.remove(tx, row)
        await store.scrub()
