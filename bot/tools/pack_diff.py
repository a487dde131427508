"""What differs between two packs, card by card (`tenebrae content diff`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from bot.packs import check_folder, printable
from bot.tools.packs import game_of, opened
from rules.kernel.content.layers import by_id
from rules.kernel.content.reading import Reading
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from rules.kernel.words.text import Say

#: What a field is that is not there.
NOTHING = "nothing"


def differences(folder: Path, other: Path | None, game: AnyGame | None) -> Iterator[str]:
    """Yield what differs in a pack from another, or from ours, a line each.

    Raises ConfigError for what is no pack, and ContentError for one that can't be read.
    """
    meant = game_of(folder, game)
    shape = meant.pack_shape
    if other is not None:
        check_folder(other)
    assert shape is not None
    before = Reading(other or files("data").joinpath(shape.game), shape)
    after = Reading(folder, shape)
    for reading in (before, after):
        reading.faults.tell()
    was, now = _texts(meant, before), _texts(meant, after)
    for name in shape.lists:
        old, new = by_id(before.files[name].data), by_id(after.files[name].data)
        entries = shape.entries.get(name, lambda _record: list[str]())
        told = {one: list(_said_of(entries(record), was, now)) for one, record in new.items() if one in old}
        yield from map(printable, _of_list(name, old, new, told))
    for name in shape.singles:
        lines = list(_fields(before.files[name].data, after.files[name].data))
        yield from map(printable, [f"~ {name}", *lines] if lines else [])


def _texts(game: AnyGame, reading: Reading) -> dict[str, str]:
    """Return what the cards of a pack say in English; nothing of a pack that isn't sound."""
    try:
        pack = opened(game, reading)
    except ContentError:
        return {}
    return {entry.id: " ".join(entry.text.split()) for entry in game.look_up(Say(pack=pack))}


def _said_of(entries: Iterable[str], was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """Yield what cards say otherwise."""
    for entry in entries:
        if entry in was and entry in now and was[entry] != now[entry]:
            yield from (f"    {entry} said: {was[entry]}", f"    {entry} says: {now[entry]}")


def _of_list(
    name: str, before: Mapping[str, Any], after: Mapping[str, Any], told: Mapping[str, list[str]]
) -> Iterator[str]:
    """Yield the records that are gone, new or changed, with what their cards say otherwise."""
    yield from (f"- {name}: {_called(one, before[one])}" for one in before if one not in after)
    yield from (f"+ {name}: {_called(one, after[one])}" for one in after if one not in before)
    for one, record in after.items():
        lines = list(_fields(before[one], record)) if one in before else []
        if lines:
            yield f"~ {name}: {_called(one, record)}"
            yield from (*lines, *told[one])


def _called(name: str, record: Any) -> str:
    shown = record.get("name")
    english = cast("dict[str, Any]", shown).get("en") if isinstance(shown, dict) else None
    return f"{name} ({english})" if isinstance(english, str) else name


def _fields(before: Any, after: Any) -> Iterator[str]:
    """Yield the fields that differ, with what they were and are."""
    old, new = dict(_leaves(before, "")), dict(_leaves(after, ""))
    for place in dict.fromkeys([*old, *new]):
        was, now = old.get(place, NOTHING), new.get(place, NOTHING)
        if was != now:
            yield f"    {place}: {was} → {now}"


def _leaves(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield the plain values in a record with their places; lists of plain values are one."""
    if isinstance(value, dict):
        for key, part in cast("dict[str, Any]", value).items():
            yield from _leaves(part, f"{place}.{key}" if place else key)
    elif isinstance(value, list) and any(isinstance(part, dict | list) for part in cast("list[Any]", value)):
        for number, part in enumerate(cast("list[Any]", value), 1):
            # A record in a list is known by its id, wherever it stands.
            name = cast("dict[str, Any]", part).get("id", number) if isinstance(part, dict) else number
            yield from _leaves(part, f"{place}.{name}" if place else str(name))
    else:
        yield place, _said(value)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[Any]", value))) or NOTHING
    return f"“{value}”" if isinstance(value, str) else NOTHING if value is None else str(value)
