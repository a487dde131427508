"""Returning memory that drawing has freed from the C library's heap to the operating system."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

#: The numbers of glibc's settings, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
#: How many heaps all threads share. With a heap per thread, every heap would stay at its peak size.
MAX_ARENAS = 2
#: Allocations of at least this many bytes, which are whole boards, get a separate mapping that goes back to the
#: system when freed. Smaller pictures stay in the heap, because a new mapping takes as long as drawing on it. Without
#: a fixed size glibc raises the limit to 32 MB after the first picture, and the heaps keep the gaps.
MMAP_MIN_BYTES = 8 << 20


def return_freed_memory() -> None:
    """Make glibc return freed memory to the system; other C libraries have no such setting. Call before starting
    threads.
    """
    mallopt = _function("mallopt")
    if mallopt is not None:
        mallopt(_ARENA_MAX, MAX_ARENAS)
        mallopt(_MMAP_THRESHOLD, MMAP_MIN_BYTES)
        mallopt(_TRIM_THRESHOLD, MMAP_MIN_BYTES)


def trim() -> None:
    """Return free pages inside the heaps to the system. Call it in a thread, as it takes about 10 ms."""
    malloc_trim = _function("malloc_trim")
    if malloc_trim is not None:
        malloc_trim(0)


def _function(name: str) -> Any:
    """Return a function of the C library, or None if this library has no function of that name."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
