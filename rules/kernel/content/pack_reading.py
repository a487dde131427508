"""Reads a pack, either self-contained or merged over the base set, and collects all its errors with their places."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from rules.kernel.content.pack_faults import Fault, Faults, PackError, raise_fault
from rules.kernel.content.pack_files import is_there, json_of
from rules.kernel.content.pack_layers import Layers, by_id, id_of, listed
from rules.kernel.content.pack_structure import About, Shape
from rules.kernel.content.records import by_id as records_by_id
from rules.kernel.content.records import fault_at
from rules.kernel.content.spreadsheets import rows_of
from rules.kernel.content.validation_messages import MISSING, explained
from rules.kernel.words.spelling import LONGEST, suggestions

#: The file that contains a pack's description.
ABOUT = "pack.json"
_ABOUT = TypeAdapter(About)
#: File extensions that editors and spreadsheets add, and that pack files never have.
_UNUSED_EXTENSIONS = frozenset({".txt", ".xlsx", ".xls", ".ods", ".numbers", ".tsv"})


def declared_game(folder: Path | Traversable) -> str:
    """Return the game named in a pack's description; "" if the description is missing or unreadable."""
    try:
        data = json_of(folder, ABOUT)[1] if is_there(folder, ABOUT) else None
    except PackError:
        return ""
    said = cast("dict[str, Any]", data).get("game") if isinstance(data, dict) else None
    return said if isinstance(said, str) else ""


#: The data of each game's base set, by game id. Merging doesn't change the data, so it is read only once.
_BASE_DATA: dict[str, dict[str, Any]] = {}


def _base_data(shape: Shape) -> dict[str, Any]:
    if shape.game not in _BASE_DATA:
        _BASE_DATA[shape.game] = Reading(files("data").joinpath(shape.game), shape).raw
    return _BASE_DATA[shape.game]


