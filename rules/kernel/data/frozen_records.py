"""Immutable records that can be created quickly, for objects that are needed in large numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

#: Creates an instance of a named tuple from all its fields, in half the time that calling the class takes.
named_tuple: Callable[[Any, tuple[Any, ...]], Any] = vars(tuple)["__new__"]


@dataclass_transform(frozen_default=True)
def immutable(made: type[T]) -> type[T]:
    """Turn a class into a dataclass that only the type checker treats as immutable.

    With `frozen=True`, creating an instance would take three times as long, and the rules create several instances per
    move.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)
