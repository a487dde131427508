"""Copies of the built-in packs where every name and text contains a made-up word that tests can search for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import rules
from rules.kernel.content.pack_snapshots import Frozen
from rules.kernel.content.packs import Packs
from rules.kernel.words.translation import LOCALES

#: A made-up word that occurs in none of the built-in packs' texts and ids.
WORD = "zanzibar"


def packs_of(game: str) -> Packs[Any]:
    """Return the folder that contains a game's built-in packs."""
    own = rules.GAMES[game].packs
    assert own is not None
    return own


def write_marked_pack(game: str, folder: Path, *, ids: bool = True) -> Path:
    """Write a complete pack with WORD in all its texts and, if `ids`, in the ids of its pieces."""
    shape = packs_of(game).shape
    assert shape is not None
    ours = files("data").joinpath(game)
    content = {
        name: json.loads(ours.joinpath(name).read_text("utf-8"))
        for name in (f"{file}.json" for file in (*shape.lists, *shape.singles))
        if ours.joinpath(name).is_file()
    }
    known = frozenset(one for value in content.values() for one in _ids(value)) if ids else frozenset[str]()
    content["pack.json"] = {"name": dict.fromkeys(LOCALES, f"The {WORD} box"), "game": game}
    folder.mkdir(parents=True)
    for name, value in content.items():
        (folder / name).write_text(json.dumps(_marked(value, known)), "utf-8")
    return folder


def stored_pack(game: str, folder: Path, *, ids: bool = True) -> Frozen:
    """Return a pack with WORD in its texts, as the database stores packs."""
    return packs_of(game).freeze(write_marked_pack(game, folder, ids=ids))


def clear_pack_cache(game: str) -> None:
    """Clear the in-memory caches of a game's packs, as if the process had just started."""
    own = packs_of(game)
    own._recent.clear()
    own._fixed.clear()
    own._titles.clear()


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from _ids(part)


def _marked(value: Any, ids: frozenset[str]) -> Any:
    if isinstance(value, dict) and value.keys() == set(LOCALES):
        return {locale: f"{WORD.title()} {text}" for locale, text in value.items()}
    if isinstance(value, dict):
        return {_marked(name, ids): _marked(part, ids) for name, part in value.items()}
    if isinstance(value, list):
        return [_marked(part, ids) for part in value]
    return f"{WORD}_{value}" if isinstance(value, str) and value in ids else value
