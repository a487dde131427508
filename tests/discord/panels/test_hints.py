"""*Hint*: what a computer would do, for those who play alone."""

from __future__ import annotations

from pathlib import Path

import rules
from rules.kernel.words.text import Say
from tests.discord.room import Room, components, open_room, words

PROVIDENCE = "dark_providence"


def hint(panel: object) -> list[str]:
    return [item["custom_id"] for item in components(panel) if item["custom_id"].startswith("t1:hint:")]


async def test_whoever_plays_alone_is_told_what_a_computer_would_do(tmp_path: Path) -> None:
    games = {PROVIDENCE: rules.GAMES[PROVIDENCE]}
    async with open_room(tmp_path / "tenebrae.sqlite", games, luck="a room", painted=False) as room:
        await room.start(1)
        table = await room.now()
        who = await room.to_move()
        panel = (await room.slash(who, "act")).response
        (custom_id,) = hint(panel)
        told = words((await room.click(who, panel, custom_id=custom_id)).response)
        action = await room.bot.bots.suggestion(table, 0)
        assert action is not None
        view, game = table.view(0), table.match.game
        label = game.action_text(Say(names=["Ana"]), view, action).label
        assert f"Try **{label}**" in told
        assert (await room.now()).seq == table.seq


async def test_nobody_has_hints_against_people(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    assert not hint((await room.slash(who, "act")).response)
