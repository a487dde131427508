"""Saved matches: the state as JSON, wrapped in an object with the game's id and the version that wrote the save."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from rules.kernel.errors import NewerSave, SaveError

#: A migration converts the JSON data of a state from version n to version n + 1.
Migration = Callable[[dict[str, Any]], dict[str, Any]]


def _head(game: str, version: int) -> bytes:
    return f'{{"game":"{game}","version":{version},"state":'.encode()


def written_by(data: bytes) -> int | None:
    """Return the version that wrote a save, given the first bytes of the save; None if they don't contain it."""
    head = re.match(rb'\{"game":"[^"]*","version":(\d+),', data)
    return None if head is None else int(head[1])


def pack(game: str, version: int, adapter: TypeAdapter[Any], state: object) -> bytes:
    """Return a state as a save, which is one JSON object. Equal states result in equal bytes."""
    return _head(game, version) + adapter.dump_json(state) + b"}"


def unpack(game: str, version: int, migrations: Mapping[int, Migration], adapter: TypeAdapter[Any], data: bytes) -> Any:
    """Return the state in a save, migrated to the current version.

    Raises SaveError if the save is damaged or belongs to another game, and NewerSave if a newer version wrote it.
    """
    head = _head(game, version)
    try:
        if data.startswith(head) and data.endswith(b"}"):
            return adapter.validate_json(data[len(head) : -1])
        return adapter.validate_python(_migrated(game, version, migrations, data))
    except (ValidationError, RecursionError) as error:
        raise SaveError("This saved match is damaged and can't be opened.") from error


def _migrated(game: str, version: int, migrations: Mapping[int, Migration], data: bytes) -> dict[str, Any]:
    try:
        # Unlike `json.loads`, this function rejects lone surrogates, which can't be written back to a save.
        envelope: Any = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise SaveError("This saved match is damaged and can't be opened.") from error
    saved_match = cast("dict[str, Any]", envelope if isinstance(envelope, dict) else {})
    if saved_match.get("game") != game:
        raise SaveError("This file is not a saved match of this game.")
    saved, state = saved_match.get("version"), saved_match.get("state")
    if type(saved) is not int or not isinstance(state, dict):
        raise SaveError("This saved match is damaged and can't be opened.")
    if saved > version:
        raise NewerSave("This match was saved by a newer version of Tenebrae; update before opening it.")
    for number in range(saved, version):
        if number not in migrations:
            raise SaveError("This match was saved by a version too old to open.")
        try:
            state = migrations[number](cast("dict[str, Any]", state))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise SaveError("This saved match is damaged and can't be opened.") from error
    return cast("dict[str, Any]", state)
