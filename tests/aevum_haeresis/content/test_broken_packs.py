"""Broken packs: each fault is reported with its file and position, and no part of the pack is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.aevum_haeresis.content.load import base, load
from rules.kernel.errors import ContentError
from tests.corrupted_saves import copy_pack, edit, set_fields
from tests.game_helpers import rule

GOLD = {"op": "gold", "amount": 1}
DRAW = {"op": "draw"}
HIT = {"op": "damage"}
WHITE = {"recruit": {"colour": "white"}}
Case = tuple[str, Callable[[Any], object], str]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a copy of the base pack that tests can break."""
    return copy_pack("aevum_haeresis", tmp_path)


def fault(pack: Path) -> str:
    with pytest.raises(ContentError) as caught:
        load(pack)
    return str(caught.value)


def test_the_copy_loads_as_it_is(pack: Path):
    assert load(pack) == base()


def ability(kind: str, *do: dict[str, Any], **fields: Any) -> list[dict[str, Any]]:
    return [{"kind": kind, "do": list(do), **fields}]


def change_neutral_card(name: str, /, **fields: Any) -> tuple[str, Callable[[Any], None]]:
    """Return the name of the file with the neutral cards, and a function that changes fields of one of them."""
    return "neutral.json", set_fields(name, **fields)


def remove_fields(name: str, *keys: str) -> Callable[[Any], None]:
    """Return a function that removes fields from a record."""

    def change(records: list[dict[str, Any]]) -> None:
        record = next(record for record in records if record["id"] == name)
        for key in keys:
            del record[key]

    return change


def deck(**fields: Any) -> Callable[[Any], None]:
    return lambda decks: decks[0].update(fields)


def change_counts(part: str, **cards: int) -> Callable[[Any], None]:
    """Return a function that sets the number of copies of some cards in one section of the first deck."""
    return lambda decks: decks[0][part].update(cards)


ALTER = {"passive": "alter", "stat": "health", "amount": 1}

