"""`/table`: find people to play with, through open tables, invitations and pings, and block people."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui

from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game, required_game
from bot.discord.commands.slash import slash
from bot.discord.http.channel_permissions import channel_ids, may_post
from bot.discord.match_context import accent_colour, reader_for
from bot.discord.ui import answers, controls, fallbacks, limits, safe_names
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext, code_of, described, languages
from bot.features.open_tables import panel
from bot.features.open_tables.model import OpenTableRow
from bot.features.open_tables.service import OpenTableRequest, OpenTables
from bot.matches.clocks.time_control import PRESET_TIME_CONTROLS
from bot.table.lobby import threads
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

TABLE = app_commands.Group(
    name="table",
    description=described(N_("Find people to play with; invite, ask and nudge the players at your table.")),
)

#: The names of the time controls in `PRESET_TIME_CONTROLS`, as offered by commands.
PACES = {
    "friendly": N_("Friendly: no clock"),
    "steady": N_("Steady: 48 hours for each turn"),
    "daily": N_("Steady: 24 hours for each turn"),
    "bank": N_("Bank: 120 hours in all, with 12 back each turn"),
}
LANGUAGES = [app_commands.Choice(name=name, value=code) for code, name in languages()]
_NO_THREADS = N_("I can't open threads here, and the match needs one. Look for players in another channel.")
#: Maximum number of people in the menu of `/table blocked`.
_MENU_SIZE = limits.SELECT_OPTIONS


@slash("seek", N_("Open a table for others to join. The match begins when it's full."), begins=True)
@app_commands.describe(
    game=described(N_("Which game; by default the last one played in this channel.")),
    players=described(N_("How many players it begins with; by default as many as the game takes.")),
    pace=described(N_("Which clock you play by; by default this server's usual one.")),
    language=described(N_("The language of the match's posts; this server's by default.")),
    first=described(N_("Whether to use the set-up for beginners.")),
    person=described(N_("Someone to invite; you can invite more people afterwards.")),
    role=described(N_("A role to ping, if it can be mentioned here.")),
)
@app_commands.choices(
    pace=[app_commands.Choice(name=described(words), value=name) for name, words in PACES.items()],
    language=LANGUAGES,
)
@app_commands.autocomplete(game=complete_game)
async def seek(
    interaction: Interaction,
    game: str | None = None,
    players: app_commands.Range[int, 2, 12] | None = None,
    pace: str | None = None,
    language: str | None = None,
    first: bool | None = None,
    person: discord.Member | None = None,
    role: discord.Role | None = None,
) -> None:
    """Open a table that other people can join."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise app_commands.NoPrivateMessage
    bot, user = interaction.client, interaction.user
    selected_game = await required_game(interaction, game)
    settings = await bot.service.servers.settings(interaction.guild_id)
    settings.check_channel(channel_ids(interaction))
    _check(interaction, pace, person, role)
    if first is None:
        first = not await bot.service.matches.has_finished(user.id, selected_game.id)
    channel, news = await thread_channel(interaction)
    request = OpenTableRequest(
        game=selected_game.id,
        guild_id=interaction.guild_id,
        channel_id=channel,
        news=news,
        players=players,
        pace=settings.pace if pace is None else PRESET_TIME_CONTROLS[pace].to_json(),
        locale=language or settings.language or code_of(interaction.guild_locale, bot.settings.locale),
        first=first and bool(selected_game.first_match),
    )
    open_table = await bot.service.part(OpenTables).open(request, user.id, user.display_name)
    bot.dispatch("tables_changed")
    lines = [await _host_confirmation(interaction, open_table)]
    if person is not None:
        lines.append(await panel.send_invitations(interaction, open_table.id, {person.id: person.display_name}))
    if role is not None:
        await _ping_role(interaction, open_table, role)
    await panel.show(interaction, await bot.service.part(OpenTables).get(open_table.id), "\n".join(lines))


async def thread_channel(interaction: Interaction) -> tuple[int, bool]:
    """Return the channel for the thread of a new table, and whether it is an announcement channel; raises Refusal."""
    channel, kinds = interaction.channel, discord.ChannelType
    kind = getattr(channel, "type", None)
    if isinstance(channel, discord.Thread):
        parent = await interaction.client.directory.channel_kind(channel.parent_id) or kinds.text
        if kind is kinds.private_thread or parent not in (kinds.text, kinds.news):
            raise Refusal(_NO_THREADS)
        return channel.parent_id, kind is kinds.news_thread
    if channel is None or kind not in (kinds.text, kinds.news):
        raise Refusal(_NO_THREADS)
    return channel.id, kind is kinds.news


def check_place(interaction: Interaction, pace: str | None) -> None:
    """Raise Refusal if the bot can't open threads in this channel, or if the time control doesn't exist."""
    may_post(interaction)
    has = interaction.app_permissions
    if not all(getattr(has, name) for name in threads.THREAD_PERMISSIONS):
        raise Refusal(_NO_THREADS)
    if pace is not None and pace not in PRESET_TIME_CONTROLS:
        raise Refusal(N_("I don't know that pace."))


def _check(
    interaction: Interaction, pace: str | None, person: discord.Member | None, role: discord.Role | None
) -> None:
    """Raise Refusal for a request that can't be fulfilled. Call this before anything is changed."""
    check_place(interaction, pace)
    has = interaction.app_permissions
    if person is not None and person.bot:
        raise Refusal(N_("A bot can't play. Invite people."))
    if role is not None:
        both_may = interaction.permissions.mention_everyone and has.mention_everyone
        if role.is_default() or not (role.mentionable or both_may):
            raise Refusal(N_("That role can't be mentioned in this server. Leave it out or choose another one."))


