"""Replay files: made one at a time, at most one per user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.app.job_queue import JobQueue
from bot.app.subprocesses import call_worker
from rules.kernel.words.text import N_

#: The timeout of a file in seconds: the longest match takes a minute or two on an idle machine.
PATIENCE = 600.0
#: The most users waiting for their files.
WAITING = 8


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A request for a file: a match through a viewer's eyes."""

    match: int
    user: int
    viewer: int | str | None
    locale: str
    kind: str


class ReplayExportQueue(JobQueue[ExportRequest, bytes]):
    """Makes replay files. None is cached, as access to them changes."""

    off = N_("Those who run me let no files be made for now.")
    own = N_("Your last file is still being made; ask for the next one when you have it.")
    many = N_("Many files are being made just now; try again in some minutes.")

    def __init__(
        self, database: Path | str, packs: Path | None = None, *, most: Callable[[], int] = lambda: WAITING
    ) -> None:
        super().__init__(most)
        self._settings = {"database": str(database), "packs": None if packs is None else str(packs)}

    async def _made(self, wanted: ExportRequest) -> bytes:
        return await call_worker("bot.features.replays.process", asdict(wanted) | self._settings, PATIENCE)
