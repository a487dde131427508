"""Content packs: JSON records, validated at load, with errors that name the file and the place in it."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from rules.kernel.errors import ContentError

T = TypeVar("T")


class Identified(Protocol):
    """A record of a pack: it has an id of its own."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Identified)

#: A pack file larger than this is a mistake or an attack, not content.
MAX_BYTES = 4_000_000


def read(folder: Path | Traversable, name: str, adapter: TypeAdapter[T]) -> T:
    """Return the validated content of one file of a pack.

    Raises ContentError naming the file, and for each fault the place in it and what is wrong there.
    """
    file = folder.joinpath(name)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ContentError("The content file {file} can't be read.", file=name) from error
    if len(data) > MAX_BYTES:
        raise ContentError("The content file {file} is too large.", file=name)
    try:
        return adapter.validate_json(data)
    except (ValidationError, RecursionError) as error:
        raise ContentError("{faults}", faults=_faults(name, error)) from error


def read_records(folder: Path | Traversable, name: str, adapter: TypeAdapter[list[R]]) -> dict[str, R]:
    """Return the records of one file of a pack by their ids; raises ContentError as `read` does."""
    found: dict[str, R] = {}
    for index, record in enumerate(read(folder, name, adapter)):
        if record.id in found:
            fail(name, f"{index}.id", f"{record.id} is there twice")
        found[record.id] = record
    return found


def fail(file: str, place: str, fault: str) -> NoReturn:
    """Refuse a pack, naming the file, the place in it and what is wrong there."""
    raise ContentError("{faults}", faults=f"{file}: {place}: {fault}")


def _faults(name: str, error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return f"{name}: nested too deeply"
    lines = [
        f"{name}: {'.'.join(map(str, fault['loc'])) or 'the file'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_context=False, include_input=False)[:20]
    ]
    return "\n".join(lines)
