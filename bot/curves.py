"""Drawing the courses of finished matches and people's ratings, each in a process that ends with it: most hosts need
it seldom.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict

from bot import timeouts
from bot.processes import started
from render.sheets.course import Curve
from render.sheets.strength import Strengths

#: What can be drawn, and what the process is told that it is.
Shown = Curve | Strengths
COURSE, STRENGTHS = "course", "strengths"

#: The length of a line of the picture's bytes, which are read to their end.
LIMIT = 1 << 20


class NoCurve(Exception):
    """The process has died, was too slow or could not draw."""


class Curves:
    """Draws curves as PNG bytes, one at a time."""

    def __init__(self, *, patience: float = timeouts.CURVE) -> None:
        self._patience = patience
        self._turn = asyncio.Lock()
        self._last: tuple[Shown, bytes] | None = None

    async def draw(self, curve: Shown) -> bytes:
        """Return the picture; raises NoCurve. The last one is kept: those who watch a table see the same."""
        async with self._turn:
            if self._last is not None and self._last[0] == curve:
                return self._last[1]
            kind = COURSE if isinstance(curve, Curve) else STRENGTHS
            process = await started("bot.curve_worker", limit=LIMIT)
            try:
                async with asyncio.timeout(self._patience):
                    drawn, _ = await process.communicate(json.dumps([kind, asdict(curve)]).encode())
            except TimeoutError as error:
                raise NoCurve("too slow") from error
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            if process.returncode or not drawn:
                raise NoCurve(f"exit code {process.returncode}")
            self._last = curve, drawn
        return drawn
