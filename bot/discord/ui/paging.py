"""Menus and texts in pages: the contents of a page, and the buttons to turn it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from discord import ui

from bot.discord.ui import controls, limits
from rules.kernel.words.translation import Translator

One = TypeVar("One")
#: The value of the menu entry that opens the whole list.
MORE = "more"


def page_of(items: Sequence[One], page: int, size: int = limits.SELECT_OPTIONS) -> tuple[Sequence[One], int, int]:
    """Return the contents of a page, its number, and the last number. The requested number may be forged."""
    last = max(0, (len(items) - 1) // size)
    page = min(max(page, 0), last)
    return items[page * size : (page + 1) * size], page, last


def page_buttons(say: Translator, page: int, last: int, verb: str, *args: int | str) -> list[ui.Item[Any]]:
    """Return the buttons that turn the pages; empty if there is only one."""
    if not last:
        return []
    return [
        controls.button(say.t("Previous"), verb, *args, page - 1, disabled=page == 0),
        controls.button(say.t("Next"), verb, *args, page + 1, disabled=page == last),
    ]
