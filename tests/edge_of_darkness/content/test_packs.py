"""A custom content pack, which can be chosen for a match instead of the base pack."""

from __future__ import annotations

import json
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

import render
from rules.edge_of_darkness.content import load as content
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.words.cards import ability_text
from rules.edge_of_darkness.words.names import content_of
from rules.kernel.engine.match import arrange
from rules.kernel.errors import ContentError, IllegalAction, SaveError
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import play_first


@pytest.fixture
def own_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a copy of the base pack with another name for the forge and with other values on the Defense track."""
    monkeypatch.setattr(content.PACKS, "added", {})
    folder = tmp_path / "house_rules"
    with as_file(files("data").joinpath("edge_of_darkness")) as ours:
        shutil.copytree(ours, folder)
    places = json.loads((folder / "locations.json").read_text("utf-8"))
    for place in places:
        if place["id"] == "the_forge":
            place["name"] = {"en": "Our Smithy", "hu": "A mi kovácsunk", "es": "Nuestra herrería"}
    (folder / "locations.json").write_text(json.dumps(places), "utf-8")
    (folder / "board.json").write_text('{"defence_track": [20, 14, 3]}', "utf-8")
    return folder


def test_a_match_is_played_with_the_pack_it_was_opened_with(own_pack: Path):
    GAME.add_pack("house_rules", own_pack)
    match = new(2, pack="house_rules")
    assert match.view(None).defence_track == [20, 14, 3]
    assert match.view(None).players[0].defence_value == 20
    assert "Our Smithy" in GAME.board_text(Translator("en", ["Ana", "Bo"]), match.view(0))
    assert render.board(match.view(0)).size != (0, 0)
    again = GAME.load(match.dump())
    play_first(again, lambda match: match.over)
    assert again.result is not None
    assert "Our Smithy" not in GAME.board_text(Translator("en", ["Ana", "Bo"]), new(2).view(0))


@pytest.mark.rule("EOD-BS.3")
@pytest.mark.parametrize(("reading", "spends"), [(1, True), (2, True), (3, False)])
def test_a_match_in_progress_keeps_the_effects_it_began_with(reading: int, spends: bool):
    match = new(2, setup="embers_bread_and_iron")
    assert "sunken_arena" in match.state.locations
    with arrange(match) as state:
        state.reading = reading
    again = GAME.load(match.dump())
    shown = content_of(again.view(0))
    board = ability_text(Translator(), shown, shown.locations["sunken_arena"])
    assert ("Pay 2 Battle Strength: gain 3 Coins" in board) == spends
    assert ("discard 1 unresolved card: gain 4 Coins" in board) == (not spends)
    home = shown.slip_home["barracks_m1"]
    assert home is shown.locations["ironwood_barracks"]
    paid = [cost.model_dump()["what"] for cost in home.contact.effect.clauses[1].cost]
    assert paid == (["battle"] if spends else ["coins", "goodwill"])
    assert render.board(again.view(0)).size != (0, 0)


def test_no_match_can_begin_with_the_effects_of_earlier():
    with pytest.raises(IllegalAction, match="is not installed"):
        new(2, pack=content.EARLIER)
    assert content.EARLIER not in content.pack_names()


def test_pictures_are_drawn_with_the_packs_own_words(own_pack: Path):
    GAME.add_pack("house_rules", own_pack)
    assert render.board(new(2, pack="house_rules").view(0)).tobytes() != render.board(new(2).view(0)).tobytes()


def test_a_pack_that_is_not_installed_is_refused_in_one_sentence(own_pack: Path):
    with pytest.raises(IllegalAction, match="house_rules is not installed"):
        new(2, pack="house_rules")
    GAME.add_pack("house_rules", own_pack)
    data = new(2, pack="house_rules").dump()
    content.PACKS.added.clear()
    with pytest.raises(SaveError, match="house_rules is not installed"):
        GAME.load(data)


@pytest.mark.parametrize("name", ["base", "../base", "Big", "", "a" * 31])
def test_a_packs_name_is_plain_and_never_that_of_ours(own_pack: Path, name: str):
    with pytest.raises(ContentError, match="name"):
        GAME.add_pack(name, own_pack)