SHAPE: dict[str, Case] = {
    "unknown field": (*change_neutral_card("candle_thief", flavour="Motto"), "flavour"),
    "missing name": ("neutral.json", lambda data: data[2]["name"].pop("hu"), "2.name.hu"),
    "unknown icon": (*change_neutral_card("candle_thief", icons={"gold": 2}), "icons.gold"),
    "unknown operation": (*change_neutral_card("old_road_tale", do=[{"op": "steal"}]), "do.0"),
    "unknown type": (*change_neutral_card("candle_thief", type="dog"), "type"),
    "unknown window": (*change_neutral_card("bell_inquisitor", dem=["tea"]), "dem.0"),
    "five times of day": (*change_neutral_card("fairground", track=[1] * 5), "track"),
    "negative soul number": (*change_neutral_card("fairground", track=[1, 1, 1, -1]), "track"),
    "negative cost": (*change_neutral_card("candle_thief", cost={"gold": -1}), "cost.gold"),
    "bad id": (*change_neutral_card("candle_thief", id="Candle Thief"), "id"),
    "card twice": ("neutral.json", lambda data: data.append(data[0]), "is listed twice"),
    "card of another file": (*change_neutral_card("candle_thief", faction="lords"), "belongs in lords.json"),
    "name twice": (
        *change_neutral_card("hired_knife", name={"en": "Candle Thief", "hu": "Más", "es": "Otro"}),
        "hired_knife: has the same name as candle_thief",
    ),
    "name twice in Hungarian": (
        *change_neutral_card("hired_knife", name={"en": "Else", "hu": "gyertyatolvaj", "es": "Otro"}),
        "hired_knife: has the same name",
    ),
}
TYPES: dict[str, Case] = {
    "Story with Health": (*change_neutral_card("old_road_tale", health=3), "a story has no health"),
    "Heretic with a band": (*change_neutral_card("candle_thief", band=WHITE), "a heretic has no band"),
    "Damned with a cost": (*change_neutral_card("nameless_wanderer", cost={"gold": 1}), "a damned has no cost"),
    "Camp with a cost": (*change_neutral_card("roadside_camp", cost={"gold": 1}), "a camp has no cost"),
    "Camp without ability": ("neutral.json", remove_fields("roadside_camp", "abilities"), "a camp needs abilities"),
    "Camp without Heresy": (
        *change_neutral_card("roadside_camp", abilities=ability("start", GOLD)),
        "a camp needs a heresy",
    ),
    "Hunter with icons": (*change_neutral_card("bell_inquisitor", icons={"plunder": 1}), "a hunter has no icons"),
    "Hunter without upper block": ("neutral.json", remove_fields("bell_inquisitor", "do"), "a hunter needs do"),
    "Hunter without lower block": (
        "neutral.json",
        remove_fields("bell_inquisitor", "passives"),
        "a hunter needs passives",
    ),
    "Location without numbers": ("neutral.json", remove_fields("market_town", "track"), "a location needs track"),
    "Location with two Heresies": (
        *change_neutral_card("abandoned_mill", abilities=ability("heresy", GOLD) * 2),
        "one heresy at most",
    ),
    "Event with a band": (*change_neutral_card("gathered_tithes", band=WHITE), "an event has no band"),
    "Story without a band": ("neutral.json", remove_fields("old_road_tale", "band"), "a story needs band"),
    "Heretic without Health": ("neutral.json", remove_fields("candle_thief", "health"), "a heretic needs health"),
}
STORIES: dict[str, Case] = {
    "no white icon": (
        *change_neutral_card("old_road_tale", band={"recruit": {"colour": "black"}}),
        "no icon of the band is white",
    ),
    "black skull": (
        *change_neutral_card("knife_in_the_dark", band={**WHITE, "plunder": {"colour": "black", "skull": True}}),
        "only a white icon has a skull (AH-DATA.6)",
    ),
    "modifier without skull": (*change_neutral_card("old_road_tale", modifier=2), "needs a skull"),
    "does nothing": ("neutral.json", remove_fields("old_road_tale", "do"), "it does nothing"),
    "needs nothing": (*change_neutral_card("old_road_tale", need={"what": "character"}), "is empty"),
    "attached Story": (*change_neutral_card("old_road_tale", duration="attached"), "a story is not attached"),
    "skull on an attachment": (
        *change_neutral_card("knife_in_the_dark", skull_target={"what": "attachment"}),
        "a skull needs",
    ),
    "too short": (*change_neutral_card("whispered_psalm", duration="immediate"), "its duration must be conflict"),
    "passive at once": (
        *change_neutral_card("old_road_tale", passives=[{"passive": "tax"}]),
        "a passive needs a duration",
    ),
    "Damned twice": (
        *change_neutral_card("knife_in_the_dark", skull_target={"what": "damned", "count": 2}),
        "a player has one Damned",
    ),
}
EVENTS: dict[str, Case] = {
    "attached to nothing": (
        *change_neutral_card("gathered_tithes", duration="attached"),
        "an attachment and only that is",
    ),
    "track without numbers": (
        *change_neutral_card("gathered_tithes", duration="track"),
        "only that has the duration track",
    ),
    "nowhere playable": (*change_neutral_card("gathered_tithes", rows=[]), "it can be played neither"),
    "Conflict in the wrong row": (
        *change_neutral_card("gathered_tithes", duration="conflict", do=[{"op": "shield"}]),
        "not for the enlistment row",
    ),
    "gold of what is gone": (
        *change_neutral_card("gathered_tithes", gold_icon=1),
        "a gold icon needs a card that stays",
    ),
    "no window": (*change_neutral_card("gathered_tithes", dem=[]), "dem names no window"),
}
PASSIVES: dict[str, Case] = {
    "alters by 0": (*change_neutral_card("plague_pit", passives=[{**ALTER, "amount": 0, "of": "all"}]), "does nothing"),
    "alters no host": (*change_neutral_card("plague_pit", passives=[ALTER]), "only that alters its host"),
    "alters itself": (
        *change_neutral_card("plague_pit", passives=[{**ALTER, "of": "self"}]),
        "only a character alters itself",
    ),
    "bounty of nothing": (
        *change_neutral_card("plague_pit", passives=[{"passive": "bounty", "manoeuvre": "recruit"}]),
        "a bounty of nothing",
    ),
    "soul number by 0": (
        *change_neutral_card("plague_pit", passives=[{"passive": "soul_number", "amount": 0}]),
        "by 0",
    ),
}
ABILITIES: dict[str, Case] = {
    "windows of a Heresy": (
        *change_neutral_card("plague_doctor", abilities=ability("heresy", GOLD, windows=["pass_declared"])),
        "only a Deus Ex Machina has windows",
    ),
    "window twice": (
        *change_neutral_card("plague_doctor", abilities=ability("dem", HIT, windows=["pass_declared"] * 2)),
        "named twice",
    ),
    "costly In Medias Res": (
        *change_neutral_card("plague_doctor", abilities=ability("imr", GOLD, cost={"gold": 1})),
        "an ability that takes effect by itself has no cost",
    ),
    "In Medias Res of a Damned": (
        *change_neutral_card("nameless_wanderer", abilities=ability("imr", GOLD)),
        "In Medias Res is",
    ),
    "turning Camp": (
        *change_neutral_card("roadside_camp", abilities=ability("heresy", GOLD, cost={"turn": True})),
        "turn",
    ),
    "turning cost of a card": (*change_neutral_card("candle_thief", cost={"turn": True}), "turn their card"),
    "calls nobody": (
        *change_neutral_card("plague_doctor", abilities=ability("heresy", {"op": "call", "card": "x"})),
        "Background",
    ),
    "calls a stranger": (
        *change_neutral_card("plague_doctor", abilities=ability("heresy", {"op": "call", "card": "drowned_pilgrim"})),
        "of another faction",
    ),
    "takes the own": (
        *change_neutral_card(
            "plague_doctor", abilities=ability("heresy", {"op": "control", "target": {"whose": "own"}})
        ),
        "control is taken of an opposing Heretic",
    ),
    "team out of a Conflict": (
        *change_neutral_card("plague_doctor", abilities=ability("heresy", {"op": "team", "amount": 1})),
        "team is for conflicts",
    ),
    "fails too late": (
        *change_neutral_card("plague_doctor", abilities=ability("dem", {"op": "fail"}, windows=["conflict_end"])),
        "only when it is announced",
    ),
    "nobody's change": (
        *change_neutral_card(
            "plague_doctor", abilities=ability("heresy", {"op": "modify", "stat": "health", "amount": 1})
        ),
        "a change is of a target or of somebody else",
    ),
    "falling die": (
        *change_neutral_card(
            "plague_doctor", abilities=ability("heresy", {"op": "roll", "rows": [[6, [GOLD]], [3, [GOLD]]]})
        ),
        "rise and end with 6",
    ),
    "free MayPay": (
        *change_neutral_card("plague_doctor", abilities=ability("heresy", {"op": "may_pay", "cost": {}, "do": [GOLD]})),
        "may_pay needs a cost",
    ),
    "hurts a Hunter": (
        *change_neutral_card("plague_doctor", abilities=ability("heresy", {**HIT, "target": {"what": "hunter"}})),
        "can only be destroyed",
    ),
}
ENDLESS: dict[str, Case] = {
    "gold in every window": (
        *change_neutral_card("plague_doctor", abilities=ability("dem", GOLD)),
        "repeated without end",
    ),
    "cards in every window": (
        *change_neutral_card("plague_doctor", abilities=ability("dem", DRAW)),
        "repeated without end",
    ),
    "Ready in every window": (
        *change_neutral_card("plague_doctor", abilities=ability("dem", {"op": "ready"}, cost={"gold": 1})),
        "limit it to the Round",
    ),
    "bringing each other back": (
        *change_neutral_card("bell_inquisitor", do=[{"op": "raise"}]),
        "bring each other back",
    ),
}
DECKS: dict[str, Case] = {
    "no deck": ("decks.json", lambda data: data.clear(), "holds no deck"),
    "47 cards": ("decks.json", change_counts("plot", whispered_psalm=1), "AH-DECK.3"),
    "five copies": ("decks.json", change_counts("heretics", candle_thief=5, well_whisperer=3), "AH-DECK.11"),
    "two equal Locations": (
        "decks.json",
        deck(locations=["salt_pans", "salt_pans", "leper_chapel", "toll_bridge"]),
        "AH-DECK.7",
    ),
    "another faction": ("decks.json", deck(camp="torchlit_pavilion"), "AH-DECK.8"),
    "unknown card": ("decks.json", change_counts("plot", nothing=1, whispered_psalm=1), "nothing"),
    "uncalled": ("decks.json", deck(background={}), "which is not in the Background deck"),
    "paid for in the background": (
        "mystics.json",
        set_fields("drowned_pilgrim", cost={"gold": 1}),
        "a card of the Background deck is never paid for",
    ),
}
READY = {"condition": "this", "state": "ready"}
COUNTER = {"op": "counter", "amount": 1}


