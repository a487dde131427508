"""`/help`: shows a person what they can do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.delivery import post_texts
from bot.discord.match_context import MatchContext, accent_colour, context_of, reader_for, waiting_line
from bot.discord.ui import answers
from bot.discord.ui.controls import Part
from bot.discord.ui.locale import ReaderContext
from bot.features.rulebook.panel import guide
from bot.matches.service_results import MatchInfo
from rules.kernel.words.translation import N_, Translator

#: Maximum number of games suggested in a channel without a match.
MAX_SUGGESTED_GAMES = 5


@slash("help", N_("What you can do now, in a few lines."), anywhere=True)
async def help_command(interaction: Interaction) -> None:
    """Show a person what they can do next.

    This depends on whether there is a match or a lobby in the channel, whether the person has a seat, and whether it is
    their turn.
    """
    service, info = interaction.client.service, None
    if interaction.channel_id is not None:
        info = await service.matches.in_channel(interaction.channel_id)
    if info is not None:
        service.matches.check(info)
    reader = await reader_for(interaction, info)
    if info is None:
        await answers.show(interaction, *_nothing_here(interaction, reader))
    elif info.status == "lobby":
        accent = accent_colour(interaction.client.games[info.game])
        await answers.show(interaction, *_in_lobby(interaction, info, reader), accent=accent)
    else:
        ctx = await context_of(interaction, info)
        buttons = [*_moving(ctx), *_guides(ctx)]
        now, *next_steps = _at_table(ctx)
        await answers.show(interaction, now, _listed(next_steps), buttons, accent=ctx.accent)


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _nothing_here(interaction: Interaction, reader: ReaderContext) -> list[Part]:
    """Return the help for a channel without a match: how to open a match, and which games are available."""
    say = reader.text
    head = [
        f"**{say.t('No match is played here.')}**",
        say.t("`/match new` opens one: others press Join, and computers can take free seats. I can play these games:"),
    ]
    parts: list[Part] = ["\n".join(head)]
    for game in list(interaction.client.games.values())[:MAX_SUGGESTED_GAMES]:
        parts += [f"**{game.title(say)}**\n{game.blurb(say)}", guide.learning_buttons(reader.label, game)]
    tail = [
        say.t("`/table seek` looks for people to play with, `/table list` shows the open tables of this server."),
        say.t("`/cup open` opens a cup of many matches, `/cup list` shows those of this server."),
        say.t("`/learn` teaches a game by playing it, alone."),
        say.t("`/waiting` lists the matches elsewhere that wait for you; `/settings` chooses your language."),
        say.t("`/profile` shows what you have played and how you fared, `/history` your finished matches."),
        say.t("`/ladder` shows who is strongest at a game, in this server or over all."),
        say.t("`/watch review` shows what a computer thinks of a finished match: how it stood, and its own moves."),
        say.t("`/replay` steps through a match board by board, any finished one too."),
        say.t("You only watch? `/watch follow`, typed where others play, tells you privately how their match goes."),
        say.t("`/privacy` shows what I keep of you, gives you all of it, and deletes it."),
    ]
    return [*parts, _listed(tail)]


def _in_lobby(interaction: Interaction, info: MatchInfo, reader: ReaderContext) -> list[Part]:
    """Return the help for a lobby, which differs for its host, its players, and everyone else."""
    say, game, user_id = reader.text, interaction.client.games[info.game], interaction.user.id
    # The lobby's buttons are in the channel's language.
    shown = Translator(info.locale)
    lines: list[str] = []
    if user_id == info.host_id:
        lines.append(
            say.t(
                "You're the host. *{computers}* fills seats, *{options}* sets up the match, *{start}* begins it.",
                computers=shown.t("Computers at the table"),
                options=shown.t("Options"),
                start=shown.t("Start"),
            )
        )
    elif info.seat_of(user_id) is not None:
        lines.append(
            say.t(
                "You've joined the table. The host presses *{start}*; until then you can leave with *{leave}*.",
                start=shown.t("Start"),
                leave=shown.t("Leave"),
            )
        )
    else:
        lines.append(say.t("Press *{join}* to sit down; you can leave again before the start.", join=shown.t("Join")))
    if game.decks is not None and game.decks.are_brought(info.options):
        lines.append(say.t("You may bring a deck of your own, in secret; without one you are dealt a ready one."))
    lines.append(say.t("Read *How to play* now or later; the match waits for nobody's reading."))
    head = f"**{say.t('A lobby is open: {game}.', game=game.title(say))}**"
    return [head, _listed(lines), guide.learning_buttons(reader.label, game)]


def _at_table(ctx: MatchContext) -> list[str]:
    """Return the state of a match and what the reader can do: as the player to move, another player, or a spectator."""
    say = ctx.reader.text
    looking = say.t("`/card` shows a card, `/rules` finds a rule, `/match log` tells what happened.")
    look_up = f"{looking} {say.t('Something is wrong? `/report` tells whoever runs me.')}"
    together = say.t("`/table ask` asks the others: to take moves back, for a pause, more time, a draw or the end.")
    people = sum(seat.is_human for seat in ctx.info.seats)
    if ctx.seat is None:
        return [
            f"**{say.t('You watch this match.')}** {waiting_line(say, ctx.table)}",
            say.t("`/match board` shows the table, `/match text` says it in words."),
            say.t("`/watch news` steps through what has happened since you last looked."),
            say.t("`/watch follow` lets me write to you privately when a round is over or the lead turns."),
            look_up,
            say.t("To play yourself, open a match in another channel with `/match new`."),
        ]
    if ctx.decision is not None:
        question = ctx.game.question(say, ctx.view, ctx.decision.prompt)
        return [
            f"**{say.t('It is your move.')}** {question}",
            say.t("*Your move* or `/act` shows everything you can do; nothing counts before you press it."),
            say.t("*Take back* or `/undo` takes back what revealed nothing. `/hand` shows what you hold."),
            *([together] if people > 1 else []),
            look_up,
        ]
    if ctx.seat in ctx.info.computers:
        return [
            f"**{say.t('A computer plays for you.')}**",
            say.t("`/match return` gives you your seat back."),
            look_up,
        ]
    return [
        f"**{say.t('It is not your move.')}** {waiting_line(say, ctx.table)}",
        say.t("I call you when something waits for you, here or where `/settings` says; you need not look."),
        say.t("`/hand` shows what you hold, `/match board` the table, `/waiting` your other matches."),
        *([say.t("`/orders` lets me answer some questions for you.")] if _has_orders(ctx) else []),
        *([together] if people > 1 else []),
        look_up,
    ]


def _has_orders(ctx: MatchContext) -> bool:
    return bool(ctx.seat is not None and ctx.game.order_groups(Translator(), ctx.table.match, ctx.seat))


def _moving(ctx: MatchContext) -> list[ui.Item[Any]]:
    return [post_texts.move_button(ctx.reader, ctx.info.id)] if ctx.decision is not None else []


def _guides(ctx: MatchContext) -> list[ui.Item[Any]]:
    return guide.buttons(ctx.reader.label, ctx.game, len(ctx.info.seats))
