"""The HTTP pages for monitoring: health, readiness and metrics."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bot.app import metrics
from bot.app.registry_class import Registry
from bot.app.settings import Settings
from bot.discord.bot import Bot
from bot.discord.client import TenebraeBot
from bot.discord.gauges import Gauges
from bot.discord.http.client_address import ClientAddresses
from bot.discord.http.public_page_limits import RequestLimits
from bot.discord.http.server import listening
from bot.store.errors import StoreError

log = logging.getLogger("bot.discord")

HEALTH_PATH, READY_PATH, METRICS_PATH = "/healthz", "/readyz", "/metrics"
#: The process counts as unhealthy if the database takes more than this many seconds to respond.
DATABASE_TIMEOUT = 2.0
#: Functions that features add to return remarks for the health page, such as the number of unread reports. A remark
#: doesn't make the process unhealthy.
REMARKS = Registry[Callable[[Bot], Awaitable[list[str]]]]("remarks on the health page")


class HealthEndpoints:
    """Serves the monitoring pages of one bot."""

    def __init__(self, bot: TenebraeBot) -> None:
        self._bot = bot
        #: True once the process is about to stop.
        self.is_stopping = False
        #: The running or most recent check of the database. Requests that arrive during a check share it.
        self._database_check: asyncio.Task[bool] | None = None

    def now(self) -> float:
        """Return the monotonic time in seconds, by the bot's clock."""
        return self._bot.clock.monotonic()

    def add_to(self, app: web.Application, *, counts: bool) -> None:
        """Add the pages to a server. If `counts`, also add the metrics, which no public server should show."""
        app.router.add_get(HEALTH_PATH, self._health)
        app.router.add_get(READY_PATH, self._ready)
        if counts:
            app.router.add_get(METRICS_PATH, self._metrics)

    async def _health(self, _: web.Request) -> web.Response:
        """Tell a load balancer whether to send interactions to this process: status 200 means yes, 503 means no."""
        why = await self._unavailable_reason()
        if why is not None:
            return web.Response(status=503, text=why)
        return web.Response(text=", but ".join(["ok", *self._faults(), *await self._remarks()]))

    async def _ready(self, _: web.Request) -> web.Response:
        """Respond with status 200 if this process takes interactions and has no faults, otherwise with 503."""
        why = await self._unavailable_reason() or ", and ".join(self._faults())
        return web.Response(status=503 if why else 200, text=why or "ready")

    async def _metrics(self, _: web.Request) -> web.Response:
        registry = CollectorRegistry()
        registry.register(Gauges(self._bot, await self._bot.service.metrics_cache.snapshot()))
        body = generate_latest(metrics.REGISTRY) + generate_latest(registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    async def _unavailable_reason(self) -> str | None:
        """Return why interactions should go to a different process, or None if this one can take them."""
        if self.is_stopping or self._bot.in_flight.closed:
            return "stopping"
        if self._bot.draining.has_replacement:
            return "draining"
        if self._database_check is None or self._database_check.done():
            self._database_check = asyncio.create_task(self._can_read(), name="health")
        await asyncio.wait({self._database_check}, timeout=DATABASE_TIMEOUT)
        return None if self._database_check.done() and self._database_check.result() else "the database can't be read"

    def _faults(self) -> Iterator[str]:
        """Yield the faults that aren't a reason to send interactions elsewhere, such as an unwritable database."""
        if not self._bot.is_receiving:
            yield "Discord is not connected"
        elif not self._bot.is_delivering:
            yield "Discord refuses the token, so nothing is posted"
        if self._bot.draining.is_draining:
            yield "owners let nothing new begin"
        if (why := self._bot.service.store.unwritable) is not None:
            yield f"nothing can be saved: {why}"
        if not self._bot.warm_up.is_done:
            yield "fonts and pictures are still being loaded"

    async def _remarks(self) -> list[str]:
        """Return the features' remarks, or an empty list if the database can't be read."""
        try:
            return [line for read in REMARKS for line in await read(self._bot)]
        except StoreError:
            return []

    async def _can_read(self) -> bool:
        try:
            await self._bot.service.matches.in_channel(0)
        except StoreError:
            return False
        return True


@asynccontextmanager
async def serve_separately(pages: HealthEndpoints, settings: Settings) -> AsyncGenerator[int | None]:
    """Serve the pages on a separate port if the settings name one; raises ConfigError if that fails."""
    if settings.metrics_at is None:
        yield None
        return
    app, addresses = web.Application(), ClientAddresses(settings.trusted_proxies)
    RequestLimits(addresses, pages.now).add_to(app)
    pages.add_to(app, counts=True)
    async with listening(app, *settings.metrics_at, f"TENEBRAE_METRICS {settings.metrics}", addresses) as port:
        log.info("health and figures are shown", extra={"host": settings.metrics_at[0], "port": port})
        yield port
