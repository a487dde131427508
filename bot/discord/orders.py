"""`/orders`: answers a player leaves for questions that others would have to wait for.

A standing order is private: it shows only in that player's own panel, and a move made by order is told in
the channel with the same words as one made by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

from bot.discord import controls, limits
from bot.discord.answers import answer
from bot.discord.controls import Press, on
from bot.discord.desk import Desk, desk_at, desk_here, event_lines, seated
from bot.discord.errors import Sorry, guarded
from bot.discord.locale import described
from rules.kernel.events import Event
from rules.kernel.text import N_, Say

if TYPE_CHECKING:
    from bot.discord.client import TenebraeBot

    Interaction = discord.Interaction[TenebraeBot]

#: The choice in the menu that withdraws the order.
ASK = "-"
_ASK = N_("Ask me every time")


def standing(desk: Desk) -> str | None:
    """Return the order this person has left, or None."""
    return next((seat.standing for seat in desk.info.seats if seat.seat == desk.seat), None)


def sentence(desk: Desk, say: Say, order: str | None) -> str:
    """Return what an order does, in words."""
    return say.t(desk.game.orders.get(order or "", _ASK))


def reminder(desk: Desk) -> str | None:
    """Return the line that keeps a person aware of the order left, or None without one."""
    order = standing(desk)
    if order is None or desk.table.match.over:
        return None
    say = desk.voice.text
    return f"-# {say.t('Your standing order: {order} (`/orders`).', order=sentence(desk, say, order))}"


def could_answer(desk: Desk) -> bool:
    """Tell whether one of the game's orders would answer what waits for this person now."""
    if desk.decision is None or desk.seat is None or standing(desk):
        return False
    match = desk.table.match
    return any(desk.game.ordered(match, desk.seat, order) is not None for order in desk.game.orders)


def button(desk: Desk) -> ui.Button[Any]:
    """Return the button on a question that leads to the orders."""
    return controls.button(desk.voice.label.t("Answer for me from now on"), "orders", desk.info.id)


def page(desk: Desk, *, note: str = "", events: Sequence[Event] = ()) -> tuple[str, ui.View]:
    """Return the text and the menu of orders."""
    say, label = desk.voice.text, desk.voice.label
    now = standing(desk)
    lines = [note] if note else []
    lines += [f"-# {line}" for line in event_lines(desk.game, say, events, desk.seat)]
    lines.append(f"### {say.t('Your standing order: {order}', order=sentence(desk, say, now))}")
    lines.append(
        say.t(
            "An order answers for you at once, so that nobody has to wait for you."
            " Only you know of it, and you can change it at any time."
        )
    )
    options = [controls.option(label.t(_ASK), ASK, default=now is None)]
    options += [
        controls.option(label.t(text), order, default=order == now)
        for order, text in list(desk.game.orders.items())[: limits.SELECT_OPTIONS - 1]
    ]
    menu = controls.select(label.t("What should I do for you?"), options, "order", desk.info.id)
    back = controls.button(label.t("To the panel"), "panel", desk.info.id)
    return limits.clip_lines(lines, limits.CONTENT), controls.rows([menu], [back])


def _check(desk: Desk) -> None:
    """Raise Sorry for a spectator, for a match that is not running, and for a game without orders."""
    seated(desk)
    if not desk.game.orders:
        raise Sorry(N_("This game asks nothing that an order could answer for you."))
    if desk.info.status != "playing":
        raise Sorry(N_("Orders can be left only while the match runs."))


@app_commands.command(
    name="orders", description=described(N_("Let me answer some questions for you at once; only you know of it."))
)
@app_commands.guild_only()
@guarded
async def orders_command(interaction: Interaction) -> None:
    """Show the order left, with a menu to change it."""
    desk = await desk_here(interaction)
    _check(desk)
    text, view = page(desk)
    await answer(interaction, text, view=view)


@on("orders")
async def show_orders(press: Press) -> None:
    """Show the orders in the panel's place."""
    desk = await desk_at(press.interaction, press.numbers(1)[0])
    _check(desk)
    text, view = page(desk)
    await answer(press.interaction, text, view=view)


@on("order")
async def set_order(press: Press) -> None:
    """Leave the chosen order, or withdraw the one left."""
    interaction = press.interaction
    desk = await desk_at(interaction, press.numbers(1)[0])
    _check(desk)
    chosen = None if press.value == ASK else press.value
    outcome = await desk.bot.service.set_order(desk.info.id, desk.user_id, chosen)
    desk = await desk_at(interaction, desk.info.id)
    text, view = page(desk, note=desk.voice.text.t("Noted."), events=outcome.events if outcome else ())
    await answer(interaction, text, view=view)
