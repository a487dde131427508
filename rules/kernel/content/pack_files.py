"""Reads text and JSON files of packs, with limits that protect against malicious files."""

from __future__ import annotations

import json
import re
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from rules.kernel.content.json_places import line_of, without_comments
from rules.kernel.content.pack_faults import raise_fault

#: Limits for a pack file. A larger file is a mistake or an attack, because the largest file of a base set has 100 kB, a
#: few thousand values and two-digit numbers.
MAX_BYTES = 4_000_000
MAX_VALUES = 40_000
MAX_NUMBER = 10_000
#: Characters not allowed in names and texts: control characters except line feeds, bidirectional marks, surrogates.
UNPRINTABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
#: Advice for spreadsheet users, appended to messages about the encoding.
_AS_UTF8 = "; save it as “CSV UTF-8” in the spreadsheet"
#: Python's messages about invalid JSON, each with advice for authors who don't know JSON.
_BROKEN = {
    "Expecting ',' delimiter": "a comma is missing before this, or a quotation mark or bracket",
    "Expecting property name enclosed in double quotes": (
        "a name in quotation marks is missing, or a } before this; there is no comma before }"
    ),
    "Expecting value": "a value is missing; text needs quotation marks, and there is no comma before ]",
    "Extra data": "there is something after the end; one bracket too many, or one missing at the beginning",
    "Unterminated string starting at": "this quotation mark isn't closed",
    "Invalid control character at": "a line break or tab inside quotation marks; is a quotation mark missing?",
    "Expecting ':' delimiter": "a colon is missing after the name",
    "Invalid \\escape": "a backslash means nothing here; write two",
}

#: Typographic quotation marks, which word processors insert.
_CURLY_QUOTES = tuple("“”„‟‘’«»")
_CURLY_QUOTE_FAULT = 'this is a curly quotation mark, as in word processors; write "'


def is_there(folder: Path | Traversable, name: str) -> bool:
    """Return whether a pack contains a file with this name, even if the file can't be read."""
    file = folder.joinpath(name)
    return (file.is_symlink() or file.exists()) if isinstance(file, Path) else file.is_file()


def text_of(folder: Path | Traversable, name: str) -> str:
    """Return the text of a pack file; raises PackError without reading beyond the size limit."""
    file = folder.joinpath(name)
    try:
        # A symlink could lead out of the pack's folder, and a device file could be read without end.
        if isinstance(file, Path) and not file.resolve().is_relative_to(folder.resolve()):  # type: ignore[union-attr]
            raise_fault(name, "the file", "it is outside the pack's folder")
        if not file.is_file():
            raise_fault(name, "", "can't be read")
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, RuntimeError):
        raise_fault(name, "", "can't be read")
    if len(data) > MAX_BYTES:
        raise_fault(name, "", "is too large")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise_fault(name, "the file", "it isn't UTF-8 text" + _AS_UTF8 * name.endswith(".csv"))


def json_of(folder: Path | Traversable, name: str) -> tuple[str, Any]:
    """Return the text of a pack's JSON file, with its comments replaced by spaces, and the parsed value.

    A file with too many values is rejected before parsing, to save time and memory.
    """
    text = without_comments(text_of(folder, name))
    # In JSON, every value except the first follows one of these characters, and counting characters is fast.
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise_fault(name, "the file", f"it holds more than {MAX_VALUES} values")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise_fault(name, "the file", "nested too deeply")
    except json.JSONDecodeError as error:
        said = (
            _CURLY_QUOTE_FAULT
            if text[error.pos : error.pos + 1] in _CURLY_QUOTES
            else _BROKEN.get(error.msg, error.msg)
        )
        raise_fault(name, f"column {error.colno}", said, error.lineno)
    except ValueError:
        raise_fault(name, "the file", f"numbers go to {MAX_NUMBER}")
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), data)]
    while waiting:
        place, value = waiting.pop()
        fault = value_fault(value)
        if fault:
            raise_fault(name, ".".join(map(str, place)) or "the file", fault, line_of(text, place))
        if isinstance(value, dict):
            waiting += [((*place, str(key)), part) for key, part in cast("dict[str, Any]", value).items()]
        elif isinstance(value, list):
            waiting += [((*place, number), part) for number, part in enumerate(cast("list[Any]", value))]
    return text, data


class _DuplicateKey(dict[str, Any]):
    """A JSON object that has the same key twice, which is stored in `key`."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled, seen = _DuplicateKey(found), set[str]()
    doubled.key = next(key for key, _ in pairs if key in seen or seen.add(key))
    return doubled


def value_fault(value: Any) -> str:
    """Return the reason why a value is not allowed in any field, such as a control character; "" if it is allowed."""
    match value:
        case _DuplicateKey():
            return f"{value.key[:40]!r} is listed twice"
        case int() | float() if not abs(value) <= MAX_NUMBER:
            return f"numbers go to {MAX_NUMBER}"
        case str() if "\t" in value:
            return "it contains a tab; use a space"
        case str() if UNPRINTABLE.search(value):
            return "a character that can't be shown"
        case _:
            return ""
