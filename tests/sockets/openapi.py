"""Discord's published OpenAPI description, and what in a request does not fit it."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

#: Names another place for the description than the one beside the project.
PLACE = "TENEBRAE_OPENAPI"
ROOT = "urn:discord"
#: What discord.py sends although the description does not name it; Discord ignores it.
IGNORED = {"update_message": {"tts"}, "update_original_webhook_message": {"tts"}}


def place() -> Path:
    """Return where the description is looked for."""
    named = os.environ.get(PLACE)
    return Path(named) if named else Path(__file__).parents[2].parent / "shared" / "discord-openapi.json"


@cache
def description() -> Description | None:
    """Return the description, read once, or None where there is no such file."""
    return Description(json.loads(place().read_text("utf-8"))) if place().is_file() else None


class Description:
    """Finds the operation of a request and holds its body against the schema."""

    def __init__(self, document: dict[str, Any]) -> None:
        snowflake = document["components"]["schemas"]["SnowflakeType"]
        # The reference allows ids to be sent as numbers, which discord.py does; the description names strings only.
        document["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
        self._document = document
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(ROOT, resource)
        # Alternatives are told apart by their `type`: quicker than trying all, and the fault told is the one meant.
        self._kind = extend(Draft202012Validator, {"oneOf": self._meant, "anyOf": self._meant})
        self._usual = {
            "oneOf": Draft202012Validator.VALIDATORS["oneOf"],
            "anyOf": Draft202012Validator.VALIDATORS["anyOf"],
        }
        self._branches: dict[int, dict[Any, Any] | None] = {}
        self._validators: dict[tuple[str, str, str], Any] = {}
        # A literal part goes before one that is filled in: "@original" before a message's id.
        self._paths = [(_pattern(path), path) for path in sorted(document["paths"], key=lambda path: path.count("{"))]
        #: What was wrong with a body before: every bot that starts sends all its commands.
        self._faults: dict[tuple[str, str, bytes], list[str]] = {}
        #: Requests whose body was held against a schema.
        self.checked = 0

    def faults(self, method: str, path: str, content_type: str | None, body: Any) -> list[str]:
        """Return what does not fit, each as the operation, the JSON path and the message."""
        found = next((known for pattern, known in self._paths if pattern.fullmatch(path)), None)
        operation = self._document["paths"].get(found, {}).get(method.lower())
        if found is None or operation is None:
            return [f"{method} {path}: Discord describes no such request"]
        name = operation["operationId"]
        described = operation.get("requestBody")
        if described is None:
            return [] if body is None else [f"{name}: a body where none is described"]
        if content_type is None or content_type not in described["content"]:
            if body is None and not described.get("required"):
                return []
            return [f"{name}: a body of the type {content_type}"]
        self.checked += 1
        same = (name, content_type, hashlib.sha256(json.dumps(body).encode()).digest())
        if same not in self._faults:
            validator = self._validator(found, method.lower(), content_type)
            wrong = [f"{name}: {_told(error)}" for error in validator.iter_errors(body)]
            self._faults[same] = wrong + self._unknown(name, described["content"][content_type]["schema"], body)
        return self._faults[same]

    def _validator(self, path: str, method: str, content_type: str) -> Any:
        key = (path, method, content_type)
        if key not in self._validators:
            parts = ("paths", path, method, "requestBody", "content", content_type, "schema")
            pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)
            # Braces may not stand in an address as they are.
            pointer = pointer.replace("{", "%7B").replace("}", "%7D")
            schema = {"$ref": f"{ROOT}#/{pointer}"}
            self._validators[key] = self._kind(schema, registry=self._registry)
        return self._validators[key]

    def _meant(self, validator: Any, branches: Sequence[Any], value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
        """Hold a value against the one alternative that is meant, where that is plain; else against all."""
        if value is None and {"type": "null"} in branches:
            return
        real = [branch for branch in branches if branch != {"type": "null"}]
        if len(real) == 1:
            yield from validator.descend(value, real[0])
            return
        by_type = self._by_type(branches)
        if by_type and isinstance(value, dict) and value.get("type") in by_type:
            yield from validator.descend(value, by_type[value["type"]])
            return
        word = "oneOf" if schema.get("oneOf") is branches else "anyOf"
        yield from self._usual[word](validator, branches, value, schema)

    def _by_type(self, branches: Sequence[Any]) -> dict[Any, Any] | None:
        """Return the alternatives by the values of their `type`, or None when those don't tell them apart."""
        if id(branches) not in self._branches:
            found: dict[Any, Any] = {}
            pairs = [(kind, branch) for branch in branches for kind in self._types(branch)]
            found.update(pairs)
            plain = len(found) == len(pairs) and all(map(self._types, branches))
            self._branches[id(branches)] = found if plain else None
        return self._branches[id(branches)]

    def _types(self, branch: Mapping[str, Any]) -> list[Any]:
        """Return what the `type` of an object of this schema may be; nothing where it is not said."""
        return self._resolved(branch).get("properties", {}).get("type", {}).get("enum", [])

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" in schema:
            return self._document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def _unknown(self, name: str, schema: Mapping[str, Any], body: Any) -> list[str]:
        """Return the keys that no schema of the operation names: a misspelt one would silently do nothing."""
        if not isinstance(body, dict):
            return []
        extra = set(body) - self._named(schema) - IGNORED.get(name, set())
        return [f"{name}: $.{key}: no such key is described" for key in sorted(extra)]

    def _named(self, schema: Mapping[str, Any]) -> set[str]:
        """Return the keys that a schema or one of its alternatives names."""
        real = self._resolved(schema)
        parts = [part for word in ("allOf", "anyOf", "oneOf") for part in real.get(word, ())]
        return set(real.get("properties", ())).union(*map(self._named, parts))


def _pattern(path: str) -> re.Pattern[str]:
    """Return what a path looks like when it is filled in: ids are numbers, tokens anything."""
    text = re.escape(path).replace(r"\{", "{").replace(r"\}", "}")
    text = re.sub(r"\{\w*token\}|\{emoji_name\}|\{code\}", r"[^/]+", text)
    return re.compile(re.sub(r"\{\w+\}", r"\\d+", text))


def _told(error: ValidationError) -> str:
    """Return the path and the message of what is really wrong, beneath the alternatives."""
    best = best_match([error]) or error
    message = best.message if len(best.message) < 300 else f"{best.message[:300]}…"
    return f"{best.json_path}: {message}"
