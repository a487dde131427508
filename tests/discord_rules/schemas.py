"""Finds keys that a request's body has at any depth although Discord's API description doesn't name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
_ALTERNATIVES = ("oneOf", "anyOf")


class Walker:
    """Walks through a value and its schema together, because JSON Schema alone would accept any extra key."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._components: Mapping[str, Any] = document["components"]

    def resolved(self, schema: Schema) -> Schema:
        """Follow a schema's `$ref`, if it has one, and return the schema it leads to."""
        while "$ref" in schema:
            kind, name = schema["$ref"].rsplit("/", 2)[1:]
            schema = self._components[kind][name]
        return schema

    def unknown(self, schema: Schema, value: Any) -> list[str]:
        """Return the paths of a value's keys that the schema doesn't name. Discord would silently ignore these keys."""
        return list(self._unknown([schema], value, "$"))

    def types(self, schema: Schema) -> list[Any]:
        """Return the `type` values that a schema allows, or an empty list if it names none."""
        told = self.resolved(schema).get("properties", {}).get("type", {})
        return told.get("enum") or ([told["const"]] if "const" in told else [])

    def _unknown(self, schemas: Sequence[Schema], value: Any, where: str) -> Iterator[str]:
        if isinstance(value, list):
            items = [one["items"] for one in self._flat(schemas, value) if "items" in one]
            for number, inner in enumerate(value) if items else ():
                yield from self._unknown(items, inner, f"{where}[{number}]")
        elif isinstance(value, dict):
            flat = [one for one in self._flat(schemas, value) if one.get("type", "object") not in ("null", "string")]
            for key, inner in value.items():
                named = [one["properties"][key] for one in flat if key in one.get("properties", ())]
                named = named or [
                    one["additionalProperties"] for one in flat if isinstance(one.get("additionalProperties"), dict)
                ]
                if named:
                    yield from self._unknown(named, inner, f"{where}.{key}")
                elif not any(map(_is_open, flat)):
                    yield f"{where}.{key}"

    def _flat(self, schemas: Sequence[Schema], value: Any) -> Iterator[Schema]:
        """Yield these schemas, the schemas they combine, and each of their alternatives that may apply to the value."""
        for schema in map(self.resolved, schemas):
            yield schema
            yield from self._flat(schema.get("allOf", ()), value)
            for word in _ALTERNATIVES:
                yield from self._flat([one for one in schema.get(word, ()) if self._meant(one, value)], value)

    def _meant(self, schema: Schema, value: Any) -> bool:
        """Return whether a schema may apply to a value: it allows the value's `type`, or either has no `type`."""
        if not isinstance(value, dict) or "type" not in value:
            return True
        types = self.types(schema)
        return not types or value["type"] in types


def _is_open(schema: Schema) -> bool:
    """Return whether the schema describes an object without naming any keys."""
    kinds = ("properties", "allOf", "oneOf", "anyOf", "additionalProperties")
    return schema.get("type") == "object" and not any(name in schema for name in kinds)


def shape(value: Any) -> Any:
    """Return the keys and types in a value without its contents; list entries of the same shape appear once."""
    if isinstance(value, dict):
        return tuple(sorted((key, shape(inner)) for key, inner in value.items()))
    if isinstance(value, list):
        return ("list", *sorted({repr(shape(one)) for one in value}))
    return type(value).__name__


def kinds(value: Any) -> set[Any]:
    """Return the kinds of objects in a value, each as its path, `type`, and keys with the types of their values.

    This is faster than `shape`, and if all kinds in a value have passed a check before, the value needs no check, even
    if it combines them in a new way.
    """
    found: set[Any] = set()
    _gather(value, "", found)
    return found


def _gather(value: Any, where: str, found: set[Any]) -> None:
    if isinstance(value, dict):
        where = f"{where}/{value['type']}" if "type" in value else where
        found.add((where, *((key, type(inner)) for key, inner in value.items())))
        for key, inner in value.items():
            if isinstance(inner, (dict, list)):
                _gather(inner, f"{where}.{key}", found)
    elif isinstance(value, list):
        found.add((where, bool(value)))
        for inner in value:
            _gather(inner, where, found)
    else:
        found.add((where, type(value)))
