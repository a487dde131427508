"""The panel that `/act` opens, which shows the question to the player and every choice with its effect."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord.match_context import MatchContext, PromptContext, clock_lines, waiting_line
from bot.discord.ui import controls, limits, paging
from bot.discord.ui.controls import Style
from bot.discord.ui.safe_names import escape
from bot.discord.ui.toolbar import Toolbar
from bot.matches.hint_allowance import are_hints_allowed
from bot.matches.play.undo import UndoEffect
from bot.matches.service_results import LogEntry
from bot.matches.waiting_matches import WaitingMatch
from bot.table.clocks.durations import duration_words
from bot.table.play import event_words, orders_panel, tool_row
from bot.table.play.action_options import digest
from rules.kernel.data.actions import Action, Pass
from rules.kernel.words.text_icons import leading_icon
from rules.kernel.words.translation import ActionText

#: Maximum number of choices that a panel shows as sentences with a button, and maximum number of menus.
MAX_SENTENCES, MAX_MENUS = 5, 6
#: Maximum lengths of the question with its notes, of a sentence next to a button, and of the text about events.
MAX_HEAD_LENGTH, MAX_SENTENCE_LENGTH, MAX_EVENTS_LENGTH = 1200, 300, 1200
#: Maximum number of characters in the label of a button next to a sentence, and of a button without one, which phones
#: show wider. A longer label next to a sentence moves into the sentence, and the button shows only its start.
MAX_LABEL_LENGTH, MAX_LONE_LABEL_LENGTH = 24, 38
#: Maximum number of characters in a menu's title, because phones cut off longer titles. The number of choices is added
#: to a title only if it fits.
MAX_TITLE_LENGTH = 26
#: Buttons that features add below a question, and buttons that they add for a person who has nothing to decide.
QUESTION_TOOLS = Toolbar[[MatchContext]]("the panel with a question")
IDLE_TOOLS = Toolbar[[MatchContext]]("the panel without a question")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """A legal action with its texts. `token` identifies the action in custom_ids."""

    token: str
    action: Action
    text: ActionText


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


def choices(ctx: PromptContext) -> list[PanelChoice]:
    """Return this person's legal actions as choices."""
    actions = ctx.decision.actions if ctx.decision else []
    return [_choice(ctx, index, action) for index, action in enumerate(actions)]


def _choice(ctx: PromptContext, index: int, action: Action) -> PanelChoice:
    text = ctx.game.action_text(ctx.reader.label, ctx.view, action)
    return PanelChoice(f"{index}.{digest(action)}", action, text)


def choice_of(ctx: PromptContext, action: Action) -> PanelChoice | None:
    """Return the choice that stands for this action; None if the action isn't legal now."""
    actions = ctx.decision.actions if ctx.decision else []
    return _choice(ctx, actions.index(action), action) if action in actions else None


def find_choice(ctx: PromptContext, token: str) -> PanelChoice:
    """Return the choice with this token, which comes from a custom_id; raises Refusal if it is no longer offered."""
    actions = ctx.decision.actions if ctx.decision else []
    number = token.partition(".")[0]
    if number.isdecimal() and int(number) < len(actions):
        choice = _choice(ctx, int(number), actions[int(number)])
        if choice.token == token:
            return choice
    raise controls.stale_button_error()


def group_choices(ctx: PromptContext, all_choices: Sequence[PanelChoice]) -> list[tuple[str, list[PanelChoice]]]:
    """Return the choices in groups, ordered by the game's list of actions, then by the positions of the pieces."""
    order = {kind: number for number, kind in enumerate(ctx.game.actions)}
    groups: dict[str, list[PanelChoice]] = {}
    for choice in sorted(
        all_choices, key=lambda option: (order.get(type(option.action), len(order)), option.text.place)
    ):
        groups.setdefault(choice.text.group, []).append(choice)
    group_items = list(groups.items())
    if len(group_items) <= limits.SELECT_OPTIONS:
        return group_items
    # A menu has fewer options than there are groups, so the last groups share one option.
    shown_groups, crowd = group_items[: limits.SELECT_OPTIONS - 1], group_items[limits.SELECT_OPTIONS - 1 :]
    return [*shown_groups, ("", [choice for _, members in crowd for choice in members])]


