"""The job table: each kind of job that a worker process can do, with its limits.

Each kind of job has one process, which handles one request at a time; only computer players have several processes. The
module `subprocesses` starts and queries the processes, and `worker` is the program that they run.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.app import timeouts


@dataclass(frozen=True, slots=True)
class Limits:
    """Resource limits of a process: bytes of memory, seconds of CPU time, and bytes per written file."""

    memory: int
    seconds: int
    file: int


@dataclass(frozen=True, slots=True)
class WorkerJob:
    """A kind of job, with the function that does it and its limits."""

    #: The function that does the job, as module:name. Only the worker process imports it. It receives the decoded JSON
    #: request and returns the answer as bytes.
    function: str
    #: The niceness of the process. It is lower for jobs that a person waits for; the bot itself has 0.
    nice: int
    #: The timeout of a request in seconds. It includes the start of the process.
    timeout: float
    #: Resource limits for jobs that read users' files, so a malicious file harms only this process.
    limits: Limits | None = None
    #: Whether the process stays alive for the next request. If not, each request starts a new process.
    keeps_running: bool = False


JOBS = {
    # The request's own time budget is added to this timeout.
    "computer": WorkerJob("bot.computers.computer_job:answer", nice=10, timeout=30.0, keeps_running=True),
    # This process ends after each chart, because most bots rarely draw charts.
    "chart": WorkerJob("bot.app.chart_job:draw", nice=10, timeout=timeouts.CHART),
    "pack": WorkerJob(
        "bot.features.packs.worker_job:check",
        nice=5,
        timeout=90.0,
        limits=Limits(1 << 30, seconds=60, file=16 << 20),
    ),
    # A review also has its own time limit, which is shorter than this timeout.
    "review": WorkerJob("bot.features.reviews.worker_job:review", nice=15, timeout=150.0),
    # Exporting the longest match takes a minute or two on an idle machine.
    "replay": WorkerJob("bot.features.replays.worker_job:export", nice=10, timeout=600.0),
    # A backup needs its own process: if the bot opened and closed the database file itself, it would lose its own locks
    # on that file.
    "backup": WorkerJob("bot.features.backups.jobs.backup_job:run", nice=19, timeout=6 * 3600.0),
}
