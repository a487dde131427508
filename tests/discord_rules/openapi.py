"""Checks requests and answers against Discord's published API description."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.discord_rules.headers import header_faults
from tests.discord_rules.schemas import Walker, shape
from tests.discord_rules.trim import PLACE

ROOT = "urn:discord"
#: Keys that requests may have although the description lacks them, by the request's operation. discord.py sends `tts`
#: with edits, and Discord ignores it. `nsfw` is a command's age restriction, documented in "Application Commands".
IGNORED = {
    "update_message": {"$.tts"}, "update_original_webhook_message": {"$.tts"}, "update_webhook_message": {"$.tts"},
    "bulk_set_application_commands": {"$[].nsfw"}, "create_guild_application_command": {"$.nsfw"},
    "bulk_set_guild_application_commands": {"$[].nsfw"},
}  # fmt: skip
#: Discord's error codes for faults in a request body are strings ("Reference", Error Messages), although the
#: description says that they are numbers.
FAULT = {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}
_JSON = "application/json"


@cache
def description() -> Description:
    """Return the API description, which is read from its file only once per process."""
    return Description(json.loads(PLACE.read_text("utf-8")))


class Description:
    """Finds a request's operation, and checks the request and its answer against the schemas."""

    def __init__(self, document: dict[str, Any]) -> None:
        snowflake = document["components"]["schemas"]["SnowflakeType"]
        # discord.py sends ids as numbers, which Discord's reference allows but the description doesn't.
        document["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
        document["components"]["schemas"]["InnerErrors"]["properties"]["_errors"]["items"] = FAULT
        self._document = document
        self._walker = Walker(document)
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(ROOT, resource)
        # Choosing an alternative of a schema by the value's `type` is faster than trying them all, and reports only the
        # fault in the right alternative.
        self._kind = extend(Draft202012Validator, {"oneOf": self._meant, "anyOf": self._meant})
        self._usual = {
            "oneOf": Draft202012Validator.VALIDATORS["oneOf"],
            "anyOf": Draft202012Validator.VALIDATORS["anyOf"],
        }
        self._branches: dict[int, dict[Any, Any] | None] = {}
        self._validators: dict[tuple[str, ...], Any] = {}
        # Paths with fewer parameters come first, so that "@original" isn't taken for a message id.
        self._paths = [(_pattern(path), path) for path in sorted(document["paths"], key=lambda path: path.count("{"))]
        #: The faults of each distinct request body, cached because every bot sends all its commands when it starts.
        self._faults: dict[tuple[Any, ...], list[str]] = {}
        #: The number of requests and the number of answers that have been checked.
        self.checked = self.answers = 0

    # -- requests -------------------------------------------------------------------------------------------------

    def faults(
        self,
        method: str,
        path: str,
        content_type: str | None,
        body: Any,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> list[str]:
        """Return how a request differs from the API description. Each text has the operation, JSON path and fault."""
        found, operation = self._operation(method, path)
        if operation is None:
            return [f"{method} {path}: Discord describes no such request"]
        name = operation["operationId"]
        wrong = [f"{name}: {fault}" for fault in self._query_faults(found, operation, query or {})]
        if headers is not None:
            wrong += [f"{name}: {fault}" for fault in header_faults(headers, operation, has_body=body is not None)]
        return wrong + self._body_faults(found, method.lower(), operation, content_type, body)

    def _operation(self, method: str, path: str) -> tuple[str, Mapping[str, Any] | None]:
        found = next((known for pattern, known in self._paths if pattern.fullmatch(path)), "")
        return found, self._document["paths"].get(found, {}).get(method.lower())

    def _query_faults(self, path: str, operation: Mapping[str, Any], query: Mapping[str, str]) -> Iterator[str]:
        listed = [*self._document["paths"][path].get("parameters", ()), *operation.get("parameters", ())]
        known = {one["name"]: one for one in listed if one["in"] == "query"}
        for name, one in known.items():
            if one.get("required") and name not in query:
                yield f"?{name}: it is required"
        for name, text in query.items():
            if name not in known:
                yield f"?{name}: no such key is described"
                continue
            schema = self._walker.resolved(known[name]["schema"])
            for error in self._kind(schema, registry=self._registry).iter_errors(_value(text, schema)):
                yield f"?{name}: {error.message}"

    def _body_faults(
        self, path: str, method: str, operation: Mapping[str, Any], content_type: str | None, body: Any
    ) -> list[str]:
        name, described = operation["operationId"], operation.get("requestBody")
        if described is None:
            return [] if body is None else [f"{name}: a body where none is described"]
        if content_type is None or content_type not in described["content"]:
            if body is None and not described.get("required"):
                return []
            return [f"{name}: a body of the type {content_type}"]
        self.checked += 1
        same = (name, content_type, json.dumps(body))
        if same not in self._faults:
            place = ("paths", path, method, "requestBody", "content", content_type, "schema")
            self._faults[same] = [f"{name}: {fault}" for fault in self._held(place, body, IGNORED.get(name, set()))]
        return self._faults[same]

    # -- answers --------------------------------------------------------------------------------------------------

    def answer_faults(self, method: str, path: str, status: int, body: Any) -> list[str]:
        """Return where an answer differs from the description. Answers with the same keys and types share a result."""
        found, operation = self._operation(method, path)
        if operation is None or status >= 500:
            return []
        name, known = operation["operationId"], operation["responses"]
        told = next((one for one in (str(status), f"{status // 100}XX") if one in known), None)
        if told is None:
            return [f"{name}: the status {status} is not described"]
        same = (name, told, shape(body))
        if same not in self._faults:
            self.answers += 1
            self._faults[same] = [
                f"{name} answers {status}: {fault}" for fault in self._answer(found, method.lower(), told, body)
            ]
        return self._faults[same]

    def _answer(self, path: str, method: str, status: str, body: Any) -> list[str]:
        response = self._document["paths"][path][method]["responses"][status]
        place: tuple[str, ...] = ("paths", path, method, "responses", status)
        if "$ref" in response:
            place = ("components", "responses", response["$ref"].rsplit("/", 1)[1])
        if _JSON not in self._walker.resolved(response).get("content", {}):
            return [] if body is None else ["a body where none is described"]
        return self._held((*place, "content", _JSON, "schema"), body, set())

    # -- requests and answers -------------------------------------------------------------------------------------

    def schema_faults(self, schema: Mapping[str, Any], value: Any) -> list[str]:
        """Return where a value differs from a schema. The schema may refer to schemas of the description."""
        wrong = [_describe_error(error) for error in self._kind(schema, registry=self._registry).iter_errors(value)]
        return wrong + [f"{key}: no such key is described" for key in self._walker.unknown(schema, value)]

    def _held(self, place: tuple[str, ...], body: Any, ignored: set[str]) -> list[str]:
        schema: Any = self._document
        for part in place:
            schema = schema[part]
        if place not in self._validators:
            pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in place)
            # The braces of path parameters are escaped, because the JSON pointer becomes part of a URI.
            pointer = pointer.replace("{", "%7B").replace("}", "%7D")
            self._validators[place] = self._kind({"$ref": f"{ROOT}#/{pointer}"}, registry=self._registry)
        wrong = [_describe_error(error) for error in self._validators[place].iter_errors(body)]
        extra = [key for key in self._walker.unknown(schema, body) if re.sub(r"\d+", "", key) not in ignored]
        return wrong + [f"{key}: no such key is described" for key in extra]

    def _meant(self, validator: Any, branches: Sequence[Any], value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
        """Yield a value's errors against the alternative that its `type` selects, or against all if it selects none."""
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
        """Return a schema's alternatives by their `type` value, or None if `type` doesn't distinguish them."""
        if id(branches) not in self._branches:
            found: dict[Any, Any] = {}
            pairs = [(kind, branch) for branch in branches for kind in self._walker.types(branch)]
            found.update(pairs)
            plain = len(found) == len(pairs) and all(map(self._walker.types, branches))
            self._branches[id(branches)] = found if plain else None
        return self._branches[id(branches)]


def _value(text: str, schema: Mapping[str, Any]) -> Any:
    """Convert a query parameter to the type in its schema."""
    if schema.get("type") == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    return int(text) if schema.get("type") == "integer" and re.fullmatch(r"-?\d+", text) else text


def _pattern(path: str) -> re.Pattern[str]:
    """Return a regular expression for an API path. Ids match digits, and tokens match anything without a slash."""
    text = re.escape(path).replace(r"\{", "{").replace(r"\}", "}")
    text = re.sub(r"\{\w*token\}|\{emoji_name\}|\{code\}", r"[^/]+", text)
    return re.compile(re.sub(r"\{\w+\}", r"\\d+", text))


def _describe_error(error: ValidationError) -> str:
    """Return a schema error's JSON path and message; if several alternatives failed, those of the most relevant one."""
    best = best_match([error]) or error
    message = best.message if len(best.message) < 300 else f"{best.message[:300]}…"
    return f"{best.json_path}: {message}"
