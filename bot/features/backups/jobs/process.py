"""The job `backup`: makes a scheduled backup in a worker process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.store.backup import back_up
from bot.store.errors import StoreError

#: The answer for a success; otherwise it is the reason of the failure.
SUCCESS = "made"


def run(wanted: dict[str, Any]) -> bytes:
    """Back up the database to the requested file."""
    try:
        back_up(wanted["database"], Path(wanted["file"]))
    except StoreError as error:
        return str(error).encode()
    return SUCCESS.encode()
