"""The playground's page: one address, a tab a person, the table and the private messages side by side."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.playground.preview import Pane, Panes, add_routes
from bot.playground.world import Person, World

_FILES = {
    "/": ("index.html", "text/html"),
    "/playground.css": ("playground.css", "text/css"),
    "/playground.js": ("playground.js", "application/javascript"),
    "/pane.css": ("pane.css", "text/css"),
    "/pane.js": ("pane.js", "application/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_HERE = Path(__file__).with_name("static")
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
}
_LOCALES = {"en-US", "hu", "es-ES"}
_PULSE = 0.25
_SAVE_EVERY = 20
log = logging.getLogger(__name__)


class PortTaken(Exception):
    """Something else listens on the port already."""


@dataclass(frozen=True)
class Standing:
    """The seats at the table by person, once they are drawn, and the people the match waits for."""

    seats: dict[int, int]
    to_move: frozenset[int]


Look = Callable[[], Awaitable[Standing]]


@dataclass(frozen=True)
class _Seat:
    person: Person
    table: Pane
    private: Pane


class Playground:
    """Serves a World to a browser on the loopback interface."""

    def __init__(self, world: World, port: int, look: Look) -> None:
        """`look` tells how the people stand in the match at the table."""
        self.world = world
        self.port = port
        self._look = look
        self._panes = Panes(world.env, self)
        self._seats: list[_Seat] = []
        self._runner: web.AppRunner | None = None
        self._pulse: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """Where the browser finds it."""
        return f"http://127.0.0.1:{self.port}/"

    async def start(self) -> None:
        """Listen, open a pane for everybody's table and private messages, and keep them fresh."""
        app = web.Application(handler_args={"handler_cancellation": False}, middlewares=[self._only_here])
        self._routes(app)
        add_routes(app, self._panes)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise PortTaken(
                f"Port {self.port} is taken: stop what listens there, or name another with --port."
            ) from error
        self.port = int(self._runner.addresses[0][1])
        for person in self.world.people:
            user = person.member.user
            table = await self._panes.open(self.world.table, person.member)
            self._seats.append(_Seat(person, table, await self._panes.open(user.dm_channel, user)))
        self._pulse = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Stop listening and keep the world."""
        if self._pulse is not None:
            self._pulse.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pulse
        if self._runner is not None:
            await self._runner.cleanup()
        self.world.save()

    def _routes(self, app: web.Application) -> None:
        for path in _FILES:
            app.router.add_get(path, self._file)
        app.router.add_get("/people.json", self._people)
        app.router.add_post("/locale", self._locale)

    @web.middleware
    async def _only_here(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse other sites that point a name of theirs at this machine."""
        if request.headers.get("Host", "").rpartition(":")[0] not in ("127.0.0.1", "localhost"):
            raise web.HTTPForbidden
        return await handler(request)

    async def _file(self, request: web.Request) -> web.Response:
        name, kind = _FILES[request.path]
        return web.Response(text=(_HERE / name).read_text(encoding="utf-8"), content_type=kind, headers=_HEADERS)

    async def _people(self, _request: web.Request) -> web.Response:
        standing = await self._look()
        people = [
            {
                "id": str(seat.person.member.id),
                "name": seat.person.name,
                "plays": seat.person.plays,
                "seat": standing.seats.get(seat.person.member.id),
                "toMove": seat.person.member.id in standing.to_move,
                "locale": self.world.locales.get(seat.person.member.id, "en-US"),
                "places": {
                    "table": self._place(seat, seat.table),
                    "private": self._place(seat, seat.private),
                },
            }
            for seat in self._seats
        ]
        return web.json_response({"table": self.world.table.name, "people": people}, headers=_HEADERS)

    def _place(self, seat: _Seat, pane: Pane) -> dict[str, object]:
        """Say where a pane is shown and how much in it is news to this person."""
        me = seat.person.member
        messages = self.world.env.backend.messages.get(pane.channel.id, {}).values()
        news = sum(message.visible_to(me.id) and message.author_id != me.id for message in messages)
        return {"address": f"/view#{pane.capability}", "messages": news}

    async def _locale(self, request: web.Request) -> web.Response:
        body = await request.json()
        if body.get("locale") not in _LOCALES:
            raise web.HTTPBadRequest
        self.world.locales[int(body["id"])] = body["locale"]
        return web.json_response({}, headers=_HEADERS)

    async def _beat(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(_PULSE)
            beats += 1
            try:
                self._panes.publish()
                if beats % _SAVE_EVERY == 0:
                    self.world.save()
                for error in self.world.env.errors_since(self.world.env._errors_acknowledged):
                    log.error("the bot raised an error", exc_info=error)
                self.world.env._errors_acknowledged = self.world.env.error_cursor
            except Exception:
                log.exception("the playground could not refresh")
