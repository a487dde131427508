"""Actions: the moves that seats can make. Slash commands, buttons, the journal, computer players and tests use them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, cast, get_args

from rules.kernel.errors import IllegalAction

#: The types that a field of an action may have.
Value = str | int | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """A move that a seat can make. Subclasses are frozen dataclasses with slots, each with a unique verb."""

    verb: ClassVar[str] = ""

    def __init_subclass__(cls, verb: str = "") -> None:
        if verb:  # `slots=True` creates the class a second time, then without a verb
            cls.verb = verb


@dataclass(frozen=True, slots=True)
class Pass(Action, verb="pass"):
    "Let the chance to react pass."


#: The formats of the message ids of command names and option names. They differ from the plain words, so that these can
#: be translated differently in other texts.
COMMAND, OPTION = "/{}", "{}:"

#: Rule ids at the end of a sentence in a docstring: "(EOD-DEC.3, DEC.4)".
_IDS = re.compile(r"\s*\([A-Z]{2,}-[^)]*\)")
_SENTENCE = re.compile(r"^.*?[.!?](?=\s|$)", re.DOTALL)


def summary(doc: str) -> str:
    """Return the first sentence of an action's docstring, without rule ids. It is the message id of the description."""
    text = " ".join(_IDS.sub("", doc).split())
    sentence = _SENTENCE.match(text)
    return sentence[0] if sentence else text


@cache
def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the argument names of an action, or the field names of an event, in order."""
    return tuple(field.name for field in fields(kind))


def plain(thing: object) -> dict[str, Any]:
    """Return the fields of an action or event as values that JSON can represent."""
    data: dict[str, Any] = {}
    for name in field_names(type(thing)):
        value: Value = getattr(thing, name)
        data[name] = list(value) if isinstance(value, tuple) else value
    return data


def field_kinds(kind: type[Action]) -> dict[str, str]:
    """Return each argument's type as source text: "str", "int", "tuple[int, ...]" or "tuple[str, ...]"."""
    return {field.name: _written(field.type) for field in fields(kind)}


def _written(annotation: Any) -> str:
    """Return an annotation as source text, even if the module's annotations aren't strings."""
    if isinstance(annotation, str):
        return annotation
    return str(annotation) if get_args(annotation) else str(getattr(annotation, "__name__", annotation))


def to_json(action: Action) -> dict[str, Any]:
    """Return an action as JSON data: its verb and its arguments."""
    return {"verb": action.verb, **plain(action)}


def in_order(actions: Iterable[Action]) -> list[Action]:
    """Return a decision's actions sorted by verb, then by their arguments."""
    # Sorting takes up much of the time that listing actions takes. Sorting the actions of each verb separately is
    # faster.
    offered = list(actions)
    if len(offered) < 2:
        return offered
    by_kind: dict[type[Action], list[Action]] = {}
    for kind, run in groupby(offered, type):
        by_kind.setdefault(kind, []).extend(run)
    found: list[Action] = []
    for kind in sorted(by_kind, key=_VERB):
        alike = by_kind[kind]
        if len(alike) > 1:
            alike.sort(key=_key(kind))
        found += alike
    return found


_VERB = attrgetter("verb")


@cache
def _key(kind: type[Action]) -> Callable[[Any], Any]:
    """Return the sort key function for actions of this type."""
    names = field_names(kind)
    if names and not any(written.startswith("tuple") for written in field_kinds(kind).values()):
        return attrgetter(*names)  # the order is the same as with `_sortable`, but sorting is faster
    if len(names) == 1:
        only = attrgetter(*names)
        return lambda action: _sortable(only(action))
    return lambda action: [_sortable(getattr(action, name)) for name in names]


def _sortable(value: Value) -> str:
    if isinstance(value, int):
        return f"{value:06d}"
    return value if isinstance(value, str) else ",".join(map(str, value))


def from_json(kinds: Sequence[type[Action]], data: Mapping[str, Any]) -> Action:
    """Build an action from JSON data.

    Raises IllegalAction if the verb is unknown, or if an argument is missing, unexpected or of the wrong type.
    """
    kind = next((kind for kind in kinds if kind.verb == data.get("verb")), None)
    if kind is None:
        raise IllegalAction("There is no such action in this game.")
    names = field_names(kind)
    if set(data) != {"verb", *names}:
        raise IllegalAction("That action is missing something or has too much.")
    values: dict[str, Any] = {}
    for name, annotation in field_kinds(kind).items():
        values[name] = _checked(annotation, data[name])
    return kind(**values)


def _checked(annotation: str, value: Any) -> Value:
    wanted = {"str": str, "int": int}.get(annotation)
    if wanted is not None and type(value) is wanted:
        return value
    if annotation in ("tuple[int, ...]", "tuple[str, ...]") and isinstance(value, list | tuple):
        element = int if "int" in annotation else str
        items = tuple(cast("list[Any]", value))
        if all(type(item) is element for item in items):
            return items
    raise IllegalAction("That action has an argument of the wrong kind.")
