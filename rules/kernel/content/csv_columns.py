"""The columns of a CSV sheet, derived from the fields of a record, and the parsers and writers of their cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, cast, get_args, get_origin

from rules.kernel.content.records import Record
from rules.kernel.words.translation import LOCALES, Localised

#: The path of a value in a record: dictionary keys and list indexes.
Place: TypeAlias = tuple[str | int, ...]
#: The words that are accepted for yes and for no, in the three languages and as spreadsheets write them.
_YES = frozenset({"yes", "true", "x", "1", "igen", "igaz", "sí", "si", "verdadero"})
_NO = frozenset({"no", "false", "0", "nem", "hamis", "falso"})
#: A name and a count, in either order.
_COUNTED = re.compile(r"(?:(?P<before>\d+)\s*[x×]?\s+)?(?P<what>[^\s\d]\S*)(?:\s+[x×]?\s*(?P<after>-?\d+))?")


def cell_text(value: Any) -> str:
    """Return a plain value as the text of a cell; "" for None."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return "; ".join(f"{key} {count}" for key, count in cast("dict[str, Any]", value).items())
        case list():
            return "; ".join(_item(one) for one in cast("list[Any]", value))
        case _:
            return str(value)


def _item(value: Any) -> str:
    return " ".join(map(str, cast("dict[str, Any]", value).values())) if isinstance(value, dict) else str(value)


class Cell(NamedTuple):
    """A cell format: a function that parses a cell, a description for authors, and a function that writes a cell.

    `read` raises ValueError for invalid text. The message is shown after the name of the column, so it starts in lower
    case.
    """

    read: Callable[[str], Any]
    takes: str
    write: Callable[[Any], str] = cell_text


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet, and the path of the field that it fills.

    If a row fills any column of a `group`, it replaces the whole field at the group's path. A `handy` column is a
    shorthand that sets several fields at the same time. It is applied last.
    """

    name: str
    place: Place
    cell: Cell
    group: Place = ()
    handy: bool = False

    def of(self, record: Any) -> str:
        """Return the text of this column's cell for a record that is given as JSON data."""
        for part in self.place:
            try:
                record = record[part]
            except (KeyError, IndexError, TypeError):
                return ""
        return self.cell.write(record)


def is_flat(model: type[Record]) -> bool:
    """Return whether columns can represent every field of the record."""
    return _columns_of_record(model, ())[1]


def columns_of(model: type[Record]) -> list[Column]:
    """Return columns for those fields of a record that columns can represent."""
    return _columns_of_record(model, ())[0]


def _columns_of_record(model: type[Record], place: Place) -> tuple[list[Column], bool]:
    """Return the columns for a record's fields, and whether they can represent every field."""
    inner = [_columns_of_type(info.annotation, (*place, name)) for name, info in model.model_fields.items()]
    return [column for columns, _ in inner for column in columns], all(flat for _, flat in inner)


def _columns_of_type(kind: Any, place: Place) -> tuple[list[Column], bool]:
    """Return the columns for a field of this type, and whether they can represent every value of the field."""
    kind = _without_annotations(kind)
    cell = cell_of(kind)
    if cell is not None:
        return [_column(place, cell)], True
    if kind is Localised:
        return [
            replace(_column(place, _SAME_IN_ALL_LANGUAGES), handy=True),
            *(_column((*place, one), _WORDS) for one in LOCALES),
        ], True
    if _is_record(kind):
        return _grouped(*_columns_of_record(kind, place), place)
    parts = get_args(kind)
    match get_origin(kind):
        case origin if origin in (Union, UnionType):
            return _columns_of_union([part for part in parts if part is not NoneType], place)
        case origin if origin is dict and get_origin(_without_annotations(parts[0])) is Literal:
            keys = get_args(_without_annotations(parts[0]))
            return _grouped([_column((*place, key), _NUMBER) for key in keys], True, place)
        case origin if origin is tuple and Ellipsis not in parts:
            inner = [_columns_of_type(part, (*place, number)) for number, part in enumerate(parts)]
            return [column for columns, _ in inner for column in columns], all(flat for _, flat in inner)
        case _:
            return [], False


def _columns_of_union(kinds: Sequence[Any], place: Place) -> tuple[list[Column], bool]:
    """Return the columns of all members of a union, or a single number column if the union includes integers."""
    if len(kinds) > 1 and int in map(_without_annotations, kinds):
        return _columns_of_type(int, place)[0], False
    inner = [_columns_of_type(kind, place) for kind in kinds]
    found: dict[str, Column] = {}
    for column in (column for columns, _ in inner for column in columns):
        other = found.get(column.name)
        takes: dict[str, None] = dict.fromkeys(
            f"{f'{other.cell.takes} | ' if other else ''}{column.cell.takes}".split(" | ")
        )
        found[column.name] = replace(
            column, cell=Cell(_word_or_number if other else column.cell.read, " | ".join(takes))
        )
    return list(found.values()), all(flat for _, flat in inner)


def _grouped(columns: Iterable[Column], flat: bool, place: Place) -> tuple[list[Column], bool]:
    """Return the columns as one group if they represent the whole field (`flat`); otherwise return them unchanged."""
    return [replace(column, group=place) if flat else column for column in columns], flat


