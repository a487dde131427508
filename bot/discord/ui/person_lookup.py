"""Looks up people's languages and names, and whether they are still in a server."""

from __future__ import annotations

import discord

from bot.discord.bot import Interaction
from bot.discord.http import error_codes
from bot.discord.ui.locale import code_of
from bot.matches.seats.erased_user_ids import is_alias
from rules.kernel.words.translation import Translator


async def locale_for(interaction: Interaction) -> str:
    """Return the language for answers to this person: the language they chose, or their Discord client's language."""
    return await interaction.client.service.people.locale(interaction.user.id, code_of(interaction.locale))


def say_at_once(interaction: Interaction) -> Translator:
    """Return the translator for this person without a database query. The chosen language is used only if cached."""
    return Translator(
        interaction.client.service.people.cached_language(interaction.user.id) or code_of(interaction.locale)
    )


async def has_left(bot: discord.Client, guild_id: int, user_id: int) -> bool:
    """Return whether a person has left a server; False if Discord doesn't answer."""
    try:
        await bot.http.get_member(guild_id, user_id)
    except discord.HTTPException as error:
        return error.code in error_codes.HAS_LEFT
    return False


def person_name(say: Translator, user_id: int) -> str:
    """Return a mention of a person, or a general term if the person's data has been deleted."""
    return say.t("Somebody") if is_alias(user_id) else f"<@{user_id}>"
