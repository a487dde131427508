"""A cache for drawn parts: pictures of pure functions with hashable arguments."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

from render.pen import audit

P = ParamSpec("P")
R = TypeVar("R")


def cached(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last `size` results with their audit records; callers must never draw on a result."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        def draw(*args: P.args, **kwargs: P.kwargs) -> tuple[R, audit.Audit]:
            with audit.audit() as notes:
                return function(*args, **kwargs), notes

        kept = lru_cache(maxsize=size)(draw)
        audit.forget_with(kept.cache_clear)

        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            drawn, notes = kept(*args, **kwargs)  # pyright: ignore[reportArgumentType]
            audit.note(notes)
            return drawn

        call.__doc__ = function.__doc__
        call.__name__ = function.__name__
        return call

    return wrap
