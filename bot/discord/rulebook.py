"""Looking things up in a game's numbered rules: by id, or by words however they are spelt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from rapidfuzz import fuzz, process, utils

import rules

_RULE = re.compile(r"^- \*\*(?P<id>[A-Z]+(?:-[A-Z]+)?\.\d+[a-z]?)\*\*\s*(?P<text>.*)$")
_HEADING = re.compile(r"^#{1,4} (?P<title>.+)$")
#: Where a rule comes from: "[P p.11 L335]"; of no use to a player.
_SOURCE = re.compile(r"^\[[^\]]*\]\s*")
_ID = re.compile(r"(?:(?P<section>[a-z]+)[\s.-]*)(?P<number>\d+[a-z]?)$")
#: A match below this is no answer.
GOOD = 55
#: A rule in Discord's message; longer ones are cut.
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
def load(game_id: str) -> tuple[Rule, ...]:
    """Return a game's rules in the order of its book."""
    found: list[Rule] = []
    section = ""
    for line in rules.GAMES[game_id].rulebook().splitlines():
        if heading := _HEADING.match(line):
            section = heading["title"]
        elif rule := _RULE.match(line):
            text = _SOURCE.sub("", rule["text"])
            found.append(Rule(rule["id"], section, text[:LONGEST]))
        elif line.startswith("  ") and line.strip() and found:
            last = found[-1]
            found[-1] = Rule(last.id, last.section, f"{last.text} {line.strip()}"[:LONGEST])
    return tuple(found)


def search(game_id: str, query: str, limit: int = 5) -> list[Rule]:
    """Return the rules that answer the query best: the one with that id, its section, or those with its words."""
    book = load(game_id)
    wanted = query.strip().casefold()
    if not wanted:
        return []
    exact = [rule for rule in book if _same_id(rule.id, wanted)]
    if exact:
        return exact[:limit]
    titles = [rule for rule in book if _in_section(rule, wanted)]
    if titles:
        return titles[:limit]
    texts = {index: f"{rule.section} {rule.text}" for index, rule in enumerate(book)}
    hits = process.extract(
        wanted, texts, scorer=fuzz.token_set_ratio, processor=utils.default_process, limit=40, score_cutoff=GOOD
    )
    # Of rules that hold the words alike, the one that comes nearest to saying nothing else.
    ranked = sorted(hits, key=lambda hit: (-hit[1], -fuzz.partial_ratio(wanted, hit[0].casefold()), len(hit[0])))
    return [book[index] for _, _, index in ranked[:limit]]


def _same_id(rule_id: str, wanted: str) -> bool:
    own = rule_id.casefold()
    if own == wanted or own.partition("-")[2] == wanted:
        return True
    loose = _ID.search(wanted)
    return loose is not None and own.partition("-")[2] == f"{loose['section']}.{loose['number']}"


def _in_section(rule: Rule, wanted: str) -> bool:
    key = rule.id.casefold().rpartition(".")[0]
    return wanted in (key, key.partition("-")[2])
