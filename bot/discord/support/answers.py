"""Answering an acknowledged interaction: in place, and only for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.support import controls, limits
from bot.discord.support.bot import Interaction

#: Messages of one long answer; more would be a flood.
MESSAGES = 6


async def answer(
    interaction: Interaction,
    text: str,
    *,
    file: discord.File | None = None,
    files: Sequence[discord.File] | None = None,
    view: ui.View | None = None,
) -> None:
    """Fill in the answer that was promised, with pictures and buttons if there are any.

    `files` take the place of all pictures that the answer had, `file` only if there is one.
    """
    extra: dict[str, Any] = {}
    if files is not None:
        extra["attachments"] = list(files)
    elif file is not None:
        extra["attachments"] = [file]
    if interaction.message is not None and interaction.message.flags.components_v2:
        # A layout can be replaced by a layout only.
        pictures = [controls.gallery(one.filename, one.description or "") for one in extra.get("attachments", ())]
        items = [*controls.laid(limits.clip(text, limits.CONTENT), view), *pictures]
        await lay_out(interaction, controls.layout(*items), **extra)
        return
    if view is not None:
        extra["view"] = view
    await interaction.edit_original_response(
        content=limits.clip(text, limits.CONTENT),
        allowed_mentions=discord.AllowedMentions.none(),
        **extra,
    )


async def lay_out(interaction: Interaction, view: ui.LayoutView, **extra: Any) -> discord.InteractionMessage:
    """Fill in the answer that was promised with a layout; from then on it can be replaced by another layout only.

    `extra` can have the files that its pictures name.
    """
    if interaction.message is not None:
        interaction.client.panels.leave(interaction.message.id)
    none = discord.AllowedMentions.none()
    return await interaction.edit_original_response(content=None, view=view, allowed_mentions=none, **extra)


async def answer_long(
    interaction: Interaction,
    text: str,
    *,
    file: discord.File | None = None,
    files: Sequence[discord.File] | None = None,
    view: ui.View | None = None,
) -> None:
    """Answer with a text of any length, in as many private messages as it takes."""
    first, *rest = limits.pages(text)[:MESSAGES]
    await answer(interaction, first, file=file, files=files, view=view)
    for page in rest:
        await add(interaction, page)


async def add(interaction: Interaction, text: str, files: Sequence[discord.File] = ()) -> None:
    """Add one more private message to an answer."""
    await interaction.followup.send(
        text, files=list(files), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )
