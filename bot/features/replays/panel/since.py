"""*Since my last move*: the boards since a player's last move or a spectator's last look, and then what comes next.

The pages are steps of the person's own replay, so they show nothing that this person couldn't see then. The board is
drawn as in the channel, and the sentences below it include events that only the person's seat may know.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.app.registry_class import Registry
from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, clock_lines, context_of, picture, waiting_line
from bot.discord.match_visibility import watched_match
from bot.discord.ui import controls, limits, paging
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.features.replays import words
from bot.features.replays.panel.step_page import MAX_EVENTS_LENGTH, ReplayPage, event_lines
from bot.features.replays.service.replay_cache import Replays, ReplayView
from bot.features.replays.service.replay_steps import ReplayStep
from bot.matches.service_results import MatchInfo
from bot.table.play import event_words, orders_panel, panel, panel_handlers, plans_panel
from rules.kernel.words.translation import Translator, capital

#: Lines that features add to the page after the last step, between the plan and the question.
NOTES = Registry[Callable[[MatchContext], Awaitable[Sequence[str]]]]("notes after the steps since the last move")


# -- buttons that open the first step --------------------------------------------------------------------------


def news_buttons(ctx: MatchContext, news: panel.RecentEvents) -> list[ui.Item[Any]]:
    """Return the panel's button for the steps since the last move; empty if there was at most one turn since then."""
    if news.turns_since_move < 2:
        return []
    label = ctx.reader.label
    text = label.t("Since my last move") if news.has_moved else label.t("Since the beginning")
    return [controls.button(text, "since", ctx.info.id)]


