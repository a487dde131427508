"""Commands that load a pack from a folder to play matches with it, measure its balance, or draw its cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rules
from bot.app.settings import ConfigError
from bot.cli import picture_command
from bot.cli.lab import balance, simulation
from bot.features.packs.authoring import local_pack

GAME = rules.GAMES["edge_of_darkness"]


@pytest.fixture(autouse=True)
def nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test with no loaded packs, even if other tests have loaded some."""
    for name in ("added", "frozen"):
        monkeypatch.setattr(GAME.packs, name, {})


def pack(folder: Path) -> Path:
    """Write a pack that renames the Location The Forge to "Our Anvil"."""
    folder.mkdir()
    words = dict.fromkeys(("en", "hu", "es"), "Our Anvil")
    ours = json.loads((Path("data") / GAME.id / "locations.json").read_text("utf-8"))
    place = next(place for place in ours if place["id"] == "the_forge")
    (folder / "pack.json").write_text(json.dumps({"name": words, "game": GAME.id, "base": "base"}), "utf-8")
    (folder / "locations.json").write_text(json.dumps([place | {"name": words}]), "utf-8")
    return folder


def test_a_series_is_played_with_the_pack_in_a_folder(tmp_path: Path) -> None:
    folder = pack(tmp_path / "ours")
    options = local_pack.options(local_pack.load_pack(GAME.id, folder))
    report = simulation.simulate(GAME, 2, 1, 0, "random", options=options)
    assert (report.finished, report.failures) == (1, [])
    measured = balance.measure(GAME.id, 2, 1, 0, 1, pack=folder)
    assert measured.matches == 1
    assert "Our Anvil" in {entry.name for entry in GAME.look_up(balance.Translator(pack=local_pack.PACK_NAME))}


def test_a_card_of_the_pack_is_drawn(tmp_path: Path) -> None:
    name = local_pack.load_pack(GAME.id, pack(tmp_path / "ours"))
    for file, which in (("own.png", name), ("ours.png", "base")):
        picture_command.draw(GAME, 2, 0, 0, "spectator", "en", "the_forge", tmp_path / file, which)
    assert (tmp_path / "own.png").read_bytes() != (tmp_path / "ours.png").read_bytes()


def test_a_broken_pack_is_told_in_one_sentence(tmp_path: Path) -> None:
    (pack(tmp_path / "ours") / "locations.json").write_text("[{", "utf-8")
    with pytest.raises(ConfigError, match=r"is broken: locations\.json"):
        local_pack.load_pack(GAME.id, tmp_path / "ours")
    with pytest.raises(ConfigError, match="is not a folder"):
        local_pack.load_pack(GAME.id, tmp_path / "nowhere")
