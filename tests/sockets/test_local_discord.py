"""The simulated Discord server refuses requests that break Discord's rules."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from tests.sockets import messages
from tests.sockets.discord_data import ANA, ATTACH, BENCE, CHANNEL, SEND, VIEW, Interaction, Message
from tests.sockets.interaction_replies import AUTOCOMPLETE, COMMAND, COMPONENT
from tests.sockets.local_discord import TOKEN, LocalDiscord

pytestmark = pytest.mark.asyncio(loop_scope="module")

AGENT = "DiscordBot (https://example.org, 1.0)"
POSTS = f"/channels/{CHANNEL}/messages"


class Client:
    """Sends requests as a bot does; `headers` has the headers of the last answer."""

    def __init__(self, discord: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.discord = discord
        self._session = session
        self.headers: Any = {}

    async def ask(
        self, method: str, path: str, body: Any = None, files: list[bytes] | None = None, token: str = TOKEN
    ) -> tuple[int, Any]:
        """Send a request; return the status and body of the answer."""
        headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for number, content in enumerate(files):
                data.add_field(f"files[{number}]", content, filename=f"{number}.png")
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(body), "application/json"
        async with self._session.request(method, self.discord.api + path, data=data, headers=headers) as answer:
            self.headers = answer.headers
            return answer.status, await answer.json(content_type=None) if answer.status != 204 else None

    async def code(self, method: str, path: str, body: Any = None, files: list[bytes] | None = None) -> tuple[int, int]:
        """Send a request; return the status and Discord's error code, or 0 if there is no error code."""
        status, answer = await self.ask(method, path, body, files)
        return status, (answer or {}).get("code", 0)

    async def post(self, **body: Any) -> Message:
        """Post a valid message, and return it as it is stored."""
        status, answer = await self.ask("POST", POSTS, body)
        assert status == 200, answer
        return self.discord.table.messages[int(answer["id"])]

    def interaction(self, kind: int = COMMAND, source: Message | None = None) -> Interaction:
        return self.discord.world.interact(kind, ANA, CHANNEL, {"name": "hand"}, source)

    async def answer(self, one: Interaction, kind: int, **data: Any) -> tuple[int, int]:
        body = {"type": kind, "data": data} if data else {"type": kind}
        return await self.code("POST", f"/interactions/{one.id}/{one.token}/callback", body)


@asynccontextmanager
async def running() -> AsyncGenerator[Client]:
    """Run a simulated Discord server, and yield a client for it."""
    server = LocalDiscord()
    await server.start()
    async with aiohttp.ClientSession() as session:
        yield Client(server, session)
    await server.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def discord() -> AsyncIterator[Client]:
    async with running() as client:
        yield client


@pytest.fixture(autouse=True)
def calm(discord: Client) -> Iterator[None]:
    """Reset the rate limits before each test; afterwards, assert that all answers matched Discord's API description."""
    discord.discord.rest.limits._windows.clear()
    discord.discord.rest.token_limits.forget()
    discord.discord.rest.violations.clear()
    discord.discord.rest.answered_wrong.clear()
    yield
    assert discord.discord.rest.answered_wrong == []


def hook(one: Interaction, *more: str) -> str:
    return "/".join((f"/webhooks/901/{one.token}", *more))


def button(name: str, label: str = "Go") -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": name}


def row(*items: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(items)}


def menu(*values: str, **more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "m", "options": [{"label": one, "value": one} for one in values], **more}


async def test_an_interaction_is_answered_once_within_three_seconds_in_a_way_it_takes(discord: Client) -> None:
    one = discord.interaction()
    assert await discord.answer(one, 5, flags=64) == (200, 0)
    assert await discord.answer(one, 5) == (400, 40060)
    late = discord.interaction()
    late.at -= 3.1
    assert await discord.answer(late, 5) == (404, 10062)
    assert (await discord.answer(discord.interaction(), 8, choices=[]))[1] == 50035
    assert (await discord.answer(discord.interaction(AUTOCOMPLETE), 5))[1] == 50035
    assert (await discord.answer(discord.interaction(), 6))[1] == 50035, "there is no message to change later"
    assert await discord.answer(discord.interaction(COMPONENT, await discord.post(content="x")), 6) == (200, 0)


