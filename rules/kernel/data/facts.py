"""Records that nothing changes, and of which very many are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

#: Makes a named tuple from its class and all its fields, in half the time that a call of the class takes.
named_tuple: Callable[[Any, tuple[Any, ...]], Any] = vars(tuple)["__new__"]


@dataclass_transform(frozen_default=True)
def fact(made: type[T]) -> type[T]:
    """Make a class a record that nothing changes: the type checker forbids it.

    Python's own check would make each take three times as long, and the rules make several for each move.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)
