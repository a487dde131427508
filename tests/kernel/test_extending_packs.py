"""Packs that extend the built-in pack: they add, replace and remove content, and are identified by a hash of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel.content import pack_files
from rules.kernel.content.fault_messages import line_of, text_of
from rules.kernel.content.pack_faults import Fault, PackError
from rules.kernel.content.pack_reading import Reading
from rules.kernel.words.translation import LOCALES, Translator
from tests.corrupted_saves import copy_pack, edit, set_fields
from tests.game_helpers import each

GAMES = [game.id for game in rules.GAMES.values() if game.pack_shape is not None]
NAME = {"en": "Ours", "hu": "Mieink", "es": "Los nuestros"}


def pack(folder: Path, game: str, **files: Any) -> Path:
    """Write a pack that changes the built-in pack. `files["pack"]` has additional fields for its `pack.json`."""
    about = {"name": NAME, "game": game, "version": "2", "base": "base", **files.pop("pack", {})}
    (folder / "pack.json").write_text(json.dumps(about))
    for name, records in files.items():
        (folder / f"{name}.json").write_text(json.dumps(records))
    return folder


def reading(folder: Path, game: str) -> Reading:
    shape = rules.GAMES[game].pack_shape
    assert shape is not None
    return Reading(folder, shape)


def check(folder: Path, game: str, locale: str = "en") -> str:
    checked = rules.GAMES[game].check_content
    assert checked is not None
    return checked(folder, Translator(locale))


def found(folder: Path, game: str) -> tuple[Fault, ...]:
    with pytest.raises(PackError) as caught:
        check(folder, game)
    return caught.value.faults


def faults(folder: Path, game: str) -> list[str]:
    return list(map(str, found(folder, game)))


def ours(game: str, file: str) -> list[dict[str, Any]]:
    return json.loads((Path("data") / game / f"{file}.json").read_text("utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_without_pack_json_is_a_whole_one_as_in_the_first_release(tmp_path: Path, game: str):
    copied = copy_pack(game, tmp_path)
    assert check(copied, game)
    assert reading(copied, game).about is None


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_that_says_only_its_name_plays_as_ours(tmp_path: Path, game: str):
    assert check(pack(tmp_path, game), game) == check(Path("data") / game, game)
    assert reading(tmp_path, game).digest == reading(Path("data") / game, game).digest


def test_a_packs_contents_are_listed_in_the_askers_language():
    told = [check(Path("data") / "edge_of_darkness", "edge_of_darkness", locale).split(",")[0] for locale in LOCALES]
    assert told == ["37 Locations", "37 helyszín", "37 ubicaciones"]


def test_a_record_takes_the_place_of_ours_with_its_id(tmp_path: Path):
    guild = {**ours("edge_of_darkness", "guilds")[1], "name": {"en": "Knot", "hu": "Csomó", "es": "Nudo"}}
    laid = reading(pack(tmp_path, "edge_of_darkness", guilds=[guild]), "edge_of_darkness").records["guilds"]
    assert [one.name.en for one in laid.values()].index("Knot") == 1
    assert len(laid) == 4


def test_new_records_stand_behind_ours_and_removed_ones_are_gone(tmp_path: Path):
    forge, second = ours("edge_of_darkness", "locations")[:2]
    new = json.loads(json.dumps(forge).replace("forge", "kiln"))
    setups = [{**ours("edge_of_darkness", "setups")[0], "locations": [*(f"{name}" for name in TEN), "the_kiln"]}]
    taken = {"locations": [second["id"]], "setups": [one["id"] for one in ours("edge_of_darkness", "setups")[1:]]}
    folder = pack(tmp_path, "edge_of_darkness", locations=[new], setups=setups, pack={"remove": taken})
    laid = reading(folder, "edge_of_darkness").records["locations"]
    assert list(laid)[-1] == "the_kiln"
    assert second["id"] not in laid
    assert check(folder, "edge_of_darkness").startswith("37 Locations")


TEN = [one["id"] for one in ours("edge_of_darkness", "locations")[2:11]]


@pytest.mark.rule("DP-COMP.9", "DP-COMP.31")
def test_our_records_make_room_in_a_box_with_a_limit_per_kind(tmp_path: Path):
    agent, other = (
        next(one for one in ours("dark_providence", "assets") if ("agent" in one) == wanted) for wanted in (True, False)
    )
    new = [{**agent, "id": "new_agent"}, {**other, "id": "new_relic"}, {**other, "id": "new_house"}]
    folder = pack(tmp_path, "dark_providence", assets=new)
    assert "60 primary assets" in check(folder, "dark_providence")
    laid = reading(folder, "dark_providence").records["assets"]
    assert {"new_agent", "new_relic", "new_house", "deep_ones"} <= set(laid)


@pytest.mark.rule("EOD-COMP.10")
def test_starters_of_a_guild_make_room_for_others_of_the_same_guild(tmp_path: Path):
    citizens = [one for one in ours("edge_of_darkness", "starters") if one.get("guild") and one["role"] == "citizen"]
    guild = citizens[0]["guild"]
    folder = pack(tmp_path, "edge_of_darkness", starters=[{**citizens[0], "id": "new_1"}])
    laid = reading(folder, "edge_of_darkness").records["starters"]
    assert "33 starters" in check(folder, "edge_of_darkness")
    assert "new_1" in laid
    gone = [one for one in citizens if one["id"] not in laid]
    assert [one["guild"] for one in gone] == [guild]


def test_what_ours_lacks_can_not_be_removed(tmp_path: Path):
    folder = pack(tmp_path, "dark_providence", pack={"remove": {"asets": [], "mythos": ["cthulu"]}})
    told = faults(folder, "dark_providence")
    assert "assets" in told[0]
    assert "the nearest: cthulhu" in told[1]


def test_a_fault_of_ours_that_the_pack_brings_about_is_said_to_be_of_ours(tmp_path: Path):
    gone = {"locations": [ours("edge_of_darkness", "setups")[0]["locations"][0]]}
    (told,) = faults(pack(tmp_path, "edge_of_darkness", pack={"remove": gone}), "edge_of_darkness")[:1]
    assert "(of ours): there is no Location" in told


def test_faults_of_all_files_are_told_at_once_with_their_lines(tmp_path: Path):
    folder = pack(tmp_path, "edge_of_darkness")
    (folder / "guilds.json").write_text('[\n  {\n    "id": "knot",\n    "sigl": "mask"\n  }\n]')
    (folder / "setups.json").write_text('// ours\n[{"id": "a",\n"locations": ["x"]\n}]')
    (folder / "board.json").write_text('{"defence_track": [14, 5,]}')
    told = faults(folder, "edge_of_darkness")
    assert "guilds.json, line 4: 0.sigl (in knot): there is no such field; the nearest: sigil" in told
    assert "setups.json, line 3: 0.locations (in a): this must have 10 at least, and has 1" in told
    assert any(line.startswith("board.json, line 1: ") for line in told)


@each("text", [*pack_files._BROKEN.values(), pack_files._CURLY_QUOTE_FAULT])
def test_what_is_wrong_with_json_is_told_in_every_language(text: str):
    fault = Fault("guilds.json", "column 3", text, 2)
    assert line_of(Translator("hu"), fault).startswith("guilds.json, 2. sor: 3. oszlop: ")
    assert text_of(Translator("es"), fault) != text


def test_a_record_that_the_pack_lists_twice_is_told(tmp_path: Path):
    guild = ours("edge_of_darkness", "guilds")[0]
    folder = pack(tmp_path, "edge_of_darkness", guilds=[guild, guild])
    assert f"guilds.json, line 1: 1.id: {guild['id']} is listed twice" in faults(folder, "edge_of_darkness")


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({"name": {"en": "A"}}, "name.hu: this field is missing"),
        ({"base": "other"}, "base: there is no 'other'"),
        ({"autor": "A"}, "autor: there is no such field"),
    ],
)
def test_a_broken_pack_json_is_told(tmp_path: Path, about: dict[str, Any], told: str):
    assert any(told in line for line in faults(pack(tmp_path, "edge_of_darkness", pack=about), "edge_of_darkness"))


@each(
    ("about", "told"),
    {
        '{\n"base": "base"\n"name": "A"}': "pack.json, line 3: column 1: a comma is missing",
        '{\n"nam": "A",\n"game": "chess"}': "pack.json, line 3: game: this is read as a pack for edge_of_darkness",
    }.items(),
)
def test_nothing_else_is_reported_of_a_possibly_foreign_pack(about: str, told: str, tmp_path: Path):
    (tmp_path / "pack.json").write_text(about)
    (tmp_path / "starters.csv").write_text("what;ever\n")
    (said,) = faults(tmp_path, "edge_of_darkness")
    assert said.startswith(told)


def test_a_row_that_is_no_list_is_shown_what_one_looks_like(tmp_path: Path):
    card = next(one for one in ours("aevum_haeresis", "neutral") if one.get("abilities"))
    card["abilities"] = [{**card["abilities"][0], "do": [{"op": "roll", "rows": [{"to": 3, "do": [{"op": "draw"}]}]}]}]
    (told,) = faults(pack(tmp_path, "aevum_haeresis", neutral=[card]), "aevum_haeresis")
    assert told.endswith('this must be a list, such as [3, [{"op": "draw"}]]')


def test_a_file_that_is_no_list_is_told_and_ours_stay_in_its_place(tmp_path: Path):
    cards = ours("aevum_haeresis", "neutral")[:1]
    (told,) = faults(pack(tmp_path, "aevum_haeresis", neutral={"cards": cards}), "aevum_haeresis")
    assert told == "neutral.json, line 1: the file: this must be a list: [...]"


def test_where_no_name_is_near_some_of_many_are_told(tmp_path: Path):
    deck = {**ours("aevum_haeresis", "decks")[0], "damned": "zzz"}
    told = faults(pack(tmp_path, "aevum_haeresis", decks=[deck]), "aevum_haeresis")[0]
    assert "there is no card zzz; there are " in told
    assert told.endswith(", …")
    assert len(told) < 1000


def test_a_whole_pack_tells_which_of_its_files_is_missing(tmp_path: Path):
    (copy_pack("edge_of_darkness", tmp_path) / "board.json").unlink()
    (told,) = faults(tmp_path / "pack", "edge_of_darkness")
    assert told.startswith('The content file board.json is missing; without "base" in pack.json')


def test_a_whole_pack_needs_no_file_of_factions_of_which_it_has_no_card(tmp_path: Path):
    decks = ours("aevum_haeresis", "decks")[:1]
    pack(tmp_path, "aevum_haeresis", neutral=ours("aevum_haeresis", "neutral"), decks=decks, pack={"base": None})
    told = faults(tmp_path, "aevum_haeresis")
    assert told
    assert all("there is no card" in one for one in told)


@pytest.mark.parametrize("game", GAMES)
def test_the_hash_depends_on_contents_and_not_on_formatting(tmp_path: Path, game: str):
    copied = copy_pack(game, tmp_path)
    assert reading(copied, game).shape.lists
    file = next(iter(reading(copied, game).shape.lists))
    before = reading(copied, game).digest
    edit(copied, f"{file}.json", lambda data: data)
    (copied / "pack.json").write_text(json.dumps({"name": NAME, "game": game, "version": 3}))
    assert reading(copied, game).digest == before
    first = ours(game, file)[0]
    edit(copied, f"{file}.json", set_fields(first["id"], name={**first["name"], "en": "Another"}))
    assert reading(copied, game).digest != before


def test_a_pack_made_whole_is_the_same_with_nothing_left_to_lay_over_ours(tmp_path: Path):
    guild = {**ours("edge_of_darkness", "guilds")[1], "name": {"en": "Knot", "hu": "Csomó", "es": "Nudo"}}
    laid = reading(pack(tmp_path, "edge_of_darkness", guilds=[guild]), "edge_of_darkness")
    whole = tmp_path / "whole"
    whole.mkdir()
    for name, text in laid.whole().items():
        (whole / name).write_text(text, "utf-8")
    again = reading(whole, "edge_of_darkness")
    assert (again.is_merged, again.digest, again.records) == (False, laid.digest, laid.records)
