"""Searches a game's rules by id, by chapter, or by a question in the reader's language.

Words are compared by their stems, so "drafted" finds "draft", and by groups of three letters, so parts of compounds and
misspelt words also count. A rule is indexed by its text, its titles, and other words that people use for it. Rare words
have a higher weight (BM25: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). Phrases that occur in
the same rules are considered similar in meaning (see `_Meanings`).
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

from bot.features.rulebook.service.word_stems import STOP_WORDS, WORD, content_words, folded, letters, phrases, stem
from rules.kernel.game import AnyGame
from rules.kernel.words.rulebook import Book, Rule

#: A number for each rule of a rulebook, in the order of the rules.
Scores: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
#: Replaces zero as a divisor. It is smaller than any nonzero divisor that occurs.
_EPSILON = 1e-9


#: Maximum number of characters of a question that are read. Real questions are far shorter.
MAX_QUESTION_LENGTH = 200
#: A word that occurs in no rule is replaced by an indexed word with at least this similarity (out of 100).
MIN_WORD_SIMILARITY = 78
#: Maximum number of words that are tried as completions of an unfinished word.
_MAX_COMPLETIONS = 8
#: Number of dimensions of the semantic space, and the weight of similar meaning relative to matching words.
_DIMENSIONS, _MEANING_WEIGHT = 80, 1.5
#: The weight of identical spelling when words are compared by letters, relative to matching words.
_LETTER_WEIGHT = 25.0
#: Minimum similarity in letters for finding any rule, if no rule contains a word of the question.
_MIN_LETTER_SIMILARITY = 0.35
#: Maximum number of occurrences of a term in one rule that are counted.
_MAX_TERM_COUNT = 2
#: The constants of BM25: how much repeated words count, and how much long rules are penalised.
_BM25_K, _BM25_B = 1.2, 0.5
#: The bonus for rules about the reader's current situation, as a share of the best score. The bonus is divided by the
#: number of words in the question: a short question is probably about the current situation, but a long one may be
#: about anything.
_SITUATION_BONUS = 1.0
#: Factors that lower the scores of worked examples, steps and rulings, so they rank below an ordinary rule with the
#: same content.
_SECTION_FACTORS = {"EX": 0.9, "EXN": 0.9, "SM": 0.8, "HC": 0.7}


class _Postings:
    """An inverted index: which rules contain each term, and how often."""

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        self.rules = len(documents)
        numbers = defaultdict[str, int](count().__next__)
        found = [list(map(numbers.__getitem__, document)) for document in documents]
        #: The number assigned to each term, keyed by term.
        self.terms = dict(numbers)
        self.lengths = np.array([len(document) for document in found])
        places = np.fromiter(chain.from_iterable(found), np.int64) * self.rules
        places += np.repeat(np.arange(self.rules), self.lengths)
        places, self.times = np.unique(places, return_counts=True)
        #: The pairs of a term and a rule that contains it, sorted by term: the number of each pair's term, and the
        #: index of its rule.
        self.term_of, self.rule_of = np.divmod(places, self.rules)
        self._begins = np.searchsorted(self.term_of, np.arange(len(self.terms) + 1))

    def spread(self) -> Numbers:
        """Return how many rules contain each term, in the order of the terms' numbers."""
        return np.diff(self._begins)

    def rules_with(self, term: str) -> tuple[Numbers, Numbers]:
        """Return the indices of the rules that contain a term, and how often each rule contains it."""
        number = self.terms.get(term)
        found = slice(0) if number is None else slice(self._begins[number], self._begins[number + 1])
        return self.rule_of[found], self.times[found]


