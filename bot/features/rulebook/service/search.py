"""Search in a game's rules: by id, by chapter, or by a question in the reader's language.

Words are compared by their stems, so that "drafted" finds "draft", and by groups of three letters, so that parts of
compounds and misspelt words still count. A rule is indexed by its text, its titles, and other words that people use for
it. Rare words weigh more (BM25: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). Phrases that
occur in the same rules are considered similar in meaning (see `_Meanings`).
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, islice
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process
from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]

from bot.features.rulebook.service.vocabulary import STOP_WORDS, WORD, content_words, folded, letters, phrases, stem
from rules.kernel.game import AnyGame
from rules.kernel.words.rulebook import Book, Rule

#: A value for each rule of a book, in the order of the book.
Scores: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
#: A number smaller than any real divisor; it replaces divisors that are zero.
_EPSILON = 1e-9


#: The most characters of a question that are read; people write far shorter ones.
MAX_QUESTION_LENGTH = 200
#: A known word replaces a word that no rule contains, if they are at least this similar (of 100).
MIN_WORD_SIMILARITY = 78
#: The most completions tried for an unfinished word.
_MAX_COMPLETIONS = 8
#: The number of dimensions of meanings, and the weight of similar meaning relative to matching words.
_DIMENSIONS, _MEANING_WEIGHT = 80, 1.5
#: The weight of a letter similarity from 0 to 1 relative to matching words.
_LETTER_WEIGHT = 25.0
#: The least letter similarity that a rule needs if it has no word in common with the question.
_MIN_LETTER_SIMILARITY = 0.35
#: The most occurrences of a group of letters that count in one rule.
_MAX_TERM_COUNT = 2
#: The constants of BM25: how much repeated words count, and how much long rules are penalised.
_BM25_K, _BM25_B = 1.2, 0.5
#: The bonus of a rule for the reader's present situation: this share of the best score, divided by the number of words
#: in the question. A short question is probably about the present situation; a long one may be about anything.
_SITUATION_BONUS = 1.0
#: Worked examples, steps and rulings rank below the plain rule that says the same, so their scores are multiplied by
#: this.
_SECTION_FACTORS = {"EX": 0.9, "EXN": 0.9, "SM": 0.8, "HC": 0.7}


class _Postings:
    """Which rules contain each term, and how often."""

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        self.rules = len(documents)
        numbers = defaultdict[str, int](count().__next__)
        found = [list(map(numbers.__getitem__, document)) for document in documents]
        #: The number of each term, by the term.
        self.terms = dict(numbers)
        self.lengths = np.array([len(document) for document in found])
        places = np.fromiter(chain.from_iterable(found), np.int64) * self.rules
        places += np.repeat(np.arange(self.rules), self.lengths)
        places, self.times = np.unique(places, return_counts=True)
        #: Each pair of a term and a rule that contains it: the term's number and the rule's place, sorted by term.
        self.term_of, self.rule_of = np.divmod(places, self.rules)
        self._begins = np.searchsorted(self.term_of, np.arange(len(self.terms) + 1))

    def spread(self) -> Numbers:
        """Return, for each term, how many rules contain it."""
        return np.diff(self._begins)

    def rules_with(self, term: str) -> tuple[Numbers, Numbers]:
        """Return the rules that contain a term, and how often each contains it."""
        number = self.terms.get(term)
        found = slice(0) if number is None else slice(self._begins[number], self._begins[number + 1])
        return self.rule_of[found], self.times[found]


class _Terms:
    """Scores rules by the terms of a question."""

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        self.postings = _Postings(documents)
        lengths = self.postings.lengths
        self._held = _BM25_K * (1 - _BM25_B + _BM25_B * lengths / max(1.0, lengths.mean()))
        rarities = self._rarity(self.postings.spread())[self.postings.term_of]
        squares = (rarities * np.minimum(self.postings.times, _MAX_TERM_COUNT)) ** 2
        self._norms = np.sqrt(np.bincount(self.postings.rule_of, squares, self.postings.rules))

    def _rarity(self, spread: Any) -> Any:
        """Return the weight of a term that this many rules contain: the fewer rules, the higher."""
        return np.log(1 + (self.postings.rules - spread + 0.5) / (spread + 0.5))

    def match(self, terms: Mapping[str, float]) -> Scores:
        """Return each rule's score for these terms with their weights, by BM25."""
        scores = np.zeros(self.postings.rules)
        for term, weight in terms.items():
            rules, times = self.postings.rules_with(term)
            scores[rules] += weight * self._rarity(len(rules)) * times * (_BM25_K + 1) / (times + self._held[rules])
        return scores

    def likeness(self, terms: Collection[str]) -> Scores:
        """Return each rule's similarity to these terms together, from 0 to 1 (cosine)."""
        scores, square = np.zeros(self.postings.rules), 0.0
        for term in terms:
            rules, times = self.postings.rules_with(term)
            rarity = self._rarity(len(rules))
            scores[rules] += rarity**2 * np.minimum(times, _MAX_TERM_COUNT)
            square += rarity**2
        return scores / np.maximum(self._norms * math.sqrt(square), _EPSILON)


