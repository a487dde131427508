"""The layers of a pack file: the base set's records, then the pack's own JSON, then the rows of the pack's sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from rules.kernel.content.json_places import line_of
from rules.kernel.content.pack_faults import Fault, Faults, unknown
from rules.kernel.content.pack_structure import Need
from rules.kernel.content.spreadsheets import Row
from rules.kernel.words.spelling import LONGEST


class Spot(NamedTuple):
    """A location in a pack: the file, the line if it is known, and the column if the file is a sheet."""

    file: str
    line: int = 0
    column: str = ""


@dataclass(slots=True)
class Layers:
    """The records of one file of a pack, before and after merging.

    `base_data` is the base set's data, or None for a self-contained pack. `text` and `own` are the pack's own JSON, as
    text and parsed. `rows` come from the pack's sheets. `data` is the merged result, which hasn't been validated yet.
    """

    name: str
    base_data: Any = None
    text: str = ""
    own: Any = None
    rows: list[Row] = field(default_factory=list[Row])
    data: Any = None
    #: True if a part of the file couldn't be read. Records that seem to be missing may be in that part.
    unread: bool = False

    @property
    def plain(self) -> bool:
        """Return whether `data` is the pack's own JSON, with nothing merged."""
        return self.base_data is None and not self.rows

    def merge(self, faults: Faults) -> None:
        """Merge the layers into `data`, and add any errors to `faults`."""
        self.data = (
            self.own if self.base_data is None else _merged(self.own, self.base_data) if self.text else self.base_data
        )
        if self.rows and self.data is None:
            self.data = []
        if not self.plain:
            faults.add(*self._doubled())
        for row in self.rows:
            if not row.sheet.within:
                self._lay_row(row)
            elif (holder := self._holder(row, faults)) is not None:
                _merge_row(holder.setdefault(row.sheet.within, []), row)

    def _doubled(self) -> Iterator[Fault]:
        """Yield an error for each record in the pack's own JSON with the id of an earlier record."""
        seen = set[str]()
        for number, record in enumerate(listed(self.own)):
            if (name := id_of(record)) is not None and (name in seen or seen.add(name)):
                yield Fault(
                    f"{self.name}.json", f"{number}.id", f"{name} is listed twice", line_of(self.text, [number])
                )

    def _lay_row(self, row: Row) -> None:
        """Merge a row of a sheet into its record.

        The record is copied first, because the base set and the pack's JSON must not change.
        """
        self.data = [deepcopy(record) if id_of(record) == row.id else record for record in listed(self.data)]
        _merge_row(self.data, row)

    def _holder(self, row: Row, faults: Faults) -> dict[str, Any] | None:
        """Return the parent record of a row's nested record, as a copy that may be changed.

        If the parent doesn't exist, add an error and return None.
        """
        parents = by_id(self.data)
        within = row.sheet.within
        parent_id = row.owner or next((name for name, one in parents.items() if row.id in by_id(one.get(within))), "")
        if parent_id not in parents and not self.unread:  # an unreadable part of the file may contain the parent
            said = unknown(row.sheet.owner, parent_id, parents) if parent_id else "it must say where this belongs"
            faults.add(Fault(row.sheet.file, f"column {row.sheet.owner}", said, row.line, row.id))
        if parent_id not in parents:
            return None
        place = next(number for number, record in enumerate(self.data) if id_of(record) == parent_id)
        if self.data is self.base_data or self.data is self.own:
            self.data = list(self.data)
        self.data[place] = deepcopy(self.data[place])
        return self.data[place]

    def take_away(self, ids: Collection[str]) -> None:
        """Remove the records with these ids."""
        self.data = [record for record in listed(self.data) if id_of(record) not in ids]

    def make_room(self, need: Need) -> None:
        """Remove base set records, the last ones first, until the pack has no more pieces than a complete box."""
        spared = need.kept | self.own_ids
        over: dict[str, int] = {}
        for record in listed(self.data):
            if count := need.counted(record):
                value = str(record.get(need.per))
                over[value] = over.get(value, -need.count) + count
        for record in reversed(listed(self.data)):
            count = need.counted(record)
            value = str(record.get(need.per)) if count else ""
            if 0 < count <= over.get(value, 0) and id_of(record) not in spared:
                self.take_away([record["id"]])
                over[value] -= count

    @property
    def own_ids(self) -> set[str]:
        """The ids of the records that the pack itself adds or changes."""
        return {*by_id(self.own), *(row.owner or row.id for row in self.rows)}

    # -- locations of values ----------------------------------------------------------------------------------

    def fault_at_path(self, place: Sequence[int | str], said: str) -> Fault:
        """Return an error about the value at a path in `data`, with the file, line and column that the value is from.

        The path may start with a record's id instead of its index.
        """
        record = self._record(place)
        mine = self._own_path(place, record)
        spot = self._spot(place, record, mine)
        shown = ".".join(map(str, mine or place)) or "the file"
        if spot.column:
            shown = f"column {spot.column}"
        elif spot.file.endswith(".csv"):
            shown = ".".join(map(str, place[1:])) or "the line"
        elif mine is None and record:
            shown = f"{shown} (of ours)"
        beside = f" (in {record})" if record and not shown.startswith(record) else ""
        return Fault(spot.file, f"{shown}{beside}", said, spot.line, record)

    def _own_path(self, place: Sequence[int | str], record: str) -> Sequence[int | str] | None:
        """Convert a path in `data` to a path in the pack's own JSON; None if that JSON doesn't have the record."""
        if self.plain or not place or isinstance(self.own, dict):
            return place if self.text else None
        if isinstance(place[0], str):
            return place if record in by_id(self.own) else None
        wanted = listed(self.data)[place[0]]
        for number, one in enumerate(listed(self.own)):
            if one is wanted or (record and id_of(one) == record):
                return (number, *place[1:])
        return None

    def _spot(self, place: Sequence[int | str], record: str, mine: Sequence[int | str] | None) -> Spot:
        """Return the file, line and column that a value is from; `mine` is the value's path in the pack's own JSON."""
        row, inside = self._row(record, place)
        column = row.column(inside) if row is not None else ""
        if row is not None and (column or mine is None or (row.sheet.has(inside) and not self._says(mine))):
            return Spot(row.sheet.file, row.line, column)
        return Spot(f"{self.name}.json", line_of(self.text, mine) if mine is not None else 0)

    def _says(self, mine: Sequence[int | str]) -> bool:
        """Return whether the pack's own JSON contains the field at a path."""
        named = mine[0] if isinstance(mine[0], str) else id_of(listed(self.own)[mine[0]])
        return len(mine) < 2 or mine[1] in by_id(self.own).get(named or "", {})

    def _record(self, place: Sequence[int | str]) -> str:
        """Return the id of the record at the start of a path; "" if there is no such record or the id is too long."""
        if not place:
            return ""
        first, data = place[0], listed(self.data)
        if isinstance(first, str):
            return first if first in by_id(data) else ""
        name = id_of(data[first]) if first < len(data) else None
        return name if name is not None and len(name) <= LONGEST else ""

    def _row(self, record: str, place: Sequence[int | str]) -> tuple[Row | None, Sequence[int | str]]:
        """Return the row that a value comes from, and the rest of the value's path within that row's record.

        A row for a nested record takes precedence over a row for its parent.
        """
        for row in self.rows:
            inner = row.sheet.within
            if inner and len(place) > 2 and place[1] == inner:
                there = listed(by_id(self.data).get(record, {}).get(inner))
                name = id_of(there[place[2]]) if isinstance(place[2], int) and place[2] < len(there) else place[2]
                if name == row.id:
                    return row, place[3:]
        found = next((row for row in self.rows if not row.sheet.within and row.id == record), None)
        return found, place[1:]


