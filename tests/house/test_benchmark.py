"""The benchmark runs and prints its figures. The values of the figures aren't tested."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

import render.registry
import rules
from bot.app.settings import ConfigError
from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from tests.e2e.visibility_checks import Pictures
from tests.kernel import duel
from tools import answer_timing, benchmark, footprint, peer_benchmark, query_benchmark


class FreePictures(Pictures):
    """Stub pictures, which cost nothing to draw. Events are ignored, because the benchmark also passes private ones."""

    def board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        return super().board(view, locale, names, ())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "REPEATS", 1)
    monkeypatch.setattr(benchmark, "MOVES_BETWEEN_BOARDS", 1)
    monkeypatch.setattr(benchmark, "MOVES_BEFORE", 3)
    monkeypatch.setattr(footprint, "FEW_MATCHES", 1)
    monkeypatch.setattr(footprint, "MANY_MATCHES", 2)
    monkeypatch.setattr(benchmark, "PEER_ROUNDS", 1)
    monkeypatch.setattr(peer_benchmark, "WARM_UP_MATCHES", 0)
    for game in list(rules.GAMES)[1:]:  # the first game keeps its real pictures
        monkeypatch.setitem(render.registry.GAMES, game, FreePictures())
    for game in rules.GAMES.values():
        monkeypatch.setattr(game, "seats", game.seats[:1])


@pytest.mark.usefixtures("quick")
def test_every_game_and_the_bot_are_measured(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    result = CliRunner().invoke(benchmark.app, ["--matches", "1", "--presses", "3", "--open", "2", "--json", str(file)])
    assert result.exit_code == 0, result.output
    found = json.loads(file.read_text(encoding="utf-8"))
    assert len(found) == len(result.output.splitlines())
    assert all(row["value"] >= 0 and row["unit"] for row in found)
    for game in rules.GAMES.values():
        for seats in game.seats:
            named = [row["what"] for row in found if row["of"] == f"{game.id}, {seats} seats"]
            assert len(named) == len(set(named)) == 15
    assert found[0]["of"].startswith("catanatron")
    assert any(row["what"].startswith("press to new board") for row in found)
    assert any(row["what"].startswith("event loop late") for row in found)


def test_a_game_of_few_moves_has_a_middle_too() -> None:
    match = benchmark._midgame_match(duel.GAME, 2)
    assert not match.over
    assert match.state.round > 1


@pytest.mark.usefixtures("quick")
def test_without_the_simulated_discord_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda _: None)
    monkeypatch.setattr(peer_benchmark, "find_spec", lambda _: None)
    last = list(rules.GAMES)[-1]
    monkeypatch.setattr(rules, "GAMES", {last: rules.GAMES[last]})
    first, *figures, last = benchmark.rows(1, 1)
    assert isinstance(first, str)
    assert "catanatron" in first
    assert isinstance(last, str)
    assert "simcord" in last
    assert all(isinstance(row, benchmark.Row) for row in figures)


def test_two_years_are_made_up_once_and_measured(tmp_path: Path) -> None:
    database = str(tmp_path / "years.sqlite")
    result = CliRunner().invoke(query_benchmark.app, [database, "--matches", "4", "--people", "6"])
    assert result.exit_code == 0, result.output
    assert "4 matches of 6 people" in result.output
    assert all(line.endswith(" ms") for line in result.output.splitlines()[1:])
    again = CliRunner().invoke(query_benchmark.app, [database, "--matches", "4"])
    assert isinstance(again.exception, ConfigError)
    assert "give an empty one" in str(again.exception)


async def test_the_wait_for_each_private_answer_is_printed(tmp_path: Path) -> None:
    lines = [line async for line in answer_timing.figures(tmp_path, ["aevum_haeresis"])]
    names = [line.removeprefix("aevum_haeresis").split("first")[0].strip() for line in lines]
    assert names == ["Your move", "Why?", "Look up", "Hint"] * 2
