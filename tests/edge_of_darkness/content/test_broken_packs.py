"""Broken packs: each fault is reported with its file and position, and no part of the pack is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.edge_of_darkness.content.load import base, load
from rules.edge_of_darkness.content.ops import SLOTS
from rules.kernel.errors import ContentError
from tests.corrupted_saves import copy_pack, edit


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a copy of the base pack that tests can break."""
    return copy_pack("edge_of_darkness", tmp_path)


def fault(pack: Path) -> str:
    with pytest.raises(ContentError) as caught:
        load(pack)
    return str(caught.value)


def test_the_copy_loads_as_it_is(pack: Path):
    assert load(pack) == base()


def cut_effect(locations: list[Any]) -> None:
    locations[2]["contact"]["effect"]["clauses"] = []


def name_operation(locations: list[Any]) -> None:
    locations[0]["contact"]["effect"]["clauses"][0]["do"][0]["op"] = "steal"


def repeat_slip(locations: list[Any]) -> None:
    locations[1]["slips"][0]["id"] = locations[0]["slips"][0]["id"]


BROKEN: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "unknown field": ("guilds.json", lambda data: data[1].update(motto="Ever upward"), "1.motto"),
    "missing name": ("starters.json", lambda data: data[4]["name"].pop("hu"), "4.name.hu"),
    "unknown operation": ("locations.json", name_operation, "0.contact.effect.clauses.0.do.0"),
    "empty effect": ("locations.json", cut_effect, "2.contact.effect.clauses"),
    "not a number": ("locations.json", lambda data: data[0]["slips"][1].update(copies="many"), "0.slips.1.copies"),
    "no copies": ("locations.json", lambda data: data[0]["slips"][1].update(copies=0), "0.slips.1.copies"),
    "bad id": ("locations.json", lambda data: data[3].update(id="Not An Id"), "3.id"),
    "location twice": ("locations.json", lambda data: data[5].update(id=data[4]["id"]), "5.id"),
    "slip twice": ("locations.json", repeat_slip, "war_council.slips.forge_m1"),
    "starter twice": ("starters.json", lambda data: data.append(data[0]), "33.id"),
    "too few citizens": ("starters.json", lambda data: data.pop(0), "neutral"),
    "guild without patrician": ("starters.json", lambda data: data[-1].update(role="citizen"), "fede_cartel"),
    "stranger": ("starters.json", lambda data: data.append({**data[0], "id": "x", "guild": "y"}), "x"),
    "wrong marks": ("starters.json", lambda data: data[0].update(players=4), "neutral"),
    "impossible mark": ("starters.json", lambda data: data[0].update(players=5), "0.players"),
    "fifth guild": ("guilds.json", lambda data: data.append({**data[0], "id": "fifth"}), "the file"),
    "nine locations": ("setups.json", lambda data: data[0]["locations"].pop(), "0.locations"),
    "unknown location": (
        "setups.json",
        lambda data: data[1]["locations"].__setitem__(0, "atlantis"),
        "embers_bread_and_iron.locations.0: there is no Location atlantis",
    ),
    "location twice in a setup": (
        "setups.json",
        lambda data: data[1]["locations"].__setitem__(0, data[1]["locations"][1]),
        "embers_bread_and_iron.locations",
    ),
    "no set-up": ("setups.json", lambda data: data.clear(), "the file"),
    "reducing in the own turn": (
        "locations.json",
        lambda data: data[0]["contact"]["effect"]["clauses"][0]["do"].append({"op": "reduce"}),
        "the_forge.contact: reduce does nothing here",
    ),
    "a standing gift": (
        "locations.json",
        lambda data: data[4]["ability"]["effect"]["clauses"][0]["do"].append({"op": "train"}),
        "the_citywatch.ability: a standing ability can only reduce Damage",
    ),
    "free for ever": (
        "locations.json",
        lambda data: data[5]["ability"]["effect"]["clauses"][0].pop("cost"),
        "watchtower.ability: without a limit",
    ),
    "hunting when hit": (
        "locations.json",
        lambda data: data[0]["slips"][0]["threat"].update(unless_defended=[{"op": "hunt"}]),
        "the_forge.slips.forge_m1.unless_defended: hunt does nothing here",
    ),
    "a citizen's agents": (
        "starters.json",
        lambda data: data[0]["threat"].update(rewards=[{"op": "dispatch"}]),
        "belongs to no Location",
    ),
    "no such guild": (
        "starters.json",
        lambda data: data[-1].update(guild="fede_kartel"),
        "there is no Guild fede_kartel; the nearest: fede_cartel",
    ),
    "a word for a number": (
        "locations.json",
        lambda data: data[0]["slips"][0]["threat"]["rewards"][0].update(amount="two"),
        "0.slips.0.threat.rewards.0.amount (in the_forge): this must be a whole number",
    ),
    "rising track": ("board.json", lambda data: data["defence_track"].reverse(), "defence_track"),
    "flat track": ("board.json", lambda data: data["defence_track"].insert(0, 14), "defence_track"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_pack_says_which_file_and_where(pack: Path, case: str):
    name, change, place = BROKEN[case]
    edit(pack, name, change)
    told = fault(pack)
    assert told.startswith((f"{name}: ", f"{name}, line "))
    assert place in told


def test_every_fault_of_a_file_is_told(pack: Path):
    edit(pack, "guilds.json", lambda data: [guild.update(sigil="crow") for guild in data])
    assert [line.split(": ")[1].split()[0] for line in fault(pack).splitlines()] == [
        f"{number}.sigil" for number in range(4)
    ]


def test_a_missing_file_is_named(pack: Path):
    (pack / "setups.json").unlink()
    assert "setups.json" in fault(pack)


@pytest.mark.parametrize("text", ["", "{", "[1, 2", "null", "\x00", '"a text"'])
def test_what_is_not_a_list_of_records_is_named(pack: Path, text: str):
    (pack / "locations.json").write_text(text, encoding="utf-8")
    assert fault(pack).startswith("locations.json")


def test_curly_quotation_marks_are_told(pack: Path):
    (pack / "guilds.json").write_text("[\n{“id”: “anointed”}]")
    assert fault(pack).startswith("guilds.json, line 2: column 2: this is a curly quotation mark")


def test_bytes_that_are_no_text_are_named(pack: Path):
    (pack / "guilds.json").write_bytes(b'[{"id": "\xff\xfe"}]')
    assert fault(pack).startswith("guilds.json: ")


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_refused(pack: Path, opening: str):
    (pack / "board.json").write_text(opening * 100_000, encoding="utf-8")
    assert fault(pack).startswith("board.json: ")


def test_a_file_beyond_all_measure_is_refused(pack: Path):
    (pack / "guilds.json").write_text(" " * 4_000_001, encoding="utf-8")
    assert "guilds.json" in fault(pack)


def test_an_advancement_can_have_any_of_the_three_slots_only(pack: Path):
    edit(pack, "locations.json", lambda data: data[0]["slips"][0].update(slot="left"))
    assert "0.slips.0.slot" in fault(pack)
    assert {slip.slot for slip in base().slips.values()} == set(SLOTS)
