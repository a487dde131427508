"""Transaction hooks: functions that save their own changes in a caller's transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.store.transactions import Transaction

#: A function that saves changes in the given transaction.
TransactionHook = Callable[[Transaction], Awaitable[None]]


def all_hooks(*writes: TransactionHook) -> TransactionHook:
    """Return one hook that calls these hooks in order."""

    async def save(tx: Transaction) -> None:
        for write in writes:
            await write(tx)

    return save
