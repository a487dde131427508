"""The process that makes one scheduled backup: which one comes as a line of its input, what came of it is its output.

It is another process since whoever closes a file loses all locks that their process has on it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from bot.processes import asked

#: The process's niceness: everything else comes first.
NICE = 19
#: What it says when the backup is made; otherwise it says why not.
MADE = "made"


def made(wanted: dict[str, Any]) -> str:
    """Back up the database to the file that is wanted."""
    from bot.store import StoreError
    from bot.store.backup import back_up

    try:
        back_up(wanted["database"], Path(wanted["file"]))
    except StoreError as error:
        return str(error)
    return MADE


def main() -> None:
    """Back up for the process that started this one."""
    sys.stdout.buffer.write(made(asked(NICE)).encode())
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
