"""The `/act` panel: the question, the choices, and what each of them does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord.panels import asking, nudging, orders, reporting, rulebook
from bot.discord.support import controls, limits, paging, telling
from bot.discord.support.completion import digest
from bot.discord.support.context import MatchContext, clock_lines, waiting_line
from bot.discord.support.controls import Style
from bot.discord.support.names import plain
from bot.discord.support.spans import span
from bot.matches import LogEntry, Waiting
from rules.kernel.data.actions import Action
from rules.kernel.words.text import ActionText

#: Up to this many choices are buttons; more are grouped in menus.
FEW = 5
#: Among many choices, groups up to this size are buttons if there is room.
SMALL = 2


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


def choices(ctx: MatchContext) -> list[Choice]:
    """Return this person's legal actions, with their words."""
    actions = ctx.decision.actions if ctx.decision else []
    return [_choice(ctx, index, action) for index, action in enumerate(actions)]


def _choice(ctx: MatchContext, index: int, action: Action) -> Choice:
    text = ctx.game.action_text(ctx.audience.label, ctx.view, action)
    return Choice(f"{index}.{digest(action)}", action, text)


def choice_of(ctx: MatchContext, action: Action) -> Choice | None:
    """Return the choice that is this action, or None when it is not offered."""
    actions = ctx.decision.actions if ctx.decision else []
    return _choice(ctx, actions.index(action), action) if action in actions else None


def find(ctx: MatchContext, token: str) -> Choice:
    """Return the choice that a custom_id names; raises Refusal when it is not offered any more."""
    actions = ctx.decision.actions if ctx.decision else []
    number = token.partition(".")[0]
    if number.isdecimal() and int(number) < len(actions):
        choice = _choice(ctx, int(number), actions[int(number)])
        if choice.token == token:
            return choice
    raise controls.stale()


def grouped(ctx: MatchContext, all_choices: Sequence[Choice]) -> list[tuple[str, list[Choice]]]:
    """Return the choices by group, in the order of the game's actions."""
    order = {kind: number for number, kind in enumerate(ctx.game.actions)}
    groups: dict[str, list[Choice]] = {}
    for choice in sorted(all_choices, key=lambda choice: order.get(type(choice.action), len(order))):
        groups.setdefault(choice.text.group, []).append(choice)
    named = list(groups.items())
    if len(named) <= limits.SELECT_OPTIONS:
        return named
    # A menu can't hold all groups, so the last ones share an entry.
    kept, crowd = named[: limits.SELECT_OPTIONS - 1], named[limits.SELECT_OPTIONS - 1 :]
    return [*kept, ("", [choice for _, members in crowd for choice in members])]


@dataclass(frozen=True, slots=True)
class News:
    """What happened since a person's last move: in few lines, and in every line of the log."""

    lines: Sequence[str] = ()
    everything: Sequence[str] = ()

    @classmethod
    async def of(cls, ctx: MatchContext) -> News:
        """Read what happened since the last move of the person who asks, that move included."""
        if ctx.seat is None:
            return cls()
        return cls.since(ctx, await ctx.bot.service.history.since_own(ctx.info, ctx.seat))

    @classmethod
    def since(cls, ctx: MatchContext, log: Sequence[LogEntry]) -> News:
        """Tell the same from the entries that this person may know."""
        if ctx.seat is None:
            return cls()
        before, entries = telling.since_own(log, ctx.seat)
        say, room, most = ctx.audience.text, telling.PANEL_ROOM, telling.PANEL_LINES
        lines = telling.recapped(ctx.game, say, before, entries, room, most)
        return cls(lines, telling.everything(ctx.game, say, entries))


def root(
    ctx: MatchContext, news: News, *, note: str = "", can_take_back: bool = False, following: Waiting | None = None
) -> Page:
    """Return the panel's first page; `following` is the match that waits for this person when this one does not."""
    say = ctx.audience.text
    head = [note] if note else []
    head += news.lines
    head += telling.stopped(say, ctx.table, ctx.seat) if ctx.seat is not None else []
    head += _deferred(ctx)
    extra = [_everything(ctx)] if len(news.everything) > len(news.lines) else []
    if can_take_back:
        extra.append(_take_back(ctx))
    offered = choices(ctx)
    if not offered:
        return _idle(ctx, head, [*extra, *([] if following is None else [_next(ctx, following)])])
    decision = ctx.decision
    assert decision is not None
    question = ctx.game.question(say, ctx.view, decision.prompt)
    head.append(f"### {question}")
    head += [f"-# {line}" for line in clock_lines(say, ctx.table, ctx.seat)]
    menus, buttons, alone = _layout(ctx, offered)
    lines = _explained(alone, question)
    buttons += extra
    if group := orders.could_answer(ctx):
        buttons.append(orders.button(ctx, group))
    if rulebook.present(ctx):
        buttons.append(rulebook.why(ctx))
    room = limits.BUTTONS_A_ROW * (limits.ROWS - len(menus)) - len(buttons)
    buttons += [*asking.buttons(ctx), reporting.button(ctx.audience.label, ctx.info.id)][:room]
    return Page(limits.clip_lines([*head, *lines], limits.CONTENT), controls.rows(*menus, buttons))


