"""Finds where commands, messages and forms exceed Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.discord.ui.limits import (
    ALT_TEXT,
    BUTTON_LABEL,
    BUTTONS_PER_ROW,
    CHILDREN,
    CHOICE_NAME,
    CHOICE_VALUE,
    CHOICES,
    COMMAND_DESCRIPTION,
    COMMAND_TOTAL,
    CONTENT,
    CUSTOM_ID,
    FORM_TITLE,
    NONCE,
    OPTION_DESCRIPTION,
    OPTION_LABEL,
    PLACEHOLDER,
    ROWS,
    SELECT_OPTIONS,
)
from tests.sockets import layouts

_NAME = re.compile(r"[-_'\w]{1,32}")
_SUB, _GROUP = 1, 2
_BUTTON, _SELECT, _ROW = 2, 3, 1
_RADIOS, _TICKS = 21, 22
#: Maximum number of fields in a form, and of checkboxes or radio buttons in one field.
MAX_FORM_FIELDS, MAX_FIELD_BOXES = 5, 10


def command_faults(command: Mapping[str, Any]) -> Iterator[str]:
    """Yield a description of every limit that a command's JSON exceeds."""
    yield from _node_faults(command, str(command["name"]), 0)
    total = _weight(command)
    if total > COMMAND_TOTAL:
        yield f"/{command['name']}: {total} characters together, {COMMAND_TOTAL} allowed"


