"""The HTTP endpoint for Discord's interactions, which accepts only requests that Discord has signed."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
from aiohttp import hdrs, web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.discord.client import TenebraeBot
from bot.discord.health import HEALTH_PATH, HealthEndpoints
from bot.discord.http import interaction_models
from bot.discord.http.client_address import ClientAddresses
from bot.discord.http.interaction_models import InvalidInteraction
from bot.discord.http.public_page_limits import SIGNED, RequestLimits
from bot.discord.http.server import listening

log = logging.getLogger("bot.discord")

INTERACTIONS = "/interactions"
#: The response to a request that Discord hasn't signed.
BAD_SIGNATURE = "The signature is wrong."
SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
#: Maximum size of an interaction in bytes. Even a form with five long texts is much smaller.
MAX_BODY_BYTES = 256_000
#: Time limit in seconds for receiving a request's body.
BODY_TIMEOUT = 5.0
#: Largest allowed difference in seconds between a request's signed timestamp and this machine's clock, and the minimum
#: number of seconds between two warnings about a larger difference.
MAX_TIMESTAMP_SKEW, WARNING_INTERVAL = 300, 60.0
#: The longest expected interval between a load balancer's health checks, and how long to wait for a check to see that
#: the process is stopping. Both are in seconds.
HEALTH_CHECK_INTERVAL, STOP_NOTICE_SECONDS = 10.0, 5.0


class Endpoint:
    """Receives interactions over HTTP and passes them to the bot, which handles them like those from the gateway."""

    def __init__(self, bot: TenebraeBot, key: VerifyKey, pages: HealthEndpoints) -> None:
        self._bot = bot
        self._key = key
        self._pages = pages
        self._addresses = ClientAddresses(bot.settings.trusted_proxies)
        #: When the last warning about a wrong clock was logged.
        self._warned_at = float("-inf")
        #: When a load balancer last checked this process, and whether a check has reported that the process is
        #: stopping.
        self._watched_at = float("-inf")
        self._stop_seen = asyncio.Event()

    @asynccontextmanager
    async def listening(self, host: str, port: int) -> AsyncGenerator[int]:
        """Listen during the `with` block, and yield the port. If `port` is 0, a free port is chosen.

        Raises ConfigError if the port is taken or not allowed.
        """
        app = web.Application(client_max_size=MAX_BODY_BYTES)
        app.router.add_post(INTERACTIONS, self._interaction)
        app.on_response_prepare.append(self._note_health_check)
        RequestLimits(self._addresses, self._pages.now).add_to(app)
        self._pages.add_to(app, counts=False)
        named = f"TENEBRAE_HOST {host} and TENEBRAE_PORT {port}"
        async with listening(app, host, port, named, self._addresses) as found:
            yield found

    async def announce_stop(self, seconds: float) -> None:
        """Make the health page report that the process is stopping, and wait while requests may still arrive.

        If a load balancer checks this process, first wait until it has seen the report. Then wait `seconds` more.
        """
        self._pages.is_stopping = True
        log.info("stopping: no more interactions are taken soon", extra={"seconds": seconds})
        if asyncio.get_running_loop().time() - self._watched_at < HEALTH_CHECK_INTERVAL:
            # If the process stopped accepting requests earlier, the requests that a load balancer still sends would be
            # lost.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop_seen.wait(), STOP_NOTICE_SECONDS)
        await asyncio.sleep(seconds)

    async def _note_health_check(self, request: web.Request, _: web.StreamResponse) -> None:
        """Record when a load balancer checks this process, and whether the check shows that the process is stopping."""
        if request.path == HEALTH_PATH:
            self._watched_at = asyncio.get_running_loop().time()
            if self._pages.is_stopping:
                self._stop_seen.set()

    async def _interaction(self, request: web.Request) -> web.Response:
        """Respond to a ping. Accept any other interaction at once, because the bot answers it with separate requests.

        Only quick checks, such as verifying the signature, come before the response.
        """
        signature, timestamp = _signature(request)
        body = await _body(request)
        try:
            self._key.verify(timestamp.encode() + body, signature)
        except BadSignatureError:
            raise web.HTTPUnauthorized(text=BAD_SIGNATURE) from None
        self._check_time(int(timestamp))
        request[SIGNED] = True
        try:
            event = interaction_models.parse_interaction(body)
            if event["type"] == discord.InteractionType.ping.value:
                return web.json_response({"type": discord.InteractionResponseType.pong.value})
            self._pass_on(event)
        except InvalidInteraction as error:
            log.warning("a signed request is not an interaction", extra={"reason": str(error)})
            raise web.HTTPBadRequest(text="This is not an interaction.") from None
        return web.Response(status=202)

    def _pass_on(self, event: dict[str, Any]) -> None:
        """Pass an interaction to discord.py, as its gateway client would; raises InvalidInteraction if that fails."""
        try:
            # discord.py has no public method for passing on an interaction.
            self._bot._connection.parse_interaction_create(event)  # pyright: ignore[reportPrivateUsage, reportArgumentType]
        except Exception as error:
            raise InvalidInteraction(f"discord.py can't read it: {type(error).__name__}") from error

    def _check_time(self, timestamp: int) -> None:
        """Refuse a request whose signed time differs too much from this machine's time, because it may be a replay."""
        clock_offset = timestamp - self._bot.clock.now()
        if abs(clock_offset) <= MAX_TIMESTAMP_SKEW:
            return
        now = self._bot.clock.monotonic()
        if now - self._warned_at >= WARNING_INTERVAL:
            self._warned_at = now
            log.error(
                "a request that Discord signed is refused, for its time is not that of this machine: set the clock"
                " (of PostgreSQL's machine, if there is one), which `tenebrae doctor` compares",
                extra={"seconds": clock_offset},
            )
        raise web.HTTPUnauthorized(text="The timestamp is more than five minutes off.")


def _signature(request: web.Request) -> tuple[bytes, str]:
    """Return the signature and timestamp of a request; raises HTTPException if the headers are invalid."""
    signature, timestamp = (request.headers.get(name, "") for name in (SIGNATURE, TIMESTAMP))
    if not (re.fullmatch(r"[0-9A-Fa-f]{128}", signature) and re.fullmatch(r"[0-9]{1,15}", timestamp)):
        raise web.HTTPUnauthorized(text=BAD_SIGNATURE)
    if hdrs.CONTENT_ENCODING in request.headers:
        raise web.HTTPUnsupportedMediaType(text="Send the body without Content-Encoding.")
    if (request.content_length or 0) > MAX_BODY_BYTES:
        raise web.HTTPRequestEntityTooLarge(MAX_BODY_BYTES)
    return bytes.fromhex(signature), timestamp


async def _body(request: web.Request) -> bytes:
    """Return the body of a request; raises HTTPException if it is too long or arrives too slowly."""
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            return await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="The body came too slowly.") from None
    except web.RequestPayloadError:
        raise web.HTTPBadRequest(text="The body is broken.") from None
