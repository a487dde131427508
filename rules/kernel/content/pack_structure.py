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
    """The number of pieces of one kind in the box, and the rule that sets it.

    `of` returns the number of pieces in a record. If `exact`, a pack must have exactly this number; records of the base
    set are removed to make room for a pack's own, except for those in `kept`, which the rules mention by name. With
    `each`, the number applies to every record, such as a deck; with `per`, to each value of that field. A need whose
    `what` is empty only makes room.
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
        """Return the number of pieces in a record, 0 for a malformed one."""
        try:
            return self.of(cast("Raw", record)) if isinstance(record, dict) else 0
        except (AttributeError, KeyError, TypeError, ValueError):
            return 0


@dataclass(frozen=True)
class Shape:
    """The structure of a game's packs: files with a list of records or a single record, sheets, and the pieces of a
    whole box.

    A pack may omit the files in `optional`.
    """

    game: str
    lists: Mapping[str, TypeAdapter[Any]]
    singles: Mapping[str, TypeAdapter[Any]] = field(default_factory=dict[str, TypeAdapter[Any]])
    sheets: tuple[Sheet, ...] = ()
    needs: tuple[Need, ...] = ()
    #: By file, a function that returns the ids of a record in `/card`; records of other files aren't shown there.
    entries: Mapping[str, Callable[[Raw], list[str]]] = field(default_factory=dict[str, Callable[[Raw], list[str]]])
    optional: frozenset[str] = frozenset()


def entry_ids(pattern: str) -> Callable[[Raw], list[str]]:
    """Return a function for `Shape.entries` that puts a record's id into a pattern such as `mythos_{}`."""
    return lambda record: [pattern.format(record["id"])]


class About(Record):
    """The description of a pack, `pack.json`.

    With `base`, the pack's records are merged over the base set by id, and `remove` lists records of the base set to
    remove, by file. Without it the pack is self-contained.
    """

    name: Localised
    game: str
    version: Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)] = Field(
        default="1", min_length=1, max_length=30
    )
    note: str = Field(default="", max_length=2_000)
    base: Literal["base"] | None = None
    remove: dict[str, list[str]] = {}
