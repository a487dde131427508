"""Sends the simulated Discord server's interactions, signed, to the HTTP endpoint of each bot process in turn."""

from __future__ import annotations

import itertools
import json
import time
from contextlib import suppress
from typing import Any

import aiohttp
from nacl.signing import SigningKey

from bot.discord.health import HEALTH_PATH
from bot.discord.interactions_endpoint import INTERACTIONS

PING = {"id": "1", "application_id": "901", "type": 1, "token": "ping", "version": 1}
#: Seconds that Discord waits for the answer to an HTTP request.
ANSWER_TIMEOUT = 3.0
#: Number of seconds that the load balancer trusts the result of a health check.
HEALTH_LIFETIME = 0.5


class Endpoint:
    """A bot's interactions endpoint, with a load balancer in front if there are several processes."""

    def __init__(self, key: SigningKey) -> None:
        self._key = key
        self._turns = itertools.count()
        #: The endpoint URL of each process; empty if interactions go over the gateway.
        self.urls: list[str] = []
        #: Time and result (True if healthy) of the last health check, by URL.
        self._health: dict[str, tuple[float, bool]] = {}
        self.faults: list[str] = []

    async def register(self, *urls: str) -> None:
        """Send interactions to these URLs from now on; fail if a URL doesn't pass Discord's test for endpoints."""
        for url in urls:
            if url in self.urls:
                continue
            assert await self.post(url, PING) == (200, {"type": 1}), "it doesn't answer a ping"
            assert (await self.post(url, PING, signature="0" * 128))[0] == 401, "it takes a wrong signature"
        self.urls = list(urls)

    async def tell(self, event: dict[str, Any]) -> None:
        """Send an interaction to the next URL that is healthy and accepts a connection.

        If no URL is healthy, use an unhealthy one, as a load balancer does.
        """
        turn = next(self._turns)
        urls = [self.urls[(turn + number) % len(self.urls)] for number in range(len(self.urls))]
        if len(urls) > 1:
            ill = [url for url in urls if not await self._is_well(url)]
            urls = [*(url for url in urls if url not in ill), *ill]
        for url in urls:
            try:
                status, body = await self.post(url, event)
            except aiohttp.ClientConnectorError:
                continue
            except TimeoutError:
                self.faults.append(f"no answer within {ANSWER_TIMEOUT:g} s from {url}")
                return
            if (status, body) != (202, None):
                self.faults.append(f"the answer {status} {body} to an interaction")
            return
        self.faults.append("nobody takes interactions")

    async def _is_well(self, url: str) -> bool:
        at, well = self._health.get(url, (float("-inf"), False))
        if time.monotonic() - at > HEALTH_LIFETIME:
            well = False
            timeout = aiohttp.ClientTimeout(total=ANSWER_TIMEOUT)
            with suppress(aiohttp.ClientError, TimeoutError):
                async with (
                    aiohttp.ClientSession(timeout=timeout) as session,
                    session.get(url.removesuffix(INTERACTIONS) + HEALTH_PATH) as answer,
                ):
                    well = answer.status == 200
            self._health[url] = time.monotonic(), well
        return well

    async def post(
        self, url: str, event: dict[str, Any], *, signature: str | None = None, at: str | None = None
    ) -> tuple[int, Any]:
        """Post an event with `signature` or, by default, a valid signature; return status and body of the answer."""
        body, at = json.dumps(event).encode(), at or str(int(time.time()))
        signed = self._key.sign(at.encode() + body).signature.hex() if signature is None else signature
        headers = {"X-Signature-Ed25519": signed, "X-Signature-Timestamp": at, "Content-Type": "application/json"}
        timeout = aiohttp.ClientTimeout(total=ANSWER_TIMEOUT)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(url, data=body, headers=headers) as answer,
        ):
            text = await answer.text()
            return answer.status, json.loads(text) if answer.content_type == "application/json" else text or None
