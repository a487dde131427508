"""Discord's rules for Components V2 messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.discord_rules.length import too_long
from tests.sockets.discord_data import ATTACHMENT_SCHEME, LAYOUT, Attachment, parts

ROW, BUTTON, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, 9, 10, 11, 12, 13, 14, 17
INSIDE = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}
COMPONENTS, LINES, PICTURES = 40, 3, 10

Fault = Callable[[str, str], Exception]


def check(data: Mapping[str, Any], row: Callable[[list[dict[str, Any]]], None], invalid: Fault) -> None:
    """Check a Components V2 message, and raise `invalid(...)` for a fault. `row` is the check for one row or menu."""
    for name in ("content", "embeds", "sticker_ids", "poll"):
        if data.get(name):
            raise invalid(name, "This field cannot be used with IS_COMPONENTS_V2.")
    every = list(parts(data.get("components") or []))
    if not 1 <= len(every) <= COMPONENTS:
        raise invalid("components", f"There must be between 1 and {COMPONENTS} components in all.")
    long = too_long(every)
    if long is not None:
        raise invalid("components", long)
    numbers = [one["id"] for one in every if one.get("id")]
    if len(set(numbers)) != len(numbers):
        raise invalid("components", "Component ids cannot be duplicated.")
    for one in data["components"]:
        if one["type"] not in INSIDE | {CONTAINER}:
            raise invalid("components", f"A component of the type {one['type']} can't stand alone.")
        for inner in one["components"] if one["type"] == CONTAINER else [one]:
            _check_part(inner, row, invalid)


def _check_part(part: Mapping[str, Any], row: Callable[[list[dict[str, Any]]], None], invalid: Fault) -> None:
    kind = part["type"]
    if kind not in INSIDE:
        raise invalid("components", f"A component of the type {kind} can't stand in a container.")
    if kind == ROW:
        row(part["components"])
    elif kind == SECTION:
        texts = [one["type"] for one in part["components"]]
        if not 1 <= len(texts) <= LINES or set(texts) != {TEXT}:
            raise invalid("components", f"A section has 1 to {LINES} texts.")
        if part["accessory"]["type"] not in (BUTTON, THUMBNAIL):
            raise invalid("components", "Beside a section stands a button or a thumbnail.")
        if part["accessory"]["type"] == BUTTON:
            row([part["accessory"]])
    elif kind == GALLERY and not 1 <= len(part["items"]) <= PICTURES:
        raise invalid("components", f"A gallery has 1 to {PICTURES} pictures.")
    elif kind == TEXT and not part["content"]:
        raise invalid("components", "A text can't be empty.")


def check_files(components: Iterable[dict[str, Any]], files: Iterable[Attachment], invalid: Fault) -> None:
    """Raise `invalid(...)` if a component refers to a file that isn't in the message."""
    there = {one.filename for one in files}
    for one in parts(components):
        media = [item["media"] for item in one.get("items") or []]
        media += [one[name] for name in ("media", "file") if one.get(name)]
        for url in (medium["url"] for medium in media):
            if url.startswith(ATTACHMENT_SCHEME) and url.removeprefix(ATTACHMENT_SCHEME) not in there:
                raise invalid("components", f"There is no file {url}.")


def is_laid_out(data: Mapping[str, Any]) -> bool:
    return bool((data.get("flags") or 0) & LAYOUT)
