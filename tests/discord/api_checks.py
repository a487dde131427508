"""Checks requests and answers of the in-process simulated Discord against Discord's API description.

It also fills in fields that simcord's answers lack. To save time, an object is skipped if one with the same keys and
types has already passed at the same path. Text lengths are checked in `limit_faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from simcord.backend import serializers
from simcord.http.router import RequestContext

from tests.discord_rules import addresses, openapi
from tests.discord_rules.interactions import COMMAND, COMPONENT, FORM, event_faults
from tests.discord_rules.schemas import kinds
from tests.sockets import response_shapes
from tests.sockets.discord_data import parts

#: Kinds of data that aren't checked against the description, each with the reason.
GAPS = {
    "headers": "requests that never leave the process have no headers; the Discord of tests/sockets checks them",
    "events but interactions": "the description has none",
}
#: Requests that the stored excerpt of the description lacks, each with the reason.
UNDESCRIBED = {
    ("PUT", "/channels/{channel_id}/permissions/{target_id}"): "only tests send it, to hide a channel",
}
_CHANNEL, _APPLICATION = "/channels/{channel_id}", "/applications/{application_id}"
_GUILD_COMMANDS = f"{_APPLICATION}/guilds/{{guild_id}}/commands"
#: Routes that create an object and so answer with status 201.
_CREATING_ROUTES = {
    ("POST", f"{_CHANNEL}/threads"), ("POST", f"{_CHANNEL}/messages/{{message_id}}/threads"),
    ("POST", f"{_APPLICATION}/emojis"), ("POST", _GUILD_COMMANDS),
}  # fmt: skip
_JSON = "application/json"

_passed_kinds: dict[Any, set[Any]] = {}
#: For values that never change, such as the commands that every bot sends when it starts: a cache that maps a value's
#: id() to the value itself and to the kinds of objects in it.
_constant: dict[int, tuple[Any, set[Any]]] = {}


def _check_once(about: Any, value: Any, find_faults: Callable[[], list[str]]) -> list[str]:
    """Return the faults that `find_faults` finds; skip the check if every kind of object in the value has passed it
    before.
    """
    seen = _passed_kinds.setdefault(about, set())
    if type(value) in (dict, list):
        found = kinds(value)
    else:
        if id(value) not in _constant:
            _constant[id(value)] = value, kinds(value)
        found = _constant[id(value)][1]
    if found <= seen:
        return []
    faults = find_faults()
    if not faults:
        seen |= found
    return faults


def request_faults(route: tuple[str, str], ctx: RequestContext) -> list[str]:
    """Return where a request differs from Discord's API description."""
    if route in UNDESCRIBED:
        return []
    query = {name: str(value) for name, value in ctx.params.items()}
    kind = None if ctx.json is None else _JSON
    faults = openapi.description().faults
    return _check_once((route, tuple(query)), ctx.json, lambda: faults(ctx.method, ctx.path, kind, ctx.json, query))


def answer_faults(route: tuple[str, str], ctx: RequestContext, answer: Any) -> list[str]:
    """Return where an answer differs from Discord's API description."""
    if route in UNDESCRIBED:
        return []
    status = 201 if route in _CREATING_ROUTES else 204 if answer is None else 200
    faults = openapi.description().answer_faults
    return _check_once((route, status), answer, lambda: faults(ctx.method, ctx.path, status, answer))


def complete_event(event: dict[str, Any]) -> list[str]:
    """Fill in the fields that simcord omits from an interaction; return where it differs from Discord's format."""
    if "guild_id" in event:
        event["guild"] = {"id": event["guild_id"], "locale": event["guild_locale"], "features": []}
    return _check_once((event["type"], event.get("context")), event, lambda: event_faults(event))


# -- filling in ---------------------------------------------------------------------------------------------------

_user_payload = serializers.user_payload
#: Fields that Discord includes in a user object only if the user is the bot itself.
_OWN_USER_FIELDS = ("verified", "mfa_enabled", "locale")


def _user_payload_for_bot(user: Any) -> Any:
    told: dict[str, Any] = {**_user_payload(user), "primary_guild": None}
    for name in _OWN_USER_FIELDS:
        del told[name]
    return told


serializers.user_payload = _user_payload_for_bot


