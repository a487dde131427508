"""`/settings`: the language of a person, of a match, of a server."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.match import is_admin
from bot.discord.support.answers import answer
from bot.discord.support.bot import Interaction
from bot.discord.support.context import audience_for, match_here
from bot.discord.support.locale import LANGUAGE_NAMES, described, languages
from bot.discord.support.slash import slash
from rules.kernel.errors import Refusal
from rules.kernel.words.text import LOCALES, N_

#: The choice that lets Discord's own language decide.
AUTO = "auto"
_MINE = [app_commands.Choice(name="Discord", value=AUTO)]
_ALL = [app_commands.Choice(name=name, value=code) for code, name in languages()]


@slash("settings", N_("Choose languages: yours, this match's, this server's."), anywhere=True)
@app_commands.describe(
    mine=described(N_("The language I answer you in.")),
    match=described(N_("The language of this channel's match; only its host can change it.")),
    server=described(N_("The language of matches opened in this server from now on; for those who manage it.")),
)
@app_commands.choices(mine=_MINE + _ALL, match=_ALL, server=_MINE + _ALL)
async def settings(
    interaction: Interaction, mine: str | None = None, match: str | None = None, server: str | None = None
) -> None:
    """Change the given settings, then show all of them."""
    people = interaction.client.service.people
    # Check everything before anything is changed.
    if not {mine, match, server} <= {None, AUTO, *LOCALES} or match == AUTO:
        raise Refusal(N_("That language is not one of ours."))
    if server is not None and (interaction.guild_id is None or not is_admin(interaction, interaction.guild_id)):
        raise Refusal(N_("Only someone who manages this server can change that."))
    if match is not None:
        info = await match_here(interaction)
        lobby, user_id = interaction.client.service.lobby, interaction.user.id
        await lobby.set_locale(info.id, user_id, match, is_admin=is_admin(interaction, info.guild_id))
    if server is not None and interaction.guild_id is not None:
        await people.choose_for_guild(interaction.guild_id, None if server == AUTO else server)
    if mine is not None:
        await people.choose(interaction.user.id, None if mine == AUTO else mine)
    await answer(interaction, await _summary(interaction))


async def _summary(interaction: Interaction) -> str:
    bot = interaction.client
    audience = await audience_for(interaction)
    say = audience.text
    lines = [say.t("I answer you in: {name}", name=LANGUAGE_NAMES[audience.locale])]
    if interaction.channel_id is not None:
        info = await bot.service.matches.in_channel(interaction.channel_id)
        if info is not None:
            lines.append(say.t("This channel's match: {name}", name=LANGUAGE_NAMES[info.locale]))
    if interaction.guild_id is not None:
        chosen = await bot.service.people.guild_locale(interaction.guild_id)
        lines.append(
            say.t(
                "New matches in this server: {name}",
                name=LANGUAGE_NAMES.get(chosen or "", say.t("as the server's own")),
            )
        )
    return "\n".join(lines)
