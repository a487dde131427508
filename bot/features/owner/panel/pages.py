"""The panel of `/owner`. Importing it registers all its pages."""

from __future__ import annotations

from bot.features.owner.panel import announcement_page as owner_news
from bot.features.owner.panel import audit_page as owner_record
from bot.features.owner.panel import blocklist_page as owner_blocks
from bot.features.owner.panel import frozen_page as owner_matches
from bot.features.owner.panel import health_page as owner_health
from bot.features.owner.panel import process_page as owner_processes
from bot.features.owner.panel import quota_page as owner_caps
from bot.features.owner.panel.frame import show
from bot.features.packs.panel import owner_page as owner_packs
from bot.features.reports.panel import owner_page as owner_reports

__all__ = ["PAGES", "show"]
PAGES = (
    *(owner_health, owner_processes, owner_matches, owner_reports),
    *(owner_blocks, owner_packs, owner_caps, owner_news, owner_record),
)