class _Meanings:
    """Phrases and rules as vectors in a space of few dimensions: phrases that occur in the same rules are close.

    So a rule is also found by words that it lacks ("until it's over" finds the end), and by the form of a question
    ("how many", "who"). Latent semantic analysis: Deerwester and others, Indexing by Latent Semantic Analysis, 1990.
    """

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        postings = _Postings(documents)
        spread = postings.spread()
        shared = spread > 1  # A term that only one rule contains says nothing about similar rules.
        column_of = np.cumsum(shared) - 1
        self._columns = {term: column_of[number] for term, number in postings.terms.items() if shared[number]}
        self._rarities = 1 + np.log((1 + postings.rules) / (1 + spread[shared]))
        kept = shared[postings.term_of]
        columns = column_of[postings.term_of[kept]]
        rows, cells = postings.rule_of[kept], (1 + np.log(postings.times[kept])) * self._rarities[columns]
        lengths = np.sqrt(np.bincount(rows, cells**2, postings.rules))
        weights = np.zeros((postings.rules, len(self._rarities)), np.float32)
        weights[rows, columns] = cells / lengths[rows]
        with threadpool_limits(1):  # Several threads would be slower here, because they wait for each other.
            strengths, axes = np.linalg.eigh(weights @ weights.T)
            axes = axes[:, -_DIMENSIONS:] / np.sqrt(np.maximum(strengths[-_DIMENSIONS:], _EPSILON))
            self._phrases = weights.T @ axes
            self._rules = _directions(weights @ self._phrases)

    def likeness(self, terms: Collection[str]) -> Scores:
        """Return each rule's closeness to these phrases together, from -1 to 1 (cosine)."""
        columns = [self._columns[term] for term in terms if term in self._columns]
        return self._rules @ _directions(self._rarities[columns] @ self._phrases[columns])


