"""A server's list of open tables, the private page of a table, and invitations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Bot, Interaction
from bot.discord.custom_ids import custom_id
from bot.discord.delivery.dm_channels import DMChannels, in_quiet_hours
from bot.discord.http.channel_permissions import is_admin
from bot.discord.match_context import accent_colour, reader_for
from bot.discord.match_visibility import check_sight
from bot.discord.ui import controls, errors, fallbacks, limits, paging, safe_names
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import LANGUAGE_NAMES, ReaderContext
from bot.features.open_tables.model import OpenTableRow
from bot.features.open_tables.service import MAX_INVITED, OpenTables
from bot.matches.clocks.time_control import TimeControl
from bot.table.clocks import words as clock_words
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: Maximum number of tables in a server's list, and number of tables on a page of `/table list`.
MAX_LISTED, PAGE_SIZE = 8, 8
#: Maximum number of characters for each table in a list.
MAX_TABLE_LENGTH = 330
#: Verb of a button in every list. The verb also identifies lists whose ids were not saved because the bot crashed.
LIST_VERB = "tables"


# -- messages ---------------------------------------------------------------------------------------------------------


def entry(say: Translator, game: AnyGame, open_table: OpenTableRow) -> str:
    """Return a few lines about an open table: its game, its players, and its deadline."""
    title = f"**{game.title(say)}**"
    if open_table.seat is not None:
        free = say.t("A running {n}-player match has a free seat.", n=open_table.most)
        return limits.truncate_lines([title, free, *_details(say, open_table)], MAX_TABLE_LENGTH)
    players = say.t("{n} of {most} players", n=len(open_table.seated), most=open_table.most)
    seated = ", ".join(safe_names.safe_name(member.name) for member in open_table.seated)
    return limits.truncate_lines([title, f"{players}: {seated}", *_details(say, open_table)], MAX_TABLE_LENGTH)


def _details(say: Translator, open_table: OpenTableRow) -> list[str]:
    """Return lines that describe an open table's settings, and its deadline or a link to its match."""
    time_control = TimeControl.from_json(open_table.wanted["pace"])
    clock = clock_words.pace_words(say, time_control) if time_control.has_clock else say.t("friendly")
    words = [clock, LANGUAGE_NAMES[open_table.wanted["locale"]]]
    if open_table.seat is not None:
        return ["-# " + " · ".join([*words, f"<#{open_table.wanted['channel']}>"])]
    first = [say.t("First match")] if open_table.wanted["first"] else []
    return [
        f"-# {' · '.join([*first, *words])}",
        f"-# {say.t('It expires {time}.', time=f'<t:{open_table.ends_at}:R>')}",
    ]


def _button_for(label: Translator, open_table: OpenTableRow, user_id: int | None) -> ui.Button[Any]:
    """Return the button next to a table's entry: join the table, take its seat or, after joining, show the table.

    `user_id` is None in a public list.
    """
    if user_id in open_table.user_ids and open_table.seat is None:
        return controls.button(label.t("Show"), "seekshow", open_table.id)
    if open_table.seat is not None:
        return controls.button(label.t("Take the seat"), "takeseat", open_table.match_id or 0, open_table.seat)
    return controls.button(
        label.t("Join"), "seekjoin", open_table.id, style=Style.success, disabled=open_table.is_ready
    )


def _sections(
    reader: ReaderContext,
    games: Mapping[str, AnyGame],
    tables_on_page: Sequence[OpenTableRow],
    user_id: int | None = None,
) -> list[ui.Item[Any]]:
    """Return the entries of these tables for a public list or for one person, each with a button."""
    items: list[ui.Item[Any]] = []
    for open_table in tables_on_page:
        items.append(ui.Separator())
        accessory_button = _button_for(reader.label, open_table, user_id)
        items.append(controls.section(entry(reader.text, games[open_table.game], open_table), accessory_button))
    return items


def live_list(reader: ReaderContext, games: Mapping[str, AnyGame], open_now: Sequence[OpenTableRow]) -> ui.LayoutView:
    """Return the public message that lists a server's open tables."""
    say, label = reader.text, reader.label
    items: list[ui.Item[Any]] = [controls.text(f"## {say.t('Open tables')}")]
    items += _sections(reader, games, open_now[:MAX_LISTED])
    if not open_now:
        items.append(controls.text(say.t("There are no open tables right now. `/table seek` opens one.")))
    else:
        hint = say.t(
            "A match begins when its table is full. *Join* seats you, or shows you the table if you're "
            "already there. `/table seek` opens another one."
        )
        items += [ui.Separator(), controls.text(f"-# {hint}")]
    hidden_count = len(open_now) - MAX_LISTED
    words = label.t("All open tables ({n} more)", n=hidden_count) if hidden_count > 0 else label.t("All open tables")
    items.append(controls.row(controls.button(words, LIST_VERB)))
    return controls.layout(ui.Container(*items))


