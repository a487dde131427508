"""The bot starts and stops cleanly, and answers in time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

import discord
from bot.app.image_cache import ImageCache, picture_requester
from bot.app.settings import ConfigError, Settings
from bot.discord.client import TenebraeBot
from bot.discord.http.delivery_failures import DeliveryFailures
from bot.discord.run import run
from render.pen.picture_cache import PICTURES
from rules.kernel.engine.match import Match
from tests.discord.room import GAME, Room, message_text, open_room
from tests.discord.table.play.test_panel import choose

#: Maximum CPU seconds that the event loop may use before the bot answers. Discord waits three seconds for an answer.
MAX_ANSWER_SECONDS = 1.0


def settings(path: Path, **more: Any) -> Settings:
    return Settings(_env_file=None, database=path / "x.sqlite", **more)  # pyright: ignore[reportCallIssue]


async def test_a_room_that_is_left_at_once_lets_the_bot_finish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the room closes right after the bot joined its server, the bot still finishes its search for posts."""
    finished: list[int] = []
    available = DeliveryFailures.available

    async def slow(self: DeliveryFailures, guild_id: int) -> None:
        await asyncio.sleep(0.05)
        await available(self, guild_id)
        finished.append(guild_id)

    monkeypatch.setattr(DeliveryFailures, "available", slow)
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        pass
    assert finished == [room.guild.id]


async def test_without_a_token_nothing_starts(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no bot token"):
        await run(settings(tmp_path))
    assert not (tmp_path / "x.sqlite").exists()


async def test_a_wrong_token_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(self: TenebraeBot, token: str, **_: Any) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setattr(TenebraeBot, "start", refused)
    with pytest.raises(ConfigError, match="does not accept the bot token"):
        await run(settings(tmp_path, token="wrong"))


async def test_every_interaction_is_acknowledged_before_any_work(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    began = 0.0
    waits: list[float] = []
    emit = room.env.backend.emit

    def timed(event: str, *args: Any, **kwargs: Any) -> Any:
        nonlocal began
        began = time.thread_time()
        return emit(event, *args, **kwargs)

    room.env.backend.emit = timed  # type: ignore[method-assign]
    defer = discord.InteractionResponse.defer

    async def noted(self: Any, **kwargs: Any) -> Any:
        waits.append(time.thread_time() - began)
        return await defer(self, **kwargs)

    monkeypatch.setattr(discord.InteractionResponse, "defer", noted)
    await room.start(2)
    who = await room.to_move()
    commands = ("hand", "match board", "match log", "waiting")
    results = [await room.slash(who, command) for command in commands]
    results.append(await room.slash(who, "rules", words="draft"))
    results.append(await room.click(who, room.last_call(), label="Your move"))
    assert all(message_text(result.response) for result in results)
    # Each interaction was acknowledged once, including three from `room.start`.
    assert len(waits) == len(results) + 3
    assert max(waits) < MAX_ANSWER_SECONDS


async def test_pictures_are_drawn_once_and_not_kept_for_ever(room: Room) -> None:
    await room.start(2)
    view = (await room.match()).view(None)
    pictures = ImageCache()
    one = await pictures.board(view, "en", ["a", "b"])
    assert await pictures.board(view, "en", ["a", "b"]) is one
    assert one.startswith(b"\x89PNG")
    PICTURES.limit = len(one) * 4
    for number in range(5):
        await pictures._cached_bytes(str(number).encode(), lambda: bytes(len(one)))
    assert PICTURES.size <= PICTURES.limit
    pictures.close()


async def test_a_user_with_many_picture_requests_waits_only_for_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[Any, str]] = []
    got: list[str] = []
    blank = __import__("PIL.Image").Image.new("RGB", (2, 2))
    pictures = ImageCache()
    begin = pictures._start_drawing

    def noted(key: bytes, make: Any) -> Any:
        begun.append((picture_requester.get(), key.decode()))
        return begin(key, make)

    async def ask(who: str, name: str) -> None:
        picture_requester.set(who)
        await pictures._cached_image(name.encode(), lambda: blank)
        got.append(who)

    monkeypatch.setattr(pictures, "_start_drawing", noted)
    try:
        many = [asyncio.ensure_future(ask("anna", f"anna {number}")) for number in range(30)]
        await asyncio.sleep(0)
        # After Anna's thirty requests, Béla requests a picture of his own and the last of Anna's.
        few = [asyncio.ensure_future(ask("béla", name)) for name in ("béla", "anna 29")]
        await asyncio.gather(*many, *few)
    finally:
        pictures.close()
    # Drawing starts for each user in turn. The order in which pictures are finished depends on the threads.
    anna, bela = [("anna", f"anna {number}") for number in range(29)], [("béla", "béla"), ("béla", "anna 29")]
    assert begun == [*anna[:3], bela[0], anna[3], bela[1], *anna[4:]]
    assert [got.count("béla"), got.count("anna")] == [2, 30]


async def test_a_picture_that_fails_leaves_the_words(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> bytes:
        raise ValueError("no ink")

    monkeypatch.setattr(room.bot.pictures, "chat_board", broken)
    await room.start(2)
    assert "Edge, " in room.last_call().content
    assert any("no ink" in line for line in room.errors.found)
    room.errors.found.clear()


async def test_an_unknown_fault_is_logged_and_told_by_number(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("secret details")

    monkeypatch.setattr(room.bot.service.matches, "waiting_for", broken)
    result = await room.slash(room.people[0], "waiting")
    assert "Something went wrong (error " in message_text(result.response)
    assert "secret" not in message_text(result.response)
    number = message_text(result.response).split("error ")[1].split(")")[0]
    assert number
    assert any("secret details" in line for line in room.errors.found)
    room.errors.found.clear()


async def test_a_match_whose_rules_fail_freezes_alone(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.start(2)
    other = room.guild.create_text_channel("other")
    await room.slash(room.people[2], "match new", channel=other, game=GAME)
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    with monkeypatch.context() as patch:
        patch.setattr(Match, "apply", lambda *_: 1 / 0)
        await choose(room, who, panel)
    assert (await room.info()).status == "frozen"
    assert "frozen" in room.posts()[-1].content
    assert "This match has stopped (error" in message_text((await room.slash(who, "act")).response)
    result = await room.slash(room.people[3], "match join", channel=other)
    assert "You've joined the table" in message_text(result.response)
    room.errors.found.clear()