def _directions(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return vectors normalised to length 1; a zero vector stays zero."""
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), _EPSILON)


@dataclass(frozen=True, slots=True)
class _Index:
    book: Book
    words: _Terms
    letters: _Terms
    meanings: _Meanings
    #: The rules for each form of an id that people write.
    named: Mapping[str, list[Rule]]
    #: The rules of each chapter, by the chapter's letters and its title.
    chapters: Mapping[str, list[Rule]]
    #: The place of each rule in the book, and the factor for its score.
    places: Mapping[str, int]
    behind: Scores


@cache
def _index(game: AnyGame, locale: str) -> _Index:
    """Return the index of a game's rules: terms from their text, their titles, and their search words."""
    book = game.book(locale)
    texts = [_texts(book, rule) for rule in book.rules]
    # Most words occur in many texts, so each word is analysed only once.
    stems = {word: stem(book.locale, word) for word in {*chain.from_iterable(chain.from_iterable(texts))}}
    names = {word for word in stems if folded(word) not in STOP_WORDS[book.locale]}
    words = [_indexed(rule, names) for rule in texts]
    return _Index(
        book,
        _Terms([[stems[word] for word in rule] for rule in words]),
        _Terms([chain.from_iterable(map(letters, rule)) for rule in words]),
        _Meanings([_phrases(rule, stems) for rule in texts]),
        _named(book),
        _chapters(book),
        {rule.id: place for place, rule in enumerate(book.rules)},
        np.array([_SECTION_FACTORS.get(rule.code, 1.0) for rule in book.rules]),
    )


def _texts(book: Book, rule: Rule) -> list[list[str]]:
    """Return a list of words for each text of a rule: its own with its titles, and each of its search texts."""
    texts = (f"{rule.text} {rule.chapter} {rule.heading}", *book.asked.get(rule.id, "").split("|"))
    return [WORD.findall(text) for text in texts]


def _indexed(texts: Sequence[Sequence[str]], names: Collection[str]) -> list[str]:
    """Return the words that find a rule. A text that has only question words is indexed by all of them."""
    return [word for text in texts for word in ([one for one in text if one in names] or text)]


def _phrases(texts: Sequence[Sequence[str]], stems: Mapping[str, str]) -> list[str]:
    """Return the phrases in a rule's texts, as stems."""
    return [one for text in texts for one in phrases([stems[word] for word in text])]


def _named(book: Book) -> dict[str, list[Rule]]:
    """Return the rules by their ids, both with the game's letters and without them."""
    found: dict[str, list[Rule]] = {}
    for rule in book.rules:
        own = rule.id.casefold().replace("-", ".")
        for name in (own, own.partition(".")[2]):
            found.setdefault(name, []).append(rule)
    return found


def _chapters(book: Book) -> dict[str, list[Rule]]:
    """Return the rules of each chapter and heading, by its letters and by its title without accents."""
    found: dict[str, list[Rule]] = {}
    for rule in book.rules:
        for name in {folded(one) for one in (rule.code, rule.id.rpartition(".")[0], rule.chapter, rule.heading or ".")}:
            found.setdefault(name, []).append(rule)
    return found


def search(game: AnyGame, locale: str, question: str, limit: int = 5, now: Sequence[str] = ()) -> list[Rule]:
    """Return the rules that best answer a question: by id, by chapter, or by their words.

    `now` are the ids of the rules for the reader's present situation. They come first if the words alone don't decide.
    If the question has only question words ("what may I do now?"), they are the only answer.
    """
    index = _index(game, locale)
    wanted = question.strip()[:MAX_QUESTION_LENGTH]
    if not wanted:
        return []
    # "draft 3" and "DRAFT.3" are ids, too.
    named = index.named.get(re.sub(r"[\s.-]+", ".", wanted.casefold())) or index.chapters.get(folded(wanted))
    if named:
        return named[:limit]
    situation = [index.places[rule] for rule in now if rule in index.places]
    asked = content_words(index.book.locale, wanted)
    scores = _scores(index, wanted, asked)
    if not scores.any():  # only question words ("what may I do now?"), or words that no rule contains
        return [index.book.rules[place] for place in situation[:limit]]
    scores[situation] += _SITUATION_BONUS / len(asked) * scores.max()
    ranked = np.argsort(-scores, kind="stable")[:limit]
    return [index.book.rules[place] for place in ranked if scores[place] > 0]


def _scores(index: _Index, question: str, asked: Sequence[str]) -> Scores:
    """Return each rule's score; all are 0 if no rule has enough in common with the question.

    `asked` are the content words of the question.
    """
    locale = index.book.locale
    known = index.words.postings.terms
    terms: dict[str, float] = {}
    for word in dict.fromkeys(asked):
        own = stem(locale, word)
        if own in known:
            terms[own] = 1.0
        elif begun := _completions(own, known):  # the last word may be unfinished
            terms |= dict.fromkeys(begun, 0.8)
        elif len(own) > 3:
            near = process.extract(own, known.keys(), scorer=fuzz.ratio, limit=2, score_cutoff=MIN_WORD_SIMILARITY)
            for other, likeness, _ in near:
                terms.setdefault(other, 0.8 * likeness / 100)
    likeness = index.letters.likeness(dict.fromkeys(group for word in asked for group in letters(word)))
    if not terms and likeness.max() < _MIN_LETTER_SIMILARITY:
        return np.zeros(len(likeness))
    written = index.words.match(terms) + _LETTER_WEIGHT * likeness
    meant = index.meanings.likeness(phrases([stem(locale, word) for word in WORD.findall(question)]))
    return (_standardised(written) + _MEANING_WEIGHT * _standardised(meant)) * index.behind


def _completions(word: str, known: Iterable[str]) -> list[str]:
    """Return the first terms that begin with a word, unless the word is too short."""
    return list(islice((term for term in known if term.startswith(word)), _MAX_COMPLETIONS)) if len(word) > 2 else []


def _standardised(scores: Scores) -> Scores:
    """Return scores divided by their standard deviation, so that scores of different kinds can be added."""
    return scores / (scores.std() or 1.0)
