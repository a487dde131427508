"""The frame of all `/owner` pages: navigation and the permission check.

Pages register when `bot.wiring` imports them. They never show what is hidden from players, because owners may also play
in matches.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord
from discord import ButtonStyle as Style
from discord import ui

from bot.discord.bot import Bot, Interaction
from bot.discord.match_context import reader_for
from bot.discord.ui import controls, paging
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from rules.kernel.words.translation import Translator

One = TypeVar("One")
Items: TypeAlias = Sequence[ui.Item[Any]]
#: A function that builds a page. The number selects which part of a long list the page shows.
PageMaker: TypeAlias = Callable[[Bot, Translator, int], Awaitable[Items]]
#: A function that handles a file attached to `/owner`. Its last arguments are the server, the game and the name entered
#: in the command.
FileHandler: TypeAlias = Callable[
    [Interaction, discord.Attachment, str | None, str | None, str | None], Awaitable[None]
]
#: Maximum number of rows read for a list. Further rows appear once earlier rows have been dealt with.
MAX_ROWS = 500
#: Maximum number of page buttons in a row. Phones show only two or three buttons next to each other.
BUTTONS_PER_ROW = 4


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    items: PageMaker


#: The names of the pages, in the order of their buttons.
PAGE_ORDER = ("health", "processes", "frozen", "reports", "blocks", "packs", "limits", "news", "record")
_PAGES: dict[str, _Page] = {}
#: The handler for files attached to `/owner`, registered by the feature that handles them.
FILE_HANDLERS: list[FileHandler] = []


def page(name: str, title: str) -> Callable[[PageMaker], PageMaker]:
    """Return a decorator that registers a function as the builder of the named page."""

    def register(items: PageMaker) -> PageMaker:
        assert name in PAGE_ORDER, f"no place for the page {name}"
        assert name not in _PAGES, f"two pages {name}"
        _PAGES[name] = _Page(title, items)
        return items

    return register


async def check(interaction: Interaction) -> Translator:
    """Return a translator for the person if they own the bot; raises Refusal if not."""
    await interaction.client.owners.check(interaction)
    return (await reader_for(interaction)).text


async def show(interaction: Interaction, name: str, told: str = "", part: int = 0) -> None:
    """Show a page, below a note about the last action. Raises Refusal unless the person owns the bot."""
    say = await check(interaction)
    await respond_with_layout(
        interaction, _framed(say, name, await _PAGES[name].items(interaction.client, say, part), told)
    )


async def show_items(interaction: Interaction, name: str, items: Items) -> None:
    """Show these components in place of a page. Raises Refusal unless the person owns the bot."""
    await respond_with_layout(interaction, _framed(await check(interaction), name, items))


def _framed(say: Translator, name: str, items: Items, note: str = "") -> ui.LayoutView:
    # The current page's button reloads the page.
    turns = [
        controls.button(say.t(_PAGES[key].title), "owner", key, style=Style.primary if key == name else Style.secondary)
        for key in PAGE_ORDER
        if key in _PAGES
    ]
    rows = [controls.row(*turns[first : first + BUTTONS_PER_ROW]) for first in range(0, len(turns), BUTTONS_PER_ROW)]
    note_items = [controls.text(note)] if note else []
    title = controls.text(f"**{say.t(_PAGES[name].title)}**")
    return controls.layout(ui.Container(title, *note_items, *items, ui.Separator(), *rows))


def list_part(say: Translator, name: str, rows: Sequence[One], part: int, size: int) -> tuple[Sequence[One], Items]:
    """Return one part of a long list on a page, and the buttons for turning to the other parts, if there are any."""
    rows_on_page, part, last = paging.page_of(rows, part, size)
    turning = paging.page_buttons(say, part, last, "owner", name)
    return rows_on_page, [controls.row(*turning)] if turning else []


@on("owner")
async def turn(press: ComponentInteraction) -> None:
    """Show another page, or another part of a page's long list."""
    if press.arg(0) not in _PAGES:
        raise controls.stale_button_error()
    await show(press.interaction, press.arg(0), part=press.number(1) if len(press.args) > 1 else 0)
