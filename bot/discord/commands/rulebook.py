"""Search in a game's numbered rules: by id, or by words, even with spelling mistakes."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache

from rapidfuzz import fuzz, process, utils

from bot.discord.support import limits
from rules.kernel.game import AnyGame

_RULE = re.compile(r"^- \*\*(?P<id>[A-Z]+(?:-[A-Z]+)?\.\d+[a-z]?)\*\*\s*(?P<text>.*)$")
_HEADING = re.compile(r"^#{1,4} (?P<title>.+)$")
#: The source of a rule, such as "[P p.11 L335]", which players don't need.
_SOURCE = re.compile(r"^\[[^\]]*\]\s*")
_ID = re.compile(r"(?:(?P<section>[a-z]+)[\s.-]*)(?P<number>\d+[a-z]?)$")
#: Words less similar than this don't match.
GOOD = 80
#: Words without a meaning for the search.
ASKING = frozenset(
    "how many much who what when where which why is are do does can may must the an of in to my me if".split()  # noqa: SIM905
)
#: The longest rule in a message; longer ones are cut.
LONGEST = 700


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered statement."""

    id: str
    section: str
    text: str

    @property
    def line(self) -> str:
        """The rule as one message line."""
        return f"**{self.id}** {self.text}"


@cache
def load(game: AnyGame) -> tuple[Rule, ...]:
    """Return a game's rules in the order of its book."""
    found: list[Rule] = []
    section = ""
    for line in game.rulebook().splitlines():
        if heading := _HEADING.match(line):
            section = heading["title"]
        elif rule := _RULE.match(line):
            text = _SOURCE.sub("", rule["text"])
            found.append(Rule(rule["id"], section, text[:LONGEST]))
        elif line.startswith("  ") and line.strip() and found:
            last = found[-1]
            found[-1] = Rule(last.id, last.section, f"{last.text} {line.strip()}"[:LONGEST])
    return tuple(found)


def search(game: AnyGame, query: str, limit: int = 5) -> list[Rule]:
    """Return the rules that answer the query best: by id, by section, or by their words."""
    book = load(game)
    wanted = query.strip().casefold()[: limits.LOOKED_UP]
    if not wanted:
        return []
    exact = [rule for rule in book if _same_id(rule.id, wanted)]
    if exact:
        return exact[:limit]
    titles = [rule for rule in book if _in_section(rule, wanted)]
    if titles:
        return titles[:limit]
    scores = _scores(game, wanted)
    ranked = sorted(scores, key=lambda index: (-scores[index], index))
    return [book[index] for index in ranked[:limit]]


@dataclass(frozen=True, slots=True)
class _Index:
    """Where each word occurs: in the rule itself, or only in the title of its section."""

    inside: dict[str, set[int]]
    titled: dict[str, set[int]]
    lengths: list[int]


@cache
def _index(game: AnyGame) -> _Index:
    inside: dict[str, set[int]] = {}
    titled: dict[str, set[int]] = {}
    book = load(game)
    for number, rule in enumerate(book):
        for word in _words(rule.text):
            inside.setdefault(word, set()).add(number)
        for word in _words(rule.section):
            titled.setdefault(word, set()).add(number)
    return _Index(inside, titled, [len(rule.text) for rule in book])


def _words(text: str) -> list[str]:
    return [word for word in utils.default_process(text).split() if len(word) > 1]


def _scores(game: AnyGame, wanted: str) -> dict[int, float]:
    """Score the rules: rare words count more, misspelt words less, and long rules a little less."""
    index = _index(game)
    count = len(index.lengths)
    total = 0.0
    scores: dict[int, float] = {}
    asked = _words(wanted)
    for word in dict.fromkeys([word for word in asked if word not in ASKING] or asked):
        alike = _alike(word, [*index.inside, *index.titled])
        found: dict[int, float] = {}
        for other, likeness in alike.items():
            for places, weight in ((index.inside, 1.0), (index.titled, 0.7)):
                for number in places.get(other, ()):
                    found[number] = max(found.get(number, 0.0), likeness * weight)
        # A word that occurs nowhere is most likely filler.
        rarity = math.log(1 + count / (1 + len(found))) if found else 1.5
        total += rarity
        for number, likeness in found.items():
            scores[number] = scores.get(number, 0.0) + likeness * rarity
    # An answer must contain at least half of what was asked.
    return {number: score / (1 + index.lengths[number] / 300) for number, score in scores.items() if score >= total / 2}


def _alike(word: str, vocabulary: list[str]) -> dict[str, float]:
    """Return the words that may be meant, and how likely each is."""
    stem = word[: max(4, len(word) - 3)].removesuffix("s")
    found: dict[str, float] = {}
    for other in vocabulary:
        if other == word:
            found[other] = 1.0
        elif len(stem) > 2 and other.startswith(stem) and abs(len(other) - len(word)) <= 3:
            found[other] = 0.9
    for other, ratio, _ in process.extract(word, vocabulary, scorer=fuzz.ratio, limit=5, score_cutoff=GOOD):
        found.setdefault(other, 0.8 * ratio / 100)
    return found


def _same_id(rule_id: str, wanted: str) -> bool:
    own = rule_id.casefold()
    if own == wanted or own.partition("-")[2] == wanted:
        return True
    loose = _ID.search(wanted)
    return loose is not None and own.partition("-")[2] == f"{loose['section']}.{loose['number']}"


def _in_section(rule: Rule, wanted: str) -> bool:
    key = rule.id.casefold().rpartition(".")[0]
    return wanted in (key, key.partition("-")[2])
