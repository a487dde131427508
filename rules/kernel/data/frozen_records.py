"""Immutable records that are created in large numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

#: Builds a named tuple from its class and all its fields, in half the time of calling the class.
named_tuple: Callable[[Any, tuple[Any, ...]], Any] = vars(tuple)["__new__"]


@dataclass_transform(frozen_default=True)
def fact(made: type[T]) -> type[T]:
    """Make a class an immutable record: the type checker forbids changes.

    Python's own check would triple the time to create one, and the rules create several per move.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)
