"""Shortens the texts in a layout to fit Discord's character limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord import ui

from bot.discord.ui import limits

#: Maximum lengths of an option, which are its label and its description together, and of an alt text. The steps are
#: tried in order until the layout fits. Texts are cut last, because they already contain most of the options' texts.
LENGTH_STEPS = (
    (160, 500),
    (130, 500),
    (130, 300),
    (100, 300),
    (80, 300),
    (80, 200),
    (70, 200),
    (60, 200),
    (60, 80),
    (40, 80),
)
#: A description is left out if less than this many characters of it fit.
MIN_DESCRIPTION_LENGTH = 12
#: No text is cut to less than this many characters.
MIN_TEXT_LENGTH = 100


def fit(view: ui.LayoutView) -> None:
    """Shorten the longest options and alt texts, then the longest texts, until the layout fits Discord's limit."""
    if length(view) <= limits.LAYOUT:
        return
    for most, alt in LENGTH_STEPS:
        for option in _options(view):
            _shorten(option, most)
        for item in _pictures(view):
            item.description = limits.truncate(item.description or "", alt) or None
        if length(view) <= limits.LAYOUT:
            return
    texts = [item for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    for text in sorted(texts, key=lambda one: len(one.content), reverse=True):
        excess = length(view) - limits.LAYOUT
        if excess <= 0:
            return
        text.content = limits.truncate(text.content, max(len(text.content) - excess, MIN_TEXT_LENGTH))


def least_length(items: Iterable[ui.Item[Any]], option_length: int) -> int:
    """Return the length in characters of a layout's items if each option is cut to `option_length` characters."""
    total = 0
    for part in (part for item in items for part in (item, *getattr(item, "children", ()))):
        if isinstance(part, ui.TextDisplay):
            total += len(part.content)
        elif isinstance(part, ui.Button):
            total += len(part.label or "")
        elif isinstance(part, ui.Select):
            lengths = (len(option.label) + len(option.description or "") for option in part.options)
            total += len(part.placeholder or "") + sum(min(length, option_length) for length in lengths)
    return total


def _shorten(option: discord.SelectOption, most: int) -> None:
    """Cut an option's description, and then its label, to `most` characters together.

    A label that is cut loses its description, which may go on where the label ended.
    """
    if len(option.label) > most:
        option.label, option.description = limits.truncate(option.label, most), None
        return
    room = most - len(option.label)
    description = option.description or ""
    fits = len(description) <= room or room >= MIN_DESCRIPTION_LENGTH
    if description and not fits:
        # The label may end in the middle of an effect that the description continues.
        option.label = limits.truncate(f"{option.label}…", most)
    option.description = limits.truncate(description, room) if description and fits else None


def length(view: ui.LayoutView) -> int:
    """Return the length of a layout in characters, never less than Discord's own count."""
    items = list(view.walk_children())
    texts = [item.content for item in items if isinstance(item, ui.TextDisplay)]
    texts += [item.label or "" for item in items if isinstance(item, ui.Button)]
    texts += [item.placeholder or "" for item in items if isinstance(item, ui.Select)]
    texts += [words or "" for option in _options(view) for words in (option.label, option.description)]
    texts += [item.description or "" for item in _pictures(view)]
    return sum(map(len, texts))


def _options(view: ui.LayoutView) -> Iterator[discord.SelectOption]:
    menus = (item for item in view.walk_children() if isinstance(item, ui.Select))
    return (option for menu in menus for option in menu.options)


def _pictures(view: ui.LayoutView) -> Iterator[discord.MediaGalleryItem]:
    galleries = (item for item in view.walk_children() if isinstance(item, ui.MediaGallery))
    return (picture for gallery in galleries for picture in gallery.items)
