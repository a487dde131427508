"""The job `backup`: writes a scheduled backup in a worker process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.store.backup import back_up
from bot.store.errors import StoreError

#: The worker's response after a successful backup. Any other response is an error message.
SUCCESS = "made"


def run(request: dict[str, Any]) -> bytes:
    """Back up the database to the requested file; return `SUCCESS` or the error message, as UTF-8."""
    try:
        back_up(request["database"], Path(request["file"]))
    except StoreError as error:
        return str(error).encode()
    return SUCCESS.encode()
