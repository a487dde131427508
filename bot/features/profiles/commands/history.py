"""`/history`: a person's finished matches, visible only to them, each with a button to look back at it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord
from discord import app_commands, ui

from bot.discord.bot import Bot, Interaction
from bot.discord.commands.game_option import complete_game, required_game
from bot.discord.commands.slash import slash
from bot.discord.delivery import post_texts
from bot.discord.match_context import context_at, picture, reader_for
from bot.discord.ui import answers, controls, limits, paging, safe_names
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, Part, on
from bot.discord.ui.locale import described
from bot.discord.ui.toolbar import Toolbar
from bot.features.profiles.service.profiles import PAGE_SIZE, PastMatch, Profiles
from bot.matches.seats.computers import name_of
from bot.matches.service_results import MatchInfo
from bot.table.lobby import pack_words
from rules.kernel.errors import Refusal
from rules.kernel.words.results import points
from rules.kernel.words.translation import N_, Translator

#: The buttons for one finished match.
TOOLS = Toolbar[[Translator, MatchInfo]]("a match of `/history`")
#: The value that stands for all games in a button.
ALL_GAMES = "-"
#: Maximum number of characters about each match.
MAX_MATCH_LENGTH = (limits.LAYOUT - 400) // PAGE_SIZE
#: Texts about how a match ended, by the kind of ending, used for matches without a winner.
ENDING_WORDS = {
    "draw": N_("a draw"),
    "agreed": N_("ended without a result, as everyone agreed"),
    "ended": N_("ended early"),
}


@slash("history", N_("List your finished matches and look back at each."), anywhere=True)
@app_commands.describe(
    game=described(N_("Only matches of this game.")),
    person=described(N_("Only matches with this person.")),
)
@app_commands.autocomplete(game=complete_game)
async def history(interaction: Interaction, game: str | None = None, person: discord.User | None = None) -> None:
    """Show the first page of a person's finished matches."""
    game_id = None if game is None else (await required_game(interaction, game)).id
    other = None if person is None or person.id == interaction.user.id else person.id
    await show(interaction, game_id, other)


async def show(interaction: Interaction, game: str | None = None, other_id: int | None = None, page: int = 0) -> None:
    """Show one page of the person's finished matches.

    The list can be limited to one game, or to matches with one other player.
    """
    bot, reader = interaction.client, await reader_for(interaction)
    say = reader.text
    past = await bot.service.part(Profiles).past_matches(interaction.user.id, game, other_id, page)
    if not past.total:
        await answers.show(interaction, _empty(say, filtered=game is not None or other_id is not None))
        return
    head = [f"## {say.t('Your finished matches')}", f"-# {_about(bot, say, game, other_id, past.total)}"]
    items: list[ui.Item[Any]] = [controls.text("\n".join(head))]
    for past_match in past.matches:
        pack_lines = await _pack(bot, say, past_match) if interaction.guild_id == past_match.match.guild_id else []
        words = limits.truncate_lines(
            [*_lines(bot, say, past_match, interaction.user.id), *pack_lines], MAX_MATCH_LENGTH
        )
        items.append(
            controls.section(words, controls.button(reader.label.t("Look back"), "lookback", past_match.match.match_id))
        )
    turning = paging.page_buttons(reader.label, past.page, past.last_page, "history", game or ALL_GAMES, other_id or 0)
    items += [controls.row(*turning)] if turning else []
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


async def _pack(bot: Bot, say: Translator, past_match: PastMatch) -> list[str]:
    """Return lines with the title of a match's content pack; the title is available even if the pack isn't loaded."""
    match = past_match.match
    if match.game not in bot.games:
        return []
    await bot.service.matches.contents.remember_title(match.game, match.pack)
    return pack_words.lines(say, bot.games[match.game], match.pack)


def _empty(say: Translator, *, filtered: bool) -> str:
    if filtered:
        return say.t("You haven't finished a match like that; `/history` without options lists all of yours.")
    return say.t("You haven't finished a match yet. `/match new` opens one; `/waiting` shows where it's your turn.")


def _about(bot: Bot, say: Translator, game: str | None, other_id: int | None, total: int) -> str:
    """Return the line below the heading, which contains the number of matches and the filters of the list."""
    parts = [say.n("{n} match", "{n} matches", total)]
    if game is not None and game in bot.games:
        parts.append(bot.games[game].title(say))
    if other_id:
        parts.append(say.t("with {name}", name=f"<@{other_id}>"))
    return " · ".join([*parts, say.t("only you see this")])


