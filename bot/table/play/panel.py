"""The panel that `/act` opens, which shows the question to the player and every choice with its effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import discord
from discord import ui

from bot.discord.match_context import MatchContext, clock_lines, waiting_line
from bot.discord.ui import controls, limits, paging
from bot.discord.ui.controls import Style
from bot.discord.ui.safe_names import escape
from bot.discord.ui.toolbar import Toolbar
from bot.matches.hint_allowance import are_hints_allowed
from bot.matches.play.undo import UndoEffect
from bot.matches.service_results import LogEntry
from bot.matches.waiting_matches import WaitingMatch
from bot.table.clocks.durations import duration_words
from bot.table.play import choice_controls, choice_menus, event_words, orders_panel, phone_layout, whole_texts
from bot.table.play.panel_choices import PanelChoice, add_follow_ups, choices, follow_ups

#: Maximum lengths of the question with its notes, and of the text about events.
MAX_HEAD_LENGTH, MAX_EVENTS_LENGTH = 1200, 1200
#: Buttons that features add below the news.
NEWS_TOOLS = Toolbar[[MatchContext, "RecentEvents"]]("the news of the panel")
#: Buttons that features add below a question, and buttons that they add for a person who has nothing to decide.
QUESTION_TOOLS = Toolbar[[MatchContext]]("the panel with a question")
IDLE_TOOLS = Toolbar[[MatchContext]]("the panel without a question")


@dataclass(frozen=True, slots=True)
class PanelPage:
    """The contents of a panel: its components from top to bottom, and the position of the picture."""

    items: Sequence[ui.Item[Any]]
    #: The colour at the edge of the panel, usually that of the player's seat; None for no colour.
    accent: discord.Colour | None = None
    #: The index among the components where the picture is inserted; None for no picture.
    picture_at: int | None = None
    #: The picture's alternative text for screen readers.
    alt: str = ""

    def view(self, picture: ui.MediaGallery[Any] | None = None) -> ui.LayoutView:
        """Return the page as a layout, including the picture if the page has a position for it."""
        items = list(self.items)
        if picture is not None and self.picture_at is not None:
            items.insert(self.picture_at, picture)
        return controls.layout(ui.Container(*items, accent_colour=self.accent))


@dataclass(frozen=True, slots=True)
class RecentEvents:
    """The events that are news to a person, as a summary, and every line of the log since the person's last moves."""

    lines: Sequence[str] = ()
    all_lines: Sequence[str] = ()
    #: The number of turns before those in `lines`.
    earlier_turns: int = 0
    #: The number of turns since the person's last move, and whether they have moved at all.
    turns_since_move: int = 0
    has_moved: bool = False

    @classmethod
    async def for_person(cls, ctx: MatchContext, after: int | None = None, *, shown: int | None = None) -> RecentEvents:
        """Return the news for the person of this context.

        After a button press, the news starts after journal entry `after`. Otherwise, it starts after the person's last
        move, whose result they have seen. If nothing has happened since that move, the panel keeps showing the news
        that starts after entry `shown`.
        """
        if ctx.seat is None:
            return cls()
        return cls.from_log(ctx, await ctx.bot.service.history.since_own(ctx.info, ctx.seat), after, shown)

    @classmethod
    def from_log(
        cls, ctx: MatchContext, log: Sequence[LogEntry], after: int | None = None, shown: int | None = None
    ) -> RecentEvents:
        """Return the news from a log that contains only entries visible to this person. See `for_person`."""
        if ctx.seat is None:
            return cls()
        own_entries, since = event_words.split_at_own_moves(log, ctx.seat)
        if after is None:
            # Entries that the person may not see don't count as events since their last move.
            after = shown if shown is not None and not since else own_entries[-1].seq if own_entries else 0
        before, new = event_words.split_events(log, after)
        say = ctx.reader.signed
        latest = event_words.latest_turns(ctx.game, say, before, new, ctx.seat)
        everything = event_words.all_lines(ctx.game, say, [*own_entries, *since])
        moved = event_words.last_own_move(log, ctx.seat)
        missed = [entry for entry in since if entry.seq > moved]
        missed_turns = (
            latest if new == missed else event_words.latest_turns(ctx.game, say, own_entries, missed, ctx.seat)
        )
        return cls(latest.lines, everything, latest.earlier_turns, missed_turns.count, bool(moved))


@dataclass(frozen=True, slots=True)
class PanelNotes:
    """The texts on the first page of the panel apart from the question and the news."""

    #: The result of the button press.
    result: str = ""
    #: The move that a computer suggests, shown near the button for hints.
    advice: str = ""
    #: Hints for newcomers.
    hints: Sequence[str] = ()
    #: In a first match, the line with the reason for a move, and the line with the person's own points.
    reason: str = ""
    own_points: str = ""
    #: Lines about the players that the match is waiting for.
    awaited: Sequence[str] = ()
    #: If true, the person may ask the others to take back their last move when they can't do it alone.
    asks_back: bool = False


