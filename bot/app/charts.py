"""Draws charts of match scores and player ratings in a worker process."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from bot.app.subprocesses import WorkerClient
from render.sheets.rating_data import Strengths
from render.sheets.score_data import Curve

#: The data of a chart, and the names of the two kinds of charts in requests to the worker process.
ChartData = Curve | Strengths
SCORE_CHART, RATING_CHART = "course", "strengths"


class ChartRenderer:
    """Draws charts as PNG bytes, one at a time."""

    def __init__(self, *, patience: float | None = None) -> None:
        self._worker = WorkerClient("chart", patience=patience)
        self._lock = asyncio.Lock()
        self._last: tuple[ChartData, bytes] | None = None

    async def draw(self, curve: ChartData) -> bytes:
        """Return the chart as PNG bytes; raises WorkerError. The last chart is cached, because everyone who looks at a
        finished match requests the same chart.
        """
        async with self._lock:
            if self._last is None or self._last[0] != curve:
                kind = SCORE_CHART if isinstance(curve, Curve) else RATING_CHART
                self._last = curve, await self._worker.ask([kind, asdict(curve)])
            return self._last[1]
