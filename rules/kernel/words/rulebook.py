"""The players' rules: numbered statements in chapters, in one file for each game and language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules.kernel.errors import ContentError
from rules.kernel.words import rule_conditions
from rules.kernel.words.rule_conditions import Condition

_CHAPTER = re.compile(r"^## (?P<code>[A-Z]+) (?P<title>\S.*)$")
_HEADING = re.compile(r"^### (?P<title>\S.*)$")
_RULE = re.compile(r"^- \*\*(?P<id>[A-Z]+-[A-Z]+\.\d+[a-z]?)\*\*(?P<ruling> \(ruling\))? (?P<text>\S.*)$")
#: A rule id in a text, which refers to that rule.
REFERENCE = re.compile(r"\b[A-Z]+-[A-Z]+\.\d+[a-z]?\b")
#: A rule as RULES.md writes it, such as "- **EOD-GEN.7** [D p.11 L331] No Action turn…".
_DIGESTED = re.compile(r"^- \*\*(?P<id>[A-Z]+(?:-[A-Z]+)?\.\d+[a-z]?)\*\*\s*(?:\[[^\]]*\]\s*)?(?P<text>.*)$")
#: The codes of the chapters with worked examples, and a pattern for references to rules in RULES.md that leave out the
#: game's prefix.
_EXAMPLES = ("EX", "EXN")
_SHORT = re.compile(r"\b[A-Z]{2,}\.\d+[a-z]?\b")
_SECTION = re.compile(r"^#{1,4} (?P<title>.+)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered statement. `ruling` marks a decision that this project made because the printed rules are silent."""

    id: str
    #: The code of the chapter, such as DRAFT, and its title.
    code: str
    chapter: str
    #: The heading above the rule, within the chapter; "" if there is none.
    heading: str
    text: str
    ruling: bool = False

    @property
    def references(self) -> list[str]:
        """The ids of other rules that the text of this rule refers to."""
        return list(dict.fromkeys(REFERENCE.findall(self.text)))


@dataclass(frozen=True)
class Book:
    """The rules of a game in one language, in an order that suits learners."""

    locale: str
    rules: tuple[Rule, ...]
    #: Additional search words for each rule, by the rule's id. They are never shown.
    asked: Mapping[str, str] = field(default_factory=dict[str, str])
    #: The conditions of rules that hold only at some tables, by the rule's id.
    conditions: Mapping[str, Sequence[Condition]] = field(default_factory=dict[str, Sequence[Condition]])
    #: The ids of the worked examples that demonstrate each rule, by the rule's id.
    shown_by: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """The rules by their ids."""
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def chapters(self) -> dict[str, tuple[Rule, ...]]:
        """The rules of each chapter, by the chapter's code."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.code, []).append(rule)
        return {code: tuple(rules) for code, rules in found.items()}


def parse(text: str, locale: str, file: str, asked: str = "", conditions: str = "") -> Book:
    """Parse the players' rules of a game; raises ContentError that names the malformed line, if there is one.

    `asked` has one line for each rule: the rule's id, a tab, and additional search words. `conditions` lists
    the rules that hold only at some tables (see `rule_conditions`).
    """
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
            raise ContentError(
                "{file}, line {line}: this isn't a chapter, a heading or a new rule.", file=file, line=number
            )
    others = dict(line.split("\t", 1) for line in asked.splitlines())
    return Book(locale, tuple(found.values()), others, rule_conditions.parse(conditions, list(found)))


def digest(text: str) -> Book:
    """Parse the numbered rules in the text of RULES.md, which a game without separate players' rules uses."""
    rules = tuple(_digested(text))
    shown_by: dict[str, list[str]] = {}
    for rule in rules:
        if rule.code in _EXAMPLES:
            game = rule.id.partition("-")[0]
            for shown in dict.fromkeys(_SHORT.findall(rule.text)):
                shown_by.setdefault(f"{game}-{shown}", []).append(rule.id)
    return Book("en", rules, shown_by=shown_by)


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
