"""The text limit of a layout: 4,000 characters ("Component Reference": Text Display, "Using Message Components").

The documentation doesn't say whether text outside text displays counts, so a layout must stay within the limit either
way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

MOST = 4000
_TEXT = 10
_WORDS = ("content", "label", "placeholder", "description")


def too_long(parts: Sequence[Mapping[str, Any]]) -> str | None:
    """Return Discord's error message if a layout has too much text, else None. `parts` has all nested components."""
    displayed = sum(len(one["content"]) for one in parts if one["type"] == _TEXT)
    if displayed > MOST:
        return f"The texts must be {MOST} or fewer in length together, not {displayed}."
    everything = sum(map(_length, parts))
    if everything > MOST:
        return f"All that is read or heard must be {MOST} or fewer in length together, not {everything}."
    return None


def _length(part: Mapping[str, Any]) -> int:
    """Return the number of characters in a component, including its options and its pictures' descriptions."""
    within = (*(part.get("options") or ()), *(part.get("items") or ()))
    return sum(len(one.get(name) or "") for one in (part, *within) for name in _WORDS)
