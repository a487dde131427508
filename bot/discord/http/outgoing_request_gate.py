"""Checks each request that discord.py sends, including retries, and records the response.

A request is sent only if the rate limiter allows it and if the current task's lease, if any, is still valid.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
from discord.http import Route
from yarl import URL

from bot.app import metrics
from bot.discord.http import interaction_metrics
from bot.discord.http.outgoing_rate_limiter import RateBudget, request_priority
from bot.store.leases import verify as verify_lease

#: The paths for responses to interactions, which don't count toward the bot token's rate limit.
INTERACTION_PATHS = ("/interactions/", "/webhooks/")
#: The path for opening private channels.
OPEN_DM_PATH = "/users/@me/channels"
#: The statuses that count toward a ban of the address by Discord.
REFUSAL_STATUSES = (401, 403, 429)
#: Seconds to wait after a 429 response that doesn't specify a time.
DEFAULT_RETRY_AFTER = 60.0


class RequestGate:
    """Decides whether each outgoing request of one Discord client may be sent now, and counts the responses."""

    def __init__(self, budget: RateBudget, token_refused: Callable[[], None]) -> None:
        """`token_refused` is called when Discord no longer accepts the token."""
        self._budget = budget
        self._token_refused = token_refused

    def trace(self) -> aiohttp.TraceConfig:
        """Return the hooks that aiohttp calls for every request that discord.py sends."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._begins)
        config.on_request_end.append(self._ends)
        config.on_request_exception.append(self._fails)
        return config

    async def _begins(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        path = _path(request.url)
        if path is not None and not path.startswith(INTERACTION_PATHS):
            await self._budget.acquire(request_priority.get(), opens=path == OPEN_DM_PATH)
        if path is not None:
            await verify_lease()
        context.began = asyncio.get_running_loop().time()

    async def _ends(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        path, status, headers = _path(request.url), request.response.status, request.response.headers
        if path is None:
            return
        scope = headers.get("X-RateLimit-Scope")
        _count(path, str(status), _limit(scope, headers.get("Via")) if status == 429 else "", context)
        if status < 300 and path.startswith("/interactions/"):
            interaction_metrics.set_acknowledged()
        if status not in REFUSAL_STATUSES:
            return
        if status != 429 or scope != "shared":
            self._budget.count_refusal()
        if status == 401 and not path.startswith(INTERACTION_PATHS):
            self._token_refused()
        elif status == 429 and not headers.get("Via"):
            # A response without this header comes from Discord's proxy, which has blocked this machine's address.
            # discord.py detects this in the same way.
            self._budget.shut_out(_seconds(headers.get("Retry-After")))
        elif status == 429 and (scope == "global" or headers.get("X-RateLimit-Global")):
            await self._budget.pause(_seconds(headers.get("Retry-After")))

    async def _fails(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        path = _path(request.url)
        if path is not None and hasattr(context, "began"):
            _count(path, "none", "", context)


def _count(path: str, status: str, limit: str, context: SimpleNamespace) -> None:
    """Count one attempt of a request in the metrics."""
    request_kind = "answer" if path.startswith(INTERACTION_PATHS) else "opening" if path == OPEN_DM_PATH else "request"
    metrics.DISCORD_RESPONSES.labels(request_kind, status, limit).inc()
    metrics.DISCORD_REQUEST_SECONDS.labels(request_kind).observe(asyncio.get_running_loop().time() - context.began)


def _limit(scope: str | None, via: str | None) -> str:
    """Return the exceeded rate limit's metrics label: a scope of Discord's, or "address" for the proxy's limit."""
    if not via:
        return "address"
    return scope if scope in ("user", "global", "shared") else metrics.OTHER_LABEL


def _path(url: URL) -> str | None:
    """Return the path of a request within Discord's API, or None if the request goes elsewhere."""
    address = str(url)
    return address.removeprefix(Route.BASE).partition("?")[0] if address.startswith(Route.BASE) else None


def _seconds(header: str | None) -> float:
    return float(header) if header and header.replace(".", "", 1).isdecimal() else DEFAULT_RETRY_AFTER
