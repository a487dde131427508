"""The job table: each kind of work that a worker process does, with its limits.

One process per kind does one request at a time; computer players have several. `subprocesses` starts and queries it,
`worker` is the process.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.app import timeouts


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a process may use: bytes of memory, seconds of the processor, and bytes of a written file."""

    memory: int
    seconds: int
    file: int


@dataclass(frozen=True, slots=True)
class WorkerJob:
    """A kind of work."""

    #: The function that does it, as module:name. Only the worker process imports it. It takes the request, which is
    #: JSON, and returns the answer's bytes.
    function: str
    #: The niceness of the process. The bot itself comes first; people wait for the work with low numbers.
    nice: int
    #: The timeout of an answer in seconds, including the start of the process.
    patience: float
    #: Limits for files from outside: a hostile one harms this process only.
    limits: Limits | None = None
    #: The process stays for the next request; otherwise it ends after each.
    stays: bool = False


JOBS = {
    # An answer takes as long as the query's budget allows, beyond this.
    "computer": WorkerJob("bot.computers.worker:answer", nice=10, patience=30.0, stays=True),
    # Most hosts need charts seldom.
    "chart": WorkerJob("bot.app.chart_process:draw", nice=10, patience=timeouts.CHART),
    "pack": WorkerJob(
        "bot.features.packs.process:check", nice=5, patience=90.0, limits=Limits(1 << 30, seconds=60, file=16 << 20)
    ),
    # The process watches the time itself.
    "review": WorkerJob("bot.features.reviews.process:review", nice=15, patience=150.0),
    # The longest match takes a minute or two on an idle machine.
    "replay": WorkerJob("bot.features.replays.process:export", nice=10, patience=600.0),
    # A separate process, because closing a file drops all of a process's locks on it.
    "backup": WorkerJob("bot.features.backups.jobs.process:run", nice=19, patience=6 * 3600.0),
}
