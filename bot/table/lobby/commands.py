"""`/match`: open, join, start, show and end matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands, ui

from bot.computers.policies import LEVELS
from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game, find_game, required_game
from bot.discord.commands.slash import slash
from bot.discord.delivery import post_texts
from bot.discord.http.channel_permissions import channel_ids, is_admin, may_post
from bot.discord.match_context import (
    MatchContext,
    absence_note,
    accent_colour,
    awaited_lines,
    clock_lines,
    context_at,
    context_here,
    context_of,
    match_here,
    reader_for,
    required_seat,
    waiting_line,
)
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import LANGUAGE_NAMES, code_of, described
from bot.discord.ui.person_lookup import locale_for
from bot.discord.ui.toolbar import Toolbar
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import MatchInfo
from bot.table.history import log_panel
from bot.table.lobby import options_panel, pack_words
from bot.table.lobby import panel as lobby_panel
from bot.table.lobby import threads_panel as thread_panel
from bot.table.lobby.player_welcome import greet
from bot.table.play import board_viewer, closing_panel, event_words, lookup_panel, match_words, panel, panel_handlers
from bot.table.seats import commands as seats
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: Maximum number of games offered for choosing.
MAX_GAMES = 10
#: Buttons that features add below the reply to `/match status`.
STATUS_TOOLS = Toolbar[[MatchContext]]("/match status")

MATCH = app_commands.Group(
    name="match",
    description=described(N_("Open, join, start or view a match in this channel.")),
)


@slash("new", N_("Open a lobby for a match in this channel."), begins=True)
@app_commands.describe(game=described(N_("Which game; by default the last one played in this channel.")))
@app_commands.autocomplete(game=complete_game)
async def new(interaction: Interaction, game: str | None = None) -> None:
    """Open a lobby with the person as host and first player. If the game isn't clear, show a choice of games."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    if game is None and await find_game(interaction, None) is None:
        await _offer_games(interaction)
        return
    await _open(interaction, await required_game(interaction, game))


async def _offer_games(interaction: Interaction) -> None:
    """Show all games, each with a button that opens a lobby."""
    reader = await reader_for(interaction)
    items: list[ui.Item[Any]] = [controls.text(f"### {reader.text.t('Which game do you want to play?')}")]
    for game in list(interaction.client.games.values())[:MAX_GAMES]:
        words = f"**{game.title(reader.text)}**\n{game.blurb(reader.text)}"
        begin = controls.button(reader.label.t("Open a lobby"), "newmatch", game.id, style=Style.primary)
        items.append(controls.section(words, begin))
    await panel_handlers.edit(interaction, panel.PanelPage(items))


@on("newmatch", opens=True, begins=True)
async def open_offered(press: ComponentInteraction) -> None:
    """Open a lobby for the game named by the button.

    The button after a lesson opens a first match: with the options for beginners, in the learner's language.
    """
    game = await required_game(press.interaction, press.arg(0))
    if "first" in press.args[1:]:
        await _open(press.interaction, game, first=True, locale=await locale_for(press.interaction))
    else:
        await _open(press.interaction, game)


async def _open(interaction: Interaction, selected_game: AnyGame, *, first: bool = False, locale: str = "") -> None:
    """Open a lobby. `locale` is the match's language; if empty, the server decides."""
    bot = interaction.client
    if interaction.guild_id is None or interaction.channel_id is None:
        raise app_commands.NoPrivateMessage
    may_post(interaction)
    settings = await bot.service.servers.settings(interaction.guild_id)
    settings.check_channel(channel_ids(interaction))
    first = first or not await bot.service.matches.has_finished(interaction.user.id, selected_game.id)
    say = (await reader_for(interaction)).text
    locale = locale or settings.language or code_of(interaction.guild_locale, bot.settings.locale)
    async with thread_panel.place_for(interaction, settings, selected_game.title(Translator(locale)), say) as place:
        info = await bot.service.lobby.open(
            LobbyRequest(
                game=selected_game.id,
                guild_id=interaction.guild_id,
                channel_id=place.channel_id,
                locale=locale,
                options=dict(selected_game.first_match) if first else {},
                pace=settings.pace,
            ),
            user_id=interaction.user.id,
            name=interaction.user.display_name,
        )
    # The lobby is in the channel's language.
    join_label = Translator(info.locale).t("Join")
    if 1 in selected_game.seats:
        opened = say.t(
            "The lobby is open. Start alone, or wait until others press *{join}* or type `/match join`.",
            join=join_label,
        )
    else:
        opened = say.t(
            "The lobby is open. Others press *{join}* or type `/match join`, then you start.", join=join_label
        )
    await greet(interaction, info, [opened, place.told])


