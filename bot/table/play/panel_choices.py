"""A person's legal actions as choices, with their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord.match_context import PromptContext
from bot.discord.ui import controls, limits
from bot.table.play.action_options import digest
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import ActionText


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """A legal action with its texts. `token` identifies the action in custom_ids."""

    token: str
    action: Action
    text: ActionText


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
