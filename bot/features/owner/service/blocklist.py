"""Blocked users and servers, kept in memory because they are checked for every interaction.

Each process reloads the list with its heartbeat, and the process of an owner who changes the list reloads it
immediately. Joining a match checks the database itself, in the transaction that takes the seat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractAsyncContextManager

from bot.app.clock import DAY, Clock
from bot.features.owner.statements import blocklist
from bot.features.owner.statements.blocklist import BlocklistRow, What
from bot.matches import quotas
from bot.store.statements import processes, settings_audit_log
from bot.store.statements.rows import EVERYWHERE
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.store import Store
from bot.store.transactions import Reader, Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Names of the owner's actions in the audit log.
BARRED, SERVED = "barred", "served"
MAX_DAYS = 3650
#: The id of the lock that lets only one process at a time enforce blocks.
BLOCKLIST_LOCK = 8
#: Maximum size of the cache of users who match no digest. A digest identifies a blocked user whose data was erased.
MAX_CHECKED_USERS = 10_000


class Blocklist:
    """The list of blocked users and servers."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._keep(())

    def _keep(self, rows: Collection[BlocklistRow]) -> None:
        self._people = {row.subject: row for row in rows if row.what == "person" and row.digest is None}
        self._servers = {row.subject: row for row in rows if row.what == "server"}
        self._erased = [row for row in rows if row.digest is not None]
        #: A cache of users known not to match any digest. Digests identify blocked users whose data was erased.
        self._unknown: set[int] = set()

    async def read(self) -> None:
        """Reload the blocklist from the database; raises StoreError."""
        self._keep(await blocklist.list_all(self._store.read))

    async def list_all(self) -> Sequence[BlocklistRow]:
        """Return all blocks that have not expired, newest first."""
        now = self._clock.now()
        return [row for row in await blocklist.list_all(self._store.read) if row.is_active(now)]

    # -- queries ----------------------------------------------------------------------------------------------

    def of_person(self, user_id: int) -> BlocklistRow | None:
        """Return the block of a user, as far as this process knows; None if there is none."""
        entry = self._people.get(user_id)
        if entry is None and self._erased and user_id not in self._unknown:
            entry = next((row for row in self._erased if row.is_of(user_id)), None)
            if entry is None:
                if len(self._unknown) >= MAX_CHECKED_USERS:
                    self._unknown.clear()
                self._unknown.add(user_id)
        return entry if entry is not None and entry.is_active(self._clock.now()) else None

    def is_blocked(self, user_id: int) -> bool:
        """Return whether a user is blocked, as far as this process knows."""
        return self.of_person(user_id) is not None

    def of_server(self, guild_id: int | None) -> BlocklistRow | None:
        """Return the block of a server, as far as this process knows; None if there is none."""
        entry = None if guild_id is None else self._servers.get(guild_id)
        return entry if entry is not None and entry.is_active(self._clock.now()) else None

    async def blocked_among(self, db: Reader, user_ids: Collection[int]) -> set[int]:
        """Return which of these users are blocked, according to the database."""
        return await blocklist.blocked_users(db, user_ids, self._clock.now())

    # -- changes ----------------------------------------------------------------------------------------------

    async def ban(
        self, what: What, subject: int, *, by: int, reason: str = "", days: int | None = None
    ) -> BlocklistRow:
        """Block a user or a server for `days` days; if this is None, until they are unblocked. Raises Refusal."""
        if days is not None and not 1 <= days <= MAX_DAYS:
            raise Refusal(N_("A block lasts 1 to {most} days, or until it's lifted."), most=MAX_DAYS)
        now = self._clock.now()
        row = BlocklistRow(
            what, subject, now, by, quotas.checked_sentence(reason) if reason.strip() else "",
            None if days is None else now + days * DAY,
        )  # fmt: skip
        async with self._store.write() as tx:
            await self._forget(tx, what, subject)
            await blocklist.save(tx, row)
            await self._record(tx, by, BARRED, what, subject)
        await self._changed()
        return row

    async def lift(self, what: What, subject: int, *, by: int) -> None:
        """Unblock a user or a server; raises Refusal."""
        async with self._store.write() as tx:
            if not await self._forget(tx, what, subject):
                raise Refusal(N_("They aren't blocked."))
            await self._record(tx, by, SERVED, what, subject)
        await self._changed()

    async def _forget(self, tx: Transaction, what: What, subject: int) -> bool:
        """Delete all blocks of a user or a server, even those stored as digests; return whether there were any."""
        await tx.wait_for_lock("bars")
        same = [
            row
            for row in await blocklist.list_all(tx)
            if row.what == what and (row.subject == subject or row.is_of(subject))
        ]
        for row in same:
            await blocklist.remove(tx, what, row.subject)
        return bool(same)

    async def _record(self, tx: Transaction, by: int, order: str, what: What, subject: int) -> None:
        await settings_audit_log.save(
            tx, EVERYWHERE, ChangeRow(by, self._clock.now(), order, {"what": what, "subject": subject})
        )
        await processes.tell(tx)

    async def _changed(self) -> None:
        await self.read()
        self._store.orders.set()

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the lock for enforcing blocks inside the `with` statement.

        Yields False if another process holds the lock.
        """
        return self._store.try_task_lock(BLOCKLIST_LOCK)

    # -- effects ----------------------------------------------------------------------------------------------

    async def unsettled(self) -> Sequence[BlocklistRow]:
        """Return the blocks that have yet to be fully enforced.

        For these, the bot must still leave a server or take a person out of matches.
        """
        return [row for row in await self.list_all() if row.settled_at is None]

    async def mark_notified(self, row: BlocklistRow) -> None:
        """Save that a server is being notified about its block.

        Call this before sending the message, so the message is sent only once.
        """
        async with self._store.write() as tx:
            await blocklist.mark(tx, row, told_at=self._clock.now())

    async def mark_settled(self, row: BlocklistRow) -> None:
        """Save that a block has been fully enforced."""
        async with self._store.write() as tx:
            await blocklist.mark(tx, row, settled_at=self._clock.now())

    async def is_back(self, guild_id: int) -> bool:
        """Return whether a server is blocked.

        If the server re-added the bot after the block was enforced, schedule the bot to leave it again.
        """
        row = self.of_server(guild_id)
        if row is None or row.settled_at is None:
            return row is not None
        async with self._store.write() as tx:
            await blocklist.mark(tx, row, settled_at=None, told_at=None)
        await self.read()
        return True

    @property
    def are_unsettled(self) -> bool:
        """Return whether, as far as this process knows, any block has yet to be fully enforced."""
        return any(row.settled_at is None for row in (*self._people.values(), *self._servers.values()))
