"""The frame of `/owner`: its pages, the way from one to another, and whoever may see them.

Nothing in it is hidden from a player of any match, as those who run the bot may play, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from discord import ButtonStyle as Style
from discord import ui

from bot.discord.support import controls
from bot.discord.support.answers import lay_out
from bot.discord.support.bot import Bot, Interaction
from bot.discord.support.context import audience_for
from bot.discord.support.controls import Press, on
from bot.matches.privacy import is_gone
from rules.kernel.words.text import Say

Items: TypeAlias = Sequence[ui.Item[Any]]
#: Buttons in a row under the pages: a phone shows two or three beside each other.
A_ROW = 4


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    items: Callable[[Bot, Say], Awaitable[Items]]


#: Every page, in the order of their buttons.
ORDER = ("health", "processes", "frozen", "reports", "blocks", "limits", "news", "record")
_PAGES: dict[str, _Page] = {}


def page(name: str, title: str) -> Callable[[Callable[[Bot, Say], Awaitable[Items]]], Any]:
    """Register what makes a page."""

    def register(items: Callable[[Bot, Say], Awaitable[Items]]) -> Callable[[Bot, Say], Awaitable[Items]]:
        assert name in ORDER, f"no place for the page {name}"
        assert name not in _PAGES, f"two pages {name}"
        _PAGES[name] = _Page(title, items)
        return items

    return register


async def check(interaction: Interaction) -> Say:
    """Return the words for somebody who runs the bot; raises Refusal for anybody else."""
    await interaction.client.owners.check(interaction)
    return (await audience_for(interaction)).text


async def show(interaction: Interaction, name: str, told: str = "") -> None:
    """Show one page, with what has just been done above it; raises Refusal for whoever does not run the bot."""
    say = await check(interaction)
    await lay_out(interaction, _framed(say, name, await _PAGES[name].items(interaction.client, say), told))


async def show_items(interaction: Interaction, name: str, items: Items) -> None:
    """Show something that belongs to a page in its place; raises Refusal for whoever does not run the bot."""
    await lay_out(interaction, _framed(await check(interaction), name, items))


def _framed(say: Say, name: str, items: Items, told: str = "") -> ui.LayoutView:
    # That of the page that is open shows it anew.
    turns = [
        controls.button(say.t(_PAGES[key].title), "owner", key, style=Style.primary if key == name else Style.secondary)
        for key in ORDER
    ]
    rows = [controls.row(*turns[first : first + A_ROW]) for first in range(0, len(turns), A_ROW)]
    done = [controls.text(told)] if told else []
    title = controls.text(f"**{say.t(_PAGES[name].title)}**")
    return controls.layout(ui.Container(title, *done, *items, ui.Separator(), *rows))


def person(say: Say, user_id: int) -> str:
    """Return how somebody is named who may be gone."""
    return say.t("Somebody") if is_gone(user_id) else f"<@{user_id}>"


@on("owner")
async def turn(press: Press) -> None:
    """Show another page."""
    if press.arg(0) not in ORDER:
        raise controls.stale()
    await show(press.interaction, press.arg(0))
