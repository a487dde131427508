"""`/watch` and `/watch list`: a list of a server's matches that contains only public facts."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from discord import app_commands, ui

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.delivery import post_texts
from bot.discord.match_context import reader_for, reader_in, waiting_line
from bot.discord.server_directory import ChannelVisibility
from bot.discord.ui import controls, limits
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext, described
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import MatchInfo
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: Number of matches on a page of the list.
PAGE_SIZE = 8
WATCH = app_commands.Group(
    name="watch",
    description=described(N_("Find and follow matches, and read computer reviews.")),
)


@slash("list", N_("List this server's matches: whose turn it is, and since when."))
async def list_matches(interaction: Interaction) -> None:
    """List the matches in this server."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    await _show(interaction, 0)


@on("matches")
async def turn(press: ComponentInteraction) -> None:
    """Turn to another page of the list."""
    if press.interaction.guild_id is None:
        raise controls.stale_button_error()
    await _show(press.interaction, press.numbers(1)[0])


async def _show(interaction: Interaction, page: int) -> None:
    say = (await reader_for(interaction)).text
    visible_matches = await _visible(interaction)
    last = max(0, (len(visible_matches) - 1) // PAGE_SIZE)
    page = min(max(page, 0), last)
    items: list[ui.Item[Any]] = [controls.text(f"## {say.t('Matches in this server')}")]
    for info, channel_id in visible_matches[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]:
        lines = [_place(say, interaction, info, channel_id), *await _state(interaction, say, info)]
        items += [ui.Separator(), controls.text(limits.truncate_lines(lines, limits.LAYOUT // (PAGE_SIZE + 1)))]
    if not visible_matches:
        items.append(controls.text(say.t("There's no match in the channels you can see. `/match new` opens one.")))
    if last:
        items.append(
            controls.row(
                controls.button(say.t("Back"), "matches", page - 1, disabled=not page),
                controls.button(say.t("More"), "matches", page + 1, disabled=page == last),
            )
        )
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


async def _visible(interaction: Interaction) -> list[tuple[MatchInfo, int]]:
    """Return the matches that this person may see, each with the id of a channel where they can watch it.

    These are the matches that the person plays in, and those with a channel, or a thread for watchers, that the person
    can see.
    """
    matches = interaction.client.service.matches
    server_matches = [info for info in await matches.of_server(interaction.guild_id or 0) if info.game in matches.games]
    visibility, visible_matches = await ChannelVisibility.for_interaction(interaction), list[tuple[MatchInfo, int]]()
    for info in server_matches:
        channels = [channel for channel in (info.channel_id, info.watching_channel_id) if channel is not None]
        visible_ids = await visibility.visible(channels)
        place = next((channel for channel in channels if channel in visible_ids), None)
        if place is not None or info.seat_of(interaction.user.id) is not None:
            visible_matches.append((info, info.channel_id if place is None else place))
    return visible_matches


def _place(say: Translator, interaction: Interaction, info: MatchInfo, channel_id: int) -> str:
    """Return a line with a match's game, which is a link to the board, and the match's channel."""
    title = interaction.client.games[info.game].title(say)
    link = post_texts.message_link(
        info.guild_id, channel_id, info.board_message_id if channel_id == info.channel_id else None
    )
    return f"**[{title}]({link})** <#{channel_id}>"


async def _state(interaction: Interaction, say: Translator, info: MatchInfo) -> list[str]:
    """Return lines about the state of a match that contain only public facts."""
    reader: ReaderContext = reader_in(say.locale, info)
    names = say.join([reader.text.seat(seat.seat) for seat in info.seats])
    if info.status == "lobby":
        most = interaction.client.games[info.game].seats[-1]
        return [say.t("The lobby is open: {n} of {most} players.", n=len(info.seats), most=most), f"-# {names}"]
    lines = [f"-# {names}"]
    if info.status == "frozen":
        lines.insert(0, say.t("It stopped because of an error."))
    else:
        with suppress(Refusal):  # the match has just ended, or it needs a newer version of the bot
            interaction.client.service.matches.check(info)
            table = await interaction.client.service.matches.table_of(info)
            since = [seat.waiting_since for seat in table.info.seats if seat.waiting_since is not None]
            if since and find_hidden_hold(table.match) is None:
                lines.insert(0, f"-# {say.t('Since {time}', time=f'<t:{min(since)}:f>')}")
            lines.insert(0, waiting_line(reader.text, table))
    if info.parked_at is not None:
        lines.append(say.t("I can't reach its channel; `/table move` moves it to another one."))
    return lines
