"""A game's language of cards: its records by family, an example of each and its text, and what printed cards need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from pydantic import Field

from rules.kernel.content.records import Record
from rules.kernel.words.text import Say

#: Put something into words.
Text = Callable[[Say], str]


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of a pack as its author writes it, and how a card says it; `text` is None for what no card says."""

    record: Record
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """Records of one sort, such as verbs or prices; each is told with its fields and its examples."""

    title: str
    #: What they are for, in a sentence or two.
    told: str
    kinds: tuple[type[Record], ...]
    examples: tuple[Example, ...]

    def of(self, kind: type[Record]) -> list[Example]:
        """Return the examples of a kind."""
        return [example for example in self.examples if type(example.record) is kind]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of which a field may say one, such as what can be counted."""

    title: str
    told: str
    words: Mapping[str, Text]


class Shown(Record):
    """What a printed card is known to do: an entry of a game's table of effects."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    #: What the printed card is called, or what the rulebook says of cards like it.
    printed: Annotated[str, Field(min_length=1)]
    #: What it does, in our own words.
    does: Annotated[str, Field(min_length=1)]
    #: Where that is known from.
    source: Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Written:
    """An entry of the table of effects, as the language says it."""

    shown: Shown
    #: What a pack's author writes.
    written: Mapping[str, Any]
    text: Text


@dataclass(frozen=True, slots=True)
class Language:
    """All that a game's packs can say."""

    families: tuple[Family, ...]
    vocabularies: tuple[Vocabulary, ...] = ()
    effects: tuple[Written, ...] = ()

    def examples_of(self, kind: type[Record]) -> list[Record]:
        """Return the examples of a kind."""
        return [example.record for family in self.families for example in family.of(kind)]


def kinds(union: Any) -> tuple[type[Record], ...]:
    """Return the records of a union, such as any verb."""
    inner = get_args(union)[0] if get_origin(union) is Annotated else union
    return get_args(inner) or (inner,)


def examples(records: Iterable[Any], text: Callable[[Say, Any], str] | None) -> tuple[Example, ...]:
    """Return examples that are all put into words in the same way, or that no card says."""
    return tuple(Example(record, _said(text, record) if text else None) for record in records)


def _said(text: Callable[[Say, Any], str], record: Any) -> Text:
    return lambda say: text(say, record)