@slash("join", N_("Join this channel's match."))
async def join(interaction: Interaction) -> None:
    """Join this channel's lobby."""
    info = await match_here(interaction)
    user = interaction.user
    info = await interaction.client.service.lobby.join(info.id, user.id, user.display_name)
    await greet(interaction, info, [(await reader_for(interaction)).text.t("You've joined the table.")])


@slash("leave", N_("Leave this channel's match, before or during play."))
async def leave(interaction: Interaction) -> None:
    """Leave the lobby. In a running match, ask the person first what should happen to their seat."""
    info = await match_here(interaction)
    if info.status == "playing":
        await seats.ask(interaction, await context_of(interaction, info))
        return
    await interaction.client.service.lobby.leave(info.id, interaction.user.id)
    await respond(interaction, (await reader_for(interaction)).text.t("You've left the table."))


@slash("start", N_("Start this channel's match with the players at the table."))
@app_commands.describe(
    computers=described(N_("Fill the free seats with computers of this level.")),
    players=described(N_("Fill up to this many seats; all by default.")),
)
@app_commands.choices(computers=[app_commands.Choice(name=level, value=level) for level in LEVELS])
async def start(interaction: Interaction, computers: str | None = None, players: int | None = None) -> None:
    """Start the match in this channel's lobby."""
    may_post(interaction)
    info = await match_here(interaction)
    await interaction.client.service.lobby.start(info.id, interaction.user.id, computers, players)
    await options_panel.close(interaction.client, info.id)
    await respond(interaction, (await reader_for(interaction)).text.t("The match begins."))


@slash("status", N_("Show who is playing, whose turn it is and since when."))
async def status(interaction: Interaction) -> None:
    """Show the state of this channel's match in a few lines."""
    info = await match_here(interaction, live=False)
    reader = await reader_for(interaction, info)
    game = interaction.client.games[info.game]
    if info.status == "lobby":
        deck_owners = await interaction.client.service.brought_decks.chosen(info.id)
        agreed = await interaction.client.service.lobby.agreed(info)
        await answers.show(
            interaction, lobby_panel.content(game, info, deck_owners, agreed), accent=accent_colour(game)
        )
        return
    ctx = await context_of(interaction, info)
    moves = await interaction.client.service.history.public_moves(info.id)
    status_parts = _status(ctx, reader.text, moves, await awaited_lines(ctx))
    await answers.show(interaction, *status_parts, STATUS_TOOLS.buttons(ctx), accent=ctx.accent)


def _status(ctx: MatchContext, say: Translator, moves: int, local: Sequence[str]) -> list[str]:
    """Return texts about the state of a match: a description of the board, the seats, and further lines."""
    info, match = ctx.info, ctx.table.match
    public = ctx.table.view(None)
    hidden = info.status == "playing" and find_hidden_hold(match) is not None
    decisions = match.decisions() if info.status == "playing" and not hidden else ()
    seats = [_seat(say, info, seat, awaits=seat in decisions) for seat in range(public.seats)]
    lines: list[str] = []
    if match.over and match.result is not None:
        lines.append(post_texts.score_table(ctx.table, ctx.reader))
    elif hidden or info.status == "ended":
        lines.append(waiting_line(say, ctx.table))
    elif info.paused_at is not None:
        lines += clock_lines(say, ctx.table)
    lines += local
    lines += event_words.hints_asked(say, ctx.table)
    lines += [f"-# {say.t('Moves so far: {n}', n=moves)}", *pack_words.lines(say, ctx.game, info.pack)]
    lines.append(f"-# {say.t('Channel language: {name}', name=LANGUAGE_NAMES[info.locale])}")
    board = ctx.game.alt_text(ctx.reader.signed, public)
    return [board, "\n".join(seats), limits.truncate_lines(lines, limits.CONTENT)]


def _seat(say: Translator, info: MatchInfo, seat: int, *, awaits: bool) -> str:
    """Return a line about a seat: the player, the reason for any absence, and when the wait for them started."""
    line, at = f"{seat + 1}. {say.seat(seat)}", info.seats[seat].waiting_since
    if seat in info.computers and info.seats[seat].is_human:
        line += f" ({say.t('a computer is playing')})"
    if why := absence_note(say, info.seats[seat]):
        line += f" ({why})"
    if awaits:
        line += f" — {say.t('to move since {time}', time=f'<t:{at}:f>') if at else say.t('to move')}"
    return line


