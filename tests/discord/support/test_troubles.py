"""What is remembered of posts that can't be made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord.support import troubles
from rules.kernel.words.text import Say
from tests.discord.room import Room


async def test_troubles_are_remembered_of_so_many_matches_and_servers(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(troubles, "REMEMBERED", 2)
    await room.start(2)
    kept, info = room.bot.troubles, await room.info()
    others = [replace(info, id=number, guild_id=number) for number in (101, 102, 103)]
    for other in others:
        await kept.met(other, troubles.NOT_ALLOWED)
    assert [await kept.sentence(Say(), other) is None for other in others] == [True, False, False]
    for other in others:
        await kept.over(other)
        await kept.removed(other.guild_id)
    assert [await kept.sentence(Say(), other) is None for other in others] == [True, False, False]
