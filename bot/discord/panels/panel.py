"""The `/act` panel: what to decide, what can be done, what each choice will do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discord.panels import orders
from bot.discord.support import controls, limits
from bot.discord.support.completion import digest
from bot.discord.support.context import Desk, event_lines, waiting_line
from bot.discord.support.controls import Style
from bot.discord.support.names import plain
from bot.matches.notices import STORY
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.words.text import ActionText

#: Up to this many choices are buttons; more are grouped in menus.
FEW = 5
#: Of many choices, groups up to this size are buttons where there is room.
SMALL = 2
#: Lines on what just happened; a longer move is told in the channel, step by step.
DONE_LINES = STORY
#: The value of the entry that opens a long group.
MORE = "more"


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action; `token` names it in a custom_id."""

    token: str
    action: Action
    text: ActionText


@dataclass(frozen=True, slots=True)
class Page:
    """What the panel shows."""

    content: str
    view: ui.View


def choices(desk: Desk) -> list[Choice]:
    """Return this person's legal actions with their words."""
    actions = desk.decision.actions if desk.decision else []
    return [_choice(desk, index, action) for index, action in enumerate(actions)]


def _choice(desk: Desk, index: int, action: Action) -> Choice:
    text = desk.game.action_text(desk.voice.label, desk.view, action)
    return Choice(f"{index}.{digest(action)}", action, text)


def choice_of(desk: Desk, action: Action) -> Choice | None:
    """Return the choice that is this action, or None when it is not offered."""
    actions = desk.decision.actions if desk.decision else []
    return _choice(desk, actions.index(action), action) if action in actions else None


def find(desk: Desk, token: str) -> Choice:
    """Return the choice a custom_id named; raises Refusal when it is not offered any more."""
    actions = desk.decision.actions if desk.decision else []
    number = token.partition(".")[0]
    if number.isdecimal() and int(number) < len(actions):
        choice = _choice(desk, int(number), actions[int(number)])
        if choice.token == token:
            return choice
    raise controls.stale()


def grouped(desk: Desk, all_choices: Sequence[Choice]) -> list[tuple[str, list[Choice]]]:
    """Return the choices by group, the groups in the order in which the game names its actions."""
    order = {kind: number for number, kind in enumerate(desk.game.actions)}
    groups: dict[str, list[Choice]] = {}
    for choice in sorted(all_choices, key=lambda choice: order.get(type(choice.action), len(order))):
        groups.setdefault(choice.text.group, []).append(choice)
    named = list(groups.items())
    if len(named) <= limits.SELECT_OPTIONS:
        return named
    # A menu of groups has no room for all: the last ones share a place.
    kept, crowd = named[: limits.SELECT_OPTIONS - 1], named[limits.SELECT_OPTIONS - 1 :]
    return [*kept, ("", [choice for _, members in crowd for choice in members])]


def root(desk: Desk, *, note: str = "", events: Sequence[Event] = (), can_take_back: bool = False) -> Page:
    """Return the panel's first page."""
    say = desk.voice.text
    head = [note] if note else []
    done = event_lines(desk.game, say, events, desk.seat)
    hidden = len(done) - DONE_LINES
    if hidden > 0:
        more = say.n("{n} more line in `/match log`", "{n} more lines in `/match log`", hidden)
        done = [f"… {more}", *done[-DONE_LINES:]]
    head += [f"-# {line}" for line in done]
    head += _kept(desk)
    offered = choices(desk)
    if not offered:
        return _idle(desk, head, can_take_back)
    decision = desk.decision
    assert decision is not None
    question = desk.game.question(say, desk.view, decision.prompt)
    head.append(f"### {question}")
    menus, buttons, alone = _layout(desk, offered)
    lines = _explained(alone, question)
    if can_take_back:
        buttons.append(_take_back(desk))
    if orders.could_answer(desk):
        buttons.append(orders.button(desk))
    return Page(limits.clip_lines([*head, *lines], limits.CONTENT), controls.rows(*menus, buttons))


def _kept(desk: Desk) -> list[str]:
    """Return what tells a person that an early answer is noted."""
    info, now = desk.info, desk.table.seq
    if info.deadline is None or all(seat.seat != desk.seat or seat.deferred != now for seat in info.seats):
        return []
    at = f"<t:{info.deadline}:R>"
    return [f"**{desk.voice.text.t('Your answer is noted; it counts when the time is over, {at}.', at=at)}**"]


def _idle(desk: Desk, head: list[str], can_take_back: bool) -> Page:
    say, label = desk.voice.text, desk.voice.label
    head.append(f"**{say.t('Nothing waits for you.')}** {waiting_line(say, desk.table)}")
    reminder = orders.reminder(desk)
    if reminder:
        head.append(reminder)
    bottom = [_take_back(desk)] if can_take_back else []
    if not desk.table.match.over:
        bottom.append(controls.button(label.t("Look again"), "panel", desk.info.id))
    return Page(limits.clip_lines(head, limits.CONTENT), controls.rows(bottom))


