"""A cache for drawn parts: a pure function of hashable arguments keeps its image."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

from render.audit import forget_with

P = ParamSpec("P")
R = TypeVar("R")


def cached(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `size` results; callers must never draw on what they get back."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        kept = lru_cache(maxsize=size)(function)
        forget_with(kept.cache_clear)

        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return kept(*args, **kwargs)  # pyright: ignore[reportArgumentType]

        call.__doc__ = function.__doc__
        call.__name__ = function.__name__
        return call

    return wrap
