"""Registries: lists that core modules declare, and that `bot.wiring` fills with parts of the core and the features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Registry(Generic[T]):
    """A list of registered parts of one kind, in the order that `bot.wiring` registers them."""

    def __init__(self, kind: str) -> None:
        """`kind` names the parts in error messages."""
        self._kind = kind
        self._items: tuple[T, ...] | None = None

    def fill(self, *items: T) -> None:
        """Register all parts of this kind at once."""
        assert self._items is None, f"the {self._kind} are registered already"
        self._items = items

    def __iter__(self) -> Iterator[T]:
        assert self._items is not None, f"no {self._kind} are registered yet: call wiring.register()"
        return iter(self._items)
