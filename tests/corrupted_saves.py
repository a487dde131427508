"""Helpers that corrupt saves and break content packs, for the tests of every game."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from rules.kernel.engine.match import Match
from rules.kernel.errors import SaveError
from tests.conformance.random_play import walk


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path (keys and indexes) of every value in JSON data."""
    found = [path] if path else []
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            found += places(value, (*path, key))
    return found


def corrupt_one_value(data: Any, rng: random.Random, nonsense: Sequence[Any], *, evenly: bool = True) -> None:
    """Change, remove or duplicate one random value; if `evenly`, all fields of the state are equally likely."""
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
    """Copy a game's built-in pack into a folder where the test can break it."""
    shutil.copytree(str(files("data").joinpath(game)), folder / "pack")
    return folder / "pack"


def edit(pack: Path, name: str, change: Callable[[Any], object]) -> None:
    """Apply `change` to one JSON file of a pack."""
    file = pack / name
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")


def set_fields(name: str, /, **fields: Any) -> Callable[[Any], None]:
    """Return a function that changes the given fields of the record with this id in a list of records."""

    def change(records: list[dict[str, Any]]) -> None:
        next(record for record in records if record["id"] == name).update(fields)

    return change


def exercise(match: Match[Any], number: int, moves: int = 12) -> None:
    """Exercise a match: compute the view of every seat, deal possible worlds, and play some moves."""
    rng = random.Random(number)
    for seat in [None, *range(match.state.seats)]:
        match.view(seat)
        match.worlds(seat, rng)
    for count, _ in enumerate(walk(match, number)):
        if count > moves:
            break
        match.view(count % match.state.seats)


def reopen_corrupted(
    match: Match[Any], number: int, nonsense: Sequence[Any], every: int, *, evenly: bool = True
) -> int:
    """Play a match; every `every` decisions, corrupt a copy of its save and try to open the copy.

    Play some moves from each corrupted save that opens. Return how many opened.
    """
    rng = random.Random(number)
    opened = 0
    for step, _ in enumerate(walk(match, number)):
        if step % every:
            continue
        data = json.loads(match.dump())
        corrupt_one_value(data["state"], rng, nonsense, evenly=evenly)
        try:
            again = match.game.load(json.dumps(data).encode())
        except SaveError:
            continue
        opened += 1
        exercise(again, number)
    return opened
