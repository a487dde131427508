"""The interactions endpoint refuses unsigned requests at little cost and signed nonsense with a clear error."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from typing import Any

import pytest

import bot.discord.interactions_endpoint
from bot.discord.health import METRICS_PATH
from bot.discord.http.public_page_limits import REFUSED_RATE
from bot.discord.http.token_buckets import TokenBuckets
from bot.discord.interactions_endpoint import INTERACTIONS, MAX_BODY_BYTES, MAX_TIMESTAMP_SKEW
from tests.sockets.endpoint import PING
from tests.sockets.hosting import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLAIN_PICTURES = True
DOORS = ("http",)
#: Signature headers that are well-formed but don't match any request.
FORGED = {"X-Signature-Ed25519": "ab" * 64, "X-Signature-Timestamp": "1700000000"}
#: The fields that every interaction of a user has.
SENT = {"id": "1", "application_id": "901", "token": "t", "version": 1, "user": {"id": "1", "username": "a"}}


@pytest.fixture(autouse=True)
def _no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off the rate limit per address, since these tests send many bad requests from one address."""
    monkeypatch.setattr(TokenBuckets, "retry_after", lambda *_: 0.0)


class Client:
    """A client that sends raw bytes to the interactions endpoint over one connection."""

    def __init__(self, table: Table) -> None:
        self._port = int(table.discord.endpoint.urls[0].removesuffix(INTERACTIONS).rpartition(":")[2])

    async def __aenter__(self) -> Client:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def post(self, headers: dict[str, str], body: bytes = b"") -> int:
        """Send headers and all, part or none of the body; return the status of the answer."""
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._writer.write(f"POST {INTERACTIONS} HTTP/1.1\r\nHost: x\r\n{lines}\r\n".encode() + body)
        head = await self._reader.readuntil(b"\r\n\r\n")
        return int(head.split()[1])


async def posted(table: Table, headers: dict[str, str], body: bytes = b"") -> int:
    async with Client(table) as client:
        return await client.post(headers, body)


def signed(table: Table, body: bytes, at: int | None = None) -> dict[str, str]:
    """Return headers with Discord's signature of this body."""
    stamp = str(int(time.time()) if at is None else at)
    signature = table.discord.endpoint._key.sign(stamp.encode() + body).signature.hex()
    named = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": stamp}
    return named | {"Content-Length": str(len(body))}


async def test_ten_compressed_requests_that_no_one_signed_cost_next_to_nothing(table: Table) -> None:
    """Each unsigned request has a compressed body of 300 MB, which would take a second of CPU time to unpack."""
    body = gzip.compress(bytes(300_000_000), compresslevel=9)
    headers = FORGED | {"Content-Encoding": "gzip", "Content-Length": str(len(body))}
    assert len(body) < 300_000
    await posted(table, FORGED)  # a first request, so that one-time costs aren't measured
    begun = time.process_time()
    said = [await posted(table, headers, body) for _ in range(10)]
    took = time.process_time() - begun
    print(f"10 unsigned requests of {len(body) / 1e6:.2f} MB: {1000 * took:.0f} ms of CPU, with their client's")
    assert said == [415] * 10
    assert took < 0.5


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Length": "200000"}, 401),
        ({**FORGED, "X-Signature-Ed25519": "ab" * 63, "Content-Length": "200000"}, 401),
        ({**FORGED, "X-Signature-Ed25519": "zz" * 64, "Content-Length": "200000"}, 401),
        ({**FORGED, "X-Signature-Timestamp": "1e9", "Content-Length": "200000"}, 401),
        ({**FORGED, "X-Signature-Timestamp": "9" * 400, "Content-Length": "200000"}, 401),
        ({**FORGED, "Content-Encoding": "identity", "Content-Length": "200000"}, 415),
        ({**FORGED, "Content-Length": str(MAX_BODY_BYTES + 1)}, 413),
    ],
)
async def test_headers_alone_refuse_a_request_of_which_no_body_is_read(
    table: Table, headers: dict[str, str], status: int
) -> None:
    assert await posted(table, headers) == status


async def test_a_body_without_a_length_is_read_up_to_the_limit(table: Table) -> None:
    chunk = b"%x\r\n%b\r\n" % (MAX_BODY_BYTES + 1, bytes(MAX_BODY_BYTES + 1))
    assert await posted(table, FORGED | {"Transfer-Encoding": "chunked"}, chunk) == 413
    assert await posted(table, FORGED | {"Transfer-Encoding": "chunked"}, b"2\r\n{}\r\n0\r\n\r\n") == 401
    assert await posted(table, FORGED | {"Transfer-Encoding": "chunked"}, b"zz\r\n{}\r\n") == 400


