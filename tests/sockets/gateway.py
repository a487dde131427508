"""The gateway of the simulated Discord server: resumable sessions, heartbeats, and all ways to lose a connection."""

from __future__ import annotations

import asyncio
import itertools
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.sockets.discord_data import APPLICATION, BOT, Server, World, guild_created, user

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
#: Close codes: not authenticated, wrong token, already authenticated, decode error, invalid shard, shards required.
NOT_AUTHENTICATED, WRONG_TOKEN, ALREADY_AUTHENTICATED, DECODE_ERROR, INVALID_SHARD, SHARDING_REQUIRED = (
    4003,
    4004,
    4005,
    4002,
    4010,
    4011,
)
#: Maximum size in bytes of a packet that a client may send.
MAX_PACKET = 4096
GUILDS = 1


@dataclass
class Session:
    """The events sent since a login, numbered from 1, so that a new connection can resume them."""

    id: str
    shard: int
    #: Number of events at the start of the session, such as READY, that are never sent again.
    opening: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)


class Connection:
    """One WebSocket connection. It compresses what it sends if the client asked for compression."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.session: Session | None = None
        #: True if the connection stays open but no longer sends anything.
        self.silent = False
        self._deflate = zlib.compressobj() if compressed else None

    async def send(self, packet: dict[str, Any]) -> None:
        """Send a packet; do nothing if the connection is silent or closed."""
        if self.silent:
            return
        text = json.dumps(packet)
        with suppress(ConnectionError, RuntimeError):
            if self._deflate is None:
                await self.socket.send_str(text)
            else:
                data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(data)


class Gateway:
    """Serves the WebSocket endpoint /gateway, and lets tests break its connections."""

    def __init__(self, world: World, heard: asyncio.Condition, token: str) -> None:
        self._world = world
        self._heard = heard
        self.token = token
        self._sessions: dict[str, Session] = {}
        self._numbers = itertools.count(1)
        #: The open connections, by shard number.
        self._links: dict[int, Connection] = {}
        self.port = 0
        #: Number of shards that the bot must use.
        self.shards = 1
        #: The heartbeat interval in milliseconds.
        self.beat_every = 41_250
        #: New connections wait until this event is set.
        self.open = asyncio.Event()
        self.open.set()
        #: Number of upcoming connections that break immediately.
        self.broken = 0
        #: Number of events that a resumed session has already received, but that are sent again.
        self.repeats = 0
        self.identified = self.resumed = self.beats = 0
        #: The close codes of closed connections, in order.
        self.closed: list[int | None] = []
        self.faults: list[str] = []

    # -- controls for tests -------------------------------------------------------------------------------

    async def dispatch(self, name: str, data: dict[str, Any], times: int = 1) -> None:
        """Send the bot an event: immediately if it is connected, else when it resumes its session."""
        session = self._session(self._shard_of(name, data))
        event = self._noted(session, name, data)
        for _ in range(times):
            await self._send(session.shard, event)

    async def drop(self, shard: int = 0) -> None:
        """Cut the bot's connection without a close frame."""
        assert shard in self._links, "nobody is connected"
        request = self._links[shard].socket._req
        assert request is not None
        assert request.transport is not None
        request.transport.abort()

    def silence(self, shard: int = 0) -> None:
        """Send nothing more over the bot's current connection; a new connection will work normally."""
        assert shard in self._links, "nobody is connected"
        self._links[shard].silent = True

    async def reconnect(self, shard: int = 0) -> None:
        """Tell the bot to reconnect and resume its session."""
        await self._send(shard, {"op": RECONNECT, "d": None})

    async def invalidate(self, shard: int = 0) -> None:
        """Forget the bot's session and tell the bot that it can't be resumed."""
        self._sessions = {name: one for name, one in self._sessions.items() if one.shard != shard}
        await self._send(shard, {"op": INVALID, "d": False})

    def _session(self, shard: int) -> Session:
        sessions = [one for one in self._sessions.values() if one.shard == shard]
        assert sessions, "nobody is logged in"
        return sessions[-1]

    def _shard_of(self, name: str, data: dict[str, Any]) -> int:
        """Return the shard that receives an event: the shard of the event's server, or 0 for private messages."""
        number = data.get("guild_id") or (data["id"] if name in ("GUILD_CREATE", "GUILD_DELETE") else 0)
        return (int(number) >> 22) % self.shards

    def _noted(self, session: Session, name: str, data: dict[str, Any]) -> dict[str, Any]:
        event = {"op": DISPATCH, "t": name, "s": len(session.events) + 1, "d": data}
        session.events.append(event)
        return event

    # -- the protocol -------------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket connection until it ends."""
        await self.open.wait()
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.broken:
            self.broken -= 1
            assert request.transport is not None
            request.transport.abort()
            return socket
        link = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        await link.send({"op": HELLO, "d": {"heartbeat_interval": self.beat_every}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._packet(link, message.data)
                async with self._heard:
                    self._heard.notify_all()
        self.closed.append(socket.close_code)
        if link.session is not None and self._links.get(link.session.shard) is link:
            del self._links[link.session.shard]
        async with self._heard:
            self._heard.notify_all()
        return socket

    async def _packet(self, link: Connection, text: str) -> None:
        packet = json.loads(text)
        code, data = packet["op"], packet["d"]
        if len(text.encode()) > MAX_PACKET:
            await self._refuse(link, DECODE_ERROR, "a packet too large")
        elif code == HEARTBEAT:
            self.beats += 1
            await link.send({"op": ACK})
        elif code == IDENTIFY:
            await self._identify(link, data)
        elif code == RESUME:
            await self._resume(link, data)
        elif link.session is None:
            await self._refuse(link, NOT_AUTHENTICATED, f"the operation {code} before a login")

    async def _identify(self, link: Connection, data: dict[str, Any]) -> None:
        if data["token"] != self.token:
            await self._refuse(link, WRONG_TOKEN, None)
            return
        if link.session is not None:
            await self._refuse(link, ALREADY_AUTHENTICATED, "two logins on one connection")
            return
        if data["intents"] != GUILDS:
            self.faults.append(f"the intents {data['intents']}, and the bot needs no more than {GUILDS}")
        shard, count = data.get("shard") or (0, 1)
        if count < self.shards or not shard < count:
            await self._refuse(
                link, SHARDING_REQUIRED if count < self.shards else INVALID_SHARD, f"shard {shard} of {count}"
            )
            return
        session = Session(f"session-{next(self._numbers)}", shard)
        self._sessions[session.id] = session
        here = [one for one in self._world.servers.values() if one.joined and (one.id >> 22) % self.shards == shard]
        await self._begin(link, session, "READY", self._ready(session, here, count))
        for server in here:
            await self._begin(link, session, "GUILD_CREATE", guild_created(server, self._world.channels_of(server)))
        session.opening = len(session.events)
        self._take_over(link, session)
        self.identified += 1

    async def _begin(self, link: Connection, session: Session, name: str, data: dict[str, Any]) -> None:
        await link.send(self._noted(session, name, data))

    def _take_over(self, link: Connection, session: Session) -> None:
        link.session = session
        self._links[session.shard] = link

    async def _resume(self, link: Connection, data: dict[str, Any]) -> None:
        session = self._sessions.get(data["session_id"])
        if session is None or data["token"] != self.token or data["seq"] > len(session.events):
            await link.send({"op": INVALID, "d": False})
            return
        self._take_over(link, session)
        for event in session.events[max(session.opening, data["seq"] - self.repeats) :]:
            await link.send(event)
        self.resumed += 1
        await self._send(session.shard, self._noted(session, "RESUMED", {}))

    async def _send(self, shard: int, packet: dict[str, Any]) -> None:
        if shard in self._links:
            await self._links[shard].send(packet)

    async def _refuse(self, link: Connection, code: int, fault: str | None) -> None:
        if fault:
            self.faults.append(fault)
        await link.socket.close(code=code)

    def _ready(self, session: Session, servers: list[Server], count: int) -> dict[str, Any]:
        return {
            "v": 10, "user": user(BOT, "Tenebrae", bot=True), "shard": [session.shard, count],
            "guilds": [{"id": str(server.id), "unavailable": True} for server in servers],
            "session_id": session.id, "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": str(APPLICATION), "flags": 0}, "private_channels": [], "relationships": [],
        }  # fmt: skip
