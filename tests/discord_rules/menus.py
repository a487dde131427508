"""Menus: Discord sends nothing when someone chooses what their client shows as chosen already.

The client keeps a choice for as long as the message shows a menu of that custom_id, also when the message is edited
(discord/discord-api-docs, issues 4801 and 7765: it works as intended).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Choices:
    """What people have chosen in the menus that they see."""

    def __init__(self) -> None:
        self._shown: dict[tuple[int, int, str], list[str]] = {}

    def choose(self, person: int, message: int, menu: Mapping[str, Any], values: Sequence[str]) -> None:
        """Note a choice; fails where Discord would send none."""
        key = (person, message, str(menu["custom_id"]))
        defaults = [option["value"] for option in menu.get("options") or () if option.get("default")]
        defaults += [str(one["id"]) for one in menu.get("default_values") or ()]
        # What an edit marks as chosen replaces what the client remembers.
        shown = defaults or self._shown.get(key, [])
        assert sorted(shown) != sorted(values), f"Discord sends nothing: {values} is chosen already in {key[2]}"
        self._shown[key] = list(values)
