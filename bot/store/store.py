"""The store: a database open for reading and writing."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Executable

from bot.app.clock import Clock
from bot.store import work_queue
from bot.store.database_lock import FileLock
from bot.store.engine_interface import Address, Database, is_server
from bot.store.errors import DatabaseInUse, StoreError
from bot.store.migration_copies import Copies
from bot.store.outage_log import Outage
from bot.store.postgres import open_server
from bot.store.read_only import existing_file
from bot.store.sqlite_opening import checked_path, join_file, open_file
from bot.store.statements import matches
from bot.store.statements.processes import ORDERS_MESSAGE
from bot.store.transactions import ENGINE_ERRORS, Reader, Rows, Transaction, Values, describe_error
from bot.store.work_queue import WORK_KINDS, Kind


class Store:
    """An open database, created by `Store.open`. Read with `read`; write only within `write()` or `lock_match()`."""

    def __init__(self, database: Database, path: Path | None = None, lock: FileLock | None = None) -> None:
        #: The path of the database file; None for a database on a server.
        self.path = path
        #: Reads committed data without waiting for writers. In a task that has locked a match, it reads within the
        #: task's transaction.
        self.read = Reader(self._fetch)
        #: An event for each kind of work, which is set when there may be new work of that kind.
        self.news: Mapping[Kind, asyncio.Event] = {kind: asyncio.Event() for kind in WORK_KINDS}
        #: Set when the bot's owners may have changed something that affects all processes.
        self.orders = asyncio.Event()
        self._database = database
        self._lock = lock
        self._unreadable, self._unwritable = Outage("read"), Outage("written")
        self._owner = secrets.token_hex(8)
        #: A function that is awaited before each write transaction.
        self.before_writing: Callable[[], Awaitable[None]] | None = None
        #: The transactions of the tasks that have locked a match.
        self._transactions: dict[asyncio.Task[Any] | None, Transaction] = {}

    @classmethod
    async def open(
        cls, address: Address, *, create: bool = True, prompt: bool = False, copies: Copies | None = None
    ) -> Store:
        """Open a database (a file or `postgresql://...`) and migrate it to this version's format; raises StoreError.

        A missing file is created, unless `create` is False. If `prompt`, statements on a server time out, because the
        bot's users are waiting. `copies` says how to make copies before a migration; by default, files are copied
        beside the database, and databases on a server aren't copied. A StoreError's message is one sentence for the
        operator.
        """
        if is_server(address):
            return cls(await open_server(str(address), create=create, prompt=prompt, copies=copies))
        path = checked_path(address)
        if not create:
            existing_file(path)
        lock = FileLock(path, create=create)
        try:
            store = cls(await open_file(path, copies or Copies()), path, lock)
        except BaseException:
            lock.release()
            raise
        async with store.write() as tx:
            await work_queue.end_leases(tx)
        return store

    @classmethod
    async def join(cls, address: Address) -> Store:
        """Open a database for a small change, even a file that a bot has open; raises StoreError.

        The bot notices new work within half a minute.
        """
        try:
            return await cls.open(address, create=False)
        except DatabaseInUse:
            path = checked_path(str(address))
            return cls(await join_file(path), path)

    @property
    def clock(self) -> Clock:
        """The clock that all processes of this database share: that of the database server or, for a file, of this
        machine.
        """
        return self._database.clock

    @property
    def owner(self) -> str:
        """The random name of this process in the database. It marks the process's leases."""
        return self._owner

    @property
    def unwritable(self) -> str | None:
        """Why the last attempt to write failed; None if it succeeded."""
        return self._unwritable.why

    def listen(self) -> None:
        """Start listening for work that other processes schedule. Such work sets the events in `news`, just as work
        scheduled by this process does.
        """
        self._database.listen(self._hear)

    def _hear(self, message: str | None) -> None:
        kind, _, owner = (message or "").partition(" ")
        for known_kind, news in (*self.news.items(), (ORDERS_MESSAGE, self.orders)):
            if message is None or (kind == known_kind and owner != self._owner):
                news.set()

    async def close(self) -> None:
        """Wait for the running transaction, close the database and release the lock."""
        try:
            await self._database.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """Run the block as one transaction: afterwards, either all of its changes are on disk or none.

        In a file, blocks run one at a time. On a server, a block waits only for blocks that change the same rows. In a
        task that has locked a match, the block belongs to that transaction. Raises StoreError, for example if the disk
        is full; the store can still be used afterwards.
        """
        transaction = self._transactions.get(asyncio.current_task())
        if transaction is not None:
            yield transaction
            return
        if self.before_writing is not None:
            await self.before_writing()
        try:
            async with self._database.transaction() as connection:
                tx = Transaction(connection, self._owner)
                yield tx
                tx.check()
        except (StoreError, *ENGINE_ERRORS) as error:
            self._unwritable.failed(error)
            raise
        self._unwritable.succeeded()
        for kind, news in self.news.items():
            if any(kind == scheduled for scheduled, _ in tx.scheduled):
                news.set()
        for do in tx.after_commit:
            do()

    @asynccontextmanager
    async def lock_match(self, match_id: int) -> AsyncGenerator[Transaction]:
        """Run the block as one transaction, with the match locked against all other tasks and processes.

        All reads and writes of this task in the block belong to the transaction. Don't wait for anything slow in the
        block.
        """
        task = asyncio.current_task()
        async with self.write() as tx:
            await matches.lock_row(tx, match_id)
            self._transactions[task] = tx
            try:
                yield tx
            finally:
                del self._transactions[task]

    @property
    def has_locked_match(self) -> bool:
        """Return whether this task has locked a match."""
        return asyncio.current_task() in self._transactions

    async def _fetch(self, statement: Executable, values: Values | None) -> Rows:
        transaction = self._transactions.get(asyncio.current_task())
        if transaction is not None:
            return await transaction.fetch(statement, values)
        try:
            rows = await self._database.fetch(statement, values)
        except (StoreError, *ENGINE_ERRORS) as error:
            self._unreadable.failed(error)
            raise
        self._unreadable.succeeded()
        return rows

    async def scrub(self) -> None:
        """Remove deleted data from the database's files, as far as possible; raises StoreError.

        A server's own logs keep the data for as long as they are configured to.
        """
        try:
            await self._database.scrub()
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database can't be written: {describe_error(error)}.") from error

    def try_task_lock(self, task: int) -> AbstractAsyncContextManager[bool]:
        """Acquire the lock with this number for the block. Yields False if another process has it. Raises
        StoreError.
        """
        return self._database.try_task_lock(task)

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
