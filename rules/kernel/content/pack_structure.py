"""The structure of a game's content packs: their files, and the contents of a complete box."""

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
    """The number of pieces of one kind in a complete box, and the id of the rule that sets the number.

    `of` returns the number of pieces that a record stands for. If `exact`, a pack must have exactly this number, and
    base set records are removed to make room for the pack's own. Records in `kept` are never removed, because the rules
    mention them by name. If `each`, the number applies to every single record, such as a deck. If `per` is set, it
    applies to each value of that field. If `what` is empty, the number isn't shown to the pack's author, and only
    limits the base set records that stay.
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
        """Return the number of pieces that a record stands for; 0 for a malformed record."""
        try:
            return self.of(cast("Raw", record)) if isinstance(record, dict) else 0
        except (AttributeError, KeyError, TypeError, ValueError):
            return 0


@dataclass(frozen=True)
class Shape:
    """The structure of a game's content packs.

    `lists` are the files with a list of records, and `singles` the files with one record. `needs` are the numbers of
    pieces in a complete box. A pack may omit the files in `optional`.
    """

    game: str
    lists: Mapping[str, TypeAdapter[Any]]
    singles: Mapping[str, TypeAdapter[Any]] = field(default_factory=dict[str, TypeAdapter[Any]])
    sheets: tuple[Sheet, ...] = ()
    needs: tuple[Need, ...] = ()
    #: For each file, a function that returns the ids of a record's entries in `/card`. Records of other files aren't
    #: shown there.
    entries: Mapping[str, Callable[[Raw], list[str]]] = field(default_factory=dict[str, Callable[[Raw], list[str]]])
    optional: frozenset[str] = frozenset()


def entry_ids(pattern: str) -> Callable[[Raw], list[str]]:
    """Return a function for `Shape.entries` that inserts a record's id into a pattern such as `mythos_{}`."""
    return lambda record: [pattern.format(record["id"])]


class About(Record):
    """The description of a pack, `pack.json`.

    If `base` is set, the pack's records are merged over the base set by id, and `remove` lists, for each file, the base
    set records to remove. Otherwise the pack is self-contained.
    """

    name: Localised
    game: str
    version: Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)] = Field(
        default="1", min_length=1, max_length=30
    )
    note: str = Field(default="", max_length=2_000)
    base: Literal["base"] | None = None
    remove: dict[str, list[str]] = {}
