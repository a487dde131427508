"""The functions and data that a game provides for planning turns ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.data.actions import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning:
    """A game's support for planning turns ahead. With the default values, a game has no such support."""

    #: Return a name for a seat's current or next turn; "" if nothing can be planned. It must depend on public facts
    #: only.
    turn: Callable[[Any, int], str] = lambda _match, _seat: ""
    #: Return whether a seat's current question belongs to the turn that `turn` names.
    is_in_turn: Callable[[Any, int], bool] = lambda _match, _seat: False
    #: Start the turn that `turn` names in a possible world, as if all seats before it had done nothing.
    begin: Callable[[Any, int], None] = lambda _match, _seat: None
    #: Return the facts that a planned answer relies on, either public or known to the seat. If one of them changes, the
    #: plan stops.
    rests_on: Callable[[Any, int, Action], Mapping[str, Any]] = lambda _match, _seat, _action: {}
    #: Return whether an answer has the same meaning in all these possible worlds.
    is_alike: Callable[[Sequence[Any], Action], bool] = lambda _worlds, _action: True
    #: For each fact by name, the message id of a sentence saying that the fact has changed.
    changes: Mapping[str, str] = field(default_factory=dict[str, str])
    #: Action types that allow alternatives: a step of the plan may list several, and the first possible one is used.
    first_of: tuple[type[Action], ...] = ()
