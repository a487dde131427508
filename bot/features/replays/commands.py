"""`/replay` and `/watch news`: step through a match, board by board."""

from __future__ import annotations

from datetime import UTC, datetime

from discord import app_commands

from bot.discord.bot import Bot, Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import context_here
from bot.discord.match_visibility import seen_match
from bot.discord.server_directory import ChannelVisibility
from bot.discord.ui import limits, safe_names
from bot.discord.ui.locale import described
from bot.discord.ui.person_lookup import locale_for
from bot.features.profiles.service.profiles import PastMatch, Profiles
from bot.features.replays.panel import replay as panel
from bot.features.replays.panel import since
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator


@slash(
    "replay",
    N_("Step through a match board by board: this channel's, one of yours, or one of this server."),
    anywhere=True,
    begins=True,
)
@app_commands.describe(match=described(N_("Which match; by default this channel's.")))
async def replay(interaction: Interaction, match: str | None = None) -> None:
    """Open the replay of a match: a finished match at its start, a running match at its current position."""
    match_id = await last_here(interaction) if match is None else _number(match)
    if match_id is None:
        raise Refusal(N_("No match has been played in this channel; the option `match` lists the ones you can see."))
    await panel.open_at(interaction, await seen_match(interaction, match_id))


@slash("news", N_("Step through what has happened in this channel's match since you last looked or moved."))
async def news(interaction: Interaction) -> None:
    """Show the first board since a spectator's last look or a player's last move."""
    await since.open_first(interaction, await context_here(interaction))


def _number(text: str) -> int:
    """Return the id of the match that was chosen or typed; raises Refusal."""
    number = text.strip().removeprefix("#")
    if not (number.isascii() and number.isdecimal()):
        raise Refusal(N_("Choose a match from the list, or type its number; its replay shows it."))
    return int(number)


async def last_here(interaction: Interaction) -> int | None:
    """Return the id of the channel's match or, if that match is still in the lobby, of the last finished match."""
    bot, channel = interaction.client, interaction.channel_id
    info = None if channel is None else await bot.service.matches.in_channel(channel, live=False)
    if info is not None and info.started_at is not None:
        return info.id
    before = [] if channel is None else await bot.service.part(Profiles).ended_in(channel, 1)
    return before[0].match.match_id if before else None


@replay.autocomplete("match")
async def complete_match(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the person's own matches, and finished matches in channels that the person can see."""
    bot, say = interaction.client, Translator(await locale_for(interaction))
    query, label_by_id = current.strip().removeprefix("#").casefold(), dict[int, str]()
    for info in await bot.service.part(Profiles).running_matches(interaction.user.id, limits.CHOICES):
        if info.game in bot.games:
            people = [safe_names.clean_name(seat.name) for seat in info.seats]
            label_by_id[info.id] = _label(bot, say, info.id, info.game, people, say.t("it is still being played"))
    for past_match in await _ended(interaction):
        people = [safe_names.clean_name(row.name) for row in past_match.rows if row.last]
        on = f"{datetime.fromtimestamp(past_match.match.ended_at, UTC):%Y-%m-%d}"
        label_by_id.setdefault(
            past_match.match.match_id, _label(bot, say, past_match.match.match_id, past_match.match.game, people, on)
        )
    matching = [(number, label) for number, label in label_by_id.items() if query in label.casefold()]
    return [app_commands.Choice(name=label, value=str(number)) for number, label in matching[: limits.CHOICES]]


async def _ended(interaction: Interaction) -> list[PastMatch]:
    """Return the finished matches that this person may see.

    This channel's matches come first, then the person's own, then all others; each group is sorted newest first.
    """
    bot, profiles = interaction.client, interaction.client.service.part(Profiles)
    own_matches = (await profiles.past_matches(interaction.user.id)).matches
    channel_matches = (
        [] if interaction.channel_id is None else await profiles.ended_in(interaction.channel_id, limits.CHOICES)
    )
    visible_matches, visibility = list[PastMatch](), ChannelVisibility.from_cache(interaction)
    if visibility is not None and interaction.guild_id is not None:
        ended = await profiles.ended_at(interaction.guild_id, list(bot.games), limits.CHOICES)
        visible_matches = [past_match for past_match in ended if visibility.is_surely_visible(past_match.channel_id)]
    return [
        past_match
        for past_match in (*channel_matches, *own_matches, *visible_matches)
        if past_match.match.game in bot.games
    ]


def _label(bot: Bot, say: Translator, number: int, game: str, people: list[str], when: str) -> str:
    """Return the label of a match in the suggestions. If the label is too long, its end is cut off."""
    return limits.truncate(f"#{number} {bot.games[game].title(say)} · {when} · {', '.join(people)}", limits.CHOICE_NAME)
