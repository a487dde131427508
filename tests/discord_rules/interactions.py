"""Discord's interaction events, which its published API description omits.

They are documented in "Receiving and Responding" (Interaction Object, Interaction Data), "User Resource", "Guild
Resource" (Guild Member Object) and "Permissions" (which are sent as strings).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator

from tests.discord_rules.schemas import shape

PING, COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 1, 2, 3, 4, 5
IN_SERVER = 0
_ID: dict[str, Any] = {"type": "string", "pattern": r"^\d+$"}
_USER = {
    "type": "object",
    "required": ["id", "username", "discriminator", "avatar", "global_name"],
    "properties": {"id": _ID, "username": {"type": "string"}, "bot": {"type": "boolean"}},
}
_MEMBER = {
    "type": "object",
    "required": ["user", "roles", "joined_at", "deaf", "mute", "flags", "permissions"],
    "properties": {"user": _USER, "roles": {"type": "array", "items": _ID}, "permissions": _ID},
}
_OPTION = {
    "type": "object",
    "required": ["name", "type"],
    "properties": {
        "name": {"type": "string"}, "type": {"type": "integer", "minimum": 1, "maximum": 11},
        "options": {"type": "array", "items": {"$ref": "#/$defs/option"}}, "focused": {"type": "boolean"}, "value": {},
    },
    "additionalProperties": False,
}  # fmt: skip
_CALLED = {
    "type": "object",
    "required": ["id", "name", "type"],
    "properties": {
        "id": _ID, "name": {"type": "string"}, "type": {"enum": [1, 2, 3]}, "guild_id": _ID, "target_id": _ID,
        "options": {"type": "array", "items": {"$ref": "#/$defs/option"}}, "resolved": {"type": "object"},
    },
    "additionalProperties": False,
}  # fmt: skip
_PRESSED = {
    "type": "object",
    "required": ["custom_id", "component_type"],
    "properties": {
        "custom_id": {"type": "string", "maxLength": 100}, "component_type": {"enum": [2, 3, 5, 6, 7, 8]},
        "id": {"type": "integer"}, "values": {"type": "array", "items": {"type": "string"}},
        "resolved": {"type": "object"},
    },
    "additionalProperties": False,
}  # fmt: skip
_FILLED = {
    "type": "object",
    "required": ["custom_id", "components"],
    "properties": {"custom_id": {"type": "string"}, "components": {"type": "array"}, "resolved": {"type": "object"}},
    "additionalProperties": False,
}
_DATA = {COMMAND: _CALLED, AUTOCOMPLETE: _CALLED, COMPONENT: _PRESSED, FORM: _FILLED}
_EVENT: dict[str, Any] = {
    "id": _ID, "application_id": _ID, "type": {"type": "integer"}, "token": {"type": "string"},
    "version": {"const": 1}, "channel_id": _ID, "channel": {"type": "object", "required": ["id", "type"]},
    "locale": {"type": "string"}, "guild_id": _ID, "guild_locale": {"type": "string"},
    "guild": {"type": "object", "required": ["id", "locale", "features"]}, "member": _MEMBER, "user": _USER,
    "message": {"type": "object", "required": ["id", "channel_id", "author", "components", "attachments", "flags"]},
    "app_permissions": _ID, "entitlements": {"type": "array"}, "context": {"enum": [0, 1, 2]},
    "authorizing_integration_owners": {"type": "object", "additionalProperties": _ID},
    "attachment_size_limit": {"type": "integer"},
}  # fmt: skip
_ALWAYS = ("id", "application_id", "type", "token", "version")
_BUT_PING = (
    "data", "channel_id", "channel", "locale", "app_permissions", "entitlements", "context",
    "authorizing_integration_owners", "attachment_size_limit",
)  # fmt: skip
_seen: dict[Any, list[str]] = {}


def event_faults(event: Mapping[str, Any]) -> list[str]:
    """Return where an interaction differs from the documentation. Results are cached by the event's keys and types."""
    kind = event["type"]
    same = (kind, event.get("context"), shape(dict(event)))
    if same not in _seen:
        found = Draft202012Validator(_schema(kind, event.get("context"))).iter_errors(event)
        _seen[same] = [f"an interaction of the type {kind}: {one.json_path}: {one.message[:200]}" for one in found]
    return _seen[same]


def _schema(kind: int, context: int | None) -> dict[str, Any]:
    required: list[str] = [*_ALWAYS]
    if kind != PING:
        required += _BUT_PING
        required += ["guild_id", "guild", "guild_locale", "member"] if context == IN_SERVER else ["user"]
    if kind == COMPONENT:
        required.append("message")
    return {
        "type": "object", "required": required, "properties": _EVENT | {"data": _DATA.get(kind, {})},
        "additionalProperties": False, "$defs": {"option": _OPTION},
    }  # fmt: skip
