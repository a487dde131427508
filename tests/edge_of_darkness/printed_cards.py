"""The table of printed cards as a pack that extends the base pack. Each entry has its own Location."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from rules.edge_of_darkness.words.card_language import Known, known

NAME = {"en": "Printed", "hu": "Nyomtatott", "es": "Impreso"}


def entry(name: str) -> Known:
    """Return the entry with this name."""
    return next(one for one in known() if one.id == name)


def write(folder: Path) -> Path:
    """Write the pack and return its folder.

    For each entry, the pack has a set-up that lists the entry's Location first.
    """
    ours = json.loads(files("data").joinpath("edge_of_darkness", "locations.json").read_text("utf-8"))
    places = {place["id"]: {**place, "ability": None} for place in ours}
    for one in known():
        _enter(places[one.home], one)
    setups = [
        {
            "id": one.id,
            "name": NAME,
            "blurb": NAME,
            "locations": [one.home, *[id for id in places if id != one.home][:9]],
        }
        for one in known()
    ]
    about = {"name": NAME, "game": "edge_of_darkness", "version": "1", "base": "base"}
    for name, content in (("pack", about), ("locations", list(places.values())), ("setups", setups)):
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")
    return folder


def _enter(place: dict[str, Any], one: Known) -> None:
    said = one.model_dump(mode="json", exclude_unset=True)
    if one.threat:
        place["slips"] = [
            {**slip, "threat": {"name": slip["threat"]["name"], **said["threat"]}} for slip in place["slips"]
        ]
    elif one.part == "ability":
        place["ability"] = {field: said[field] for field in ("effect", "timing", "uses") if field in said}
    else:
        place["contact"] |= {"effect": said["effect"], "timing": one.timing}
