"""The errors of the store."""

from __future__ import annotations

from pathlib import Path


class StoreError(Exception):
    """The database can't be opened, read or written. The message is one sentence for the operator."""


class DatabaseMissing(StoreError):
    """The database is missing or empty."""


class DatabaseDamaged(StoreError):
    """A file isn't an SQLite database or is damaged."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"The file {path} is not a database or is damaged; restore it from a backup.")


class DatabaseInUse(StoreError):
    """Another process has the file open."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"The database {path} is already in use by another process; stop that one first.")


class ServerUnavailable(StoreError):
    """The database server can't be reached or doesn't answer. It may just be starting."""


class LeaseLost(StoreError):
    """Another process has taken over the work, because this process was delayed for too long."""

    def __init__(self) -> None:
        super().__init__("Another process has taken over.")


class CommitOutcomeUnknown(ServerUnavailable):
    """The commit was interrupted, so it is unknown whether the transaction was saved."""
