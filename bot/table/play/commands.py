"""`/act`, `/hand`, `/waiting`, `/undo`, `/orders`, `/plan`: the commands for playing a match."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from discord import ui

import render
from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.delivery import post_texts
from bot.discord.match_context import context_at, context_here, reader_for, required_seat, waiting_line
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.answers import respond, respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.table.play import orders_panel, panel_handlers, plans_panel
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum number of matches that `/waiting` lists with a button, and maximum length of the text about each. The
#: remaining matches share one text without buttons.
MAX_LISTED, MAX_MATCH_LENGTH = 10, 320


@slash("act", N_("Make your move with buttons and menus."))
async def act(interaction: Interaction) -> None:
    """Open the panel of the match in this channel."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    await panel_handlers.show(interaction, ctx)


@slash("hand", N_("See your hand and your current decision. Only you see it."))
async def hand(interaction: Interaction) -> None:
    """Show a player the cards in their own hand."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    say = ctx.reader.text
    decision = ctx.decision
    line = waiting_line(say, ctx.table)
    buttons: list[ui.Item[Any]] = []
    if decision is not None:
        line = f"**{ctx.game.question(say, ctx.view, decision.prompt)}**"
        buttons = [post_texts.move_button(ctx.reader, ctx.info.id)]
    if render.lists_decks(ctx.game.id):
        buttons.append(controls.button(ctx.reader.label.t("My decks"), "lists", ctx.info.id))
    hand_picture_or_text = await ctx.hand() or limits.truncate(ctx.game.hand_text(say, ctx.view), limits.CONTENT)
    await answers.show(interaction, line, hand_picture_or_text, buttons, accent=ctx.accent)


@on("lists", opens=True)
async def decks(press: ComponentInteraction) -> None:
    """Show a player the cards in their own piles."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    required_seat(ctx)
    decks_picture_or_text = await ctx.decks() or limits.truncate(
        ctx.game.hand_text(ctx.reader.text, ctx.view), limits.CONTENT
    )
    words = ctx.reader.text.t("See the cards in your decks, sorted.")
    await answers.show(press.interaction, words, decks_picture_or_text, accent=ctx.accent)


@slash("waiting", N_("List the matches where it's your turn, and since when."), anywhere=True)
async def waiting(interaction: Interaction) -> None:
    """List the matches that wait for the person, the most urgent first.

    Matches with a clock are sorted by the time left, and those without a clock by how long they have waited.
    """
    bot, reader = interaction.client, await reader_for(interaction)
    waiting_matches = await bot.service.matches.waiting_for(interaction.user.id)
    if not waiting_matches:
        await respond(interaction, reader.text.t("It's not your turn in any match."))
        return
    items: list[ui.Item[Any]] = []
    for wait in waiting_matches[:MAX_LISTED]:
        lines = [post_texts.awaited_line(reader.text, bot.games[wait.game], wait)]
        # Omit the question if the match has just ended, or if it needs a newer version of the bot.
        with suppress(Refusal):
            ctx = await context_at(interaction, wait.match_id)
            if ctx.decision is not None:
                lines.append(f"-# {ctx.game.question(ctx.reader.text, ctx.view, ctx.decision.prompt)}")
        words = limits.truncate_lines(lines, MAX_MATCH_LENGTH)
        items.append(controls.section(words, post_texts.move_button(reader, wait.match_id)))
    overflow_lines = [
        f"- {post_texts.awaited_line(reader.text, bot.games[wait.game], wait)}" for wait in waiting_matches[MAX_LISTED:]
    ]
    if overflow_lines:
        items.append(
            controls.text(limits.truncate_lines(overflow_lines, limits.LAYOUT - MAX_LISTED * MAX_MATCH_LENGTH))
        )
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


@slash("undo", N_("Take back your last action, or ask the others to let you."))
async def undo(interaction: Interaction) -> None:
    """Show which moves an undo would reverse, and ask for confirmation."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    await panel_handlers.ask_to_take_back(interaction, ctx)


@slash("orders", N_("Let me answer some questions for you right away. Only you know."))
async def leave_orders(interaction: Interaction) -> None:
    """Show the person's standing orders for this match, with menus for changing them."""
    ctx = await context_here(interaction)
    orders_panel.check(ctx)
    await orders_panel.show(interaction, ctx, *orders_panel.overview(ctx))


@slash("plan", N_("Plan your next turn while the others play. Only you know."))
async def plan(interaction: Interaction) -> None:
    """Show the person's plan for their next turn, with menus for extending the plan."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    await respond_with_layout(interaction, await plans_panel.page(ctx))
