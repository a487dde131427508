"""Extracts the part of Discord's API description that the tests use: `python -m tests.discord_rules.trim FILE`.

FILE is the whole API description as Discord publishes it (MIT licence, see openapi.LICENSE).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PLACE = Path(__file__).with_name("openapi.json")
#: The API paths that the bot and `tenebrae doctor --record` use.
_COMMANDS, _EMOJIS = "/applications/{application_id}/commands", "/applications/{application_id}/emojis"
_CHANNEL, _ANSWERS = "/channels/{channel_id}", "/webhooks/{webhook_id}/{webhook_token}"
PATHS = (
    "/users/@me", "/users/@me/channels", "/users/@me/guilds", "/users/@me/guilds/{guild_id}",
    "/gateway/bot", "/oauth2/applications/@me", "/applications/@me",
    _COMMANDS, "/applications/{application_id}/guilds/{guild_id}/commands",
    _EMOJIS, f"{_EMOJIS}/{{emoji_id}}",
    "/guilds/{guild_id}", "/guilds/{guild_id}/channels", "/guilds/{guild_id}/members/{user_id}",
    _CHANNEL, f"{_CHANNEL}/messages", f"{_CHANNEL}/messages/{{message_id}}",
    f"{_CHANNEL}/threads", f"{_CHANNEL}/messages/{{message_id}}/threads", f"{_CHANNEL}/thread-members/{{user_id}}",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    _ANSWERS, f"{_ANSWERS}/messages/@original", f"{_ANSWERS}/messages/{{message_id}}",
)  # fmt: skip
_FORM = "application/x-www-form-urlencoded"
#: Response headers are left out: they contain rate limits, which tests/sockets/limits.py checks.
_HEADERS = "headers"


def trimmed(whole: dict[str, Any]) -> dict[str, Any]:
    """Return the API description reduced to the paths in PATHS and the schemas that these refer to."""
    paths = {path: _without(whole["paths"][path]) for path in PATHS}
    kept: dict[str, dict[str, Any]] = {name: {} for name in ("schemas", "responses")}
    todo = set(_references(paths))
    while todo:
        _, _, kind, name = todo.pop().split("/")
        if name not in kept[kind]:
            kept[kind][name] = _without(whole["components"][kind][name])
            todo.update(_references(kept[kind][name]))
    components = {kind: dict(sorted(found.items())) for kind, found in kept.items()}
    return {"openapi": whole["openapi"], "info": whole["info"], "paths": paths, "components": components}


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, inner in part.items():
            if name == "$ref":
                yield inner
            else:
                yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def _without(part: Any) -> Any:
    """Return a copy of part of the API description, without prose, response headers and form-encoded bodies."""
    if isinstance(part, list):
        return [_without(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        name: inner if name == "examples" else _without(inner)
        for name, inner in part.items()
        if name not in (_FORM, _HEADERS) and not (name == "description" and isinstance(inner, str))
    }


def written(description: dict[str, Any]) -> str:
    """Return the API description as JSON with one path or schema per line."""
    lines: list[str] = []
    for kind, found in (("paths", description["paths"]), *description["components"].items()):
        told = ",\n".join(f"{json.dumps(name)}:{json.dumps(one, separators=(',', ':'))}" for name, one in found.items())
        lines.append(f'"{kind}":{{\n{told}\n}}')
    paths, *components = lines
    head = f'"openapi":{json.dumps(description["openapi"])},\n"info":{json.dumps(description["info"])}'
    return f'{{{head},\n{paths},\n"components":{{\n{",".join(components)}\n}}}}\n'


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="Discord's whole description")
    PLACE.write_text(written(trimmed(json.loads(parser.parse_args().file.read_text("utf-8")))), "utf-8")
