"""The HTTP server limits the time and size of requests and the number of connections before it handles a request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from bot.app import metrics
from bot.app.settings import networks
from bot.discord.http import server as http_server
from bot.discord.http.client_address import ClientAddresses
from tests.conftest import FakeClock

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"


@asynccontextmanager
async def serving(proxies: str = "loopback", begun: asyncio.Queue[None] | None = None) -> AsyncIterator[int]:
    async def page(request: web.Request) -> web.Response:
        if begun is not None:
            begun.put_nowait(None)
        await request.read()
        return web.Response(text="here")

    app = web.Application()
    app.router.add_get("/", page)
    async with http_server.listening(app, "127.0.0.1", 0, "", ClientAddresses(networks(proxies))) as port:
        yield port


class Client:
    """An HTTP client that sends raw bytes over a single connection."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> Client:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def answer(self) -> bytes:
        """Read one HTTP response; return its head and body."""
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return head + await self._reader.readexactly(length)

    async def end(self) -> bytes:
        """Wait until the server closes the connection; return what it sent before that."""
        try:
            return await self._reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize("before", [b"", HALF], ids=["nothing", "half"])
async def test_headers_that_do_not_come_in_time_end_the_connection(
    before: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "HEADERS_TIMEOUT", 0.05)
    async with serving() as port, Client(port) as client:
        await client.send(before)
        # Sending one byte at a time doesn't extend a request's time limit.
        trickle = asyncio.create_task(_trickle(client, before[-1:]))
        assert await client.end() == b""
        trickle.cancel()


async def test_headers_of_a_second_request_that_do_not_come_in_time_end_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as port, Client(port) as client:
        await client.send(WHOLE + HALF)
        # The limit is shortened after the answer, because a busy machine may need longer than that for the answer.
        assert (await client.answer()).endswith(b"here")
        monkeypatch.setattr(http_server, "HEADERS_TIMEOUT", 0.05)
        trickle = asyncio.create_task(_trickle(client, HALF[-1:]))
        assert await client.end() == b""
        trickle.cancel()


async def _trickle(client: Client, last: bytes) -> None:
    while last:
        await client.send(b"a: b\r\n")
        await asyncio.sleep(0.01)


async def test_an_idle_connection_may_wait_for_its_next_request_longer_than_for_its_headers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as port, Client(port) as client:
        await client.send(WHOLE)
        assert (await client.answer()).endswith(b"here")
        monkeypatch.setattr(http_server, "HEADERS_TIMEOUT", 0.05)
        for _ in range(2):
            await client.send(WHOLE)
            assert (await client.answer()).endswith(b"here")
            await asyncio.sleep(0.1)
        await client.send(WHOLE)
        assert (await client.answer()).endswith(b"here")


async def test_an_idle_connection_is_closed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "IDLE_TIMEOUT", 0.05)
    async with serving() as port, Client(port) as client:
        await client.send(WHOLE)
        assert (await client.end()).endswith(b"here")


async def test_one_stranger_has_a_few_connections_and_gets_more_once_they_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_server, "MAX_PER_UNTRUSTED", 2)
    begun = asyncio.Queue[None]()
    async with serving("private", begun) as port:
        async with Client(port) as one, Client(port) as other:
            for client in (one, other):
                # The body of the request is missing, so the connection stays busy.
                await client.send(WHOLE.replace(b"\r\n\r\n", b"\r\nContent-Length: 1\r\n\r\n"))
                await begun.get()
            async with Client(port) as third:
                assert await third.end() == b""
            for client in (one, other):
                await client.send(b"x")
                assert (await client.answer()).endswith(b"here")
        async with asyncio.timeout(10):
            while not await _is_answered(port):
                pass