def _layout(desk: Desk, offered: Sequence[Choice]) -> tuple[list[list[ui.Item[Any]]], list[ui.Item[Any]], list[Choice]]:
    """Return rows with menus, the buttons below them, and the choices that are buttons.

    Few choices are all buttons. Of many, small groups are buttons and large ones menus, as far as a message
    has rows; beyond that there is one menu of the groups.
    """
    groups = grouped(desk, offered)
    if len(offered) <= FEW:
        few = [choice for _, members in groups for choice in members]
        return [], [_button(desk, choice) for choice in few], few
    for small in (SMALL, 1):
        alone = [choice for _, members in groups if len(members) <= small for choice in members]
        menus = [(number, name, members) for number, (name, members) in enumerate(groups) if len(members) > small]
        # Two places among the buttons are for taking back and for standing orders.
        if len(menus) < limits.ROWS and len(alone) + 2 <= limits.BUTTONS_A_ROW * (limits.ROWS - len(menus)):
            rows: list[list[ui.Item[Any]]] = [
                [_menu(desk, number, _title(desk, name, members), members)] for number, name, members in menus
            ]
            return rows, [_button(desk, choice) for choice in alone], alone
    return [[_group_menu(desk, groups)]], [], []


def _explained(shown: Sequence[Choice], question: str = "") -> list[str]:
    """Return a line on what each button does; buttons that do the same share one.

    What the question or the button itself says in full already is not said again.
    """
    labels: dict[str, list[str]] = {}
    for choice in shown:
        detail = choice.text.detail
        if detail and detail.rstrip(".") not in (choice.text.label, *_parts(question)):
            labels.setdefault(plain(detail), []).append(f"**{plain(choice.text.label)}**")
    lines: list[str] = []
    for detail, names in labels.items():
        cut = names[0].strip("*")
        repeats = len(names) == 1 and cut.endswith("…") and detail.startswith(cut.rstrip("…"))
        lines.append(f"**{detail}**" if repeats else f"{' / '.join(names)}: {detail}")
    return lines


def _parts(question: str) -> list[str]:
    """Return the question's sentences."""
    return [part.rstrip(".") for part in re.split(r"(?<=[?!.]) ", question)]


def _where(desk: Desk) -> tuple[int, int, str]:
    assert desk.seat is not None
    return desk.info.id, desk.seat, desk.mark(desk.table.seq)


def _button(desk: Desk, choice: Choice) -> ui.Button[Any]:
    return controls.button(choice.text.label, "act", *_where(desk), choice.token, style=Style.primary)


def _take_back(desk: Desk) -> ui.Button[Any]:
    return controls.button(desk.voice.label.t("Take back"), "back", *_where(desk), style=Style.danger)


def _title(desk: Desk, name: str, members: Sequence[Choice]) -> str:
    """Return the words above a menu, with the number of choices."""
    return f"{name or desk.voice.label.t('Choose')} ({len(members)})"


def _option(choice: Choice) -> discord.SelectOption:
    return controls.option(choice.text.label, choice.token, choice.text.detail)


def _menu(desk: Desk, number: int, title: str, members: Sequence[Choice], page: int = 0) -> ui.Select[Any]:
    """Return a menu of a group's choices; in the first page's place of a long one the last entry opens it."""
    shown = [_option(choice) for choice in members]
    if len(shown) > limits.SELECT_OPTIONS:
        rest = len(shown) - limits.SELECT_OPTIONS + 1
        more = controls.option(desk.voice.label.t("{n} more…", n=rest), MORE)
        shown = [*shown[: limits.SELECT_OPTIONS - 1], more]
    return controls.select(title, shown, "pick", *_where(desk), number, page)


def _group_menu(desk: Desk, groups: Sequence[tuple[str, list[Choice]]]) -> ui.Select[Any]:
    """Return a menu of groups, for decisions with more kinds of choices than a message has rows."""
    options: list[discord.SelectOption] = []
    for number, (name, members) in enumerate(groups[: limits.SELECT_OPTIONS]):
        if len(members) == 1:
            options.append(_option(members[0]))
            continue
        hint = ", ".join(choice.text.label for choice in members[:6])
        options.append(controls.option(_title(desk, name, members), f"g{number}", hint))
    title = desk.voice.label.t("What do you want to do?")
    return controls.select(title, options, "pick", *_where(desk), "all", 0)


def group_page(desk: Desk, number: int, page: int) -> Page:
    """Return one group on its own, a menu's worth at a time."""
    groups = grouped(desk, choices(desk))
    if not 0 <= number < len(groups):
        raise controls.stale()
    name, members = groups[number]
    size = limits.SELECT_OPTIONS
    last = (len(members) - 1) // size
    page = min(max(page, 0), last)
    part = members[page * size : (page + 1) * size]
    say = desk.voice.label
    title = _title(desk, name, members)
    nav = [controls.button(say.t("Back"), "panel", desk.info.id)]
    if last:
        where = _where(desk)
        nav.append(controls.button(say.t("Previous"), "group", *where, number, page - 1, disabled=page == 0))
        nav.append(controls.button(say.t("Next"), "group", *where, number, page + 1, disabled=page == last))
        title = say.t("{title}, page {page} of {pages}", title=title, page=page + 1, pages=last + 1)
    lines = [f"### {plain(title)}"]
    return Page("\n".join(lines), controls.rows([_menu(desk, number, title, part, page)], nav))


def confirm(desk: Desk, choice: Choice) -> Page:
    """Return the question before an action that may show something new and then can't simply be taken back."""
    say = desk.voice.text
    lines = [f"### {plain(choice.text.label)}"]
    if choice.text.detail:
        lines.append(plain(choice.text.detail))
    if len(desk.info.seats) > 1:
        warning = say.t("Something new may come to light by this; if it does, only all of you together can go back.")
    else:
        warning = say.t("Something new may come to light by this.")
    lines.append(warning)
    yes = controls.button(say.t("Do it"), "sure", *_where(desk), choice.token, style=Style.success)
    no = controls.button(say.t("Back"), "panel", desk.info.id)
    return Page(limits.clip_lines(lines, limits.CONTENT), controls.rows([yes, no]))
