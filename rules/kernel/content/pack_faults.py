"""Faults of a pack: each with its place, all reported at once."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from rules.kernel.errors import ContentError
from rules.kernel.words.spelling import suggestions

#: The most faults reported for one file, and for a whole pack.
MOST_FAULTS = 20
MOST_OF_PACK = 60
#: The most known names listed when none is similar to the unknown one.
MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the file, the place and line if known, and a sentence.

    A fault without a place concerns the whole file, such as "can't be read".
    """

    file: str
    place: str
    text: str
    line: int = 0
    #: The id of the record with the fault.
    record: str = ""

    def __str__(self) -> str:
        if not self.place:
            return f"The content file {self.file} {self.text}."
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{where}: {self.place}: {self.text}"


class PackError(ContentError):
    """A pack is broken; the sentence has a line for each fault."""

    def __init__(self, faults: Iterable[Fault], more: int = 0) -> None:
        self.faults = tuple(faults)
        #: The number of further faults that are not listed.
        self.more = more
        lines = [*map(str, self.faults), *([f"Faults that are not listed: {more}."] if more else [])]
        super().__init__("{faults}", faults="\n".join(lines))


def fail(file: str, place: str, fault: str, line: int = 0) -> NoReturn:
    """Raise PackError with one fault: its file, its place and its sentence."""
    raise PackError([Fault(file, place, fault, line)])


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return an "unknown name" sentence that suggests the closest known names."""
    names = list(known)
    some = ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
    return f"there is no {what} {name}; {suggestions(name, names, f'there are {some}.')}".removesuffix(".")


class Faults:
    """The faults of a pack, collected while reading so that all are reported at once."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self._more = 0

    def add(self, *faults: Fault) -> None:
        """Add faults; beyond the limits they are only counted."""
        for fault in faults:
            of_file = sum(one.file == fault.file for one in self.found)
            if of_file < MOST_FAULTS and len(self.found) < MOST_OF_PACK:
                self.found.append(fault)
            else:
                self._more += 1

    @contextmanager
    def collecting(self) -> Generator[None]:
        """Catch a PackError raised in this block, and add its faults."""
        try:
            yield
        except PackError as error:
            self.add(*error.faults)
            self._more += error.more

    def tell(self) -> None:
        """Raise PackError with the collected faults, if there are any."""
        if self.found:
            raise PackError(self.found, self._more)
