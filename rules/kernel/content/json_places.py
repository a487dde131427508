"""Finds the line number of a value in a JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, cast

_BLANK = re.compile(r"[ \t\n\r]*")
_VALUE = json.JSONDecoder().raw_decode
#: A quoted string, or a comment from `//` to the end of the line.
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*')


def without_comments(text: str) -> str:
    """Replace the comments in JSON text with spaces, so that all offsets stay the same."""
    if "//" not in text:
        return text
    return _COMMENT.sub(lambda found: found[1] or " " * len(found[0]), text)


def line_of(text: str, path: Iterable[int | str]) -> int:
    """Return the line number of the value at a path, or of its innermost parent that exists; 0 if there is none.

    The parts of a path are keys, list indexes, or ids of records in a list. Parts that don't exist in the text, such as
    the tags of union members, are skipped.
    """
    try:
        at, shown = _skip(text, 0), -1
        for part in path:
            for key, start, value in _inside(text, at):
                if part == key or (isinstance(key, int) and isinstance(part, str) and _id(text, value) == part):
                    shown, at = start, value
                    break
    except (ValueError, IndexError, RecursionError):
        return 0
    return text.count("\n", 0, shown) + 1 if shown >= 0 else 0


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _id(text: str, at: int) -> object:
    if text[at] != "{":
        return None
    return cast("dict[str, Any]", _VALUE(text, at)[0]).get("id")


def _inside(text: str, at: int) -> Iterator[tuple[int | str, int, int]]:
    """Yield each key or index of an object or list, with the offsets of the key and of its value."""
    if text[at] not in "{[":
        return
    keyed, count = text[at] == "{", 0
    at = _skip(text, at + 1)
    while text[at] not in "}]":
        start, key = at, count
        if keyed:
            key, at = cast("tuple[str, int]", scanstring(text, at + 1))
            at = _skip(text, _skip(text, at) + 1)
        yield key, start, at
        at = _skip(text, _VALUE(text, at)[1])
        at = _skip(text, at + 1) if text[at] == "," else at
        count += 1
