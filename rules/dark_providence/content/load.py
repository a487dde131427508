"""Loading a pack of Dark Providence: its files, the index of its records, and the installed packs."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from rules.dark_providence.content import checks
from rules.dark_providence.content.records import (
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
from rules.kernel.content.packs import Packs
from rules.kernel.content.records import fail, read, read_records

_FILES: dict[str, TypeAdapter[Any]] = {
    "cities": TypeAdapter(list[City]),
    "leads": TypeAdapter(list[Lead]),
    "starting": TypeAdapter(list[Asset]),
    "assets": TypeAdapter(list[Asset]),
    "city_cards": TypeAdapter(list[Asset]),
    "mythos": TypeAdapter(list[Mythos]),
    "old_ones": TypeAdapter(list[OldOne]),
    "cultists": TypeAdapter(list[Cultist]),
    "controls": TypeAdapter(list[Control]),
}


def load(folder: Path | Traversable) -> Content:
    """Load and cross-check a pack; raises ContentError."""
    records: dict[str, Any] = {name: read_records(folder, f"{name}.json", adapter) for name, adapter in _FILES.items()}
    content = Content(**records, board=read(folder, "board.json", TypeAdapter(Board)))
    _index(content)
    checks.check(content)
    return content


def _index(content: Content) -> None:
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
                fail("cities.json", f"{city.id}.routes", f"there is no city {route.to}")
            content.roads[city.id][route.to] = route.cost
            content.roads[route.to][city.id] = route.cost


PACKS = Packs("dark_providence", load)
base, pack, pack_names, add_pack = PACKS.base, PACKS.get, PACKS.names, PACKS.add


def check(folder: Path) -> str:
    """Validate a content pack and return one line on what it holds; raises ContentError."""
    found = load(folder)
    return (
        f"{len(found.cities)} cities, {len(found.leads)} lead agents, {len(found.assets)} primary assets, "
        f"{len(found.mythos)} mythos cards, {len(found.old_ones)} Great Old Ones."
    )
