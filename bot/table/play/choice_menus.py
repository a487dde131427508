"""The menus of a panel's choices: their titles, their options, and their pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord.match_context import PromptContext
from bot.discord.ui import controls, limits, paging
from bot.table.play.panel_choices import PanelChoice
from rules.kernel.data.actions import Action
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.text_icons import leading_icon
from rules.kernel.words.translation import ActionText, capital

#: Maximum number of characters in a menu's title, because phones cut off longer titles. The number of choices is added
#: to a title only if it fits.
MAX_TITLE_LENGTH = 26
_SPACE = re.compile(r" ")

#: Some choices with the name that they have in common.
Group = tuple[str, list[PanelChoice]]


def leading_emoji(ctx: PromptContext, action: Action) -> discord.PartialEmoji | None:
    """Return the emoji in front of an action's label; None if the action has none or the person prefers text."""
    return ctx.reader.icons.emoji(leading_icon(ctx.game.leading, action))


def title_of(ctx: PromptContext, name: str, members: Sequence[PanelChoice]) -> str:
    """Return the title of a menu, which includes the number of choices if that fits."""
    name = name or ctx.reader.label.t("Choose")
    numbered = f"{name} ({len(members)})"
    return numbered if len(numbered) <= MAX_TITLE_LENGTH else name


def entry(
    ctx: PromptContext, choice: PanelChoice, shared: Sequence[str] = (), shared_start: str = ""
) -> discord.SelectOption:
    """Return the menu option for a choice, which starts with the words that differ from the other options.

    `shared_start` is the start of all labels, which is left out. Sentences `shared` by all options go to the end of the
    description. If the description is too long for an option, or the label is only its start, it starts in the label.
    """
    label, sentences = choice.text.label, limits.sentences(choice.text.detail)
    if shared_start:
        label = capital(label.removeprefix(shared_start))
    detail = " ".join(sorted(sentences, key=lambda part: part in shared))
    if _repeats(choice.text):
        whole = len(detail) <= limits.OPTION_LABEL
        cut = len(detail) if whole else _cut(detail, limits.OPTION_LABEL)
        label, detail = detail[:cut].rstrip(" .") if whole else detail[:cut].rstrip(), detail[cut:]
    elif len(detail) > limits.OPTION_DESCRIPTION:
        beside = f"{without_full_stop(label)}: "
        cut = _cut(detail, limits.OPTION_LABEL - len(beside))
        if cut:
            label, detail = f"{beside}{detail[:cut].rstrip()}", detail[cut:]
    return controls.option(label, choice.token, detail, emoji=leading_emoji(ctx, choice.action))


def _repeats(text: ActionText) -> bool:
    """Return whether a choice's description is its label, or the whole of a label that was cut off."""
    label, detail = text.label.rstrip("."), text.detail.rstrip(".")
    return detail == label or (label.endswith("…") and detail.startswith(label.rstrip("… ")))


def _cut(detail: str, room: int) -> int:
    """Return the position where a description is divided: as much as fits into `room` characters goes to the label.

    If the rest fits into an option's description anyway, the cut is after a sentence, a clause or a word, in that order
    of preference.
    """
    cuts = [found.end() for found in _SPACE.finditer(detail) if found.start() <= room]
    enough = [cut for cut in cuts if len(detail) - cut <= limits.OPTION_DESCRIPTION]
    for marks in (".?!", ",;:"):
        # A full stop after a figure may belong to an ordinal number.
        if after := [cut for cut in enough if detail[cut - 2] in marks and not detail[cut - 3 : cut - 2].isdigit()]:
            return after[-1]
    return enough[0] if enough else max(cuts, default=0)


def entries(ctx: PromptContext, members: Sequence[PanelChoice]) -> list[discord.SelectOption]:
    """Return the menu options for a group's choices."""
    shared = shared_sentences(members)
    start = shared_start([choice.text.label for choice in members])
    return [entry(ctx, choice, shared, start) for choice in members]


def shared_sentences(members: Sequence[PanelChoice]) -> list[str]:
    """Return the sentences that the descriptions of all these choices share; none if there is only one choice."""
    details = [limits.sentences(choice.text.detail) for choice in members]
    return [part for part in details[0] if len(members) > 1 and all(part in others for others in details)]


def menu(ctx: PromptContext, number: int, title: str, members: Sequence[PanelChoice], page: int = 0) -> ui.Select[Any]:
    """Return the menu of a group's choices. If the game allows it, several choices can be selected.

    If there are too many choices, the last option opens a page with all of them.
    """
    options = entries(ctx, members)
    if len(options) > limits.SELECT_OPTIONS:
        hidden_count = len(options) - limits.SELECT_OPTIONS + 1
        more_option = controls.option(ctx.reader.label.t("{n} more…", n=hidden_count), paging.MORE)
        options = [*options[: limits.SELECT_OPTIONS - 1], more_option]
    many = len(options) > 1 and all(type(choice.action) in ctx.game.several for choice in members)
    shown = controls.select(title, options, ctx.pick, *ctx.where, number, page, many=many)
    if many:
        shown.max_values = min(len(options), ctx.game.at_once(ctx.view) or len(options))
    return shown


def shared_start(labels: Sequence[str]) -> str:
    """Return the start that all labels share, up to a colon and including it; "" if there are none."""
    start, colon, _ = labels[0].partition(": ")
    shared = f"{start}{colon}"
    return shared if len(labels) > 1 and colon and all(label.startswith(shared) for label in labels) else ""


def group_menu(ctx: PromptContext, groups: Sequence[Group]) -> ui.Select[Any]:
    """Return a menu of groups, for a decision with too many groups for separate menus."""
    title = ctx.reader.label.t("What do you want to do?")
    return controls.select(title, group_entries(ctx, groups), ctx.pick, *ctx.where, "all", 0)


def group_entries(ctx: PromptContext, groups: Sequence[Group]) -> list[discord.SelectOption]:
    """Return the options for a menu of groups. If a group has only one choice, its option is that choice."""
    entries: list[discord.SelectOption] = []
    for number, (name, members) in enumerate(groups):
        if len(members) == 1:
            entries.append(entry(ctx, members[0]))
            continue
        hint = ", ".join(choice.text.label for choice in members[:6])
        emoji = leading_emoji(ctx, members[0].action)
        entries.append(controls.option(title_of(ctx, name, members), f"g{number}", hint, emoji=emoji))
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
    title = title_of(ctx, name, members)
    if last:
        say = ctx.reader.label
        title = say.t("{title}, page {page} of {pages}", title=title, page=page + 1, pages=last + 1)
    return GroupPart(title, part, page, last)
