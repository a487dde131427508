"""Parses actions that a user has typed as `verb field=value` or JSON, and suggests corrections."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any, cast

from bot.app.settings import ConfigError
from rules.kernel.data.actions import Action, field_kinds, field_names, plain
from rules.kernel.words.spelling import suggestions


def as_typed(action: Action) -> str:
    """Return an action as a user types it: verb field=value."""
    fields = [
        f"{name}={','.join(map(str, cast('list[Any]', value))) if isinstance(value, list) else value}"
        for name, value in plain(action).items()
    ]
    return shlex.join([action.verb, *fields])


def parse_action(kinds: Sequence[type[Action]], text: str) -> dict[str, Any]:
    """Return the JSON data of a typed action; raises ConfigError if it is misspelled."""
    try:
        data = json.loads(text) if text.startswith("{") else _pairs(kinds, text)
    except ValueError as error:
        raise ConfigError(f"{text} can't be read: {error}.") from None
    verb = data.get("verb", "")
    kind = next((action_type for action_type in kinds if action_type.verb == verb), None)
    if kind is None:
        verbs = sorted({action_type.verb for action_type in kinds})
        there_are = f"there are {', '.join(verbs)}."
        raise ConfigError(f"There is no action {verb!r}; {suggestions(str(verb), verbs, there_are)}")
    names = field_names(kind)
    for name in data.keys() - {"verb", *names}:
        raise ConfigError(f"{verb} has no {name!r}; {_spelled(kind)}")
    for name in names:
        if name not in data:
            raise ConfigError(f"{verb} lacks {name!r}; {_spelled(kind)}")
    return data


def _spelled(kind: type[Action]) -> str:
    return f"it is typed `{' '.join((kind.verb, *(f'{name}=...' for name in field_names(kind))))}`."


def _pairs(kinds: Sequence[type[Action]], text: str) -> dict[str, Any]:
    """Return the JSON data of an action that was typed as `verb field=value`; raises ValueError."""
    verb, *pairs = shlex.split(text)
    written = {name: kind for one in kinds if one.verb == verb for name, kind in field_kinds(one).items()}
    data: dict[str, Any] = {"verb": verb}
    for name, _, value in (pair.partition("=") for pair in pairs):
        data[name] = _value(written.get(name, "str"), value)
    return data


def _value(kind: str, text: str) -> Any:
    """Convert the text of a field to the field's type (`kind`); raises ValueError."""
    if "int" not in kind:
        return [part for part in text.split(",") if part] if kind.startswith("tuple") else text
    return [number(part) for part in text.split(",") if part] if kind.startswith("tuple") else number(text)


def number(text: str) -> int:
    """Parse a typed integer; raises ConfigError."""
    try:
        return int(text)
    except ValueError:
        raise ConfigError(f"{text!r} is not a number.") from None
