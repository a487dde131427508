"""Reads CSV sheets as spreadsheet programs save them. Each row fills the fields of the record with the row's id."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any

from rules.kernel.content.csv_columns import Cell, Column, Place, columns_of
from rules.kernel.content.pack_faults import Fault, Faults, raise_fault
from rules.kernel.content.pack_files import MAX_VALUES, text_of, value_fault
from rules.kernel.content.records import Record
from rules.kernel.words.spelling import LONGEST, suggestions

#: The first characters of formulas (signed numbers are not formulas), and the error values of spreadsheets.
_FORMULA = re.compile(r"[=@\t]|[+-](?![\d.,;|\s+-]+$)")
_ERROR_VALUE = re.compile(r"#[A-ZÁÉÍÓÖŐÚÜŰ¿¡/0-9]+[!?]?$")
_MARKS = ";,\t"
#: Maximum number of lines in a sheet. The largest box has a few hundred cards of the same kind.
MAX_ROWS = 2_000


#: The sort keys of columns that come first or last. All other columns have the key 2.
_ORDER = {"id": 0, "name": 1, "flavour": 3, "printed": 4}


@dataclass(frozen=True)
class Sheet:
    """A CSV file of a pack, with one record per row.

    The records belong to the list `into`, or to the list named in the column `filed`. If they are nested in a parent
    record, `within` is the field that contains them, and the column `owner` contains the parent's id. `cells` defines
    the game's own columns, by the field that each column fills; `without` lists fields that have no column.
    """

    name: str
    model: type[Record]
    into: str = ""
    filed: str = ""
    within: str = ""
    owner: str = ""
    cells: Mapping[str, Cell] = field(default_factory=dict[str, Cell])
    without: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The name of the CSV file."""
        return f"{self.name}.csv"

    @cached_property
    def columns(self) -> dict[str, Column]:
        """The columns by name, in display order."""
        own = [Column(name, tuple(name.split(".")), cell) for name, cell in self.cells.items()]
        owner = [Column(self.owner, (), Cell(str, "words"))] if self.owner else []
        found = [column for column in columns_of(self.model) if not column.name.startswith(self.without or "\0")]
        inorder = sorted([*found, *own], key=lambda column: _ORDER.get(str(column.place[0]), 2))
        return {column.name: column for column in (*owner, *inorder)}

    def has(self, place: Sequence[int | str]) -> bool:
        """Return whether a column fills this field of a record, or part of this field."""
        return any(column.place[: len(place)] == tuple(place) for column in self.columns.values())


@dataclass(slots=True)
class Row:
    """One row of a sheet: the values for one record."""

    sheet: Sheet
    line: int
    id: str
    #: The list that the record belongs to, and the id of its parent record; the id is "" if the record isn't nested.
    into: str
    owner: str
    cells: list[tuple[Column, Any]]

    def column(self, place: Sequence[int | str]) -> str:
        """Return the name of the column that fills the field at a path; "" if no column does."""
        found = ""
        for column, _ in self.cells:
            parts = iter(place)
            if len(column.name) > len(found) and all(part in parts for part in column.place):
                found = column.name
        return found

    def lay(self, record: dict[str, Any]) -> None:
        """Write the values of this row into a record."""
        for group in dict.fromkeys(column.group for column, _ in self.cells if column.group):
            _put(record, group, {})
        for column, value in sorted(self.cells, key=lambda cell: not cell[0].handy):
            _put(record, column.place, value)


def _put(record: dict[str, Any], place: Place, value: Any) -> None:
    """Set the value at a path in a record, creating missing parents."""
    holder: Any = record
    for part, following in pairwise(place):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(part, int):
            holder.extend({} for _ in range(len(holder), part + 1))
        there = holder[part] if isinstance(part, int) else holder.get(part)
        if not isinstance(there, type(empty)):
            holder[part] = there = empty
        holder = there
    if isinstance(place[-1], int):
        holder.extend({} for _ in range(len(holder), place[-1] + 1))
    holder[place[-1]] = value


