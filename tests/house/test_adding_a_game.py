"""docs/adding-a-game.md is followed to the letter: the game it builds is played, saved, and hosted by the bot."""

from __future__ import annotations

import importlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import render
import render.registry
import rules
from bot.tools.simulation import simulate
from rules.kernel.engine.match import Match
from rules.kernel.words.text import Say
from tests.conformance.play import by_verb_and_arguments
from tests.discord.room import components, open_room

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
#: A file's name in backticks at the start of a paragraph, and the block of code after it.
FILE = re.compile(r"^`((?:rules|render)/[\w/.]+)`[^\n]*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ID = "last_candle"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Write the page's files into packages beside ours, and add the two lines."""
    files = dict(FILE.findall(PAGE.read_text(encoding="utf-8")))
    assert sorted(files) == ["render/last_candle.py", "rules/last_candle/RULES.md", "rules/last_candle/__init__.py"]
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path / "rules")])
    monkeypatch.setattr(render, "__path__", [*render.__path__, str(tmp_path / "render")])
    made = importlib.import_module("rules.last_candle").GAME
    monkeypatch.setitem(rules.GAMES, ID, made)
    monkeypatch.setitem(render.registry.GAMES, ID, importlib.import_module("render.last_candle").PICTURES)
    yield made
    for name in ("rules.last_candle", "render.last_candle"):
        del sys.modules[name]


def test_the_game_of_the_page_plays_saves_and_hides(game: Any) -> None:
    for seats in game.seats:
        match, saved = game.new(seats, 1, {"candles": 9}), game.new(seats, 1, {"candles": 9})
        dice = random.Random(seats)
        while not match.over:
            ((seat, decision),) = match.decisions().items()
            assert decision.actions == sorted(set(decision.actions), key=by_verb_and_arguments)
            for viewer in (None, *range(seats)):
                world = match.worlds(viewer, dice)
                assert world.view(viewer) == match.view(viewer)
            action = dice.choice(decision.actions)
            events = match.apply(seat, action)
            assert game.event_line(Say(), events[0]) is not None
            saved = Match.load(ID, saved.dump())
            saved.apply(seat, action)
        assert saved.dump() == match.dump()
        assert len(match.result.winners) == seats - 1
    assert simulate(game, 3, 5, 0, "greedy").finished == 5
    assert "LC-END.1" in game.rulebook()


async def test_the_bot_hosts_the_game_of_the_page(game: Any, tmp_path: Path) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite", {ID: game}) as room:
        await room.start(2)
        first = await room.to_move()
        await room.move(first, "candle put_out", count=2)
        assert "puts out 2 candles" in room.last_call().content
        while (await room.info()).status == "playing":
            who = await room.to_move()
            panel = (await room.slash(who, "act")).response
            button = next(item for item in components(panel) if item.get("label", "").startswith("Put out"))
            await room.click(who, panel, custom_id=button["custom_id"])
        assert "The match is over" in room.posts()[-1].content
        assert room.posts()[-1].attachments[0].filename == "score.png"
