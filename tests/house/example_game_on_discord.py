"""Plays the example game of docs/adding-a-game.md on Discord; test_adding_a_game.py runs this in a repository copy."""

from __future__ import annotations

from pathlib import Path

import rules
from tests.discord.room import components, message_text, open_room

GAME = "last_candle"


async def test_the_bot_hosts_the_game(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME: rules.GAMES[GAME]}) as room:
        await room.start(2)
        first = await room.to_move()
        await room.move(first, "candle put_out", count=2)
        assert "puts out 2 candles" in room.last_call().content
        looked_up = await room.slash(first, "card", name="wick")
        assert "can't look up anything by name" in looked_up.response.content
        while (await room.info()).status == "playing":
            who = await room.to_move()
            panel = (await room.slash(who, "act")).response
            button = next(item for item in components(panel) if item.get("label", "").startswith("Put out"))
            await room.click(who, panel, custom_id=button["custom_id"])
        assert "The match is over" in message_text(room.posts()[-1])
        assert room.posts()[-1].attachments[0].filename == "score.png"