def is_list(message: discord.Message) -> bool:
    """Return whether this message is the bot's public list of open tables."""
    items = ui.LayoutView.from_message(message).walk_children()
    return any(isinstance(item, ui.Button) and item.custom_id == custom_id(LIST_VERB) for item in items)


async def show_all(interaction: Interaction, page: int) -> None:
    """Show a person one page of the server's open tables."""
    bot, reader = interaction.client, await reader_for(interaction)
    say, server_tables = reader.text, await bot.service.part(OpenTables).open_in(interaction.guild_id or 0)
    tables_on_page, page, last = paging.page_of(server_tables, page, PAGE_SIZE)
    items: list[ui.Item[Any]] = [controls.text(f"## {say.t('Open tables')}")]
    items += _sections(reader, bot.games, tables_on_page, interaction.user.id)
    if not server_tables:
        items.append(controls.text(say.t("There are no open tables right now. `/table seek` opens one.")))
    if turning := paging.page_buttons(reader.label, page, last, "tablepage"):
        items.append(controls.row(*turning))
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


async def show(interaction: Interaction, open_table: OpenTableRow, told: str = "") -> None:
    """Show an open table privately to a person, with the actions that they can take."""
    bot, reader = interaction.client, await reader_for(interaction)
    say, game, user_id = reader.text, bot.games[open_table.game], interaction.user.id
    items: list[ui.Item[Any]] = [controls.text(told), ui.Separator()] if told else []
    lines = [entry(say, game, open_table)]
    for answer, words in (("invited", say.t("Invited")), ("declined", say.t("Can't come"))):
        if people := [f"<@{one.user_id}>" for one in open_table.members if one.answer == answer]:
            lines.append(f"{words}: {', '.join(people)}")
    items.append(controls.text(limits.truncate_lines(lines, limits.LAYOUT // 2)))
    if open_table.status == "open" and not open_table.is_ready and open_table.seat is None:
        items += _choices(reader.label, open_table, user_id, manages=is_admin(interaction, open_table.guild_id))
    await respond_with_layout(interaction, controls.layout(ui.Container(*items, accent_colour=accent_colour(game))))


def _choices(label: Translator, open_table: OpenTableRow, user_id: int, *, manages: bool) -> list[ui.Item[Any]]:
    """Return the buttons and menus that a person can use at an open table."""
    items: list[ui.Item[Any]] = []
    sits, hosts = user_id in open_table.user_ids, user_id == open_table.host_id
    if sits:
        guests = ui.UserSelect[Any](
            custom_id=custom_id("seekinvite", open_table.id),
            placeholder=label.t("Invite people"),
            max_values=min(MAX_INVITED, limits.SELECT_OPTIONS),
        )
        items.append(controls.row(guests))
    buttons: list[ui.Item[Any]] = []
    if hosts:
        few = len(open_table.seated) < open_table.fewest
        buttons.append(
            controls.button(label.t("Begin now"), "seekgo", open_table.id, style=Style.primary, disabled=few)
        )
    if sits:
        buttons.append(controls.button(label.t("Leave"), "seekleave", open_table.id))
    if hosts or manages:
        buttons.append(controls.button(label.t("Close the table"), "seekclose", open_table.id, style=Style.danger))
    return [*items, *([controls.row(*buttons)] if buttons else [])]


# -- button handlers --------------------------------------------------------------------------------------------------


@on(LIST_VERB, opens=True)
async def open_all(press: ComponentInteraction) -> None:
    """Show all open tables to the person who pressed the button of the public list."""
    await show_all(press.interaction, 0)


@on("tablepage")
async def turn(press: ComponentInteraction) -> None:
    """Turn to another page of the list of open tables."""
    await show_all(press.interaction, press.numbers(1)[0])


@on("seekjoin", opens=True)
async def join(press: ComponentInteraction) -> None:
    """Join an open table, or show it to a person who has already joined."""
    interaction, user = press.interaction, press.interaction.user
    service, say = interaction.client.service, (await reader_for(interaction)).text
    open_table = await service.part(OpenTables).get(press.numbers(1)[0])
    if user.id in open_table.user_ids and open_table.guild_id == interaction.guild_id:
        await show(interaction, open_table)
        return
    await check_sight(interaction, open_table.guild_id, open_table.wanted["channel"])
    open_table = await service.part(OpenTables).join(open_table.id, user.id, user.display_name, interaction.guild_id)
    interaction.client.dispatch("tables_changed")
    await show(interaction, open_table, join_confirmation(say, open_table))


def join_confirmation(say: Translator, open_table: OpenTableRow) -> str:
    """Return the message that confirms to a new player that they have joined."""
    if open_table.is_ready:
        return say.t(
            "You've joined the table, and it's full. I'm opening the match in a thread and will ping you there."
        )
    return say.t("You've joined the table. When it's full, I'll open the match in a thread and ping you there.")


@on("seekleave")
async def leave(press: ComponentInteraction) -> None:
    """Leave an open table."""
    open_table = await press.interaction.client.service.part(OpenTables).leave(
        press.numbers(1)[0], press.interaction.user.id
    )
    press.interaction.client.dispatch("tables_changed")
    await show(press.interaction, open_table, (await reader_for(press.interaction)).text.t("You've left the table."))


@on("seekgo", begins=True)
async def go(press: ComponentInteraction) -> None:
    """Start an open table's match with the current players, without waiting for more."""
    open_table = await press.interaction.client.service.part(OpenTables).start_now(
        press.numbers(1)[0], press.interaction.user.id
    )
    press.interaction.client.dispatch("tables_changed")
    say = (await reader_for(press.interaction)).text
    await show(press.interaction, open_table, say.t("I'm opening the match in a thread and will ping you there."))


@on("seekclose")
async def close(press: ComponentInteraction) -> None:
    """Close an open table, and notify the people who have joined it."""
    interaction, seeks = press.interaction, press.interaction.client.service.part(OpenTables)
    open_table = await seeks.get(press.numbers(1)[0])
    manages = is_admin(interaction, open_table.guild_id)
    open_table = await seeks.close(open_table.id, interaction.user.id, is_admin=manages)
    interaction.client.dispatch("tables_changed")
    closed = (await reader_for(interaction)).text.t("The table is closed.")
    await respond_with_layout(interaction, controls.layout(controls.text(closed)))
    await notify_players(
        interaction.client, open_table, N_("The open table for {game} is closed."), except_user=interaction.user.id
    )


async def notify_players(
    bot: Bot, open_table: OpenTableRow, sentence: str, *, except_user: int = 0, reason: Refusal | None = None
) -> None:
    """Send an open table's players, except `except_user`, a private message about the change to the table."""
    for member in open_table.seated:
        if member.user_id != except_user:
            say = Translator(await bot.service.people.private_locale(member.user_id, open_table.wanted["locale"]))
            words = [
                say.t(sentence, game=bot.games[open_table.game].title(say)),
                *([say.error(reason)] if reason else []),
            ]
            await DMChannels(bot).write(member.user_id, content=" ".join(words))


# -- invitations ------------------------------------------------------------------------------------------------------


@on("seekinvite")
async def invite(press: ComponentInteraction) -> None:
    """Invite the people chosen in the menu."""
    resolved: Any = (press.interaction.data or {}).get("resolved") or {}
    users: dict[str, Any] = resolved.get("users") or {}
    people = {
        controls.number(one): str(user.get("global_name") or user.get("username") or "?")
        for one, user in users.items()
        if one.isdecimal() and one in press.values and not user.get("bot")
    }
    seek_id = press.numbers(1)[0]
    confirmation = await send_invitations(press.interaction, seek_id, people)
    await show(press.interaction, await press.interaction.client.service.part(OpenTables).get(seek_id), confirmation)


async def send_invitations(interaction: Interaction, open_table_id: int, people: Mapping[int, str]) -> str:
    """Invite people to an open table by private message, or in the channel if the message can't be delivered.

    Return the reply for the person who sends the invitations.
    """
    if not people:
        raise Refusal(N_("A bot can't play. Invite people."))
    bot, say = interaction.client, (await reader_for(interaction)).text
    invited = await bot.service.part(OpenTables).invite(open_table_id, interaction.user.id, people)
    open_table = await bot.service.part(OpenTables).get(open_table_id)
    host = interaction.user.display_name
    unreached = [invited_id for invited_id in invited if not await _send_invitation(bot, open_table, host, invited_id)]
    if unreached and interaction.channel_id is not None:
        view = invitation(
            ReaderContext(open_table.wanted["locale"]), bot.games[open_table.game], open_table, host, unreached
        )
        night = await in_quiet_hours(bot, unreached)
        users = [discord.Object(invited_id) for invited_id in unreached if invited_id not in night]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=users)
        channel = bot.get_partial_messageable(interaction.channel_id)
        await fallbacks.send(bot, channel.send, view=view, allowed_mentions=mentions)
        return say.t("I've asked them. If someone doesn't accept private messages, I ask here in the channel.")
    return say.t("I've asked them by private message.")


async def _send_invitation(bot: Bot, open_table: OpenTableRow, host: str, user_id: int) -> bool:
    locale = await bot.service.people.private_locale(user_id, open_table.wanted["locale"])
    return await DMChannels(bot).write(
        user_id, view=invitation(ReaderContext(locale), bot.games[open_table.game], open_table, host)
    )


def invitation(
    reader: ReaderContext, game: AnyGame, open_table: OpenTableRow, host: str, users: Sequence[int] = ()
) -> ui.LayoutView:
    """Return the message that invites people to an open table. In a channel, the message also pings them."""
    say, label = reader.text, reader.label
    words = say.t("{who} invites you to play {game}.", who=safe_names.safe_name(host), game=game.title(say))
    mentions = " ".join(f"<@{user}>" for user in users)
    lines = [f"{mentions} {words}".strip(), entry(say, game, open_table)]
    return controls.box(
        "\n".join(lines),
        [
            controls.button(label.t("Join"), "seekyes", open_table.id, style=Style.success),
            controls.button(label.t("No, thanks"), "seekno", open_table.id),
        ],
        accent=accent_colour(game),
    )


@on("seekyes", public=True)
async def accept(press: ComponentInteraction) -> None:
    """Accept an invitation to an open table."""
    user, bot = press.interaction.user, press.interaction.client
    open_table = await _invited_table(press)
    await check_sight(press.interaction, open_table.guild_id, open_table.wanted["channel"])
    open_table = await bot.service.part(OpenTables).join(
        open_table.id, user.id, user.display_name, press.interaction.guild_id
    )
    bot.dispatch("tables_changed")
    await _replace_invitation(
        press, join_confirmation((await reader_for(press.interaction)).text, open_table), open_table
    )


@on("seekno", public=True)
async def refuse(press: ComponentInteraction) -> None:
    """Decline an invitation to an open table."""
    await _invited_table(press)
    open_table = await press.interaction.client.service.part(OpenTables).decline(
        press.numbers(1)[0], press.interaction.user.id
    )
    say = (await reader_for(press.interaction)).text
    await _replace_invitation(
        press, say.t("You've declined. The person who invited you can see that at the table."), open_table
    )


async def _invited_table(press: ComponentInteraction) -> OpenTableRow:
    """Return the open table of an invitation; raises Refusal for people who were not invited."""
    open_table = await press.interaction.client.service.part(OpenTables).get(press.numbers(1)[0])
    if open_table.answer_of(press.interaction.user.id) is None:
        raise Refusal(N_("This invitation is for someone else. `/table list` shows the open tables."))
    return open_table


async def _replace_invitation(press: ComponentInteraction, text: str, open_table: OpenTableRow) -> None:
    """Replace a private invitation with the reply to it.

    An invitation in a channel stays for the other people invited, and the reply is sent privately.
    """
    if press.interaction.guild_id is None:
        await respond_with_layout(
            press.interaction, controls.box(text, accent=accent_colour(press.interaction.client.games[open_table.game]))
        )
    else:
        await errors.send_private(press.interaction, text)


# -- seats of running matches -----------------------------------------------------------------------------------------


@on("listseat", opens=True)
async def list_seat(press: ComponentInteraction) -> None:
    """Add the open seat of a match to the server's list of open tables."""
    match_id, seat = press.numbers(2)
    interaction = press.interaction
    service, say = interaction.client.service, (await reader_for(interaction)).text
    open_table = await service.part(OpenTables).list_seat(match_id, interaction.user.id, seat)
    interaction.client.dispatch("tables_changed")
    place = await service.part(OpenTables).list_channel(open_table.guild_id)
    if place is None:
        message = say.t("The seat is listed. `/table list` shows it to everyone in this server.")
    else:
        message = say.t("The seat is listed in {channel} until someone takes it.", channel=f"<#{place}>")
    await respond_with_layout(interaction, controls.layout(controls.text(message)))


# -- the list's channel -----------------------------------------------------------------------------------------------


async def list_channel(bot: Bot, guild_id: int) -> int | None:
    """Return the channel where a server's open tables are listed."""
    return await bot.service.part(OpenTables).list_channel(guild_id)


async def move_list(bot: Bot, guild_id: int, channel_id: int | None, by: int) -> None:
    """Move a server's list of open tables to another channel, or turn the list off."""
    previous_row = await bot.service.part(OpenTables).set_list_channel(guild_id, channel_id, by=by)
    if previous_row is not None and previous_row.message_id is not None:
        with suppress(discord.HTTPException):
            await bot.http.delete_message(previous_row.channel_id, previous_row.message_id)
    bot.dispatch("tables_changed")
