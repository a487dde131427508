"""Broken packs: each fault is reported with its file and position, and no part of the pack is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.dark_providence.content.load import base, load
from rules.kernel.errors import ContentError
from tests.corrupted_saves import copy_pack, edit, set_fields


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a copy of the base pack that tests can break."""
    return copy_pack("dark_providence", tmp_path)


def fault(pack: Path) -> str:
    with pytest.raises(ContentError) as caught:
        load(pack)
    return str(caught.value)


@pytest.mark.rule("DP-CONT.14")
def test_the_copy_loads_as_it_is(pack: Path):
    assert load(pack) == base()


def power(*ops: dict[str, Any], timing: str = "action", **more: Any) -> list[dict[str, Any]]:
    return [{"timing": timing, "ways": [list(ops)], **more}]


def double_route(cities: list[Any]) -> None:
    cities[1]["routes"].append({"to": "arkham", "cost": 2})


def cut_off_arkham(cities: list[Any]) -> None:
    cities[0]["routes"] = []


def lame_route(board: dict[str, Any]) -> None:
    route: list[str] = board["route"]
    route[1], route[5] = route[5], route[1]


def less_of(kind: str, at: int = 0) -> Callable[[Any], None]:
    def change(lead: list[Any]) -> None:
        lead[at]["deck"][kind] -= 1

    return change


DRAW = {"op": "draw"}
ACTIONS = {"op": "actions"}
KILL = {"op": "assassinate"}
GATE = {"op": "gate", "face": "open"}
IMMORTAL: dict[str, Any] = {"original": {}, "returned": {}, "gift": "unkilable"}
PRICED = {"op": "pay", "cost": {"cost": "icons", "what": "wealth", "amount": 2}, "do": [DRAW]}


def only_if(**when: Any) -> dict[str, Any]:
    return {"op": "if", "when": when, "do": [DRAW]}


