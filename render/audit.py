"""A record of the text that was drawn, so that tests can judge sizes and overflows.

Pictures are built from cached parts; opening an audit empties the caches of those that bear words or icons,
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


@dataclass(slots=True)
class Part:
    """A cache of drawn parts, and whether any of them bore something to be noted."""

    clear: Callable[[], None] = lambda: None
    tells: bool = False


_parts: list[Part] = []
_notes = 0


def watch(part: Part) -> None:
    """Register a cache of drawn parts."""
    _parts.append(part)


def forget() -> None:
    """Empty every cache of drawn parts."""
    for part in _parts:
        part.clear()


def notes() -> int:
    """Return a number that rises with everything that can be noted, whether an audit is open or not."""
    return _notes


def note() -> None:
    """Tell that something was drawn that can be noted, or taken from a cache of such things."""
    global _notes
    _notes += 1


@contextmanager
def audit() -> Generator[Audit]:
    """Record all text drawn inside the block."""
    for part in _parts:
        if part.tells:
            part.clear()
    found = Audit()
    token = _current.set(found)
    try:
        yield found
    finally:
        _current.reset(token)


def note_size(size: int) -> None:
    """Record that text of this size was drawn."""
    note()
    if (open_one := _current.get()) is not None:
        open_one.sizes[size] = open_one.sizes.get(size, 0) + 1


def note_overflow(text: str) -> None:
    """Record text that left the box it was given."""
    note()
    if (open_one := _current.get()) is not None:
        open_one.overflows.append(text)


def note_cut(text: str) -> None:
    """Record text that was shortened with an ellipsis."""
    note()
    if (open_one := _current.get()) is not None:
        open_one.cuts.append(text)


def note_icon(name: str) -> None:
    """Record an icon that was drawn."""
    note()
    if (open_one := _current.get()) is not None:
        open_one.icons.add(name)
