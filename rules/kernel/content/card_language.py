"""A game's card language: its records grouped into families, with examples, and the known effects of printed cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from pydantic import Field

from rules.kernel.content.records import Record
from rules.kernel.words.translation import Translator

#: A function that returns a text in the translator's language.
Text = Callable[[Translator], str]


@dataclass(frozen=True, slots=True)
class Example:
    """A record as a pack's author writes it, and its card text. The text is None for records that aren't on cards."""

    record: Record
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """Related records, such as all verbs or all prices. Each record is documented with its fields and examples."""

    title: str
    #: One or two sentences that explain the purpose of these records.
    purpose: str
    kinds: tuple[type[Record], ...]
    examples: tuple[Example, ...]

    def of(self, kind: type[Record]) -> list[Example]:
        """Return the examples of this kind of record."""
        return [example for example in self.examples if type(example.record) is kind]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a field accepts, such as the names of everything that cards can count."""

    title: str
    purpose: str
    words: Mapping[str, Text]


class Shown(Record):
    """A known effect of a printed card: one entry in a game's table of effects."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    #: The name of the printed card, or the rulebook's name for cards of this kind.
    printed: Annotated[str, Field(min_length=1)]
    #: The effect of the card, in our own words.
    does: Annotated[str, Field(min_length=1)]
    #: Where the effect is documented, such as a page of the rulebook.
    source: Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Written:
    """A known effect of a printed card, with the JSON and the card text that express it in the card language."""

    shown: Shown
    #: The JSON that a pack's author would write for the effect.
    written: Mapping[str, Any]
    text: Text


@dataclass(frozen=True, slots=True)
class Language:
    """Everything that the packs of a game can use: its records, the words for their fields, and known effects."""

    families: tuple[Family, ...]
    vocabularies: tuple[Vocabulary, ...] = ()
    effects: tuple[Written, ...] = ()

    def examples_of(self, kind: type[Record]) -> list[Record]:
        """Return the examples of this kind of record."""
        return [example.record for family in self.families for example in family.of(kind)]


def kinds(union: Any) -> tuple[type[Record], ...]:
    """Return the record classes in a type union, such as all verbs."""
    inner = get_args(union)[0] if get_origin(union) is Annotated else union
    return get_args(inner) or (inner,)


def examples(records: Iterable[Any], text: Callable[[Translator, Any], str] | None) -> tuple[Example, ...]:
    """Return these records as examples.

    `text` returns the card text of a record; it is None for records that aren't on cards.
    """
    return tuple(Example(record, _text_of(text, record) if text else None) for record in records)


def _text_of(text: Callable[[Translator, Any], str], record: Any) -> Text:
    return lambda say: text(say, record)