def _merge_row(records: list[Any], row: Row) -> None:
    """Merge a row into the record with the same id; if the list has no such record, append one."""
    found = next((record for record in records if id_of(record) == row.id), None)
    if found is None:
        found = {"id": row.id}
        records.append(found)
    row.lay(found)


def _merged(own: Any, ours: Any) -> Any:
    """Merge a pack's data with the base set's data (`ours`): lists by record id, a single record field by field."""
    if isinstance(ours, dict):
        return {**cast("dict[str, Any]", ours), **cast("dict[str, Any]", own)} if isinstance(own, dict) else own
    if not isinstance(own, list):
        return own
    own_records, base_records = by_id(own), by_id(ours)
    laid = [own_records.get(name, record) for name, record in base_records.items()]
    return [*laid, *(record for record in listed(own) if id_of(record) not in base_records)]


def listed(data: Any) -> list[Any]:
    """Return the records in a file's data; an empty list if the data isn't a list."""
    return cast("list[Any]", data) if isinstance(data, list) else []


def id_of(record: Any) -> str | None:
    """Return the id of a record, or None if the record has no id."""
    found = cast("dict[str, Any]", record).get("id") if isinstance(record, dict) else None
    return found if isinstance(found, str) else None


def by_id(records: Any) -> dict[str, Any]:
    """Return the records in a list by id, without those that have no id."""
    return {name: record for record in listed(records) if (name := id_of(record)) is not None}