@dataclass(frozen=True, slots=True)
class RecentEvents:
    """The events that are news to a person, as a summary, and every line of the log since the person's last moves."""

    lines: Sequence[str] = ()
    all_lines: Sequence[str] = ()
    #: The number of turns before those in `lines`.
    earlier_turns: int = 0

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
        latest = event_words.latest_turns(ctx.game, say, before, new)
        everything = event_words.all_lines(ctx.game, say, [*own_entries, *since])
        return cls(latest.lines, everything, latest.earlier_turns)


@dataclass(frozen=True, slots=True)
class PanelNotes:
    """The texts on the first page of the panel apart from the question and the news."""

    #: The result of the button press.
    result: str = ""
    #: The move that a computer suggests, shown near the button for hints.
    advice: str = ""
    #: Hints for newcomers.
    hints: Sequence[str] = ()
    #: Lines about the players that the match is waiting for.
    awaited: Sequence[str] = ()


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
    top = _news_items(ctx, news)
    available_choices = choices(ctx)
    own_tools = [_take_back_button(ctx)] if can_take_back else []
    below = [*event_words.orders_stopped_line(say, ctx.table, ctx.seat)] if ctx.seat is not None else []
    below += _deferred_line(ctx)
    if not available_choices:
        own_tools += [] if following is None else [_next_match_button(ctx, following)]
        return _idle_page(ctx, top, notes, [*notes.hints, *below], own_tools)
    decision = ctx.decision
    assert decision is not None
    question = ctx.game.question(say, ctx.view, decision.prompt)
    question_text = ctx.game.question(ctx.reader.signed, ctx.view, decision.prompt)
    lines = [*([notes.result] if notes.result else []), *below, *heading(question_text)]
    lines += [f"-# {line}" for line in clock_lines(say, ctx.table, ctx.seat)]
    lines += [*notes.hints, *([notes.advice] if notes.advice else [])]
    text = limits.truncate_lines(lines, MAX_HEAD_LENGTH)
    alt = " ".join([question, *(choice.text.label.rstrip(".") + "." for choice in available_choices)])
    choice_items = [*_free_gains_section(ctx), *choice_controls(ctx, available_choices, question)]
    tools = [*own_tools, *QUESTION_TOOLS.buttons(ctx)]
    return replace(_page(ctx, top, [controls.text(text), *choice_items], tools), alt=alt)


def _news_items(ctx: MatchContext, news: RecentEvents) -> list[ui.Item[Any]]:
    """Return the text about the latest turns and, if it leaves something out, a button that shows everything."""
    lines = [*news.lines, *event_words.hints_asked(ctx.reader.text, ctx.table)]
    items: list[ui.Item[Any]] = []
    if lines:
        items.append(controls.text(limits.truncate_lines(lines, MAX_EVENTS_LENGTH)))
    if len(news.all_lines) > len(news.lines):
        items.append(controls.row(_log_button(ctx, news.earlier_turns)))
    return items


def tools(ctx: MatchContext, *, can_take_back: bool) -> list[ui.Item[Any]]:
    """Return all buttons of the panel's row of tools, in the order of their importance."""
    own_tools = [_take_back_button(ctx)] if can_take_back else []
    return [*own_tools, *(QUESTION_TOOLS if ctx.decision is not None else IDLE_TOOLS).buttons(ctx)]


def heading(question: str) -> list[str]:
    """Return the lines of a question. The first line that ends with "?", or else the first line, becomes a heading."""
    parts = limits.sentences(question)
    main = next((number for number, part in enumerate(parts) if part.endswith("?")), 0)
    lines = [" ".join(parts[:main]), f"### {parts[main]}", " ".join(parts[main + 1 :])]
    return [line for line in lines if line]


def can_ask_hint(ctx: MatchContext) -> bool:
    """Return whether this person may request a hint now. If there is only one choice, hints aren't offered."""
    return ctx.decision is not None and len(ctx.decision.actions) > 1 and are_hints_allowed(ctx.game, ctx.info)


