"""The structure of a game's packs: its files, and the contents of a whole box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, TypeAdapter

from rules.kernel.content.records import Record
from rules.kernel.content.spreadsheets import Sheet
from rules.kernel.words.translation import Localised

#: A record as written in a file, before validation.
Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Need:
    """The number of pieces of a kind in the box, with the rule that says so.

    `of` returns how many of them a record counts for; its result for a broken record doesn't matter. If `exact`, a pack
    must have exactly this number, and our records make room for those laid over them, except for `kept`, which rules
    name. With `each`, the number applies to every record, such as a deck; with `per`, to each value of that field. A
    need without a name only makes room.
    """

    what: str
    file: str
    count: int
    rule: str
    of: Callable[[Raw], int] = lambda _record: 1
    exact: bool = True
    kept: frozenset[str] = frozenset()
    each: bool = False
    per: str = ""

    def counted(self, record: object) -> int:
        """Return how many pieces a record counts for."""
        try:
            return self.of(cast("Raw", record)) if isinstance(record, dict) else 0
        except (AttributeError, KeyError, TypeError, ValueError):
            return 0


@dataclass(frozen=True)
class Shape:
    """A game's files (each a list of records with ids, or a single record), its sheets, and the needs of a whole box.

    A pack may omit the files in `optional`.
    """

    game: str
    lists: Mapping[str, TypeAdapter[Any]]
    singles: Mapping[str, TypeAdapter[Any]] = field(default_factory=dict[str, TypeAdapter[Any]])
    sheets: tuple[Sheet, ...] = ()
    needs: tuple[Need, ...] = ()
    #: Look-up ids for a file's records; records of other files have none.
    entries: Mapping[str, Callable[[Raw], list[str]]] = field(default_factory=dict[str, Callable[[Raw], list[str]]])
    optional: frozenset[str] = frozenset()


def called(pattern: str) -> Callable[[Raw], list[str]]:
    """Return a function that gives a record's look-up ids: its own id in a pattern such as `mythos_{}`."""
    return lambda record: [pattern.format(record["id"])]


class About(Record):
    """The description of a pack in `pack.json`. With `base` its records are laid over ours: they replace and add by id,
    and `remove` lists records to take away, by file; without it the pack is a whole one.
    """

    name: Localised
    game: str
    version: Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)] = Field(
        default="1", min_length=1, max_length=30
    )
    note: str = Field(default="", max_length=2_000)
    base: Literal["base"] | None = None
    remove: dict[str, list[str]] = {}
