"""Conditions of rules: some rules hold only for certain numbers of players, or for an option of the match.

A game lists them in `data/<game>/rules/conditions.txt`, one in each line: the chapters and rules, a tab, and the
condition, such as `seats=1`, `seats=2-5` or `format=sealed,draft`. `DP-SOLO` is a chapter, `DP-EX.40-45` a range of
rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_RANGE = re.compile(r"^(?P<chapter>[A-Z]+-[A-Z]+)(?:\.(?P<first>\d+)(?:-(?P<last>\d+))?)?$")
#: The name of the condition that is about the number of players.
SEATS = "seats"
_SOLO = frozenset(("1",))


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose players look up rules: the number of seats, and the options of the match by name."""

    seats: int
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])


#: Any table with several players: its number of seats and its options are unknown.
SEVERAL = Table(0)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a rule sets for a table: one of these values of an option, or numbers of seats."""

    name: str
    values: frozenset[str]

    def holds(self, table: Table) -> bool:
        """Return whether a rule with this condition holds at a table. What is unknown doesn't count against it."""
        if self.name != SEATS:
            return self.name not in table.options or str(table.options[self.name]).casefold() in self.values
        return str(table.seats) in self.values if table.seats else self.values != _SOLO


def parse(text: str, rule_ids: list[str]) -> dict[str, tuple[Condition, ...]]:
    """Return the conditions of rules by the ids of the rules; raises ValueError if a line names no rule.

    All conditions of a rule must hold.
    """
    found: dict[str, tuple[Condition, ...]] = {}
    for line in text.splitlines():
        names, _, condition = line.partition("\t")
        name, _, values = condition.partition("=")
        for words in names.split():
            ids = list(_matching(words, rule_ids))
            if not ids or not values:
                raise ValueError(f"{line}: {words} is no rule, or it has no condition")
            added = Condition(name, frozenset(_values(name, values)))
            found |= {rule_id: (*found.get(rule_id, ()), added) for rule_id in ids}
    return found


def _matching(words: str, rule_ids: list[str]) -> Iterator[str]:
    """Yield the ids of the rules that a chapter, a rule or a range of rules means."""
    named = _RANGE.match(words)
    if named is None:
        return
    first = int(named["first"] or 0)
    last = int(named["last"] or named["first"] or 10**6)
    for rule_id in rule_ids:
        chapter, _, number = rule_id.partition(".")
        if chapter == named["chapter"] and number.isdecimal() and first <= int(number) <= last:
            yield rule_id


def _values(name: str, values: str) -> Iterator[str]:
    """Yield the single values of a condition; "2-5" stands for the numbers of seats from 2 to 5."""
    for value in values.split(","):
        if name == SEATS:
            first, _, last = value.partition("-")
            yield from map(str, range(int(first), int(last or first) + 1))
        else:
            yield value