async def _host_confirmation(interaction: Interaction, open_table: OpenTableRow) -> str:
    """Return the message that confirms to the host that the table is open."""
    say = (await reader_for(interaction)).text
    place = await interaction.client.service.part(OpenTables).list_channel(open_table.guild_id)
    if place is None:
        return say.t("The table is open. `/table list` shows it to everyone in this server.")
    return say.t("The table is open and listed in {channel}.", channel=f"<#{place}>")


async def _ping_role(interaction: Interaction, open_table: OpenTableRow, role: discord.Role) -> None:
    """Ping a role about an open table in the channel where its host opened it."""
    bot, reader = interaction.client, ReaderContext(open_table.wanted["locale"])
    game, host = bot.games[open_table.game], safe_names.safe_name(interaction.user.display_name)
    say = reader.text
    words = say.t("{who} is looking for people to play {game}.", who=host, game=game.title(say))
    join = controls.button(reader.label.t("Join"), "seekjoin", open_table.id, style=controls.Style.success)
    view = controls.box(
        f"{role.mention} {words}\n{panel.entry(say, game, open_table)}", [join], accent=accent_colour(game)
    )
    mentions = discord.AllowedMentions(everyone=False, users=False, roles=[role])
    channel = bot.get_partial_messageable(interaction.channel_id or 0)
    await fallbacks.send(bot, channel.send, view=view, allowed_mentions=mentions)


@slash("list", N_("Show this server's open tables. Only you see them."))
async def list_tables(interaction: Interaction) -> None:
    """Show the first page of the server's open tables."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    await panel.show_all(interaction, 0)


@slash("leave", N_("Leave an open table, or close your own."))
async def leave(interaction: Interaction) -> None:
    """Show the open table that the person has joined or, if they have joined several, a list to choose from."""
    joined_tables = [
        open_table
        for open_table in await interaction.client.service.part(OpenTables).joined_by(interaction.user.id)
        if open_table.guild_id == interaction.guild_id
    ]
    if not joined_tables:
        raise Refusal(N_("You're not at an open table in this server. To leave a channel's match, use `/match leave`."))
    if len(joined_tables) == 1:
        await panel.show(interaction, joined_tables[0])
        return
    reader = await reader_for(interaction)
    games = interaction.client.games
    items: list[ui.Item[Any]] = [
        controls.section(
            panel.entry(reader.text, games[open_table.game], open_table),
            controls.button(reader.label.t("Show"), "seekshow", open_table.id),
        )
        for open_table in joined_tables
    ]
    await answers.respond_with_layout(interaction, controls.layout(ui.Container(*items)))


@on("seekshow")
async def show_one(press: ComponentInteraction) -> None:
    """Show one of the open tables that the person has joined."""
    open_table = await press.interaction.client.service.part(OpenTables).get(press.numbers(1)[0])
    if press.interaction.user.id not in open_table.user_ids:
        raise Refusal(N_("You don't have a seat at this table."))
    await panel.show(press.interaction, open_table)


# -- blocks -----------------------------------------------------------------------------------------------------------


@slash("block", N_("Never sit at a table with someone again. They aren't told."))
@app_commands.describe(person=described(N_("Who you don't want to sit at a table with.")))
async def block(interaction: Interaction, person: discord.User) -> None:
    """Block a person."""
    service, say = interaction.client.service, (await reader_for(interaction)).text
    await service.player_blocks.block(interaction.user.id, person.id)
    await service.part(OpenTables).separate(interaction.user.id, person.id)
    interaction.client.dispatch("tables_changed")
    await respond(
        interaction,
        say.t(
            "From now on, you and {person} can't be seated together; I don't tell anyone. Matches you both "
            "play in continue. `/table unblock` undoes this.",
            person=f"<@{person.id}>",
        ),
    )


@slash("unblock", N_("Unblock someone, so you can sit at a table together again."))
@app_commands.describe(person=described(N_("Who to unblock.")))
async def unblock(interaction: Interaction, person: discord.User) -> None:
    """Unblock a person."""
    await interaction.client.service.player_blocks.unblock(interaction.user.id, person.id)
    say = (await reader_for(interaction)).text
    await respond(interaction, say.t("You can be seated with {person} again.", person=f"<@{person.id}>"))


@slash("blocked", N_("Show who you've blocked. Only you see it."))
async def blocked(interaction: Interaction) -> None:
    """List the people blocked by the user of the command."""
    await _show_blocked(interaction)


async def _show_blocked(interaction: Interaction) -> None:
    reader = await reader_for(interaction)
    say, label = reader.text, reader.label
    blocked_ids = await interaction.client.service.player_blocks.blocked_by(interaction.user.id)
    if not blocked_ids:
        await answers.show(interaction, say.t("You haven't blocked anyone. To block someone, use `/table block`."))
        return
    lines = [f"{number}. <@{blocked_id}>" for number, blocked_id in enumerate(blocked_ids, 1)]
    menus: list[ui.Item[Any]] = []
    for first in range(0, len(blocked_ids), _MENU_SIZE):
        options = [
            controls.option(label.t("Number {n}", n=number), str(blocked_id))
            for number, blocked_id in enumerate(blocked_ids[first : first + _MENU_SIZE], first + 1)
        ]
        menus.append(controls.select(label.t("Unblock"), options, "unblock", first))
    await answers.show(interaction, f"## {say.t('Blocked')}\n" + "\n".join(lines), menus)


@on("unblock")
async def unblock_chosen(press: ComponentInteraction) -> None:
    """Unblock the person chosen in the menu."""
    await press.interaction.client.service.player_blocks.unblock(
        press.interaction.user.id, controls.number(press.value)
    )
    await _show_blocked(press.interaction)
