"""Every text uses the printed books' terms and one form of address, in each game and language.

To add a rule, add a row: the languages' words that a native player with the book at hand wouldn't use in this game, or
those that the game's texts must use. "" stands for all texts of the project.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import rules
from rules.kernel.words.translation import LOCALES, Translator
from tools import catalogues

ROOT = Path(__file__).parents[2]

#: Spanish forms that address several people familiarly. The texts address one player as *tú*.
VOSOTROS = {
    r"\b[Vv](?:osotr[oa]s|uestr[oa]s?)\b": "tú, tu, su",
    r"\b\w+[áé]is\b": "the form of tú",
    r"\b(?:[Aa]cord|[Ee]leg|[Ff]orj|[Jj]ug|[Tt]om|[Pp]ag|[Rr]ob|[Pp]on|[Dd]ecid|[Cc]oloc)[aei]d\b": "the form of tú",
}
#: For each game and language: patterns of wrong words, and what is said instead.
BANNED: dict[str, dict[str, dict[str, str]]] = {
    "": {
        "en": {},
        "hu": {
            r"[Bb]lokkol": "akadályoz",
            r"\b[Ll]emondok\b": "kihagyom",
            r"[Ee]ngedd el\b": "hagyd ki",
            r"ráhagy": "kihagy",
        },
        "es": {r"\b[Cc]on éxito gan": "si tienes éxito, ganas"},
    },
    "edge_of_darkness": {
        "en": {},
        # The book's "első játékos jelző" is the only jelző.
        "hu": {r"(?<!játékos )\b[Jj]elző": "jelölő", r"[Kk]ártyára (?:kerül|védő)": "kártyába"},
        "es": {**VOSOTROS, r"\b[Bb]loque": "defender"},
    },
    "dark_providence": {
        "en": {},
        "hu": {r"\b[Jj]elző": "jelölő"},
        "es": {**VOSOTROS},
    },
    "aevum_haeresis": {
        "en": {r"\b[Ee]xhausted\b": "Spent", r"\b[Tt]apped\b": "Spent"},
        "hu": {
            r"\b[Jj]elző": "jelölő",
            r"[Kk]imerül": "Cselekvésképtelen",
            r"\b[Dd]öntetlen": "egyenlőség",
            r"\b[Pp]arancsokra\b": "utasításokra",
        },
        "es": {**VOSOTROS, r"\b[Bb]l[oó]que": "oponerse"},
    },
}

#: For each game and language: words that its texts must use.
REQUIRED: dict[str, dict[str, tuple[str, ...]]] = {
    "edge_of_darkness": {
        "hu": ("alkalmaz", "használ", "jelölő", "védő"),
        "es": ("enfund", "agente", "gremio"),
    },
    "dark_providence": {
        "hu": ("jelölő", "nyomozó", "szektatag", "kripta"),
        "es": ("investigador", "sectario", "cripta"),
    },
    "aevum_haeresis": {
        "en": ("Spent", "Ready", "block"),
        "hu": ("akadályoz", "Cselekvésképtelen", "Mezsgye", "Máglya", "kihagy", "lekever"),
        "es": ("oponer", "Agotado", "Linde", "Hoguera", "dejar pasar"),
    },
}


@cache
def places() -> dict[str, str]:
    """Return the source file of each message."""
    found: dict[str, str] = {}
    for message in catalogues.extract(ROOT):
        if message.id:
            found[message.id if isinstance(message.id, str) else message.id[0]] = message.locations[0][0]
    return found


@cache
def texts(game: str, locale: str) -> tuple[str, ...]:
    """Return the texts of a game in a language, or all texts for the game ""."""
    say = Translator(locale)
    found = [say.t(key) for key, file in places().items() if not game or f"/{game}/" in file]
    for file in sorted((ROOT / "data").glob(f"{game or '*'}/lessons.json")):
        found += _in_language(json.loads(file.read_text("utf-8")), locale)
    return tuple(found)


def _in_language(node: object, locale: str) -> list[str]:
    """Return all texts of a language in a JSON value."""
    if isinstance(node, dict):
        own = [text for name, text in node.items() if name == locale and isinstance(text, str)]
        return own + [text for value in node.values() for text in _in_language(value, locale)]
    return [text for value in node for text in _in_language(value, locale)] if isinstance(node, list) else []


def test_the_tables_name_all_games() -> None:
    assert set(BANNED) == {"", *rules.GAMES}
    assert set(REQUIRED) == set(rules.GAMES)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", BANNED)
def test_no_text_has_a_word_that_the_books_do_not_use(game: str, locale: str) -> None:
    wrong = [
        (text, instead)
        for pattern, instead in BANNED[game][locale].items()
        for text in texts(game, locale)
        if re.search(pattern, text)
    ]
    assert wrong == []


@pytest.mark.parametrize("game", REQUIRED)
def test_texts_use_the_words_of_the_book(game: str) -> None:
    missing = [
        (locale, word)
        for locale, words in REQUIRED[game].items()
        for word in words
        if not any(word.lower() in text.lower() for text in texts(game, locale))
    ]
    assert missing == []
