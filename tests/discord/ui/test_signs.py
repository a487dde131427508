"""One process uploads the games' icons as the application's emojis, and messages use them in place of words."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import rules
from bot.discord import emoji_upload
from bot.discord.emoji import NO_ICONS
from bot.discord.ui.limits import pages, truncate
from bot.discord.ui.locale import ReaderContext
from render.icons.emoji_icons import SIDE, sign
from rules.kernel.words.translation import LOCALES, truncate_keeping_icons
from tests.discord.emojis import uploaded_icons
from tests.discord.room import Room, components, message_text


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji_upload, "UPLOAD_PAUSE", 0.0)


def uploads(room: Room) -> int:
    return sum((one.method, one.path[-7:]) == ("POST", "/emojis") for one in room.env.http_requests)


async def upload(room: Room) -> None:
    while await room.bot.emoji_reconciler.run_once() < emoji_upload.WORK_LEFT_INTERVAL:
        pass


def refused(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(SimpleNamespace(status=status, reason=""), {"code": code, "message": "no"})  # type: ignore[arg-type]


async def test_all_signs_are_uploaded_once(room: Room) -> None:
    assert not room.bot.icons
    await upload(room)
    there = {emoji.name for emoji in room.env.backend.application_emojis.values()}
    assert there == set(emoji_upload.icons_by_name(room.bot.icons.names))
    assert all(room.bot.icons.emoji(name) is not None for name in room.bot.icons.names)
    assert uploads(room) == len(there) > 40
    assert await room.bot.emoji_reconciler.run_once() == emoji_upload.UP_TO_DATE_INTERVAL
    assert uploads(room) == len(there)


async def test_another_process_knows_them_without_uploading(room: Room) -> None:
    await upload(room)
    made, known_before = uploads(room), room.bot.icons.sentences("en")
    room.bot.icons.use_emojis({})
    assert (
        await emoji_upload.EmojiReconciler(room.bot, room.store.try_task_lock).run_once()
        == emoji_upload.UP_TO_DATE_INTERVAL
    )
    assert (uploads(room), room.bot.icons.sentences("en")) == (made, known_before)


async def test_a_follower_waits_for_the_leader(room: Room) -> None:
    class Taken:
        async def __aenter__(self) -> bool:
            return False

        async def __aexit__(self, *_: object) -> None: ...

    keeper = emoji_upload.EmojiReconciler(room.bot, lambda _task: Taken())  # type: ignore[arg-type,return-value]
    assert await keeper.run_once() == emoji_upload.WORK_LEFT_INTERVAL
    assert uploads(room) == 0
    assert not room.bot.icons


async def test_a_redrawn_sign_is_uploaded_again_and_the_old_one_stays_for_old_posts(room: Room) -> None:
    backend = room.env.backend
    old = backend.create_application_emoji("coin_000000")
    await upload(room)
    coin = room.bot.icons.emoji("coin")
    assert coin is not None
    assert coin.id != old.id
    assert old.id in backend.application_emojis


async def test_the_oldest_signs_go_when_there_is_no_room_and_those_of_others_stay(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = room.env.backend
    old = [backend.create_application_emoji(f"coin_00000{n}") for n in range(3)]
    theirs = [backend.create_application_emoji(name) for name in ("coin_00000a", "party")]
    theirs[0].user_id = room.people[0].id
    monkeypatch.setattr(emoji_upload, "MAX_EMOJIS", len(room.bot.icons.names) + 1)
    await upload(room)
    assert {one.id for one in (*old[2:], *theirs)} <= set(backend.application_emojis)
    assert not {one.id for one in old[:2]} & set(backend.application_emojis)


@pytest.mark.parametrize(("status", "code"), [(400, 30008), (403, 50013), (400, 50035)])
async def test_a_refused_upload_does_no_harm_and_is_logged_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    made = room.bot.create_application_emoji

    async def refuse(*, name: str, image: bytes) -> Any:
        if name.startswith("soul"):
            raise refused(status, code)
        return await made(name=name, image=image)

    monkeypatch.setattr(room.bot, "create_application_emoji", refuse)
    with caplog.at_level(logging.WARNING, "bot.discord"):
        for _ in range(9):
            await room.bot.emoji_reconciler.run_once()
    assert len([one for one in caplog.records if str(code) in one.getMessage()]) == 1
    caplog.clear()
    # The bot uses the emojis that are uploaded, and words for icons whose emoji is missing.
    say = ReaderContext("en", (), room.bot.icons).signed
    assert say.n("{n} Coin", "{n} Coins", 2).startswith("2\N{NO-BREAK SPACE}<:coin_")
    assert say.n("{n} soul", "{n} souls", 2) == "2 souls"


async def test_discord_is_asked_again_when_it_says_so(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def later(**_: Any) -> Any:
        raise discord.RateLimited(900.0)

    monkeypatch.setattr(room.bot, "create_application_emoji", later)
    assert await room.bot.emoji_reconciler.run_once() == 900.0
    assert not room.bot.icons


async def test_a_panel_has_signs_or_words_by_preference(room: Room) -> None:
    await upload(room)
    await room.start(2)
    mover = await room.to_move()
    signed = (await room.slash(mover, "act")).response
    assert any(item.get("emoji") for one in components(signed) for item in (one, *one.get("options", ())))
    await room.slash(mover, "settings", signs="words")
    plain = (await room.slash(mover, "act")).response
    assert "<:" not in message_text(plain)
    assert not any(item.get("emoji") for one in components(plain) for item in (one, *one.get("options", ())))


async def test_posts_have_words_in_a_server_that_wants_them(room: Room) -> None:
    await upload(room)
    guild = room.guild.id
    assert await room.bot.icons_in(guild) is room.bot.icons
    await room.bot.service.servers.choose_words(guild, True)
    assert await room.bot.icons_in(guild) is NO_ICONS
    assert (await room.bot.service.servers.settings(guild)).in_words
    assert await room.bot.icons_for(room.people[0].id) is room.bot.icons


@pytest.mark.parametrize("name", uploaded_icons().names)
def test_a_sign_can_be_read_on_any_ground(name: str) -> None:
    """Each icon has parts that contrast with Discord's dark background and parts that contrast with white."""
    drawn = sign(name)
    assert drawn.size == (SIDE, SIDE)
    assert len(emoji_upload.png(name)) < 64_000
    for ground in ((49, 51, 56), (255, 255, 255)):
        from PIL import Image

        small = Image.new("RGB", drawn.size, ground)
        small.paste(drawn, (0, 0), drawn)
        shades = small.resize((20, 20), Image.Resampling.LANCZOS).convert("L").tobytes()
        plain = Image.new("RGB", (1, 1), ground).convert("L").tobytes()[0]
        assert sum(abs(shade - plain) > 40 for shade in shades) > 30, ground


def test_no_text_is_cut_inside_a_sign() -> None:
    text = "You gain 12 <:coin_123abc:9223372036854775807> and more of it"
    for limit in range(1, len(text)):
        assert "<" not in truncate_keeping_icons(text, limit) or ">" in truncate_keeping_icons(text, limit)
        assert "<" not in truncate(text, limit) or ">" in truncate(text, limit)
    for page in pages(text * 30, 100):
        assert page.count("<:coin_123abc:9223372036854775807>") == page.count("<") == page.count(">")
    assert "".join(pages(text * 30, 100)) == text * 30


@pytest.mark.parametrize("locale", LOCALES)
def test_every_sentence_with_signs_can_be_said(locale: str) -> None:
    signs = uploaded_icons()
    for game in rules.GAMES.values():
        assert set(game.signed) <= set(signs.sentences(locale))
        assert all("<:" in signs.sentences(locale)[sentence] for sentence in game.signed)
