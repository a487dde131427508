"""Makes the C library give memory back to the operating system after drawing has freed it."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

#: The numeric codes of glibc's settings, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
#: Maximum number of heaps, which all threads share. If each thread had its own heap, every heap would stay at its peak
#: size.
MAX_ARENAS = 2
#: An allocation of at least this many bytes gets its own memory mapping, which glibc returns to the system as soon as
#: the memory is freed. Pictures of boards are smaller, so they stay in the heap, whose free pages `trim` returns. With
#: a threshold of 8 MB, each board got its own mapping, and each drawing on it started with thousands of page faults.
MMAP_MIN_BYTES = 32 << 20


def return_freed_memory() -> None:
    """Make glibc return freed memory to the system. Call this before starting threads.

    With other C libraries, which have no such settings, this does nothing.
    """
    mallopt = _function("mallopt")
    if mallopt is not None:
        mallopt(_ARENA_MAX, MAX_ARENAS)
        mallopt(_MMAP_THRESHOLD, MMAP_MIN_BYTES)
        mallopt(_TRIM_THRESHOLD, MMAP_MIN_BYTES)


def trim() -> None:
    """Return free pages inside the heaps to the system. Call this in a thread, because it takes about 10 ms."""
    malloc_trim = _function("malloc_trim")
    if malloc_trim is not None:
        malloc_trim(0)


def _function(name: str) -> Any:
    """Return the C library's function with this name, or None if the library has no such function."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
