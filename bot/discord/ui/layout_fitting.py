"""Cuts the texts of a layout to Discord's limit of characters."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ui

from bot.discord.ui import limits

#: The most characters of an option's description, of a text alternative and of an option's label. These are cut to one
#: step after another until the layout fits, before its texts, because the texts mostly say the same.
LENGTH_STEPS = ((100, 500, 100), (60, 500, 100), (40, 300, 100), (0, 200, 100), (0, 80, 100), (0, 80, 60), (0, 80, 40))
#: No text is cut to fewer characters than this.
MIN_TEXT_LENGTH = 100


def fit(view: ui.LayoutView) -> None:
    """Cut descriptions, text alternatives and labels, then the longest texts, until the layout fits Discord's limit."""
    if length(view) <= limits.LAYOUT:
        return
    for description, alt, label in LENGTH_STEPS:
        for option in _options(view):
            option.label = limits.truncate(option.label, label)
            option.description = limits.truncate(option.description or "", description) if description else None
        for item in _pictures(view):
            item.description = limits.truncate(item.description or "", alt) or None
        if length(view) <= limits.LAYOUT:
            return
    texts = [item for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    for text in sorted(texts, key=lambda one: len(one.content), reverse=True):
        over = length(view) - limits.LAYOUT
        if over <= 0:
            return
        text.content = limits.truncate(text.content, max(len(text.content) - over, MIN_TEXT_LENGTH))


def length(view: ui.LayoutView) -> int:
    """Return the number of characters in a layout, counting at least everything that Discord counts."""
    items = list(view.walk_children())
    found = [item.content for item in items if isinstance(item, ui.TextDisplay)]
    found += [item.label or "" for item in items if isinstance(item, ui.Button)]
    found += [item.placeholder or "" for item in items if isinstance(item, ui.Select)]
    found += [words or "" for option in _options(view) for words in (option.label, option.description)]
    found += [item.description or "" for item in _pictures(view)]
    return sum(map(len, found))


def _options(view: ui.LayoutView) -> Iterator[discord.SelectOption]:
    menus = (item for item in view.walk_children() if isinstance(item, ui.Select))
    return (option for menu in menus for option in menu.options)


def _pictures(view: ui.LayoutView) -> Iterator[discord.MediaGalleryItem]:
    galleries = (item for item in view.walk_children() if isinstance(item, ui.MediaGallery))
    return (picture for gallery in galleries for picture in gallery.items)