def change_abilities(*do: dict[str, Any], kind: str = "heresy", **fields: Any) -> tuple[str, Callable[[Any], None]]:
    """Return the name of a pack file, and a function that replaces the abilities of a character in it."""
    return change_neutral_card("plague_doctor", abilities=ability(kind, *do, **fields))


def each(count: str, **fields: Any) -> dict[str, Any]:
    return {"op": "gold", "amount": {"count": count, **fields}}


def alters(**fields: Any) -> tuple[str, Callable[[Any], None]]:
    return change_neutral_card("plague_pit", passives=[{**ALTER, "of": "all", **fields}])


TERMS: dict[str, Case] = {
    "unnamed keyword": (
        *change_neutral_card("candle_thief", keywords=["witch"]),
        "the keyword witch is not in keywords.json",
    ),
    "keyword of a target": (*change_abilities({**HIT, "target": {"keyword": "witch"}}), "not in keywords.json"),
    "keyword of an occasion": (
        *change_abilities(GOLD, kind="when", when={"event": "left", "keyword": "witch"}, limit="round"),
        "not in keywords.json",
    ),
    "nothing for each": (*change_abilities(each("gold", each=0)), "each is not 0"),
    "less damage for each": (*change_abilities({**HIT, "amount": {"count": "hand", "each": -1}}), "each is at least 1"),
    "more and less": (*change_abilities(each("gold", each=-1, plus=2)), "go the same way"),
    "gold of both": (*change_abilities(each("gold", whose="any")), "gold is one player's"),
    "Ready gold": (*change_abilities(each("gold", state="ready")), "neither Ready nor Spent"),
    "faction of a hand": (*change_abilities(each("hand", faction="lords")), "no keyword and no faction"),
    "that of nothing": (*change_abilities(each("that")), "that is the result of a roll"),
    "it of nothing": (*change_abilities({**HIT, "target": {"whose": "it"}}), "it is the card that an ability"),
    "host of a Heretic": (*change_abilities({**HIT, "target": {"whose": "host"}}), "only an attachment has a host"),
    "this of an Event": (
        *change_neutral_card("gathered_tithes", do=[{**HIT, "target": {"whose": "this"}}]),
        "this is of abilities of cards in play",
    ),
    "counters of an Event": (*change_neutral_card("gathered_tithes", do=[COUNTER]), "counters need a card in play"),
    "cost of counters": (*change_neutral_card("gathered_tithes", cost={"counters": 1}), "take counters off their card"),
    "empty condition": (
        *change_abilities(GOLD, conditions=[{"condition": "count", "count": "gold"}]),
        "a condition needs a least or a most",
    ),
    "Ready Camp": (
        *change_neutral_card(
            "roadside_camp", abilities=ability("heresy", GOLD, conditions=[{"condition": "this", "state": "ready"}])
        ),
        "only a character, or what is attached to one",
    ),
    "changing itself": (*alters(amount={"count": "icons"}), "a passive can't depend on icons"),
    "when without an occasion": (*change_abilities(GOLD, kind="when"), "says when"),
    "an occasion of a Heresy": (*change_abilities(GOLD, when={"event": "passed"}), "says when"),
    "Heresy twice a window": (*change_abilities(GOLD, limit="round"), "the limit of a heresy is not round"),
    "waiting at a price": (
        *change_abilities(GOLD, kind="when", when={"event": "passed"}, cost={"gold": 1}),
        "an ability that takes effect by itself has no cost",
    ),
    "Ready each time": (
        *change_abilities({"op": "ready"}, kind="when", when={"event": "spent"}),
        "it could be repeated without end: limit it to the Round",
    ),
    "ability of what is gone": (
        *change_neutral_card("gathered_tithes", abilities=ability("start", GOLD)),
        "abilities and counters need a card that stays",
    ),
    "d10 up to 6": (*change_abilities({"op": "roll", "die": 10, "rows": [[6, [GOLD]]]}), "rise and end with 10"),
    "forbidden by a place": (
        *change_neutral_card("plague_pit", passives=[{"passive": "cannot", "deed": "block", "of": "own"}]),
        "a location forbids things to all",
    ),
}
GROUPS = (TERMS, SHAPE, TYPES, STORIES, EVENTS, PASSIVES, ABILITIES, ENDLESS, DECKS)
BROKEN: dict[str, Case] = {name: case for group in GROUPS for name, case in group.items()}


