"""The components of a panel that make a choice: menus, sentences with buttons, and the button for all free gains."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext, PromptContext
from bot.discord.ui import controls, limits
from bot.discord.ui.controls import Style
from bot.discord.ui.safe_names import escape
from bot.table.play import phone_layout
from bot.table.play.choice_menus import MAX_TITLE_LENGTH, Group, group_menu, leading_emoji, menu, title_of
from bot.table.play.panel_choices import (
    NO_FOLLOW_UPS,
    FollowUps,
    PanelChoice,
    add_follow_ups,
    choice_of,
    group_choices,
)
from rules.kernel.data.actions import Action
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.recap import counted_phrases

#: Maximum number of choices that a panel shows as sentences with a button, and maximum number of menus.
MAX_SENTENCES, MAX_MENUS = 5, 6
#: Maximum length of a sentence about a choice, and of the label of a button. A longer label is in the sentence, and the
#: button shows only its start.
MAX_SENTENCE_LENGTH, MAX_LABEL_LENGTH = 500, 24
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The form of a decision's choices: groups shown as menus, and choices shown as sentences with a button."""

    groups: Sequence[Group]
    sentences: Sequence[PanelChoice]
    #: True if these sentences and the sentences of the question are in small print.
    is_small: bool = False
    #: True if the question's other sentences are above the picture, because the panel would be too tall with them.
    is_split: bool = False
    #: True if there is room for a line with the label of a single sentence below menus.
    is_named: bool = False


def arrange_choices(
    ctx: PromptContext, available_choices: Sequence[PanelChoice], gains: Sequence[PanelChoice] = ()
) -> Arrangement:
    """Return the form of the choices, so that all of them fit into a phone's window together with the question.

    The form of a choice depends on its verb, so panels look alike. There are exceptions. If there are only two choices,
    and one of them does nothing, both become sentences. If there are too many sentences, those with the most common
    verb become a menu. A panel that is too tall takes more compact forms. Choices that don't help come last, and verbs
    without other choices become sentences.
    """
    concluding = [choice for choice in available_choices if type(choice.action) in ctx.game.concluding]
    if len(available_choices) == 2 and concluding:
        pair = [*(choice for choice in available_choices if choice not in concluding), *concluding]
        pair.sort(key=lambda choice: choice.text.useless)
        return _in_small_print(ctx, Arrangement([], pair), gains)
    verbs = _sentence_verbs(ctx, available_choices)
    single_choices = [
        choice
        for _, members in group_choices(ctx, available_choices)
        for choice in members
        if type(choice.action) in verbs
    ]
    groups = group_choices(ctx, [choice for choice in available_choices if type(choice.action) not in verbs])
    singles = sorted(
        single_choices, key=lambda choice: (choice.text.useless, type(choice.action) in ctx.game.concluding)
    )
    arrangement = _in_small_print(ctx, _compact(ctx, Arrangement(groups, singles), gains), gains)
    named = replace(arrangement, is_named=True)
    return arrangement if _is_too_tall(ctx, named, gains) else named


def _sentence_verbs(ctx: PromptContext, available_choices: Sequence[PanelChoice]) -> set[type[Action]]:
    """Return the verbs whose choices are sentences, without the most common ones if there are too many sentences.

    Verbs with only useless choices are among them, so that each of these choices says why.
    """
    helpful = {type(choice.action) for choice in available_choices if not choice.text.useless}
    counts = Counter(
        type(choice.action)
        for choice in available_choices
        if choice.text.alone
        or type(choice.action) in ctx.game.sentences
        or type(choice.action) not in helpful
        or not fields(choice.action)
    )
    while counts.total() > MAX_SENTENCES:
        # Among equally common verbs, one that ends the turn stays a button.
        del counts[max(counts, key=lambda verb: (counts[verb], verb not in ctx.game.concluding))]
    return set(counts)


def _compact(ctx: PromptContext, arrangement: Arrangement, gains: Sequence[PanelChoice]) -> Arrangement:
    """Return the arrangement, with fewer sentences and menus if it would be too tall.

    The sentences become a menu, except sentences that do nothing; then the smallest menus share one if there isn't
    room for all of them even beside small print. A single sentence stays as it is if small print makes enough room,
    because a menu with one entry hides what the panel is about.
    """
    if not _is_too_tall(ctx, arrangement, gains):
        return arrangement
    rest = [choice for choice in arrangement.sentences if type(choice.action) in ctx.game.concluding]
    others = [choice for choice in arrangement.sentences if choice not in rest]
    smallest = replace(arrangement, is_small=True, is_split=True)
    if len(others) == 1 and not _is_too_tall(ctx, smallest, gains):
        return arrangement
    if len(others) > 1 or (others and arrangement.groups):
        title = _title_of_others(ctx, others) if arrangement.groups else _common_group(others)
        arrangement = Arrangement([*arrangement.groups, (title, others)], rest)
    groups = arrangement.groups
    room_for_menus = phone_layout.MAX_HEIGHT - height(ctx, replace(arrangement, groups=[], is_small=True), gains)
    while phone_layout.MENU * len(groups) > room_for_menus:
        merged = _with_fewer_menus(ctx, groups)
        if merged is None:
            break
        groups = merged
    return replace(arrangement, groups=groups)


