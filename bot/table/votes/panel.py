"""Votes among the players: the panel of questions, and the handlers of the buttons below a vote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_at, reader_for, required_seat
from bot.discord.ui import controls
from bot.discord.ui.answers import respond, respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.matches.service_results import GM_KIND, MoveResult, Vote
from bot.matches.votes.vote_kinds import AboutSeat, Extend, Pause, VoteKind, hours_words
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: Names of the additional arguments of some votes, which are also the names of command options. The next line contains
#: the values that the menus offer for days and hours.
DAYS_ARGUMENT, HOURS_ARGUMENT, SEAT_ARGUMENT = "days", "hours", "seat"
PAUSE_DAY_CHOICES, EXTENSION_HOUR_CHOICES = (1, 2, 3, 7, 14, 0), (12, 24, 48, 72, 7 * 24)


async def ask(interaction: Interaction, ctx: MatchContext, kind: str, **arguments: Any) -> None:
    """Start a vote of this kind, and tell the person whether others must agree."""
    say = ctx.reader.text
    result = await ctx.bot.service.votes.ask(ctx.info.id, ctx.user_id, kind, **arguments)
    if isinstance(result, Vote) and result.status == "open":
        words = say.t("The others must agree to that. I've asked them in the channel.")
    else:
        words = say.t("Done. I didn't have to ask anyone else.")
    await respond(interaction, words)


# -- panel of questions -----------------------------------------------------------------------------------------


def buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the buttons that end a pause (if the match is paused) and that open the panel of questions."""
    say, info = ctx.reader.label, ctx.info
    items: list[ui.Item[Any]] = []
    if info.status == "playing" and info.paused_at is not None:
        items.append(resume_button(say, info.id))
    if info.status == "playing" and ctx.seat is not None and sum(seat.is_human for seat in info.seats) > 1:
        items.append(controls.button(say.t("Ask the table"), "table", info.id, ctx.seat))
    return items


def resume_button(say: Translator, match_id: int) -> ui.Button[Any]:
    """Return the button that ends a pause, which every player may press."""
    return controls.button(say.t("Resume"), "resume", match_id)


async def show(interaction: Interaction, ctx: MatchContext) -> None:
    """Show all questions that can be put to a vote now, each with an explanation and with a button or menu."""
    seat, say = required_seat(ctx), ctx.reader.label
    items: list[ui.Item[Any]] = [controls.text(f"### {ctx.reader.text.t('Ask the table')}")]
    for name, kind in ctx.bot.service.votes.kinds.items():
        if await kind.is_offered(ctx.table, seat):
            items += [ui.Separator(), *await _question_items(ctx, name, kind, say)]
    note = ctx.reader.text.t("I'll ask everyone in the channel. You can all keep playing meanwhile.")
    await respond_with_layout(
        interaction, controls.layout(ui.Container(*items, ui.Separator(), controls.text(f"-# {note}")))
    )


async def _question_items(ctx: MatchContext, name: str, kind: VoteKind, say: Translator) -> list[ui.Item[Any]]:
    """Return the layout components for one kind of vote: its explanation, with a menu or a button."""
    words, match_id = f"**{ctx.reader.text.t(kind.label)}**\n{ctx.reader.text.t(kind.description)}", ctx.info.id
    if isinstance(kind, Pause):
        options = [(str(days), _days(say, days)) for days in PAUSE_DAY_CHOICES]
        return _menu(words, say.t("For how long?"), options, match_id, name)
    if isinstance(kind, Extend):
        options = [(str(hours), hours_words(say, hours)) for hours in EXTENSION_HOUR_CHOICES]
        return _menu(words, say.t("How much more time?"), options, match_id, name)
    if isinstance(kind, AboutSeat):
        seats = [(str(seat), say.seat(seat)) for seat in await kind.seats(ctx.table, required_seat(ctx))]
        return _menu(words, say.t(kind.question), seats, match_id, name)
    return [controls.section(words, controls.button(say.t("Ask"), "asks", match_id, name))]


def _menu(
    words: str, question: str, options: Sequence[tuple[str, str]], match_id: int, name: str
) -> list[ui.Item[Any]]:
    choices = [controls.option(label, value) for value, label in options]
    return [controls.text(words), controls.row(controls.select(question, choices, "asks", match_id, name))]


def _days(say: Translator, days: int) -> str:
    return say.n("{n} day", "{n} days", days) if days else say.t("Until someone resumes it")


@on("table", opens=True)
async def open_panel(press: ComponentInteraction) -> None:
    """Open the panel of questions that a player can put to a vote."""
    match_id, seat = press.numbers(2)
    ctx = await context_at(press.interaction, match_id)
    if required_seat(ctx) != seat:
        raise Refusal(N_("That button belongs to another player."))
    await show(press.interaction, ctx)


@on("asks")
async def ask_now(press: ComponentInteraction) -> None:
    """Start a vote on the chosen question."""
    ctx, name = await context_at(press.interaction, press.numbers(1)[0]), press.arg(1)
    kind, arguments = ctx.bot.service.votes.kinds.get(name), dict[str, int]()
    field = DAYS_ARGUMENT if isinstance(kind, Pause) else HOURS_ARGUMENT if isinstance(kind, Extend) else SEAT_ARGUMENT
    if press.values:
        arguments[field] = controls.number(press.value)
        if not 0 <= arguments[field] <= 9999:
            raise controls.stale_button_error()
    await ask(press.interaction, ctx, name, **arguments)


# -- handlers of the buttons below a vote -----------------------------------------------------------------------


@on("undo", opens=True)
@on("vote", opens=True)
async def answer_vote(press: ComponentInteraction) -> None:
    """Answer yes or no in a vote.

    Undo requests posted by the previous release have buttons with the verb `undo` and the same arguments.
    """
    match_id, vote_id, yes = press.numbers(3)
    bot, user = press.interaction.client, press.interaction.user
    current_vote = await bot.service.votes.get(vote_id)
    answering = (
        bot.service.game_masters if current_vote is not None and current_vote.kind == GM_KIND else bot.service.votes
    )
    result = await answering.answer(match_id, user.id, bool(yes), vote_id)
    say = (await reader_for(press.interaction)).text
    if isinstance(result, MoveResult):
        text = say.t("Everyone agreed, and the match has gone back.")
    elif result.status == "done":
        text = say.t("Everyone agreed.")
    elif yes:
        text = say.t("You agreed. I'm waiting for the others.")
    else:
        text = say.t("You refused, so nothing changes.")
    await respond(press.interaction, text)


@on("resume", opens=True)
async def resume(press: ComponentInteraction) -> None:
    """End a pause of the match."""
    await end_pause(press.interaction, press.numbers(1)[0])


async def end_pause(interaction: Interaction, match_id: int) -> None:
    """End a pause of a match, and confirm this to the person."""
    await interaction.client.service.pausing.resume_by_player(match_id, interaction.user.id)
    await respond(interaction, (await reader_for(interaction)).text.t("The match continues."))