def _deferred(ctx: MatchContext) -> list[str]:
    """Return the line for a deferred answer, if there is one."""
    info, now = ctx.info, ctx.table.seq
    if info.deadline is None or all(seat.seat != ctx.seat or seat.deferred != now for seat in info.seats):
        return []
    at = f"<t:{info.deadline}:R>"
    return [f"**{ctx.audience.text.t('Your answer is noted; it counts when the time is over, {at}.', at=at)}**"]


def _idle(ctx: MatchContext, head: list[str], extra: list[ui.Item[Any]]) -> Page:
    say, label = ctx.audience.text, ctx.audience.label
    head.append(f"**{say.t('Nothing waits for you.')}** {waiting_line(say, ctx.table)}")
    reminder = orders.reminder(ctx)
    if reminder:
        head.append(reminder)
    if stops := orders.would_stop(ctx):
        head.append(stops)
    bottom = [*extra]
    if orders.groups(ctx, label):
        bottom.append(controls.button(label.t("Orders"), "orders", ctx.info.id))
    bottom += nudging.buttons(ctx)
    if orders.may_plan(ctx):
        bottom.append(orders.plan_button(ctx))
    if not ctx.table.match.over:
        bottom.append(controls.button(label.t("Look again"), "panel", ctx.info.id))
    bottom += [*asking.buttons(ctx), reporting.button(label, ctx.info.id)]
    return Page(limits.clip_lines(head, limits.CONTENT), controls.rows(bottom))


def _next(ctx: MatchContext, one: Waiting) -> ui.Button[Any]:
    """Return the button that opens the panel of the next match in the place of this one."""
    say, now = ctx.audience.label, ctx.bot.clock.now()
    game = ctx.bot.games[one.game]
    title = (game.short or game.title)(say)
    if one.ends_at is None:
        words = say.t("Next: {game}, waiting {time}", game=title, time=span(say, now - one.since))
    else:
        words = say.t("Next: {game}, {time} left", game=title, time=span(say, one.ends_at - now))
    return controls.button(words, "panel", one.match_id, style=Style.primary)


def _layout(
    ctx: MatchContext, offered: Sequence[Choice]
) -> tuple[list[list[ui.Item[Any]]], list[ui.Item[Any]], list[Choice]]:
    """Return the menus, the buttons below them, and the choices that are buttons.

    Few choices are all buttons. Among many, small groups are buttons and large ones menus. If a message has too few
    rows for that, there is one menu of groups.
    """
    groups = grouped(ctx, offered)
    if len(offered) <= FEW:
        few = [choice for _, members in groups for choice in members]
        return [], [_button(ctx, choice) for choice in few], few
    for small in (SMALL, 1):
        alone = [choice for _, members in groups if len(members) <= small for choice in members]
        menus = [(number, name, members) for number, (name, members) in enumerate(groups) if len(members) > small]
        # Four buttons are kept: for what happened, for taking back, for standing orders and for the rule.
        if len(menus) < limits.ROWS and len(alone) + 4 <= limits.BUTTONS_A_ROW * (limits.ROWS - len(menus)):
            rows: list[list[ui.Item[Any]]] = [
                [_menu(ctx, number, _title(ctx, name, members), members)] for number, name, members in menus
            ]
            return rows, [_button(ctx, choice) for choice in alone], alone
    return [[_group_menu(ctx, groups)]], [], []


