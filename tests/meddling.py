"""Saves meddled with and packs broken: what the tests of every game do to them."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of everything in the data."""
    found = [path] if path else []
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            found += places(value, (*path, key))
    return found


def meddle(data: Any, rng: random.Random, nonsense: Sequence[Any], *, evenly: bool = True) -> None:
    """Change, remove or double one thing somewhere; `evenly` gives every field of the state the same chance."""
    found = places(data)
    if evenly:
        first = rng.choice(sorted(data))
        found = [path for path in found if path[0] == first]
    path = rng.choice(found)
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    if isinstance(holder, list) and rng.random() < 0.3:
        holder.insert(path[-1], holder[path[-1]])
    elif rng.random() < 0.3:
        del holder[path[-1]]
    else:
        holder[path[-1]] = rng.choice(nonsense)


def copy_pack(game: str, folder: Path) -> Path:
    """Copy a game's own pack into a folder, to be broken there."""
    shutil.copytree(str(files("data").joinpath(game)), folder / "pack")
    return folder / "pack"


def edit(pack: Path, name: str, change: Callable[[Any], object]) -> None:
    """Change one file of a pack."""
    file = pack / name
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")


def put(name: str, /, **fields: Any) -> Callable[[Any], None]:
    """Return a change of one record's fields."""

    def change(records: list[dict[str, Any]]) -> None:
        next(record for record in records if record["id"] == name).update(fields)

    return change
