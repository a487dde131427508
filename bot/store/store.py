"""The store: one SQLite file, with one connection that writes and one that reads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from bot.store.connection import Reader, Transaction, transaction
from bot.store.errors import StoreError
from bot.store.lock import FileLock
from bot.store.opening import checked_path, connect_reader, connect_writer


class Store:
    """An open database. Made by `Store.open`; `read` reads, `write()` is the only way to change anything."""

    def __init__(self, path: Path, lock: FileLock, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self.path = path
        #: Reads committed data without waiting for writers.
        self.read = Reader(reader)
        #: Set when a commit adds something to deliver.
        self.post_waits = asyncio.Event()
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._turn = asyncio.Lock()
        self._in_hand: set[int] = set()

    @classmethod
    async def open(cls, path: Path | str) -> Store:
        """Open or create the database, and migrate it to this version.

        Raises StoreError, with one sentence for the operator, when that can't be done.
        """
        full = checked_path(path)
        lock = FileLock(full)
        writer: aiosqlite.Connection | None = None
        try:
            writer = await connect_writer(full)
            reader = await connect_reader(full)
        except BaseException:
            if writer is not None:
                await writer.close()
            lock.release()
            raise
        return cls(full, lock, writer, reader)

    async def close(self) -> None:
        """Wait for the running transaction, close the file and release the lock."""
        async with self._turn:
            try:
                await self._reader.close()
                await self._writer.close()
            except sqlite3.Error as error:
                raise StoreError(f"The database {self.path} can't be closed cleanly: {error}.") from error
            finally:
                self._lock.release()

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """Run the block as one transaction: when it ends, all of it is on disk, or nothing.

        Blocks run one at a time, in order. Raises StoreError when the disk is full or fails; the store stays usable.
        """
        async with self._turn:
            async with transaction(self._writer, self._in_hand) as tx:
                yield tx
            if tx.has_post:
                self.post_waits.set()

    @asynccontextmanager
    async def claim(self) -> AsyncGenerator[tuple[Reader, set[int]]]:
        """Choose a row for the delivery worker, between two transactions."""
        async with self._turn:
            yield Reader(self._writer), self._in_hand

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
