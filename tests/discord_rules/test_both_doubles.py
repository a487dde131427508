"""The two simulated Discords refuse the same requests as the real Discord."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from discord import File, MediaGalleryItem, PermissionOverwrite, ui
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.discord.room import Room, open_room
from tests.discord_rules import addresses
from tests.discord_rules.menus import Choices
from tests.sockets.discord_data import FILES_HOST, LAYOUT, MANAGE_THREADS
from tests.sockets.test_local_discord import Client, running

GONE = 4_000_000_000_000
DAY = 86_400
DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)


class InProcess:
    """The simulated Discord in the test's own process (simcord)."""

    def __init__(self, room: Room) -> None:
        self._room, self.host = room, CDN_BASE
        self.application = room.env.backend.application_id
        forbidden = {room.guild.default_role: PermissionOverwrite(manage_threads=False)}
        self.channel = room.guild.create_text_channel("other", overwrites=forbidden).id
        self.person = room.people[0].id

    @property
    def now(self) -> float:
        return self._room.env.backend.clock.now().timestamp()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        try:
            return 200, router.dispatch(self._room.env.backend, method, path, json=body)
        except BackendError as error:
            return error.status, error.to_json()

    def set(self, thread: int, **state: bool) -> None:
        for name, value in state.items():
            setattr(self._room.env.backend.channels[thread].thread_metadata, name, value)

    def archived(self, thread: int) -> bool:
        return self._room.env.backend.channels[thread].thread_metadata.archived

    def allow_threads(self, most: int) -> None:
        self._room.env.strict.most_threads = most

    def pass_time(self, seconds: int) -> None:
        self._room.clock.time += seconds

    def forget(self) -> None:
        """Forget the faults that the test caused on purpose, since `open_room` would otherwise fail at its end."""
        self._room.env.backend.http_requests.clear()

    async def laid_out(self) -> tuple[list[Any], str]:
        """Post a layout with a picture file; return the message's attachments and the picture's URL."""
        view = ui.LayoutView().add_item(ui.MediaGallery(MediaGalleryItem("attachment://a.png")))
        made = await self._room.bot.get_partial_messageable(self.channel).send(
            view=view, file=File(io.BytesIO(b"x"), "a.png")
        )
        return made.attachments, made.components[0].items[0].media.url


class OverSockets:
    """The simulated Discord that the bot reaches over sockets."""

    def __init__(self, client: Client) -> None:
        self._discord, self._client, self.host = client.discord, client, FILES_HOST
        self.application = 901
        self.channel, self.person = client.discord.table.id, 911

    @property
    def now(self) -> float:
        return self._discord.world.now()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        return await self._client.ask(method, path, body)

    def set(self, thread: int, **state: bool) -> None:
        channel = self._discord.world.channels[thread]
        channel.denied = MANAGE_THREADS
        for name, value in state.items():
            setattr(channel, name, value)

    def archived(self, thread: int) -> bool:
        return self._discord.world.channels[thread].archived

    def allow_threads(self, most: int) -> None:
        self._discord.world.most_threads = most

    def pass_time(self, seconds: int) -> None:
        self._discord.world.offset += seconds

    def forget(self) -> None:
        """Do nothing, since faults on this Discord don't make the test fail."""

    async def laid_out(self) -> tuple[list[Any], str]:
        parts = [{"type": 12, "items": [{"media": {"url": "attachment://0.png"}}]}]
        body = {"flags": LAYOUT, "components": parts, "attachments": [{"id": 0, "filename": "0.png"}]}
        _, made = await self._client.ask("POST", f"/channels/{self.channel}/messages", body, [b"x"])
        return made["attachments"], made["components"][0]["items"][0]["media"]["url"]


@pytest_asyncio.fixture(params=["in process", "over sockets"])
async def double(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Any]:
    if request.param == "in process":
        async with open_room(tmp_path / "a.sqlite", luck="a room", painted=False) as room:
            yield InProcess(room)
    else:
        async with running() as client:
            yield OverSockets(client)


def code(answer: tuple[int, Any]) -> tuple[int, int]:
    status, body = answer
    return status, body["code"] if status >= 400 else 0


def buttons(emoji: int) -> dict[str, Any]:
    button = {"type": 2, "style": 1, "custom_id": "x", "label": "Go", "emoji": {"id": str(emoji), "name": "sign"}}
    return {"content": "x", "components": [{"type": 1, "components": [button]}]}


async def thread_of(double: Any, name: str = "a thread") -> int:
    status, made = await double.ask("POST", f"/channels/{double.channel}/threads", {"name": name, "type": 11})
    assert status < 300, made
    return int(made["id"])


async def test_an_emoji_that_is_not_there_is_refused_where_it_stands(double: Any) -> None:
    posts, emojis = f"/channels/{double.channel}/messages", f"/applications/{double.application}/emojis"
    status, told = await double.ask("POST", posts, buttons(GONE))
    assert (status, told["code"], told["message"]) == (400, 50035, "Invalid Form Body")
    fault = told["errors"]["components"]["0"]["components"]["0"]["emoji"]["id"]["_errors"][0]
    assert fault == {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}
    _, made = await double.ask("POST", emojis, {"name": "sign", "image": DOT})
    status, post = await double.ask("POST", posts, buttons(int(made["id"])))
    assert status == 200
    await double.ask("DELETE", f"{emojis}/{made['id']}")
    assert code(await double.ask("PATCH", f"{posts}/{post['id']}", buttons(int(made["id"])))) == (400, 50035)


