"""Reads the metrics of all processes as Prometheus does, while people play and processes die."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import aiohttp
from prometheus_client.parser import text_string_to_metric_families as families

from bot.discord.health import METRICS_PATH

#: The seconds between two scrapes, and the timeout of a scrape, which is Prometheus's default.
EVERY, PATIENCE = 1.0, 10.0
STARTED = "process_start_time_seconds"
#: The values of metrics by name and labels.
Figures = Mapping[tuple[str, tuple[tuple[str, str], ...]], float]


class Scraper:
    """Scrapes the metrics of each process again and again, and checks them."""

    def __init__(self, urls: Sequence[str], is_frozen: Callable[[], bool]) -> None:
        """Prepare to scrape these URLs. While `is_frozen` returns True, a scrape may time out."""
        self._is_frozen = is_frozen
        self._last: dict[str, Figures] = {url: {} for url in urls}
        self.pages, self.slowest = 0, 0.0
        self.faults: list[str] = []

    async def run(self) -> None:
        """Scrape until cancelled. Processes that are just starting are skipped."""
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            while True:
                for url in self._last:
                    with suppress(aiohttp.ClientError):
                        await self._scrape(session, url)
                await asyncio.sleep(EVERY)

    async def _scrape(self, session: aiohttp.ClientSession, url: str) -> None:
        begun = time.monotonic()
        try:
            async with session.get(url + METRICS_PATH) as answer:
                status, text = answer.status, await answer.text()
        except TimeoutError:
            if not self._is_frozen():
                self.faults.append(f"no figures within {PATIENCE:.0f} s")
            return
        self.pages += 1
        self.slowest = max(self.slowest, time.monotonic() - begun)
        if status != 200:
            self.faults.append(f"{status} in place of figures")
            return
        now = {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in families(text)
            for sample in family.samples
        }
        before = self._last[url]
        if before.get((STARTED, ())) == now.get((STARTED, ())):
            fell = [name for (name, its) in before if name.endswith("_total") and now[name, its] < before[name, its]]
            self.faults += [f"{name} has fallen" for name in fell]
        self._last[url] = now

    def total(self, name: str, **labels: str) -> float:
        """Return the sum of a metric over all processes, from their last scrapes."""
        return sum(
            value
            for figures in self._last.values()
            for (of, its), value in figures.items()
            if of == name and labels.items() <= dict(its).items()
        )