def rows_of(folder: Path | Traversable, sheet: Sheet, faults: Faults) -> tuple[list[Row], bool]:
    """Return the rows of a pack's sheet, and whether all its columns and lines were readable.

    Errors are added to `faults`.
    """
    found: list[Row] = []
    whole = False
    with faults.collecting():
        lines = _lines(sheet.file, text_of(folder, sheet.file))
        line, names = next(lines, (1, list[str]()))
        head = _head(sheet, line, names, faults)
        seen: dict[str, int] = {}
        lost = any(name and not column for column, name in zip(head, names, strict=True))
        for line, cells in lines:
            row = _row(sheet, head, line, cells, faults)
            if row is None:
                lost = True
            elif row.id in seen:
                said = f"{row.id} is already in line {seen[row.id]}"
                faults.add(Fault(sheet.file, "column id", said, line, row.owner or row.id))
            else:
                seen[row.id] = line
                found.append(row)
        whole = not lost
    return found, whole


def _lines(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and cells of each non-empty row. A row may span several lines."""
    skipped = 0
    if mark := re.match(r"sep=(.)\r?\n", text, re.IGNORECASE):
        text, skipped = text[mark.end() :], 1
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_MARKS, key=first.count), strict=True)
    begun, count = 1, 0
    try:
        for number, cells in enumerate(reader):
            count += len(cells)
            if number > MAX_ROWS or count > MAX_VALUES:
                raise_fault(file, "the file", f"it holds more than {MAX_ROWS} lines or {MAX_VALUES} cells")
            # Lines that start with "#" and a space are comments.
            if any(map(str.strip, cells)) and not re.match(r"#( |$)", cells[0]):
                yield begun + skipped, [cell.strip() for cell in cells]
            begun = reader.line_num + 1
    except csv.Error as error:
        # The error is reported at the row's first line, because an unclosed quotation mark swallows all following
        # lines.
        raise_fault(file, "the line", f"it isn't CSV: {error}", begun + skipped)


def _head(sheet: Sheet, line: int, names: Sequence[str], faults: Faults) -> list[Column | None]:
    """Return the columns that the first line names; None in place of a column with an empty or unknown name."""
    head: list[Column | None] = []
    for name in names:
        column = sheet.columns.get(name.casefold())
        if name and column is None:
            # Authors may have written only the part after the last dot, so suggest the columns with that ending.
            ends = ", ".join(one for one in sheet.columns if one.endswith(f".{name.casefold()}"))
            otherwise = f"the nearest: {ends}." if ends else f"there are {', '.join(sheet.columns)}."
            near = suggestions(name.casefold(), sheet.columns, otherwise).removesuffix(".")
            faults.add(Fault(sheet.file, f"column {name[:LONGEST]}", f"there is no such column; {near}", line))
        elif column is not None and column in head:
            faults.add(Fault(sheet.file, f"column {column.name}", "it is there twice", line))
            column = None
        head.append(column)
    if sheet.columns["id"] not in head:
        raise_fault(sheet.file, "the first line", "it must name the columns, and one must be id", line)
    return head


def _row(sheet: Sheet, head: list[Column | None], line: int, cells: list[str], faults: Faults) -> Row | None:
    """Parse one line into a row; return None if the line has no id. Errors in cells are added to `faults`."""
    filled: list[tuple[Column, Any]] = []
    wrong: list[tuple[str, str]] = []
    for number, cell in enumerate(cells):
        column = head[number] if number < len(head) else None
        name = column.name if column else f"number {number + 1}"
        if not cell or (column is None and number < len(head)):
            continue
        try:
            if column is None:
                raise ValueError(
                    "there are more cells than columns in the first line; text with a comma needs quotation marks"
                )
            filled.append((column, _read(column, cell)))
        except ValueError as error:
            wrong.append((f"column {name}", str(error)))
    said = {column.name: value for column, value in filled}
    record = str(said.get(sheet.owner) or said.get("id", ""))[:LONGEST]
    beside = f" (in {record})" if record else ""
    faults.add(*(Fault(sheet.file, f"{place}{beside}", text, line, record) for place, text in wrong))
    if "id" not in said:
        faults.add(Fault(sheet.file, "column id", "each line needs an id", line))
        return None
    into = said.get(sheet.filed) or sheet.into or sheet.name
    owner = said.get(sheet.owner, "")
    return Row(sheet, line, said["id"], into, owner, [one for one in filled if one[0].place])


def _read(column: Column, cell: str) -> Any:
    """Parse a cell; raises ValueError, like `Cell.read`, if the cell is invalid."""
    if _FORMULA.match(cell):
        raise ValueError("it is a formula; save values in the spreadsheet")
    if _ERROR_VALUE.match(cell):
        raise ValueError(f"the spreadsheet could not work this out: {cell}")
    if fault := value_fault(cell):
        raise ValueError(fault)
    value = column.cell.read(cell)
    if fault := value_fault(value):
        raise ValueError(fault)
    return value
