"""Discord refuses buttons and menus with an emoji that doesn't exist or was deleted.

Discord's error contains the path to the emoji and the code BUTTON_COMPONENT_INVALID_EMOJI, even for menu entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from tests.discord_rules.refusals import invalid

_NESTED = ("components", "options")


def check_emojis(components: Sequence[Mapping[str, Any]], known: Collection[int]) -> None:
    """Raise Refused if a component has a custom emoji whose id isn't in `known`."""
    for where, emoji in _emojis(components, "components"):
        if emoji.get("id") and int(emoji["id"]) not in known:
            # The refusal isn't marked as avoidable, because the bot can't know that an emoji was deleted a moment ago.
            raise invalid(f"{where}.id", "Invalid emoji", "BUTTON_COMPONENT_INVALID_EMOJI", avoidable=False)


def _emojis(parts: Sequence[Mapping[str, Any]], where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, part in enumerate(parts):
        here = f"{where}.{number}"
        if part.get("emoji"):
            yield f"{here}.emoji", part["emoji"]
        for name in _NESTED:
            yield from _emojis(part.get(name) or (), f"{here}.{name}")
        for name in ("accessory", "component"):
            inner = part.get(name)
            if inner and inner.get("emoji"):
                yield f"{here}.{name}.emoji", inner["emoji"]
