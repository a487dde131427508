"""The endpoint to which Discord sends interactions over HTTP: it trusts what Discord has signed, and nothing else."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import socket
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.config import ConfigError
from bot.discord.client import TenebraeBot
from bot.matches import StoreError

log = logging.getLogger("bot.discord")

INTERACTIONS, HEALTH = "/interactions", "/healthz"
#: The most bytes of an interaction: a form with five long texts and a message with everything in it take far less.
MOST_BYTES = 1_000_000
#: Seconds to answer requests that have come when the endpoint closes; each is answered before any work is done.
CLOSING = 3.0
#: Seconds in which the database must answer, or the process is told to be ill.
WELL = 2.0


class Endpoint:
    """Takes interactions over HTTP and hands them to the bot, which answers as it does on the gateway."""

    def __init__(self, bot: TenebraeBot, key: VerifyKey) -> None:
        self._bot = bot
        self._key = key
        self._leaving = False
        #: The last question to the database, which all who ask meanwhile wait for.
        self._asked: asyncio.Task[bool] | None = None

    @asynccontextmanager
    async def listening(self, host: str, port: int) -> AsyncGenerator[int]:
        """Listen and return the port, which is a free one for 0; take no more requests at the end.

        Raises ConfigError when the port is taken or not allowed.
        """
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_post(INTERACTIONS, self._interaction)
        app.router.add_get(HEALTH, self._health)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=CLOSING)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, host, port).start()
            except OSError as error:
                raise ConfigError(f"TENEBRAE_HOST {host} and TENEBRAE_PORT {port} can't be: {_why(error)}.") from None
            yield runner.addresses[0][1]
        finally:
            await runner.cleanup()

    async def leave(self, seconds: float) -> None:
        """Say that the process stops, and take interactions until balancers have heard of it."""
        self._leaving = True
        log.info("stopping: no more interactions are taken soon", extra={"seconds": seconds})
        await asyncio.sleep(seconds)

    async def _interaction(self, request: web.Request) -> web.Response:
        """Answer a ping; accept anything else at once, for the bot answers over REST."""
        body = await request.read()
        if not self._is_signed(request, body):
            return web.Response(status=401, text="The signature is wrong.")
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

    async def _health(self, _: web.Request) -> web.Response:
        """Tell a balancer whether to send interactions here."""
        if self._leaving or self._bot.answering.closed:
            return web.Response(status=503, text="stopping")
        if self._asked is None or self._asked.done():
            self._asked = asyncio.create_task(self._can_read(), name="health")
        await asyncio.wait({self._asked}, timeout=WELL)
        if not (self._asked.done() and self._asked.result()):
            return web.Response(status=503, text="the database can't be read")
        if not self._bot.pictures.are_warm:
            return web.Response(status=503, text="starting")
        return web.Response(text=", but ".join(["ok", *self._ills(), *await self._reports()]))

    async def _reports(self) -> list[str]:
        """Return that reports wait for an answer, if any do."""
        try:
            waiting = await self._bot.service.reports.waiting()
        except StoreError:
            return []
        what = "1 report waits" if waiting == 1 else f"{waiting} reports wait"
        return [f"{what} for an answer: tenebrae report list"] if waiting else []

    def _ills(self) -> Iterator[str]:
        """Yield what is wrong though people get answers here, and no other process is better off."""
        if not self._bot.posts:
            yield "Discord refuses the token, so nothing is posted"
        if (why := self._bot.service.store.unwritable) is not None:
            yield f"nothing can be saved: {why}"

    async def _can_read(self) -> bool:
        try:
            await self._bot.service.matches.in_channel(0)
        except StoreError:
            return False
        return True


def _why(error: OSError) -> str:
    """Say in our words why nobody can listen at an address."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "this machine has no such address; 0.0.0.0 is all that it has"
    if error.errno == errno.EADDRINUSE:
        return "another program listens there; stop it or choose another port"
    if error.errno == errno.EACCES:
        return "this user may not listen there; choose a port from 1024 on"
    return os.strerror(error.errno or 0)
