"""Commands for authors of packs: they write a starter pack, and report a pack's faults and missing parts."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import rules
from rules.kernel.words.translation import Translator
from tests.corrupted_saves import copy_pack
from tests.house.operator_helpers import Run

GAMES = [game.id for game in rules.GAMES.values() if game.pack_shape is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_new_pack_is_sound_at_once_and_shows_every_field(game: str, command: Run, tmp_path: Path) -> None:
    pack = tmp_path / game / "ours"
    written = command("content", "new", game, pack)
    assert (written.code, written.out.splitlines()) == (0, [str(pack / file.name) for file in _in_order(written.out)])
    checked = command("content", "check", pack)
    assert (checked.code, checked.err) == (0, "")
    shape = rules.GAMES[game].pack_shape
    assert shape is not None
    for sheet in shape.sheets:
        text = (pack / sheet.file).read_text("utf-8-sig")
        head, remarks, *_ = csv.reader(text.splitlines(), delimiter=";")
        assert set(head) == {
            column.name for column in sheet.columns.values() if not column.handy and "printed" not in column.place
        }
        assert all(remarks)
        assert len(text.splitlines()) > 2, "a sheet without an example"
    differ = command("content", "diff", pack).out.splitlines()
    assert not [line for line in differ if not line.startswith("+")], "the examples are ours"
    told = (pack / "README.md").read_text("utf-8")
    assert all(f"- {need.count} {need.what}" in told for need in shape.needs if need.what)


def _in_order(out: str) -> list[Path]:
    return [Path(line) for line in out.splitlines()]


def test_a_new_pack_says_of_every_field_what_it_takes(command: Run, tmp_path: Path) -> None:
    command("content", "new", "edge_of_darkness", tmp_path / "new")
    told = (tmp_path / "new" / "locations.json").read_text("utf-8")
    for field in (
        "types",
        "contact",
        "timing",
        "ability",
        "uses",
        "slips",
        "slot",
        "cubes",
        "copies",
        "unless_defended",
    ):
        assert f'"{field}":' in told


def test_a_folder_with_something_in_it_is_left_alone(command: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    answer = command("content", "new", GAMES[0], tmp_path)
    assert (answer.code, "is there already" in answer.sentence) == (2, True)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.rule("EOD-COMP.3")
def test_the_check_tells_what_a_whole_box_still_lacks(command: Run, tmp_path: Path) -> None:
    pack = copy_pack("edge_of_darkness", tmp_path)
    locations = json.loads((pack / "locations.json").read_text("utf-8"))
    setups = json.loads((pack / "setups.json").read_text("utf-8"))[:1]
    kept = [one for one in locations if one["id"] in setups[0]["locations"]]
    (pack / "locations.json").write_text(json.dumps(kept))
    (pack / "setups.json").write_text(json.dumps(setups))
    answer = command("content", "check", pack, "--game", "edge_of_darkness")
    assert answer.code == 0
    assert "  10 of 37 Locations (EOD-COMP.3); 27 missing" in answer.out.splitlines()
    assert "  4 of 4 Guilds (EOD-COMP.2)" in answer.out.splitlines()


@pytest.mark.rule("AH-DECK.3")
def test_the_check_tells_what_a_deck_lacks_though_it_can_not_be_played(command: Run, tmp_path: Path) -> None:
    pack = tmp_path / "aevum_haeresis" / "ours"
    command("content", "new", "aevum_haeresis", pack)
    sheet = (pack / "decks.csv").read_text("utf-8-sig")
    (pack / "decks.csv").write_text(sheet.replace("cold_hands 4", "cold_hands 3"), "utf-8")
    answer = command("content", "check", pack)
    assert answer.code == 1
    assert "  47 of 48 Plot cards of drowned_saints (AH-DECK.3); 1 missing" in answer.out.splitlines()
    assert "decks.csv, line 3: " in answer.err


def test_the_check_tells_what_of_a_laid_pack_is_ones_own(command: Run, tmp_path: Path) -> None:
    pack = tmp_path / "dark_providence" / "ours"
    command("content", "new", "dark_providence", pack)
    lines = command("content", "check", pack).out.splitlines()
    own = len([line for line in (pack / "assets.json").read_text("utf-8").splitlines() if line == "  {"])
    assert f"  {own} of 60 primary assets (DP-COMP.9); {60 - own} of ours fill in" in lines


def test_what_differs_from_ours_is_told_card_by_card(command: Run, tmp_path: Path) -> None:
    pack = tmp_path / "dark_providence" / "ours"
    pack.mkdir(parents=True)
    about = {"name": dict.fromkeys(("en", "hu", "es"), "Ours"), "game": "dark_providence", "base": "base"}
    (pack / "pack.json").write_text(json.dumps({**about, "remove": {"mythos": ["dagon"]}}))
    (pack / "cities.csv").write_text("id,control,name.en\narkham,2,Old Arkham\n")
    answer = command("content", "diff", pack)
    lines = answer.out.splitlines()
    assert answer.code == 1
    assert lines[:3] == ["~ cities: arkham (Old Arkham)", "    name.en: “Arkham” → “Old Arkham”", "    control: 4 → 2"]
    assert [line for line in lines if line.startswith("-")] == ["- mythos: dagon (Dagon)"]


def test_what_a_card_says_otherwise_is_told_in_words(command: Run, tmp_path: Path) -> None:
    pack = copy_pack("edge_of_darkness", tmp_path)
    (pack / "slips.csv").write_text("id,threat.damage,threat.rewards\nforge_m1,5,3 coins\n")
    lines = command("content", "diff", pack, "--game", "edge_of_darkness").out.splitlines()
    assert "    slips.forge_m1.threat.damage: 3 → 5" in lines
    assert any("forge_m1 says: 5 Damage. Hunted: gain 3 Coins." in line for line in lines)


def test_what_a_pack_leaves_out_is_no_difference_and_places_count_from_0_as_in_faults(
    command: Run, tmp_path: Path
) -> None:
    pack = copy_pack("edge_of_darkness", tmp_path)
    about = {"name": dict.fromkeys(("en", "hu", "es"), "Ours"), "game": "edge_of_darkness"}
    (pack / "pack.json").write_text(json.dumps(about))
    locations = json.loads((pack / "locations.json").read_text("utf-8"))
    locations[1].pop("printed")
    locations[1]["contact"]["effect"]["mode"] = "all"
    locations[0]["contact"]["effect"]["clauses"][0]["do"].append({"op": "draw"})
    (pack / "locations.json").write_text(json.dumps(locations))
    places = [line.strip() for line in command("content", "diff", pack).out.splitlines() if line.startswith("    ")]
    assert [line for line in places if not line.startswith("the_forge")] == [
        "contact.effect.clauses.0.do.2.op: nothing → “draw”"
    ], "the game is the one of pack.json"


def test_the_docs_name_every_sheet_of_every_game() -> None:
    _, told = Path("docs", "own-cards.md").read_text("utf-8").split("| game | sheets |")
    for game in GAMES:
        shape, title = rules.GAMES[game].pack_shape, rules.GAMES[game].title(Translator())
        row = next(line for line in told.splitlines() if line.startswith(f"| {title.split(': ')[-1]} | "))
        assert shape is not None
        assert [sheet.name for sheet in shape.sheets if f"`{sheet.name}`" not in row] == []


def test_equal_packs_differ_in_nothing_and_broken_ones_are_refused(command: Run, tmp_path: Path) -> None:
    pack = copy_pack("edge_of_darkness", tmp_path)
    assert command("content", "diff", pack, "--game", "edge_of_darkness").out == ""
    assert command("content", "diff", pack, pack, "--game", "edge_of_darkness").code == 0
    (pack / "guilds.json").write_text("[")
    assert command("content", "diff", pack, "--game", "edge_of_darkness").code == 2
    assert command("content", "diff", tmp_path / "nowhere", "--game", "edge_of_darkness").code == 2
