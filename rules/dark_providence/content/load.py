"""Loads packs of Dark Providence: their files, the index of their records, and the list of installed packs."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import TypeAdapter

from rules.dark_providence.content import checks
from rules.dark_providence.content.records import (
    DEEP_ONES,
    MI_GO,
    Asset,
    Board,
    City,
    Content,
    Control,
    Cultist,
    Lead,
    Mythos,
    OldOne,
    starting_cards,
)
from rules.kernel.content.pack_faults import raise_fault, unknown
from rules.kernel.content.pack_reading import Reading
from rules.kernel.content.pack_structure import Need, Raw, Shape, entry_ids
from rules.kernel.content.packs import Packs
from rules.kernel.content.spreadsheets import Sheet
from rules.kernel.words.translation import N_, Translator


def _agents(agents: bool) -> Callable[[Raw], int]:
    return lambda record: int((record.get("agent") is not None) == agents)


def _solo(solo: bool) -> Callable[[Raw], int]:
    return lambda record: int(record.get("solo", True) == solo)


def _effects(effects: bool) -> Callable[[Raw], int]:
    return lambda record: int(any(order["do"] == "effect" for order in record["orders"]) == effects)


_BOX = checks.COUNTS
#: The files of a pack, and how many records of each kind the box has.
SHAPE = Shape(
    game="dark_providence",
    lists={
        "cities": TypeAdapter(list[City]),
        "leads": TypeAdapter(list[Lead]),
        "starting": TypeAdapter(list[Asset]),
        "assets": TypeAdapter(list[Asset]),
        "city_cards": TypeAdapter(list[Asset]),
        "mythos": TypeAdapter(list[Mythos]),
        "old_ones": TypeAdapter(list[OldOne]),
        "cultists": TypeAdapter(list[Cultist]),
        "controls": TypeAdapter(list[Control]),
    },
    singles={"board": TypeAdapter(Board)},
    entries={
        **{name: entry_ids("{}") for name in ("cities", "leads", "assets", "city_cards", "cultists")},
        "starting": entry_ids("starting_{}"),
        "mythos": entry_ids("mythos_{}"),
        "old_ones": entry_ids("old_one_{}"),
        "controls": entry_ids("control_{}"),
    },
    sheets=(
        Sheet("cities", City),
        Sheet("leads", Lead),
        *(Sheet(name, Asset) for name in ("starting", "assets", "city_cards")),
        Sheet("mythos", Mythos),
        Sheet("old_ones", OldOne),
        Sheet("cultists", Cultist),
        Sheet("controls", Control),
    ),
    needs=(
        Need(N_("cities"), "cities", _BOX["cities"], "DP-COMP.10", exact=False),
        Need(N_("lead agents"), "leads", _BOX["leads"], "DP-COMP.13"),
        Need(N_("starting cards"), "leads", 50, "DP-COMP.8", lambda record: sum(record["deck"].values()), exact=False),
        Need(N_("primary assets"), "assets", _BOX["assets"], "DP-COMP.9", exact=False),
        Need(
            N_("agents among them"), "assets", checks.AGENTS, "DP-COMP.31", _agents(True), kept=frozenset({DEEP_ONES})
        ),
        Need("", "assets", _BOX["assets"] - checks.AGENTS, "", _agents(False), kept=frozenset({DEEP_ONES})),
        Need(N_("city cards"), "city_cards", _BOX["city_cards"], "DP-COMP.10", exact=False),
        Need(N_("mythos cards"), "mythos", _BOX["mythos"], "DP-COMP.11", exact=False),
        Need(
            N_("cards among them that are not for solo"),
            "mythos",
            checks.CARDS_NOT_IN_SOLO,
            "DP-SOLO.3",
            _solo(False),
            kept=frozenset({MI_GO}),
        ),
        Need("", "mythos", _BOX["mythos"] - checks.CARDS_NOT_IN_SOLO, "", _solo(True)),
        Need(N_("Great Old Ones"), "old_ones", _BOX["old_ones"], "DP-COMP.26"),
        Need(N_("cultists"), "cultists", _BOX["cultists"], "DP-COMP.27", exact=False),
        Need(N_("control cards"), "controls", _BOX["controls"], "DP-COMP.28", exact=False),
        Need(
            N_("cards among them with a cultist effect"), "controls", checks.EFFECT_CARDS, "DP-CONT.24", _effects(True)
        ),
        Need("", "controls", _BOX["controls"] - checks.EFFECT_CARDS, "", _effects(False)),
    ),
)


def load(folder: Path | Traversable) -> Content:
    """Load a pack and check that its files are consistent. Raises ContentError."""
    reading = Reading(folder, SHAPE)
    content = Content(**reading.records)
    with reading.collecting():
        _index(content)
        checks.check(content, reading)
    reading.faults.raise_if_any()
    return content


def _index(content: Content) -> None:
    # A city's card takes over the city's name, so a pack that renames the city needn't repeat the name.
    for place, city in content.cities.items():
        if place in content.city_cards:
            content.city_cards[place] = content.city_cards[place].model_copy(update={"name": city.name})
    content.cards.update(content.assets)
    content.cards.update(content.city_cards)
    for lead in content.leads.values():
        content.agents[lead.id] = lead.agent
        content.cards.update(
            {card: content.starting[kind] for card, kind in starting_cards(lead) if kind in content.starting}
        )
    for asset in content.assets.values():
        if asset.agent:
            content.agents[asset.id] = asset.agent
    for mythos in content.mythos.values():
        if mythos.marker:
            content.agents[mythos.id] = mythos.marker
    for city in content.cities:
        content.roads[city] = {}
    for city in content.cities.values():
        for route in city.routes:
            if route.to not in content.cities:
                raise_fault("cities.json", f"{city.id}.routes", unknown("city", route.to, content.cities))
            content.roads[city.id][route.to] = route.cost
            content.roads[route.to][city.id] = route.cost


PACKS = Packs("dark_providence", load, shape=SHAPE)
base, pack, pack_names, add_pack = PACKS.base, PACKS.get, PACKS.names, PACKS.add


def check(folder: Path, say: Translator | None = None) -> str:
    """Check a content pack and return a one-line summary of its content. Raises ContentError."""
    content = load(folder)
    return (say or Translator()).t(
        "{cities} cities, {leads} lead agents, {assets} primary assets, {mythos} mythos cards,"
        " {old_ones} Great Old Ones.",
        cities=len(content.cities),
        leads=len(content.leads),
        assets=len(content.assets),
        mythos=len(content.mythos),
        old_ones=len(content.old_ones),
    )
