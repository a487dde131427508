"""A person's legal actions as choices, with their texts, and the answers that can be chosen together with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext, PromptContext
from bot.discord.ui import controls, limits
from bot.table.play.action_options import digest
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import ActionText

#: The start of the values of options that answer the next question, and of their labels.
NEXT = "+"


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """A legal action with its texts. `token` identifies the action in custom_ids."""

    token: str
    action: Action
    text: ActionText


#: Answers to the question that follows an action, by the action's type.
FollowUps = Mapping[type[Action], Sequence[PanelChoice]]
NO_FOLLOW_UPS: FollowUps = {}


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
        all_choices,
        key=lambda option: (option.text.useless, order.get(type(option.action), len(order)), option.text.place),
    ):
        groups.setdefault(choice.text.group, []).append(choice)
    group_items = list(groups.items())
    if len(group_items) <= limits.SELECT_OPTIONS:
        return group_items
    # A menu has fewer options than there are groups, so the last groups share one option.
    shown_groups, crowd = group_items[: limits.SELECT_OPTIONS - 1], group_items[limits.SELECT_OPTIONS - 1 :]
    return [*shown_groups, ("", [choice for _, members in crowd for choice in members])]


def follow_ups(ctx: MatchContext) -> FollowUps:
    """Return the answers to the questions that follow this person's possible actions, in the order of a panel."""
    if ctx.decision is None:
        return {}
    found = ctx.game.follow_ups(ctx.reader.label, ctx.table.match, ctx.view)
    return {
        kind: sorted(
            (PanelChoice(f"{NEXT}{digest(action)}", action, text) for action, text in answers),
            key=lambda choice: choice.text.place,
        )
        for kind, answers in found.items()
    }


def add_follow_ups(menu: ui.Select[Any], members: Sequence[PanelChoice], next_answers: FollowUps) -> ui.Select[Any]:
    """Add the answers that may follow each of these choices to their menu, if there is room. Return the menu.

    A person can then select one of the choices alone, or together with one of the answers.
    """
    kinds = {type(choice.action) for choice in members}
    answers = next_answers.get(kinds.pop(), ()) if len(kinds) == 1 else ()
    if not answers or len(menu.options) + len(answers) > limits.SELECT_OPTIONS:
        return menu
    for answer in answers:
        text = answer.text
        about = f"{text.group}. {text.detail}".rstrip()
        menu.append_option(controls.option(f"{NEXT} {text.label}", answer.token, about))
    menu.max_values = 2
    return menu


def split_values(values: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the values of actions, and the values of answers to the next question."""
    return [value for value in values if value[:1] != NEXT], [value for value in values if value[:1] == NEXT]


def find_follow_up(ctx: MatchContext, choice: PanelChoice, token: str) -> PanelChoice | None:
    """Return the answer with this token to the question that follows a choice; None if there is none."""
    return next((answer for answer in follow_ups(ctx).get(type(choice.action), ()) if answer.token == token), None)
