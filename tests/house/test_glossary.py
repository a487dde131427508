"""The glossary's translations occur in the translation catalogues, and every status of a match is documented."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.pofile import read_po

from bot.store.statements.rows import Status

ROOT = Path(__file__).parents[2]
GLOSSARY, ARCHITECTURE = ((ROOT / "docs" / page).read_text("utf-8") for page in ("glossary.md", "architecture.md"))
#: The rows of the glossary: an English, a Hungarian and a Spanish word.
WORDS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", GLOSSARY, re.MULTILINE)


@cache
def all_translations(locale: str) -> str:
    """Return all translations into a language as a single text in lower case."""
    with (ROOT / f"data/locale/{locale}/LC_MESSAGES/tenebrae.po").open("rb") as file:
        messages = [message.string for message in read_po(file, locale=locale) if message.id]
    texts = [" ".join(text) if isinstance(text, list | tuple) else text for text in messages]
    return "\n".join(texts).lower()


@pytest.mark.parametrize(("locale", "column"), [("hu", 1), ("es", 2)])
def test_the_words_of_the_glossary_are_those_of_the_catalogues(locale: str, column: int) -> None:
    words = [row[column] for row in WORDS if row[0] != "English"]
    assert len(words) > 80
    # A final a or e is removed before the search, because it becomes á or é before a Hungarian suffix.
    assert [word for word in words if word.lower().rstrip("ae") not in all_translations(locale)] == []


def test_every_status_of_a_match_is_explained() -> None:
    table = ARCHITECTURE.partition("### The status of a match")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(get_args(Status))
