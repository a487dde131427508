"""The C library's heap: returns memory freed by drawing to the system."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

#: glibc's names of the settings, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
#: The heaps shared by all threads; with one per thread, each keeps its peak size.
MAX_ARENAS = 2
#: The size in bytes of allocations that get a separate mapping, released when freed: whole boards. Parts of pictures
#: stay in the heap, because the pages of a new mapping cost as much time as drawing on them. Without a fixed size glibc
#: raises it to 32 MB after the first picture, and the gaps stay in the heaps.
MMAP_MIN_BYTES = 8 << 20


def give_back() -> None:
    """Make glibc return freed memory to the system; does nothing elsewhere. Call it before threads start."""
    mallopt = _function("mallopt")
    if mallopt is not None:
        mallopt(_ARENA_MAX, MAX_ARENAS)
        mallopt(_MMAP_THRESHOLD, MMAP_MIN_BYTES)
        mallopt(_TRIM_THRESHOLD, MMAP_MIN_BYTES)


def trim() -> None:
    """Return free pages inside the heaps to the system. It takes about 10 ms: call it in a thread, now and then."""
    malloc_trim = _function("malloc_trim")
    if malloc_trim is not None:
        malloc_trim(0)


def _function(name: str) -> Any:
    """Return a function of the C library; None where there is none of that name."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
