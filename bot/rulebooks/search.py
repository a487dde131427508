"""Search in a game's rules for players: by id, by chapter, or by a question in the reader's language.

Words are compared by their stems, so that "drafted" finds "draft", and by groups of three letters, so that parts of
compounds and slips of the pen still count. A rule is found under its text, its titles and other words under which
people ask for it. Rare words count more (BM25: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]
from rapidfuzz import fuzz, process

from rules.kernel.game import AnyGame
from rules.kernel.words.rulebook import Book, Rule

_LANGUAGES = {"en": "english", "hu": "hungarian", "es": "spanish"}
_WORD = re.compile(r"[^\W_]+")
#: The longest question that is read; people write far shorter ones.
LONGEST = 200
#: A word that no rule has is read as the nearest word that one has, if they are at least this alike (of 100).
ALIKE = 78
#: Words that ask and join but name nothing, by language.
_ASKING = {
    "en": (
        "a am an and any are as at be by can could do does for from get gets has have how i if in is it its "
        "me my of on or our so that the their then there they this to us was we what when where which who why "
        "will with would you your may must should now"
    ),
    "hu": (
        "a az és egy ha hogy hogyan is itt ki kell lehet még már meg melyik mennyi mi miért mikor mit mivel "
        "nem szabad van vagy akkor azt ez ezt én te mert pedig csak ilyenkor hány most tehetek tehetünk "
        "csinálhatok kellene tennem tegyek"
    ),
    "es": (
        "a al algo ante con cual cuál cuando cuándo cuanto cuánto cuántos cuántas de del el en es esta está "
        "este ha hay la las lo los me mi mis no o para pero por puede puedo que qué quien quién se si sí son "
        "su sus te un una unos y ya como cómo donde dónde tengo hago ahora hacer debo podemos hacemos"
    ),
}
#: Numbers that people write as words, by language.
_NUMBERS = {
    "en": "zero one two three four five six seven eight nine ten",
    "hu": "nulla egy kettő három négy öt hat hét nyolc kilenc tíz",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
}
#: How much a likeness of letters from 0 to 1 counts beside the words that match.
_LETTERS = 25.0
#: How alike in letters a rule must be to a question of which it has no word.
_ALIKE_ENOUGH = 0.35
#: How often a group of letters counts at most in one rule.
_MOST = 2
#: The constants of BM25: how soon repeating a word stops to count, and how much long rules are held back.
_K, _B = 1.2, 0.5
#: What a rule of the present situation gets in addition: this share of what the best answer has.
_PRESENT = 0.5
#: Worked examples, steps and rulings come after the plain rule that says the same.
_BEHIND = {"EX": 0.9, "EXN": 0.9, "SM": 0.8, "HC": 0.7}


def folded(word: str) -> str:
    """Return a word without case and accents: people leave them out."""
    plain = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


class Stems:
    """The stems of one language's words."""

    def __init__(self, locale: str) -> None:
        library: Any = snowballstemmer  # it has no types
        self._stem: Callable[[str], str] = library.stemmer(_LANGUAGES[locale]).stemWord
        self._known: dict[str, str] = {}
        self._asking = {folded(word) for word in _ASKING[locale].split()}
        self._numbers = {folded(word): str(number) for number, word in enumerate(_NUMBERS[locale].split())}

    def of(self, word: str) -> str:
        """Return the stem of a word, without accents; a number word as its digits."""
        if word not in self._known:
            plain = folded(word)
            self._known[word] = self._numbers.get(plain) or folded(self._stem(word.casefold()))
        return self._known[word]

    def words(self, text: str) -> list[str]:
        """Return the words of a text that name something; all of them if none does."""
        return self.telling(text) or _WORD.findall(text)

    def telling(self, text: str) -> list[str]:
        """Return the words of a text that name something."""
        return [word for word in _WORD.findall(text) if folded(word) not in self._asking]


def letters(word: str) -> list[str]:
    """Return the groups of three letters in a word, with its beginning and end marked."""
    marked = f"^{folded(word)}$"
    return [marked[place : place + 3] for place in range(len(marked) - 2)]


