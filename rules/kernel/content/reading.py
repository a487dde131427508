"""Reading a pack: its own files, or what it lays over ours, with where each record comes from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from rules.kernel.content.explaining import explained
from rules.kernel.content.faults import Fault, Faults, PackError, fail
from rules.kernel.content.places import line_of
from rules.kernel.content.records import by_id, told
from rules.kernel.content.shape import About, Shape
from rules.kernel.content.texts import is_there, json_of
from rules.kernel.words.spelling import meant

#: The file that says what a pack is.
ABOUT = "pack.json"
_ABOUT = TypeAdapter(About)


@dataclass(slots=True)
class _File:
    """What one file of a pack holds, merged, and the text of the pack's own."""

    data: Any = None
    text: str = ""
    own: Any = None
    #: Whether `data` is what the text says, and nothing else.
    plain: bool = True


class Reading:
    """A pack as it was read: its records by file and id, and all that is wrong with it.

    Nothing is raised until `records` is asked for.
    """

    def __init__(self, folder: Path | Traversable, shape: Shape) -> None:
        self._folder = folder
        self.shape = shape
        self.faults = Faults()
        self._files: dict[str, _File] = {}
        self.about: About | None = None
        #: Whether the pack is laid over ours.
        self.over = False
        self._read_about()
        self._ours = Reading(files("data").joinpath(shape.game), shape) if self.over else None
        names = (*shape.lists, *shape.singles)
        empty = not any(is_there(folder, f"{name}.json") for name in names)
        for name in names[:1] if empty and not self.over else names:
            self._files[name] = self._file(name)
        if self._ours is not None:
            self._take_away()
            self._make_room()

    # -- the files --------------------------------------------------------------------------------------------

    def _read_about(self) -> None:
        if not is_there(self._folder, ABOUT):
            return
        with self.faults.gathering():
            text, data = json_of(self._folder, ABOUT)
            self.over = isinstance(data, dict) and cast("dict[str, Any]", data).get("base") is not None
            try:
                self.about = _ABOUT.validate_python(data)
            except ValidationError as error:
                self.faults.add(*(told(ABOUT, text, data, place, said) for place, said in explained(error, _ABOUT)))
                return
            if self.about.game != self.shape.game:
                fail(ABOUT, "game", f"this is read as a pack for {self.shape.game}")

    def _file(self, name: str) -> _File:
        """Read one file, and lay it over ours."""
        ours = None if self._ours is None else self._ours._files[name].data
        found = _File(ours, plain=ours is None)
        file = f"{name}.json"
        if ours is not None and not is_there(self._folder, file):
            return found
        with self.faults.gathering():
            found.text, found.own = json_of(self._folder, file)
            found.data = found.own
            if ours is not None:
                _once(file, found.own)
                found.data = _laid(found.own, ours)
        return found

    def _take_away(self) -> None:
        """Leave out what the pack removes."""
        for file, ids in (self.about.remove if self.about else {}).items():
            name = file.removesuffix(".json")
            with self.faults.gathering():
                if name not in self.shape.lists:
                    known = self.shape.lists
                    fail(ABOUT, f"remove.{file}", f"there is no such file; {meant(name, known, ', '.join(known))}")
                found = self._files[name]
                there = _by_id(found.data)
                for one in ids:
                    if one not in there:
                        self.faults.add(Fault(ABOUT, f"remove.{name}", f"there is no {one!r}; {meant(one, there, '')}"))
                found.data = [record for record in _listed(found.data) if _id(record) not in ids]

    def _make_room(self) -> None:
        """Leave out as many of ours as the pack adds of a kind that the box has so many of, the last first."""
        for need in self.shape.needs:
            found = self._files[need.file]
            data = _listed(found.data) if need.exact else []
            over = sum(map(need.counted, data)) - need.count
            spared = need.kept | _by_id(found.own).keys()
            for record in reversed(data[:]):
                count = need.counted(record)
                if 0 < count <= over and _id(record) not in spared:
                    data.remove(record)
                    over -= count

    # -- the records ------------------------------------------------------------------------------------------

    @cached_property
    def records(self) -> dict[str, Any]:
        """The records of each file by their ids, and the single ones; raises PackError with the faults of all files."""
        found: dict[str, Any] = {}
        for name, adapter in (*self.shape.lists.items(), *self.shape.singles.items()):
            file = self._files.get(name)
            if file is None or file.data is None:
                continue  # it is told already that it can't be read
            with self.gathering():
                found[name] = self._checked(name, file, adapter)
        self.faults.tell()
        return found

    @contextmanager
    def gathering(self) -> Generator[None]:
        """Gather the faults that a check within this finds, with their lines, and go on behind it."""
        try:
            yield
        except PackError as error:
            self.faults.add(*map(self._placed, error.faults))

    def _placed(self, fault: Fault) -> Fault:
        """Return a fault that a check has found with its line, or with the word that it is in ours."""
        file = self._files.get(fault.file.removesuffix(".json"))
        if file is None or fault.line:
            return fault
        place = [int(part) if part.isdecimal() else part for part in fault.place.split(".")]
        line = line_of(file.text, place) if file.text else 0
        record = fault.record or str(place[0])
        ours = not line and self.over and record in _by_id(file.data)
        return replace(fault, line=line, record=record, place=f"{fault.place} (of ours)" if ours else fault.place)

    def _checked(self, name: str, file: _File, adapter: TypeAdapter[Any]) -> Any:
        try:
            records = adapter.validate_json(file.text) if file.plain else adapter.validate_python(file.data)
        except ValidationError as error:
            self.faults.add(*(self.told(name, place, said) for place, said in explained(error, adapter)))
            return None
        return by_id(f"{name}.json", records) if name in self.shape.lists else records

    def told(self, name: str, place: Sequence[int | str], said: str) -> Fault:
        """Return a fault at a place of what the files hold together, with its file and line."""
        file = self._files[name]
        if file.plain or not place or not isinstance(place[0], int):
            return told(f"{name}.json", file.text, file.own, place, said)
        record = file.data[place[0]]
        own = next((number for number, one in enumerate(_listed(file.own)) if one is record), None)
        return told(f"{name}.json", file.text, file.own, place if own is None else (own, *place[1:]), said)

    # -- as a whole -------------------------------------------------------------------------------------------

    @property
    def raw(self) -> dict[str, Any]:
        """What each file holds with ours, unchecked."""
        return {name: file.data for name, file in self._files.items()}

    def whole(self) -> dict[str, str]:
        """Return the files of the same pack with nothing left to lay over ours: it stays as it is when ours change."""
        shown = {f"{name}.json": json.dumps(data, ensure_ascii=False) for name, data in self.raw.items()}
        if self.about is not None:
            about = self.about.model_copy(update={"base": None, "remove": {}})
            shown[ABOUT] = about.model_dump_json()
        return shown

    @property
    def digest(self) -> str:
        """The hash of what a match with the pack is played with; what it says of itself doesn't count."""
        held = json.dumps([self.shape.game, self.raw], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(held.encode()).hexdigest()


def _laid(own: Any, ours: Any) -> Any:
    """Return ours with what a pack lays over it: records by their ids, or the fields of a single one."""
    if isinstance(ours, dict):
        return {**cast("dict[str, Any]", ours), **cast("dict[str, Any]", own)} if isinstance(own, dict) else own
    if not isinstance(own, list):
        return own
    mine, there = _by_id(own), _by_id(ours)
    laid = [mine.get(name, record) for name, record in there.items()]
    return [*laid, *(record for record in _listed(own) if _id(record) not in there)]


def _once(file: str, own: Any) -> None:
    """Refuse records that have the same id."""
    seen = set[str]()
    for number, record in enumerate(_listed(own)):
        if (name := _id(record)) is not None and (name in seen or seen.add(name)):
            fail(file, f"{number}.id", f"{name} is listed twice")


def _listed(data: Any) -> list[Any]:
    """Return the records of a file; none of one that is no list."""
    return cast("list[Any]", data) if isinstance(data, list) else []


def _id(record: Any) -> Any:
    found = cast("dict[str, Any]", record).get("id") if isinstance(record, dict) else None
    return found if isinstance(found, str) else None


def _by_id(records: Any) -> dict[str, Any]:
    return {name: record for record in _listed(records) if (name := _id(record)) is not None}