NO_NOTES = PanelNotes()


def first_page(
    ctx: MatchContext,
    news: RecentEvents,
    notes: PanelNotes = NO_NOTES,
    *,
    can_take_back: bool = False,
    following: WaitingMatch | None = None,
) -> PanelPage:
    """Return the first page of the panel: the news, the picture, the question, the choices, and a row of tools.

    Discord opens a message at its end, so what a player needs next comes last. If `following` is given, another match
    waits for this person, and the page has a button that leads there.
    """
    say = ctx.reader.text
    top = _news_items(ctx, news, [notes.own_points] if notes.own_points else [])
    available_choices = choices(ctx)
    own_tools = [_take_back_button(ctx, alone=can_take_back)] if can_take_back or notes.asks_back else []
    below = [*event_words.orders_stopped_line(say, ctx.table, ctx.seat)] if ctx.seat is not None else []
    below += _deferred_line(ctx)
    if not available_choices:
        return _idle_page(ctx, top, notes, [*notes.hints, *below], own_tools, following)
    decision = ctx.decision
    assert decision is not None
    question = ctx.game.question(say, ctx.view, decision.prompt)
    question_text = ctx.game.question(ctx.reader.signed, ctx.view, decision.prompt)
    gains = choice_controls.free_gains(ctx)
    arrangement = choice_controls.arrange_choices(ctx, available_choices, gains)
    lines = [*([notes.result] if notes.result else []), *below]
    lines += choice_controls.heading(question_text, is_small=arrangement.is_small, is_split=arrangement.is_split)
    lines += [f"-# {line}" for line in clock_lines(say, ctx.table, ctx.seat)]
    has_room = _has_room_for_reason(ctx, arrangement, gains, notes)
    lines += [*notes.hints, *([notes.reason] if has_room else []), *([notes.advice] if notes.advice else [])]
    text = limits.truncate_lines(lines, MAX_HEAD_LENGTH)
    alt = " ".join([question, *(choice.text.label.rstrip(".") + "." for choice in available_choices)])
    choice_items = choice_controls.choice_controls(ctx, arrangement, question, gains, follow_ups(ctx))
    top += [controls.text(notes.reason)] if notes.reason and not has_room else []
    top += whole_texts.above_picture(ctx, arrangement, question_text, [*top, controls.text(text), *choice_items])
    tools = chain(own_tools, QUESTION_TOOLS.each(ctx))
    return replace(_page(ctx, top, [controls.text(text), *choice_items], tools), alt=alt)


def _has_room_for_reason(
    ctx: MatchContext,
    arrangement: choice_controls.Arrangement,
    gains: Sequence[PanelChoice],
    notes: PanelNotes,
) -> bool:
    """Return whether the line about a good move fits below the question without pushing choices out of the window."""
    if not notes.reason:
        return False
    lines = [*notes.hints, notes.reason, *filter(None, [notes.result, notes.advice])]
    tall = choice_controls.height(ctx, arrangement, gains) + phone_layout.of_text("\n".join(lines))
    return tall <= phone_layout.MAX_HEIGHT


def _news_items(ctx: MatchContext, news: RecentEvents, more_lines: Sequence[str] = ()) -> list[ui.Item[Any]]:
    """Return the text about the latest turns, followed by `more_lines`, and buttons that show the turns in full."""
    lines = [*news.lines, *event_words.hints_asked(ctx.reader.text, ctx.table), *more_lines]
    items: list[ui.Item[Any]] = []
    if lines:
        items.append(controls.text(limits.truncate_lines(lines, MAX_EVENTS_LENGTH)))
    buttons = NEWS_TOOLS.buttons(ctx, news)
    if len(news.all_lines) > len(news.lines) or any(line.endswith("…") for line in news.lines):
        buttons.append(_log_button(ctx, news.earlier_turns))
    return [*items, *([controls.row(*buttons)] if buttons else [])]


def tools(ctx: MatchContext, *, can_take_back: bool) -> list[ui.Item[Any]]:
    """Return all buttons of the panel's row of tools, in the order of their importance."""
    own_tools = [_take_back_button(ctx)] if can_take_back else []
    return [*own_tools, *(QUESTION_TOOLS if ctx.decision is not None else IDLE_TOOLS).buttons(ctx)]


def can_ask_hint(ctx: MatchContext) -> bool:
    """Return whether this person may request a hint now. If there is only one choice, hints aren't offered."""
    return ctx.decision is not None and len(ctx.decision.actions) > 1 and are_hints_allowed(ctx.game, ctx.info)