def look_buttons(label: Translator, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the button of a post for watchers that opens the steps since a person's last look."""
    return [controls.button(label.t("Since my last look"), "sincelook", info.id)]


def news_message_buttons(ctx: MatchContext, told_before: int) -> list[ui.Item[Any]]:
    """Return the button of a follower's message that opens the steps since their last look.

    For a follower who has never looked, the steps start after entry `told_before`, as the message does.
    """
    label = ctx.reader.label
    return [controls.button(label.t("Since my last look"), "sincelook", ctx.info.id, ctx.mark(told_before))]


async def open_first(interaction: Interaction, ctx: MatchContext, otherwise: int | None = None) -> None:
    """Show the first step since a player's last move or a spectator's last look.

    For a spectator who has never looked, the steps start after entry `otherwise`.
    """
    if ctx.seat is None:
        start = await ctx.bot.service.read_markers.last_look(ctx.info, ctx.user_id, otherwise)
    else:
        entries = await ctx.bot.service.history.since_own(ctx.info, ctx.seat)
        start = event_words.last_own_move(entries, ctx.seat)
    await _show(interaction, ctx, start, 0)


# -- pages -----------------------------------------------------------------------------------------------------


async def _show(interaction: Interaction, ctx: MatchContext, start: int, number: int) -> None:
    """Show a step since entry `start`, or the page after the last step."""
    replay_view = await ctx.bot.part(Replays).since(ctx.info, ctx.seat, ctx.user_id, start)
    steps, looked_at = replay_view.steps, ctx.table.seq
    if number < len(steps):
        step, looked_at = steps[number], steps[number].seq
        page, board = await _step_page(ctx, replay_view, step, start)
        await panel_handlers.edit(interaction, page, board)
    else:
        await panel_handlers.edit(interaction, await _last_page(ctx, len(steps), start))
    if ctx.seat is None:
        await ctx.bot.service.read_markers.mark_read(ctx.table, ctx.user_id, looked_at)


def _title(ctx: MatchContext, start: int) -> str:
    say = ctx.reader.text
    if ctx.seat is None:
        return say.t("Since your last look")
    return say.t("Since your last move") if start else say.t("Since the beginning")


async def _step_page(
    ctx: MatchContext, replay_view: ReplayView, step: ReplayStep, start: int
) -> tuple[panel.PanelPage, discord.File | None]:
    """Return the page of a step, with the board as the channel saw it."""
    rendered_step = await replay_view.render_step(step)
    page = ReplayPage(ctx.bot, ctx.info, ctx.reader, ctx.user_id, replay_view, rendered_step)
    view, events = await replay_view.public_board(step)
    drawing = ctx.bot.pictures.chat_board(view, ctx.reader.locale, page.label.names, events)
    board = await picture(drawing, "board.png", page.game.alt_text(page.label, view))
    say, steps = page.text, len(replay_view.steps)
    who = "" if step.seat is None else say.seat(step.seat)
    in_round = words.round_named(say, page.game, replace(step, round=page.game.round(view)))
    when = capital(", ".join(filter(None, [in_round, who])))
    place = say.t("Board {n} of {all}", n=step.number + 1, all=steps)
    head = [f"### {_title(ctx, start)}", " · ".join([*([f"**{when}**"] if when else []), place, f"<t:{step.at}:f>"])]
    told = limits.truncate_lines(event_lines(page), MAX_EVENTS_LENGTH)
    label = ctx.reader.label
    back = [] if ctx.seat is None else [controls.button(label.t("Back"), "panel", ctx.info.id)]
    turning = paging.page_buttons(label, step.number, steps, "since", ctx.info.id, ctx.mark(start))
    items = [controls.text("\n".join(head)), controls.text(told), controls.row(*back, *turning)]
    return panel.PanelPage(items, ctx.accent, 1 if board is not None else None), board


async def _last_page(ctx: MatchContext, steps: int, start: int) -> panel.PanelPage:
    """Return the page after the last step: the player's plan, their note and the question."""
    say, label = ctx.reader.text, ctx.reader.label
    lines = [f"### {_title(ctx, start)}"]
    if not steps:
        lines.append(say.t("Nothing has happened since then."))
    if ctx.seat is not None:
        lines += await _plan_lines(ctx, ctx.seat)
        lines += [line for notes in NOTES for line in await notes(ctx)]
    lines += _question_lines(ctx)
    buttons: list[ui.Item[Any]] = paging.page_buttons(label, steps, steps, "since", ctx.info.id, ctx.mark(start))[:1]
    if ctx.seat is not None:
        buttons.append(controls.button(label.t("To the panel"), "panel", ctx.info.id, style=Style.primary))
    text = controls.text(limits.truncate_lines(lines, limits.CONTENT))
    return panel.PanelPage([text, *([controls.row(*buttons)] if buttons else [])], ctx.accent)


async def _plan_lines(ctx: MatchContext, seat: int) -> list[str]:
    """Return lines about the player's plan and their standing orders; empty if they have neither."""
    reminder = orders_panel.reminder(ctx)
    stopped = event_words.orders_stopped_line(ctx.reader.text, ctx.table, seat)
    return [*await plans_panel.summary(ctx), *stopped, *([reminder] if reminder else [])]


def _question_lines(ctx: MatchContext) -> list[str]:
    """Return the question to the player or, if there is none, a line that names the awaited players."""
    say, decision = ctx.reader.text, ctx.decision
    if decision is not None:
        question = ctx.game.question(say, ctx.view, decision.prompt)
        return [f"**{question}**", *(f"-# {line}" for line in clock_lines(say, ctx.table, ctx.seat))]
    waiting = waiting_line(say, ctx.table)
    not_your_turn = say.t("It's not your turn.")
    return [waiting if ctx.seat is None else f"**{not_your_turn}** {waiting}"]


# -- handlers --------------------------------------------------------------------------------------------------


async def _context(press: ComponentInteraction) -> MatchContext:
    """Return the match of a press; raises Refusal if the person may not see it."""
    return await context_of(press.interaction, await watched_match(press.interaction, press.number(0)))


def _entry_of(ctx: MatchContext, mark: str) -> int:
    """Return the number of the entry with this code; raises Refusal if there is none, for example in another seat."""
    start = 0 if mark == ctx.mark(0) else ctx.position(mark, ctx.table.seq)
    if start is None:
        raise controls.stale_button_error()
    return start


@on("since")
async def turn(press: ComponentInteraction) -> None:
    """Show the first step in place of the panel, or another step."""
    ctx = await _context(press)
    if len(press.args) < 2:
        await open_first(press.interaction, ctx)
    else:
        await _show(press.interaction, ctx, _entry_of(ctx, press.arg(1)), max(0, press.number(2)))


@on("sincelook", opens=True)
async def open_from_post(press: ComponentInteraction) -> None:
    """Show the first step since a person's last look in a new private message."""
    ctx = await _context(press)
    told_before = _entry_of(ctx, press.arg(1)) if len(press.args) > 1 and ctx.seat is None else None
    await open_first(press.interaction, ctx, told_before)
