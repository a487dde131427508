"""Sends private answers to acknowledged interactions."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.ui import controls, fallbacks, limits, menu_reset
from bot.discord.ui.controls import Part

#: Maximum number of messages for one long text.
MAX_MESSAGES = 6


async def respond(interaction: Interaction, text: str, file: discord.File | None = None) -> None:
    """Fill in the deferred answer with a short text and optionally a file."""
    before = _replaced_message(interaction)
    if before is not None and before.flags.components_v2:
        # Discord allows a layout to be replaced only by another layout.
        await respond_with_layout(interaction, controls.layout(controls.text(limits.truncate(text, limits.LAYOUT))))
        return
    await fallbacks.fill(
        interaction,
        content=limits.truncate(text, limits.CONTENT),
        view=None,
        attachments=[] if file is None else [file],
    )


async def show(interaction: Interaction, *parts: Part, accent: discord.Colour | None = None) -> None:
    """Fill in the deferred answer with a layout of texts, pictures, buttons and menus, listed from top to bottom."""
    pictures = [part for part in parts if isinstance(part, discord.File)]
    await respond_with_layout(interaction, controls.box(*parts, accent=accent), attachments=pictures)


async def show_publicly(interaction: Interaction, *parts: Part, accent: discord.Colour | None = None) -> None:
    """Post a layout of texts, pictures, buttons and menus in the channel. The private message remains unchanged."""
    pictures = [part for part in parts if isinstance(part, discord.File)]
    view = controls.box(*parts, accent=accent)
    await fallbacks.follow_up(interaction, view=view, files=pictures, ephemeral=False)


async def respond_with_layout(interaction: Interaction, view: ui.LayoutView, **extra: Any) -> discord.Message:
    """Fill in the deferred answer with a layout and return the message. Later, only another layout can replace it.

    If the layout has pictures, their files must be passed as `attachments`.
    """
    if (before := _replaced_message(interaction)) is not None:
        interaction.client.open_panels.mark_left(before.id)
        menu_reset.rename_menus(view, interaction)
    return await fallbacks.fill(interaction, content=None, view=view, **extra)


def _replaced_message(interaction: Interaction) -> discord.Message | None:
    """Return the message that the answer replaces, or None if the answer is a new message."""
    in_place = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    return interaction.message if in_place else None


async def show_long(interaction: Interaction, text: str, *parts: Part, accent: discord.Colour | None = None) -> None:
    """Show a long text in up to `MAX_MESSAGES` private messages. `parts` appear below the first of them."""
    first, *remaining_pages = limits.pages(text, limits.LAYOUT)[:MAX_MESSAGES]
    await show(interaction, first, *parts, accent=accent)
    for page in remaining_pages:
        await fallbacks.follow_up(interaction, view=controls.box(page, accent=accent))
