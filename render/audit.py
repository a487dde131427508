"""A record of the text that was drawn, so that tests can judge sizes and overflows.

Pictures are built from cached parts; opening an audit empties those caches first,
because a cached part would not draw (and so not report) its text again.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(slots=True)
class Audit:
    """What was written while the audit was open."""

    sizes: dict[int, int] = field(default_factory=dict[int, int])
    overflows: list[str] = field(default_factory=list[str])
    cuts: list[str] = field(default_factory=list[str])
    icons: set[str] = field(default_factory=set[str])


_current: ContextVar[Audit | None] = ContextVar("audit", default=None)
_caches: list[Callable[[], None]] = []


def forget_with(clear: Callable[[], None]) -> None:
    """Register a cache of drawn parts, to be emptied when an audit opens."""
    _caches.append(clear)


def forget() -> None:
    """Empty every cache of drawn parts."""
    for clear in _caches:
        clear()


@contextmanager
def audit() -> Generator[Audit]:
    """Record all text drawn inside the block."""
    forget()
    found = Audit()
    token = _current.set(found)
    try:
        yield found
    finally:
        _current.reset(token)


def note_size(size: int) -> None:
    """Record that text of this size was drawn."""
    if (open_one := _current.get()) is not None:
        open_one.sizes[size] = open_one.sizes.get(size, 0) + 1


def note_overflow(text: str) -> None:
    """Record text that left the box it was given."""
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
