"""The store's error."""

from __future__ import annotations


class StoreError(Exception):
    """The database can't be opened, read or written; the message is one sentence for the operator."""


class Unsure(StoreError):
    """The connection was lost while a transaction was committed, so that nobody can tell yet whether it is saved."""
