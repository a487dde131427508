"""Checks which matches a person may see and join, based on the channels that they can see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.discord.bot import Interaction
from bot.discord.server_directory import ChannelVisibility
from bot.matches.refusals import NewerMatch
from bot.matches.service_results import MatchInfo
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator


async def may_see(interaction: Interaction, info: MatchInfo) -> bool:
    """Return whether an interaction's person may see a match.

    They may see their own matches anywhere. They may see other matches of this server if they can see the match's
    channel or the match's thread for watchers.
    """
    if info.seat_of(interaction.user.id) is not None:
        return True
    if interaction.guild_id is None or interaction.guild_id != info.guild_id:
        return False
    channels = _channels_of(info)
    # The person can certainly see the channel where they sent the interaction.
    return interaction.channel_id in channels or bool(
        await (await ChannelVisibility.for_interaction(interaction)).visible(channels)
    )


async def may_watch(interaction: Interaction, info: MatchInfo) -> bool:
    """Return whether an interaction's person may see a match, also from a private message that the bot sent them."""
    if interaction.guild_id is not None or info.seat_of(interaction.user.id) is not None:
        return await may_see(interaction, info)
    visibility = await ChannelVisibility.of_member(interaction.client, info.guild_id, interaction.user.id)
    return visibility is not None and bool(await visibility.visible(_channels_of(info)))


def _channels_of(info: MatchInfo) -> list[int]:
    """Return the match's channel and its thread for watchers, if it has one."""
    return [channel for channel in (info.channel_id, info.watching_channel_id) if channel is not None]


def unknown_match() -> Refusal:
    """Return the refusal used both for a match that doesn't exist and for one that is hidden from this person."""
    return Refusal(N_("There's no such match here that you can see. `/replay` lists the ones you can."))


async def seen_match(interaction: Interaction, match_id: int) -> MatchInfo:
    """Return a match that has started and that this person may see; raises Refusal for any other match."""
    return await _visible_match(interaction, match_id, may_see)


async def watched_match(interaction: Interaction, match_id: int) -> MatchInfo:
    """Return a match that has started and that this person may watch; raises Refusal for any other match."""
    return await _visible_match(interaction, match_id, may_watch)


async def _visible_match(
    interaction: Interaction, match_id: int, is_visible: Callable[[Interaction, MatchInfo], Awaitable[bool]]
) -> MatchInfo:
    try:
        info = await interaction.client.service.matches.get(match_id)
    except NewerMatch:
        raise
    except Refusal:
        raise unknown_match() from None
    if not await is_visible(interaction, info):
        raise unknown_match()
    if info.started_at is None:
        raise Refusal(
            N_("The match hasn't begun yet. Press *{start}* in the lobby when everyone is there."),
            start=Translator(info.locale).t("Start"),
        )
    return info


async def check_sight(interaction: Interaction, guild_id: int, channel_id: int) -> None:
    """Raise Refusal if a person wants to join a match in a channel that they can't see.

    The check is necessary because people can also join from a private invitation or from the list of open tables.
    """
    if channel_id == interaction.channel_id:
        return
    if interaction.guild_id == guild_id:
        visibility = await ChannelVisibility.for_interaction(interaction)
    else:
        visibility = await ChannelVisibility.of_member(interaction.client, guild_id, interaction.user.id)
    if visibility is None or not await visibility.is_visible(channel_id):
        raise Refusal(N_("You can't see this match's channel. The server's managers can let you in."))
