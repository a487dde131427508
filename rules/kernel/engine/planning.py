"""The game-specific part of planning turns ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning:
    """How a game's turns are planned ahead; by default, planning is off."""

    #: Name a seat's current or next turn; "" where nothing can be planned. Public facts only.
    turn: Callable[[Any, int], str] = lambda _match, _seat: ""
    #: Return whether a seat's current question belongs to that turn.
    is_in_turn: Callable[[Any, int], bool] = lambda _match, _seat: False
    #: Begin that turn in one of the seat's worlds, as if all seats before had done nothing.
    begin: Callable[[Any, int], None] = lambda _match, _seat: None
    #: Return the facts behind an answer besides its being possible: public ones, or the seat's own.
    rests_on: Callable[[Any, int, Action], Mapping[str, Any]] = lambda _match, _seat, _action: {}
    #: Return whether an answer means the same in all these worlds of the seat, where the answer alone does not say so.
    is_alike: Callable[[Sequence[Any], Action], bool] = lambda _worlds, _action: True
    #: Sentences saying that such a fact has changed, as message ids.
    changes: Mapping[str, str] = field(default_factory=dict[str, str])
    #: Answers that allow alternatives: the first possible one counts.
    first_of: tuple[type[Action], ...] = ()
