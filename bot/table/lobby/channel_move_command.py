"""`/table move`: continue a match in the current channel."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.http.channel_permissions import channel_ids, is_admin, may_post
from bot.discord.match_context import reader_for, reader_in
from bot.discord.server_directory import ChannelVisibility
from bot.discord.ui import limits
from bot.discord.ui.answers import respond
from bot.discord.ui.locale import described
from bot.discord.ui.person_lookup import locale_for
from bot.matches.lobby.channel_moves import may_move
from bot.matches.service_results import MatchInfo
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


async def _movable_matches(interaction: Interaction) -> list[MatchInfo]:
    """Return the matches that this person may move to this channel, starting with those in unreachable channels."""
    if interaction.guild_id is None:
        return []
    admin, matches = is_admin(interaction, interaction.guild_id), interaction.client.service.matches
    candidates = [
        info
        for info in await matches.of_server(interaction.guild_id)
        if info.game in matches.games
        and info.channel_id != interaction.channel_id
        and may_move(info, interaction.user.id, is_admin=admin)
    ]
    foreign = [info.channel_id for info in candidates if info.seat_of(interaction.user.id) is None]
    if foreign:
        # Someone who manages a server can't necessarily see all of its channels.
        visible_ids = await (await ChannelVisibility.for_interaction(interaction)).visible(foreign)
        candidates = [
            info
            for info in candidates
            if info.channel_id not in foreign or info.channel_id in visible_ids or info.parked_at is not None
        ]
    return sorted(candidates, key=lambda info: (info.parked_at is None, -info.id))


async def _complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the matches that this person may move to this channel."""
    locale = await locale_for(interaction)
    labels = [(_label(interaction, info, locale), str(info.id)) for info in await _movable_matches(interaction)]
    query = current.strip().casefold()[: limits.SEARCH_TEXT]
    matching = [(name, value) for name, value in labels if query in name.casefold()]
    return [app_commands.Choice(name=name, value=value) for name, value in matching[: limits.CHOICES]]


def _label(interaction: Interaction, info: MatchInfo, locale: str) -> str:
    say = reader_in(locale, info).label
    title, names = interaction.client.games[info.game].title(say), say.join([say.seat(s.seat) for s in info.seats])
    return limits.truncate(f"{title}: {names}", limits.CHOICE_NAME)


def _chosen_match(movable: Sequence[MatchInfo], match: str | None) -> MatchInfo:
    """Return the chosen match. If none was chosen, return the only match, or the only one in an unreachable channel.

    Raises Refusal if there isn't exactly one.
    """
    if match is not None:
        candidates = [info for info in movable if str(info.id) == match]
    else:
        parked = [info for info in movable if info.parked_at is not None]
        candidates = parked if len(parked) == 1 else list(movable)
    if not candidates:
        raise Refusal(N_("There's no match in this server that you can move here. `/watch list` shows them all."))
    if len(candidates) > 1:
        raise Refusal(N_("You can move several matches here. Choose one in the option of `/table move`."))
    return candidates[0]


@slash("move", N_("Move a match to this channel, for example if its channel was deleted."))
@app_commands.describe(match=described(N_("Which match; optional if there's only one.")))
@app_commands.autocomplete(match=_complete)
async def move(interaction: Interaction, match: str | None = None) -> None:
    """Continue a match in this channel."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise app_commands.NoPrivateMessage
    may_post(interaction)
    service = interaction.client.service
    (await service.servers.settings(interaction.guild_id)).check_channel(channel_ids(interaction))
    info = _chosen_match(await _movable_matches(interaction), match)
    admin = is_admin(interaction, info.guild_id)
    await service.channel_moves.move(
        info.id, interaction.user.id, interaction.guild_id, interaction.channel_id, is_admin=admin
    )
    await respond(interaction, (await reader_for(interaction)).text.t("The match continues here."))
