"""Remembers which panels people have open, so the panels can be updated."""

from __future__ import annotations

from contextvars import Context, copy_context
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from cachetools import FIFOCache

#: Maximum number of open panels that are remembered.
MAX_REMEMBERED = 512
#: Number of seconds after a button press during which the panel can be edited. Discord accepts the press's token for 15
#: minutes.
EDITABLE_SECONDS = 14 * 60


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A person's open panel, with the last button press on it, whose token is needed to edit or delete the panel."""

    match_id: int
    user_id: int
    message_id: int
    interaction: discord.Interaction[Any]
    pressed_at: int
    #: The number of the position shown on the panel's first page; None while the panel shows another page.
    seq: int | None
    #: A hash of the panel's contents. If it changes, there is news.
    news_hash: int = 0
    #: The number of the last journal entry that isn't news in this panel; None if unknown.
    last_entry: int | None = None
    #: The context variables of the button press. Later edits of the panel run with the same variables.
    context: Context = field(default_factory=copy_context)


class OpenPanels:
    """Remembers one panel per match and person. When there are too many, the oldest panel is forgotten."""

    def __init__(self) -> None:
        self._open = FIFOCache[tuple[int, int], OpenPanel](MAX_REMEMBERED)

    def remember(self, panel: OpenPanel) -> OpenPanel | None:
        """Remember a panel. If the person has an older panel of this match in another message, return that."""
        key = (panel.match_id, panel.user_id)
        older = self._open.pop(key, None)
        for other in [one for one, shown in self._open.items() if shown.message_id == panel.message_id]:
            del self._open[other]  # the message now shows this panel instead of another match's panel
        self._open[key] = panel
        return older if older is not None and older.message_id != panel.message_id else None

    def get(self, message_id: int) -> OpenPanel | None:
        """Return the panel in a message; None if it isn't remembered."""
        return next((panel for panel in self._open.values() if panel.message_id == message_id), None)

    def after(self, match_id: int, user_id: int, message_id: int) -> int | None:
        """Return the number of the last journal entry that isn't news in a person's panel; None if unknown."""
        panel = self._open.get((match_id, user_id))
        return panel.last_entry if panel is not None and panel.message_id == message_id else None

    def forget(self, panel: OpenPanel) -> None:
        """Stop updating a panel, unless a newer panel has replaced it."""
        if self._open.get((panel.match_id, panel.user_id)) == panel:
            del self._open[panel.match_id, panel.user_id]

    def mark_left(self, message_id: int) -> None:
        """Record that a message shows a page other than the first page of its panel."""
        if (panel := self.get(message_id)) is not None:
            self._open[panel.match_id, panel.user_id] = replace(panel, seq=None)

    def is_left(self, message_id: int) -> bool:
        """Return whether a message shows a page other than the first page of its panel."""
        panel = self.get(message_id)
        return panel is not None and panel.seq is None

    def editable(self, now: int) -> list[OpenPanel]:
        """Return the panels that currently show their first page and can still be edited; `now` is in seconds."""
        return [
            panel
            for panel in self._open.values()
            if panel.seq is not None and now - panel.pressed_at < EDITABLE_SECONDS
        ]
