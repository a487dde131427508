"""The queue of requests for reviews of finished matches.

One review is created at a time, and each user can have at most one request in the queue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.app.job_queue import JobQueue
from rules.kernel.words.translation import N_

#: Maximum length of the queue. Even the last review in it is ready within 15 minutes, before Discord's interaction
#: expires.
MAX_QUEUE = 5


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match, with the number `seq` of its last journal entry."""

    match: int
    seq: int


class ReviewQueue(JobQueue[FinishedMatch]):
    """Creates reviews one after another."""

    kind = "review"
    disabled_sentence = N_("The bot's owner has turned off reviews for now.")
    already_queued_sentence = N_("I'm still making another review for you; ask again when you have it.")
    too_many_sentence = N_("I'm making many reviews right now; try again in a few minutes.")

    def __init__(
        self, database: Path | str, packs: Path | None = None, *, limit: Callable[[], int] = lambda: MAX_QUEUE
    ) -> None:
        super().__init__(database, packs, limit)