def fill_message(backend: Any, message: dict[str, Any]) -> None:
    """Change a message of simcord into the format of Discord's REST API."""
    message.pop("guild_id", None)
    if message.get("nonce") is None:
        message.pop("nonce", None)
    message["mention_roles"] = list(dict.fromkeys(message["mention_roles"]))
    _fill_components(message["components"])
    about = message.get("interaction_metadata")
    if about is not None:
        about.pop("name", None)
        about.pop("command_type", None)
        source = backend.interactions[int(about["id"])].source_message_id
        pressed = {} if source is None else {"interacted_message_id": str(source)}
        if about["type"] == COMPONENT:
            about.update(pressed)
        elif about["type"] == FORM:
            kind = COMPONENT if pressed else COMMAND
            about["triggering_interaction_metadata"] = {
                **about,
                **pressed,
                "id": str(int(about["id"]) - 1),
                "type": kind,
            }
    for file in message["attachments"]:
        if file.get("description") is None:
            file.pop("description", None)


def _fill_components(components: Iterable[dict[str, Any]]) -> None:
    for part in parts(components):
        part.pop("required", None)  # Discord returns this key only for menus in forms
        for name, value in response_shapes.FILLED.get(part["type"], {}).items():
            part.setdefault(name, value)
        for item in part.get("items") or ():
            item.setdefault("description", None)
            item.setdefault("spoiler", False)
    for item in addresses.media(components):
        item.setdefault("id", "1")
        item.setdefault("proxy_url", item["url"])


def _fill_channels(answer: list[dict[str, Any]] | dict[str, Any]) -> None:
    for one in answer if isinstance(answer, list) else [answer]:
        one.setdefault("flags", 0)


def _fill_me(answer: dict[str, Any]) -> None:
    answer.update(verified=True, mfa_enabled=False, locale="en-US", email=None)


def _fill_private_channel(answer: dict[str, Any]) -> None:
    for name in ("parent_id", "topic", "rate_limit_per_user"):
        answer.pop(name, None)
    answer["flags"] = 0


def _fill_application(answer: dict[str, Any]) -> None:
    del answer["summary"]
    for name, value in response_shapes.application(0, "", answer["owner"], "", None).items():
        answer.setdefault(name, value)


def _fill_guild(answer: dict[str, Any]) -> None:
    _match_keys(answer, response_shapes.guild(0, 0, []))


def _fill_own_guilds(answer: list[dict[str, Any]]) -> None:
    for one in answer:
        _match_keys(one, response_shapes.own_guild(0))


def _match_keys(answer: dict[str, Any], model: dict[str, Any]) -> None:
    for name in answer.keys() - model.keys():
        del answer[name]
    for name, value in model.items():
        answer.setdefault(name, value)


def _fill_member(answer: dict[str, Any]) -> None:
    answer["banner"] = None


def _fill_commands(answer: list[dict[str, Any]] | dict[str, Any]) -> None:
    for one in answer if isinstance(answer, list) else [answer]:
        one.setdefault("version", "1")


def _fill_callback(answer: dict[str, Any]) -> None:
    interaction = answer["interaction"]
    if interaction["response_message_id"] is None:
        del interaction["response_message_id"]


#: For each route, the function that fills in the fields missing from simcord's answer.
FILL: dict[tuple[str, str], Callable[[Any], None]] = {
    ("GET", "/users/@me"): _fill_me,
    ("GET", "/users/@me/guilds"): _fill_own_guilds,
    ("POST", "/users/@me/channels"): _fill_private_channel,
    ("GET", "/oauth2/applications/@me"): _fill_application,
    ("GET", _CHANNEL): _fill_channels,
    ("PATCH", _CHANNEL): _fill_channels,
    ("GET", "/guilds/{guild_id}/channels"): _fill_channels,
    ("GET", "/guilds/{guild_id}"): _fill_guild,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): _fill_member,
    ("GET", f"{_APPLICATION}/commands"): _fill_commands,
    ("PUT", f"{_APPLICATION}/commands"): _fill_commands,
    ("POST", _GUILD_COMMANDS): _fill_commands,
    ("GET", _GUILD_COMMANDS): _fill_commands,
    ("PUT", _GUILD_COMMANDS): _fill_commands,
    ("POST", "/interactions/{interaction_id}/{token}/callback"): _fill_callback,
}
