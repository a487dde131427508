"""The worker process: does the requests of one kind of job for the process that started it, and ends with it.

A request is a line of JSON on its input. An answer on its output is a line, `1` and its length, followed by its bytes;
if the job failed, `0` and the class of the error instead. An error's message may contain what players must not know.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from bot.app.worker_jobs import JOBS, Limits, WorkerJob


def load(job: WorkerJob) -> Callable[[Any], bytes]:
    """Import a job's function."""
    module, _, name = job.function.partition(":")
    return getattr(import_module(module), name)


def serve(job: WorkerJob, requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer requests until they end."""
    for line in requests:
        try:
            wanted = json.loads(line)
            ok, told = 1, load(job)(wanted)
        except Exception as error:
            ok, told = 0, type(error).__name__.encode()
        answers.write(b"%d %d\n" % (ok, len(told)) + told)
        answers.flush()


def _requests() -> Iterator[bytes]:
    """Yield the requests; the process ends as soon as its input does, even in the middle of a job."""
    lines = SimpleQueue[bytes]()
    Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        yield lines.get()


def _read(lines: SimpleQueue[bytes]) -> None:
    # Not through Python's file object, whose lock this thread would hold at the process's own exit.
    kept = b""
    while read := os.read(sys.stdin.fileno(), 1 << 16):
        *whole, kept = (kept + read).split(b"\n")
        for line in whole:
            lines.put(line)
    os._exit(1)


def _apply(limits: Limits) -> None:
    """Limit this process's resources, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_FSIZE, limits.file),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def main() -> None:
    """Serve the process that started this one."""
    job = JOBS[sys.argv[1]]
    # Ctrl+C goes to the whole process group; the bot ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(job.nice)
    if job.limits is not None:
        _apply(job.limits)
    serve(job, _requests(), sys.stdout.buffer)


if __name__ == "__main__":
    main()
