"""Serves the playground's page, which has a tab for each person with the table beside their private messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from aiohttp import web

from bot.app.localhost_server import SECURITY_HEADERS, address, listen, refuse_other_sites
from bot.playground.preview_panes import Pane, Panes, add_routes
from bot.playground.simulated_discord import MANAGER_NAME, PlaygroundPerson, SimulatedDiscord
from bot.playground.table_host import NotPossible, Offer, TableStatus
from render.pen.theme import SeatMark

_FILES = {
    "/": ("index.html", "text/html"),
    "/playground.css": ("playground.css", "text/css"),
    "/playground.js": ("playground.js", "application/javascript"),
    "/pane.css": ("pane.css", "text/css"),
    "/pane.js": ("pane.js", "application/javascript"),
    "/pane-pictures.js": ("pane-pictures.js", "application/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_HERE = Path(__file__).with_name("static")
_LOCALES = {"en-US", "hu", "es-ES"}
_REFRESH_INTERVAL = 0.25
_SAVE_EVERY = 20
#: The longest wait in seconds for each step of opening a lobby.
_LOBBY_WAIT = 60.0
log = logging.getLogger(__name__)


class Hosting(Protocol):
    """The methods of the host that the page uses. `bot.playground.table_host` implements them."""

    def offers(self) -> list[Offer]: ...

    async def play(self, game_id: str, seats: int, computers: bool) -> None: ...

    async def status(self) -> TableStatus: ...


@dataclass(frozen=True)
class _Seat:
    person: PlaygroundPerson
    table: Pane
    private: Pane


class Playground:
    """Serves the simulated Discord to a browser on the loopback interface."""

    def __init__(self, simulated: SimulatedDiscord, port: int, host: Hosting) -> None:
        self.simulated = simulated
        self.port = port
        self._host = host
        self._panes = Panes(simulated.env, self, simulated.assets)
        self._seats: list[_Seat] = []
        self._runner: web.AppRunner | None = None
        self._pulse: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """The URL of the page."""
        return address(self.port)

    def table_of(self, person: PlaygroundPerson) -> str:
        """Return the URL of a person's view of the table."""
        pane = next(seat.table for seat in self._seats if seat.person == person)
        return f"{self.address}{_view(pane)}"

    async def start(self) -> None:
        """Start listening, open panes for each person's table and private messages, and keep the panes up to date."""
        app = web.Application(handler_args={"handler_cancellation": False}, middlewares=[refuse_other_sites])
        self._routes(app)
        add_routes(app, self._panes)
        self._runner, self.port = await listen(app, self.port)
        for person in self.simulated.people:
            user = person.member.user
            table = await self._panes.open(self.simulated.table, person.member)
            self._seats.append(_Seat(person, table, await self._panes.open(user.dm_channel, user)))
        self._pulse = asyncio.create_task(self._refresh_loop())

    async def stop(self) -> None:
        """Stop listening, and save the simulated Discord."""
        if self._pulse is not None:
            self._pulse.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pulse
        if self._runner is not None:
            await self._runner.cleanup()
        self.simulated.save()

    def _routes(self, app: web.Application) -> None:
        for path in _FILES:
            app.router.add_get(path, self._file)
        app.router.add_get("/people.json", self._people)
        app.router.add_post("/locale", self._locale)
        app.router.add_get("/games.json", self._games)
        app.router.add_post("/play", self._play)

    async def _file(self, request: web.Request) -> web.Response:
        name, kind = _FILES[request.path]
        return web.Response(
            text=(_HERE / name).read_text(encoding="utf-8"), content_type=kind, headers=SECURITY_HEADERS
        )

    async def _people(self, _request: web.Request) -> web.Response:
        standing = await self._host.status()
        people = [self._person(seat, standing) for seat in self._seats]
        match = None
        if standing.status is not None:
            match = {"title": standing.title, "status": standing.status, "players": len(standing.at_table)}
        response = {"table": self.simulated.table.name, "people": people, "match": match}
        return web.json_response(response, headers=SECURITY_HEADERS)

    def _person(self, seat: _Seat, standing: TableStatus) -> dict[str, object]:
        """Return a person's data for the page. Once a match has started, only its players and the spectator are
        shown.
        """
        me = seat.person.member.id
        at_table = me in standing.at_table
        return {
            "id": str(me),
            "name": seat.person.name,
            "plays": at_table,
            "spectator": not seat.person.plays,
            "manages": seat.person.name == MANAGER_NAME,
            "here": at_table or not (standing.begun and seat.person.plays),
            "mark": _mark(standing.seats.get(me)),
            "toMove": me in standing.to_move,
            "locale": self.simulated.locales.get(me, self.simulated.locale),
            "places": {"table": self._place(seat, seat.table), "private": self._place(seat, seat.private)},
        }

    async def _games(self, _request: web.Request) -> web.Response:
        return web.json_response([asdict(offer) for offer in self._host.offers()], headers=SECURITY_HEADERS)

    async def _play(self, request: web.Request) -> web.Response:
        """Open a lobby of the chosen game for the requested number of players."""
        body = await request.json()
        seats = body.get("seats")
        if type(seats) is not int:
            raise web.HTTPBadRequest
        async with self._panes.turn:
            try:
                with self.simulated.env.answering(_LOBBY_WAIT):
                    await self._host.play(str(body.get("game")), seats, body.get("computers") is True)
            except NotPossible as error:
                raise web.HTTPBadRequest from error
        self._panes.publish()
        return web.json_response({}, headers=SECURITY_HEADERS)

    def _place(self, seat: _Seat, pane: Pane) -> dict[str, object]:
        """Return the data of a pane for the page: its URL, and the number of its messages that others have written."""
        me = seat.person.member
        messages = self.simulated.env.backend.messages.get(pane.channel.id, {}).values()
        news = sum(message.visible_to(me.id) and message.author_id != me.id for message in messages)
        return {"address": f"/{_view(pane)}", "messages": news}

    async def _locale(self, request: web.Request) -> web.Response:
        body = await request.json()
        if body.get("locale") not in _LOCALES:
            raise web.HTTPBadRequest
        self.simulated.choose_locale(int(body["id"]), body["locale"])
        return web.json_response({}, headers=SECURITY_HEADERS)

    async def _refresh_loop(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(_REFRESH_INTERVAL)
            beats += 1
            try:
                self._panes.publish()
                if beats % _SAVE_EVERY == 0:
                    self.simulated.save()
                for error in self.simulated.new_errors():
                    log.error("the bot raised an error", exc_info=error)
            except Exception:
                log.exception("the playground could not refresh")


def _mark(mark: SeatMark | None) -> dict[str, str] | None:
    """Return the shape and the CSS colour of a seat for the page; None for a person without a seat."""
    return None if mark is None else {"shape": mark.shape, "colour": f"rgb{mark.colour}"}


def _view(pane: Pane) -> str:
    """Return a pane's URL relative to the playground's page."""
    return f"view#{pane.capability}"