@slash("board", N_("Show the board as a picture. Only you see it."))
async def board(interaction: Interaction) -> None:
    """Show the board as the person may see it: with a player's own secrets, or the public view for anyone else."""
    await board_viewer.show(interaction, await context_here(interaction))


@slash("cards", N_("Look up the cards and places you can see on the table."))
async def cards(interaction: Interaction) -> None:
    """Show the cards and pieces on the board, with a menu for the parts of the board."""
    await lookup_panel.show(interaction, await context_here(interaction), 0)


@slash("text", N_("Show the board in words, changes first."))
async def text(interaction: Interaction) -> None:
    """Show the board as text, below a list of the changes since the person last looked at it."""
    ctx = await context_here(interaction)
    looks, say = ctx.bot.service.read_markers, ctx.reader.text
    before = await looks.last_seen(ctx.table, ctx.seat, ctx.user_id)
    words = (
        match_words.board(ctx.game, say, ctx.view, None)
        if before is None
        else match_words.board(ctx.game, say, ctx.view, before.view, before.since)
    )
    await answers.show_long(interaction, words, accent=ctx.accent)
    await looks.mark_read(ctx.table, ctx.user_id)


@slash("log", N_("Show what has happened so far, page by page."))
async def log(interaction: Interaction) -> None:
    """Show the latest moves, with buttons for turning to earlier pages of the log."""
    await log_panel.show(interaction, await context_here(interaction))


@slash("end", N_("End this channel's match early."))
async def end(interaction: Interaction) -> None:
    """Ask for confirmation before ending the match for all players."""
    info = await match_here(interaction)
    reader = await reader_for(interaction, info)
    _may_end(interaction, info)
    yes = controls.button(reader.label.t("End the match"), "end", info.id, style=Style.danger)
    question = reader.text.t("This ends the match for everyone, without a result. Are you sure?")
    accent = accent_colour(interaction.client.games[info.game])
    await answers.show(interaction, question, [yes], accent=accent)


@on("end")
async def end_now(press: ComponentInteraction) -> None:
    """End the match after it was confirmed."""
    interaction = press.interaction
    service = interaction.client.service
    info = await service.matches.get(press.numbers(1)[0])
    await service.play.end(info.id, interaction.user.id, is_admin=is_admin(interaction, info.guild_id))
    say = (await reader_for(interaction)).text
    await respond(interaction, say.t("The match has ended."))


@slash("rematch", N_("Play this channel's last match again with the same people and options."))
async def rematch(interaction: Interaction) -> None:
    """Open a lobby with the options of the last match in this channel."""
    await closing_panel.rematch_of(interaction, (await match_here(interaction, live=False)).id)


@slash("concede", N_("Concede this channel's match, if the game allows it."))
async def concede(interaction: Interaction) -> None:
    """Ask for confirmation before the person concedes."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    if ctx.info.status != "playing":
        raise Refusal(N_("This match is over."))
    if ctx.game.concede is None:
        raise Refusal(
            N_("You can't concede this game. With `/match leave`, a computer or a new player can take over your seat.")
        )
    yes = controls.button(ctx.reader.label.t("Concede"), "concede", ctx.info.id, style=Style.danger)
    question = ctx.reader.text.t("You concede this match, and the result counts. Are you sure?")
    await answers.show(interaction, question, [yes], accent=ctx.accent)


@on("concede")
async def concede_now(press: ComponentInteraction) -> None:
    """Concede the match after it was confirmed."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    required_seat(ctx)
    await ctx.bot.service.play.concede(ctx.info.id, ctx.user_id)
    await respond(press.interaction, ctx.reader.text.t("You've conceded."))


@slash("claim", N_("Claim a win if the other player keeps missing deadlines."))
async def claim(interaction: Interaction) -> None:
    """Claim victory because the other players don't move, if the state of the match allows it."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    if ctx.game.concede is None:
        raise Refusal(
            N_("You can't concede this game. With `/match leave`, a computer or a new player can take over your seat.")
        )
    await ctx.bot.service.play.claim(ctx.info.id, ctx.user_id)
    await respond(interaction, ctx.reader.text.t("You win the match."))


def _may_end(interaction: Interaction, info: MatchInfo) -> None:
    if interaction.user.id != info.host_id and not is_admin(interaction, info.guild_id):
        raise Refusal(N_("Only the match's host or a server manager can end it."))