def _title_of_others(ctx: PromptContext, others: Sequence[PanelChoice]) -> str:
    """Return the title of the menu of these choices: the name of a single choice, or of the group of all of them."""
    if len(others) == 1 and len(others[0].text.label) <= MAX_TITLE_LENGTH:
        return others[0].text.label
    return _common_group(others) or ctx.reader.label.t("Other actions")


def _common_group(choices: Sequence[PanelChoice]) -> str:
    """Return the name of the group that all of these choices belong to; "" if they belong to several."""
    names = {choice.text.group for choice in choices}
    return names.pop() if len(names) == 1 else ""


def _with_fewer_menus(ctx: PromptContext, groups: Sequence[Group]) -> list[Group] | None:
    """Return the groups with the two smallest in one; None if no two fit in one menu.

    A group keeps its menu if several of its choices can be made at once. So does the first group: a game lists its
    most important action first, which few choices must not hide among many.
    """
    single = sorted(
        (group for group in groups[1:] if len(group[1]) == 1 or type(group[1][0].action) not in ctx.game.several),
        key=lambda group: len(group[1]),
    )[:2]
    if len(single) < 2 or sum(len(members) for _, members in single) > limits.SELECT_OPTIONS:
        return None
    kept = [group for group in groups if group not in single]
    members = [choice for group in groups if group in single for choice in group[1]]
    return [*kept, (ctx.reader.label.t("Other actions"), members)]


def _in_small_print(ctx: PromptContext, arrangement: Arrangement, gains: Sequence[PanelChoice]) -> Arrangement:
    """Return the arrangement in small print if it is too tall, and with a split question if it is still too tall."""
    if not _is_too_tall(ctx, arrangement, gains):
        return arrangement
    small = replace(arrangement, is_small=True)
    return replace(small, is_split=_is_too_tall(ctx, small, gains))


def _is_too_tall(ctx: PromptContext, arrangement: Arrangement, gains: Sequence[PanelChoice]) -> bool:
    return height(ctx, arrangement, gains) > phone_layout.MAX_HEIGHT


def height(ctx: PromptContext, arrangement: Arrangement, gains: Sequence[PanelChoice]) -> int:
    """Return the estimated height of the question, these choices and the tools on a phone, in CSS pixels."""
    assert ctx.decision is not None
    question = ctx.game.question(ctx.reader.text, ctx.view, ctx.decision.prompt)
    lines = heading(question, is_small=arrangement.is_small, is_split=arrangement.is_split)
    tall = phone_layout.FRAME + phone_layout.of_text("\n".join(lines))
    tall += phone_layout.MENU * len(arrangement.groups)
    if gains:
        tall += phone_layout.of_text(_gains_text(ctx, gains, is_small=arrangement.is_small)) + phone_layout.BUTTONS
    if arrangement.sentences:
        tall += phone_layout.of_text(_sentences_text(ctx, arrangement, question))
        tall += phone_layout.of_buttons(_button_label(choice.text.label) for choice in arrangement.sentences)
    return tall


def heading(question: str, *, is_small: bool = False, is_split: bool = False) -> list[str]:
    """Return the lines of a question. The first line that ends with "?", or else the first line, becomes a heading.

    The other lines are in small print if `is_small`, and left out if `is_split`.
    """
    before, main, after = _parts(question)
    small = "-# " if is_small else ""
    others = ("", "") if is_split else (before, after)
    lines = (others[0] and f"{small}{others[0]}", f"### {main}", others[1] and f"{small}{others[1]}")
    return [line for line in lines if line]


def beside_heading(question: str) -> list[str]:
    """Return the parts of a question before and after its heading, in small print."""
    before, _, after = _parts(question)
    return [f"-# {part}" for part in (before, after) if part]


def _parts(question: str) -> tuple[str, str, str]:
    """Return a question's heading, and the sentences before and after it, in the order of the text."""
    parts = limits.sentences(question)
    main = next((number for number, part in enumerate(parts) if part.endswith("?")), 0)
    return " ".join(parts[:main]), parts[main], " ".join(parts[main + 1 :])


def choice_controls(
    ctx: PromptContext,
    arrangement: Arrangement,
    question: str,
    gains: Sequence[PanelChoice] = (),
    next_answers: FollowUps = NO_FOLLOW_UPS,
) -> list[ui.Item[Any]]:
    """Return the components for the choices: menus (or one menu of groups if there are too many), then sentences.

    Menus also offer the `next_answers`, if each of their choices leads to the same question.
    """
    if len(arrangement.groups) > MAX_MENUS:
        menus = [controls.row(group_menu(ctx, arrangement.groups))]
    else:
        menus = [
            controls.row(
                add_follow_ups(menu(ctx, number, title_of(ctx, name, members), members), members, next_answers)
            )
            for number, (name, members) in enumerate(arrangement.groups)
        ]
    gain_items = gains_controls(ctx, gains, is_small=arrangement.is_small)
    return [*gain_items, *menus, *_sentences(ctx, arrangement, question)]


