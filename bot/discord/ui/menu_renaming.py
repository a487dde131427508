"""New names for menus, so that an old choice can be chosen again.

While a message has a menu with the same name, Discord's clients keep showing the old choice, and send nothing when it
is chosen again. The menu of public things under a board keeps its name: the board may be edited while others are about
to use it. Its private answer has menus that lead to everything there.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.http import errors
from bot.discord.ui import fallbacks, limits
from bot.discord.ui.custom_ids import mark_of, with_mark

log = logging.getLogger("bot.discord")

#: A prime, so that successive Discord ids leave different remainders.
MARK_MODULUS = 999_983
#: The classes of menus.
MENU_CLASSES = (ui.Select, ui.UserSelect, ui.RoleSelect, ui.MentionableSelect, ui.ChannelSelect)


def rename_menus(view: ui.View | ui.LayoutView, interaction: Interaction) -> bool:
    """Rename the menus of a message by the id of a press; return whether the pressed menu is among them.

    A menu with a default value keeps its name, unless another value was chosen in it: the default replaces the client's
    memory.
    """
    pressed, values = _chosen(interaction)
    found = False
    for menu in view.walk_children():
        if not isinstance(menu, MENU_CLASSES):
            continue
        shown, is_pressed = _shown(menu), bool(values) and _bare(menu.custom_id) == _bare(pressed)
        if shown and not (is_pressed and shown != set(values)):
            continue
        name = with_mark(_bare(menu.custom_id), f"{interaction.id % MARK_MODULUS:x}")
        if len(name) <= limits.CUSTOM_ID:
            menu.custom_id, found = name, found or is_pressed
    return found


async def rename_left(interaction: Interaction) -> None:
    """Rename the menu of a press in a private message that the answer left unchanged.

    The answer was a separate message, a form, or a refusal. The message is edited as it is now, and if a panel was
    updated meanwhile, it is updated once more.
    """
    message, panels = interaction.message, interaction.client.open_panels
    if message is None or not _chosen(interaction)[1] or not fallbacks.leaves_message(interaction):
        return
    before = panels.get(message.id)
    try:
        now = await interaction.followup.fetch_message(message.id)
        view = (ui.LayoutView if now.flags.components_v2 else ui.View).from_message(now, timeout=None)
        view.stop()
        if rename_menus(view, interaction):
            await interaction.followup.edit_message(message.id, view=view)
    except (discord.HTTPException, *errors.CONNECTION_ERRORS) as error:
        # Other values can still be chosen in it.
        log.debug("a menu keeps its name", extra={"user": interaction.user.id, "reason": str(error)})
    renewed = panels.get(message.id)
    # An unchanged panel is skipped: an edit would reveal that others have made a secret choice.
    if renewed is not None and (before is None or renewed.news_hash != before.news_hash):
        panels.remember(replace(renewed, seq=-1, news_hash=0))


def _chosen(interaction: Interaction) -> tuple[str, Collection[str]]:
    """Return the name of the pressed menu, and the chosen values."""
    data: Any = interaction.data or {}
    return str(data.get("custom_id")), data.get("values") or ()


def _shown(menu: ui.Item[Any]) -> set[str]:
    """Return the default values of a menu in a message."""
    if isinstance(menu, ui.Select):
        return {option.value for option in menu.options if option.default}
    return {str(one.id) for one in getattr(menu, "default_values", ())}


def _bare(custom_id: str) -> str:
    """Return a custom_id without its mark."""
    mark = mark_of(custom_id)
    return custom_id if mark is None else custom_id.removesuffix(f"~{mark}")
