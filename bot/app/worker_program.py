"""The program of a worker process. It does jobs of one kind for the process that started it, and ends with that
process.

A request is a line of JSON on standard input. An answer on standard output is a line with `1` and the length of the
result, followed by the result itself. If the job failed, the line starts with `0`, and the result is the class name of
the error. The error's message is left out because it may name hidden cards.
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
    """Import and return a job's function."""
    module, _, name = job.function.partition(":")
    return getattr(import_module(module), name)


def serve(job: WorkerJob, requests: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer each request until the input ends."""
    for line in requests:
        try:
            request = json.loads(line)
            ok, answer = 1, load(job)(request)
        except Exception as error:
            ok, answer = 0, type(error).__name__.encode()
        answers.write(b"%d %d\n" % (ok, len(answer)) + answer)
        answers.flush()


def _requests() -> Iterator[bytes]:
    """Yield the requests. When the input ends, the process exits at once, even in the middle of a job."""
    lines = SimpleQueue[bytes]()
    Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        yield lines.get()


def _read(lines: SimpleQueue[bytes]) -> None:
    # Read the file descriptor directly: a Python file object has a lock, which this thread would still hold at exit.
    buffer = b""
    while read := os.read(sys.stdin.fileno(), 1 << 16):
        *complete_lines, buffer = (buffer + read).split(b"\n")
        for line in complete_lines:
            lines.put(line)
    os._exit(1)


def _apply_limits(limits: Limits) -> None:
    """Limit this process's resources, on systems that support it."""
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
    """Run the worker for the process that started it."""
    job = JOBS[sys.argv[1]]
    # Ctrl+C reaches the whole process group, but the bot ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(job.nice)
    if job.limits is not None:
        _apply_limits(job.limits)
    serve(job, _requests(), sys.stdout.buffer)


if __name__ == "__main__":
    main()
