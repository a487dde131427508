"""Through whose eyes a match is seen, as buttons and menus name them."""

from __future__ import annotations

from bot.discord.support import controls
from bot.replay import ALL, Viewer

SPECTATOR = "s"


def code_of(viewer: Viewer) -> str:
    """Return a viewer as a button names them."""
    return SPECTATOR if viewer is None else str(viewer)


def viewer_of(code: str) -> Viewer:
    """Return whom a button names; it can be forged."""
    if code in (SPECTATOR, ALL):
        return None if code == SPECTATOR else ALL
    return controls.number(code)