async def test_an_archived_thread_takes_only_a_new_message_which_reopens_it(double: Any) -> None:
    thread = await thread_of(double)
    posts, member = f"/channels/{thread}/messages", f"/channels/{thread}/thread-members/{double.person}"
    _, post = await double.ask("POST", posts, {"content": "x"})
    assert code(await double.ask("PUT", member))[1] == 0
    double.set(thread, archived=True)
    for method, path, body in (
        ("PATCH", f"{posts}/{post['id']}", {"content": "y"}), ("PUT", member, None), ("DELETE", member, None),
    ):  # fmt: skip
        assert code(await double.ask(method, path, body)) == (400, 50083), (method, path)
    assert code(await double.ask("POST", posts, {"content": "x"})) == (200, 0)
    assert not double.archived(thread)


async def test_a_locked_thread_takes_nothing_from_a_bot_that_may_not_manage_threads(double: Any) -> None:
    thread = await thread_of(double)
    _, post = await double.ask("POST", f"/channels/{thread}/messages", {"content": "x"})
    double.set(thread, archived=True, locked=True)
    assert code(await double.ask("POST", f"/channels/{thread}/messages", {"content": "x"})) == (403, 160005)
    assert code(await double.ask("PATCH", f"/channels/{thread}", {"archived": False})) == (403, 50013)
    double.set(thread, archived=False)
    edit = await double.ask("PATCH", f"/channels/{thread}/messages/{post['id']}", {"content": "y"})
    assert code(edit) == (403, 160005)


async def test_a_server_full_of_active_threads_takes_no_more_and_reopens_none(double: Any) -> None:
    full, thread = await thread_of(double), await thread_of(double)
    double.set(full, archived=True)
    double.allow_threads(1)
    again = {"name": "third", "type": 11}
    assert code(await double.ask("POST", f"/channels/{double.channel}/threads", again)) == (400, 160006)
    assert code(await double.ask("POST", f"/channels/{full}/messages", {"content": "x"})) == (400, 160006)
    assert code(await double.ask("POST", f"/channels/{thread}/messages", {"content": "x"})) == (200, 0)


async def test_an_address_of_a_picture_works_for_a_day(double: Any) -> None:
    where = addresses.signed(f"{double.host}/attachments/1/2/a.png", double.now)
    body = {"flags": LAYOUT, "components": [{"type": 12, "items": [{"media": {"url": where}}]}]}
    posts = f"/channels/{double.channel}/messages"
    assert code(await double.ask("POST", posts, body)) == (200, 0)
    double.pass_time(DAY)
    assert code(await double.ask("POST", posts, body)) == (400, 50035)


def texts(length: int) -> list[dict[str, Any]]:
    return [{"type": 10, "content": "x" * length}]


def menu(count: int) -> dict[str, Any]:
    """Return a menu of `count` entries, each of 200 characters."""
    options = [{"value": str(one), "label": "x" * 100, "description": "y" * 100} for one in range(count)]
    return {"type": 1, "components": [{"type": 3, "custom_id": "x", "options": options, "placeholder": "z" * 100}]}


def pictures(count: int) -> dict[str, Any]:
    """Return a gallery of `count` pictures, each with a description of 1,000 characters."""
    media = {"url": "https://example.org/a.png"}
    return {"type": 12, "items": [{"media": media, "description": "x" * 1000} for _ in range(count)]}


async def test_a_layout_says_4000_characters_by_either_count(double: Any) -> None:
    fitting = (texts(4000), [*texts(500), menu(17)])
    too_long = (texts(4001), [*texts(501), menu(17)], [*texts(1), pictures(4)])
    posts = f"/channels/{double.channel}/messages"
    for inside in (*fitting, *too_long):
        body = {"flags": LAYOUT, "components": [{"type": 17, "components": inside}]}
        assert code(await double.ask("POST", posts, body)) == ((200, 0) if inside in fitting else (400, 50035))
    double.forget()


async def test_a_layout_lists_no_attachments_and_shows_signed_addresses(double: Any) -> None:
    listed, where = await double.laid_out()
    assert listed == []
    assert where.startswith(double.host)
    assert not addresses.expired(where, double.now)
    assert addresses.expired(where, double.now + DAY)


def test_what_is_chosen_already_can_not_be_chosen_again() -> None:
    choices, menu = Choices(), {"custom_id": "m", "options": [{"value": "a", "default": True}, {"value": "b"}]}
    with pytest.raises(AssertionError, match="sends nothing"):
        choices.choose(1, 2, menu, ["a"])
    plain = {"custom_id": "n", "options": [{"value": "a"}, {"value": "b"}]}
    for value in ("a", "b", "a"):
        choices.choose(1, 2, plain, [value])
    choices.choose(3, 2, plain, ["a"])
    with pytest.raises(AssertionError, match="sends nothing"):
        choices.choose(1, 2, plain, ["a"])
    choices.choose(1, 2, plain | {"custom_id": "renamed"}, ["a"])
