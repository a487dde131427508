"""CSV files among a pack's JSON files: flat fields as spreadsheets save them, and faults by file, line and column."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.kernel.content.fault_messages import place_of, text_of
from rules.kernel.content.pack_files import MAX_VALUES
from rules.kernel.content.spreadsheets import MAX_ROWS
from rules.kernel.words.translation import Translator
from tests.game_helpers import each
from tests.kernel.test_extending_packs import GAMES, check, faults, found, ours, pack, reading

EDGE, PROVIDENCE, HAERESIS = "edge_of_darkness", "dark_providence", "aevum_haeresis"
STARTER = ours(EDGE, "starters")[0]["id"]


def starters(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    (pack(folder, EDGE) / "starters.csv").write_bytes(text.encode(encoding))
    return folder


def test_a_row_changes_what_it_names_and_leaves_the_rest_of_the_record(tmp_path: Path):
    laid = reading(starters(tmp_path, f"id,name.hu,cubes\n{STARTER},Őr,2\n"), EDGE).records["starters"][STARTER]
    before = reading(Path("data") / EDGE, EDGE).records["starters"][STARTER]
    assert (laid.name.hu, laid.cubes, laid.name.en, laid.effect) == ("Őr", 2, before.name.en, before.effect)


def test_a_name_that_is_the_same_in_all_languages_is_written_once(tmp_path: Path):
    laid = reading(starters(tmp_path, f"id,name.hu,name\n{STARTER},Ír,Keel\n"), EDGE).records["starters"][STARTER]
    assert (laid.name.en, laid.name.hu, laid.name.es) == ("Keel", "Ír", "Keel")


SAVED = {
    "plain": "id,name.es,cubes\n{id},Vigía,1\n",
    "a mark of byte order": "\ufeffid,name.es,cubes\n{id},Vigía,1\n",
    "semicolons, as Hungary and Spain save them": "id;name.es;cubes\r\n{id};Vigía;1\r\n",
    "tabulators": "id\tname.es\tcubes\n{id}\tVigía\t1\n",
    "a line that names the mark": "sep=;\r\nid;name.es;cubes\r\n{id};Vigía;1\r\n",
    "quotation marks": '"id","name.es","cubes"\n"{id}","Vigía","1"\n',
    "empty columns and lines": "ID;Name.ES;cubes;;\r\n;;;;\r\n# ours;;;;\r\n{id};Vigía;1,0;;\r\n;;;;\r\n",
}


@each("case", SAVED)
def test_a_sheet_is_read_as_spreadsheets_save_it(case: str, tmp_path: Path):
    laid = reading(starters(tmp_path, SAVED[case].replace("{id}", STARTER)), EDGE).records["starters"][STARTER]
    assert (laid.name.es, laid.cubes) == ("Vigía", 1)


WRONG = {
    "a slip in a column": ("id,name.hi\nx,A\n", "column name.hi: there is no such column; the nearest: name.hu"),
    "no number": (f"id,cubes\n{STARTER},many\n", "line 2: column cubes (in {id}): this must be a whole number"),
    "out of bounds": (f"id,cubes\n\n{STARTER},99\n", "line 3: column cubes (in {id}): this must be 9 or less"),
    "a slip in a word": (f"id,role\n{STARTER},citzen\n", "there is no 'citzen'; the nearest: citizen"),
    "no id": ("name.en,cubes\nA,1\n", "line 1: the first line: it must name the columns, and one must be id"),
    "a line without an id": ("id,cubes\n,1\n", "line 2: column id: each line needs an id"),
    "an id twice": (f"id,cubes\n{STARTER},1\n{STARTER},1\n", "line 3: column id: {id} is already in line 2"),
    "a column twice": ("id,cubes,cubes\n", "line 1: column cubes: it is there twice"),
    "a formula": (f'id,name.en\n{STARTER},"=HYPERLINK(""http://x"")"\n', "column name.en (in {id}): it is a formula"),
    "a formula with a sign": (f"id,name.en\n{STARTER},+A1\n", "column name.en (in {id}): it is a formula"),
    "a command": (f"id,name.en\n{STARTER},@SUM(A1)\n", "column name.en (in {id}): it is a formula"),
    "what failed": (f"id,cubes\n{STARTER},#REF!\n", "column cubes (in {id}): the spreadsheet could not work this out"),
    "a cell too many": (f"id,cubes\n{STARTER},1,2\n", "line 2: column number 3 (in {id}): there are more cells"),
    "an open quotation mark": (f'id,name.en\n{STARTER},"A\nB,C\n', "line 2: the line: it isn't CSV: unexpected"),
    "backwards": (f"id,name.en\n{STARTER},a\u202eb\n", "column name.en (in {id}): a character that can't be shown"),
    "a tabulator in a cell": (f"id,name.en\n{STARTER},a\tb\n", "column name.en (in {id}): it contains a tab"),
    "half a column": ("id,damage\n", "column damage: there is no such column; the nearest: threat.damage"),
    "one of many": (f"id,threat.rewards\n{STARTER},1 coin\n", "no word 'coin'; the nearest: coins"),
    "more than a cell can say": (f"id,effect\n{STARTER},claim\n", "claim needs more than a number"),
    "a number for nothing": (f"id,effect\n{STARTER},2 salvage\n", "column effect (in {id}): salvage takes no number"),
    "a Guild that isn't there": (f"id,guild\n{STARTER},Gilded Leaves\n", "(in {id}): there is no Guild Gilded Leaves"),
    "an id with capitals": ("id\nOld Quill\n", "(in Old Quill): this may have only small letters, digits and _"),
    "a new record without what it needs": ("id,role\nnew,citizen\n", "line 2: name (in new): this field is missing"),
}  # fmt: skip


@each("case", WRONG)
def test_a_fault_names_file_line_and_column(case: str, tmp_path: Path):
    text, told = WRONG[case]
    told, all_told = told.replace("{id}", STARTER), found(starters(tmp_path, text), EDGE)
    assert any(told in str(one) and str(one).startswith("starters.csv, ") for one in all_told), all_told
    for one in all_told:
        for say in (Translator("hu"), Translator("es")):
            assert text_of(say, one) != one.text, "it is told in English"
            assert place_of(say, one) != one.place or "." in one.place


UNREAD = {
    "another encoding": ("id;name;role;effect\nnew;Őr;citizen;1 battle\n", "cp1250"),
    "a slip in a column": ("id;name;rôle;effect\nnew;A;citizen;1 battle\n", "utf-8"),
    "a line without an id": ("id;name;role;effect\nnew;A;citizen;1 battle\n;B;citizen;\n", "utf-8"),
    "a slip in a cell": ("id;name;role;threat.damage;threat.name;effect\nnew;A;citizen;1;Rat;=1\n", "utf-8"),
}


def test_a_sheet_that_can_not_be_read_is_not_missed_in_any_file_of_which_it_speaks(tmp_path: Path):
    (pack(tmp_path, HAERESIS) / "mystics.json").write_text('[{"id": "new", "faction": "mystics", "type": "event"}]')
    (tmp_path / "cards.csv").write_bytes("id;name;faction\nnew;Ő;mystics\n".encode("cp1250"))
    assert [told.split(":")[0] for told in faults(tmp_path, HAERESIS)] == ["cards.csv"]


def test_what_belongs_to_a_card_that_can_not_be_read_is_not_said_to_belong_nowhere(tmp_path: Path):
    pack(tmp_path, EDGE)
    (tmp_path / "locations.json").write_text('[{"id": "fen",]')
    (tmp_path / "slips.csv").write_text("id,location,slot,threat.name\nnew_m1,fen,middle,A\n")
    assert [told.split(":")[0] for told in faults(tmp_path, EDGE)] == ["locations.json, line 1"]


@each("case", UNREAD)
def test_what_could_not_be_read_is_not_said_to_be_missing_as_well(case: str, tmp_path: Path):
    text, encoding = UNREAD[case]
    (fault,) = faults(starters(tmp_path, text, encoding), EDGE)
    assert fault.startswith("starters.csv")


def test_a_file_that_is_meant_for_the_pack_and_not_read_is_told(tmp_path: Path):
    for name in ("locations.json.txt", "starters.xlsx"):
        (pack(tmp_path, EDGE) / name).write_bytes(b"")
    assert faults(tmp_path, EDGE) == [
        "locations.json.txt: the file: it isn't read; call it locations.json",
        "starters.xlsx: the file: it isn't read; save it as CSV UTF-8, starters.csv",
    ]


def test_pictures_notes_and_what_a_sheet_was_saved_from_may_lie_in_the_folder(tmp_path: Path):
    starters(tmp_path, f"id,cubes\n{STARTER},2\n")
    for name in ("starters.xlsx", "starters.png", "notes.txt", ".~lock.starters.csv#"):
        (tmp_path / name).write_bytes(b"")
    assert reading(tmp_path, EDGE).records["starters"][STARTER].cubes == 2


def test_a_word_in_a_cell_is_a_verb_with_the_number_that_it_takes(tmp_path: Path):
    text = "location,id,slot,threat.name,threat.rewards\nthe_forge,new,top,Rat,hunt; draw 2; salvage\n"
    (pack(tmp_path, EDGE) / "slips.csv").write_text(text)
    slips = {slip.id: slip for slip in reading(tmp_path, EDGE).records["locations"]["the_forge"].slips}
    told = [op.model_dump() for op in slips["new"].threat.rewards]
    assert told == [{"op": "hunt"}, {"op": "draw", "count": 2}, {"op": "salvage"}]


@pytest.mark.parametrize("encoding", ["cp1250", "utf-16"])
def test_a_sheet_in_another_encoding_is_refused_with_the_way_out(tmp_path: Path, encoding: str):
    (told,) = faults(starters(tmp_path, f"id;name.hu\n{STARTER};Őr\n", encoding), EDGE)
    assert told == "starters.csv: the file: it isn't UTF-8 text; save it as “CSV UTF-8” in the spreadsheet"


BOMBS = {
    "lines": "id,cubes\n" + "x,1\n" * (MAX_ROWS + 1),
    "cells": "id" + ",cubes" * MAX_VALUES + "\n",
    "one long cell": "id,name.en\nx," + "y" * 200_000 + "\n",
    "blank lines": "id\n" + "\n" * 1_000_000,
}


@each("case", BOMBS)
def test_a_sheet_that_is_no_content_is_refused(case: str, tmp_path: Path):
    assert faults(starters(tmp_path, BOMBS[case]), EDGE)[0].startswith("starters.csv")


def test_a_sheet_that_leads_out_of_the_folder_is_not_read(tmp_path: Path):
    (pack(tmp_path, EDGE) / "starters.csv").symlink_to("/etc/passwd")
    assert faults(tmp_path, EDGE) == ["starters.csv: the file: it is outside the pack's folder"]


def test_a_threat_is_listed_in_short_in_a_sheet_of_advancements(tmp_path: Path):
    slip = ours(EDGE, "locations")[0]["slips"][0]["id"]
    text = f"id;threat.damage;threat.rewards;threat.unless_defended\n{slip};4;2 reputation; train 1;1 coins\n"
    (pack(tmp_path, EDGE) / "slips.csv").write_text(text.replace("2 reputation; train 1", '"2 reputation; train 1"'))
    threat = reading(tmp_path, EDGE).records["locations"][ours(EDGE, "locations")[0]["id"]].slips[0].threat
    assert [op.model_dump() for op in threat.rewards] == [
        {"op": "gain", "what": "reputation", "amount": 2},
        {"op": "train", "count": 1},
    ]
    assert threat.damage == 4
    assert threat.unless_defended[0].op == "lose"


def test_a_new_advancement_says_where_it_belongs(tmp_path: Path):
    text = "id,location,slot,threat.name.en,threat.name.hu,threat.name.es\nnew_m1,the_frge,middle,A,B,C\n"
    (pack(tmp_path, EDGE) / "slips.csv").write_text(text)
    (told,) = faults(tmp_path, EDGE)
    assert told.startswith("slips.csv, line 2: column location")
    assert "the nearest: the_forge" in told
    (tmp_path / "slips.csv").write_text(text.replace("frge", "forge"))
    assert reading(tmp_path, EDGE).records["locations"]["the_forge"].slips[-1].id == "new_m1"


def test_routes_decks_places_and_orders_stand_in_cells(tmp_path: Path):
    pack(tmp_path, PROVIDENCE)
    (tmp_path / "cities.csv").write_text("id;where;routes\narkham;-70,6 | 42,75;boston 2 | new_york 3\n")
    (tmp_path / "controls.csv").write_text("id,orders.1.do,orders.1.force\nnew_moon,assassinate,2\n")
    (tmp_path / "leads.csv").write_text("id,deck\nmonday,contacts 3; 2 favour; revolver x5\n")
    found = reading(tmp_path, PROVIDENCE).records
    assert [(route.to, route.cost) for route in found["cities"]["arkham"].routes] == [("boston", 2), ("new_york", 3)]
    assert found["cities"]["arkham"].where == (-70.6, 42.75)
    assert found["controls"]["new_moon"].orders[0].model_dump() == {"do": "assassinate", "force": 2}
    assert found["leads"]["monday"].deck == {"contacts": 3, "favour": 2, "revolver": 5}


def test_who_fills_one_icon_means_the_others_to_be_none(tmp_path: Path):
    card = next(card for card in ours(PROVIDENCE, "assets") if "force" in card.get("icons", {}))["id"]
    (pack(tmp_path, PROVIDENCE) / "assets.csv").write_text(f"id,icons.wealth,sanity\n{card},3,igen\n")
    laid = reading(tmp_path, PROVIDENCE).records["assets"][card]
    assert (laid.icons, laid.sanity) == ({"wealth": 3}, True)


def test_the_cards_of_all_factions_stand_in_one_sheet(tmp_path: Path):
    card = ours(HAERESIS, "warrior")[0]["id"]
    (pack(tmp_path, HAERESIS) / "cards.csv").write_text(f"id,faction,name.en\n{card},warrior,Kin\n")
    assert reading(tmp_path, HAERESIS).records["warrior"][card].name.en == "Kin"
    (tmp_path / "cards.csv").write_text(f"id,faction,name.en\n{card},warior,Kin\n")
    assert "column faction: there is no 'warior'; the nearest: warrior" in faults(tmp_path, HAERESIS)[0]
    (tmp_path / "cards.csv").write_text(f"id,faction,name.en\n{card},pirates,Kin\n")
    assert faults(tmp_path, HAERESIS)[0].endswith("mystics, opportunist, scholar, lords"), "decks are no faction"


def test_a_whole_pack_may_have_a_kind_in_a_sheet_alone(tmp_path: Path):
    for file in (Path("data") / EDGE).glob("*.json"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    guilds = json.loads((tmp_path / "guilds.json").read_text("utf-8"))
    (tmp_path / "guilds.json").unlink()
    rows = [",".join([one["id"], *one["name"].values(), one["sigil"]]) for one in guilds]
    (tmp_path / "guilds.csv").write_text("\n".join(["id,name.en,name.hu,name.es,sigil", *rows]), "utf-8")
    names = [guild.name for guild in reading(Path("data") / EDGE, EDGE).records["guilds"].values()]
    assert [guild.name for guild in reading(tmp_path, EDGE).records["guilds"].values()] == names
    assert check(tmp_path, EDGE)


@pytest.mark.parametrize("game", GAMES)
def test_every_list_of_a_game_has_a_sheet(game: str, tmp_path: Path):
    shape = reading(tmp_path, game).shape
    into = {sheet.into or sheet.name for sheet in shape.sheets}
    assert all(name in into or any(sheet.filed for sheet in shape.sheets) for name in shape.lists)
    assert all(list(sheet.columns)[:2] != [] and "id" in sheet.columns for sheet in shape.sheets)


def test_what_a_card_of_sheet_and_json_lacks_is_told_where_its_fields_are(tmp_path: Path):
    houses = [{"id": "new_agent", "powers": []}, {"id": "new_house", "name": {"en": "House"}}]
    sheet = "id,name,agent.returned.force,vp\nnew_agent,Ann,1,\nnew_house,,,1\n"
    (pack(tmp_path, PROVIDENCE, assets=houses) / "assets.csv").write_text(sheet)
    assert faults(tmp_path, PROVIDENCE)[:2] == [
        "assets.csv, line 2: agent.original (in new_agent): this field is missing",
        "assets.json, line 1: 1.name.hu (in new_house): this field is missing",
    ]
