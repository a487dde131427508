"""Menus and texts in pages: which part is on a page, and the buttons that turn it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from discord import ui

from bot.discord.support import controls, limits
from rules.kernel.words.text import Say

One = TypeVar("One")
#: The value of the entry of a menu that opens the whole list.
MORE = "more"


def page_of(items: Sequence[One], page: int, size: int = limits.SELECT_OPTIONS) -> tuple[Sequence[One], int, int]:
    """Return what is on a page, the page's number, and that of the last one; the number asked for may be forged."""
    last = max(0, (len(items) - 1) // size)
    page = min(max(page, 0), last)
    return items[page * size : (page + 1) * size], page, last


def turning(say: Say, page: int, last: int, verb: str, *args: int | str) -> list[ui.Item[Any]]:
    """Return the buttons that turn the pages; none where there is only one."""
    if not last:
        return []
    return [
        controls.button(say.t("Previous"), verb, *args, page - 1, disabled=page == 0),
        controls.button(say.t("Next"), verb, *args, page + 1, disabled=page == last),
    ]
