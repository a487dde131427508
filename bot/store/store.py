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
from bot.store import work_queue as work
from bot.store.connection import ENGINE_ERRORS, Reader, Rows, Transaction, Values, plain
from bot.store.database_lock import FileLock
from bot.store.engines import Address, Database, is_server
from bot.store.errors import DatabaseInUse, StoreError
from bot.store.migration_copies import Copies
from bot.store.outage_log import Outage
from bot.store.postgres import open_server
from bot.store.read_only import existing
from bot.store.sqlite_opening import checked_path, join_file, open_file
from bot.store.statements import matches
from bot.store.statements.processes import ORDERS_MESSAGE
from bot.store.work_queue import WORK_KINDS, Kind


class Store:
    """An open database. Made by `Store.open`; `read` reads, `write()` is the only way to change anything."""

    def __init__(self, database: Database, path: Path | None = None, lock: FileLock | None = None) -> None:
        #: The file; None on a server.
        self.path = path
        #: Reads committed data without waiting for writers; in a task that holds a match, it reads in that transaction.
        self.read = Reader(self._fetch)
        #: Set, by kind of work, when there may be something to do.
        self.news: Mapping[Kind, asyncio.Event] = {kind: asyncio.Event() for kind in WORK_KINDS}
        #: Set when owners may have changed something for all processes.
        self.orders = asyncio.Event()
        self._database = database
        self._lock = lock
        self._unreadable, self._unwritable = Outage("read"), Outage("written")
        self._owner = secrets.token_hex(8)
        #: A hook before every write.
        self.before_writing: Callable[[], Awaitable[None]] | None = None
        #: The transactions of tasks that hold a match.
        self._held: dict[asyncio.Task[Any] | None, Transaction] = {}

    @classmethod
    async def open(
        cls, address: Address, *, create: bool = True, prompt: bool = False, copies: Copies | None = None
    ) -> Store:
        """Open the database, a file or `postgresql://...`, and migrate it to this version.

        A missing file is made, unless `create` is False. With `prompt`, for a bot with waiting users, statements on a
        server have a timeout. Before a migration `copies` are kept; without it only of a file, beside it. Raises
        StoreError, with one sentence for the operator.
        """
        if is_server(address):
            return cls(await open_server(str(address), create=create, prompt=prompt, kept=copies))
        path = checked_path(address)
        if not create:
            existing(path)
        lock = FileLock(path, create=create)
        try:
            store = cls(await open_file(path, copies or Copies()), path, lock)
        except BaseException:
            lock.release()
            raise
        async with store.write() as tx:
            await work.end_leases(tx)
        return store

    @classmethod
    async def join(cls, address: Address) -> Store:
        """Open a database for a small change, even a file that a bot has open; the bot notices new work within half
        a minute. Raises StoreError.
        """
        try:
            return await cls.open(address, create=False)
        except DatabaseInUse:
            path = checked_path(str(address))
            return cls(await join_file(path), path)

    @property
    def clock(self) -> Clock:
        """The common clock of all processes of this database: a server's own, or this machine's."""
        return self._database.clock

    @property
    def owner(self) -> str:
        """The name of this process in the database, for its lifetime."""
        return self._owner

    @property
    def unwritable(self) -> str | None:
        """Why the last attempt to write failed; None after a success."""
        return self._unwritable.why

    def listen(self) -> None:
        """From now on, receive news of work scheduled by other processes, like one's own: see `news`."""
        self._database.listen(self._hear)

    def _hear(self, message: str | None) -> None:
        kind, _, owner = (message or "").partition(" ")
        for known, news in (*self.news.items(), (ORDERS_MESSAGE, self.orders)):
            if message is None or (kind == known and owner != self._owner):
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
        """Run the block as one transaction: at its end, all of it is on disk, or nothing.

        In a file, blocks run one at a time, in order; on a server, those that change the same rows do. In a task that
        holds a match the block belongs to that transaction. Raises StoreError if the disk is full or fails; the store
        stays usable.
        """
        held = self._held.get(asyncio.current_task())
        if held is not None:
            yield held
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
        """Run the block as one transaction that holds a match exclusively, across processes.

        All reads and writes of this task in the block belong to it. Don't wait for anything slow in it.
        """
        task = asyncio.current_task()
        async with self.write() as tx:
            await matches.lock_row(tx, match_id)
            self._held[task] = tx
            try:
                yield tx
            finally:
                del self._held[task]

    @property
    def is_held(self) -> bool:
        """Return whether this task holds a match."""
        return asyncio.current_task() in self._held

    async def _fetch(self, statement: Executable, values: Values | None) -> Rows:
        held = self._held.get(asyncio.current_task())
        if held is not None:
            return await held.fetch(statement, values)
        try:
            rows = await self._database.fetch(statement, values)
        except (StoreError, *ENGINE_ERRORS) as error:
            self._unreadable.failed(error)
            raise
        self._unreadable.succeeded()
        return rows

    async def scrub(self) -> None:
        """Remove deleted data from the database's files, as far as possible.

        A server keeps it in its own logs for as long as configured. Raises StoreError.
        """
        try:
            await self._database.scrub()
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database can't be written: {plain(error)}.") from error

    def try_task_lock(self, task: int) -> AbstractAsyncContextManager[bool]:
        """Hold the lock of a task, by its number, during the block; yields False if another process has it.

        Raises StoreError.
        """
        return self._database.try_task_lock(task)

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