async def test_a_body_that_trickles_in_is_refused_in_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.discord.interactions_endpoint, "BODY_TIMEOUT", 0.05)
    async with Client(table) as client:

        async def trickle() -> None:
            while True:
                await asyncio.sleep(0.01)
                client._writer.write(b" ")

        trickles = asyncio.create_task(trickle())
        assert await client.post(FORGED | {"Content-Length": "200000"}) == 408
        trickles.cancel()


async def test_what_was_signed_long_ago_or_for_later_is_refused_and_the_log_names_the_clock(table: Table) -> None:
    body, now = json.dumps(PING).encode(), table.bot.clock.now()
    table.errors.found.clear()
    for at in (now - MAX_TIMESTAMP_SKEW - 60, now + MAX_TIMESTAMP_SKEW + 60, 1_000_000_000, 10**14):
        assert await posted(table, signed(table, body, at), body) == 401
    assert await posted(table, signed(table, body, now - MAX_TIMESTAMP_SKEW + 60), body) == 200
    (line,) = table.errors.found
    assert "set the clock" in line
    table.errors.found.clear()


RUBBISH: dict[str, Any] = {
    "nothing": b"",
    "not JSON": b"not json",
    "not UTF-8": b"\xff\xfe{}",
    "deep": b"[" * 100_000,
    "a huge number": b'{"type": ' + b"9" * 5_000 + b"}",
    "a list": [],
    "a text": "ping",
    "null": None,
    "no type": {"id": "1"},
    "a type that is a text": {"type": "1"},
    "an unknown type": {"type": 99, **SENT},
    "no id": {"type": 3, **SENT, "id": None, "data": {"custom_id": "x", "component_type": 2}},
    "an id that is a number": {"type": 3, **SENT, "id": 1, "data": {"custom_id": "x", "component_type": 2}},
    "no token": {"type": 3, **SENT, "token": "", "data": {"custom_id": "x", "component_type": 2}},
    "no user": {"type": 3, **SENT, "user": None, "data": {"custom_id": "x", "component_type": 2}},
    "a press without data": {"type": 3, **SENT},
    "a form without parts": {"type": 5, **SENT, "data": {"custom_id": "x", "components": 7}},
    "a command without a name": {"type": 2, **SENT, "data": {"id": "1", "type": 1}},
    "suggestions without data": {"type": 4, **SENT, "data": []},
    "options that are none": {"type": 2, **SENT, "data": {"id": "1", "name": "act", "type": 1, "options": [7]}},
    "a member that is none": {"type": 3, **SENT, "guild_id": "7", "member": {"user": {"id": "1"}}, "data": {
        "custom_id": "x", "component_type": 2,
    }},
}  # fmt: skip

#: The reasons that the bot logs for some of these requests.
REASONS = {
    "not JSON": "it is not JSON",
    "a list": "it is not a JSON object",
    "no type": "field type is not as Discord sends it",
    "an unknown type": "field type is not as Discord sends it",
    "an id that is a number": "field id is not as Discord sends it",
    "a press without data": "field data is missing",
    "a command without a name": "field data.name is missing",
    "options that are none": "field data.options.0 is not as Discord sends it",
}


async def test_what_is_signed_and_no_interaction_is_refused_in_a_sentence_and_one_line_of_the_log(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    wrong, reasons = {}, {}
    for name, sent in RUBBISH.items():
        body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        caplog.clear()
        status = await posted(table, signed(table, body), body)
        await table.settle()
        lines = [record.getMessage() for record in caplog.records]
        if (status, lines) != (400, ["a signed request is not an interaction"]):
            wrong[name] = status, lines
        assert all(record.exc_info is None for record in caplog.records)
        reasons[name] = [getattr(record, "reason", None) for record in caplog.records]
    assert wrong == {}
    assert [reasons[name] for name in REASONS] == [[reason] for reason in REASONS.values()]


async def test_figures_are_not_shown_where_interactions_come_in(table: Table) -> None:
    async with Client(table) as client:
        client._writer.write(f"GET {METRICS_PATH} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert (await client._reader.readuntil(b"\r\n\r\n")).split()[1] == b"404"


async def test_an_address_that_forges_requests_is_refused_and_discord_is_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    bad, good = {"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "203.0.113.5"}
    said = [await posted(table, FORGED | bad) for _ in range(REFUSED_RATE.burst + 1)]
    assert said == [401] * REFUSED_RATE.burst + [429]
    body = json.dumps(PING).encode()
    assert await posted(table, signed(table, body) | good, body) == 200