def hint_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button for requesting a hint; empty if this person may not request one now."""
    return [controls.button(ctx.reader.label.t("Hint"), "hint", ctx.info.id)] if can_ask_hint(ctx) else []


def refresh_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that refreshes the panel; empty if the match is over."""
    if ctx.table.match.over:
        return []
    return [controls.button(ctx.reader.label.t("Look again"), "panel", ctx.info.id)]


def _page(
    ctx: MatchContext, top: Sequence[ui.Item[Any]], items: Sequence[ui.Item[Any]], tools: Sequence[ui.Item[Any]]
) -> PanelPage:
    """Return a page that shows, from top to bottom, the news, the picture, the question with its choices, and tools."""
    row = tool_row.fitting(ctx, tools, limits.COMPONENTS - 2 - _component_count([*top, *items]))
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
    rows = tool_row.all_rows([*tools(ctx, can_take_back=can_take_back), back])
    return PanelPage([controls.text(f"### {ctx.reader.text.t('More')}"), *rows], ctx.accent)


def _deferred_line(ctx: MatchContext) -> list[str]:
    """Return a line that confirms an answer that takes effect when the clock runs out; empty if there is no answer."""
    info, now = ctx.info, ctx.table.seq
    if info.deadline is None or all(seat.seat != ctx.seat or seat.deferred != now for seat in info.seats):
        return []
    at = f"<t:{info.deadline}:R>"
    return [f"**{ctx.reader.text.t('Your answer is noted; it counts when the time is over, {at}.', at=at)}**"]


def _idle_page(
    ctx: MatchContext,
    top: Sequence[ui.Item[Any]],
    notes: PanelNotes,
    lines: Sequence[str],
    own_tools: Sequence[ui.Item[Any]],
) -> PanelPage:
    say = ctx.reader.text
    head = [*([notes.result] if notes.result else []), *lines]
    head.append(f"**{say.t('Nothing waits for you.')}** {waiting_line(say, ctx.table)}")
    head += [f"-# {line}" for line in notes.awaited]
    reminder = orders_panel.reminder(ctx)
    if reminder:
        head.append(reminder)
    if stops := orders_panel.plan_stop_line(ctx):
        head.append(stops)
    if notes.advice:
        head.append(notes.advice)
    text = controls.text(limits.truncate_lines(head, MAX_HEAD_LENGTH))
    return _page(ctx, top, [text], [*own_tools, *IDLE_TOOLS.buttons(ctx)])


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


def arrange_choices(
    ctx: PromptContext, available_choices: Sequence[PanelChoice]
) -> tuple[list[tuple[str, list[PanelChoice]]], list[PanelChoice]]:
    """Return the groups of choices shown as menus, and the choices shown as sentences with a button.

    The form of a choice depends on its verb and not on the number of choices, so panels always look alike. There are
    two exceptions. If there are too many sentences, those with the most common verb become a menu. If there are only
    two choices, and one of them is to pass, both become sentences.
    """
    if len(available_choices) == 2 and any(isinstance(choice.action, Pass) for choice in available_choices):
        return [], sorted(available_choices, key=lambda choice: isinstance(choice.action, Pass))
    verbs: dict[type[Action], list[PanelChoice]] = {}
    for choice in available_choices:
        if choice.text.alone or type(choice.action) in ctx.game.sentences or not fields(choice.action):
            verbs.setdefault(type(choice.action), []).append(choice)
    while sum(map(len, verbs.values())) > MAX_SENTENCES:
        del verbs[max(verbs, key=lambda verb: len(verbs[verb]))]
    single_choices = [
        choice
        for _, members in group_choices(ctx, available_choices)
        for choice in members
        if type(choice.action) in verbs
    ]
    return group_choices(
        ctx, [choice for choice in available_choices if type(choice.action) not in verbs]
    ), single_choices


def choice_controls(ctx: PromptContext, available_choices: Sequence[PanelChoice], question: str) -> list[ui.Item[Any]]:
    """Return the components for the choices: menus (or one menu of groups if there are too many), then sentences."""
    groups, single_choices = arrange_choices(ctx, available_choices)
    if len(groups) > MAX_MENUS:
        menus = [controls.row(_group_menu(ctx, groups))]
    else:
        menus = [
            controls.row(menu(ctx, number, _title(ctx, name, members), members))
            for number, (name, members) in enumerate(groups)
        ]
    return [*menus, *_sentences(ctx, single_choices, question)]


