"""Reviews of finished matches: one at a time, at most one per user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.app.job_queue import JobQueue
from rules.kernel.words.translation import N_

#: The longest queue: the last review comes within the quarter of an hour that Discord waits for it.
MAX_QUEUE = 5


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match after entry `seq`."""

    match: int
    seq: int


class ReviewQueue(JobQueue[FinishedMatch]):
    """Runs reviews of matches."""

    kind = "review"
    disabled_sentence = N_("Those who run me let no reviews be made for now.")
    own = N_("Another review that you asked for is still being made; ask again when you have it.")
    too_many_sentence = N_("Many reviews are being made just now; try again in some minutes.")

    def __init__(
        self, database: Path | str, packs: Path | None = None, *, limit: Callable[[], int] = lambda: MAX_QUEUE
    ) -> None:
        super().__init__(database, packs, limit)
