"""The rules for players: numbered statements in chapters, one file for each game and language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.kernel.errors import ContentError

_CHAPTER = re.compile(r"^## (?P<code>[A-Z]+) (?P<title>\S.*)$")
_HEADING = re.compile(r"^### (?P<title>\S.*)$")
_RULE = re.compile(r"^- \*\*(?P<id>[A-Z]+-[A-Z]+\.\d+[a-z]?)\*\*(?P<ruling> \(ruling\))? (?P<text>\S.*)$")
#: An id inside a text, which refers to another rule.
REFERENCE = re.compile(r"\b[A-Z]+-[A-Z]+\.\d+[a-z]?\b")
#: A rule of a developers' page, such as "- **EOD-GEN.7** [D p.11 L331] No Action turn…", and the heading above it.
_DIGESTED = re.compile(r"^- \*\*(?P<id>[A-Z]+(?:-[A-Z]+)?\.\d+[a-z]?)\*\*\s*(?:\[[^\]]*\]\s*)?(?P<text>.*)$")
_SECTION = re.compile(r"^#{1,4} (?P<title>.+)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered statement. `ruling` tells that the printed rules leave it open and this project decides it."""

    id: str
    #: The letters of the chapter, such as DRAFT, and its title.
    code: str
    chapter: str
    #: The heading above it inside the chapter; "" without one.
    heading: str
    text: str
    ruling: bool = False

    @property
    def references(self) -> list[str]:
        """The ids of other rules that its text names."""
        return list(dict.fromkeys(REFERENCE.findall(self.text)))


@dataclass(frozen=True)
class Book:
    """A game's rules in one language, in the order in which one learns the game."""

    locale: str
    rules: tuple[Rule, ...]

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """The rules by their ids."""
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def chapters(self) -> dict[str, tuple[Rule, ...]]:
        """The rules of each chapter, by its letters."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.code, []).append(rule)
        return {code: tuple(rules) for code, rules in found.items()}


def parse(text: str, locale: str, file: str) -> Book:
    """Read a game's rules for players; raises ContentError with the line that is not as it should be."""
    found: dict[str, Rule] = {}
    code = chapter = heading = ""
    for number, line in enumerate(text.splitlines(), 1):
        if title := _CHAPTER.match(line):
            code, chapter, heading = title["code"], title["title"], ""
        elif title := _HEADING.match(line):
            heading = title["title"]
        elif (rule := _RULE.match(line)) and code and rule["id"] not in found:
            found[rule["id"]] = Rule(rule["id"], code, chapter, heading, rule["text"], bool(rule["ruling"]))
        elif line:
            raise ContentError("{file}, line {line}: this is no chapter, heading or new rule.", file=file, line=number)
    return Book(locale, tuple(found.values()))


def digest(text: str) -> Book:
    """Read the numbered rules of a developers' page (RULES.md), for a game without rules for players."""
    return Book("en", tuple(_digested(text)))


def _digested(text: str) -> Iterator[Rule]:
    section, last = "", None
    for line in text.splitlines():
        if heading := _SECTION.match(line):
            section = heading["title"]
        elif rule := _DIGESTED.match(line):
            if last is not None:
                yield last
            code = rule["id"].rpartition(".")[0].rpartition("-")[2]
            last = Rule(rule["id"], code, section, "", rule["text"])
        elif line.startswith("  ") and line.strip() and last is not None:
            last = Rule(last.id, last.code, last.chapter, "", f"{last.text} {line.strip()}")
    if last is not None:
        yield last
