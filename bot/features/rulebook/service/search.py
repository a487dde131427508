"""Searches a game's rules by id, by chapter, or by a question in the reader's language.

Words are compared by their stems, so "drafted" finds "draft", and by groups of letters, so parts of compounds and
misspelt words also count. A rule is indexed by its text, its titles, and other words that people use for it. Phrases
that occur in the same rules are considered similar in meaning (see `meanings.py`). Rules for other tables than the
reader's, such as rules of solo play, rank behind the others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice

import numpy as np
from rapidfuzz import fuzz, process

from bot.features.rulebook.service.chat_words import written_out
from bot.features.rulebook.service.meanings import Meanings, Passages
from bot.features.rulebook.service.term_scores import Scores, Terms
from bot.features.rulebook.service.word_stems import (
    STOP_WORDS,
    WORD,
    content_words,
    folded,
    letters,
    phrases,
    stem,
    word_parts,
)
from rules.kernel.game import AnyGame
from rules.kernel.words.rule_conditions import SEVERAL, Table
from rules.kernel.words.rulebook import Book, Rule

#: Maximum number of characters of a question that are read. Real questions are far shorter.
MAX_QUESTION_LENGTH = 200
#: A word that occurs in no rule is replaced by an indexed word with at least this similarity (out of 100).
MIN_WORD_SIMILARITY = 78
#: Maximum number of words that are tried as completions of an unfinished word.
_MAX_COMPLETIONS = 8
#: The weights of similar meaning relative to matching words: of all phrases about a rule, of the parts of their words,
#: and of the single text about a rule that is most similar, by its phrases and by the parts of its words.
_MEANING_WEIGHT, _PARTS_WEIGHT, _PASSAGE_WEIGHT, _PASSAGE_PARTS_WEIGHT = 1.2, 0.9, 0.5, 0.8
#: The weight of identical spelling when words are compared by letters, relative to matching words.
_LETTER_WEIGHT = 25.0
#: Minimum similarity in letters for finding any rule, if no rule contains a word of the question.
_MIN_LETTER_SIMILARITY = 0.35
#: The bonus for rules about the reader's current situation, as a share of the best score. The bonus is divided by the
#: number of words in the question, at least two: a short question is probably about the current situation, but a long
#: one may be about anything, and "how do I win" is asked in the middle of a turn too.
_SITUATION_BONUS = 0.7
#: The factor that raises the scores of the rules in a chapter if the question is one word of its title.
_TITLE_FACTOR = 1.25
#: The bonus for a rule that other rules refer to, as a share of the best score, times the logarithm of their number:
#: people ask about such rules more often.
_REFERENCE_BONUS = 0.05
#: Factors that lower the scores of worked examples, steps and rulings, so they rank below an ordinary rule with the
#: same content.
_SECTION_FACTORS = {"EX": 0.9, "EXN": 0.9, "SM": 0.8, "HC": 0.7}
#: Factors that lower the scores of rules that don't hold at the reader's table, and of rules of solo play if the reader
#: asks away from a table.
_OTHER_TABLE_FACTOR, _SOLO_FACTOR = 0.6, 0.85


@dataclass(frozen=True, slots=True)
class _Index:
    book: Book
    words: Terms
    letters: Terms
    meanings: Meanings
    parts: Meanings
    passages: Passages
    passage_parts: Passages
    #: The rules that each spelling of an id may refer to.
    named: Mapping[str, list[Rule]]
    #: The rules of each chapter and heading, keyed both by the letters in their ids and by the title.
    chapters: Mapping[str, list[Rule]]
    #: The index of each rule in the rulebook, and the factor that multiplies its score.
    places: Mapping[str, int]
    behind: Scores
    #: The bonus of each rule for the rules that refer to it, as a share of the best score.
    referred: Scores


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
        Terms([[stems[word] for word in rule] for rule in words]),
        Terms([chain.from_iterable(map(letters, rule)) for rule in words]),
        *_indexed_meanings(texts, stems),
        _named(book),
        _chapters(book),
        {rule.id: place for place, rule in enumerate(book.rules)},
        np.array([_SECTION_FACTORS.get(rule.code, 1.0) for rule in book.rules]),
        _referred(book),
    )


def _texts(book: Book, rule: Rule) -> list[list[str]]:
    """Return the words of each text about a rule: the rule's text with its titles, and each of its search texts."""
    texts = (f"{rule.text} {rule.chapter} {rule.heading}", *book.asked.get(rule.id, "").split("|"))
    return [WORD.findall(text) for text in texts]