async def test_a_token_works_after_the_first_answer_and_for_fifteen_minutes(discord: Client) -> None:
    one = discord.interaction()
    assert await discord.code("POST", hook(one), {"content": "x"}) == (404, 10015)
    await discord.answer(one, 5, flags=64)
    assert await discord.code("PATCH", hook(one, "messages", "@original"), {"content": "x"}) == (200, 0)
    assert one.answer.seen_by == ANA.id
    assert await discord.code("PATCH", f"{POSTS}/{one.answer.id}", {"content": "x"}) == (404, 10008)
    assert await discord.code("POST", hook(one), {"content": "more", "flags": 64}) == (200, 0)
    assert one.said == "more"
    discord.discord.world.offset += 901
    for method, path in (("PATCH", hook(one, "messages", "@original")), ("POST", hook(one))):
        assert await discord.code(method, path, {"content": "x"}) == (401, 50027)
    assert await discord.code("DELETE", hook(one, "messages", "@original")) == (401, 50027)


async def test_the_first_follow_up_fills_the_promise_as_privately_as_it_was_made(discord: Client) -> None:
    one = discord.interaction()
    await discord.answer(one, 5)
    await discord.code("POST", hook(one), {"content": "x", "flags": 64})
    assert one.answer.content == "x"
    assert one.answer.seen_by is None
    assert one.followups == []


async def test_an_enforced_nonce_posts_once(discord: Client) -> None:
    first = await discord.post(content="x", nonce="n1", enforce_nonce=True)
    assert await discord.post(content="x", nonce="n1", enforce_nonce=True) is first
    assert await discord.post(content="x", nonce="n1") is not first


async def test_an_edit_keeps_the_files_that_its_list_names_and_all_without_a_list(
    discord: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png", "description": "first"}, {"id": 1}]}
    _, made = await discord.ask("POST", POSTS, body, [b"a", b"b"])
    message = discord.discord.table.messages[int(made["id"])]
    kept = message.attachments[1]
    assert [one.filename for one in message.attachments] == ["a.png", "1.png"]
    path = f"{POSTS}/{message.id}"
    await discord.ask("PATCH", path, {"content": "y"})
    assert [one.data for one in message.attachments] == [b"a", b"b"]
    await discord.ask("PATCH", path, {"attachments": [{"id": str(kept.id)}, {"id": 0, "filename": "c.png"}]}, [b"c"])
    assert [one.data for one in message.attachments] == [b"b", b"c"]
    await discord.ask("PATCH", path, {"attachments": []})
    assert message.attachments == []
    assert await discord.code("PATCH", path, {"attachments": [{"id": 7}]}) == (400, 50035)
    assert await discord.code("PATCH", path, {"content": ""}) == (400, 50006)
    assert await discord.code("POST", POSTS, {"content": "x"}, [b"x"] * 11) == (400, 50035)
    monkeypatch.setattr(messages, "FILE_BYTES", 3)
    assert await discord.code("POST", POSTS, {"content": "x"}, [b"xxxx"]) == (413, 40005)


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2001},
        {"content": "x", "components": [row(button("a"), button("a"))]},
        {"content": "x", "components": [row(button("a")), row(button("a"))]},
        {"content": "x", "components": [row(*(button(str(n)) for n in range(6)))]},
        {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
        {"content": "x", "components": [row(menu("a"), button("b"))]},
        {"content": "x", "components": [row(menu("a", "a"))]},
        {"content": "x", "components": [row(menu("a", max_values=2))]},
        {"content": "x", "components": [row({"type": 2, "style": 1, "custom_id": "a"})]},
        {"content": "x", "embeds": [{"description": "x" * 4000}, {"description": "y" * 4000}]},
    ],
)
async def test_a_message_that_breaks_a_limit_is_refused_and_reported(discord: Client, body: dict[str, Any]) -> None:
    assert await discord.code("POST", POSTS, body) == (400, 50035)
    assert discord.discord.faults()


async def test_what_is_not_there_or_not_allowed_is_refused(discord: Client) -> None:
    table = discord.discord.table
    assert await discord.code("POST", "/channels/1/messages", {"content": "x"}) == (404, 10003)
    assert await discord.code("PATCH", f"{POSTS}/1", {"content": "x"}) == (404, 10008)
    assert await discord.code("DELETE", f"{POSTS}/1") == (404, 10008)
    assert (await discord.ask("POST", POSTS, {"content": "x"}, token="another"))[0] == 401
    for denied, code in ((VIEW, 50001), (SEND, 50013)):
        table.denied = denied
        assert await discord.code("POST", POSTS, {"content": "x"}) == (403, code)
    table.denied = ATTACH
    assert await discord.code("POST", POSTS, {"content": "x"}, [b"x"]) == (403, 50013)
    table.denied = 0
    discord.discord.world.private_channel(BENCE).closed = True
    _, mail = await discord.ask("POST", "/users/@me/channels", {"recipient_id": str(BENCE.id)})
    assert await discord.code("POST", f"/channels/{mail['id']}/messages", {"content": "x"}) == (403, 50007)


