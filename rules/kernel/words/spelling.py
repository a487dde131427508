"""Suggests correct names for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

#: Maximum number of suggestions, and the minimum similarity of a suggestion from 0 to 100.
NEAREST, NEAR = 3, 70
#: Words longer than this get no suggestions: they aren't typos, and comparing them takes time.
LONGEST = 100


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are similar to this word, the most similar first."""
    found = process.extract(word[:LONGEST], sorted(set(known)), scorer=fuzz.ratio, limit=NEAREST, score_cutoff=NEAR)
    return [name for name, _, _ in found]


def suggestions(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return the end of a sentence that suggests names similar to a word, or `otherwise` if no name is similar."""
    found = nearest(word, known)
    return f"the nearest: {', '.join(found)}." if found else otherwise
