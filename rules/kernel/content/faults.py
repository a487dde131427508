"""What is wrong with a pack: where it stands, and all of it at once."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from rules.kernel.errors import ContentError
from rules.kernel.words.spelling import meant

#: The most faults told of one file, and of a whole pack.
MOST_FAULTS = 20
MOST_OF_PACK = 60
#: The most names of which one may be meant, where none is near.
MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: the file, the place in it and its line as far as they are known, and what it is.

    Without a place it is what the file as a whole does or is, such as "can't be read".
    """

    file: str
    place: str
    text: str
    line: int = 0
    #: The id of the record it is in.
    record: str = ""

    def __str__(self) -> str:
        if not self.place:
            return f"The content file {self.file} {self.text}."
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{where}: {self.place}: {self.text}"


class PackError(ContentError):
    """A pack is broken; its sentence has a line for each fault."""

    def __init__(self, faults: Iterable[Fault], more: int = 0) -> None:
        self.faults = tuple(faults)
        #: How many more there are, which are not told.
        self.more = more
        lines = [*map(str, self.faults), *([f"Faults that are not listed: {more}."] if more else [])]
        super().__init__("{faults}", faults="\n".join(lines))


def fail(file: str, place: str, fault: str, line: int = 0) -> NoReturn:
    """Refuse a pack, naming the file, the place in it and what is wrong there."""
    raise PackError([Fault(file, place, fault, line)])


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return that there is no such thing, and which of those that there are may be meant."""
    names = list(known)
    some = ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
    return f"there is no {what} {name}; {meant(name, names, f'there are {some}.')}".removesuffix(".")


class Faults:
    """The faults of a pack, gathered while it is read, so that all are told at once."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self._more = 0

    def add(self, *faults: Fault) -> None:
        """Add faults; beyond the bounds they are counted alone."""
        for fault in faults:
            of_file = sum(one.file == fault.file for one in self.found)
            if of_file < MOST_FAULTS and len(self.found) < MOST_OF_PACK:
                self.found.append(fault)
            else:
                self._more += 1

    @contextmanager
    def gathering(self) -> Generator[None]:
        """Add the faults that end what is done within, and go on behind it."""
        try:
            yield
        except PackError as error:
            self.add(*error.faults)
            self._more += error.more

    def tell(self) -> None:
        """Raise PackError with what was gathered, if it was anything."""
        if self.found:
            raise PackError(self.found, self._more)
