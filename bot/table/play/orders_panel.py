"""The panel of standing orders, which answer a player's questions in advance so that no one has to wait.

Standing orders are private: only the player's own panel shows them, and posts don't reveal that a standing order made a
move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_at, event_lines, required_seat
from bot.discord.ui import controls, limits, paging
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, Part, Style, on
from bot.matches.play.move_batch import orders_of
from bot.matches.play.service import determinization_rng
from rules.kernel.data.events import Event
from rules.kernel.engine import planned_turns
from rules.kernel.errors import Refusal
from rules.kernel.words.standing_orders import OrderGroup, words_of
from rules.kernel.words.translation import N_, Translator

#: The menu value that removes the orders of a group.
NO_ORDER = "-"
_ASK = N_("Ask me every time")
#: Number of choices on a page. One option of the menu is reserved for "Ask me every time".
PAGE_SIZE = limits.SELECT_OPTIONS - 1
#: Maximum number of characters about recent events, which are shown above the orders.
MAX_HEAD_LENGTH = 1000


def standing(ctx: MatchContext) -> list[str]:
    """Return this person's standing orders; empty for a spectator."""
    seat = next((seat for seat in ctx.info.seats if seat.seat == ctx.seat), None)
    if seat is None:
        return []
    return ctx.game.standing(ctx.table.match, seat.seat, orders_of(ctx.table.match, seat))


def groups(ctx: MatchContext, say: Translator) -> list[OrderGroup]:
    """Return the groups of standing orders that this person can set at the moment."""
    if ctx.seat is None or ctx.info.status != "playing":
        return []
    return ctx.game.order_groups(say, ctx.table.match, ctx.seat)


def reminder(ctx: MatchContext) -> str | None:
    """Return a line that reminds a person of their standing orders; None if they have only the default ones."""
    say, own_orders = ctx.reader.text, standing(ctx)
    if set(own_orders) <= set(ctx.game.default_orders(ctx.table.match)):
        return None
    words = words_of(groups(ctx, say))
    order_texts = [words[order] for order in own_orders if order in words]
    if not order_texts:
        return None
    if len(order_texts) == 1:
        return f"-# {say.t('Your standing order: {order} (`/orders`).', order=order_texts[0])}"
    return "-# " + say.t("You have {n} standing orders (`/orders`).", n=len(order_texts))


def answering_group(ctx: MatchContext) -> OrderGroup | None:
    """Return a group with an unset order that would answer the current decision; None if there is no such group."""
    if ctx.decision is None or ctx.seat is None:
        return None
    match, seat, own_orders = ctx.table.match, ctx.seat, standing(ctx)
    for group in groups(ctx, ctx.reader.text):
        unused_orders = [order for order, _ in group.choices if order not in own_orders]
        if any(ctx.game.ordered(match, seat, [*own_orders, order]) is not None for order in unused_orders):
            return group
    return None


def answer_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that leads from a question to standing orders that would answer it; empty if none would."""
    group, words = answering_group(ctx), ctx.reader.label.t("Answer for me")
    return [] if group is None else [controls.button(words, "orderpage", ctx.info.id, group.id, 0)]


def menu_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that opens this person's standing orders; empty if they can't set any at the moment."""
    label = ctx.reader.label
    return [controls.button(label.t("Orders"), "orders", ctx.info.id)] if groups(ctx, label) else []


# -- the plan for the next turn ----------------------------------------------------------------------------------


def may_plan(ctx: MatchContext) -> bool:
    """Return whether this person can plan their next turn at the moment."""
    planning = ctx.game.planning
    if ctx.seat is None or ctx.info.status != "playing" or ctx.seat in ctx.info.computers:
        return False
    match = ctx.table.match
    return bool(planning.turn(match, ctx.seat)) and not planning.is_in_turn(match, ctx.seat)


def plan_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that opens the plan for the next turn; empty if the person can't plan it at the moment."""
    if not may_plan(ctx):
        return []
    label = ctx.reader.label
    steps = len(planned_turns.steps_of(ctx.table.match, standing(ctx)))
    text = label.t("Next turn ({n} planned)", n=steps) if steps else label.t("Plan my next turn")
    return [controls.button(text, "plan", ctx.info.id, style=Style.secondary if steps else Style.primary)]


