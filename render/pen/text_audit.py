"""Records the drawn text, so tests can check text sizes and find text that doesn't fit.

Pictures are assembled from cached parts. A cached part is not drawn again, so its record is cached with it and added to
the audit when the part is reused.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(slots=True)
class Audit:
    """The record of an audit: text sizes, texts that don't fit, shortened texts, icons, and all lines of text."""

    sizes: dict[int, int] = field(default_factory=dict[int, int])
    overflows: list[str] = field(default_factory=list[str])
    cuts: list[str] = field(default_factory=list[str])
    icons: set[str] = field(default_factory=set[str])
    texts: set[str] = field(default_factory=set[str])


_current: ContextVar[Audit | None] = ContextVar("audit", default=None)
_caches: list[Callable[[], None]] = []


def forget_with(clear: Callable[[], None]) -> None:
    """Register a function that empties a cache of drawn parts, to be called by `forget`."""
    _caches.append(clear)


def forget() -> None:
    """Empty every registered cache of drawn parts."""
    for clear in _caches:
        clear()


@contextmanager
def audit() -> Generator[Audit]:
    """Record all text drawn in the block, including the text in reused cached parts."""
    found = Audit()
    token = _current.set(found)
    try:
        yield found
    finally:
        _current.reset(token)


def note(notes: Audit) -> None:
    """Add the record of a reused cached part to the current audit."""
    if (open_one := _current.get()) is not None:
        for size, times in notes.sizes.items():
            open_one.sizes[size] = open_one.sizes.get(size, 0) + times
        open_one.overflows += notes.overflows
        open_one.cuts += notes.cuts
        open_one.icons |= notes.icons
        open_one.texts |= notes.texts


def note_size(size: int) -> None:
    """Record a drawn text size."""
    if (open_one := _current.get()) is not None:
        open_one.sizes[size] = open_one.sizes.get(size, 0) + 1


def note_overflow(text: str) -> None:
    """Record a text that doesn't fit into its box."""
    if (open_one := _current.get()) is not None:
        open_one.overflows.append(text)


def note_cut(text: str) -> None:
    """Record a text that was shortened with an ellipsis."""
    if (open_one := _current.get()) is not None:
        open_one.cuts.append(text)


def note_icon(name: str) -> None:
    """Record a drawn icon."""
    if (open_one := _current.get()) is not None:
        open_one.icons.add(name)


def note_text(text: str) -> None:
    """Record a drawn line of text."""
    if (open_one := _current.get()) is not None:
        open_one.texts.add(text)
