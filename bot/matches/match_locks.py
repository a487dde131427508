"""Locks for matches. Requests for the same match are served one at a time, in order of arrival."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Line:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    people: int = 0


class MatchLocks:
    """One lock per match. Requests for different matches don't wait for each other.

    Waiting tasks get an asyncio.Lock in order of arrival; a test checks that.
    """

    def __init__(self) -> None:
        self._lines: dict[int, _Line] = {}

    @asynccontextmanager
    async def hold(self, match_id: int) -> AsyncGenerator[None]:
        """Hold this match's lock during the `with` block."""
        line = self._lines.setdefault(match_id, _Line())
        line.people += 1
        try:
            async with line.lock:
                yield
        finally:
            line.people -= 1
            if not line.people:
                del self._lines[match_id]

    def __len__(self) -> int:
        """Return the number of locked matches."""
        return len(self._lines)
