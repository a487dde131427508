"""The records of content packs. They are validated when they are read, and errors name the file and the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, TypeAdapter, ValidationError

from rules.kernel.content.json_places import line_of
from rules.kernel.content.pack_faults import Fault, Faults, raise_fault
from rules.kernel.content.pack_files import json_of
from rules.kernel.content.validation_messages import explained
from rules.kernel.words.spelling import LONGEST
from rules.kernel.words.translation import LOCALES, Localised

__all__ = [
    "Flavour",
    "Flavoured",
    "Marked",
    "Printed",
    "Record",
    "by_id",
    "fault_at",
    "raise_fault",
    "read",
    "read_records",
    "record_at",
]

T = TypeVar("T")

#: Maximum length of a flavour text: three lines on a large card.
MOST_FLAVOUR = 160


def _plain(flavour: Localised) -> Localised:
    """Return the flavour text; raises ValueError if it is too long for a card or isn't a single line of plain text."""
    for locale in LOCALES:
        text: str = getattr(flavour, locale)
        if len(text) > MOST_FLAVOUR:
            raise ValueError(f"a flavour text has at most {MOST_FLAVOUR} characters ({locale})")
        if any(sign in text for sign in "{}\n"):
            raise ValueError(f"a flavour text is one line without signs in braces ({locale})")
    return flavour


#: A line of flavour in each language, without rules text or icons.
Flavour = Annotated[Localised, AfterValidator(_plain)]

#: The parts of a card that a pack can take from the printed rulebook. All other parts were invented for the pack.
Printed = Literal["name", "effect", "numbers"]


class Record(BaseModel):
    """A record of a content pack. Unknown fields are rejected, so typos in field names are found."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Marked(Record):
    """A record that lists which of its parts come from the printed rulebook; none by default."""

    #: The parts that come from the printed rulebook; only the base set needs this.
    printed: tuple[Printed, ...] = ()


class Flavoured(Marked):
    """A record that is shown as a card, with an optional line of flavour text, which has no rules meaning."""

    #: A line of flavour text without rules, at most 160 characters.
    flavour: Flavour | None = None


class Identified(Protocol):
    """The protocol of records that have an id."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Identified)


def read(folder: Path | Traversable, name: str, adapter: TypeAdapter[T]) -> T:
    """Return the validated content of one file of a pack.

    Raises ContentError with the file name and, for each error, its place and a message.
    """
    text, data = json_of(folder, name)
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        faults = Faults()
        faults.add(*(fault_at(name, text, data, place, said) for place, said in explained(error, adapter, data)))
        faults.raise_if_any()
        raise


def fault_at(name: str, text: str, data: Any, place: Sequence[int | str], said: str) -> Fault:
    """Return an error with its line and with the id of its record, which is easier to find than a list index."""
    record = record_at(data, place)
    shown = ".".join(map(str, place)) or "the file"
    return Fault(name, f"{shown} (in {record})" if record else shown, said, line_of(text, place), record)


def record_at(data: Any, place: Sequence[int | str]) -> str:
    """Return the id of the record that contains a path; "" if there is no record or the record has no id."""
    if not isinstance(data, list) or not place or not isinstance(place[0], int):
        return ""
    record = cast("list[object]", data)[place[0]]
    found = cast("dict[str, object]", record).get("id") if isinstance(record, dict) else None
    return found if isinstance(found, str) and len(found) <= LONGEST else ""


def read_records(folder: Path | Traversable, name: str, adapter: TypeAdapter[list[R]]) -> dict[str, R]:
    """Return the records in one file of a pack, by id; raises ContentError under the same conditions as `read`."""
    return by_id(name, read(folder, name, adapter))


def by_id(name: str, records: Iterable[R]) -> dict[str, R]:
    """Return records by id; raises ContentError if two records have the same id."""
    found: dict[str, R] = {}
    for index, record in enumerate(records):
        if record.id in found:
            raise_fault(name, f"{index}.id", f"{record.id} is listed twice")
        found[record.id] = record
    return found
