"""Events: records of everything that happens in a match, each with the seats that may see it.

Logs, posts and captions are generated from events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, ClassVar, NamedTuple, cast

from rules.kernel.data.actions import field_names, plain
from rules.kernel.data.frozen_records import immutable
from rules.kernel.errors import SaveError

#: The recipients of an event that everyone, including spectators, may see.
EVERYONE: None = None


@immutable
class Body:
    """The content of an event. Each subclass has a unique kind, and none may have a field called `to`."""

    kind: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str = "") -> None:
        if kind:  # `slots=True` creates the class a second time, then without a kind
            cls.kind = kind
        # In the event's JSON form, `to` contains the recipients.
        if "to" in cls.__annotations__:
            raise TypeError(f"{cls.__name__}: `to` is the name of an event's address; call the field something else.")


@immutable
class CutShort(Body, kind="cut_short"):
    """An endless chain of effects was stopped."""


def event_classes(module: Mapping[str, object]) -> dict[str, type[Body]]:
    """Return the event classes among a module's globals, by kind, together with the classes that all games share."""
    found = [value for value in module.values() if isinstance(value, type) and issubclass(value, Body)]
    return {body.kind: body for body in (*found, CutShort) if body is not Body}


class Event(NamedTuple):
    """An event's content and its recipients: everyone (None), or only these seats."""

    to: tuple[int, ...] | None
    body: Body

    def seen_by(self, seat: int | None) -> bool:
        """Return whether this seat (None: a spectator) may see the event."""
        return reaches(self.to, seat)


def reaches(to: Sequence[int] | None, seat: int | None) -> bool:
    """Return whether this seat (None: a spectator) is among the recipients of an event."""
    return to is None or (seat is not None and seat in to)


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON data: its kind, its fields and its recipients."""
    return {"kind": event.body.kind, "to": None if event.to is None else list(event.to), **plain(event.body)}


@cache
def later_fields(kind: type[Body]) -> frozenset[str]:
    """Return the names of the fields that later releases have added to an event.

    Such fields default to None, and older journals don't contain them.
    """
    return frozenset(field.name for field in fields(kind) if field.default is None)


@cache
def _first_fields(kind: type[Body]) -> frozenset[str]:
    """Return the names of the fields that an event has had since its first release."""
    return frozenset(field_names(kind)) - later_fields(kind)


def in_stored_form(made: dict[str, Any], kept: Mapping[str, Any], kinds: Mapping[str, type[Body]]) -> dict[str, Any]:
    """Return an event's JSON data without the fields that later releases added and its stored form lacks."""
    missing = later_fields(kinds[made["kind"]]) - set(kept)
    return {name: value for name, value in made.items() if name not in missing}


def from_json(kinds: Mapping[str, type[Body]], data: Mapping[str, Any]) -> Event:
    """Build an event from JSON data; raises SaveError if its kind or one of its fields is unknown."""
    rest = dict(data)
    to = rest.pop("to", None)
    kind = kinds.get(str(rest.pop("kind", "")))
    if kind is None or not _first_fields(kind) <= rest.keys() <= _first_fields(kind) | later_fields(kind):
        raise SaveError("The log holds an event that this version does not know.")
    values = {
        name: tuple(cast("list[Any]", value)) if isinstance(value, list) else value for name, value in rest.items()
    }
    return Event(None if to is None else tuple(to), kind(**values))
