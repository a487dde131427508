"""Decodes the JSON columns of rows, so that an unreadable value affects only its own row."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from bot.app import metrics

log = logging.getLogger(__name__)

#: The JSON columns as "table.column", with the type that their values must have.
COLUMN_TYPES: Mapping[str, type[Any] | tuple[type[Any], ...]] = {
    "announcements.texts": dict,
    "changes.value": object,
    "cup_people.deck": object,
    "cup_ties.outcome": dict,
    "cup_ties.people": dict,
    "cups.rules": dict,
    "cups.told": list,
    "finished.options": dict,
    "finished.pace": dict,
    "follows.points": list,
    "guilds.settings": dict,
    "journal.action": dict,
    "journal.chance": list,
    "journal.events": list,
    "matches.options": dict,
    "matches.pace": dict,
    "outbox.payload": dict,
    "packs.title": dict,
    "processes.figures": dict,
    "results.played": dict,
    "results.scores": dict,
    "reviews.found": dict,
    "seeks.wanted": dict,
    "users.prefs": dict,
    "votes.agreed": list,
    "votes.data": dict,
}
#: Maximum number of unreadable rows that are remembered. Each remembered row is counted and logged only once.
MAX_REMEMBERED = 10_000

T = TypeVar("T")
Row = TypeVar("Row")


class UnreadableValue(Exception):
    """A saved value can't be read. The message names the row but doesn't quote the value, which may be secret."""

    def __init__(self, column: str, key: object) -> None:
        table, _, name = column.partition(".")
        super().__init__(f"In the table {table}, {name} of row {key} can't be read.")
        self.column = column
        self.key = key


#: The unreadable rows that this process has found, by column and key.
_reported: dict[tuple[str, str], None] = {}


def decoded(column: str, text: str | None, key: object) -> Any:
    """Return the value of a JSON column; None for NULL. Raises UnreadableValue, which names the row by its `key`."""
    if text is None:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableValue(column, key) from error
    if not isinstance(value, COLUMN_TYPES[column]):
        raise UnreadableValue(column, key)
    return value


def decoded_or(column: str, text: str | None, key: object, default: T) -> T:
    """Return the value of a JSON column. If it is unreadable, report it and return the default."""
    try:
        return decoded(column, text, key)
    except UnreadableValue as error:
        report(error)
        return default


def readable(rows: Iterable[Row], build: Callable[[Row], T]) -> list[T]:
    """Build a record from each row. Unreadable rows are reported and left out."""
    values: list[T] = []
    for row in rows:
        try:
            values.append(build(row))
        except UnreadableValue as error:
            report(error)
    return values


def report(error: UnreadableValue, **extra: Any) -> None:
    """Count and log an unreadable row. Each row is logged only once; `tenebrae doctor` lists all of them."""
    place = error.column, str(error.key)
    if place in _reported or len(_reported) >= MAX_REMEMBERED:
        return
    _reported[place] = None
    metrics.UNREADABLE_ROWS.labels(error.column.partition(".")[0]).inc()
    log.error(
        "a row can't be read: `tenebrae doctor` names it", extra={"column": error.column, "row": place[1], **extra}
    )


def unreadable_count() -> int:
    """Return how many unreadable rows this process has found since it started."""
    return len(_reported)
