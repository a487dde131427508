"""Splits menus and texts into pages, and creates the buttons for turning them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from discord import ui

from bot.discord.ui import controls, limits
from rules.kernel.words.translation import Translator

One = TypeVar("One")
#: The value of the menu option that opens the full list.
MORE = "more"


def page_of(items: Sequence[One], page: int, size: int = limits.SELECT_OPTIONS) -> tuple[Sequence[One], int, int]:
    """Return the items on a page, the page's number and the last page's number. `page` may be out of range."""
    last = max(0, (len(items) - 1) // size)
    page = min(max(page, 0), last)
    return items[page * size : (page + 1) * size], page, last


def page_buttons(say: Translator, page: int, last: int, verb: str, *args: int | str) -> list[ui.Item[Any]]:
    """Return the buttons for turning the pages. The list is empty if there is only one page."""
    if not last:
        return []
    return [
        controls.button(say.t("Previous"), verb, *args, page - 1, disabled=page == 0),
        controls.button(say.t("Next"), verb, *args, page + 1, disabled=page == last),
    ]
