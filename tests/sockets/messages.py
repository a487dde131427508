"""Creates and edits messages with files on the simulated Discord server."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.discord_rules import addresses, emojis
from tests.sockets import layouts
from tests.sockets.discord_data import (
    EPHEMERAL,
    FILES_HOST,
    LAYOUT,
    LOADING,
    Attachment,
    Message,
    Person,
    Refused,
    Upload,
    World,
)
from tests.sockets.limits import FILE_BYTES, FILES, check_message, invalid

#: For this many seconds, a post that repeats a nonce gets the existing message instead of creating a new one.
NONCE_KEPT = 300


def make(
    world: World,
    channel_id: int,
    data: Mapping[str, Any],
    files: Mapping[int, Upload],
    seen_by: Person | None = None,
) -> Message:
    """Create a message, or return the existing one with the same nonce; raise Refused if the message is invalid."""
    check_message(data)
    _check_parts(world, data)
    key = (channel_id, str(data.get("nonce")))
    if data.get("enforce_nonce") and key in world.nonces:
        at, known = world.nonces[key]
        if world.now() - at < NONCE_KEPT:
            world.posted_once += 1
            return known
    message = Message(world.next_id(), channel_id, nonce=data.get("nonce"))
    message.attachments = _attached(world, [], data, files)
    _write(message, data)
    if not (message.content.strip() or message.attachments or message.embeds or message.components):
        raise Refused(400, 50006, "Cannot send an empty message")
    message.flags = data.get("flags") or 0
    layouts.check_files(message.components, message.attachments, invalid)
    message.rang = _pinged(message.words, data.get("allowed_mentions"))
    if seen_by is not None:
        message.seen_by, message.flags = seen_by.id, message.flags | EPHEMERAL
    world.channels[channel_id].messages[message.id] = message
    if data.get("enforce_nonce"):
        world.nonces[key] = (world.now(), message)
    return message


def change(world: World, message: Message, data: Mapping[str, Any], files: Mapping[int, Upload]) -> None:
    """Edit the given fields of a message. If the result would be invalid, change nothing and raise Refused."""
    after = {"content": message.content, "components": message.components, "embeds": message.embeds, **data}
    after["flags"] = (message.flags | (data.get("flags") or 0)) & LAYOUT
    check_message(after)
    _check_parts(world, data)
    attachments = _attached(world, message.attachments, data, files)
    if not ((after["content"] or "").strip() or attachments or after["embeds"] or after["components"]):
        raise Refused(400, 50006, "Cannot send an empty message")
    layouts.check_files(after["components"] or [], attachments, invalid)
    message.attachments = attachments
    _write(message, data)
    message.flags = (message.flags & ~LOADING) | after["flags"]
    message.edits += 1


def _check_parts(world: World, data: Mapping[str, Any]) -> None:
    """Raise Refused if a component has an unknown emoji or an expired attachment address."""
    components = data.get("components") or []
    emojis.check_emojis(components, {int(one["id"]) for one in world.emojis})
    addresses.check_addresses(components, FILES_HOST, world.now())


def _write(message: Message, data: Mapping[str, Any]) -> None:
    for name, empty in (("content", ""), ("components", []), ("embeds", [])):
        if name in data:
            setattr(message, name, data[name] if data[name] is not None else empty)


def _attached(
    world: World, present: list[Attachment], data: Mapping[str, Any], files: Mapping[int, Upload]
) -> list[Attachment]:
    """Return a message's files after an edit: those listed in `attachments` or, without this key, all of them."""
    if any(len(file.data) > FILE_BYTES for file in files.values()):
        raise Refused(413, 40005, "Request entity too large")
    listed: list[dict[str, Any]] | None = data.get("attachments")
    if listed is None:
        listed = [{"id": one.id} for one in present] + [{"id": number} for number in files]
    by_id = {one.id: one for one in present}
    found: list[Attachment] = []
    for entry in listed:
        number = int(entry["id"])
        if number in by_id:
            found.append(by_id[number])
        elif number in files:
            name = entry.get("filename") or files[number].filename
            if not re.fullmatch(r"[\w.-]+", name):
                raise invalid("attachments", f"{name!r} is no name that Discord keeps as it is.")
            found.append(Attachment(world.next_id(), name, entry.get("description"), files[number].data))
        else:
            raise invalid("attachments", f"There is neither a file nor an attachment {number}.")
    unnamed = set(files) - {int(entry["id"]) for entry in listed}
    found += [Attachment(world.next_id(), files[one].filename, None, files[one].data) for one in sorted(unnamed)]
    if len(found) > FILES:
        raise invalid("attachments", f"Must be {FILES} or fewer in length.")
    return found


def _pinged(content: str, allowed: Mapping[str, Any] | None) -> tuple[int, ...]:
    """Return the ids of the users that a new message pings."""
    named = [int(number) for number in dict.fromkeys(re.findall(r"<@!?(\d+)>", content))]
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return tuple(named)
    listed = {int(number) for number in allowed.get("users") or ()}
    return tuple(number for number in named if number in listed)