#: Faults in a pack. For each fault: the file, a function that creates the fault, and a part of the expected report.
SHAPE: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "unknown field": ("assets.json", set_fields("fbi", flavour="Motto"), "flavour"),
    "missing name": ("mythos.json", lambda data: data[4]["name"].pop("hu"), "4.name.hu"),
    "unknown icon": ("assets.json", set_fields("fbi", icons={"gold": 2}), "icons.gold"),
    "unknown operation": ("assets.json", set_fields("fbi", powers=power({"op": "steal"})), "ways.0.0"),
    "empty way": ("assets.json", set_fields("fbi", powers=power()), "powers.0.ways.0"),
    "unknown gift": ("assets.json", set_fields("fbi", agent=IMMORTAL), "no 'unkilable'; the nearest: unkillable"),
    "bad id": ("leads.json", set_fields("monday", id="Agent Monday"), "0.id"),
    "card twice": ("assets.json", lambda data: data.append(data[0]), "60.id"),
}
BOX: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "eleven cities": ("cities.json", lambda data: data.pop(0), "the file: there must be 12"),
    "four leads": ("leads.json", lambda data: data.pop(), "the file: there must be 5"),
    "59 assets": ("assets.json", lambda data: data.pop(), "the file: there must be 60"),
    "12 city cards": ("city_cards.json", lambda data: data.pop(), "the file: there must be 13"),
    "23 mythos cards": ("mythos.json", lambda data: data.pop(), "the file: there must be 24"),
    "five Great Old Ones": ("old_ones.json", lambda data: data.pop(), "the file: there must be 6"),
    "one cultist": ("cultists.json", lambda data: data.pop(), "the file: there must be 2"),
    "seven controls": ("controls.json", lambda data: data.pop(), "the file: there must be 8"),
    "21 agents": ("assets.json", lambda data: data[0].pop("agent"), "agent: 22 of the cards"),
    "nine starting cards": ("leads.json", less_of("contacts"), "monday.deck: a deck has 10"),
    "two out of solo": ("mythos.json", set_fields("mi_go", solo=True), "solo: 3 cards"),
    "three effects": (
        "controls.json",
        lambda data: data[0]["orders"].__setitem__(0, {"do": "effect"}),
        "orders: 2 cards call for a cultist effect, and 3 do",
    ),
    "no R'lyeh": ("city_cards.json", set_fields("rlyeh", id="atlantis"), "the file: the ids must be"),
    "lead like an asset": ("mythos.json", set_fields("offering", id="wyatt_earp"), "wyatt_earp: something else"),
    "asset like a city": ("assets.json", set_fields("fbi", id="boston"), "boston: something else"),
    "asset like a starting card": (
        "assets.json",
        set_fields("fbi", id="monday_revolver"),
        "monday_revolver: something else",
    ),
    "asset like a piece": ("assets.json", set_fields("fbi", id="deep_one_8"), "deep_one_8: something else"),
}
MAP: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "route to nowhere": ("cities.json", set_fields("arkham", routes=[{"to": "kingsport", "cost": 1}]), "arkham.routes"),
    "route listed twice": ("cities.json", double_route, "listed once: boston; boston has it, too"),
    "route to itself": (
        "cities.json",
        set_fields("new_orleans", routes=[{"to": "new_orleans", "cost": 1}]),
        "new_orleans",
    ),
    "two maps": ("cities.json", cut_off_arkham, "routes: the map must hang together"),
    "falling track": ("board.json", lambda data: data["tracks"].reverse(), "tracks: "),
    "track without a 6": ("board.json", lambda data: data["tracks"].remove(6), "tracks: "),
    "short cultist route": ("board.json", lambda data: data["route"].pop(3), "route: it must visit every city"),
    "route back to front": ("board.json", lambda data: data["route"].reverse(), "route: it leads from arkham"),
    "route across country": ("board.json", lame_route, "route: no route joins arkham and"),
}
USELESS: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "unknown starting card": (
        "leads.json",
        lambda data: data[0]["deck"].update(cat=data[0]["deck"].pop("revolver")),
        "monday.deck: there is no starting card cat",
    ),
    "city agent": ("city_cards.json", set_fields("boston", agent={"original": {}, "returned": {}}), "boston.agent"),
    "pink for no agent": ("assets.json", set_fields("fbi", pink=1), "fbi.pink"),
    "starting sanity": ("starting.json", set_fields("favour", sanity=True), "favour.sanity"),
    "starting acquired": (
        "starting.json",
        set_fields("favour", powers=power(DRAW, timing="acquired")),
        "favour.powers.0",
    ),
    "no agent kills": ("assets.json", set_fields("fbi", powers=power(KILL)), "fbi.powers.0: assassinate with"),
    "no agent opens": ("mythos.json", set_fields("offering", powers=power(GATE)), "offering.powers.0: gate with"),
    "action with a trigger": ("assets.json", set_fields("fbi", powers=power(DRAW, trigger="played")), "fbi.powers.0"),
    "reaction to nothing": ("assets.json", set_fields("fbi", powers=power(DRAW, timing="reaction")), "a reaction has"),
    "destroyed when acquired": (
        "assets.json",
        set_fields("fbi", powers=power(DRAW, timing="acquired", destroys=True)),
        "fbi.powers.0: only a card that is used",
    ),
    "a way twice": (
        "assets.json",
        set_fields("fbi", powers=[{"timing": "action", "ways": [[DRAW], [DRAW]]}]),
        "fbi.powers.0.ways.1",
    ),
    "no step": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "track", "track": "ritual", "by": 0})),
        "does nothing",
    ),
    "no point": ("assets.json", set_fields("fbi", powers=power({"op": "vp", "amount": 0})), "this vp does nothing"),
    "nothing for all": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "vp", "amount": {"count": "agents", "times": 0}})),
        "this vp does nothing",
    ),
    "no city that low": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "acquire", "what": "city", "most": 0})),
        "this acquire does nothing",
    ),
    "mythos here": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "acquire", "what": "mythos", "here": True})),
        "a mythos card lies in no city",
    ),
    "loose piece": ("assets.json", set_fields("fbi", powers=power({"op": "cthulhu"})), "the piece of cthulhu"),
    "loose Mi-Go": ("mythos.json", set_fields("offering", powers=power({"op": "mi_go"})), "offering.powers.0: mi_go"),
    "Mi-Go in the box": ("mythos.json", set_fields("mi_go", powers=power(DRAW)), "mi_go.marker: no power"),
    "second marker": ("mythos.json", set_fields("dagon", marker={"original": {}, "returned": {}}), "dagon.marker"),
    "mythos reaction": (
        "mythos.json",
        set_fields("offering", powers=power(DRAW, timing="reaction", trigger="discarded")),
        "offering.powers.0: a mythos card",
    ),
    "ongoing twice": ("mythos.json", set_fields("offering", ongoing=["ties", "ties"]), "offering.ongoing"),
    "ending twice": ("mythos.json", set_fields("offering", end=[{"end": "ties"}, {"end": "ties"}]), "offering.end.1"),
    "score of nothing": ("mythos.json", set_fields("offering", end=[{"end": "score", "amount": 0}]), "offering.end.0"),
    "played for nothing": (
        "assets.json",
        set_fields("fbi", powers=power(DRAW, timing="reaction", trigger="played")),
        "no action for which",
    ),
    "whenever on an asset": (
        "assets.json",
        set_fields("fbi", powers=power(DRAW, timing="whenever", trigger="got_city")),
        "only a mythos card, which stays",
    ),
    "whenever it is discarded": (
        "mythos.json",
        set_fields("offering", powers=power(DRAW, timing="whenever", trigger="discarded")),
        "discarded is no trigger of the timing whenever",
    ),
    "two actions": (
        "assets.json",
        set_fields("fbi", powers=power(DRAW) + power({"op": "pool"})),
        "fbi.powers.1: the card has a power of the timing action already: add to its ways instead",
    ),
    "two occasions": (
        "mythos.json",
        set_fields(
            "offering",
            powers=power(DRAW, timing="whenever", trigger="got_city")
            + power(DRAW, timing="whenever", trigger="opened"),
        ),
        "offering.powers.1: the card has a power of the timing whenever already",
    ),
    "actions after the turn": (
        "mythos.json",
        set_fields("offering", powers=power(ACTIONS, timing="whenever", trigger="turn_ends")),
        "the turn is over",
    ),
    "a leader by three": (
        "assets.json",
        set_fields("fbi", powers=power(only_if(count="cities", who="leader", least=3))),
        "there is no least",
    ),
    "a rival's ritual": (
        "assets.json",
        set_fields("fbi", powers=power(only_if(count="ritual", who="rival"))),
        "say who: you",
    ),
    "a score for a rival's row": (
        "mythos.json",
        set_fields("offering", end=[{"end": "score", "amount": 1, "when": {"count": "row", "who": "rival"}}]),
        "offering.end.0: row is the same for all",
    ),
    "a price that tells": (
        "assets.json",
        set_fields("fbi", powers=power(PRICED, timing="reaction", trigger="discarded")),
        "would tell what a hand holds",
    ),
    "nothing for a price": (
        "assets.json",
        set_fields("fbi", powers=power({**PRICED, "do": [{"op": "vp", "amount": 0}]})),
        "this vp does nothing",
    ),
    "unknown Great Old One": ("mythos.json", set_fields("offering", depicts="azathoth"), "offering.depicts"),
    "unknown start": ("cultists.json", set_fields("cultist_1", start="kingsport"), "cultist_1.start: there is no city"),
    "same start": ("cultists.json", set_fields("cultist_2", start="arkham"), "start: the cultists start"),
    "goal beyond the track": (
        "old_ones.json",
        set_fields("dagon", goal={"goal": "ritual", "amount": 13}),
        "dagon.goal: it can't be reached",
    ),
    "standing track": (
        "old_ones.json",
        lambda data: data[2]["effects"][0].update(by=0),
        "dagon.effects.0: this track does nothing",
    ),
}
ENDLESS: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "bonus actions": ("assets.json", set_fields("fbi", powers=power(ACTIONS, timing="bonus")), "go on for ever"),
    "actions for an action": ("assets.json", set_fields("fbi", powers=power(ACTIONS)), "go on for ever"),
    "mythos actions": ("mythos.json", set_fields("offering", powers=power(ACTIONS)), "go on for ever"),
    "two cards": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "draw", "count": 2}, timing="bonus")),
        "for ever",
    ),
    "a card and a marker": (
        "assets.json",
        set_fields("fbi", powers=power(DRAW, {"op": "pool"}, timing="bonus")),
        "for ever",
    ),
    "fetching two": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "fetch", "count": 2}, timing="bonus")),
        "for ever",
    ),
    "played bonus": (
        "assets.json",
        set_fields(
            "fbi",
            powers=power(DRAW)
            + power({"op": "pool"}, timing="bonus")
            + power(DRAW, timing="reaction", trigger="played"),
        ),
        "a reaction to a bonus action",
    ),
    "mad for being mad": (
        "mythos.json",
        set_fields("offering", powers=power({"op": "sanity"}, timing="whenever", trigger="maddened")),
        "sanity on this occasion could go on for ever",
    ),
    "actions for a price": (
        "assets.json",
        set_fields("fbi", powers=power({**PRICED, "do": [ACTIONS]})),
        "go on for ever",
    ),
    "cards for each": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "draw", "count": {"count": "agents"}}, timing="bonus")),
        "for ever",
    ),
    "discarding each other": (
        "assets.json",
        set_fields("fbi", powers=power({"op": "rivals_discard"}, timing="reaction", trigger="discarded")),
        "discard each other for ever",
    ),
}
BROKEN = {**SHAPE, **BOX, **MAP, **USELESS, **ENDLESS}


