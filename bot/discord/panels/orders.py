"""Standing orders: answers a player leaves for questions that others would have to wait for.

Standing orders are private: they show only in that player's own panel, and a move made by order is told in
the channel with the same words as one made by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.support import controls, limits
from bot.discord.support.answers import answer
from bot.discord.support.context import Desk, desk_at, event_lines, seated
from bot.discord.support.controls import Press, on
from bot.matches import orders_of
from rules.kernel.data.events import Event
from rules.kernel.errors import Refusal
from rules.kernel.words.orders import OrderGroup, words_of
from rules.kernel.words.text import N_, Say

#: The choice in a menu that leaves no order of its group.
ASK = "-"
_ASK = N_("Ask me every time")
#: The choices of a group that fit on a page; the first place may be for leaving none.
PAGE = limits.SELECT_OPTIONS - 1


def standing(desk: Desk) -> list[str]:
    """Return the orders of this person that stand; none for a spectator."""
    seat = next((seat for seat in desk.info.seats if seat.seat == desk.seat), None)
    if seat is None:
        return []
    return desk.game.standing(desk.table.match, seat.seat, orders_of(desk.game, seat))


def groups(desk: Desk, say: Say) -> list[OrderGroup]:
    """Return the orders this person may leave now, by kind."""
    if desk.seat is None or desk.info.status != "playing":
        return []
    return desk.game.order_groups(say, desk.table.match, desk.seat)


def reminder(desk: Desk) -> str | None:
    """Return the line that keeps a person aware of the orders left, or None without any."""
    say = desk.voice.text
    words = words_of(groups(desk, say))
    left = [words[order] for order in standing(desk) if order in words]
    if not left:
        return None
    if len(left) == 1:
        return f"-# {say.t('Your standing order: {order} (`/orders`).', order=left[0])}"
    told = say.n("Your standing orders: {n} (`/orders`).", "Your standing orders: {n} (`/orders`).", len(left))
    return f"-# {told}"


def could_answer(desk: Desk) -> bool:
    """Tell whether one more of the game's orders would answer what waits for this person now."""
    if desk.decision is None or desk.seat is None:
        return False
    match, mine = desk.table.match, standing(desk)
    more = [order for order in words_of(groups(desk, desk.voice.text)) if order not in mine]
    return any(desk.game.ordered(match, desk.seat, [*mine, order]) is not None for order in more)


def button(desk: Desk) -> ui.Button[Any]:
    """Return the button on a question that leads to the orders."""
    return controls.button(desk.voice.label.t("Answer for me from now on"), "orders", desk.info.id)


# -- pages ------------------------------------------------------------------------------------------------------


def _left(group: OrderGroup, mine: Sequence[str], say: Say) -> str:
    """Return in words what is left of a group."""
    texts = [text for order, text in group.choices if order in mine]
    return "; ".join(texts) if texts else group.nothing or say.t(_ASK)


def _head(desk: Desk, note: str, events: Sequence[Event]) -> list[str]:
    lines = [f"-# {line}" for line in event_lines(desk.game, desk.voice.text, events, desk.seat)]
    return [note, *lines] if note else lines


def _to_panel(desk: Desk) -> ui.Button[Any]:
    return controls.button(desk.voice.label.t("To the panel"), "panel", desk.info.id)


def overview(desk: Desk) -> tuple[str, ui.View]:
    """Return the page of all groups: what is left of each, and the menu that leads to them."""
    say, label, mine = desk.voice.text, desk.voice.label, standing(desk)
    offered = groups(desk, say)
    if len(offered) == 1:
        return group_page(desk, offered[0].id)
    lines = [
        f"### {say.t('Your standing orders')}",
        say.t("They answer for you at once, so that nobody waits. Only you know of them; change them at any time."),
    ]
    lines += [f"- **{group.title}**: {limits.clip(_left(group, mine, say), 300)}" for group in offered]
    options = [
        controls.option(group.title, group.id, _left(group, mine, label))
        for group in groups(desk, label)[: limits.SELECT_OPTIONS]
    ]
    menu = controls.select(label.t("Which kind of order?"), options, "ordergroup", desk.info.id)
    return limits.clip_lines(lines, limits.CONTENT), controls.rows([menu], [_to_panel(desk)])


