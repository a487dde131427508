"""Builds the simulated Discord server's answers in the documented formats."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from tests.discord_rules import addresses

JOINED = "2026-01-01T00:00:00+00:00"
#: Default values that Discord fills in, by component type.
FILLED: dict[int, dict[str, Any]] = {
    3: {"min_values": 1, "max_values": 1},
    5: {"min_values": 1, "max_values": 1},
    6: {"min_values": 1, "max_values": 1},
    7: {"min_values": 1, "max_values": 1},
    8: {"min_values": 1, "max_values": 1},
    11: {"description": None, "spoiler": False},
    13: {"name": None, "size": None, "spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}
#: Keys that Discord sends as null instead of omitting them.
_NULL = {"accent_color", "description"}


def user(number: int, name: str, *, bot: bool = False) -> dict[str, Any]:
    return {
        "id": str(number), "username": name.lower(), "discriminator": "0", "avatar": None, "global_name": name,
        "public_flags": 0, "flags": 0, "primary_guild": None, "bot": bot,
    }  # fmt: skip


def own_user(number: int, name: str) -> dict[str, Any]:
    """Return the bot's own user as Discord sends it to the bot."""
    return user(number, name, bot=True) | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def member(user: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "user": user, "nick": None, "avatar": None, "banner": None, "roles": [], "joined_at": JOINED,
        "premium_since": None, "deaf": False, "mute": False, "flags": 0, "pending": False,
        "communication_disabled_until": None,
    }  # fmt: skip


def role(number: int, name: str, rights: int) -> dict[str, Any]:
    colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    return {
        "id": str(number), "name": name, "permissions": str(rights), "position": 0, "color": 0, "colors": colors,
        "hoist": False, "managed": False, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0,
    }  # fmt: skip


def guild(number: int, owner: int, roles: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a server as Discord's REST API sends it."""
    nothing = (
        "icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id",
        "afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code",
        "rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data",
    )  # fmt: skip
    return dict.fromkeys(nothing) | {
        "id": str(number), "name": "Friends", "owner_id": str(owner), "roles": roles, "emojis": [], "stickers": [],
        "features": [], "region": "deprecated", "afk_timeout": 300, "system_channel_flags": 0, "widget_enabled": False,
        "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
        "max_members": 500_000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "premium_tier": 0,
        "premium_subscription_count": 0, "preferred_locale": "en-US", "premium_progress_bar_enabled": False,
        "nsfw": False, "nsfw_level": 0,
    }  # fmt: skip


def own_guild(number: int) -> dict[str, Any]:
    """Return a server as it appears in the bot's list of servers."""
    return {"id": str(number), "name": "Friends", "icon": None, "banner": None, "owner": False, "permissions": "0",
            "features": []}  # fmt: skip


def application(number: int, name: str, owner: Mapping[str, Any], key: str, address: str | None) -> dict[str, Any]:
    return {
        "id": str(number), "name": name, "icon": None, "description": "", "type": None, "verify_key": key, "flags": 0,
        "flags_new": "0", "bot_public": True, "bot_require_code_grant": False, "rpc_origins": [], "redirect_uris": [],
        "interactions_endpoint_url": address, "role_connections_verification_url": None, "owner": owner, "team": None,
        "approximate_guild_count": 1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }  # fmt: skip


def attachment(number: int, name: str, size: int, kind: str, where: str, description: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {"id": str(number), "filename": name, "size": size, "url": where, "proxy_url": where,
                            "content_type": kind}  # fmt: skip
    return told if description is None else told | {"description": description}


def components(
    sent: Iterable[Mapping[str, Any]], files: Mapping[str, Mapping[str, Any]], host: str, now: float
) -> list[dict[str, Any]]:
    """Return components as Discord sends them: numbered, with defaults filled in and with the addresses of files.

    `files` has the message's attachments, by the addresses that components use to refer to them ("attachment://…").
    """
    shown = deepcopy([dict(one) for one in sent])
    taken = {one["id"] for one in _every(shown) if one.get("id")}
    numbers = (number for number in itertools.count(1) if number not in taken)
    for part in _every(shown):
        part["id"] = part.get("id") or next(numbers)
        _fill(part)
    for number, item in enumerate(addresses.media(shown), 1):
        file = files.get(item["url"])
        where = file["url"] if file is not None else item["url"]
        where = addresses.signed(where, now) if where.startswith(host) else where
        item.update(id=str(number), url=where, proxy_url=where)
        if file is not None:
            item.update(content_type=file["content_type"], attachment_id=file["id"])
    return shown


def _every(parts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in parts:
        yield one
        yield from _every(one.get("components") or [])
        yield from _every(filter(None, [one.get("accessory")]))


def _fill(part: dict[str, Any]) -> None:
    for name, value in FILLED.get(part["type"], {}).items():
        if part.get(name) is None:
            part[name] = value
    part.pop("required", None)  # Discord returns this key only for menus in forms
    for item in part.get("items") or ():
        item.setdefault("description", None)
        item.setdefault("spoiler", False)
    for one in (part, *(part.get("options") or ())):
        for name in [name for name, value in one.items() if value is None and name not in _NULL]:
            del one[name]
        if one.get("emoji"):
            one["emoji"] = {name: value for name, value in one["emoji"].items() if value is not None}
        if "options" not in one and one.get("description") is None and "value" in one:
            one.pop("description", None)
