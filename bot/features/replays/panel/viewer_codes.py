"""Codes for the viewers of a match, used in buttons and menus."""

from __future__ import annotations

from bot.discord.ui import controls
from bot.features.replays.service.replay_steps import OPEN_VIEWER, Viewer

SPECTATOR = "s"


def code_of(viewer: Viewer) -> str:
    """Return the code of a viewer."""
    return SPECTATOR if viewer is None else str(viewer)


def viewer_of(code: str) -> Viewer:
    """Return the viewer that a code stands for; raises Refusal for an invalid code, because codes may be forged."""
    if code in (SPECTATOR, OPEN_VIEWER):
        return None if code == SPECTATOR else OPEN_VIEWER
    return controls.number(code)
