"""Reduces the words of questions and rules to comparable forms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import Any

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

WORD = re.compile(r"[^\W_]+")
#: Number of words whose stems and letter groups are cached.
_CACHED_WORDS = 1 << 16


@lru_cache(maxsize=_CACHED_WORDS)
def folded(word: str) -> str:
    """Return a word in lower case and without accents, because people often omit accents."""
    if word.isascii():
        return word.casefold()
    plain = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


#: The stemmer for each language. Stemmers have internal state, so only one thread may use them at a time.
_STEMMERS: Mapping[str, Any] = {
    locale: snowballstemmer.stemmer(name)  # pyright: ignore[reportUnknownMemberType]
    for locale, name in {"en": "english", "hu": "hungarian", "es": "spanish"}.items()
}
_STEMMER_LOCK = Lock()
#: Question words and function words of each language.
STOP_WORDS = {
    locale: frozenset(map(folded, words.split()))
    for locale, words in {
        "en": (
            "a am an and any are as at be by can could do does for from get gets has have how i if in is it its "
            "me my of on or our so that the their then there they this to us was we what when where which who why "
            "will with would you your may must should now supposed"
        ),
        "hu": (
            "a az és egy ha hogy hogyan is itt ki kell lehet még már meg melyik mennyi mi miért mikor mit mivel "
            "nem szabad van vagy akkor azt ez ezt én te mert pedig csak ilyenkor hány most tehetek tehetünk "
            "csinálhatok csinálni csináljak csinálok kellene tennem tegyek teendőm léphetek lépjek"
        ),
        "es": (
            "a al algo ante con cual cuál cuando cuándo cuanto cuánto cuántos cuántas de del el en es esta está "
            "este ha hay la las lo los me mi mis no o para pero por puede puedo que qué quien quién se si sí son "
            "su sus te un una unos y ya como cómo donde dónde tengo hago ahora hacer debo podemos hacemos"
        ),
    }.items()
}
#: Numbers that people write as words in each language.
_NUMBERS = {
    locale: {folded(word): str(number) for number, word in enumerate(words.split())}
    for locale, words in {
        "en": "zero one two three four five six seven eight nine ten",
        "hu": "nulla egy kettő három négy öt hat hét nyolc kilenc tíz",
        "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
    }.items()
}


@lru_cache(maxsize=_CACHED_WORDS)
def stem(locale: str, word: str) -> str:
    """Return the stem of a word, without accents. If the word is a number, return its digits."""
    number = _NUMBERS[locale].get(folded(word))
    if number is not None:
        return number
    with _STEMMER_LOCK:
        return folded(_STEMMERS[locale].stemWord(word.casefold()))


@lru_cache(maxsize=_CACHED_WORDS)
def letters(word: str) -> tuple[str, ...]:
    """Return all groups of three successive letters in a word, including characters that mark its start and end."""
    marked = f"^{folded(word)}$"
    return tuple(marked[place : place + 3] for place in range(len(marked) - 2))


@lru_cache(maxsize=_CACHED_WORDS)
def word_parts(word: str) -> tuple[str, ...]:
    """Return all groups of four successive letters in a word with its start and end, or the word if it is short."""
    marked = f"^{folded(word)}$"
    return tuple(marked[place : place + 4] for place in range(max(1, len(marked) - 3)))


def content_words(locale: str, text: str) -> list[str]:
    """Return the words of a text without question words and function words."""
    return [word for word in WORD.findall(text) if folded(word) not in STOP_WORDS[locale]]


def phrases(stems: list[str]) -> list[str]:
    """Return the phrases of a text, given the stems of its words: each stem, and each pair of neighbouring stems."""
    return stems + [f"{one} {other}" for one, other in zip(["", *stems], stems, strict=False)]
