"""Errors in a content pack, which are collected with their places and reported together."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from rules.kernel.errors import ContentError
from rules.kernel.words.spelling import suggestions

#: Maximum number of errors reported for one file, and maximum number for a whole pack.
MOST_FAULTS = 20
MOST_OF_PACK = 60
#: Maximum number of known names to list if none is similar to an unknown name.
MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """One error in a pack: the file, the place and line if they are known, and a message.

    If the place is "", the error concerns the whole file, such as "can't be read".
    """

    file: str
    place: str
    text: str
    line: int = 0
    #: The id of the record that contains the error; "" if unknown.
    record: str = ""

    def __str__(self) -> str:
        if not self.place:
            return f"The content file {self.file} {self.text}."
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{where}: {self.place}: {self.text}"


class PackError(ContentError):
    """The pack is broken; the message has one line for each error."""

    def __init__(self, faults: Iterable[Fault], more: int = 0) -> None:
        self.faults = tuple(faults)
        #: The number of further errors that are not listed.
        self.more = more
        lines = [*map(str, self.faults), *([f"Faults that are not listed: {more}."] if more else [])]
        super().__init__("{faults}", faults="\n".join(lines))


def raise_fault(file: str, place: str, fault: str, line: int = 0) -> NoReturn:
    """Raise a PackError with a single error at this place in this file."""
    raise PackError([Fault(file, place, fault, line)])


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return a message about an unknown name that suggests the most similar known names."""
    names = list(known)
    some = ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
    return f"there is no {what} {name}; {suggestions(name, names, f'there are {some}.')}".removesuffix(".")


class Faults:
    """Collects the errors of a pack while it is read, so that they can be reported together."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self._more = 0

    def add(self, *faults: Fault) -> None:
        """Add errors. Errors beyond the limits are only counted."""
        for fault in faults:
            of_file = sum(one.file == fault.file for one in self.found)
            if of_file < MOST_FAULTS and len(self.found) < MOST_OF_PACK:
                self.found.append(fault)
            else:
                self._more += 1

    @contextmanager
    def collecting(self) -> Generator[None]:
        """Catch a PackError raised inside the `with` block and add its errors."""
        try:
            yield
        except PackError as error:
            self.add(*error.faults)
            self._more += error.more

    def raise_if_any(self) -> None:
        """Raise a PackError with the collected errors, if there are any."""
        if self.found:
            raise PackError(self.found, self._more)
