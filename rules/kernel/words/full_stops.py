"""Leaves out full stops where a sentence becomes a part of a longer text."""

from __future__ import annotations

import re

#: An abbreviation of several letters at the end of a text.
_ABBREVIATION = re.compile(r"\b[A-Z]\.\s?[A-Z]\.$")


def without_full_stop(text: str) -> str:
    """Leave out the full stop at the end of a sentence, but not that of an abbreviation such as "D.C."."""
    return text if _ABBREVIATION.search(text) else text.removesuffix(".")
