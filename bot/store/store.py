"""The store: a database that is open for reading and writing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from bot.store.connection import Reader, Transaction
from bot.store.engines import Address, Database, is_server
from bot.store.lock import FileLock
from bot.store.opening import checked_path, open_file
from bot.store.postgres import open_server


class Store:
    """An open database. Made by `Store.open`; `read` reads, `write()` is the only way to change anything."""

    def __init__(self, database: Database, path: Path | None = None, lock: FileLock | None = None) -> None:
        #: The file; None on a server.
        self.path = path
        #: Reads committed data without waiting for writers.
        self.read = Reader(database.fetch)
        #: Set when a commit adds something to deliver.
        self.post_waits = asyncio.Event()
        self._database = database
        self._lock = lock
        self._turn = asyncio.Lock()
        self._in_hand: set[int] = set()

    @classmethod
    async def open(cls, address: Address) -> Store:
        """Open or create the database, and migrate it to this version: a file, or `postgresql://...`.

        Raises StoreError, with one sentence for the operator, when that can't be done.
        """
        if is_server(address):
            return cls(await open_server(str(address)))
        path = checked_path(address)
        lock = FileLock(path)
        try:
            return cls(await open_file(path), path, lock)
        except BaseException:
            lock.release()
            raise

    async def close(self) -> None:
        """Wait for the running transaction, close the database and release the lock."""
        async with self._turn:
            try:
                await self._database.close()
            finally:
                if self._lock is not None:
                    self._lock.release()

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """Run the block as one transaction: when it ends, all of it is on disk, or nothing.

        Blocks run one at a time, in order. Raises StoreError when the disk is full or fails; the store stays usable.
        """
        async with self._turn:
            async with self._database.transaction() as connection:
                tx = Transaction(connection, self._in_hand)
                yield tx
            if tx.has_post:
                self.post_waits.set()

    @asynccontextmanager
    async def claim(self) -> AsyncGenerator[tuple[Reader, set[int]]]:
        """Choose a row for the delivery worker, between two transactions."""
        async with self._turn:
            yield self.read, self._in_hand

    def alone(self, task: int) -> AbstractAsyncContextManager[bool]:
        """Let the block do a task, by its number, that one process at a time does; yields False where another does it.

        Raises StoreError.
        """
        return self._database.alone(task)

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
