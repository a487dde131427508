"""The simulation's Discord. Requests to it can be slow, can fail, or can succeed without an answer."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp.client_reqrep import ConnectionKey
from discord import interactions
from discord.http import Route
from discord.webhook import async_
from discord.webhook.async_ import AsyncWebhookAdapter
from multidict import CIMultiDict
from yarl import URL

from tests.simulated.event_loop import Machine, SimulatedLoop, never
from tests.simulated.machine_doubles import Environment
from tests.sockets.discord_data import Upload, World
from tests.sockets.limits import Answer, broken, too_many
from tests.sockets.rest_api import Call, Rest

TOKEN = "a-secret-token-nobody-may-read"
HOST = "https://discord.com/api/v10"


@dataclass
class NetworkFaults:
    """The faults of the network and of Discord, and the times when they end."""

    #: The times when Discord stops being unreachable, stops answering with errors, and stops being slow.
    away_until: float = 0.0
    troubled_until: float = 0.0
    slow_until: float = 0.0
    #: Faults for the next matching requests, as (method, part of the path, fault).
    next: list[tuple[str, str, str]] = field(default_factory=list)


class Network:
    """The network between processes and Discord."""

    def __init__(self, nature: Environment, dice: random.Random) -> None:
        self.nature = nature
        self.dice = dice
        self.weather = NetworkFaults()
        self.world = World()
        self.world.now = nature.now  # type: ignore[method-assign]
        self.rest = Rest(self.world, None, TOKEN)  # type: ignore[arg-type]
        self.counts: Counter[str] = Counter()
        #: The paths of requests that had a fault.
        self.befallen: list[str] = []

    @contextmanager
    def connected(self) -> Iterator[None]:
        """During the block, let all HTTP sessions of the bot reach this Discord."""

        def session(*_: Any, trace_configs: Any = None, **__: Any) -> Session:
            return Session(self, trace_configs or [])

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(aiohttp, "ClientSession", session)
            patch.setattr(aiohttp, "TCPConnector", lambda **_: SimpleNamespace())
            patch.setattr(Route, "BASE", HOST)
            for module in (interactions, async_):
                patch.setattr(module, "async_context", _Adapters(self.nature.loop))
            yield

    def delay(self) -> float:
        """Return the seconds that a request or an answer takes to arrive."""
        usual = self.dice.uniform(0.02, 0.12)
        return usual * 12 if self.nature.loop.time() < self.weather.slow_until else usual

    def befalls(self, method: str, path: str) -> str:
        """Return the name of the fault that `PendingRequest` must cause for a request, or "" for no fault."""
        now, weather = self.nature.loop.time(), self.weather
        if now < weather.away_until:
            return "away"
        if now < weather.troubled_until and self.dice.random() < 0.7:
            return self.dice.choice(["500", "503", "lost"])
        for one in weather.next:
            if one[0] == method and one[1] in path:
                weather.next.remove(one)
                return one[2]
        return ""


class _Adapters:
    """Gives each simulated process its own discord.py adapter for interactions, whose locks end with the process."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._own: dict[Machine, AsyncWebhookAdapter] = {}

    def get(self) -> AsyncWebhookAdapter:
        """Return the adapter of the process whose code is running, in place of discord.py's context variable."""
        return self._own.setdefault(self._loop.machine, AsyncWebhookAdapter())


@dataclass(eq=False)
class Session:
    """Stands in for the aiohttp session that discord.py uses."""

    network: Network
    traces: list[Any]
    closed: bool = False

    def request(self, method: str, url: str, **how: Any) -> PendingRequest:
        return PendingRequest(self, method, url, how)

    async def close(self) -> None:
        self.closed = True


class Response:
    """Stands in for aiohttp's response."""

    reason = ""

    def __init__(self, status: int, headers: dict[str, str], text: str) -> None:
        self.status = status
        self.headers = CIMultiDict(headers)
        self._text = text

    async def text(self, **_: Any) -> str:
        return self._text


