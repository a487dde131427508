"""Golden files record the English text of every card of a game; translations are checked against that text.

For another language, the golden file lists only the words that the language shares with English, such as proper names.
Names or sentences that someone forgot to translate would show up in that list.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import rules
from rules.kernel.words.translation import LOCALES, Entry, Translator

FOLDER = Path(__file__).parent
ENGLISH, *TRANSLATED = LOCALES
#: Environment variable that, if set, makes the tests rewrite the golden files instead of comparing texts with them.
REWRITE = "REWRITE_GOLDENS"
WORD = re.compile(r"[^\W\d_]{2,}")


def compare_english(game: str) -> None:
    """Compare the card texts of a game with the golden file, or write the file if REWRITE is set."""
    entries = rules.GAMES[game].look_up(Translator(ENGLISH))
    _compare(
        FOLDER / game / "golden" / "en.txt",
        "\n".join(f"== {entry.name} ({entry.kind})\n{entry.text}\n" for entry in entries),
    )


def compare_translation(game: str, locale: str) -> None:
    """Check that the text of every card in another language has the same lines and figures as in English."""
    english, translated = (rules.GAMES[game].look_up(Translator(one)) for one in (ENGLISH, locale))
    assert [entry.id for entry in translated] == [entry.id for entry in english]
    wrong = [other.id for entry, other in zip(english, translated, strict=True) if not _agree(entry, other)]
    assert wrong == [], f"not what the English text says, or not translated to {locale}"
    shared = _words(english) & _words(translated)
    _compare(FOLDER / game / "golden" / f"shared-{locale}.txt", "".join(f"{word}\n" for word in sorted(shared)))


def _agree(english: Entry, translated: Entry) -> bool:
    """Return whether a text differs from the English text but has the same figures in each line."""
    return (
        bool(translated.name and translated.kind)
        and not set("{}") & set(translated.name + translated.text)
        and translated.kind != english.kind
        and (translated.text != english.text or not english.text)
        and _figures(translated.text) == _figures(english.text)
    )


def _figures(text: str) -> list[list[str]]:
    return [sorted(re.findall(r"\d+", line)) for line in text.splitlines()]


def _words(entries: list[Entry]) -> set[str]:
    return {word.casefold() for entry in entries for word in WORD.findall(f"{entry.name} {entry.kind} {entry.text}")}


def _compare(file: Path, text: str) -> None:
    if os.environ.get(REWRITE):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text, (
        f"Cards read otherwise than in {file.relative_to(FOLDER.parent)}. If that is meant, write the files anew with "
        f"`{REWRITE}=1 .venv/bin/pytest -q {file.parents[1].relative_to(FOLDER.parent)}/words/test_golden.py` "
        "and read the difference."
    )
