"""Buttons below a call that answer its question without opening the panel first."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext, context_at, position_code, position_with_code, required_seat
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import Table
from bot.table.play import panel_choices, panel_handlers
from bot.table.play.action_options import digest
from rules.kernel.data.actions import Action
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator


def buttons(reader: ReaderContext, table: Table, seats: Collection[int]) -> list[ui.Item[Any]]:
    """Return the button that answers for any of these called seats; empty unless all have the same answer.

    The button depends on public facts only. While it is secret who has answered, there is none.
    """
    info = table.info
    called = [seat for seat in info.seats if seat.seat in seats and seat.is_awaited and seat.pinged_seq]
    if not called or info.status != "playing" or find_hidden_hold(table.match) is not None:
        return []
    answers = {_answer(reader.label, table, seat.seat) for seat in called}
    answer = answers.pop()
    if answers or answer is None:
        return []
    action, label = answer
    # The code of the call's position, not of the current one, which would reveal secret actions in between.
    mark = position_code(table, None, max(seat.pinged_seq or 0 for seat in called))
    numbers = "-".join(str(seat.seat) for seat in called)
    return [controls.button(label, "answer", info.id, mark, numbers, digest(action))]


def _answer(say: Translator, table: Table, seat: int) -> tuple[Action, str] | None:
    """Return the simple answer to a seat's question, with its label; None if there is none."""
    decision = table.match.decisions().get(seat)
    answer = table.match.game.call_answer(say, table.view(None), seat)
    return answer if answer is not None and decision is not None and answer[0] in decision.actions else None


@on("answer", opens=True)
async def answer_call(press: ComponentInteraction) -> None:
    """Give the answer of the pressed button. The private reply says what was done, and can take it back."""
    (match_id,) = press.numbers(1)
    ctx = await context_at(press.interaction, match_id)
    if str(required_seat(ctx)) not in press.arg(2).split("-"):
        raise Refusal(N_("That button belongs to another player."))
    seq = position_with_code(ctx.table, None, press.arg(1), panel_handlers.STALE_AFTER_MOVES)
    if seq is not None and panel_handlers.is_second_press(press, ctx, seq, press.last):
        await panel_handlers.show(press.interaction, ctx, after=seq)
        return
    choice = await _choice(press, ctx, seq)
    if seq is None or choice is None:
        await panel_handlers.show_present(press, ctx)
    elif not await panel_handlers.confirm_first(press.interaction, ctx, choice):
        # The token has no index, so a second press of this button has the same token.
        await panel_handlers.perform(press, ctx, seq, replace(choice, token=press.last), in_call=True)


async def _choice(press: ComponentInteraction, ctx: MatchContext, seq: int | None) -> panel_choices.PanelChoice | None:
    """Return the choice of the pressed button; None if the question is no longer the one of position `seq`."""
    seat = required_seat(ctx)
    answer = _answer(ctx.reader.label, ctx.table, seat)
    if seq is None or answer is None or digest(answer[0]) != press.last or ctx.decision is None:
        return None
    if not await ctx.bot.service.play.is_still_valid(ctx.table, seat, seq):
        return None
    return panel_choices.choice_of(ctx, answer[0])
