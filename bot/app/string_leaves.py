"""Finds all strings in plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast


def strings_in(data: object) -> Iterator[str]:
    """Yield every string in nested lists and dicts, including dict keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in cast("dict[str, object]", data).items():
            yield key
            yield from strings_in(value)
    elif isinstance(data, list):
        for value in cast("list[object]", data):
            yield from strings_in(value)