def free_gains(ctx: MatchContext) -> list[PanelChoice]:
    """Return the choices that gain something and cost nothing, by their positions; empty unless there are several."""
    gain_actions = [] if ctx.seat is None or ctx.decision is None else ctx.game.gains(ctx.table.match, ctx.seat)
    gain_choices = [choice for action in gain_actions if (choice := choice_of(ctx, action)) is not None]
    return sorted(gain_choices, key=lambda choice: choice.text.place) if len(gain_choices) > 1 else []


def gains_controls(ctx: PromptContext, gains: Sequence[PanelChoice], *, is_small: bool = False) -> list[ui.Item[Any]]:
    """Return the sentence and the button for taking all `free_gains` together; empty if there are none."""
    if not gains:
        return []
    button = controls.button(ctx.reader.label.t("Use all"), "gains", *ctx.where, style=Style.primary)
    return [controls.text(_gains_text(ctx, gains, is_small=is_small)), controls.row(button)]


def _gains_text(ctx: PromptContext, gains: Sequence[PanelChoice], *, is_small: bool) -> str:
    """Return a sentence that names the effects that only gain something, each with its number."""
    effects = "; ".join(counted_phrases(effect(ctx, gain).rstrip(".") for gain in gains))
    heading = ctx.reader.text.t("Use everything that's free")
    text = limits.truncate(f"**{heading}**: {effects}.", MAX_SENTENCE_LENGTH)
    return f"{'-# ' if is_small else ''}{text}"


def _sentences(ctx: PromptContext, arrangement: Arrangement, question: str) -> Iterator[ui.Item[Any]]:
    """Yield a text with the effects of the choices shown as sentences, and rows of their buttons."""
    if text := _sentences_text(ctx, arrangement, question):
        yield controls.text(text)
    buttons = [_button(ctx, choice, _button_label(choice.text.label)) for choice in arrangement.sentences]
    yield from controls.in_rows(buttons)


def _sentences_text(ctx: PromptContext, arrangement: Arrangement, question: str) -> str:
    """Return the effects of these choices, one per line, as far as neither the question nor the button says them."""
    shown, small = arrangement.sentences, "-# " if arrangement.is_small else ""
    lines = [_choice_sentence(ctx, choice, question, alone=len(shown) == 1) for choice in shown]
    if arrangement.groups and len(shown) == 1:
        # Below menus, an effect without its label would seem to be a fact.
        named = _choice_sentence(ctx, shown[0], question, alone=False)
        costs_a_line = phone_layout.of_text(named) > phone_layout.of_text(lines[0])
        lines = lines if costs_a_line and not arrangement.is_named else [named]
    return "\n".join(f"{small}{limits.truncate(line, MAX_SENTENCE_LENGTH)}" for line in lines if line)


def _choice_sentence(ctx: PromptContext, choice: PanelChoice, question: str, *, alone: bool) -> str:
    """Return the line about a choice, which starts with its label unless it is the only one; "" if it adds nothing."""
    label, detail = choice.text.label, escape(choice.text.detail)
    adds_detail = detail and detail.rstrip(".") not in (
        label.rstrip("."),
        *(part.rstrip(".") for part in limits.sentences(question)),
    )
    if not adds_detail:
        return f"**{escape(label)}**" if len(label) > MAX_LABEL_LENGTH else ""
    # If the description repeats all words of the label except the first, leave the label out of the sentence.
    label_in_detail = set(_WORD.findall(label)[1:]) <= set(_WORD.findall(detail)) and len(_WORD.findall(label)) > 1
    if label_in_detail or (alone and len(label) <= MAX_LABEL_LENGTH):
        return effect(ctx, choice)
    return f"**{escape(without_full_stop(label))}**: {effect(ctx, choice)}"


def _button_label(label: str) -> str:
    """Return a choice's label shortened for a button: cut off at its colon or at the maximum length."""
    if len(label) <= MAX_LABEL_LENGTH:
        return label
    first = label.partition(":")[0]
    return first if len(first) <= MAX_LABEL_LENGTH else limits.truncate(label, MAX_LABEL_LENGTH)


def effect(ctx: PromptContext, choice: PanelChoice) -> str:
    """Return a text about the effect of a choice, with icons if they fit into the available length."""
    words = escape(choice.text.detail)
    if not ctx.reader.signed.signed:
        return words
    signed = ctx.game.action_text(ctx.reader.signed, ctx.view, choice.action).detail
    return signed if len(signed) <= MAX_SENTENCE_LENGTH - MAX_LABEL_LENGTH else words


def _button(ctx: PromptContext, choice: PanelChoice, label: str) -> ui.Button[Any]:
    emoji = leading_emoji(ctx, choice.action)
    style = Style.secondary if choice.text.useless else Style.primary
    return controls.button(label, ctx.act, *ctx.where, choice.token, style=style, emoji=emoji)
