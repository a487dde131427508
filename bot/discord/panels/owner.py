"""The panel of `/owner`. Importing it registers all its pages."""

from __future__ import annotations

from bot.discord.panels import (
    owner_blocks,
    owner_caps,
    owner_health,
    owner_matches,
    owner_news,
    owner_packs,
    owner_processes,
    owner_record,
    owner_reports,
)
from bot.discord.panels.owner_frame import show

__all__ = ["PAGES", "show"]
PAGES = (
    *(owner_health, owner_processes, owner_matches, owner_reports),
    *(owner_blocks, owner_packs, owner_caps, owner_news, owner_record),
)