def _indexed(texts: Sequence[Sequence[str]], names: Collection[str]) -> list[str]:
    """Return the words that index a rule: each text's words that are in `names` or, if it has none, all its words."""
    return [word for text in texts for word in ([one for one in text if one in names] or text)]


def _indexed_meanings(
    texts: Sequence[Sequence[Sequence[str]]], stems: Mapping[str, str]
) -> tuple[Meanings, Meanings, Passages, Passages]:
    """Return the meanings of the rules' phrases and of their groups of letters, and of those in each single text."""
    stemmed = [[phrases([stems[word] for word in text]) for text in rule] for rule in texts]
    grouped = [[_word_parts(text) for text in rule] for rule in texts]
    meanings, parts = (Meanings([list(chain.from_iterable(rule)) for rule in terms]) for terms in (stemmed, grouped))
    return meanings, parts, Passages(meanings, stemmed), Passages(parts, grouped)


def _word_parts(words: Iterable[str]) -> list[str]:
    """Return the groups of letters in some words, which are compared like phrases."""
    return list(chain.from_iterable(map(word_parts, words)))


def _referred(book: Book) -> Scores:
    """Return the bonus of each rule for the rules that refer to it."""
    referring = Counter(chain.from_iterable(rule.references for rule in book.rules))
    return _REFERENCE_BONUS * np.log1p([referring[rule.id] for rule in book.rules])


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


def search(
    game: AnyGame, locale: str, question: str, limit: int = 5, now: Sequence[str] = (), table: Table | None = None
) -> list[Rule]:
    """Return the rules that best answer a question, found by id, by chapter, or by words.

    `now` contains the ids of the rules about the reader's current situation, which get a bonus. If the question
    contains only question words ("what may I do now?"), only these rules are returned. Rules that don't hold at the
    reader's `table` rank behind the others; without a table, rules of solo play do.
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
    query = written_out(index.book.locale, query)
    query_words = content_words(index.book.locale, query)
    scores = _scores(index, query, query_words)
    if not scores.any():  # the question has only question words, or words that no rule contains
        return [index.book.rules[place] for place in situation[:limit]]
    scores += np.where(scores > 0, index.referred * scores.max(), 0.0)
    scores *= _table_factors(index.book, table)
    if len(query_words) == 1:
        scores[[folded(query_words[0]) in folded(rule.chapter) for rule in index.book.rules]] *= _TITLE_FACTOR
    scores[situation] += _SITUATION_BONUS / max(2, len(query_words)) * scores.max()
    ranked = np.argsort(-scores, kind="stable")[:limit]
    return [index.book.rules[place] for place in ranked if scores[place] > 0]


def _table_factors(book: Book, table: Table | None) -> Scores:
    """Return the factors that lower the scores of rules for other tables."""
    factor, asked = (_SOLO_FACTOR, SEVERAL) if table is None else (_OTHER_TABLE_FACTOR, table)
    conditions = [book.conditions.get(rule.id, ()) for rule in book.rules]
    return np.array([1.0 if all(one.holds(asked) for one in rule) else factor for rule in conditions])


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
    words = WORD.findall(question)
    asked, parts = phrases([stem(locale, word) for word in words]), _word_parts(words)
    meant = (
        _MEANING_WEIGHT * _standardised(index.meanings.likeness(asked))
        + _PARTS_WEIGHT * _standardised(index.parts.likeness(parts))
        + _PASSAGE_WEIGHT * _standardised(index.passages.likeness(asked))
        + _PASSAGE_PARTS_WEIGHT * _standardised(index.passage_parts.likeness(parts))
    )
    return (_standardised(written) + meant) * index.behind


def _completions(word: str, terms: Iterable[str]) -> list[str]:
    """Return the first indexed words that start with an unfinished word; none if the word is too short."""
    return list(islice((term for term in terms if term.startswith(word)), _MAX_COMPLETIONS)) if len(word) > 2 else []


def _standardised(scores: Scores) -> Scores:
    """Return the scores divided by their standard deviation, so scores of different kinds can be added."""
    return scores / (scores.std() or 1.0)