def group_page(
    desk: Desk, group_id: str, page: int = 0, *, note: str = "", events: Sequence[Event] = ()
) -> tuple[str, ui.View]:
    """Return the page of one group, a menu's worth of its choices at a time."""
    say, label, mine = desk.voice.text, desk.voice.label, standing(desk)
    offered = groups(desk, say)
    group = _group(offered, group_id)
    last = (len(group.choices) - 1) // PAGE
    page = min(max(page, 0), last)
    lines = [*_head(desk, note, events), f"### {group.title}: {_left(group, mine, say)}", group.explanation]
    nav: list[ui.Item[Any]] = []
    if len(offered) > 1:
        nav.append(controls.button(label.t("Back"), "orders", desk.info.id))
    if last:
        where = (desk.info.id, group.id)
        nav.append(controls.button(label.t("Previous"), "orderpage", *where, page - 1, disabled=page == 0))
        nav.append(controls.button(label.t("Next"), "orderpage", *where, page + 1, disabled=page == last))
    menu = _menu(desk, _group(groups(desk, label), group_id), page, mine)
    return limits.clip_lines(lines, limits.CONTENT), controls.rows([menu], [*nav, _to_panel(desk)])


def _menu(desk: Desk, group: OrderGroup, page: int, mine: Sequence[str]) -> ui.Select[Any]:
    """Return the menu of one page of a group's choices, those that stand marked."""
    label = desk.voice.label
    shown = _shown(group, page)
    options = [controls.option(text, order, default=order in mine) for order, text in shown]
    if not group.many:
        none = all(order not in mine for order, _ in group.choices)
        options.insert(0, controls.option(group.nothing or label.t(_ASK), ASK, default=none))
    menu = controls.select(label.t("What should I do for you?"), options, "order", desk.info.id, group.id, page)
    if group.many:
        menu.min_values, menu.max_values = 0, len(options)
    return menu


def _shown(group: OrderGroup, page: int) -> Sequence[tuple[str, str]]:
    return group.choices[page * PAGE : (page + 1) * PAGE]


def _group(offered: Sequence[OrderGroup], group_id: str) -> OrderGroup:
    group = next((group for group in offered if group.id == group_id), None)
    if group is None or not group.choices:
        raise Refusal(N_("Orders of this kind can't be left right now."))
    return group


def check(desk: Desk) -> None:
    """Raise Refusal for a spectator, for a match that is not running, and for a game without orders."""
    seated(desk)
    if desk.info.status != "playing":
        raise Refusal(N_("Orders can be left only while the match runs."))
    if not groups(desk, desk.voice.text):
        raise Refusal(N_("This game asks nothing that an order could answer for you."))


# -- presses -----------------------------------------------------------------------------------------------


async def _checked(press: Press) -> Desk:
    desk = await desk_at(press.interaction, press.numbers(1)[0])
    check(desk)
    return desk


@on("orders")
async def show_orders(press: Press) -> None:
    """Show the orders in the panel's place."""
    text, view = overview(await _checked(press))
    await answer(press.interaction, text, view=view)


@on("ordergroup")
async def show_group(press: Press) -> None:
    """Show the chosen group."""
    text, view = group_page(await _checked(press), press.value)
    await answer(press.interaction, text, view=view)


@on("orderpage")
async def turn_group(press: Press) -> None:
    """Turn the page of a long group."""
    text, view = group_page(await _checked(press), press.arg(1), _number(press.arg(2)))
    await answer(press.interaction, text, view=view)


@on("order")
async def set_orders(press: Press) -> None:
    """Leave what is chosen of a page of orders, and nothing else of it."""
    desk = await _checked(press)
    group_id, page = press.arg(1), _number(press.arg(2))
    group = _group(groups(desk, desk.voice.text), group_id)
    # Of a group of which one order is left at most, a choice takes the place of any other.
    among = [order for order, _ in (_shown(group, page) if group.many else group.choices)]
    chosen = [value for value in press.values if value != ASK]
    outcome = await desk.bot.service.play.set_orders(desk.info.id, desk.user_id, chosen, among)
    desk = await desk_at(press.interaction, desk.info.id)
    note, events = desk.voice.text.t("Noted."), outcome.events if outcome else ()
    if any(group.id == group_id and group.choices for group in groups(desk, desk.voice.text)):
        text, view = group_page(desk, group_id, page, note=note, events=events)
    elif groups(desk, desk.voice.text):
        text, view = overview(desk)
        text = limits.clip_lines([*_head(desk, note, events), text], limits.CONTENT)
    else:
        text, view = note, controls.rows([_to_panel(desk)])
    await answer(press.interaction, text, view=view)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise controls.stale()
    return int(text)
