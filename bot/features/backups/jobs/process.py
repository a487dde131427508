"""The worker process of one scheduled backup: the request is a line of its input, the outcome its output.

A separate process, because closing a file drops all of a process's locks on it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from bot.app.subprocesses import read_request

#: The process's niceness: everything else comes first.
NICE = 19
#: The output for a success; otherwise it is the reason of the failure.
MADE = "made"


def made(wanted: dict[str, Any]) -> str:
    """Back up the database to the requested file."""
    from bot.store.backup import back_up
    from bot.store.errors import StoreError

    try:
        back_up(wanted["database"], Path(wanted["file"]))
    except StoreError as error:
        return str(error)
    return MADE


def main() -> None:
    """Back up for the process that started this one."""
    sys.stdout.buffer.write(made(read_request(NICE)).encode())
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
