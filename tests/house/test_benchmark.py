"""The benchmark runs and finds its figures. How large they are is no test's business."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rules
from bot.cli import app
from bot.tools import benchmark, footprint, peers
from tests.kernel import duel


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "REPEATS", 1)
    monkeypatch.setattr(benchmark, "AFTER", 1)
    monkeypatch.setattr(benchmark, "MIDDLE", 10)
    monkeypatch.setattr(footprint, "FEW", 1)
    monkeypatch.setattr(footprint, "MANY", 2)
    monkeypatch.setattr(benchmark, "PAIRS", 1)
    monkeypatch.setattr(peers, "WARM", 0)
    for game in rules.GAMES.values():
        monkeypatch.setattr(game, "seats", game.seats[:1])


@pytest.mark.usefixtures("quick")
def test_every_game_and_the_bot_are_measured(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    result = CliRunner().invoke(app, ["bench", "--matches", "1", "--presses", "3", "--open", "2", "--json", str(file)])
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
    match = benchmark._middle(duel.GAME, 2)
    assert not match.over
    assert match.state.round > 1


@pytest.mark.usefixtures("quick")
def test_without_the_simulated_discord_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda _: None)
    monkeypatch.setattr(peers, "find_spec", lambda _: None)
    monkeypatch.setattr(rules, "GAMES", {"edge_of_darkness": rules.GAMES["edge_of_darkness"]})
    first, *figures, last = benchmark.rows(1, 1)
    assert isinstance(first, str)
    assert "catanatron" in first
    assert isinstance(last, str)
    assert "simcord" in last
    assert all(isinstance(row, benchmark.Row) for row in figures)
