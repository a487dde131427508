"""Charts of finished matches' courses and of players' ratings, each in a short-lived process: most hosts need them
seldom.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict

from bot.app import timeouts
from bot.app.subprocesses import spawn_worker
from render.sheets.course import Curve
from render.sheets.strength import Strengths

#: The kinds of charts, and their names for the process.
Shown = Curve | Strengths
COURSE, STRENGTHS = "course", "strengths"

#: The longest line of the picture's bytes, which are read to their end.
LIMIT = 1 << 20


class ChartError(Exception):
    """The process died, was too slow or could not draw."""


class ChartRenderer:
    """Draws charts as PNG bytes, one at a time."""

    def __init__(self, *, patience: float = timeouts.CURVE) -> None:
        self._patience = patience
        self._turn = asyncio.Lock()
        self._last: tuple[Shown, bytes] | None = None

    async def draw(self, curve: Shown) -> bytes:
        """Return the chart; raises ChartError. The last one is cached: a table's spectators see the same."""
        async with self._turn:
            if self._last is not None and self._last[0] == curve:
                return self._last[1]
            kind = COURSE if isinstance(curve, Curve) else STRENGTHS
            process = await spawn_worker("bot.app.chart_process", limit=LIMIT)
            try:
                async with asyncio.timeout(self._patience):
                    drawn, _ = await process.communicate(json.dumps([kind, asdict(curve)]).encode())
            except TimeoutError as error:
                raise ChartError("too slow") from error
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            if process.returncode or not drawn:
                raise ChartError(f"exit code {process.returncode}")
            self._last = curve, drawn
        return drawn