def _node_faults(node: Mapping[str, Any], where: str, depth: int) -> Iterator[str]:
    for name in (node["name"], *(node.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"/{where}: the name {name!r} is not possible"
    for text in (node.get("description", ""), *(node.get("description_localizations") or {}).values()):
        if not 1 <= len(text) <= COMMAND_DESCRIPTION:
            yield f"/{where}: a description of {len(text)} characters"
    options = node.get("options") or []
    if len(options) > CHILDREN:
        yield f"/{where}: {len(options)} options or sub-commands"
    if len({option["name"] for option in options}) != len(options):
        yield f"/{where}: two options with one name"
    required = [bool(option.get("required")) for option in options if option["type"] not in (_SUB, _GROUP)]
    if required != sorted(required, reverse=True):
        yield f"/{where}: a required option behind an optional one"
    for option in options:
        if option["type"] in (_SUB, _GROUP) and depth >= 2:
            yield f"/{where}: nested too deep"
        yield from _node_faults(option, f"{where} {option['name']}", depth + 1)
    yield from choice_faults(node.get("choices") or [], where)


def choice_faults(choices: Sequence[Mapping[str, Any]], where: str) -> Iterator[str]:
    """Yield a description of every limit that a command option's fixed or autocompleted choices exceed."""
    if len(choices) > CHOICES:
        yield f"/{where}: {len(choices)} choices"
    for choice in choices:
        names = (choice["name"], *(choice.get("name_localizations") or {}).values())
        if not all(1 <= len(name) <= CHOICE_NAME for name in names):
            yield f"/{where}: the choice {choice['name']!r} has a name too long or empty"
        if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= CHOICE_VALUE:
            yield f"/{where}: the choice {choice['name']!r} has a value too long or empty"


def _weight(node: Mapping[str, Any]) -> int:
    def longest(key: str) -> int:
        return max(map(len, (node.get(key, ""), *(node.get(f"{key}_localizations") or {}).values())))

    total = longest("name") + longest("description")
    for choice in node.get("choices") or []:
        total += max(map(len, (choice["name"], *(choice.get("name_localizations") or {}).values())))
        total += len(choice["value"]) if isinstance(choice["value"], str) else 0
    return total + sum(map(_weight, node.get("options") or []))


def message_faults(payload: Mapping[str, Any]) -> Iterator[str]:
    """Yield a description of every limit that a message's JSON exceeds."""
    content = payload.get("content") or ""
    if len(content) > CONTENT:
        yield f"content of {len(content)} characters"
    rows = payload.get("components") or []
    seen: set[str] = set()
    if layouts.is_laid_out(payload):
        yield from _layout_faults(payload, seen)
        rows = []
    elif not content.strip() and not rows and not payload.get("attachments") and not payload.get("embeds"):
        yield "an empty message"
    if len(rows) > ROWS:
        yield f"{len(rows)} rows"
    for row in rows:
        yield from _items_faults(row.get("components") or [], seen)
    for file in payload.get("attachments") or []:
        if len(file.get("description") or "") > ALT_TEXT:
            yield f"alt text of {len(file['description'])} characters"
    if len(str(payload.get("nonce") or "")) > NONCE:
        yield "a nonce too long"


def _layout_faults(payload: Mapping[str, Any], seen: set[str]) -> Iterator[str]:
    """Yield a description of every limit that a Components V2 message exceeds."""
    found: list[str] = []
    try:
        laid_out = {name: given for name, given in payload.items() if given != "kept"}
        layouts.check(laid_out, lambda row: found.extend(_items_faults(row, seen)), lambda *why: ValueError(*why))
    except ValueError as error:
        found.append(": ".join(error.args))
    yield from found


def _items_faults(items: Sequence[Mapping[str, Any]], seen: set[str]) -> Iterator[str]:
    """Yield a description of every limit that a row of components exceeds. `seen` collects the message's custom_ids."""
    yield from _row_faults(items)
    for item in items:
        custom_id = str(item.get("custom_id", ""))
        if custom_id and custom_id in seen:
            yield f"the custom_id {custom_id!r} twice"
        seen.add(custom_id)
        yield from _item_faults(item)


def form_faults(payload: Mapping[str, Any]) -> Iterator[str]:
    """Yield a description of every limit that a form's JSON exceeds."""
    texts = [payload["title"], *(item.get("label") or "" for item in payload["components"])]
    for text in texts:
        if not 1 <= len(text) <= FORM_TITLE:
            yield f"words of {len(text)} characters in a form"
    if not 1 <= len(payload["custom_id"]) <= CUSTOM_ID:
        yield f"a custom_id of {len(payload['custom_id'])} characters"
    if not 1 <= len(payload["components"]) <= MAX_FORM_FIELDS:
        yield f"a form of {len(payload['components'])} fields"
    for item in payload["components"]:
        field = item.get("component") or {}
        if field.get("type") in (_RADIOS, _TICKS):
            yield from _boxes_faults(field)


def _boxes_faults(field: Mapping[str, Any]) -> Iterator[str]:
    options = field["options"]
    if not (2 if field["type"] == _RADIOS else 1) <= len(options) <= MAX_FIELD_BOXES:
        yield f"a group of {len(options)} boxes"
    if len({option["value"] for option in options}) != len(options):
        yield "two boxes with one value"
    for option in options:
        for name in ("label", "value", "description"):
            if len(option.get(name) or "") > OPTION_LABEL or not option.get(name, "x"):
                yield f"the {name} of a box has {len(option[name])} characters"


def _row_faults(items: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    selects = [item for item in items if item["type"] != _BUTTON]
    if not items:
        yield "an empty row"
    if len(items) > BUTTONS_PER_ROW or (selects and len(items) > 1):
        yield f"a row of {len(items)} components"


def _item_faults(item: Mapping[str, Any]) -> Iterator[str]:
    if not 1 <= len(item.get("custom_id") or "x") <= CUSTOM_ID:
        yield f"a custom_id of {len(item['custom_id'])} characters"
    if item["type"] == _BUTTON and not 1 <= len(item.get("label") or "") <= BUTTON_LABEL:
        yield f"a button label of {len(item.get('label') or '')} characters"
    if item["type"] != _SELECT:
        return
    if len(item.get("placeholder") or "") > PLACEHOLDER:
        yield f"a placeholder of {len(item['placeholder'])} characters"
    options = item.get("options") or []
    if not 1 <= len(options) <= SELECT_OPTIONS:
        yield f"a select of {len(options)} options"
    if len({option["value"] for option in options}) != len(options):
        yield "two options with one value"
    for option in options:
        if not 1 <= len(option["label"]) <= OPTION_LABEL:
            yield f"an option label of {len(option['label'])} characters"
        if len(option.get("description") or "") > OPTION_DESCRIPTION:
            yield f"an option description of {len(option['description'])} characters"
        if not 1 <= len(option["value"]) <= OPTION_LABEL:
            yield f"an option value of {len(option['value'])} characters"
