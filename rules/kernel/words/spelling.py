"""What a misspelled name may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

#: How many spellings are named, and how near they must be: 100 is the same.
NEAREST, NEAR = 3, 70
#: A longer word is no slip of a finger, and costs time.
LONGEST = 100


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are spelled most like this one, the nearest first."""
    found = process.extract(word[:LONGEST], sorted(set(known)), scorer=fuzz.ratio, limit=NEAREST, score_cutoff=NEAR)
    return [name for name, _, _ in found]


def meant(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return the end of a sentence that names the spellings nearest to a word, or another end if none is near."""
    found = nearest(word, known)
    return f"the nearest: {', '.join(found)}." if found else otherwise
