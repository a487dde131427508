"""docs/adding-a-game.md is followed to the letter: the game it builds is played, saved, and hosted by the bot."""

from __future__ import annotations

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
from rules.kernel import registry
from rules.kernel.engine.match import Match
from rules.kernel.words.text import Say
from tests.conformance.play import by_verb_and_arguments
from tests.discord.room import components, open_room

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
#: A file's name in backticks at the start of a paragraph, and the block of code or of changes after it.
FILE = re.compile(r"^`((?:rules|render)/[\w/.]+)`[^\n]*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ID = "last_candle"
MADE = ["render/last_candle.py", "rules/last_candle/RULES.md", "rules/last_candle/__init__.py"]
CHANGED = ["render/registry.py", "rules/__init__.py"]


def changed(text: str, changes: str) -> str:
    """Return a file with the changes of a diff without line numbers; each must fit one place of the file."""
    for change in changes.split("@@\n"):
        lines = change.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        assert text.count(before) == 1, f"not once in the file:\n{before}"
        text = text.replace(before, "".join(line[1:] for line in lines if line[0] in " +"))
    return text


def run_changed(name: str, changes: str) -> dict[str, Any]:
    """Run one of our files with the page's changes in it; return the names it then has."""
    names: dict[str, Any] = {"__name__": name.removesuffix(".py").replace("/", ".")}
    exec(compile(changed((ROOT / name).read_text(encoding="utf-8"), changes), name, "exec"), names)
    return names


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Write the page's files into packages beside ours, and run the two tables with the page's entries in them."""
    files = dict(FILE.findall(PAGE))
    assert sorted(files) == sorted(MADE + CHANGED)
    for name in MADE:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(files[name], encoding="utf-8")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path / "rules")])
    monkeypatch.setattr(render, "__path__", [*render.__path__, str(tmp_path / "render")])
    try:
        run_changed("rules/__init__.py", files["rules/__init__.py"])
        drawn = run_changed("render/registry.py", files["render/registry.py"])["GAMES"]
        monkeypatch.setitem(render.registry.GAMES, ID, drawn[ID])
        yield registry.GAMES[ID]
    finally:
        registry.GAMES.pop(ID, None)
        for name in ("rules.last_candle", "render.last_candle"):
            sys.modules.pop(name, None)


def test_the_games_of_the_page_are_all_games(game: Any) -> None:
    assert list(rules.GAMES) == ["edge_of_darkness", "dark_providence", "aevum_haeresis", ID]
    assert list(render.registry.GAMES) == list(rules.GAMES)
    assert registry.GAMES is rules.GAMES


@pytest.mark.parametrize(
    "wrong", [' GAMES = {}\n+"last_candle": GAME\n', "-for _game in ():\n+for _game in (LAST_CANDLE,):\n"]
)
def test_changes_that_do_not_fit_the_file_are_noticed(wrong: str) -> None:
    with pytest.raises(AssertionError, match="not once in the file"):
        run_changed("rules/__init__.py", wrong)


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