def hint_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button for requesting a hint; empty if this person may not request one now."""
    return [controls.button(ctx.reader.label.t("Hint"), "hint", ctx.info.id)] if can_ask_hint(ctx) else []


def _refresh_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that refreshes the panel; empty if the match is over."""
    if ctx.table.match.over:
        return []
    return [controls.button(ctx.reader.label.t("Refresh"), "panel", ctx.info.id)]


def _page(
    ctx: MatchContext, top: Sequence[ui.Item[Any]], items: Sequence[ui.Item[Any]], tools: Iterable[ui.Item[Any]]
) -> PanelPage:
    """Return a page that shows, from top to bottom, the news, the picture, the question with its choices, and tools."""
    row = phone_layout.tool_row(ctx, tools, limits.COMPONENTS - 2 - _component_count([*top, *items]))
    return PanelPage([*top, *items, *([controls.row(*row)] if row else [])], ctx.accent, len(top))


def _component_count(items: Sequence[ui.Item[Any]]) -> int:
    """Return how many components these items have, counting the contents of rows and sections."""
    parts = [
        part for item in items for part in (item, *getattr(item, "children", ()), getattr(item, "accessory", None))
    ]
    return sum(part is not None for part in parts)


def tools_page(ctx: MatchContext, *, can_take_back: bool) -> PanelPage:
    """Return the panel's page with all tools."""
    back = controls.button(ctx.reader.label.t("Back"), "panel", ctx.info.id)
    rows = controls.in_rows([*tools(ctx, can_take_back=can_take_back), back])
    return PanelPage([controls.text(f"### {ctx.reader.text.t('More')}"), *rows], ctx.accent)


def _deferred_line(ctx: MatchContext) -> list[str]:
    """Return a line that confirms an answer that takes effect when the clock runs out; empty if there is no answer."""
    info, now = ctx.info, ctx.table.seq
    if info.deadline is None or all(seat.seat != ctx.seat or seat.deferred != now for seat in info.seats):
        return []
    noted = ctx.reader.text.t(
        "I've noted your answer. It counts when time runs out, {at}.", at=f"<t:{info.deadline}:R>"
    )
    return [f"**{noted}**"]


def _idle_page(
    ctx: MatchContext,
    top: Sequence[ui.Item[Any]],
    notes: PanelNotes,
    lines: Sequence[str],
    own_tools: Sequence[ui.Item[Any]],
    following: WaitingMatch | None,
) -> PanelPage:
    say = ctx.reader.text
    head = [*([notes.result] if notes.result else []), *lines]
    not_your_turn = say.t("It's not your turn.")
    head.append(f"**{not_your_turn}** {waiting_line(say, ctx.table)}")
    head += [f"-# {line}" for line in notes.awaited]
    reminder = orders_panel.reminder(ctx)
    if reminder:
        head.append(reminder)
    if stops := orders_panel.plan_stop_line(ctx):
        head.append(stops)
    if notes.advice:
        head.append(notes.advice)
    text = controls.text(limits.truncate_lines(head, MAX_HEAD_LENGTH))
    # Computers move at once: a button for planning would vanish before a person alone with them could press it.
    plans = orders_panel.plan_buttons(ctx) if _has_other_people(ctx) else []
    onward = [*plans, *_refresh_buttons(ctx)]
    rows = [controls.row(*onward)] if onward else []
    rows += [] if following is None else [controls.row(_next_match_button(ctx, following))]
    return _page(ctx, top, [text, *rows], chain(own_tools, IDLE_TOOLS.each(ctx)))


def _next_match_button(ctx: MatchContext, waiting_match: WaitingMatch) -> ui.Button[Any]:
    """Return the button that opens the next match waiting for the person, in place of this panel."""
    say, now = ctx.reader.label, ctx.bot.clock.now()
    game = ctx.bot.games[waiting_match.game]
    title = (game.short or game.title)(say)
    if waiting_match.ends_at is None:
        words = say.t("Next: {game}, waiting {time}", game=title, time=duration_words(say, now - waiting_match.since))
    else:
        words = say.t("Next: {game}, {time} left", game=title, time=duration_words(say, waiting_match.ends_at - now))
    return controls.button(words, "panel", waiting_match.match_id, style=Style.primary)


def _log_button(ctx: MatchContext, earlier_turns: int) -> ui.Item[Any]:
    """Return the button that shows every line of the log, with the number of earlier turns if there are any."""
    label = ctx.reader.label
    text = (
        label.n("{n} earlier turn", "{n} earlier turns", earlier_turns) if earlier_turns else label.t("What happened")
    )
    return controls.button(text, "told", ctx.info.id, 0)