class _Terms:
    """Scores rules by how well their terms match the terms of a question."""

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        self.postings = _Postings(documents)
        lengths = self.postings.lengths
        self._length_norms = _BM25_K * (1 - _BM25_B + _BM25_B * lengths / max(1.0, lengths.mean()))
        rarities = self._rarity(self.postings.spread())[self.postings.term_of]
        squares = (rarities * np.minimum(self.postings.times, _MAX_TERM_COUNT)) ** 2
        self._norms = np.sqrt(np.bincount(self.postings.rule_of, squares, self.postings.rules))

    def _rarity(self, spread: Any) -> Any:
        """Return the weight of a term that occurs in `spread` rules. Rare terms have a higher weight."""
        return np.log(1 + (self.postings.rules - spread + 0.5) / (spread + 0.5))

    def match(self, terms: Mapping[str, float]) -> Scores:
        """Return each rule's BM25 score for these terms, with a weight for each term."""
        scores = np.zeros(self.postings.rules)
        for term, weight in terms.items():
            rules, times = self.postings.rules_with(term)
            scores[rules] += (
                weight * self._rarity(len(rules)) * times * (_BM25_K + 1) / (times + self._length_norms[rules])
            )
        return scores

    def likeness(self, terms: Collection[str]) -> Scores:
        """Return each rule's cosine similarity to the set of these terms, from 0 to 1."""
        scores, square = np.zeros(self.postings.rules), 0.0
        for term in terms:
            rules, times = self.postings.rules_with(term)
            rarity = self._rarity(len(rules))
            scores[rules] += rarity**2 * np.minimum(times, _MAX_TERM_COUNT)
            square += rarity**2
        return scores / np.maximum(self._norms * math.sqrt(square), _EPSILON)


class _Meanings:
    """Represents phrases and rules as vectors in a space with few dimensions.

    Phrases that occur in the same rules are close to each other. Therefore, a rule can also be found by words that it
    doesn't contain ("until it's over" finds the end), and by the form of a question ("how many", "who"). The method is
    latent semantic analysis: Deerwester and others, Indexing by Latent Semantic Analysis, 1990.
    """

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        postings = _Postings(documents)
        spread = postings.spread()
        shared = spread > 1  # A term that occurs in only one rule reveals no similarity.
        column_of = np.cumsum(shared) - 1
        self._columns = {term: column_of[number] for term, number in postings.terms.items() if shared[number]}
        self._rarities = 1 + np.log((1 + postings.rules) / (1 + spread[shared]))
        posting_indexes = shared[postings.term_of]
        columns = column_of[postings.term_of[posting_indexes]]
        rows, cells = (
            postings.rule_of[posting_indexes],
            (1 + np.log(postings.times[posting_indexes])) * self._rarities[columns],
        )
        lengths = np.sqrt(np.bincount(rows, cells**2, postings.rules))
        weights = np.zeros((postings.rules, len(self._rarities)), np.float32)
        weights[rows, columns] = cells / lengths[rows]
        with threadpool_limits(1):  # Use one thread: several would be slower because they wait for each other.
            strengths, axes = np.linalg.eigh(weights @ weights.T)
            axes = axes[:, -_DIMENSIONS:] / np.sqrt(np.maximum(strengths[-_DIMENSIONS:], _EPSILON))
            self._phrases = weights.T @ axes
            self._rules = _directions(weights @ self._phrases)

    def likeness(self, terms: Collection[str]) -> Scores:
        """Return each rule's cosine similarity to the set of these phrases, from -1 to 1."""
        columns = [self._columns[term] for term in terms if term in self._columns]
        return self._rules @ _directions(self._rarities[columns] @ self._phrases[columns])


