"""The C library's heap: returns memory freed by drawing to the system."""

from __future__ import annotations

import ctypes
import sys

#: glibc's names of the settings, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
#: The heaps shared by all threads; with one per thread, each keeps its peak size.
ARENAS = 2
#: The size in bytes of allocations that get a separate mapping, released when freed; pictures are that large. Without a
#: fixed size glibc raises it to 32 MB after the first picture, and the gaps stay in the heaps.
MAPPED = 1 << 20


def give_back() -> None:
    """Make glibc return freed memory to the system; does nothing elsewhere. Call it before threads start."""
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENA_MAX, ARENAS)
        mallopt(_MMAP_THRESHOLD, MAPPED)
        mallopt(_TRIM_THRESHOLD, MAPPED)
