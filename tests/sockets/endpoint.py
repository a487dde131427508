"""How a small local Discord sends interactions to a bot's endpoint: signed, and by turns where there are several."""

from __future__ import annotations

import itertools
import json
import time
from contextlib import suppress
from typing import Any

import aiohttp
from nacl.signing import SigningKey

from bot.discord.endpoint import INTERACTIONS
from bot.discord.pages import HEALTH

PING = {"id": "1", "application_id": "901", "type": 1, "token": "ping", "version": 1}
#: Seconds for an answer.
PATIENCE = 3.0
#: Seconds after which a process's health is asked for again.
FRESH = 0.5


class Endpoint:
    """The address that a bot has named for its interactions; several stand behind one balancer."""

    def __init__(self, key: SigningKey) -> None:
        self._key = key
        self._turns = itertools.count()
        #: Where interactions are sent; over the gateway while there is no address.
        self.urls: list[str] = []
        #: When the health behind each address was asked for, and whether it was good.
        self._health: dict[str, tuple[float, bool]] = {}
        self.faults: list[str] = []

    async def register(self, *urls: str) -> None:
        """Send interactions there from now on, if each address passes Discord's test; fails an assertion if not."""
        for url in urls:
            if url in self.urls:
                continue
            assert await self.post(url, PING) == (200, {"type": 1}), "it doesn't answer a ping"
            assert (await self.post(url, PING, signature="0" * 128))[0] == 401, "it takes a wrong signature"
        self.urls = list(urls)

    async def tell(self, event: dict[str, Any]) -> None:
        """Send an interaction to one of the addresses: the next in turn that is well and takes a connection.

        As balancers do, one that is not well gets it only when nobody is.
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
                self.faults.append(f"no answer within {PATIENCE:g} s from {url}")
                return
            if (status, body) != (202, None):
                self.faults.append(f"the answer {status} {body} to an interaction")
            return
        self.faults.append("nobody takes interactions")

    async def _is_well(self, url: str) -> bool:
        at, well = self._health.get(url, (float("-inf"), False))
        if time.monotonic() - at > FRESH:
            well = False
            timeout = aiohttp.ClientTimeout(total=PATIENCE)
            with suppress(aiohttp.ClientError, TimeoutError):
                async with (
                    aiohttp.ClientSession(timeout=timeout) as session,
                    session.get(url.removesuffix(INTERACTIONS) + HEALTH) as answer,
                ):
                    well = answer.status == 200
            self._health[url] = time.monotonic(), well
        return well

    async def post(
        self, url: str, event: dict[str, Any], *, signature: str | None = None, at: str | None = None
    ) -> tuple[int, Any]:
        """Send something with its signature, or with another one; return status and body of the answer."""
        body, at = json.dumps(event).encode(), at or str(int(time.time()))
        signed = self._key.sign(at.encode() + body).signature.hex() if signature is None else signature
        headers = {"X-Signature-Ed25519": signed, "X-Signature-Timestamp": at, "Content-Type": "application/json"}
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(url, data=body, headers=headers) as answer,
        ):
            text = await answer.text()
            return answer.status, json.loads(text) if answer.content_type == "application/json" else text or None