def free_gains(ctx: MatchContext) -> list[PanelChoice]:
    """Return the choices that gain something and cost nothing, by their positions; empty unless there are several."""
    gain_actions = [] if ctx.seat is None or ctx.decision is None else ctx.game.gains(ctx.table.match, ctx.seat)
    gain_choices = [choice for action in gain_actions if (choice := choice_of(ctx, action)) is not None]
    return sorted(gain_choices, key=lambda choice: choice.text.place) if len(gain_choices) > 1 else []


def _free_gains_section(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the sentence and the button for taking all `free_gains` together; empty unless there are several."""
    gains = free_gains(ctx)
    if not gains:
        return []
    say, label = ctx.reader.text, ctx.reader.label
    title = f"**{say.t('Use all that only gains')}**"
    lines = [title, *(f"{escape(gain.text.label)}: {_effect(ctx, gain)}" for gain in gains)]
    if len("\n".join(lines)) > MAX_SENTENCE_LENGTH:
        lines = [title, *(f"{escape(gain.text.label)}: {escape(gain.text.detail)}" for gain in gains)]
    words = limits.truncate_lines(lines, MAX_SENTENCE_LENGTH)
    button = controls.button(label.t("Use all"), "gains", *ctx.where, style=Style.primary)
    return [controls.section(words, button)]


def _sentences(ctx: PromptContext, single_choices: Sequence[PanelChoice], question: str) -> Iterator[ui.Item[Any]]:
    """Yield each choice as a sentence with a button. Buttons that need no sentence are combined in rows."""
    for bare, members in groupby(single_choices, key=lambda choice: not _choice_sentence(ctx, choice, question)):
        if bare:
            buttons = [_button(ctx, choice, choice.text.label) for choice in members]
            yield from (
                controls.row(*buttons[n : n + limits.BUTTONS_PER_ROW])
                for n in range(0, len(buttons), limits.BUTTONS_PER_ROW)
            )
            continue
        for choice in members:
            words = limits.truncate(_choice_sentence(ctx, choice, question), MAX_SENTENCE_LENGTH)
            yield controls.section(words, _button(ctx, choice, _button_label(choice.text.label)))


def _choice_sentence(ctx: PromptContext, choice: PanelChoice, question: str) -> str:
    """Return the sentence next to a choice's button; "" if the question or the button already contains it."""
    label, detail = choice.text.label, escape(choice.text.detail)
    adds_detail = detail and detail.rstrip(".") not in (
        label.rstrip("."),
        *(part.rstrip(".") for part in limits.sentences(question)),
    )
    if not adds_detail and len(label) <= MAX_LONE_LABEL_LENGTH:
        return ""
    # If the description repeats all words of the label except the first, leave the label out of the sentence.
    label_in_detail = adds_detail and set(_WORD.findall(label)[1:]) <= set(_WORD.findall(detail))
    words = [f"**{escape(label)}**"] if len(label) > MAX_LABEL_LENGTH and not label_in_detail else []
    return "\n".join([*words, *([_effect(ctx, choice)] if adds_detail else [])])


def _button_label(label: str) -> str:
    """Return a choice's label shortened for a button: cut off at its colon or at the maximum length."""
    if len(label) <= MAX_LABEL_LENGTH:
        return label
    first = label.partition(":")[0]
    return first if len(first) <= MAX_LABEL_LENGTH else limits.truncate(label, MAX_LABEL_LENGTH)


def _effect(ctx: PromptContext, choice: PanelChoice) -> str:
    """Return a text about the effect of a choice, with icons if they fit into the available length."""
    words = escape(choice.text.detail)
    if not ctx.reader.signed.signed:
        return words
    signed = ctx.game.action_text(ctx.reader.signed, ctx.view, choice.action).detail
    return signed if len(signed) <= MAX_SENTENCE_LENGTH - MAX_LABEL_LENGTH else words


def _button(ctx: PromptContext, choice: PanelChoice, label: str) -> ui.Button[Any]:
    emoji = leading_emoji(ctx, choice.action)
    return controls.button(label, ctx.act, *ctx.where, choice.token, style=Style.primary, emoji=emoji)


def leading_emoji(ctx: PromptContext, action: Action) -> discord.PartialEmoji | None:
    """Return the emoji in front of an action's label; None if the action has none or the person prefers text."""
    return ctx.reader.icons.emoji(leading_icon(ctx.game.leading, action))


def _log_button(ctx: MatchContext, earlier_turns: int) -> ui.Item[Any]:
    """Return the button that shows every line of the log, with the number of earlier turns if there are any."""
    label = ctx.reader.label
    text = (
        label.n("{n} earlier turn", "{n} earlier turns", earlier_turns) if earlier_turns else label.t("What happened")
    )
    return controls.button(text, "told", ctx.info.id, 0)


def _take_back_button(ctx: MatchContext) -> ui.Button[Any]:
    return controls.button(ctx.reader.label.t("Take back"), "back", *ctx.where, style=Style.danger)


def _title(ctx: PromptContext, name: str, members: Sequence[PanelChoice]) -> str:
    """Return the title of a menu, which includes the number of choices if that fits."""
    name = name or ctx.reader.label.t("Choose")
    numbered = f"{name} ({len(members)})"
    return numbered if len(numbered) <= MAX_TITLE_LENGTH else name


def entry(ctx: PromptContext, choice: PanelChoice, shared: Sequence[str] = ()) -> discord.SelectOption:
    """Return the menu option for a choice. Sentences shared by all options go to the end of its description.

    This way, Discord and phones are less likely to cut off the sentences that differ.
    """
    parts = limits.sentences(choice.text.detail)
    detail = " ".join(sorted(parts, key=lambda part: part in shared)) if shared else choice.text.detail
    return controls.option(choice.text.label, choice.token, detail, emoji=leading_emoji(ctx, choice.action))


def menu(ctx: PromptContext, number: int, title: str, members: Sequence[PanelChoice], page: int = 0) -> ui.Select[Any]:
    """Return the menu of a group's choices. If the game allows it, several choices can be selected.

    If there are too many choices, the last option opens a page with all of them.
    """
    details = [limits.sentences(choice.text.detail) for choice in members]
    shared = [part for part in details[0] if len(members) > 1 and all(part in others for others in details)]
    options = [entry(ctx, choice, shared) for choice in members]
    if len(options) > limits.SELECT_OPTIONS:
        hidden_count = len(options) - limits.SELECT_OPTIONS + 1
        more_option = controls.option(ctx.reader.label.t("{n} more…", n=hidden_count), paging.MORE)
        options = [*options[: limits.SELECT_OPTIONS - 1], more_option]
    many = len(options) > 1 and all(type(choice.action) in ctx.game.several for choice in members)
    return controls.select(title, options, ctx.pick, *ctx.where, number, page, many=many)


def _group_menu(ctx: PromptContext, groups: Sequence[tuple[str, list[PanelChoice]]]) -> ui.Select[Any]:
    """Return a menu of groups, for a decision with too many groups for separate menus."""
    title = ctx.reader.label.t("What do you want to do?")
    return controls.select(title, group_entries(ctx, groups), ctx.pick, *ctx.where, "all", 0)


def group_entries(ctx: PromptContext, groups: Sequence[tuple[str, list[PanelChoice]]]) -> list[discord.SelectOption]:
    """Return the options for a menu of groups. If a group has only one choice, its option is that choice."""
    entries: list[discord.SelectOption] = []
    for number, (name, members) in enumerate(groups):
        if len(members) == 1:
            entries.append(entry(ctx, members[0]))
            continue
        hint = ", ".join(choice.text.label for choice in members[:6])
        emoji = leading_emoji(ctx, members[0].action)
        entries.append(controls.option(_title(ctx, name, members), f"g{number}", hint, emoji=emoji))
    return entries


class GroupPart(NamedTuple):
    """One page of a group of choices."""

    title: str
    choices: Sequence[PanelChoice]
    page: int
    last_page: int


def group_part(
    ctx: PromptContext, groups: Sequence[tuple[str, Sequence[PanelChoice]]], number: int, page: int
) -> GroupPart:
    """Return one page of the group with this number; raises Refusal if the group doesn't exist."""
    if not 0 <= number < len(groups):
        raise controls.stale_button_error()
    name, members = groups[number]
    part, page, last = paging.page_of(members, page)
    title = _title(ctx, name, members)
    if last:
        say = ctx.reader.label
        title = say.t("{title}, page {page} of {pages}", title=title, page=page + 1, pages=last + 1)
    return GroupPart(title, part, page, last)


def group_page(ctx: MatchContext, number: int, page: int) -> PanelPage:
    """Return the panel's page that shows one page of a group of choices."""
    groups, _ = arrange_choices(ctx, choices(ctx))
    part, say = group_part(ctx, groups, number, page), ctx.reader.label
    nav = [controls.button(say.t("Back"), "panel", ctx.info.id)]
    nav += paging.page_buttons(say, part.page, part.last_page, "group", *ctx.where, number)
    several = menu(ctx, number, part.title, part.choices, part.page)
    return PanelPage(
        [controls.text(f"### {escape(part.title)}"), controls.row(several), controls.row(*nav)], ctx.accent, 1
    )


def everything_page(ctx: MatchContext, news: RecentEvents, page: int) -> PanelPage:
    """Return the panel's page that shows one page of the log since the person's last moves."""
    say = ctx.reader.label
    (page_text,), page, last = paging.page_of(limits.pages("\n".join(news.all_lines)), page, 1)
    nav = [controls.button(say.t("Back"), "panel", ctx.info.id)]
    nav += paging.page_buttons(say, page, last, "told", ctx.info.id)
    title = ctx.reader.text.t("What happened")
    words = limits.truncate_lines([f"### {title}", page_text], limits.CONTENT)
    return PanelPage([controls.text(words), controls.row(*nav)], ctx.accent)


def confirm(ctx: MatchContext, choice: PanelChoice, warning: str, uncovers: Sequence[str]) -> PanelPage:
    """Return the panel's page that asks for confirmation of an action, with the game's warning and `uncovers`.

    `uncovers` contains sentences about the facts that the action reveals. If it reveals anything, undoing it requires
    the other players' consent.
    """
    say = ctx.reader.text
    lines = [f"### {escape(choice.text.label)}"]
    if choice.text.detail:
        lines.append(_effect(ctx, choice))
    if warning:
        lines.append(f"**{escape(warning)}**")
    if uncovers:
        lines.append(f"**{escape(' '.join(uncovers))}**")
    if uncovers and len(ctx.info.seats) > 1:
        lines.append(f"-# {say.t('After that you can go back only if everybody agrees.')}")
    yes = controls.button(say.t("Do it"), "sure", *ctx.where, choice.token, style=Style.success)
    no = controls.button(say.t("Back"), "panel", ctx.info.id)
    words = limits.truncate_lines(lines, limits.CONTENT)
    return PanelPage([controls.text(words), controls.row(yes, no)], ctx.accent, 1)


def undo_page(ctx: MatchContext, undo_effect: UndoEffect, undone_lines: Sequence[str]) -> PanelPage:
    """Return the panel's page that asks for confirmation of an undo, with the moves that it would reverse."""
    say, info = ctx.reader.text, ctx.info
    needs_no_consent = undo_effect.needs_no_vote or sum(seat.is_human for seat in info.seats) == 1
    lines = [f"### {say.t('Take back?')}"]
    if undone_lines:
        lines += [say.t("This would go:"), *undone_lines]
    elif undo_effect.needs_no_vote:
        lines.append(say.t("Your last choice would go, of which nobody knows yet."))
    if undo_effect.reveals_hidden:
        lines.append(say.t("Something hidden has come to light since then; what was drawn will be drawn anew."))
    if not needs_no_consent:
        lines.append(say.t("The others must agree; they are asked in the channel."))
    label = ctx.reader.label.t("Take back") if needs_no_consent else ctx.reader.label.t("Ask the others")
    yes = controls.button(label, "back" if undo_effect.needs_no_vote else "goback", *ctx.where, style=Style.danger)
    no = controls.button(ctx.reader.label.t("To the panel"), "panel", info.id)
    words = limits.truncate_lines(lines, limits.CONTENT)
    return PanelPage([controls.text(words), controls.row(yes, no)], ctx.accent)