async def test_only_allowed_users_are_pinged(discord: Client) -> None:
    words = f"<@{ANA.id}> <@{BENCE.id}>"
    assert (await discord.post(content=words)).rang == (ANA.id, BENCE.id)
    assert (await discord.post(content=words, allowed_mentions={"parse": []})).rang == ()
    assert (await discord.post(content=words, allowed_mentions={"parse": [], "users": [BENCE.id]})).rang == (BENCE.id,)


async def test_a_bucket_reports_its_remainder_and_refuses_more(discord: Client) -> None:
    limits = discord.discord.rest.limits
    limits.special["POST /channels/*/messages"] = (2, 30)
    try:
        await discord.post(content="x")
        assert discord.headers["X-RateLimit-Remaining"] == "1"
        assert 29 < float(discord.headers["X-RateLimit-Reset-After"]) <= 30
        await discord.post(content="x")
        status, answer = await discord.ask("POST", POSTS, {"content": "x"})
        assert (status, answer["global"]) == (429, False)
        assert float(discord.headers["Retry-After"]) == pytest.approx(answer["retry_after"])
        assert "Via" in discord.headers
        assert limits.impatient == []
        await discord.ask("POST", POSTS, {"content": "x"})
        assert len(limits.impatient) == 1
    finally:
        limits.special.clear()
        limits.impatient.clear()


async def test_a_token_may_ask_so_much_a_second_wherever_it_asks_and_answers_to_presses_are_free(
    discord: Client,
) -> None:
    limits = discord.discord.rest.token_limits
    limits.most, usual = 2, limits.most
    try:
        await discord.post(content="x")
        assert await discord.code("GET", f"/channels/{CHANNEL}") == (200, 0)
        status, answer = await discord.ask("GET", "/users/@me")
        assert (status, answer["global"]) == (429, True)
        assert discord.headers["X-RateLimit-Scope"] == "global"
        assert await discord.answer(discord.interaction(), 5) == (200, 0)
    finally:
        limits.most = usual


async def test_a_client_refused_too_often_is_banned(discord: Client) -> None:
    limits = discord.discord.rest.token_limits
    limits.most_refused, usual = 2, limits.most_refused
    try:
        discord.discord.table.denied = SEND
        for _ in range(2):
            assert (await discord.code("GET", "/guilds/1"))[0] == 404, "what is not there was not refused"
            assert (await discord.code("POST", POSTS, {"content": "x"}))[0] == 403
        one = discord.interaction()
        url = f"{discord.discord.api}/interactions/{one.id}/{one.token}/callback"
        async with discord._session.post(url, json={"type": 5}, headers={"User-Agent": AGENT}) as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (429, "600")
            assert "Via" not in answer.headers
    finally:
        discord.discord.table.denied = 0
        limits.most_refused = usual


async def test_a_body_or_a_path_that_discord_does_not_describe_is_reported_with_the_place(discord: Client) -> None:
    one = discord.interaction()
    await discord.answer(one, 5)
    cases: list[tuple[str, str, Any, str]] = [
        ("POST", POSTS, {"content": 7}, "create_message: $.content: 7 is not of type 'string', 'null'"),
        ("POST", POSTS, {"content": "x", "nonse": "1"}, "create_message: $.nonse: no such key is described"),
        ("POST", POSTS, {"content": "x", "components": [row(button("a" * 101))]},
         "create_message: $.components[0].components[0].custom_id: 'aaa"),
        ("POST", POSTS, {"content": "x", "components": [row(menu(*map(str, range(26))))]},
         "create_message: $.components[0].components[0].options: "),
        ("PATCH", hook(one, "messages", "@original"), {"embeds": [{"title": "x" * 257}]},
         "update_original_webhook_message: $.embeds[0].title: "),
        ("GET", "/channels/903/letters", None, "GET /channels/903/letters: Discord describes no such request"),
    ]  # fmt: skip
    for method, path, body, told in cases:
        discord.discord.rest.violations.clear()
        await discord.ask(method, path, body)
        assert any(told in fault for fault in discord.discord.rest.violations), (told, discord.discord.rest.violations)


async def test_commands_are_held_against_the_description_too(discord: Client) -> None:
    option = {"type": 3, "name": "game", "description": "x" * 101}
    command = {"name": "match", "description": "x", "options": [{"type": 1, "name": "a", "description": "b"}, option]}
    await discord.ask("PUT", "/applications/901/commands", [command])
    (fault,) = discord.discord.rest.violations
    assert fault.startswith("bulk_set_application_commands: $[0].options[1].description: ")