class _Terms:
    """How often each term occurs in each rule."""

    def __init__(self, documents: Sequence[Counter[str]]) -> None:
        self._lengths = [document.total() for document in documents]
        self._mean = sum(self._lengths) / max(1, len(documents))
        self.postings: dict[str, list[tuple[int, int]]] = {}
        for number, document in enumerate(documents):
            for term, count in document.items():
                self.postings.setdefault(term, []).append((number, count))
        self._rarities = {term: self._rarity(len(found)) for term, found in self.postings.items()}
        squares = [0.0] * len(documents)
        for term, found in self.postings.items():
            rarity = self._rarities[term]
            for number, count in found:
                squares[number] += (rarity * min(count, _MOST)) ** 2
        self._norms = [math.sqrt(square) or 1.0 for square in squares]

    def rarity(self, term: str) -> float:
        """Return how much a term tells: the fewer rules have it, the more."""
        return self._rarities.get(term) or self._rarity(0)

    def _rarity(self, found: int) -> float:
        return math.log(1 + (len(self._lengths) - found + 0.5) / (found + 0.5))

    def match(self, terms: Mapping[str, float]) -> list[float]:
        """Return what each rule has of these weighted terms, by BM25."""
        scores = [0.0] * len(self._lengths)
        for term, weight in terms.items():
            rarity = self.rarity(term)
            for number, count in self.postings.get(term, ()):
                held = _K * (1 - _B + _B * self._lengths[number] / self._mean)
                scores[number] += weight * rarity * count * (_K + 1) / (count + held)
        return scores

    def likeness(self, terms: Collection[str]) -> list[float]:
        """Return how alike each rule is to these terms together, from 0 to 1 (cosine)."""
        scores = [0.0] * len(self._lengths)
        for term in terms:
            square = self.rarity(term) ** 2
            for number, count in self.postings.get(term, ()):
                scores[number] += square * min(count, _MOST)
        norm = math.sqrt(sum(self.rarity(term) ** 2 for term in terms)) or 1.0
        return [score / norm / own for score, own in zip(scores, self._norms, strict=True)]


@dataclass(frozen=True, slots=True)
class _Index:
    book: Book
    stems: Stems
    words: _Terms
    letters: _Terms
    #: The letters and titles that stand for a whole chapter, with its rules.
    chapters: Mapping[str, list[Rule]]


@cache
def _index(game: AnyGame, locale: str) -> _Index:
    """Return the terms of every rule: of its text, the titles above it, and other words under which it is asked for."""
    book = game.book(locale)
    stems = Stems(book.locale)
    words = [
        stems.words(f"{rule.text} {rule.chapter} {rule.heading} {book.asked.get(rule.id, '')}") for rule in book.rules
    ]
    return _Index(
        book,
        stems,
        _Terms([Counter(map(stems.of, one)) for one in words]),
        _Terms([Counter(group for word in one for group in letters(word)) for one in words]),
        _chapters(book),
    )


def _chapters(book: Book) -> dict[str, list[Rule]]:
    """Return the rules of each chapter and heading under its letters and its title, folded."""
    found: dict[str, list[Rule]] = {}
    for rule in book.rules:
        for name in {folded(one) for one in (rule.code, rule.id.rpartition(".")[0], rule.chapter, rule.heading or ".")}:
            found.setdefault(name, []).append(rule)
    return found


def search(game: AnyGame, locale: str, question: str, limit: int = 5, now: Sequence[str] = ()) -> list[Rule]:
    """Return the rules that answer a question best: by id, by chapter, or by their words.

    `now` are the ids of the rules that the asker's present situation rests on: they come first where the words alone
    don't decide, and alone where the words name nothing ("what may I do now?").
    """
    index = _index(game, locale)
    wanted = question.strip()[:LONGEST]
    if not wanted:
        return []
    named = _by_id(index.book, wanted) or index.chapters.get(folded(wanted))
    if named:
        return named[:limit]
    situation = [index.book.by_id[rule] for rule in now if rule in index.book.by_id]
    if situation and not index.stems.telling(wanted):
        return situation[:limit]
    scores = _scores(index, wanted)
    best = max(scores)
    for number, rule in enumerate(index.book.rules):
        if rule in situation:
            scores[number] += _PRESENT * best
    ranked = sorted(range(len(scores)), key=lambda number: (-scores[number], number))
    return [index.book.rules[number] for number in ranked[:limit] if scores[number] > 0]


def _scores(index: _Index, question: str) -> list[float]:
    """Return how well each rule answers; 0 for rules that share too little with the question."""
    asked = list(dict.fromkeys(index.stems.words(question)))
    terms: dict[str, float] = {}
    for word in asked:
        stem = index.stems.of(word)
        if stem in index.words.postings:
            terms[stem] = 1.0
        elif len(stem) > 3:
            near = process.extract(stem, index.words.postings.keys(), scorer=fuzz.ratio, limit=2, score_cutoff=ALIKE)
            for other, likeness, _ in near:
                terms.setdefault(other, 0.8 * likeness / 100)
    likeness = index.letters.likeness(dict.fromkeys(group for word in asked for group in letters(word)))
    if not terms and max(likeness) < _ALIKE_ENOUGH:
        return [0.0] * len(likeness)
    matched = index.words.match(terms)
    return [
        (whole + _LETTERS * part) * _BEHIND.get(rule.code, 1.0)
        for whole, part, rule in zip(matched, likeness, index.book.rules, strict=True)
    ]


def _by_id(book: Book, wanted: str) -> list[Rule]:
    """Return the rule with this id; "draft 3" and "DRAFT.3" are ids as well."""
    key = re.sub(r"[\s.-]+", ".", wanted.casefold())
    return [
        rule for rule in book.rules if key in ((own := rule.id.casefold().replace("-", ".")), own.partition(".")[2])
    ]
