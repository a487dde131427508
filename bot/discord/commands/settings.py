"""`/settings`: where a person is called, and the language of a person, of a match, of a server."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.match import is_admin
from bot.discord.support.answers import answer
from bot.discord.support.bot import Interaction
from bot.discord.support.context import audience_for, match_here
from bot.discord.support.locale import LANGUAGE_NAMES, described, languages
from bot.discord.support.slash import slash
from bot.matches import Ring
from rules.kernel.errors import Refusal
from rules.kernel.words.text import LOCALES, N_

#: The choice that lets Discord's own language decide.
AUTO = "auto"
_MINE = [app_commands.Choice(name="Discord", value=AUTO)]
_ALL = [app_commands.Choice(name=name, value=code) for code, name in languages()]


#: What each choice of where to be called is called.
CALLS = {
    Ring.CHANNEL: N_("In the channel"),
    Ring.PRIVATE: N_("By private message"),
    Ring.BOTH: N_("In the channel and by private message"),
    Ring.DAILY: N_("Once a day, by one private message about all matches"),
    Ring.NEVER: N_("Never; I look by myself"),
}
_CALLS = [app_commands.Choice(name=described(words), value=ring.value) for ring, words in CALLS.items()]


@slash("settings", N_("Choose where you are called, and languages: yours, this match's, this server's."), anywhere=True)
@app_commands.describe(
    calls=described(N_("Where I call you when it is your turn.")),
    hour=described(N_("With once a day: at which hour, 0 to 23 in UTC. I show it to you in your own time.")),
    mine=described(N_("The language I answer you in.")),
    match=described(N_("The language of this channel's match; only its host can change it.")),
    server=described(N_("The language of matches opened in this server from now on; for those who manage it.")),
)
@app_commands.choices(calls=_CALLS, mine=_MINE + _ALL, match=_ALL, server=_MINE + _ALL)
async def settings(
    interaction: Interaction,
    calls: str | None = None,
    hour: app_commands.Range[int, 0, 23] | None = None,
    mine: str | None = None,
    match: str | None = None,
    server: str | None = None,
) -> None:
    """Change the given settings, then show all of them."""
    people = interaction.client.service.people
    # Check everything before anything is changed.
    if not {mine, match, server} <= {None, AUTO, *LOCALES} or match == AUTO:
        raise Refusal(N_("That language is not one of ours."))
    if calls is not None and calls not in set(Ring):
        raise Refusal(N_("I can't call you there; choose one of the places that `/settings` offers."))
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
    if calls is not None or hour is not None:
        await people.choose_ring(interaction.user.id, None if calls is None else Ring(calls), hour)
    await answer(interaction, await _summary(interaction))


async def _summary(interaction: Interaction) -> str:
    bot = interaction.client
    audience = await audience_for(interaction)
    say = audience.text
    wish = await bot.service.people.wish(interaction.user.id)
    lines = [say.t("I call you: {where}", where=say.t(CALLS[wish.ring]))]
    if wish.ring is Ring.DAILY:
        lines.append(say.t("The next time: {time}", time=f"<t:{wish.next_digest(bot.clock.now())}:f>"))
    if not wish.takes_mail and wish.ring in (Ring.PRIVATE, Ring.DAILY):
        lines.append(say.t("My last private message did not reach you, so I call you in the channel until one does."))
    lines.append(say.t("I answer you in: {name}", name=LANGUAGE_NAMES[audience.locale]))
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