def test_no_case_hides_another():
    assert len(BROKEN) == len(SHAPE) + len(BOX) + len(MAP) + len(USELESS) + len(ENDLESS)


@pytest.mark.rule("DP-CONT.4", "DP-CONT.5", "DP-CONT.14", "DP-CONT.19", "DP-CONT.24", "DP-COMP.31", "DP-SOLO.117")
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_pack_says_which_file_and_where(pack: Path, case: str):
    name, change, place = BROKEN[case]
    edit(pack, name, change)
    told = fault(pack)
    assert told.startswith((f"{name}: ", f"{name}, line "))
    assert place in told


ALLOWED: dict[str, Callable[[Any], object]] = {
    "actions once": set_fields("fbi", powers=power(ACTIONS, timing="bonus", destroys=True)),
    "actions when acquired": set_fields("fbi", powers=power(ACTIONS, timing="acquired")),
    "one card": set_fields("fbi", powers=power(DRAW, timing="bonus")),
    "many cards for an action": set_fields("fbi", powers=power({"op": "draw", "count": 4})),
    "one card for a price": set_fields("fbi", powers=power(PRICED, timing="bonus")),
    "own agent kills": set_fields("fbi", powers=power({**KILL, "any_agent": True})),
}


@pytest.mark.parametrize("case", ALLOWED)
def test_what_comes_to_an_end_is_allowed(pack: Path, case: str):
    edit(pack, "assets.json", ALLOWED[case])
    assert load(pack).assets["fbi"].powers


def test_every_fault_of_a_file_is_told(pack: Path):
    edit(pack, "leads.json", lambda data: [lead.update(deck=[]) for lead in data])
    assert [line.split(": ")[1].split()[0] for line in fault(pack).splitlines()] == [
        f"{number}.deck" for number in range(5)
    ]


@pytest.mark.parametrize("name", ["board.json", "mythos.json", "controls.json"])
def test_a_missing_file_is_named(pack: Path, name: str):
    (pack / name).unlink()
    assert name in fault(pack)
