"""The job table: each kind of job that a worker process can do, with its limits.

Each kind has one process, which does one request at a time; only computer players have several. The module
`subprocesses` starts and queries the processes, and `worker` is the program that they run.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.app import timeouts


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a process: bytes of memory, seconds of processor time, and bytes in one written file."""

    memory: int
    seconds: int
    file: int


@dataclass(frozen=True, slots=True)
class WorkerJob:
    """A kind of job."""

    #: The function that does the job, as module:name. Only the worker process imports it. It takes the decoded JSON
    #: request and returns the answer as bytes.
    function: str
    #: The niceness of the process. The bot itself has 0; jobs that a person waits for have low numbers.
    nice: int
    #: The timeout of a request in seconds, including the start of the process.
    patience: float
    #: Limits for jobs that read files from users, so that a hostile file harms only this process.
    limits: Limits | None = None
    #: Whether the process stays for the next request; otherwise it ends after each one.
    stays: bool = False


JOBS = {
    # Thinking may take as long as the budget in the request; this timeout is added to it.
    "computer": WorkerJob("bot.computers.worker:answer", nice=10, patience=30.0, stays=True),
    # The process doesn't stay, because most bots draw charts rarely.
    "chart": WorkerJob("bot.app.chart_process:draw", nice=10, patience=timeouts.CHART),
    "pack": WorkerJob(
        "bot.features.packs.process:check", nice=5, patience=90.0, limits=Limits(1 << 30, seconds=60, file=16 << 20)
    ),
    # A review also stops by itself, at a shorter time limit of its own.
    "review": WorkerJob("bot.features.reviews.process:review", nice=15, patience=150.0),
    # The longest match takes a minute or two on an idle machine.
    "replay": WorkerJob("bot.features.replays.process:export", nice=10, patience=600.0),
    # A backup needs its own process: if the bot closed the database file here, it would lose its own locks on that
    # file.
    "backup": WorkerJob("bot.features.backups.jobs.process:run", nice=19, patience=6 * 3600.0),
}
