"""The functions and data that a game provides so that players can plan their turns ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning:
    """A game's support for planning turns ahead. With the default values, players can't plan anything."""

    #: Returns an identifier of a seat's current or next turn; "" if nothing can be planned. It must depend on public
    #: facts only.
    turn: Callable[[Any, int], str] = lambda _match, _seat: ""
    #: Returns the identifier of the turn after it, if that can be planned together with it; "" if not.
    turn_after: Callable[[Any, int], str] = lambda _match, _seat: ""
    #: Returns whether a seat's current question belongs to the turn that `turn` identifies.
    is_in_turn: Callable[[Any, int], bool] = lambda _match, _seat: False
    #: Starts a seat's planned turn in a possible world, as if the seats that move before it had done nothing.
    begin: Callable[[Any, int], None] = lambda _match, _seat: None
    #: Returns the facts that a planned answer depends on, which are public or known to the seat. If one of them
    #: changes, the plan stops.
    rests_on: Callable[[Any, int, Action], Mapping[str, Any]] = lambda _match, _seat, _action: {}
    #: Returns whether an answer means the same in all of these possible worlds.
    is_alike: Callable[[Sequence[Any], Action], bool] = lambda _worlds, _action: True
    #: The message id of a sentence that says that a fact has changed, by the fact's name.
    changes: Mapping[str, str] = field(default_factory=dict[str, str])
    #: Action types that allow alternatives: a step of a plan may list several such actions, and the first possible one
    #: is used.
    first_of: tuple[type[Action], ...] = ()
