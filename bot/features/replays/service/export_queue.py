"""The queue of requests for replay files.

One file is created at a time, and each user can have at most one request in the queue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.app.job_queue import JobQueue
from rules.kernel.words.translation import N_

#: Maximum number of requests in the queue.
MAX_QUEUE = 8


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A user's request for a replay file, with the match, the viewer, the language, and the kind of file."""

    match: int
    user: int
    viewer: int | str | None
    locale: str
    kind: str


class ReplayExportQueue(JobQueue[ExportRequest]):
    """Creates replay files one after another. Files are not cached, because the right to see a match can change."""

    kind = "replay"
    disabled_sentence = N_("The bot's owner has turned off files for now.")
    already_queued_sentence = N_("I'm still making your last file; ask for the next one when you have it.")
    too_many_sentence = N_("I'm making many files right now; try again in a few minutes.")

    def __init__(
        self, database: Path | str, packs: Path | None = None, *, limit: Callable[[], int] = lambda: MAX_QUEUE
    ) -> None:
        super().__init__(database, packs, limit)