def _take_back_button(ctx: MatchContext, *, alone: bool = True) -> ui.Button[Any]:
    """Return the button that takes back the last move or, if the person can't do that `alone`, shows what it needs."""
    return controls.button(
        ctx.reader.label.t("Take back"), "back" if alone else "askback", *ctx.where, style=Style.danger
    )


def group_page(ctx: MatchContext, number: int, page: int) -> PanelPage:
    """Return the panel's page that shows one page of a group of choices."""
    groups = choice_controls.arrange_choices(ctx, choices(ctx), choice_controls.free_gains(ctx)).groups
    part, say = choice_menus.group_part(ctx, groups, number, page), ctx.reader.label
    nav = [controls.button(say.t("Back"), "panel", ctx.info.id)]
    nav += paging.page_buttons(say, part.page, part.last_page, "group", *ctx.where, number)
    several = choice_menus.menu(ctx, number, part.title, part.choices, part.page)
    add_follow_ups(several, part.choices, follow_ups(ctx))
    cut = whole_texts.text_items(whole_texts.of_cut_entries(ctx, [part.choices]), limits.CONTENT)
    items = [*cut, controls.text(f"### {escape(part.title)}"), controls.row(several), controls.row(*nav)]
    return PanelPage(items, ctx.accent, len(cut) + 1)


def everything_page(ctx: MatchContext, news: RecentEvents, page: int) -> PanelPage:
    """Return the panel's page that shows one page of the log since the person's last moves."""
    say = ctx.reader.label
    (page_text,), page, last = paging.page_of(limits.pages("\n".join(news.all_lines)), page, 1)
    nav = [controls.button(say.t("Back"), "panel", ctx.info.id)]
    nav += paging.page_buttons(say, page, last, "told", ctx.info.id)
    title = ctx.reader.text.t("What happened")
    words = limits.truncate_lines([f"### {title}", page_text], limits.CONTENT)
    return PanelPage([controls.text(words), controls.row(*nav)], ctx.accent)


def _has_other_people(ctx: MatchContext) -> bool:
    """Return whether other people play: they take their time, and must agree to take back what revealed something."""
    return sum(seat.is_human for seat in ctx.info.seats) > 1


def confirm(ctx: MatchContext, choice: PanelChoice, warning: str, uncovers: Sequence[str]) -> PanelPage:
    """Return the panel's page that asks for confirmation of an action, with the game's warning and `uncovers`.

    `uncovers` contains sentences about the facts that the action reveals. If it reveals anything, undoing it requires
    the other players' consent.
    """
    say = ctx.reader.text
    lines = [f"### {escape(choice.text.label)}"]
    if choice.text.detail:
        lines.append(choice_controls.effect(ctx, choice))
    if warning:
        lines.append(f"**{escape(warning)}**")
    if uncovers:
        lines.append(f"**{escape(' '.join(uncovers))}**")
    if uncovers and _has_other_people(ctx):
        lines.append("-# " + say.t("You can't take this back unless everyone agrees."))
    yes = controls.button(say.t("Do it"), "sure", *ctx.where, choice.token, style=Style.success)
    no = controls.button(say.t("Back"), "panel", ctx.info.id)
    words = limits.truncate_lines(lines, limits.CONTENT)
    return PanelPage([controls.text(words), controls.row(yes, no)], ctx.accent, 1)


def undo_page(ctx: MatchContext, undo_effect: UndoEffect, undone_lines: Sequence[str]) -> PanelPage:
    """Return the panel's page that asks for confirmation of an undo, with the moves that it would reverse."""
    say, info = ctx.reader.text, ctx.info
    needs_no_consent = undo_effect.needs_no_vote or not _has_other_people(ctx)
    lines = [f"### {say.t('Take it back?')}"]
    if undone_lines:
        lines += [say.t("You'd undo this:"), *undone_lines]
    elif undo_effect.needs_no_vote:
        lines.append(say.t("You'd undo your last choice; no one knows about it yet."))
    if undo_effect.reveals_hidden:
        lines.append(say.t("Something hidden has been revealed since then. Everything drawn will be drawn again."))
    if not needs_no_consent:
        lines.append(say.t("The others must agree. I'll ask them in the channel."))
    label = ctx.reader.label.t("Take back") if needs_no_consent else ctx.reader.label.t("Ask the others")
    yes = controls.button(label, "back" if undo_effect.needs_no_vote else "goback", *ctx.where, style=Style.danger)
    no = controls.button(ctx.reader.label.t("To the panel"), "panel", info.id)
    words = limits.truncate_lines(lines, limits.CONTENT)
    return PanelPage([controls.text(words), controls.row(yes, no)], ctx.accent)
