"""Gives menus new custom_ids so that a person can choose the same entry twice in a row.

If a message's menu still has the same custom_id, Discord's clients continue to show the old choice, and send nothing
when it is chosen again. The menu below a public board keeps its custom_id, because others may be about to use the menu
when the board is edited. Instead, the private answer to a choice in that menu has its own menus with the same entries.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.custom_ids import mark_of, with_mark
from bot.discord.ui import errors, fallbacks, limits

log = logging.getLogger("bot.discord")

#: The modulus that shortens an interaction's id to a marker. Because it is prime, successive ids give different
#: markers.
MARK_MODULUS = 999_983
#: The classes of menus.
MENU_CLASSES = (ui.Select, ui.UserSelect, ui.RoleSelect, ui.MentionableSelect, ui.ChannelSelect)


def rename_menus(view: ui.View | ui.LayoutView, interaction: Interaction) -> bool:
    """Give the menus of a message new markers, derived from the interaction's id. Return whether the used menu got one.

    A menu with a default value keeps its custom_id, because clients show the default instead of the old choice. But if
    the person has chosen a different value in that menu, it gets a new custom_id.
    """
    used_custom_id, values = _used_menu(interaction)
    found = False
    for menu in view.walk_children():
        if not isinstance(menu, MENU_CLASSES):
            continue
        shown, is_pressed = (
            _default_values(menu),
            bool(values) and _without_mark(menu.custom_id) == _without_mark(used_custom_id),
        )
        if shown and not (is_pressed and shown != set(values)):
            continue
        name = with_mark(_without_mark(menu.custom_id), f"{interaction.id % MARK_MODULUS:x}")
        if len(name) <= limits.CUSTOM_ID:
            menu.custom_id, found = name, found or is_pressed
    return found


async def rename_in_unedited_message(interaction: Interaction) -> None:
    """Rename the used menu in a private message that the answer left unchanged.

    The message stays unchanged if the answer was a separate message, a form, or a refusal. It is fetched and edited
    here. If it is a panel that was updated in the meantime, the edit undoes the update, so the panel is updated once
    more.
    """
    message, panels = interaction.message, interaction.client.open_panels
    if message is None or not _used_menu(interaction)[1] or not fallbacks.leaves_message(interaction):
        return
    before = panels.get(message.id)
    try:
        now = await interaction.followup.fetch_message(message.id)
        view = (ui.LayoutView if now.flags.components_v2 else ui.View).from_message(now, timeout=None)
        view.stop()
        if rename_menus(view, interaction):
            await interaction.followup.edit_message(message.id, view=view)
    except (discord.HTTPException, *errors.CONNECTION_ERRORS) as error:
        # The failure does little harm: the person just can't choose the same value twice in a row.
        log.debug("a menu keeps its name", extra={"user": interaction.user.id, "reason": str(error)})
    renewed = panels.get(message.id)
    # Don't edit a panel that has nothing new: the edit would reveal that someone else has made a secret choice.
    if renewed is not None and (before is None or renewed.news_hash != before.news_hash):
        panels.remember(replace(renewed, seq=-1, news_hash=0))


def _used_menu(interaction: Interaction) -> tuple[str, Collection[str]]:
    """Return the custom_id of the menu that was used, and the chosen values."""
    data: Any = interaction.data or {}
    return str(data.get("custom_id")), data.get("values") or ()


def _default_values(menu: ui.Item[Any]) -> set[str]:
    """Return the values that a menu shows as selected by default."""
    if isinstance(menu, ui.Select):
        return {option.value for option in menu.options if option.default}
    return {str(one.id) for one in getattr(menu, "default_values", ())}


def _without_mark(custom_id: str) -> str:
    """Return a custom_id without its marker."""
    mark = mark_of(custom_id)
    return custom_id if mark is None else custom_id.removesuffix(f"~{mark}")