def plan_stop_line(ctx: MatchContext) -> str | None:
    """Return a line about where this person's plan would stop in the current position; None if it wouldn't stop."""
    standing_orders = standing(ctx)
    if ctx.seat is None or not may_plan(ctx) or not any(map(planned_turns.is_step, standing_orders)):
        return None
    say = ctx.reader.text
    rehearsal = planned_turns.rehearse(
        say, ctx.table.match, ctx.seat, standing_orders, determinization_rng(ctx.info, ctx.seat)
    )
    if rehearsal is None or not rehearsal.stopped:
        return None
    return f"**{say.t('Your plan would stop at step {n}.', n=len(rehearsal.steps) + 1)}** {rehearsal.stopped}"


# -- pages about standing orders --------------------------------------------------------------------------------


def _orders_text(group: OrderGroup, own_orders: Sequence[str], say: Translator) -> str:
    """Return a text that lists a person's standing orders in a group, by priority if the group is ranked."""
    texts = [dict(group.choices)[order] for order in _prioritized(group, own_orders)]
    return "; ".join(texts) if texts else group.nothing or say.t(_ASK)


def _prioritized(group: OrderGroup, own_orders: Sequence[str]) -> list[str]:
    """Return a person's standing orders in a group, by priority if the group is ranked."""
    group_orders = [order for order, _ in group.choices]
    return (
        [order for order in own_orders if order in group_orders]
        if group.ranked
        else [o for o in group_orders if o in own_orders]
    )


def _head(ctx: MatchContext, note: str, events: Sequence[Event]) -> list[str]:
    lines = [f"-# {line}" for line in event_lines(ctx.game, ctx.reader.signed, events, ctx.seat)]
    return [note, *lines] if note else lines


def _to_panel(ctx: MatchContext) -> ui.Button[Any]:
    return controls.button(ctx.reader.label.t("To the panel"), "panel", ctx.info.id)


def overview(ctx: MatchContext) -> list[Part]:
    """Return the overview of the standing orders in every group, with a menu for opening a group."""
    say, label, own_orders = ctx.reader.text, ctx.reader.label, standing(ctx)
    order_groups = groups(ctx, say)
    if len(order_groups) == 1:
        return group_page(ctx, order_groups[0].id)
    lines = [
        f"### {say.t('Your standing orders')}",
        say.t(
            "They answer for you right away, so the others don't have to wait. Only you know about them, "
            "and you can change them at any time."
        ),
    ]
    lines += [
        f"- **{group.title}**: {limits.truncate(_orders_text(group, own_orders, say), 300)}" for group in order_groups
    ]
    options = [
        controls.option(group.title, group.id, _orders_text(group, own_orders, label))
        for group in groups(ctx, label)[: limits.SELECT_OPTIONS]
    ]
    menu = controls.select(label.t("Which kind of order?"), options, "ordergroup", ctx.info.id)
    return [limits.truncate_lines(lines, limits.CONTENT), [menu, *_bottom_buttons(ctx)]]


def _bottom_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the buttons at the bottom of the pages about standing orders."""
    return [*plan_buttons(ctx), _to_panel(ctx)]


def group_page(
    ctx: MatchContext, group_id: str, page: int = 0, *, note: str = "", events: Sequence[Event] = ()
) -> list[Part]:
    """Return the page of a group of standing orders; `page` is the number of the page in a long menu."""
    say, label, own_orders = ctx.reader.text, ctx.reader.label, standing(ctx)
    order_groups = groups(ctx, say)
    group = _group(order_groups, group_id)
    _, page, last = paging.page_of(group.choices, page, PAGE_SIZE)
    lines = [*_head(ctx, note, events), f"### {group.title}: {_orders_text(group, own_orders, say)}", group.explanation]
    nav: list[ui.Item[Any]] = []
    if group.ranked and _prioritized(group, own_orders):
        nav.append(controls.button(label.t("Start over"), "orderclear", ctx.info.id, group.id))
    if len(order_groups) > 1:
        nav.append(controls.button(label.t("Back"), "orders", ctx.info.id))
    nav += paging.page_buttons(label, page, last, "orderpage", ctx.info.id, group.id)
    menu = _menu(ctx, _group(groups(ctx, label), group_id), page, own_orders)
    return [limits.truncate_lines(lines, limits.CONTENT), [menu, *nav, *_bottom_buttons(ctx)]]


def _menu(ctx: MatchContext, group: OrderGroup, page: int, own_orders: Sequence[str]) -> ui.Select[Any]:
    """Return one page of the menu of a group's orders.

    The person's standing orders are preselected or, if the group is ranked, numbered.
    """
    label = ctx.reader.label
    choices_on_page = _page_choices(group, page)
    if group.ranked:
        places = {order: number for number, order in enumerate(_prioritized(group, own_orders), 1)}
        texts = [f"{places[order]}. {text}" if order in places else text for order, text in choices_on_page]
        options = [controls.option(text, order) for text, (order, _) in zip(texts, choices_on_page, strict=True)]
        return controls.select(label.t("Which one next?"), options, "order", ctx.info.id, group.id, page)
    options = [controls.option(text, order, default=order in own_orders) for order, text in choices_on_page]
    if not group.many:
        none = all(order not in own_orders for order, _ in group.choices)
        options.insert(0, controls.option(group.nothing or label.t(_ASK), NO_ORDER, default=none))
    menu = controls.select(label.t("What should I do for you?"), options, "order", ctx.info.id, group.id, page)
    if group.many:
        menu.min_values, menu.max_values = 0, len(options)
    return menu


def _page_choices(group: OrderGroup, page: int) -> Sequence[tuple[str, str]]:
    return group.choices[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]


def _group(order_groups: Sequence[OrderGroup], group_id: str) -> OrderGroup:
    group = next((group for group in order_groups if group.id == group_id), None)
    if group is None or not group.choices:
        raise Refusal(N_("You can't set this kind of order right now."))
    return group


def check(ctx: MatchContext) -> None:
    """Raise Refusal if the person is a spectator, the match isn't running, or no standing order can be set."""
    required_seat(ctx)
    if ctx.info.status != "playing":
        raise Refusal(N_("You can set orders only during the match."))
    if not groups(ctx, ctx.reader.text):
        raise Refusal(N_("In this game, no order can answer a question for you."))


