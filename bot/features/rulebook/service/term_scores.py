"""Scores texts by the terms that they share with a question.

Rare terms have a higher weight (BM25: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

#: A number for each rule of a rulebook, in the order of the rules.
Scores: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
#: Replaces zero as a divisor. It is smaller than any nonzero divisor that occurs.
EPSILON = 1e-9
#: Maximum number of occurrences of a term in one rule that are counted.
_MAX_TERM_COUNT = 2
#: The constants of BM25: how much repeated words count, and how much long rules are penalised.
_BM25_K, _BM25_B = 1.2, 0.5


class Postings:
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


class Terms:
    """Scores rules by how well their terms match the terms of a question."""

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        self.postings = Postings(documents)
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
        return scores / np.maximum(self._norms * math.sqrt(square), EPSILON)
