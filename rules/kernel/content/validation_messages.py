"""Explains pydantic's validation errors in plain words, and suggests the most similar valid names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from rules.kernel.words.spelling import LONGEST, suggestions

MISSING = "this field is missing"
#: This project's messages, by pydantic's error type. The fields in braces come from pydantic's error.
_PLAIN = {
    "missing": MISSING,
    "int_type": "this must be a whole number",
    "int_parsing": "this must be a whole number",
    "int_from_float": "this must be a whole number",
    "float_type": "this must be a number",
    "float_parsing": "this must be a number",
    "bool_type": "this must be true or false",
    "bool_parsing": "this must be true or false",
    "string_type": "this must be text in quotation marks",
    "list_type": "this must be a list: [...]",
    "tuple_type": "this must be a list: [...]",
    "dict_type": "this must be fields in braces: {{...}}",
    "model_type": "this must be fields in braces: {{...}}",
    "model_attributes_type": "this must be fields in braces: {{...}}",
    "dataclass_type": "this must be fields in braces: {{...}}",
    "greater_than_equal": "this must be {ge} or more",
    "less_than_equal": "this must be {le} or less",
    "too_short": "this must have {min_length} at least, and has {actual_length}",
    "too_long": "this may have {max_length} at most",
    "string_too_short": "this must have {min_length} characters at least",
    "string_too_long": "this may have {max_length} characters at most",
    "string_pattern_mismatch": "this must fit {pattern}",
}
#: Descriptions of the patterns that ids must match.
_PATTERNS = {
    "^[a-z0-9_]+$": "this may have only small letters, digits and _",
    "^[a-z][a-z0-9_]{0,39}$": "this may have only small letters, digits and _, 40 at most, the first a letter",
}
#: Maximum number of validation errors to process. A file full of nonsense can have thousands.
MAX_ERRORS = 200
#: A pattern that only lists alternatives, such as "^(a|b)$".
_ONE_OF = re.compile(r"\^\(([a-z_|]+)\)\$")
#: The types of errors to leave out if another member of the union has a more specific error.
_OTHER_KIND = {"int_type", "model_type", "model_attributes_type", "dataclass_type", "dict_type", "list_type"}


def explained(
    error: ValidationError, adapter: TypeAdapter[Any], data: Any
) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """Yield each validation error as the path of the value and a message in plain words."""
    faults = error.errors(include_url=False)[:MAX_ERRORS]
    schema = _Schema(adapter)
    for fault in faults:
        kinds = [other for other in faults if other["loc"][:-1] == fault["loc"][:-1] and other is not fault]
        deeper = [other for other in faults if other["loc"][: len(fault["loc"]) - 1] == fault["loc"][:-1]]
        if fault["type"] in _OTHER_KIND and any(other["type"] not in _OTHER_KIND for other in [*kinds, *deeper]):
            continue
        yield _place(fault["loc"], data), _fault_text(fault, schema)


def _place(loc: Sequence[int | str], data: Any) -> tuple[int | str, ...]:
    """Return an error's path without the parts that pydantic adds, such as the tags of unions."""
    place: list[int | str] = []
    for number, part in enumerate(loc, 1):
        if isinstance(data, dict):
            if part in data or (number == len(loc) and part != "[key]"):
                data = cast("dict[Any, Any]", data).get(part)
                place.append(part)
        elif isinstance(data, list) and isinstance(part, int):
            held = cast("list[Any]", data)
            data = held[part] if part < len(held) else None
            place.append(part)
    return tuple(place)


