"""Reviews of finished matches: one at a time, at most one per user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.app.job_queue import JobQueue
from bot.app.subprocesses import call_worker
from rules.kernel.words.text import N_

#: The timeout of a review in seconds, including the start of its process, which watches the time itself.
PATIENCE = 150.0
#: The longest queue: the last review comes within the quarter of an hour that Discord waits for it.
WAITING = 5


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match after entry `seq`."""

    match: int
    seq: int


class ReviewQueue(JobQueue[FinishedMatch, str]):
    """Runs reviews of matches."""

    off = N_("Those who run me let no reviews be made for now.")
    own = N_("Another review that you asked for is still being made; ask again when you have it.")
    many = N_("Many reviews are being made just now; try again in some minutes.")

    def __init__(
        self, database: Path | str, packs: Path | None = None, *, most: Callable[[], int] = lambda: WAITING
    ) -> None:
        super().__init__(most)
        self._settings = {"database": str(database), "packs": None if packs is None else str(packs.resolve())}

    async def _made(self, wanted: FinishedMatch) -> str:
        return (await call_worker("bot.features.reviews.process", asdict(wanted) | self._settings, PATIENCE)).decode()
