"""Content packs: JSON records, validated at load, with errors that name the file and the place in it."""

from __future__ import annotations

import json
import re
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, Protocol, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from rules.kernel.errors import ContentError
from rules.kernel.words.spelling import LONGEST, meant
from rules.kernel.words.text import LOCALES, Localised

T = TypeVar("T")

#: The most characters of a flavour text: three lines of a large card.
MOST_FLAVOUR = 160


def _plain(flavour: Localised) -> Localised:
    """Refuse what a card can't show as a short line of its own."""
    for locale in LOCALES:
        text: str = getattr(flavour, locale)
        if len(text) > MOST_FLAVOUR:
            raise ValueError(f"a flavour text has at most {MOST_FLAVOUR} characters ({locale})")
        if any(sign in text for sign in "{}\n"):
            raise ValueError(f"a flavour text is one line without signs in braces ({locale})")
    return flavour


#: A line of mood in each language, which says nothing about the rules: signs belong to those.
Flavour = Annotated[Localised, AfterValidator(_plain)]

#: What a rulebook can fix of a card. Whatever is not printed was made for the pack.
Printed = Literal["name", "effect", "numbers"]


class Record(BaseModel):
    """A piece of content. Unknown fields are an error, so that a typo is noticed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Marked(Record):
    """A piece of content that says what of it the rulebook fixes; by default nothing: it is the pack's own."""

    #: What of it the rulebook fixes; only our own packs need to say.
    printed: tuple[Printed, ...] = ()


class Flavoured(Marked):
    """A piece of content that a card shows, with a line of mood if it has one: it says nothing about the rules."""

    #: A line of mood, which says nothing about the rules: at most 160 characters.
    flavour: Flavour | None = None


class Identified(Protocol):
    """A record of a pack: it has an id of its own."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Identified)

#: A pack file larger than this, with more values or larger numbers, is a mistake or an attack, not content: the largest
#: of our own has 100 kB, a few thousand values and numbers of two digits.
MAX_BYTES = 4_000_000
MAX_VALUES = 40_000
MAX_NUMBER = 10_000
#: The most faults reported for one file.
MOST_FAULTS = 20
#: Characters that no name or text may have: control characters but line feeds, changes of direction, surrogates.
_UNPRINTABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def read(folder: Path | Traversable, name: str, adapter: TypeAdapter[T]) -> T:
    """Return the validated content of one file of a pack.

    Raises ContentError naming the file, and for each fault the place in it and what is wrong there.
    """
    text = _text(folder, name)
    _check(name, text)
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise ContentError("{faults}", faults=_faults(name, text, error)) from error


def _text(folder: Path | Traversable, name: str) -> str:
    """Return the text of a pack's file, reading no more than such a file may hold."""
    file = folder.joinpath(name)
    try:
        # A path out of the folder is not part of the pack, and reading a device would never end.
        if isinstance(file, Path) and not file.resolve().is_relative_to(folder.resolve()):  # type: ignore[union-attr]
            fail(name, "the file", "it lies outside the folder of the pack")
        if not file.is_file():
            raise ContentError("The content file {file} can't be read.", file=name)
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, RuntimeError) as error:
        raise ContentError("The content file {file} can't be read.", file=name) from error
    if len(data) > MAX_BYTES:
        raise ContentError("The content file {file} is too large.", file=name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        fail(name, "the file", "it is not UTF-8 text")


class _Doubled(dict[str, Any]):
    """An object that has the same key twice."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = _Doubled(found)
    doubled.key = next(key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number]))
    return doubled


def _check(name: str, text: str) -> None:
    """Refuse JSON that can't be a pack, before the validator spends time and memory on it."""
    # Every value but the first follows one of these characters; counting them is fast.
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        fail(name, "the file", f"it holds more than {MAX_VALUES} values")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        fail(name, "the file", "nested too deeply")
    except ValueError:
        return  # the validator explains it better
    waiting: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while waiting:
        place, value = waiting.pop()
        fault = _oddity(value)
        if fault:
            fail(name, ".".join(place) or "the file", fault)
        if isinstance(value, dict):
            waiting += [((*place, str(key)), part) for key, part in cast("dict[str, Any]", value).items()]
        elif isinstance(value, list):
            waiting += [((*place, str(number)), part) for number, part in enumerate(cast("list[Any]", value))]


def _oddity(value: Any) -> str:
    """Return what is wrong with a value, in any field; "" if nothing is."""
    match value:
        case _Doubled():
            return f"{value.key[:40]!r} is listed twice"
        case int() | float() if not abs(value) <= MAX_NUMBER:
            return f"numbers go to {MAX_NUMBER}"
        case str() if _UNPRINTABLE.search(value):
            return "a character that can't be shown"
        case _:
            return ""


def read_records(folder: Path | Traversable, name: str, adapter: TypeAdapter[list[R]]) -> dict[str, R]:
    """Return the records of one file of a pack by their ids; raises ContentError as `read` does."""
    found: dict[str, R] = {}
    for index, record in enumerate(read(folder, name, adapter)):
        if record.id in found:
            fail(name, f"{index}.id", f"{record.id} is listed twice")
        found[record.id] = record
    return found


def fail(file: str, place: str, fault: str) -> NoReturn:
    """Refuse a pack, naming the file, the place in it and what is wrong there."""
    raise ContentError("{faults}", faults=f"{file}: {place}: {fault}")


def _faults(name: str, text: str, error: ValidationError) -> str:
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    lines: list[str] = []
    for fault in error.errors(include_url=False, include_input=False)[:MOST_FAULTS]:
        place = ".".join(map(str, fault["loc"])) or "the file"
        lines.append(f"{name}: {place}{_of_record(data, fault['loc'])}: {_said(fault)}")
    return "\n".join(lines)


def _of_record(data: Any, place: tuple[int | str, ...]) -> str:
    """Return which record of a list a fault is in, by its id: nobody counts to the 37th."""
    if not isinstance(data, list) or not place or not isinstance(place[0], int):
        return ""
    record = cast("list[object]", data)[place[0]]
    found = cast("dict[str, object]", record).get("id") if isinstance(record, dict) else None
    return f" (in {found})" if isinstance(found, str) and len(found) <= LONGEST else ""


def _said(fault: ErrorDetails) -> str:
    """Return what is wrong in plain words, where pydantic's own are not."""
    match fault["type"]:
        case "missing":
            return "this field is missing"
        case "extra_forbidden":
            return "there is no such field"
        case "value_error":
            return str(fault.get("ctx", {}).get("error"))
        case "union_tag_invalid":
            details = fault.get("ctx", {})
            tag, known = str(details.get("tag"))[:LONGEST], re.findall(r"'(\w+)'", str(details.get("expected_tags")))
            otherwise = f"there are {', '.join(known)}."
            return f"there is no {tag!r}; {meant(tag, known, otherwise)}".removesuffix(".")
        case _:
            return fault["msg"]
