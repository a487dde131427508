"""The endpoint to which Discord sends interactions over HTTP: it trusts what Discord has signed, and nothing else."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.discord.client import TenebraeBot
from bot.discord.pages import HEALTH, Pages, listening

log = logging.getLogger("bot.discord")

INTERACTIONS = "/interactions"
#: What whoever sends something that Discord hasn't signed is told.
UNSIGNED = "The signature is wrong."
#: The most bytes of an interaction: a form with five long texts and a message with everything in it take far less.
MOST_BYTES = 1_000_000
#: Seconds between two questions of a balancer for the health, at most, and until it must hear that the process stops.
ASKS, HEARS = 10.0, 5.0


class Endpoint:
    """Takes interactions over HTTP and hands them to the bot, which answers as it does on the gateway."""

    def __init__(self, bot: TenebraeBot, key: VerifyKey, pages: Pages, *, counts: bool) -> None:
        """With `counts` it shows what the process has counted, beside its health."""
        self._bot = bot
        self._key = key
        self._pages = pages
        self._counts = counts
        #: When a balancer has last asked for the health, and whether it has heard that the process stops.
        self._watched_at = float("-inf")
        self._told = asyncio.Event()

    @asynccontextmanager
    async def listening(self, host: str, port: int) -> AsyncGenerator[int]:
        """Listen and return the port, which is a free one for 0; take no more requests at the end.

        Raises ConfigError when the port is taken or not allowed.
        """
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post(INTERACTIONS, self._interaction)
        app.on_response_prepare.append(self._answers)
        self._pages.add_to(app, counts=self._counts)
        async with listening(app, host, port, f"TENEBRAE_HOST {host} and TENEBRAE_PORT {port}") as found:
            yield found

    async def leave(self, seconds: float) -> None:
        """Say that the process stops; take interactions until a balancer, if any, has heard it, and a little more."""
        self._pages.leaving = True
        log.info("stopping: no more interactions are taken soon", extra={"seconds": seconds})
        if asyncio.get_running_loop().time() - self._watched_at < ASKS:
            # A process that has much to do answers late, and what was sent to it when it closes would be lost.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), HEARS)
        await asyncio.sleep(seconds)

    async def _answers(self, request: web.Request, _: web.StreamResponse) -> None:
        """Notice whether balancers watch this process, and what they hear."""
        if request.path == HEALTH:
            self._watched_at = asyncio.get_running_loop().time()
            if self._pages.leaving:
                self._told.set()

    async def _interaction(self, request: web.Request) -> web.Response:
        """Answer a ping; accept anything else at once, for the bot answers over REST."""
        body = await request.read()
        if not self._is_signed(request, body):
            return web.Response(status=401, text=UNSIGNED)
        event: Any = json.loads(body)
        if event["type"] == discord.InteractionType.ping.value:
            return web.json_response({"type": discord.InteractionResponseType.pong.value})
        # What the gateway's connection does with such an event; discord.py has no other door for it.
        self._bot._connection.parse_interaction_create(event)  # pyright: ignore[reportPrivateUsage]
        return web.Response(status=202)

    def _is_signed(self, request: web.Request, body: bytes) -> bool:
        try:
            signature = bytes.fromhex(request.headers["X-Signature-Ed25519"])
            self._key.verify(request.headers["X-Signature-Timestamp"].encode() + body, signature)
        except (KeyError, ValueError, BadSignatureError):
            return False
        return True
