"""A record of the text that was drawn, so that tests can judge sizes and overflows.

Pictures are built from cached parts. A cached part is not drawn again, so its record is cached with it and added again.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(slots=True)
class Audit:
    """The text that was drawn during the audit."""

    sizes: dict[int, int] = field(default_factory=dict[int, int])
    overflows: list[str] = field(default_factory=list[str])
    cuts: list[str] = field(default_factory=list[str])
    icons: set[str] = field(default_factory=set[str])


_current: ContextVar[Audit | None] = ContextVar("audit", default=None)
_caches: list[Callable[[], None]] = []


def forget_with(clear: Callable[[], None]) -> None:
    """Register a cache of drawn parts, so that `forget` empties it."""
    _caches.append(clear)


def forget() -> None:
    """Empty every cache of drawn parts."""
    for clear in _caches:
        clear()


@contextmanager
def audit() -> Generator[Audit]:
    """Record all text that is drawn in the block, and that of cached parts used in it."""
    found = Audit()
    token = _current.set(found)
    try:
        yield found
    finally:
        _current.reset(token)


def note(notes: Audit) -> None:
    """Add the record of a cached part that is used."""
    if (open_one := _current.get()) is not None:
        for size, times in notes.sizes.items():
            open_one.sizes[size] = open_one.sizes.get(size, 0) + times
        open_one.overflows += notes.overflows
        open_one.cuts += notes.cuts
        open_one.icons |= notes.icons


def note_size(size: int) -> None:
    """Record that text of this size was drawn."""
    if (open_one := _current.get()) is not None:
        open_one.sizes[size] = open_one.sizes.get(size, 0) + 1


def note_overflow(text: str) -> None:
    """Record text that does not fit in its box."""
    if (open_one := _current.get()) is not None:
        open_one.overflows.append(text)


def note_cut(text: str) -> None:
    """Record text that was shortened with an ellipsis."""
    if (open_one := _current.get()) is not None:
        open_one.cuts.append(text)


def note_icon(name: str) -> None:
    """Record an icon that was drawn."""
    if (open_one := _current.get()) is not None:
        open_one.icons.add(name)
