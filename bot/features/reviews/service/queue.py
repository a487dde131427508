"""The queue for reviews of finished matches: one at a time, at most one per user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.app.job_queue import JobQueue
from rules.kernel.words.translation import N_

#: The longest queue. Its last review is still ready within 15 minutes, when Discord stops waiting for the answer.
MAX_QUEUE = 5


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match, as of entry `seq`."""

    match: int
    seq: int


class ReviewQueue(JobQueue[FinishedMatch]):
    """Makes reviews, one after another."""

    kind = "review"
    disabled_sentence = N_("Those who run me let no reviews be made for now.")
    own = N_("Another review that you asked for is still being made; ask again when you have it.")
    too_many_sentence = N_("Many reviews are being made just now; try again in some minutes.")

    def __init__(
        self, database: Path | str, packs: Path | None = None, *, limit: Callable[[], int] = lambda: MAX_QUEUE
    ) -> None:
        super().__init__(database, packs, limit)
