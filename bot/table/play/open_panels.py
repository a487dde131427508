"""Remembers people's open panels."""

from __future__ import annotations

from contextvars import Context, copy_context
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from cachetools import FIFOCache

#: The most open panels to remember.
MAX_REMEMBERED = 512
#: A panel can be edited for this many seconds after a press. Discord accepts the press's token for 15 minutes.
EDITABLE_SECONDS = 14 * 60


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A person's open panel, and the latest press that can still edit or remove it."""

    match_id: int
    user_id: int
    message_id: int
    interaction: discord.Interaction[Any]
    pressed_at: int
    #: The number of the position that the panel's first page shows; None while the panel shows another page.
    seq: int | None
    #: A hash of the panel's contents for the reader.
    news_hash: int = 0
    #: The number of the last journal entry that is old news in this panel; None if there has been no press.
    last_entry: int | None = None
    #: The context variables of the press, for later edits of the panel.
    context: Context = field(default_factory=copy_context)


class OpenPanels:
    """Remembers one panel for each match and person, and forgets the oldest."""

    def __init__(self) -> None:
        self._open = FIFOCache[tuple[int, int], OpenPanel](MAX_REMEMBERED)

    def remember(self, panel: OpenPanel) -> OpenPanel | None:
        """Remember a panel; return the person's older panel of this match, if it is another message."""
        key = (panel.match_id, panel.user_id)
        older = self._open.pop(key, None)
        for other in [one for one, shown in self._open.items() if shown.message_id == panel.message_id]:
            del self._open[other]  # the message now shows this panel instead of that of another match
        self._open[key] = panel
        return older if older is not None and older.message_id != panel.message_id else None

    def get(self, message_id: int) -> OpenPanel | None:
        """Return the panel in a message."""
        return next((one for one in self._open.values() if one.message_id == message_id), None)

    def after(self, match_id: int, user_id: int, message_id: int) -> int | None:
        """Return the number of the last journal entry that is old news in a person's panel; None if unknown."""
        panel = self._open.get((match_id, user_id))
        return panel.last_entry if panel is not None and panel.message_id == message_id else None

    def forget(self, panel: OpenPanel) -> None:
        """Stop updating a panel."""
        if self._open.get((panel.match_id, panel.user_id)) == panel:
            del self._open[panel.match_id, panel.user_id]

    def mark_left(self, message_id: int) -> None:
        """Record that a message no longer shows the first page of a panel."""
        if (panel := self.get(message_id)) is not None:
            self._open[panel.match_id, panel.user_id] = replace(panel, seq=None)

    def editable(self, now: int) -> list[OpenPanel]:
        """Return the panels that show their first page and can still be edited; `now` is in seconds."""
        return [one for one in self._open.values() if one.seq is not None and now - one.pressed_at < EDITABLE_SECONDS]
