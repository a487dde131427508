"""Compares texts by the company that their phrases keep, so a rule is also found by words that it doesn't contain."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]

from bot.features.rulebook.service.term_scores import EPSILON, Postings, Scores

#: Number of dimensions of the semantic space.
_DIMENSIONS = 80


class Meanings:
    """Represents phrases and rules as vectors in a space with few dimensions.

    Phrases that occur in the same rules are close to each other. Therefore, a rule can also be found by words that it
    doesn't contain ("until it's over" finds the end), and by the form of a question ("how many", "who"). The method is
    latent semantic analysis: Deerwester and others, Indexing by Latent Semantic Analysis, 1990.
    """

    def __init__(self, documents: Sequence[Iterable[str]]) -> None:
        postings = Postings(documents)
        spread = postings.spread()
        shared = spread > 1  # A term that occurs in only one rule reveals no similarity.
        column_of = np.cumsum(shared) - 1
        self._columns = {term: column_of[number] for term, number in postings.terms.items() if shared[number]}
        rarities = 1 + np.log((1 + postings.rules) / (1 + spread[shared]))
        posting_indexes = shared[postings.term_of]
        columns = column_of[postings.term_of[posting_indexes]]
        rows, cells = (
            postings.rule_of[posting_indexes],
            (1 + np.log(postings.times[posting_indexes])) * rarities[columns],
        )
        lengths = np.sqrt(np.bincount(rows, cells**2, postings.rules))
        weights = np.zeros((postings.rules, len(rarities)), np.float32)
        weights[rows, columns] = cells / lengths[rows]
        with threadpool_limits(1):  # Use one thread: several would be slower because they wait for each other.
            strengths, axes = np.linalg.eigh(weights @ weights.T)
            axes = axes[:, -_DIMENSIONS:] / np.sqrt(np.maximum(strengths[-_DIMENSIONS:], EPSILON))
            places = weights.T @ axes
            self._rules = _directions(weights @ places)
            self._phrases = (rarities[:, None] * places).astype(np.float32)

    def likeness(self, terms: Collection[str]) -> Scores:
        """Return each rule's cosine similarity to the set of these phrases, from -1 to 1."""
        return self._rules @ self.vectors([terms])[0]

    def vectors(self, texts: Iterable[Iterable[str]]) -> npt.NDArray[np.float32]:
        """Return the direction of each text, given its phrases; zero if all its phrases are unknown."""
        found = [[self._columns[term] for term in terms if term in self._columns] for terms in texts]
        sums = np.zeros((len(found), self._phrases.shape[1]), np.float32)
        for number, columns in enumerate(found):
            if columns:  # One text at a time: np.add.reduceat over all texts takes five times as long.
                sums[number] = self._phrases.take(columns, 0).sum(0)
        return _directions(sums)


class Passages:
    """Compares a question with each single text about a rule, because a question is usually about one of them."""

    def __init__(self, meanings: Meanings, rules: Sequence[Sequence[Iterable[str]]]) -> None:
        self._meanings = meanings
        # Half precision is exact enough for a comparison, and a book has thousands of texts.
        self._vectors = meanings.vectors(chain.from_iterable(rules)).astype(np.float16)
        lengths = [len(texts) for texts in rules]
        self._begins = np.cumsum([0, *lengths[:-1]])

    def likeness(self, terms: Collection[str]) -> Scores:
        """Return the cosine similarity between these phrases and the most similar text about each rule."""
        vectors = self._vectors.astype(np.float32)  # numpy multiplies half precision slowly
        return np.maximum.reduceat(vectors @ self._meanings.vectors([terms])[0], self._begins)


def _directions(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the vectors normalised to length 1; a zero vector stays zero."""
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), EPSILON)
