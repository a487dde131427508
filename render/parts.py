"""A cache for drawn parts: a pure function of hashable arguments keeps its image."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

from render import audit

P = ParamSpec("P")
R = TypeVar("R")


def cached(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `size` results; callers must never draw on what they get back."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        part = audit.Part()

        def draw(*args: P.args, **kwargs: P.kwargs) -> R:
            before = audit.notes()
            drawn = function(*args, **kwargs)
            part.tells = part.tells or audit.notes() != before
            return drawn

        kept = lru_cache(maxsize=size)(draw)
        part.clear = kept.cache_clear
        audit.watch(part)

        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            drawn = kept(*args, **kwargs)  # pyright: ignore[reportArgumentType]
            if part.tells:
                audit.note()
            return drawn

        call.__doc__ = function.__doc__
        call.__name__ = function.__name__
        return call

    return wrap