@pytest.mark.parametrize(
    ("limit", "proxies"),
    [("MAX_PER_UNTRUSTED", "private"), ("MAX_UNTRUSTED", "private"), ("MAX_CONNECTIONS", "loopback")],
)
async def test_a_new_connection_takes_the_place_of_the_one_that_is_idle_longest(
    limit: str, proxies: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_server, limit, 2)
    async with asyncio.timeout(10), serving(proxies) as port, Client(port) as one, Client(port) as other:
        for client in (one, other, one):
            await client.send(WHOLE)
            assert (await client.answer()).endswith(b"here")
        async with Client(port) as third:
            await third.send(WHOLE)
            assert (await third.answer()).endswith(b"here")
            assert await other.end() == b""
            await one.send(WHOLE)
            assert (await one.answer()).endswith(b"here")
            async with Client(port) as fourth:
                assert await third.end() == b""
                await fourth.send(WHOLE)
                assert (await fourth.answer()).endswith(b"here")
    assert [record.getMessage() for record in caplog.records] == [
        "too many connections are open: a connection is closed"
    ]


async def _is_answered(port: int) -> bool:
    async with Client(port) as client:
        await client.send(WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        return (await client.end()).endswith(b"here")


class FakeConnection:
    """A stand-in for a connection that is idle or busy as the test sets it."""

    def __init__(self, *, idle: bool = False) -> None:
        self.idle = idle
        self.aborted = False

    def is_idle(self) -> bool:
        return self.idle

    def abort(self) -> None:
        self.aborted = True


def test_all_strangers_together_leave_room_for_proxies_and_even_those_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_server, "MAX_UNTRUSTED", 1)
    monkeypatch.setattr(http_server, "MAX_CONNECTIONS", 2)
    held: list[Any] = [FakeConnection() for _ in range(6)]
    open_ones = http_server.Connections(ClientAddresses(networks("10.0.0.0/8")))
    peers = ("198.51.100.1", "198.51.100.2", "10.0.0.1", "10.0.0.1")
    assert [open_ones.opened(*one) for one in zip(held, peers, strict=False)] == [True, False, True, False]
    open_ones.closed(held[0])
    assert [open_ones.opened(held[4], "198.51.100.2"), open_ones.opened(held[5], "10.0.0.1")] == [True, False]


def test_a_stranger_takes_no_idle_connection_of_a_proxy_and_the_log_tells_of_it_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_server, "MAX_UNTRUSTED", 1)
    clock = FakeClock(0)
    open_ones = http_server.Connections(ClientAddresses(networks("10.0.0.0/8")), clock.monotonic)
    proxy, busy, new = (FakeConnection(idle=True), FakeConnection(), FakeConnection(idle=True))
    held: list[Any] = [proxy, busy, new]
    peers = ("10.0.0.1", "198.51.100.1", "198.51.100.2")
    before = _crowded_out()
    assert [open_ones.opened(*one) for one in zip(held, peers, strict=True)] == [True, True, False]
    busy.idle = True
    assert open_ones.opened(held[2], "198.51.100.2")
    assert [one.aborted for one in (proxy, busy, new)] == [False, True, False]
    assert _crowded_out() == [before[0] + 1, before[1] + 1]
    clock.advance(60)
    assert open_ones.opened(held[1], "198.51.100.1")
    assert [record.getMessage() for record in caplog.records] == [
        "too many connections are open: a connection is refused",
        "too many connections are open: a connection is closed",
    ]


def _crowded_out() -> list[float]:
    name = "tenebrae_crowded_out_connections_total"
    return [metrics.REGISTRY.get_sample_value(name, {"result": result}) or 0 for result in ("closed", "refused")]


async def test_what_is_not_http_is_refused_without_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as port:
        for garbage in (
            b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
            b"GET / HTTP/1.1\r\nBad Header\r\n\r\n",
            b"\r\nX\r\n\r\n",
        ):
            async with Client(port) as client:
                await client.send(garbage)
                assert b"400" in (await client.end()).partition(b"\r\n")[0]
    assert not caplog.records
