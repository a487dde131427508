"""The bot remembers the channels and servers where it can't post, and notices when it can post again."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import discord
import pytest

from bot.discord.http import delivery_failures, error_codes
from rules.kernel.words.translation import Translator
from tests.discord.room import Room


async def test_delivery_failures_are_remembered_for_limited_matches_and_servers(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_failures, "MAX_REMEMBERED", 2)
    await room.start(2)
    service, info = room.bot.service, await room.info()
    kept = room.bot.delivery_failures = delivery_failures.DeliveryFailures(
        room.bot, service.outbox, service.unreachable_channels
    )
    others = [replace(info, id=number, guild_id=number) for number in (101, 102, 103)]
    for other in others:
        await kept.record(other, delivery_failures.NOT_ALLOWED)
    assert [await kept.notice(Translator(), other) is None for other in others] == [True, False, False]
    for other in others:
        await kept.clear(other)
        await kept.record_removal(other.guild_id)
    assert [await kept.notice(Translator(), other) is None for other in others] == [True, False, False]


async def test_the_match_of_a_thread_that_is_locked_stands_still_until_a_post_comes_through(room: Room) -> None:
    await room.start(2)
    info = await room.info()
    await room.bot.delivery_failures.record(info, delivery_failures.THREAD_LOCKED)
    info = await room.info()
    assert info.parked_at is not None
    told = await room.bot.delivery_failures.notice(Translator(), info)
    assert told is not None
    assert "moves the match to another channel with `/table move`" in told
    await room.bot.delivery_failures.clear(info)
    assert (await room.info()).parked_at is None


async def test_a_server_is_asked_again_whether_it_has_removed_the_bot(room: Room) -> None:
    await room.start(2)
    kept, info = room.bot.delivery_failures, await room.info()
    answer = SimpleNamespace(status=404, reason="Not Found", headers={})
    gone = discord.NotFound(answer, {"code": error_codes.UNKNOWN_CHANNEL, "message": "Unknown Channel"})  # type: ignore[arg-type]
    room.env.inject_error("GET", f"/guilds/{info.guild_id}", status=403, code=50001, message="Missing Access")
    assert str(await kept.reason(info, gone)) == str(await kept.reason(info, gone)) == delivery_failures.BOT_REMOVED
    assert (await room.info()).parked_at is not None
    kept._asked.clear()
    # The bot is back in the server, although Discord sent no event about that. Now the channel turns out to be deleted.
    room.env.inject_error("GET", f"/channels/{info.channel_id}", status=404, code=10003, message="Unknown Channel")
    assert str(await kept.reason(info, gone)) == delivery_failures.CHANNEL_GONE
    assert (await room.info()).parked_at is None
