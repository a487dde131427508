"""The panels that are open, by match and person."""

from __future__ import annotations

from contextvars import Context, copy_context
from dataclasses import dataclass, field, replace
from typing import Any

import discord

#: Open panels remembered.
REMEMBERED = 512
#: Seconds for which a panel can be edited without a press: Discord takes the token of a press for 15 minutes.
EDITABLE = 14 * 60


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A panel that a person has before them, and the latest press that can still edit or remove it."""

    match_id: int
    user_id: int
    message_id: int
    interaction: discord.Interaction[Any]
    pressed_at: int
    #: The position that its first page shows; None while it shows another page.
    seq: int | None
    #: What its reader could learn from it.
    seen: int = 0
    #: After which entry of the log its last press came; None if it has seen none.
    after: int | None = None
    #: The context of the press, in which the panel is edited later on as well.
    context: Context = field(default_factory=copy_context)


class OpenPanels:
    """One panel a match and person; the oldest are forgotten."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, int], OpenPanel] = {}

    def put(self, panel: OpenPanel) -> OpenPanel | None:
        """Remember a panel; return the older one of this match and person, if it is another message."""
        key = (panel.match_id, panel.user_id)
        older = self._open.pop(key, None)
        for other in [one for one, shown in self._open.items() if shown.message_id == panel.message_id]:
            del self._open[other]  # that match's panel has become this one's
        self._open[key] = panel
        while len(self._open) > REMEMBERED:
            self._open.pop(next(iter(self._open)))
        return older if older is not None and older.message_id != panel.message_id else None

    def at(self, message_id: int) -> OpenPanel | None:
        """Return the panel in a message."""
        return next((one for one in self._open.values() if one.message_id == message_id), None)

    def after(self, match_id: int, user_id: int, message_id: int) -> int | None:
        """Return after which entry of the log a panel's last press came, as far as that is known."""
        panel = self._open.get((match_id, user_id))
        return panel.after if panel is not None and panel.message_id == message_id else None

    def forget(self, panel: OpenPanel) -> None:
        """Leave a panel alone from now on."""
        if self._open.get((panel.match_id, panel.user_id)) == panel:
            del self._open[panel.match_id, panel.user_id]

    def leave(self, message_id: int) -> None:
        """Note that a message shows something else than a panel's first page now."""
        if (panel := self.at(message_id)) is not None:
            self._open[panel.match_id, panel.user_id] = replace(panel, seq=None)

    def editable(self, now: int) -> list[OpenPanel]:
        """Return the panels that can still be edited and show their first page."""
        return [one for one in self._open.values() if one.seq is not None and now - one.pressed_at < EDITABLE]