class Reading:
    """A pack read from a folder: its records by file and id, and all its errors.

    The constructor never raises; accessing `records` raises all errors together. To inspect a broken pack, pass
    `without`: the ids of records and the names of files to leave out. The pack is then merged over the base set, even
    if it is self-contained, so that the base set fills the gaps.
    """

    def __init__(self, folder: Path | Traversable, shape: Shape, without: Collection[str] | None = None) -> None:
        self._folder = folder
        self._without = without or ()
        self.shape = shape
        self.faults = Faults()
        self.about: About | None = None
        #: True if the pack is merged over the base set.
        self.is_merged = False
        self.files: dict[str, Layers] = {}
        # If the pack is for another game or its description can't be read, every other check would fail as well.
        if not self._read_about() and without is None:
            return
        self.is_merged = self.is_merged or without is not None
        ours = _base_data(shape) if self.is_merged else {}
        self.files = {name: Layers(name, ours.get(name)) for name in self._names()}
        self._read_files()
        if self.is_merged:
            self._take_away()
            for need in shape.needs:
                if need.exact:
                    self.files[need.file].make_room(need)

    # -- the files --------------------------------------------------------------------------------------------

    def _names(self) -> list[str]:
        """Return the names of the files to read, without extensions.

        For a folder without any pack files, return only the first name, so that one missing file is reported rather
        than all of them.
        """
        names = [*self.shape.lists, *self.shape.singles]
        sheets = [sheet.name for sheet in self.shape.sheets if is_there(self._folder, sheet.file)]
        there = self.is_merged or sheets or any(is_there(self._folder, f"{name}.json") for name in names)
        return names if there else names[:1]

    def _read_about(self) -> bool:
        """Read the pack's description; return whether it makes sense to read the other files."""
        if not is_there(self._folder, ABOUT):
            return True
        text, data = "", None
        with self.faults.collecting():
            text, data = json_of(self._folder, ABOUT)
        if not text:
            return False
        about = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
        self.is_merged = about.get("base") is not None
        game = about.get("game")
        if isinstance(game, str) and game != self.shape.game:
            said = f"this is read as a pack for {self.shape.game}; if it is one, write that"
            self.faults.add(fault_at(ABOUT, text, data, ("game",), said))
            return False
        try:
            self.about = _ABOUT.validate_python(data)
            self.faults.add(*self._misnamed_files())
        except ValidationError as error:
            self.faults.add(
                *(fault_at(ABOUT, text, data, place, said) for place, said in explained(error, _ABOUT, data))
            )
        return True

    def _misnamed_files(self) -> Iterator[Fault]:
        """Yield an error for each file that seems to belong to the pack but is named incorrectly."""
        if not isinstance(self._folder, Path):
            return
        lists = [f"{name}.json" for name in (*self.shape.lists, *self.shape.singles)]
        known = {ABOUT, *lists, *(sheet.file for sheet in self.shape.sheets)}
        beside = {file.name for file in files("data").joinpath(self.shape.game).iterdir()}
        for file in sorted(self._folder.iterdir()):
            if file.suffix.casefold() in (".json", ".csv") and file.name not in known | beside:
                near = suggestions(file.name.casefold(), known, f"there are {', '.join(sorted(known))}.").removesuffix(
                    "."
                )
                yield Fault(file.name[:LONGEST], "the file", f"a pack has no such file; {near}")
            # Some systems hide file extensions, so a file may really be named "cards.json.txt". Or the author may have
            # saved a sheet in a format other than CSV.
            named = next((one for one in (file.stem, f"{file.stem}.csv") if one in known), "")
            if file.suffix.casefold() in _UNUSED_EXTENSIONS and named and not is_there(self._folder, named):
                way = "call it" if named == file.stem else "save it as CSV UTF-8,"
                yield Fault(file.name[:LONGEST], "the file", f"it isn't read; {way} {named}")

    def _read_files(self) -> None:
        for sheet in self.shape.sheets:
            if is_there(self._folder, sheet.file):
                rows, whole = rows_of(self._folder, sheet, self.faults)
                # If a sheet has a column that names the file of each row, its rows can belong to any file.
                into = {*self.files} if sheet.filed else {sheet.into or sheet.name} & {*self.files}
                for name in into:
                    self.files[name].unread |= not whole
                for row in (row for row in rows if not {row.id, row.owner} & {*self._without}):
                    if row.into in self.shape.lists:
                        self.files[row.into].rows.append(row)
                        continue
                    # Don't suggest lists that have a separate sheet, such as decks, because their rows can't be in this
                    # sheet.
                    apart = {one.into or one.name for one in self.shape.sheets if one != sheet}
                    places = [name for name in self.shape.lists if name not in apart]
                    near = suggestions(row.into, places, f"there are {', '.join(places)}.")
                    said = f"there is no {row.into!r}; {near.removesuffix('.')}"
                    self.faults.add(Fault(sheet.file, f"column {sheet.filed}", said, row.line, row.id))
        for name, file in self.files.items():
            if self._is_left_out(name):
                continue
            with self.faults.collecting():
                there = is_there(self._folder, f"{name}.json")
                if not there and file.base_data is None and not file.rows and not file.unread:
                    raise_fault(
                        f"{name}.json", "", f'is missing; without "base" in {ABOUT} a pack needs all of its files'
                    )
                if there and f"{name}.json" not in self._without:
                    unread, file.unread = file.unread, True
                    text, own = json_of(self._folder, f"{name}.json")
                    if name in self.shape.lists and not isinstance(own, list):
                        raise_fault(f"{name}.json", "the file", "this must be a list: [...]", 1)
                    file.text, file.own, file.unread = text, own, unread
            if self._without and name in self.shape.lists:
                file.own = [one for one in listed(file.own) if id_of(one) not in (None, *self._without)]
            file.merge(self.faults)

    def _is_left_out(self, name: str) -> bool:
        """Return whether the pack omits this optional file."""
        file = self.files[name]
        needless = name in self.shape.optional and file.base_data is None and not file.rows
        return needless and not is_there(self._folder, f"{name}.json")

    def _take_away(self) -> None:
        """Remove the base set records that the pack's description lists under `remove`."""
        for file, ids in (self.about.remove if self.about else {}).items():
            name = file.removesuffix(".json")
            if name not in self.shape.lists:
                near = suggestions(name, self.shape.lists, f"there are {', '.join(self.shape.lists)}.").removesuffix(
                    "."
                )
                self.faults.add(Fault(ABOUT, f"remove.{file}"[:LONGEST], f"there is no such file; {near}"))
                continue
            there = by_id(self.files[name].data)
            for one in ids:
                if one not in there:
                    near = suggestions(one, there, "it takes our ids.").removesuffix(".")
                    self.faults.add(Fault(ABOUT, f"remove.{name}", f"there is no {one[:LONGEST]!r}; {near}"))
            self.files[name].take_away(ids)

    # -- the records ------------------------------------------------------------------------------------------

    @cached_property
    def records(self) -> dict[str, Any]:
        """The validated records of each file, by id if the file contains a list.

        Raises PackError with the errors of all files.
        """
        found: dict[str, Any] = {}
        for name, adapter in (*self.shape.lists.items(), *self.shape.singles.items()):
            file = self.files.get(name)
            if file is not None and (file.text or file.data is not None):  # otherwise an error was already reported
                with self.collecting():
                    found[name] = self._checked(file, adapter)
        self.faults.raise_if_any()
        return found

    def _checked(self, file: Layers, adapter: TypeAdapter[Any]) -> Any:
        try:
            records = adapter.validate_json(file.text) if file.plain else adapter.validate_python(file.data)
        except ValidationError as error:
            # A field may only seem to be missing, because its cell or file couldn't be read, or because its record has
            # no id and couldn't be merged. Those errors have already been reported.
            unread = {one.record for one in self.faults.found if one.record}
            lost = file.unread or any(id_of(record) is None for record in listed(file.own))
            for place, said in explained(error, adapter, file.data):
                fault = file.fault_at_path(place, said)
                if said != MISSING or place[-1:] == ("id",) or not (lost or fault.record in unread):
                    self.faults.add(fault)
            return None
        return records_by_id(f"{file.name}.json", records) if file.name in self.shape.lists else records

    @contextmanager
    def collecting(self) -> Generator[None]:
        """Catch a PackError that a check raises inside the `with` block, and add its errors with their lines."""
        try:
            yield
        except PackError as error:
            self.faults.add(*map(self._placed, error.faults))

    def _placed(self, fault: Fault) -> Fault:
        """Return an error from a check with the file, line and column that caused the error."""
        file = self.files.get(fault.file.removesuffix(".json"))
        if file is None or fault.line or not fault.place:
            return fault
        place = [int(part) if part.isdecimal() else part for part in fault.place.split(".")]
        return file.fault_at_path(place, fault.text)

    # -- the whole pack ---------------------------------------------------------------------------------------

    @property
    def left_out(self) -> frozenset[str]:
        """The ids of records and the names of files that have been left out."""
        return frozenset(self._without)

    @property
    def raw(self) -> dict[str, Any]:
        """The merged data of each file, before validation."""
        return {name: file.data for name, file in self.files.items() if not self._is_left_out(name)}

    def whole(self) -> dict[str, str]:
        """Return the pack's files as a self-contained pack, which stays the same when the base set changes."""
        shown = {f"{name}.json": json.dumps(data, ensure_ascii=False) for name, data in self.raw.items()}
        if self.about is not None:
            about = self.about.model_copy(update={"base": None, "remove": {}})
            shown[ABOUT] = about.model_dump_json()
        return shown

    @property
    def digest(self) -> str:
        """The hash of the pack's playable content, which doesn't include the description."""
        held = json.dumps([self.shape.game, self.raw], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(held.encode()).hexdigest()