def test_no_case_hides_another():
    assert len(BROKEN) == sum(map(len, GROUPS))


@rule("AH-DATA.3", "AH-DATA.4", "AH-DATA.6", "AH-DATA.9", "AH-DATA.12", "AH-EX.43", "AH-HC.28")
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_pack_says_which_file_and_where(pack: Path, case: str):
    name, change, place = BROKEN[case]
    edit(pack, name, change)
    told = fault(pack)
    assert told.startswith((f"{name}: ", f"{name}, line "))
    assert place in told


ALLOWED: dict[str, tuple[str, Callable[[Any], object]]] = {
    "gold once a Round": change_neutral_card("plague_doctor", abilities=ability("dem", GOLD, limit="round")),
    "gold for a card": change_neutral_card("plague_doctor", abilities=ability("dem", GOLD, cost={"cards": 1})),
    "wounds in every window": change_neutral_card("plague_doctor", abilities=ability("dem", HIT, cost={"gold": 1})),
    "an Event for a window only": change_neutral_card("gathered_tithes", rows=[], dem=["pass_declared"]),
}


@pytest.mark.parametrize("case", ALLOWED)
def test_what_comes_to_an_end_is_allowed(pack: Path, case: str):
    edit(pack, *ALLOWED[case])
    assert load(pack).cards["plague_doctor"]


def test_missing_decks_are_named_and_of_missing_factions_the_cards_that_decks_name(pack: Path):
    (pack / "lords.json").unlink()
    assert "there is no card" in fault(pack)
    (pack / "decks.json").unlink()
    assert "decks.json is missing" in fault(pack)