def _lines(bot: Bot, say: Translator, past_match: PastMatch, user_id: int) -> list[str]:
    """Return lines about a match: its game (as a link), its date, the person's result, and the other players."""
    match = past_match.match
    title = bot.games[match.game].title(say) if match.game in bot.games else safe_names.escape(match.game)
    link = post_texts.message_link(match.guild_id, past_match.channel_id, past_match.board_message_id)
    opponent_rows = [row for row in past_match.rows if row.last and row.user_id != user_id]
    lines = [f"**[{title}]({link})** <t:{match.ended_at}:d>", _result_words(say, past_match, user_id)]
    if opponent_rows:
        opponent_names = [
            safe_names.safe_name(name_of(say, row.user_id, row.name, row.computer)) for row in opponent_rows
        ]
        lines.append(f"-# {say.t('with {name}', name=say.join(opponent_names))}")
    return lines


def _result_words(say: Translator, past_match: PastMatch, user_id: int) -> str:
    """Return a text about a person's result in a match."""
    match = past_match.match
    own_result = max((row for row in past_match.rows if row.user_id == user_id), key=lambda row: row.last)
    if not own_result.last:
        return say.t("You gave your seat to someone else.")
    parts = [say.t(ENDING_WORDS[match.ending])] if match.ending in ENDING_WORDS else []
    if not parts and match.players == 1:
        parts.append(say.t("won, alone") if own_result.won else say.t("lost, alone"))
    elif not parts and own_result.place is not None:
        words = N_("won: place {place} of {n}") if own_result.won else N_("place {place} of {n}")
        parts.append(say.t(words, place=own_result.place, n=match.players))
    if own_result.total is not None:
        total = float(own_result.total)
        rounded_points = say.n("{n} point", "{n} points", round(total))
        parts.append(rounded_points if total.is_integer() else say.t("{points} points", points=points(say, total)))
    if own_result.computer is not None:
        parts.append(say.t("a computer played for you at the end"))
    return ", ".join(parts)


@on("history")
async def turn(press: ComponentInteraction) -> None:
    """Turn to another page of the list of finished matches."""
    game, other_id, page = press.arg(0), press.number(1), press.number(2)
    await show(press.interaction, None if game == ALL_GAMES else game, other_id or None, page)


@on("openhistory", opens=True)
async def open_history(press: ComponentInteraction) -> None:
    """Open a person's own history from another message."""
    await show(press.interaction)


# -- one match ------------------------------------------------------------------------------------------------


@on("lookback", opens=True)
async def look_back(press: ComponentInteraction) -> None:
    """Show how one of the person's finished matches ended, with buttons for looking back at it."""
    interaction, match_id = press.interaction, press.numbers(1)[0]
    bot, reader = interaction.client, await reader_for(interaction)
    past_match = await bot.service.part(Profiles).past_match(interaction.user.id, match_id)
    if past_match is None:
        raise controls.stale_button_error()
    say = reader.text
    lines = [
        *_lines(bot, say, past_match, interaction.user.id)[:2],
        f"-# <#{past_match.channel_id}> · <t:{past_match.match.ended_at}:f>",
    ]
    parts: list[Part] = ["\n".join(lines), _seats(say, past_match)]
    with suppress(Refusal):  # the match needs a newer version of the bot or can't be opened any more
        parts.append(await _scores(interaction, past_match))
    info = await bot.service.matches.get(match_id)
    await answers.show(interaction, *parts, TOOLS.buttons(reader.label, info))


async def _scores(interaction: Interaction, past_match: PastMatch) -> Part:
    """Return the score sheet of a match that was played to its end, as text if the person prefers text."""
    ctx = await context_at(interaction, past_match.match.match_id)
    result = ctx.table.match.result
    if result is None or past_match.match.ending != "played":
        return None
    if await interaction.client.service.people.in_words(interaction.user.id):
        return post_texts.score_table(ctx.table, ctx.reader)
    label = ctx.reader.label
    drawing = interaction.client.pictures.score(ctx.table.view(None), result, ctx.reader.locale, label.names)
    return await picture(drawing, "score.png", ctx.game.result_text(label, result))


def _seats(say: Translator, past_match: PastMatch) -> str:
    """Return a line for each player who had a seat at the end of a match, with their place and points."""
    lines: list[str] = []
    for row in sorted((row for row in past_match.rows if row.last), key=lambda row: (row.place or 99, row.seat)):
        place = f"{row.place}\\. " if row.place is not None else "- "
        total = f": {points(say, row.total)}" if row.total is not None else ""
        lines.append(f"{place}{safe_names.safe_name(name_of(say, row.user_id, row.name, row.computer))}{total}")
    return "\n".join(lines)
