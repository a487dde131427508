"""The rate limiter in front of every public page. Only addresses that send signed requests get generous limits."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

from aiohttp import web
from aiohttp.typedefs import Handler
from cachetools import TTLCache

from bot.discord.http.client_address import ClientAddresses
from bot.discord.http.token_buckets import Rate, TokenBuckets

log = logging.getLogger("bot.discord")

#: The limits per address for each kind of request. POST requests: far more than Discord sends for hundreds of matches.
#: Pages: enough for load balancers and Prometheus, which read them about once a second. The last limit applies to
#: refused requests.
POST_RATE, PAGE_RATE, REFUSED_RATE = Rate(2_000, 500.0), Rate(120, 20.0), Rate(20, 0.5)
#: How many seconds an address is trusted after a signed request, and the maximum number of trusted addresses.
TRUST_SECONDS, MAX_TRUSTED_ADDRESSES = 3600.0, 1_000
#: Minimum number of seconds between two log lines about refused addresses.
LOG_INTERVAL = 60.0
#: The key that the endpoint sets in a request to record that the signature is valid.
SIGNED: web.RequestKey[bool] = web.RequestKey("signed", bool)


class RequestLimits:
    """Refuses requests from an address that sends too many, before any other work is done for the request."""

    def __init__(self, addresses: ClientAddresses, now: Callable[[], float]) -> None:
        self._addresses = addresses
        self._now = now
        self._posts, self._pages, self._refused = (
            TokenBuckets(rate, now) for rate in (POST_RATE, PAGE_RATE, REFUSED_RATE)
        )
        #: The trusted addresses.
        self._signed = TTLCache[str, bool](MAX_TRUSTED_ADDRESSES, TRUST_SECONDS, now)
        self._logged_at = float("-inf")

    def add_to(self, app: web.Application) -> None:
        """Put the rate limiter in front of all pages of a web application."""

        @web.middleware
        async def limited(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._handle(request, handler)

        app.middlewares.append(limited)

    async def _handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        address = self._addresses.key_of(request)
        wait = (self._posts if request.method == "POST" else self._pages).acquire(address)
        if address not in self._signed:
            wait = max(wait, self._refused.retry_after(address))
        if wait:
            self._log(address)
            seconds = math.ceil(wait)
            text = f"You send too many requests; try again in {seconds} s."
            return web.Response(status=429, text=text, headers={"Retry-After": str(seconds)})
        try:
            response = await handler(request)
        except web.HTTPException as refusal:
            self._note(request, address, refusal.status)
            raise
        self._note(request, address, response.status)
        return response

    def _note(self, request: web.Request, address: str, status: int) -> None:
        """Trust the address if the request was signed. Count the request if it was refused."""
        if request.get(SIGNED, False):
            self._signed[address] = True
        elif 400 <= status < 500:
            self._refused.acquire(address)

    def _log(self, address: str) -> None:
        if self._now() - self._logged_at >= LOG_INTERVAL:
            self._logged_at = self._now()
            log.warning("requests are refused: an address sends too many", extra={"address": address})
