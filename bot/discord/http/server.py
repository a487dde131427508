"""The HTTP server. It limits every connection before any request is handled."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.app import metrics
from bot.app.settings import ConfigError
from bot.discord.http.client_address import ClientAddresses

log = logging.getLogger("bot.discord")

#: How many seconds a request's first line and headers may take to arrive.
HEADERS_TIMEOUT = 10.0
#: Maximum number of seconds that a connection may be idle. Proxies close idle connections sooner, so they never send a
#: request on a connection that this server has just closed.
IDLE_TIMEOUT = 300.0
#: Maximum number of open connections: in total, from all untrusted peers together, and from a single untrusted peer.
MAX_CONNECTIONS, MAX_UNTRUSTED, MAX_PER_UNTRUSTED = 512, 256, 32
#: Maximum number of seconds to wait for running requests when the server stops.
CLOSE_TIMEOUT = 3.0
#: Minimum number of seconds between two log lines about too many connections.
LOG_INTERVAL = 60.0


class Connections:
    """Limits the number of open connections. At the limit, a new connection closes the one that was idle longest."""

    def __init__(self, addresses: ClientAddresses, now: Callable[[], float] = time.monotonic) -> None:
        self._addresses = addresses
        self._now = now
        #: The open connections and their peers, ordered by the time of the last activity, oldest first.
        self._open: dict[Connection, str] = {}
        #: The number of connections from each untrusted peer.
        self._untrusted: Counter[str] = Counter()
        self._logged_at = float("-inf")

    def opened(self, connection: Connection, peer: str) -> bool:
        """Count a new connection and return True. Return False if there are too many connections and none is idle."""
        is_untrusted = not self._addresses.is_proxy(peer)
        if (full := self._full(peer, is_untrusted)) is not None:
            idle = next((other for other in full if other.is_idle()), None)
            self._log(peer, "refused" if idle is None else "closed")
            if idle is None:
                return False
            self.closed(idle)
            idle.abort()
        self._open[connection] = peer
        if is_untrusted:
            self._untrusted[peer] += 1
        return True

    def received(self, connection: Connection) -> None:
        """Record activity on a connection."""
        if connection in self._open:
            self._open[connection] = self._open.pop(connection)

    def closed(self, connection: Connection) -> None:
        """Stop counting a connection."""
        peer = self._open.pop(connection, None)
        if peer is not None and peer in self._untrusted:
            self._untrusted[peer] -= 1
            self._untrusted += Counter()  # removes peers that have no connections left

    def _full(self, peer: str, is_untrusted: bool) -> list[Connection] | None:
        """Return the connections that can be closed to make room for this peer; None if there is room."""
        if is_untrusted and self._untrusted[peer] >= MAX_PER_UNTRUSTED:
            return [other for other, its in self._open.items() if its == peer]
        if is_untrusted and self._untrusted.total() >= MAX_UNTRUSTED:
            return [other for other, its in self._open.items() if its in self._untrusted]
        return list(self._open) if len(self._open) >= MAX_CONNECTIONS else None

    def _log(self, peer: str, result: str) -> None:
        metrics.CONNECTIONS_OVER_LIMIT.labels(result).inc()
        if self._now() - self._logged_at >= LOG_INTERVAL:
            self._logged_at = self._now()
            log.warning("too many connections are open: a connection is %s", result, extra={"address": peer})


class Connection(web.RequestHandler):
    """A connection that limits the time for headers and decompresses nothing. Invalid HTTP isn't logged as an error."""

    __slots__ = ("_connections", "_late", "_partial")

    def __init__(self, server: web.Server, connections: Connections) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # pyright: ignore[reportArgumentType]
            auto_decompress=False,
            keepalive_timeout=IDLE_TIMEOUT,
            # Don't read the rest of a refused request.
            lingering_time=0.0,
        )
        self._connections = connections
        #: The timer that limits how long headers may take to arrive, and whether some of them have arrived.
        self._late: asyncio.TimerHandle | None = None
        self._partial = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request if there is room for the connection. Otherwise, close it."""
        peer = (transport.get_extra_info("peername") or ("",))[0]
        super().connection_made(transport)
        if not self._connections.opened(self, peer):
            self.force_close()
            return
        self._expect_headers()

    def data_received(self, data: bytes) -> None:
        """Parse received data."""
        super().data_received(data)
        self._connections.received(self)
        self._partial = self._waits_for_headers()
        if not self._partial:
            self._forget_headers()
        elif self._late is None:
            self._expect_headers()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Stop the timer and stop counting the connection."""
        self._forget_headers()
        self._connections.closed(self)
        super().connection_lost(exc)

    def is_idle(self) -> bool:
        """Return whether no part of another request has arrived on the connection yet."""
        return self._waits_for_headers() and not self._partial

    def abort(self) -> None:
        """Close the connection immediately, even if the peer hasn't read all data."""
        transport = self.transport
        self.force_close()
        if transport is not None:
            transport.abort()

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Log the bot's own errors, but not invalid HTTP, which is the sender's fault."""
        if isinstance(kw.get("exc_info"), HttpProcessingError):
            self.log_debug(*args, **kw)
        else:
            super().log_exception(*args, **kw)

    def _waits_for_headers(self) -> bool:
        return self._waiter is not None and not self._waiter.done()

    def _expect_headers(self) -> None:
        self._late = asyncio.get_running_loop().call_later(HEADERS_TIMEOUT, self.force_close)

    def _forget_headers(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class _Site(web.BaseSite):
    """Listens at an address, and creates a `Connection` for each peer."""

    __slots__ = ("_connections", "_host", "_port")

    def __init__(self, runner: web.AppRunner, host: str, port: int, addresses: ClientAddresses) -> None:
        super().__init__(runner)
        self._host, self._port = host, port
        self._connections = Connections(addresses)

    @property
    def name(self) -> str:
        """The address as a URL, for log messages."""
        return f"http://{self._host}:{self._port}"

    async def start(self) -> None:
        """Start listening."""
        await super().start()
        server = self._runner.server
        assert server is not None
        self._server = await asyncio.get_running_loop().create_server(
            lambda: Connection(server, self._connections), self._host, self._port
        )


@asynccontextmanager
async def listening(
    app: web.Application, host: str, port: int, setting_names: str, addresses: ClientAddresses
) -> AsyncGenerator[int]:
    """Listen during the `with` block, and yield the port. If `port` is 0, a free port is chosen.

    Raises ConfigError if the port is taken or not allowed. `setting_names` names the settings in the error's message.
    """
    runner = web.AppRunner(app, shutdown_timeout=CLOSE_TIMEOUT)
    await runner.setup()
    try:
        try:
            await _Site(runner, host, port, addresses).start()
        except OSError as error:
            raise ConfigError(f"{setting_names} can't be used: {_why(error)}.") from None
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def _why(error: OSError) -> str:
    """Return a text that explains why the server can't listen at an address."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "this machine has no such address; 0.0.0.0 means all addresses that it has"
    if error.errno == errno.EADDRINUSE:
        return "another program listens there; stop it or choose another port"
    if error.errno == errno.EACCES:
        return "this user may not listen there; choose a port from 1024 on"
    return os.strerror(error.errno or 0)
