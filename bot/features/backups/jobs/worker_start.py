"""Starts the worker process of a scheduled backup."""

from __future__ import annotations

from pathlib import Path

from bot.app.subprocesses import WorkerClient, WorkerError
from bot.features.backups.jobs.backup_job import SUCCESS


class BackupFailed(Exception):
    """Raised when a backup fails; str() is a message for the operator."""


async def make_backup(database: Path | str, file: Path) -> None:
    """Back up a database in use to a new file, in a separate process; raises BackupFailed."""
    request = {"database": str(database), "file": str(file)}
    try:
        answer = (await WorkerClient("backup").ask(request)).decode()
    except WorkerError as error:
        raise BackupFailed(f"The backup {file} was not done: {error}.") from error
    if answer != SUCCESS:
        raise BackupFailed(answer)
