"""Turns away blocked people and servers, and tells them why."""

from __future__ import annotations

import discord

from bot.discord.bot import Bot, Interaction
from bot.discord.owner_stop_commands import verb_of
from bot.discord.ui import safe_names
from bot.features.owner.service.blocklist import Blocklist, BlocklistRow
from bot.matches.quotas import MAX_REASON_LENGTH
from rules.kernel.words.translation import Translator

#: The command that blocked people may still use to see and delete their stored data.
ALWAYS_ALLOWED_COMMAND = "privacy"


async def reload(bot: Bot) -> None:
    """Read the blocklist from the database; raises StoreError."""
    await bot.service.part(Blocklist).read()
    bot.dispatch("bars_read")


async def is_turned_away(bot: Bot, guild_id: int) -> bool:
    """Return whether a server is blocked. If it is blocked, the bot leaves it."""
    turned_away = await bot.service.part(Blocklist).is_back(guild_id)
    if turned_away:
        bot.dispatch("bars_read")
    return turned_away


def refusal_reason(interaction: Interaction, say: Translator) -> str | None:
    """Return the message for a blocked person or for anyone in a blocked server; None for all other people."""
    bars = interaction.client.service.part(Blocklist)
    person, server = bars.of_person(interaction.user.id), bars.of_server(interaction.guild_id)
    if (person is None and server is None) or _is_about_privacy(interaction):
        return None
    return ban_notice(say, person or server)  # type: ignore[arg-type]


def ban_notice(say: Translator, row: BlocklistRow) -> str:
    """Return a message that says why and until when a person or server is blocked."""
    person = row.what == "person"
    text = say.t("The bot's owner has blocked you.") if person else say.t("The bot's owner has blocked this server.")
    if row.reason:
        text += " " + say.t("Reason: {reason}", reason=safe_names.safe_name(row.reason, MAX_REASON_LENGTH))
    if row.ends_at is not None:
        text += " " + say.t("This ends {time}.", time=f"<t:{row.ends_at}:f>")
    if person:
        text += " " + say.t("`/privacy` still shows and deletes what I store about you.")
    return text


def _is_about_privacy(interaction: Interaction) -> bool:
    if interaction.type is discord.InteractionType.application_command:
        return interaction.command is not None and interaction.command.qualified_name == ALWAYS_ALLOWED_COMMAND
    return verb_of(interaction).startswith(ALWAYS_ALLOWED_COMMAND)
