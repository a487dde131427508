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
    no_match = say.t("There's no match here.")
    head = [
        f"**{no_match}**",
        say.t("`/match new` opens one: others press Join, and computers can fill free seats. I know these games:"),
    ]
    parts: list[Part] = ["\n".join(head)]
    for game in list(interaction.client.games.values())[:MAX_SUGGESTED_GAMES]:
        parts += [f"**{game.title(say)}**\n{game.blurb(say)}", guide.learning_buttons(reader.label, game)]
    tail = [
        say.t("`/table seek` finds people to play with, `/table list` shows this server's open tables."),
        say.t("`/cup open` opens a cup of many matches, `/cup list` shows this server's cups."),
        say.t("`/learn` teaches you a game as you play it, alone."),
        say.t("`/waiting` lists your matches elsewhere where it's your turn; choose your language in `/settings`."),
        say.t("`/profile` shows what you've played and how you did, `/history` your finished matches."),
        say.t("`/ladder` shows who is strongest at a game, in this server or over all servers."),
        say.t("`/watch review` shows what a computer thinks of a finished match, and what it would have played."),
        say.t("`/replay` steps through a match board by board, even any finished one."),
        say.t(
            "Just watching? Use `/watch follow` where others play, and I tell you privately how their match is going."
        ),
        say.t("`/privacy` shows what I store about you, gives you all of it, and deletes it."),
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
        lines.append(say.t("You can bring your own deck, in secret; without one, you get a ready-made one."))
    lines.append(say.t("Read *How to play* now or later; there's no rush."))
    head = f"**{say.t('A lobby is open: {game}.', game=game.title(say))}**"
    return [head, _listed(lines), guide.learning_buttons(reader.label, game)]


def _at_table(ctx: MatchContext) -> list[str]:
    """Return the state of a match and what the reader can do: as the player to move, another player, or a spectator."""
    say = ctx.reader.text
    looking = say.t("`/card` shows a card, `/rules` finds a rule, `/match log` shows what happened.")
    reporting = say.t("Something wrong? `/report` tells the bot's owner.")
    look_up = f"{looking} {reporting}"
    together = say.t("`/table ask` asks the others for a take-back, a pause, more time, a draw or the end.")
    people = sum(seat.is_human for seat in ctx.info.seats)
    if ctx.seat is None:
        watching = say.t("You're watching this match.")
        return [
            f"**{watching}** {waiting_line(say, ctx.table)}",
            say.t("`/match board` shows the board, `/match text` describes it in words."),
            say.t("`/watch news` steps through what has happened since you last looked."),
            say.t("With `/watch follow`, I message you privately when a round ends or the lead changes."),
            look_up,
            say.t("To play yourself, open a match in another channel with `/match new`."),
        ]
    if ctx.decision is not None:
        question = ctx.game.question(say, ctx.view, ctx.decision.prompt)
        your_turn = say.t("It's your turn.")
        return [
            f"**{your_turn}** {question}",
            say.t("*Your move* or `/act` shows everything you can do; nothing counts until you press it."),
            say.t("*Take back* or `/undo` undoes a move that revealed nothing. `/hand` shows your cards."),
            *([together] if people > 1 else []),
            look_up,
        ]
    if ctx.seat in ctx.info.computers:
        return [
            f"**{say.t('A computer plays for you.')}**",
            say.t("`/match return` gives you your seat back."),
            look_up,
        ]
    not_your_turn = say.t("It's not your turn.")
    return [
        f"**{not_your_turn}** {waiting_line(say, ctx.table)}",
        say.t("I ping you when it's your turn, here or where you chose in `/settings`; you needn't keep checking."),
        say.t("`/hand` shows your cards, `/match board` the board, `/waiting` your other matches."),
        *([say.t("With `/orders`, I can answer some questions for you.")] if _has_orders(ctx) else []),
        *([together] if people > 1 else []),
        look_up,
    ]


def _has_orders(ctx: MatchContext) -> bool:
    return bool(ctx.seat is not None and ctx.game.order_groups(Translator(), ctx.table.match, ctx.seat))


def _moving(ctx: MatchContext) -> list[ui.Item[Any]]:
    return [post_texts.move_button(ctx.reader, ctx.info.id)] if ctx.decision is not None else []


def _guides(ctx: MatchContext) -> list[ui.Item[Any]]:
    return guide.buttons(ctx.reader.label, ctx.game, len(ctx.info.seats))
