"""Discord sends no interaction when a user chooses the menu entry that their client already shows.

The client keeps showing a user's choice as long as the message has a menu with the same custom_id, even after edits
(discord/discord-api-docs, issues 4801 and 7765: intended behaviour).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Choices:
    """Remembers which choice each user's client shows in each menu."""

    def __init__(self) -> None:
        self._shown: dict[tuple[int, int, str], list[str]] = {}

    def is_sent(self, person: int, message: int, menu: Mapping[str, Any], values: Sequence[str]) -> bool:
        """Return whether the user's client sends a choice of these values; it doesn't if it already shows them."""
        defaults = [option["value"] for option in menu.get("options") or () if option.get("default")]
        defaults += [str(one["id"]) for one in menu.get("default_values") or ()]
        # If the message was edited and an entry is preselected, the client shows that entry instead of the user's
        # choice.
        shown = defaults or self._shown.get((person, message, str(menu["custom_id"])), [])
        return sorted(shown) != sorted(values)

    def choose(self, person: int, message: int, menu: Mapping[str, Any], values: Sequence[str]) -> None:
        """Record a choice; fail if the user's client wouldn't send it."""
        name = str(menu["custom_id"])
        assert self.is_sent(person, message, menu, values), (
            f"Discord sends nothing: {values} is chosen already in {name}"
        )
        self._shown[person, message, name] = list(values)
