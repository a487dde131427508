"""The rate limiter of the HTTP server, which also finds the address of a client behind trusted proxies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from multidict import CIMultiDict

from bot.app.settings import networks
from bot.discord.http import public_page_limits
from bot.discord.http import server as http_server
from bot.discord.http.client_address import ClientAddresses
from bot.discord.http.public_page_limits import PAGE_RATE, POST_RATE, REFUSED_RATE, SIGNED, RequestLimits
from bot.discord.http.token_buckets import Rate, TokenBuckets
from tests.conftest import FakeClock
from tests.game_helpers import each

#: A function that sends a request from an address to the test server, and returns the status.
Send = Callable[..., Awaitable[int]]


def test_a_bucket_gives_its_burst_and_then_as_much_as_it_is_filled_up() -> None:
    clock = FakeClock(0)
    buckets = TokenBuckets(Rate(3, 0.5), clock.monotonic)
    assert [buckets.acquire("a") for _ in range(4)] == [0, 0, 0, 2.0]
    assert buckets.retry_after("b") == 0
    clock.advance(1)
    assert buckets.acquire("a") == 1.0
    clock.advance(1)
    assert [buckets.acquire("a"), buckets.acquire("a")] == [0, 2.0]
    clock.advance(1_000)
    assert [buckets.acquire("a") for _ in range(4)] == [0, 0, 0, 2.0]


def test_the_table_of_buckets_is_bounded_and_drops_the_one_unused_for_longest() -> None:
    clock = FakeClock(0)
    buckets = TokenBuckets(Rate(1, 0.001), clock.monotonic, keys=2)
    for key in ("a", "b", "c"):
        assert buckets.acquire(key) == 0
    assert len(buckets) == 2
    assert buckets.acquire("c") > 0
    assert buckets.acquire("a") == 0


CASES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "a direct client": ("198.51.100.7", (), "198.51.100.7"),
    "a direct client invents a header": ("198.51.100.7", ("203.0.113.9",), "198.51.100.7"),
    "behind a proxy": ("127.0.0.1", ("198.51.100.7",), "198.51.100.7"),
    "behind two proxies": ("127.0.0.1", ("198.51.100.7, 172.18.0.3",), "198.51.100.7"),
    "headers of their own": ("127.0.0.1", ("198.51.100.7", "10.0.0.9"), "198.51.100.7"),
    "a client invents what its proxy then adds to": ("10.1.2.3", ("203.0.113.9, 198.51.100.7",), "198.51.100.7"),
    "a client invents proxies": ("10.1.2.3", ("10.9.9.9, 198.51.100.7, 10.0.0.1",), "198.51.100.7"),
    "the proxy itself": ("172.18.0.3", (), "172.18.0.3"),
    "garbage": ("127.0.0.1", ("unknown, x y",), "127.0.0.1"),
    "a port": ("127.0.0.1", ("198.51.100.7:4711",), "198.51.100.7"),
    "IPv6 counts by its network": ("::1", ("[2001:db8:1:2:3:4:5:6]:80",), "2001:db8:1:2::/64"),
    "IPv4 within IPv6": ("::ffff:127.0.0.1", ("::ffff:198.51.100.7",), "198.51.100.7"),
}


@each("case", CASES)
def test_a_request_counts_for_the_last_address_that_no_trusted_proxy_has(case: str) -> None:
    peer, forwarded, found = CASES[case]
    headers = CIMultiDict[str]()
    for line in forwarded:
        headers.add("X-Forwarded-For", line)
    request: Any = SimpleNamespace(remote=peer, headers=headers)
    assert ClientAddresses(networks("loopback,private")).key_of(request) == found


def test_only_named_proxies_are_trusted() -> None:
    addresses = ClientAddresses(networks("203.0.113.0/24, 2001:db8::7"))
    assert [addresses.is_proxy(peer) for peer in ("203.0.113.9", "2001:db8::7", "127.0.0.1", "", None)] == [
        *(True, True, False, False, False)
    ]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(0)


@pytest.fixture
async def send(clock: FakeClock) -> AsyncIterator[Send]:
    """Run a rate-limited server behind a local proxy, and yield a function that sends requests to the server."""
    app, addresses = web.Application(), ClientAddresses(networks("loopback"))
    RequestLimits(addresses, clock.monotonic).add_to(app)

    async def signed(request: web.Request) -> web.Response:
        if "signed" not in request.headers:
            raise web.HTTPUnauthorized
        request[SIGNED] = True
        return web.Response(status=202)

    async def page(_: web.Request) -> web.Response:
        return web.Response(status=503)

    app.router.add_post("/signed", signed)
    app.router.add_get("/page", page)
    async with http_server.listening(app, "127.0.0.1", 0, "", addresses) as port, aiohttp.ClientSession() as session:

        async def sent(path: str, by: str, *, signs: bool = False) -> int:
            method = "POST" if path == "/signed" else "GET"
            headers = {"X-Forwarded-For": by} | ({"signed": "yes"} if signs else {})
            async with session.request(method, f"http://127.0.0.1:{port}{path}", headers=headers) as answer:
                assert ("Retry-After" in answer.headers) == (answer.status == 429)
                return answer.status

        yield sent


async def test_an_address_that_sends_unsigned_requests_is_refused_and_no_other_one(
    send: Send, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = "198.51.100.7", "203.0.113.5"
    said = [await send("/signed", bad) for _ in range(REFUSED_RATE.burst + 2)]
    assert said == [401] * REFUSED_RATE.burst + [429] * 2
    assert await send("/signed", bad, signs=True) == 429
    assert await send("/nothing", bad) == 429
    assert await send("/signed", good, signs=True) == 202
    clock.advance(2)
    assert [await send("/nothing", bad), await send("/nothing", bad)] == [404, 429]
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["requests are refused: an address sends too many"]


async def test_an_address_that_signed_requests_come_from_is_not_refused_for_unsigned_ones(
    send: Send, clock: FakeClock
) -> None:
    """Behind a proxy that isn't in the settings, Discord and all other clients appear with the proxy's address."""
    proxy = "203.0.113.5"
    assert await send("/signed", proxy, signs=True) == 202
    assert {await send("/signed", proxy) for _ in range(2 * REFUSED_RATE.burst)} == {401}
    assert await send("/signed", proxy, signs=True) == 202
    clock.advance(public_page_limits.TRUST_SECONDS)
    assert {await send("/signed", proxy) for _ in range(REFUSED_RATE.burst)} == {401}
    assert await send("/signed", proxy) == 429


async def test_pages_and_posts_have_limits_of_their_own_that_balancers_and_discord_stay_under(
    send: Send, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    balancer = "10.0.0.9"
    said = [await send("/page", balancer) for _ in range(PAGE_RATE.burst + 1)]
    assert said == [503] * PAGE_RATE.burst + [429]
    assert await send("/signed", balancer, signs=True) == 202
    for _ in range(60):
        clock.advance(1)
        # Five requests a second from one address are normal, from the health checks of two load balancers and
        # Prometheus.
        assert {await send("/page", balancer) for _ in range(5)} == {503}
    assert POST_RATE.per_second >= 500