def _column(place: Place, cell: Cell) -> Column:
    return Column(".".join(str(part + 1) if isinstance(part, int) else part for part in place), place, cell)


def _without_annotations(kind: Any) -> Any:
    """Return the type that `Annotated` wraps; any other type is returned unchanged."""
    return _without_annotations(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record)


# -- cells ----------------------------------------------------------------------------------------------------


def cell_of(kind: Any) -> Cell | None:
    """Return the cell format of this type; None if the type needs several columns or has no cell format."""
    kind = _without_annotations(kind)
    if isinstance(kind, type) and kind in _SIMPLE:
        return _SIMPLE[kind]
    parts = [_without_annotations(part) for part in get_args(kind) if part is not Ellipsis]
    match get_origin(kind):
        case origin if origin is Literal:
            return Cell(_word_or_number, " | ".join(map(str, parts)))
        case origin if origin is dict and parts[0] is str:
            return Cell(_copies, "an id and how many, several: a 2; b 1")
        case origin if origin in (list, tuple) and all(_is_plain(part) for part in parts):
            return _cell_of_list(cell_of(parts[0]) or _WORDS, float in parts)
        case origin if origin is list and _is_record(parts[0]):
            return _cell_of_plain_records(parts[0])
        case _:
            return None


def _is_plain(kind: Any) -> bool:
    return kind in (int, float, str) or get_origin(kind) is Literal


def _cell_of_plain_records(model: type[Record]) -> Cell | None:
    """Return the format for a list of small records in one cell, such as `boston 2; new_york 3`.

    Return None if the record has more than three fields or a field that isn't plain.
    """
    kinds = {name: _without_annotations(info.annotation) for name, info in model.model_fields.items()}
    if len(kinds) > 3 or not all(map(_is_plain, kinds.values())):
        return None
    cells = {name: cell_of(kind) or _WORDS for name, kind in kinds.items()}

    def one(text: str) -> dict[str, Any]:
        words = text.split()
        if len(words) > len(cells):
            raise ValueError(f"“{text}” has more words than {' and '.join(cells)}")
        return {name: cell.read(word) for (name, cell), word in zip(cells.items(), words, strict=False)}

    def read(text: str) -> list[dict[str, Any]]:
        return [one(item) for item in _items(text)]

    return Cell(read, f"{' and '.join(cells)}; several: a 1; b 2")


def counted(text: str, usual: int | None = 1) -> list[tuple[str, int]]:
    """Return the names and counts in a list such as `2 coins; goodwill 1`; raises ValueError for other text.

    `usual` is the count of a name without a number; if it is None, every name needs a number.
    """
    found: list[tuple[str, int]] = []
    for item in _items(text):
        match = _COUNTED.fullmatch(item)
        number = match and (match["before"] or match["after"])
        if match is None or (number is None and usual is None):
            raise ValueError(f"“{item}” isn't a word with a number")
        found.append((match["what"], int(number) if number else usual or 0))
    return found


def _copies(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, count in counted(text):
        if name in found:
            raise ValueError(f"{name} is listed twice")
        found[name] = count
    return found


def _cell_of_list(cell: Cell, decimals: bool) -> Cell:
    def read(text: str) -> list[Any]:
        return [cell.read(item) for item in _items(text, decimals)]

    return Cell(read, f"{cell.takes}; several: a; b")


def _items(text: str, decimals: bool = False) -> list[str]:
    """Split a cell into its items: at semicolons or vertical bars if there are any, otherwise at commas.

    If the items are `decimals`, commas never separate them.
    """
    marks = r"[;|\n]" if decimals or re.search(r"[;|\n]", text) else ","
    return [item.strip() for item in re.split(marks, text) if item.strip()]


def _word_or_number(text: str) -> str | int:
    """Convert digits to an int. Return any other text in lower case, with underscores instead of spaces."""
    word = text.strip().casefold().replace(" ", "_")
    return int(word) if re.fullmatch(r"[+-]?\d{1,9}", word) else word


def _number(text: str) -> int | str:
    """Parse a whole number, including "2,0" as saved by some spreadsheets.

    Return any other text unchanged, so that validation rejects it.
    """
    found = re.fullmatch(r"([+-]?\d{1,9})(?:[.,]0+)?", text.strip())
    return int(found[1]) if found else text


def _float(text: str) -> float | str:
    found = re.fullmatch(r"([+-]?\d{1,9})(?:[.,](\d{1,9}))?", text.strip())
    return float(f"{found[1]}.{found[2] or 0}") if found else text


def _bool(text: str) -> bool | str:
    word = text.strip().casefold()
    if word in _YES or word in _NO:
        return word in _YES
    raise ValueError("yes or no is needed")


def _same_in_all_languages(text: str) -> dict[str, str]:
    return dict.fromkeys(LOCALES, text)


_SAME_IN_ALL_LANGUAGES = Cell(_same_in_all_languages, "words, the same in all languages")
_WORDS = Cell(str, "words")
_NUMBER = Cell(_number, "a whole number")
_SIMPLE: dict[type, Cell] = {
    str: _WORDS,
    int: _NUMBER,
    float: Cell(_float, "a number"),
    bool: Cell(_bool, "yes | no"),
}
