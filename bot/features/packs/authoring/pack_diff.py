"""The differences between two packs, card by card (`tenebrae content diff`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, cast

from pydantic import TypeAdapter, ValidationError

from bot.app.host_packs import check_folder, printable
from bot.features.packs.authoring.pack_check import game_of, load_hashed
from rules.kernel.content.pack_layers import by_id
from rules.kernel.content.pack_reading import Reading
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator

#: Text shown in place of a missing value.
MISSING = "nothing"
#: A field that only built-in packs need. Changes in this field are not shown.
_BUILT_IN_ONLY = "printed"


class _Record(NamedTuple):
    """A record as written in its pack, and as it is after all defaults are filled in."""

    said: Any
    whole: Any


def differences(folder: Path, other: Path | None, game: AnyGame | None) -> Iterator[str]:
    """Yield lines about how a pack differs from another pack or, if `other` is None, from the built-in pack.

    Raises ConfigError if a folder contains no pack, and ContentError if a pack can't be read.
    """
    meant = game_of(folder, game)
    shape = meant.pack_shape
    if other is not None:
        check_folder(other)
    assert shape is not None
    before = Reading(other or files("data").joinpath(shape.game), shape)
    after = Reading(folder, shape)
    for reading in (before, after):
        reading.faults.raise_if_any()
    was, now = _texts(meant, before), _texts(meant, after)
    for name in shape.lists:
        old, new = (_records(shape.lists[name], reading.files[name].data) for reading in (before, after))
        entries = shape.entries.get(name, lambda _record: list[str]())
        text_changes_by_id = {
            one: list(_text_changes(entries(record.said), was, now)) for one, record in new.items() if one in old
        }
        yield from map(printable, _list_changes(name, old, new, text_changes_by_id))
    for name in shape.singles:
        lines = list(
            _field_changes(*(_with_defaults(shape.singles[name], one.files[name].data) for one in (before, after)))
        )
        yield from map(printable, [f"~ {name}", *lines] if lines else [])


def _records(adapter: TypeAdapter[Any], data: Any) -> dict[str, _Record]:
    """Return the records of a file, keyed by id."""
    with_defaults = _with_defaults(adapter, data)
    complete_by_id = by_id(with_defaults.whole)
    return {name: _Record(record, complete_by_id.get(name, record)) for name, record in by_id(data).items()}


def _with_defaults(adapter: TypeAdapter[Any], data: Any) -> _Record:
    """Return a file's records as written, and a copy with all defaults filled in.

    If the records are invalid, no defaults are filled in.
    """
    try:
        return _Record(data, adapter.dump_python(adapter.validate_python(data), mode="json"))
    except ValidationError:
        return _Record(data, data)


def _texts(game: AnyGame, reading: Reading) -> dict[str, str]:
    """Return the English texts of a pack's cards, keyed by card id; empty if the pack is invalid."""
    try:
        pack = load_hashed(game, reading)
    except ContentError:
        return {}
    return {entry.id: " ".join(entry.text.split()) for entry in game.look_up(Translator(pack=pack))}


def _text_changes(entries: Iterable[str], was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of cards that have changed, each with its old and new version."""
    for entry in entries:
        if entry in was and entry in now and was[entry] != now[entry]:
            yield from (f"    {entry} said: {was[entry]}", f"    {entry} says: {now[entry]}")


def _list_changes(
    name: str, before: Mapping[str, _Record], after: Mapping[str, _Record], changes_by_id: Mapping[str, list[str]]
) -> Iterator[str]:
    """Yield lines about removed, new and changed records, including changes in the texts of their cards."""
    yield from (
        f"- {name}: {_record_name(record_id, before[record_id])}" for record_id in before if record_id not in after
    )
    yield from (
        f"+ {name}: {_record_name(record_id, after[record_id])}" for record_id in after if record_id not in before
    )
    for record_id, record in after.items():
        lines = list(_field_changes(before[record_id], record)) if record_id in before else []
        if lines:
            yield f"~ {name}: {_record_name(record_id, record)}"
            yield from (*lines, *changes_by_id[record_id])


def _record_name(name: str, record: _Record) -> str:
    localized_name = record.said.get("name")
    english = cast("dict[str, Any]", localized_name).get("en") if isinstance(localized_name, dict) else None
    return f"{name} ({english})" if isinstance(english, str) else name


def _field_changes(before: _Record, after: _Record) -> Iterator[str]:
    """Yield the changed fields with their old and new values.

    If a nested record was added or removed, its fields with default values are left out.
    """
    old, new = dict(_leaves(before.whole, "")), dict(_leaves(after.whole, ""))
    explicit_paths = {place for record in (before, after) for place, _ in _leaves(record.said, "")}
    for place in dict.fromkeys([*old, *new]):
        was, now = old.get(place, MISSING), new.get(place, MISSING)
        if (
            was != now
            and (place in explicit_paths or (place in old and place in new))
            and _BUILT_IN_ONLY not in place.split(".")
        ):
            yield f"    {place}: {was} → {now}"


def _leaves(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield each plain value in a record with its path. List indices in a path start at 0.

    A list of plain values counts as one value.
    """
    if isinstance(value, dict):
        for key, part in cast("dict[str, Any]", value).items():
            yield from _leaves(part, f"{place}.{key}" if place else key)
    elif isinstance(value, list) and any(isinstance(part, dict | list) for part in cast("list[Any]", value)):
        for number, part in enumerate(cast("list[Any]", value)):
            # Identify a nested record by its id if it has one, because its position in the list may change.
            name = cast("dict[str, Any]", part).get("id", number) if isinstance(part, dict) else number
            yield from _leaves(part, f"{place}.{name}" if place else str(name))
    else:
        yield place, _value_words(value)


def _value_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[Any]", value))) or MISSING
    return f"“{value}”" if isinstance(value, str) else MISSING if value is None else str(value)