def _fault_text(fault: ErrorDetails, schema: _Schema) -> str:
    """Return an error message in plain words; if there is none, pydantic's own message."""
    details = fault.get("ctx", {})
    match fault["type"]:
        case "missing" if isinstance(number := fault["loc"][-1], int):
            return f"number {number + 1} of this list is missing"
        case "extra_forbidden" | "unexpected_keyword_argument":
            known = schema.fields(fault["loc"][:-1])
            otherwise = f"there are {', '.join(known)}." if known else ""
            return f"there is no such field; {suggestions(str(fault['loc'][-1]), known, otherwise)}".strip("; .")
        case "union_tag_invalid":
            known = re.findall(r"'(\w+)'", str(details.get("expected_tags")))
            return _unknown(details.get("tag"), known)
        case "tuple_type" | "list_type" if example := schema.example(fault["loc"]):
            return f"this must be a list, such as {example}"
        case "value_error":
            return str(details.get("error"))
        case "union_tag_not_found":
            return f"this field is missing: {str(details.get('discriminator')).strip(chr(39))}"
        case "string_pattern_mismatch" if words := _ONE_OF.fullmatch(str(details.get("pattern"))):
            return _unknown(fault["input"], words[1].split("|"))
        case "literal_error":
            return _unknown(fault["input"], re.findall(r"'(\w*)'|(?<![\w'])(\d+)", str(details.get("expected"))))
        case "string_pattern_mismatch" if details.get("pattern") in _PATTERNS:
            return _PATTERNS[str(details.get("pattern"))]
        case kind if kind in _PLAIN:
            return _PLAIN[kind].format(**details)
        case _:
            return fault["msg"]


def _unknown(word: object, known: Sequence[Any]) -> str:
    """Return a message about an unknown word that suggests the most similar known words."""
    words = [next(filter(None, one), "") if isinstance(one, tuple) else one for one in cast("Sequence[str]", known)]
    otherwise = f"there are {', '.join(filter(None, words))}."
    told = repr(word) if isinstance(word, str) else str(word)
    return f"there is no {told[:LONGEST]}; {suggestions(str(word), words, otherwise)}".removesuffix(".")


class _Schema:
    """The JSON schema of a record type, used to look up the allowed fields and examples at a path."""

    def __init__(self, adapter: TypeAdapter[Any]) -> None:
        self._adapter = adapter
        self._whole: dict[str, Any] = {}

    def fields(self, place: Sequence[int | str]) -> list[str]:
        """Return the names of the fields that are allowed at a path."""
        nodes = self._at(place)
        return sorted({name for node in nodes for name in node.get("properties", {})})

    def example(self, place: Sequence[int | str]) -> str:
        """Return an example of the value at a path, as JSON text; "" if the schema has none."""
        nodes = self._at(place)
        shown = [example for node in nodes for example in node.get("examples", [])]
        # If the list itself has no example, the example of an item is used.
        inner = [example for node in nodes for example in self._items(node).get("examples", [])]
        return json.dumps(shown[0] if shown else inner[:1]) if shown or inner else ""

    def _at(self, place: Sequence[int | str]) -> list[dict[str, Any]]:
        """Return the schemas of all types of values that are allowed at a path."""
        self._whole = self._whole or self._adapter.json_schema()
        nodes = self._kinds(self._whole)
        for part in place:
            inner = [kind for node in nodes for found in self._step(node, part) for kind in self._kinds(found)]
            nodes = inner or nodes
        return nodes

    def _kinds(self, node: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the members of a union's schema; for any other schema, the schema alone."""
        if "$ref" in node:
            name = node["$ref"].rpartition("/")[2]
            return self._kinds({**self._whole["$defs"][name], "named": name})
        several = [*node.get("anyOf", []), *node.get("oneOf", [])]
        return [kind for one in several for kind in self._kinds(one)] if several else [node]

    def _items(self, node: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of a list's items, as a list with one element; empty if there is none."""
        return node["items"] if isinstance(node.get("items"), dict) else {}

    def _step(self, node: dict[str, Any], part: int | str) -> list[dict[str, Any]]:
        """Return the schemas at the next part of a path, which is a field, a list item or a union member."""
        if isinstance(part, int):
            fixed = node.get("prefixItems", [])
            return [fixed[part]] if part < len(fixed) else [one for one in [self._items(node)] if one]
        properties = node.get("properties", {})
        if part in properties:
            return [properties[part]]
        tags = [one.get("const") for one in properties.values()]
        return [node] if part == node.get("named") or part in tags else []
