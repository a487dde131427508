"""What the packs of a game are made of: its files, and what a whole box holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, TypeAdapter

from rules.kernel.content.records import Record
from rules.kernel.content.sheets import Sheet
from rules.kernel.words.text import Localised

#: A record as it stands in a file, before it is checked.
Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Need:
    """How many pieces of a kind are in the box, by the rule that says so.

    `of` tells how many of them a record is; what it makes of a broken record doesn't count. Where `exact`, a pack must
    hold so many, and those of ours make room for those that are laid over them, except for `kept`, which rules name.
    With `each` there are so many in every record, such as a deck; with `per`, so many for each value of that field.
    What has no name is only made room for.
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
        """Return how many of the kind a record is."""
        try:
            return self.of(cast("Raw", record)) if isinstance(record, dict) else 0
        except (AttributeError, KeyError, TypeError, ValueError):
            return 0


@dataclass(frozen=True)
class Shape:
    """A game's files, each a list of records by their ids or a single one, its sheets, and the needs of a whole box.

    A pack may leave out those that are `optional`.
    """

    game: str
    lists: Mapping[str, TypeAdapter[Any]]
    singles: Mapping[str, TypeAdapter[Any]] = field(default_factory=dict[str, TypeAdapter[Any]])
    sheets: tuple[Sheet, ...] = ()
    needs: tuple[Need, ...] = ()
    #: Under which ids a record of a file can be looked up; of the others nothing can.
    entries: Mapping[str, Callable[[Raw], list[str]]] = field(default_factory=dict[str, Callable[[Raw], list[str]]])
    optional: frozenset[str] = frozenset()


def called(pattern: str) -> Callable[[Raw], list[str]]:
    """Return what tells under which id a record is looked up: its own in a pattern such as `mythos_{}`."""
    return lambda record: [pattern.format(record["id"])]


class About(Record):
    """What `pack.json` says of its pack. With `base` its records are laid over ours: by their ids they replace and
    add, and those of `remove` are taken away, by file; without it the pack is a whole one.
    """

    name: Localised
    game: str
    version: Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)] = Field(
        default="1", min_length=1, max_length=30
    )
    note: str = Field(default="", max_length=2_000)
    base: Literal["base"] | None = None
    remove: dict[str, list[str]] = {}
