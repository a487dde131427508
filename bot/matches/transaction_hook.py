"""Writes that belong to a delivered post, in the transaction that marks its row as done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.store.connection import Transaction

#: A write in the caller's transaction.
TransactionHook = Callable[[Transaction], Awaitable[None]]


def all_hooks(*writes: TransactionHook) -> TransactionHook:
    """Return several writes as one, in this order."""

    async def save(tx: Transaction) -> None:
        for write in writes:
            await write(tx)

    return save