class PendingRequest:
    """Stands in for aiohttp's pending request, and causes the fault that `Network` chose for the request."""

    def __init__(self, session: Session, method: str, url: str, how: dict[str, Any]) -> None:
        self.session, self.network = session, session.network
        self.method, self.url, self.how = method, str(url), how

    async def __aenter__(self) -> Response:
        if self.session.closed:
            raise RuntimeError("Session is closed")
        about = SimpleNamespace(method=self.method, url=URL(self.url, encoded=True), headers=self.how.get("headers"))
        context = SimpleNamespace()
        for trace in self.session.traces:
            for tell in trace.on_request_start:
                await tell(self.session, context, about)
        response = await self._answered()
        told = SimpleNamespace(method=self.method, url=about.url, headers=about.headers, response=response)
        for trace in self.session.traces:
            for tell in trace.on_request_end:
                await tell(self.session, context, told)
        return response

    async def __aexit__(self, *_: object) -> None:
        pass

    async def _answered(self) -> Response:
        network, loop = self.network, self.network.nature.loop
        machine = loop.machine
        path = self.url.removeprefix(HOST).partition("?")[0]
        await asyncio.sleep(network.delay())
        fault = network.befalls(self.method, path)
        if fault:
            network.counts[fault] += 1
            network.befallen.append(path)
        if fault == "away":
            key = ConnectionKey("discord.com", 443, True, True, None, None, None)
            raise aiohttp.ClientConnectorError(key, OSError(111, "Connection refused"))
        if fault == "dies before":
            machine.die()
        if not machine.alive or (machine.fuse is not None and machine.burns()):
            await never()
        headers, answer = self._done(path, fault)
        network.nature.note(f"{self.method} {path} {answer.status} {fault}")
        if fault == "dies after":
            machine.die()
        await asyncio.sleep(network.delay())
        if not machine.alive:
            await never()
        if fault == "lost":
            raise aiohttp.ServerDisconnectedError
        text = answer.body if isinstance(answer.body, str) else "" if answer.body is None else json.dumps(answer.body)
        kind = "text/html" if isinstance(answer.body, str) or answer.body is None else "application/json"
        sent = {"Via": "1.1 google", "Content-Type": kind} | headers | answer.headers
        return Response(answer.status, {key: value for key, value in sent.items() if value}, text)

    def _done(self, path: str, fault: str) -> tuple[dict[str, str], Answer]:
        if fault.isdecimal() and fault != "429":
            return {}, broken(int(fault))
        if fault == "429":
            return {}, too_many(2.5)
        if fault == "429 of all":
            return {}, too_many(4.0, everywhere=True)
        if fault == "429 shared":
            answer = too_many(3.0)
            return {}, Answer(429, answer.body, answer.headers | {"X-RateLimit-Scope": "shared"})
        call = self._call(path)
        headers, answer = self.network.rest._answer(call)
        self.network.rest.token_limits.count(answer)
        if fault == "500 after":
            return headers, broken(500)
        return headers, answer

    def _call(self, path: str) -> Call:
        data, headers = self.how.get("data"), self.how.get("headers") or {}
        query = {
            **dict(URL(self.url).query),
            **{key: str(value) for key, value in (self.how.get("params") or {}).items()},
        }
        call = Call(self.method, path, None, None, authorization=headers.get("Authorization"), query=query)
        if isinstance(data, aiohttp.FormData):
            call.kind = "multipart/form-data"
            for options, _, value in data._fields:
                name = options["name"]
                if name == "payload_json":
                    call.body = json.loads(value)
                else:
                    content = value.read() if hasattr(value, "read") else value
                    call.files[int(name.removeprefix("files[")[:-1])] = Upload(options["filename"], content)
        elif data is not None:
            call.kind, call.body = "application/json", json.loads(data)
        return call