def _explained(shown: Sequence[Choice], question: str = "") -> list[str]:
    """Return a line on what each button does; buttons that do the same share one. Lines that repeat the question or the
    button are left out.
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


def _where(ctx: MatchContext) -> tuple[int, int, str]:
    assert ctx.seat is not None
    return ctx.info.id, ctx.seat, ctx.mark(ctx.table.seq)


def _button(ctx: MatchContext, choice: Choice) -> ui.Button[Any]:
    return controls.button(choice.text.label, "act", *_where(ctx), choice.token, style=Style.primary)


def _everything(ctx: MatchContext) -> ui.Item[Any]:
    return controls.button(ctx.audience.label.t("Everything"), "told", ctx.info.id, 0)


def _take_back(ctx: MatchContext) -> ui.Button[Any]:
    return controls.button(ctx.audience.label.t("Take back"), "back", *_where(ctx), style=Style.danger)


def _title(ctx: MatchContext, name: str, members: Sequence[Choice]) -> str:
    """Return the title of a menu, with the number of choices."""
    return f"{name or ctx.audience.label.t('Choose')} ({len(members)})"


def entry(choice: Choice) -> discord.SelectOption:
    """Return the entry of a menu for a choice."""
    return controls.option(choice.text.label, choice.token, choice.text.detail)


def _menu(ctx: MatchContext, number: int, title: str, members: Sequence[Choice], page: int = 0) -> ui.Select[Any]:
    """Return a menu of a group's choices; if there are too many, its last entry opens the rest."""
    shown = [entry(choice) for choice in members]
    if len(shown) > limits.SELECT_OPTIONS:
        rest = len(shown) - limits.SELECT_OPTIONS + 1
        more = controls.option(ctx.audience.label.t("{n} more…", n=rest), paging.MORE)
        shown = [*shown[: limits.SELECT_OPTIONS - 1], more]
    return controls.select(title, shown, "pick", *_where(ctx), number, page)


def _group_menu(ctx: MatchContext, groups: Sequence[tuple[str, list[Choice]]]) -> ui.Select[Any]:
    """Return a menu of groups, for decisions with more groups than a message has rows."""
    title = ctx.audience.label.t("What do you want to do?")
    return controls.select(title, group_entries(ctx, groups), "pick", *_where(ctx), "all", 0)


def group_entries(ctx: MatchContext, groups: Sequence[tuple[str, list[Choice]]]) -> list[discord.SelectOption]:
    """Return the entries of a menu of groups; a group of one is its choice."""
    entries: list[discord.SelectOption] = []
    for number, (name, members) in enumerate(groups):
        if len(members) == 1:
            entries.append(entry(members[0]))
            continue
        hint = ", ".join(choice.text.label for choice in members[:6])
        entries.append(controls.option(_title(ctx, name, members), f"g{number}", hint))
    return entries


class GroupPart(NamedTuple):
    """One page of a single group."""

    title: str
    choices: Sequence[Choice]
    page: int
    last: int


def group_part(ctx: MatchContext, offered: Sequence[Choice], number: int, page: int) -> GroupPart:
    """Return one page of one group of these choices; raises Refusal when there is no such group any more."""
    groups = grouped(ctx, offered)
    if not 0 <= number < len(groups):
        raise controls.stale()
    name, members = groups[number]
    part, page, last = paging.page_of(members, page)
    title = _title(ctx, name, members)
    if last:
        say = ctx.audience.label
        title = say.t("{title}, page {page} of {pages}", title=title, page=page + 1, pages=last + 1)
    return GroupPart(title, part, page, last)


def group_page(ctx: MatchContext, number: int, page: int) -> Page:
    """Return one page of a single group."""
    part, say = group_part(ctx, choices(ctx), number, page), ctx.audience.label
    nav = [controls.button(say.t("Back"), "panel", ctx.info.id)]
    nav += paging.turning(say, part.page, part.last, "group", *_where(ctx), number)
    menu = _menu(ctx, number, part.title, part.choices, part.page)
    return Page(f"### {plain(part.title)}", controls.rows([menu], nav))


def everything_page(ctx: MatchContext, news: News, page: int) -> Page:
    """Return one page of every line of the log since the person's last move."""
    say = ctx.audience.label
    (told,), page, last = paging.page_of(limits.pages("\n".join(news.everything)), page, 1)
    nav = [controls.button(say.t("Back"), "panel", ctx.info.id)]
    nav += paging.turning(say, page, last, "told", ctx.info.id)
    title = ctx.audience.text.t("What happened since your last move")
    return Page(limits.clip_lines([f"### {title}", told], limits.CONTENT), controls.rows(nav))


def confirm(ctx: MatchContext, choice: Choice, warning: str, *, reveals: bool) -> Page:
    """Return the question before an action that the game warns of, or that may reveal something.

    What has revealed something can't be taken back freely.
    """
    say = ctx.audience.text
    lines = [f"### {plain(choice.text.label)}"]
    if choice.text.detail:
        lines.append(plain(choice.text.detail))
    if warning:
        lines.append(f"**{plain(warning)}**")
    if reveals and len(ctx.info.seats) > 1:
        lines.append(say.t("This may reveal something new. If it does, you can go back only if everybody agrees."))
    elif reveals:
        lines.append(say.t("This may reveal something new."))
    yes = controls.button(say.t("Do it"), "sure", *_where(ctx), choice.token, style=Style.success)
    no = controls.button(say.t("Back"), "panel", ctx.info.id)
    return Page(limits.clip_lines(lines, limits.CONTENT), controls.rows([yes, no]))
