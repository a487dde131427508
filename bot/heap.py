"""The C library's heap: what drawing frees goes back to the system."""

from __future__ import annotations

import ctypes
import sys

#: glibc's names of the settings, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
#: Heaps for all threads together; with one for each thread, each keeps what it once needed.
ARENAS = 2
#: Bytes from which an allocation is a mapping of its own, which ends when it is freed; pictures are that large. Without
#: a fixed size glibc raises it to 32 MB after the first picture, and their gaps stay in the heaps.
MAPPED = 1 << 20


def give_back() -> None:
    """Let glibc give freed memory back; on other systems nothing is done. Call it before threads start."""
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENA_MAX, ARENAS)
        mallopt(_MMAP_THRESHOLD, MAPPED)
        mallopt(_TRIM_THRESHOLD, MAPPED)
