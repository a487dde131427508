"""What a game says about its turns, so that they can be planned ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning:
    """How a game's turns are planned ahead; as it is, nothing can be."""

    #: Name the turn of a seat that is under way or comes next; "" where nothing can be planned. Public facts only.
    turn: Callable[[Any, int], str] = lambda _match, _seat: ""
    #: Tell whether what a seat is asked now belongs to that turn.
    is_in_turn: Callable[[Any, int], bool] = lambda _match, _seat: False
    #: Begin that turn in one of the seat's worlds, as if everybody before had done nothing.
    begin: Callable[[Any, int], None] = lambda _match, _seat: None
    #: Return what an answer rests on besides being possible: public facts, or the seat's own.
    rests_on: Callable[[Any, int, Action], Mapping[str, Any]] = lambda _match, _seat, _action: {}
    #: Tell whether an answer means the same in all these worlds of the seat, where it does not say so itself.
    is_alike: Callable[[Sequence[Any], Action], bool] = lambda _worlds, _action: True
    #: Say that such a fact has changed, as message ids.
    changes: Mapping[str, str] = field(default_factory=dict[str, str])
    #: The kinds of answers of which several can be named, so that the first that can be given counts.
    first_of: tuple[type[Action], ...] = ()
