"""The simulated Discord server enforces the rules for servers, threads, private messages and layouts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from tests.sockets.discord_data import ANA, BENCE, BY_PERSON, CARLA, GUILD, LAYOUT, MANAGE_THREADS, Upload
from tests.sockets.gateway import INVALID_SHARD, SHARDING_REQUIRED
from tests.sockets.interaction_replies import COMMAND
from tests.sockets.local_discord import TOKEN
from tests.sockets.test_local_discord import POSTS, Client, button, row, running

HOUR = 3600


@pytest.fixture
async def discord() -> AsyncIterator[Client]:
    async with running() as client:
        yield client


async def test_a_server_without_the_bot_hides_everything_and_one_that_is_not_there_is_unknown(discord: Client) -> None:
    world = discord.discord.world
    other = world.new_server()
    there = world.new_channel(other)
    posts = f"/channels/{there.id}/messages"
    assert (await discord.ask("POST", posts, {"content": "x"}))[0] == 200
    assert (await discord.ask("GET", f"/guilds/{other.id}"))[1]["id"] == str(other.id)
    assert str(other.id) in [one["id"] for one in (await discord.ask("GET", "/users/@me/guilds"))[1]]
    await discord.discord.expel(other)
    assert await discord.code("POST", posts, {"content": "x"}) == (403, 50001)
    assert await discord.code("GET", f"/guilds/{other.id}") == (403, 50001)
    assert await discord.code("GET", "/guilds/1") == (404, 10004)
    assert await discord.code("GET", f"/guilds/{GUILD}") == (200, 0)
    await discord.discord.admit(other)
    assert await discord.code("POST", posts, {"content": "x"}) == (200, 0)
    other.left.add(CARLA.id)
    assert await discord.code("GET", f"/guilds/{other.id}/members/{CARLA.id}") == (404, 10007)
    assert await discord.code("GET", f"/guilds/{GUILD}/members/{CARLA.id}") == (200, 0)


async def test_who_installs_the_bot_alone_says_so_and_the_bot_may_do_next_to_nothing_there(discord: Client) -> None:
    world = discord.discord.world
    there = world.new_channel(world.new_server(joined=False))
    told = world.event(world.interact(COMMAND, ANA, there.id, {"name": "rules"}, owner=BY_PERSON))
    assert told["authorizing_integration_owners"] == {"1": str(ANA.id)}
    assert int(told["app_permissions"]) < 1 << 16
    usual = world.event(world.interact(COMMAND, ANA, discord.discord.table.id, {"name": "rules"}))
    assert usual["authorizing_integration_owners"] == {"0": str(GUILD)}


async def test_a_private_thread_is_hidden_from_a_bot_that_is_no_member_and_a_locked_one_takes_nothing(
    discord: Client,
) -> None:
    world = discord.discord.world
    for private in (False, True):
        thread = world.new_thread(discord.discord.table, private=private)
        posts = f"/channels/{thread.id}/messages"
        if private:
            assert await discord.code("POST", posts, {"content": "x"}) == (403, 50001)
            thread.bot_in = True
        _, made = await discord.ask("POST", posts, {"content": "x"})
        thread.archived = True
        assert await discord.code("PATCH", f"{posts}/{made['id']}", {"content": "y"}) == (400, 50083)
        assert await discord.code("POST", posts, {"content": "x"}) == (200, 0)
        assert not thread.archived, "a message opens it again"
        thread.archived = thread.locked = True
        thread.denied = MANAGE_THREADS
        assert await discord.code("POST", posts, {"content": "x"}) == (403, 160005)


async def test_messages_over_an_hour_old_have_an_edit_limit(discord: Client) -> None:
    message = await discord.post(content="x")
    path = f"{POSTS}/{message.id}"
    discord.discord.rest.old_edits.left = 2
    for _ in range(4):
        assert await discord.code("PATCH", path, {"content": "y"}) == (200, 0)
    discord.discord.world.offset += HOUR + 1
    codes = [await discord.code("PATCH", path, {"content": "z"}) for _ in range(3)]
    assert codes == [(200, 0), (200, 0), (429, 30046)]
    fresh = await discord.post(content="x")
    assert await discord.code("PATCH", f"{POSTS}/{fresh.id}", {"content": "y"}) == (200, 0)


async def test_private_channels_are_opened_slowly_and_by_a_flagged_bot_never(discord: Client) -> None:
    async def opened(person: Any) -> tuple[int, int]:
        return await discord.code("POST", "/users/@me/channels", {"recipient_id": str(person.id)})

    limits = discord.discord.rest.private_limits
    limits.left = 1
    assert await opened(ANA) == (200, 0)
    assert await opened(BENCE) == (400, 40003)
    assert await opened(ANA) == (200, 0), "it is open already"
    limits.left, limits.quarantined = None, True
    assert await opened(BENCE) == (403, 20026)


async def test_a_channels_last_messages_can_be_read(discord: Client) -> None:
    made = [await discord.post(content=str(number)) for number in range(4)]
    _, all_of_them = await discord.ask("GET", f"{POSTS}?limit=3")
    assert [one["content"] for one in all_of_them] == ["3", "2", "1"]
    _, newer = await discord.ask("GET", f"{POSTS}?after={made[1].id}")
    assert [one["content"] for one in newer] == ["3", "2"]
    await discord.discord.delete_channel(discord.discord.table)
    assert await discord.code("GET", POSTS) == (404, 10003)


def words(text: str) -> dict[str, Any]:
    return {"type": 10, "content": text}


def section(text: str, name: str) -> dict[str, Any]:
    return {"type": 9, "components": [words(text)], "accessory": button(name)}


PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}


async def test_a_message_can_be_laid_out_by_components_and_stays_so(discord: Client) -> None:
    inside = [words("# Table"), PICTURE, *(section(f"Choice {n}", f"c{n}") for n in range(3)), row(button("x"))]
    body = {"flags": LAYOUT, "components": [{"type": 17, "components": inside}],
            "attachments": [{"id": 0, "filename": "board.png"}]}  # fmt: skip
    _, made = await discord.ask("POST", POSTS, body, [b"png"])
    message = discord.discord.table.messages[int(made["id"])]
    assert [item["custom_id"] for item in message.items()] == ["c0", "c1", "c2", "x"]
    path = f"{POSTS}/{message.id}"
    assert await discord.code("PATCH", path, {"components": [words("over")]}) == (200, 0)
    assert message.items() == []
    assert await discord.code("PATCH", path, {"content": "plain"}) == (400, 50035)
    plain = await discord.post(content="x")
    laid_out = {"flags": LAYOUT, "components": [words("x")]}
    assert (await discord.code("PATCH", f"{POSTS}/{plain.id}", laid_out))[1] == 50035, "its content is still there"
    assert await discord.code("PATCH", f"{POSTS}/{plain.id}", laid_out | {"content": None}) == (200, 0)


@pytest.mark.parametrize(
    "components",
    [
        [],
        [words("x" * 2001), words("y" * 2000)],
        [words(str(number)) for number in range(41)],
        [section("a", "one"), section("b", "one")],
        [{"type": 17, "components": [{"type": 17, "components": [words("x")]}]}],
        [{"type": 9, "components": [words("x")] * 4, "accessory": button("a")}],
        [PICTURE],
        [row(*(button(str(number)) for number in range(6)))],
    ],
)
async def test_a_layout_that_breaks_a_limit_is_refused(discord: Client, components: list[dict[str, Any]]) -> None:
    assert await discord.code("POST", POSTS, {"flags": LAYOUT, "components": components}) == (400, 50035)


async def identified(discord: Client, shard: list[int] | None) -> tuple[list[dict[str, Any]], int | None]:
    """Log in to the gateway as a shard; return the first packets and, if the connection was closed, the close code."""
    told: list[dict[str, Any]] = []
    url = f"ws://127.0.0.1:{discord.discord.port}/gateway"
    async with discord._session.ws_connect(url) as socket:
        data = {"token": TOKEN, "intents": 1, "properties": {}} | ({"shard": shard} if shard else {})
        await socket.send_json({"op": 2, "d": data})
        async for message in socket:
            told.append(json.loads(message.data))
            if told[-1].get("t") == "GUILD_CREATE" or (told[-1].get("t") == "READY" and not told[-1]["d"]["guilds"]):
                break
        return told, socket.close_code


async def test_each_shard_is_told_of_its_own_servers_and_too_few_are_turned_away(discord: Client) -> None:
    _, asked = await discord.ask("GET", "/gateway/bot")
    assert asked["shards"] == 1
    discord.discord.gateway.shards = 2
    _, asked = await discord.ask("GET", "/gateway/bot")
    assert asked["shards"] == 2
    first, _ = await identified(discord, [0, 2])
    assert first[1]["d"]["guilds"] == [{"id": str(GUILD), "unavailable": True}]
    second, _ = await identified(discord, [1, 2])
    assert second[1]["d"]["guilds"] == []
    assert (await identified(discord, None))[1] == SHARDING_REQUIRED
    assert (await identified(discord, [2, 2]))[1] == INVALID_SHARD
    assert len(discord.discord.faults()) == 2


async def test_an_endpoint_gets_what_is_signed_if_it_tells_wrong_signatures(discord: Client) -> None:
    key = VerifyKey(bytes.fromhex((await discord.ask("GET", "/oauth2/applications/@me"))[1]["verify_key"]))
    heard: list[dict[str, Any]] = []

    async def listen(request: web.Request) -> web.Response:
        body = await request.read()
        signature = bytes.fromhex(request.headers["X-Signature-Ed25519"])
        try:
            key.verify(request.headers["X-Signature-Timestamp"].encode() + body, signature)
        except BadSignatureError:
            return web.Response(status=401)
        heard.append(json.loads(body))
        return web.json_response({"type": 1}) if heard[-1]["type"] == 1 else web.Response(status=202)

    async def trusts(request: web.Request) -> web.Response:
        return web.json_response({"type": 1})

    app = web.Application()
    app.router.add_post("/good", listen)
    app.router.add_post("/trusting", trusts)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    server = discord.discord
    with pytest.raises(AssertionError, match="wrong signature"):
        await server.endpoint.register(f"{base}/trusting")
    # An endpoint that refuses connections is skipped, as by a load balancer.
    await server.endpoint.register(f"{base}/good")
    server.endpoint.urls.append("http://127.0.0.1:1/")
    for _ in range(4):
        await server.tell(discord.interaction())
    assert [one["type"] for one in heard] == [1, 2, 2, 2, 2]
    assert server.endpoint.faults == []
    server.endpoint.urls = [f"{base}/trusting"]
    await server.tell(discord.interaction())
    assert server.endpoint.faults == ["the answer 200 {'type': 1} to an interaction"]
    await runner.cleanup()


async def test_an_answer_can_be_held_back(discord: Client) -> None:
    goes_on = discord.discord.rest.hold("POST", POSTS)
    asking = asyncio.create_task(discord.ask("POST", POSTS, {"content": "x"}))
    await discord.discord.asked("POST", POSTS)
    assert discord.discord.table.posts() == []
    goes_on.set()
    assert (await asking)[0] == 200


async def test_commands_are_kept_as_discord_keeps_them_and_translations_only_shown_on_request(discord: Client) -> None:
    path = "/applications/901/commands"
    option = {"type": 3, "name": "a", "description": "b", "required": False, "choices": []}
    command = {"name": "x", "description": "y", "description_localizations": {"hu": "z"}, "options": [option]}
    await discord.ask("PUT", path, [command])
    ((shown,), (whole,)) = [(await discord.ask("GET", path + more))[1] for more in ("", "?with_localizations=true")]
    assert "description_localizations" not in shown
    assert whole["description_localizations"] == {"hu": "z"}
    assert shown["options"] == [{"type": 3, "name": "a", "description": "b"}]
    assert (shown["contexts"], shown["integration_types"]) == ([0, 1, 2], [0, 1])
    await discord.ask("PUT", path, [command])
    assert (await discord.ask("GET", path))[1][0]["id"] == shown["id"]


async def test_what_people_send_along_can_be_fetched(discord: Client) -> None:
    discord.discord.world.files[5] = Upload("a.txt", b"deck")
    async with discord._session.get(f"http://127.0.0.1:{discord.discord.port}/files/5") as answer:
        assert await answer.read() == b"deck"