async def show(interaction: Interaction, ctx: MatchContext, *parts: Part) -> None:
    """Replace the interaction's message with these components of a page about standing orders."""
    await respond_with_layout(interaction, controls.box(*parts, accent=ctx.accent))


# -- handlers of buttons and menus -------------------------------------------------------------------------


async def _checked(press: ComponentInteraction) -> MatchContext:
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    check(ctx)
    return ctx


@on("orders")
async def show_orders(press: ComponentInteraction) -> None:
    """Show the standing orders in the panel's message."""
    ctx = await _checked(press)
    await show(press.interaction, ctx, *overview(ctx))


@on("ordergroup")
async def show_group(press: ComponentInteraction) -> None:
    """Show the group of orders that was chosen in the menu."""
    ctx = await _checked(press)
    await show(press.interaction, ctx, *group_page(ctx, press.value))


@on("orderpage")
async def turn_group(press: ComponentInteraction) -> None:
    """Show another page of a long group of orders."""
    ctx = await _checked(press)
    await show(press.interaction, ctx, *group_page(ctx, press.arg(1), controls.number(press.arg(2))))


@on("order")
async def set_orders(press: ComponentInteraction) -> None:
    """Set the orders selected on a page, and remove the other orders on that page."""
    ctx = await _checked(press)
    group_id, page = press.arg(1), controls.number(press.arg(2))
    group = _group(groups(ctx, ctx.reader.text), group_id)
    # If a group allows only one order, a new order replaces the old one even if that is on another page.
    among = [order for order, _ in (_page_choices(group, page) if group.many else group.choices)]
    new_orders = [value for value in press.values if value != NO_ORDER]
    if group.ranked:
        # In a ranked group, append the selected order to the end of the list.
        new_orders = [*(order for order in _prioritized(group, standing(ctx)) if order not in new_orders), *new_orders]
    await _set(press, ctx, group_id, page, new_orders, among)


@on("orderclear")
async def clear_orders(press: ComponentInteraction) -> None:
    """Remove the person's standing orders in a group."""
    ctx = await _checked(press)
    group = _group(groups(ctx, ctx.reader.text), press.arg(1))
    await _set(press, ctx, group.id, 0, [], [order for order, _ in group.choices])


async def _set(
    press: ComponentInteraction,
    ctx: MatchContext,
    group_id: str,
    page: int,
    new_orders: Sequence[str],
    among: Sequence[str],
) -> None:
    """Set the new orders, remove all other orders that are in `among`, and show the group again."""
    outcome = await ctx.bot.service.play.set_orders(ctx.info.id, ctx.user_id, new_orders, among)
    ctx = await context_at(press.interaction, ctx.info.id)
    note, events = ctx.reader.text.t("Noted."), outcome.events if outcome else ()
    if any(group.id == group_id and group.choices for group in groups(ctx, ctx.reader.text)):
        parts = group_page(ctx, group_id, page, note=note, events=events)
    elif groups(ctx, ctx.reader.text):
        parts = [limits.truncate_lines(_head(ctx, note, events), MAX_HEAD_LENGTH), *overview(ctx)]
    else:
        parts = [note, [_to_panel(ctx)]]
    await show(press.interaction, ctx, *parts)