def _directions(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the vectors normalised to length 1; a zero vector stays zero."""
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), _EPSILON)


@dataclass(frozen=True, slots=True)
class _Index:
    book: Book
    words: _Terms
    letters: _Terms
    meanings: _Meanings
    #: The rules that each spelling of an id may refer to.
    named: Mapping[str, list[Rule]]
    #: The rules of each chapter and heading, keyed both by the letters in their ids and by the title.
    chapters: Mapping[str, list[Rule]]
    #: The index of each rule in the rulebook, and the factor that multiplies its score.
    places: Mapping[str, int]
    behind: Scores


@cache
def _index(game: AnyGame, locale: str) -> _Index:
    """Return the search index of a game's rules, built from their texts, titles and search words."""
    book = game.book(locale)
    texts = [_texts(book, rule) for rule in book.rules]
    # Most words occur in many texts, so each distinct word is analysed only once.
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
    """Return the words of each text about a rule: the rule's text with its titles, and each of its search texts."""
    texts = (f"{rule.text} {rule.chapter} {rule.heading}", *book.asked.get(rule.id, "").split("|"))
    return [WORD.findall(text) for text in texts]


def _indexed(texts: Sequence[Sequence[str]], names: Collection[str]) -> list[str]:
    """Return the words that index a rule: each text's words that are in `names` or, if it has none, all its words."""
    return [word for text in texts for word in ([one for one in text if one in names] or text)]


def _phrases(texts: Sequence[Sequence[str]], stems: Mapping[str, str]) -> list[str]:
    """Return the phrases in the texts about a rule, made of the stems of their words."""
    return [one for text in texts for one in phrases([stems[word] for word in text])]


def _named(book: Book) -> dict[str, list[Rule]]:
    """Return the rules keyed by id, both with and without the letters that stand for the game."""
    rules_by_name: dict[str, list[Rule]] = {}
    for rule in book.rules:
        normalized_id = rule.id.casefold().replace("-", ".")
        for name in (normalized_id, normalized_id.partition(".")[2]):
            rules_by_name.setdefault(name, []).append(rule)
    return rules_by_name


def _chapters(book: Book) -> dict[str, list[Rule]]:
    """Return the rules of each chapter and heading, keyed by the letters of their ids and by title without accents."""
    rules_by_name: dict[str, list[Rule]] = {}
    for rule in book.rules:
        for name in {folded(one) for one in (rule.code, rule.id.rpartition(".")[0], rule.chapter, rule.heading or ".")}:
            rules_by_name.setdefault(name, []).append(rule)
    return rules_by_name


def search(game: AnyGame, locale: str, question: str, limit: int = 5, now: Sequence[str] = ()) -> list[Rule]:
    """Return the rules that best answer a question, found by id, by chapter, or by words.

    `now` contains the ids of the rules about the reader's current situation, which get a bonus. If the question
    contains only question words ("what may I do now?"), only these rules are returned.
    """
    index = _index(game, locale)
    query = question.strip()[:MAX_QUESTION_LENGTH]
    if not query:
        return []
    # "draft 3" and "DRAFT.3" also count as ids.
    exact_rules = index.named.get(re.sub(r"[\s.-]+", ".", query.casefold())) or index.chapters.get(folded(query))
    if exact_rules:
        return exact_rules[:limit]
    situation = [index.places[rule] for rule in now if rule in index.places]
    query_words = content_words(index.book.locale, query)
    scores = _scores(index, query, query_words)
    if not scores.any():  # the question has only question words, or words that no rule contains
        return [index.book.rules[place] for place in situation[:limit]]
    scores[situation] += _SITUATION_BONUS / len(query_words) * scores.max()
    ranked = np.argsort(-scores, kind="stable")[:limit]
    return [index.book.rules[place] for place in ranked if scores[place] > 0]


def _scores(index: _Index, question: str, query_words: Sequence[str]) -> Scores:
    """Return the score of each rule; all scores are 0 if no rule has enough in common with the question.

    `query_words` contains the words of the question without its question words and function words.
    """
    locale = index.book.locale
    indexed_terms = index.words.postings.terms
    terms: dict[str, float] = {}
    for word in dict.fromkeys(query_words):
        word_stem = stem(locale, word)
        if word_stem in indexed_terms:
            terms[word_stem] = 1.0
        elif completions := _completions(word_stem, indexed_terms):  # the word may be unfinished
            terms |= dict.fromkeys(completions, 0.8)
        elif len(word_stem) > 3:
            near = process.extract(
                word_stem, indexed_terms.keys(), scorer=fuzz.ratio, limit=2, score_cutoff=MIN_WORD_SIMILARITY
            )
            for other, likeness, _ in near:
                terms.setdefault(other, 0.8 * likeness / 100)
    likeness = index.letters.likeness(dict.fromkeys(group for word in query_words for group in letters(word)))
    if not terms and likeness.max() < _MIN_LETTER_SIMILARITY:
        return np.zeros(len(likeness))
    written = index.words.match(terms) + _LETTER_WEIGHT * likeness
    meant = index.meanings.likeness(phrases([stem(locale, word) for word in WORD.findall(question)]))
    return (_standardised(written) + _MEANING_WEIGHT * _standardised(meant)) * index.behind


def _completions(word: str, terms: Iterable[str]) -> list[str]:
    """Return the first indexed words that start with an unfinished word; none if the word is too short."""
    return list(islice((term for term in terms if term.startswith(word)), _MAX_COMPLETIONS)) if len(word) > 2 else []


def _standardised(scores: Scores) -> Scores:
    """Return the scores divided by their standard deviation, so scores of different kinds can be added."""
    return scores / (scores.std() or 1.0)
