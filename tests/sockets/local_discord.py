"""A small simulated Discord server on real sockets, with REST, gateway and HTTP interactions, as strict as Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.discord_rules.interactions import event_faults
from tests.sockets.discord_data import CHANNEL, Channel, Interaction, Message, Server, World, guild_created
from tests.sockets.endpoint import Endpoint
from tests.sockets.gateway import Gateway
from tests.sockets.interaction_replies import AUTOCOMPLETE
from tests.sockets.rest_api import Call, Rest

TOKEN = "a-secret-token-nobody-may-read"
#: A bot that keeps a test waiting for this many seconds counts as hung. On a busy machine even a start may take nearly
#: that long.
HANG_SECONDS = 60.0


class LocalDiscord:
    """A simulated Discord server: REST under /api/v10 and the gateway under /gateway."""

    def __init__(self, token: str = TOKEN) -> None:
        self.token = token
        self.heard = asyncio.Condition()
        self.world = World()
        self.rest = Rest(self.world, self.heard, token)
        self.gateway = Gateway(self.world, self.heard, token)
        self.rest.shards = lambda: self.gateway.shards
        self.endpoint = Endpoint(self.rest.application.key)

    async def start(self) -> None:
        app = web.Application(client_max_size=130_000_000)
        app.router.add_get("/gateway{tail:.*}", self.gateway.handle)
        app.router.add_get("/files/{id}", self._file)
        app.router.add_route("*", "/api/v10/{path:.*}", self.rest.handle)
        self._runner = web.AppRunner(app, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self.gateway.port = self.rest.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        await self._runner.cleanup()

    async def _file(self, request: web.Request) -> web.Response:
        return web.Response(body=self.world.files[int(request.match_info["id"])].data)

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def table(self) -> Channel:
        """The first server's channel, where the players are."""
        return self.world.channels[CHANNEL]

    def find(self, message: Message) -> Message | None:
        """Return a message in its current form, or None if it was deleted."""
        return self.world.channels[message.channel_id].messages.get(message.id)

    async def until(self, what: Callable[[], Any], seconds: float = HANG_SECONDS) -> Any:
        """Wait until `what`, which is called after each request of the bot, returns a true value; return that value."""
        async with asyncio.timeout(seconds), self.heard:
            await self.heard.wait_for(what)
        return what()

    async def call(self, method: str, part: str) -> Call:
        """Wait for an answered request with this method, and with `part` in its path; return the first one."""

        def found() -> Call | None:
            calls = self.rest.calls
            return next((one for one in calls if one.method == method and part in one.path and one.status), None)

        return await self.until(found)

    async def asked(self, method: str, part: str) -> Call:
        """Wait for a request with this method, and with `part` in its path; return the first one, answered or not."""
        return await self.until(
            lambda: next((one for one in self.rest.calls if one.method == method and part in one.path), None)
        )

    async def tell(self, interaction: Interaction, times: int = 1) -> Interaction:
        """Deliver an interaction to the bot `times` times, and return it."""
        await self.tell_event(self.world.event(interaction), times)
        return interaction

    async def tell_event(self, event: dict[str, Any], times: int = 1) -> None:
        """Deliver an event `times` times, to the bot's HTTP endpoint if it has one, else over the gateway."""
        self.rest.answered_wrong += event_faults(event)
        if not self.endpoint.urls:
            await self.gateway.dispatch("INTERACTION_CREATE", event, times)
            return
        for _ in range(times):
            await self.endpoint.tell(event)

    async def register_endpoint(self, *urls: str) -> None:
        """Deliver interactions to this HTTP endpoint. Several URLs stand for processes behind one load balancer."""
        await self.endpoint.register(*urls)
        self.rest.application.endpoint_url = urls[0]

    # -- changes of servers and channels -------------------------------------------------------------------

    async def delete_channel(self, channel: Channel) -> None:
        """Delete a server's channel or thread with its contents, and notify the bot."""
        del self.world.channels[channel.id]
        await self._announce("CHANNEL_DELETE" if channel.parent_id is None else "THREAD_DELETE", channel.wire())

    async def expel(self, server: Server) -> None:
        """Remove the bot and its server commands from a server, and notify the bot."""
        server.joined = False
        self.rest.application.server_commands.pop(server.id, None)
        await self._announce("GUILD_DELETE", {"id": str(server.id)})

    async def admit(self, server: Server) -> None:
        """Add the bot to a server, and notify the bot."""
        server.joined = True
        await self._announce("GUILD_CREATE", guild_created(server, self.world.channels_of(server)))

    def renew_token(self, token: str) -> None:
        """Replace the bot's token."""
        self.token = self.rest.token = self.gateway.token = token

    async def _announce(self, name: str, data: dict[str, Any]) -> None:
        """Send an event over the gateway, if a bot has connected to it."""
        if self.gateway.identified:
            await self.gateway.dispatch(name, data)

    def faults(self) -> list[str]:
        """Return a description of each rule that the bot broke and each interaction that it left unanswered."""
        found = [
            *self.rest.violations,
            *self.rest.answered_wrong,
            *self.gateway.faults,
            *self.endpoint.faults,
            *self.rest.limits.impatient,
        ]
        for one in self.world.interactions.values():
            if one.answered is None:
                found.append(f"an interaction without an answer: {one.data}")
            elif one.promised and one.kind != AUTOCOMPLETE and self._waits(one):
                found.append(f"a promised answer that never came: {one.data}")
        return list(dict.fromkeys(found))

    def _waits(self, one: Interaction) -> bool:
        return one.original is not None and self.find(one.original) is not None

    def forgive(self) -> None:
        """Forget the faults so far, for a test that has caused them on purpose."""
        self.rest.violations.clear()
        self.rest.answered_wrong.clear()
        self.gateway.faults.clear()
        self.endpoint.faults.clear()
        self.rest.limits.impatient.clear()
        for token, one in list(self.world.interactions.items()):
            if one.answered is None or one.promised:
                del self.world.interactions[token]
