"""The panel where a player plans their next turn while others move. It asks the questions of that turn in advance.

The plan is tried out in a position that is consistent with the player's knowledge. No action is taken before the
player's turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext, context_at, event_lines
from bot.discord.ui import controls, limits, paging
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.safe_names import escape
from bot.matches.hint_allowance import are_hints_allowed
from bot.table.play import choice_menus, orders_panel, panel_choices, panel_handlers
from bot.table.play.action_options import digest
from rules.kernel.data.actions import Action
from rules.kernel.engine.planned_turns import DryRun, last_with_alternatives, shortened, steps_of
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: The two uses of a choice in a plan: it is added to the end, or it becomes an alternative answer to the last step.
APPEND, REPLACE_ANSWER = "next", "instead"
#: The value in a custom_id that stands for all groups of choices, in place of a group's number.
ALL_GROUPS = "all"
#: Maximum lengths of the text above the planned steps, of the steps, and of the question below them.
MAX_HEAD_LENGTH, MAX_STEPS_LENGTH, MAX_QUESTION_LENGTH = 700, 2300, 900


async def _dry_run(ctx: MatchContext, say: Translator, steps: int | None = None) -> DryRun:
    """Return a dry run of the person's plan, or of its first `steps` steps. Raises Refusal if they can't plan now."""
    standing_orders = orders_panel.standing(ctx)
    result = None
    if orders_panel.may_plan(ctx):
        assert ctx.seat is not None
        plan_orders = standing_orders if steps is None else shortened(standing_orders, steps)
        result = await ctx.bot.service.play.dry_run(ctx.table, ctx.seat, say, plan_orders)
    if result is None:
        raise Refusal(N_("You have no turn to plan right now."))
    return result


async def _choices(ctx: MatchContext, where: str) -> list[panel_choices.PanelChoice]:
    """Return the choices for the next step of the plan, or alternative answers for the last step that allows any."""
    label, match = ctx.reader.label, ctx.table.match
    number, kind, planned = None, None, list[Action]()
    if where == REPLACE_ANSWER:
        steps = steps_of(match, orders_panel.standing(ctx))
        number = last_with_alternatives(match, steps)
        if number is None:
            return []
        planned = [one.action for one in steps[number].answers]
        kind = type(planned[0])
    dry_run = await _dry_run(ctx, label, number)
    view = dry_run.world.view(ctx.seat)
    return [
        panel_choices.PanelChoice(digest(action), action, ctx.game.action_text(label, view, action))
        for action in (dry_run.decision.actions if dry_run.decision is not None else [])
        if kind is None or (type(action) is kind and action not in planned)
    ]


async def page(ctx: MatchContext, note: str = "") -> ui.LayoutView:
    """Return the page of a plan, which ends with the question of the next step and a menu of its choices."""
    say, label = ctx.reader.text, ctx.reader.label
    dry_run = await _dry_run(ctx, say)
    explained = say.t(
        "When your turn comes, I do each step if it's still possible and nothing it depends on has changed. "
        "Otherwise the plan stops there: I ask you and say why. Only you know about it."
    )
    head = [*([note] if note else []), f"### {say.t('Your plan for next turn')}", f"-# {explained}"]
    items: list[ui.Item[Any]] = [controls.text(limits.truncate_lines(head, MAX_HEAD_LENGTH))]
    if steps := _steps(ctx, say, dry_run):
        items.append(controls.text(limits.truncate_lines(steps, MAX_STEPS_LENGTH)))
    if dry_run.decision is not None:
        question_lines = [_question_head(say, dry_run)] if dry_run.steps else []
        question_lines.append(f"**{ctx.game.question(say, dry_run.world.view(ctx.seat), dry_run.decision.prompt)}**")
        items.append(controls.text(limits.truncate_lines(question_lines, MAX_QUESTION_LENGTH)))
        items += await _suggestion(ctx, dry_run)
        items.append(controls.row(_menu(ctx, label.t("What next?"), await _choices(ctx, APPEND), APPEND)))
    replacement_choices = await _choices(ctx, REPLACE_ANSWER)
    if replacement_choices and not dry_run.stopped:
        items.append(controls.row(_menu(ctx, label.t("If that's not possible…"), replacement_choices, REPLACE_ANSWER)))
    return controls.layout(ui.Container(*items, controls.row(*_buttons(ctx, dry_run))))


async def summary(ctx: MatchContext) -> list[str]:
    """Return a heading and the steps of this person's plan; empty if they have none or can't plan at the moment."""
    if not orders_panel.may_plan(ctx) or not steps_of(ctx.table.match, orders_panel.standing(ctx)):
        return []
    say = ctx.reader.text
    steps = limits.truncate_lines(_steps(ctx, say, await _dry_run(ctx, say)), MAX_STEPS_LENGTH)
    return [f"**{say.t('Your plan for next turn')}**", steps]


async def _suggestion(ctx: MatchContext, dry_run: DryRun) -> list[ui.Item[Any]]:
    """Return a computer's suggestion for the next step, with a button that adds it; empty if hints aren't allowed."""
    decision, seat = dry_run.decision, ctx.seat
    if decision is None or seat is None or len(decision.actions) < 2 or not are_hints_allowed(ctx.game, ctx.info):
        return []
    view = dry_run.world.view(seat)
    action = await ctx.bot.computer_moves.suggestion_in(dry_run.world, seat, view, ctx.info.id)
    # The computer plays in a possible world, where its action may depend on cards that the player can't know.
    if action is None or action not in decision.actions:
        return []
    say, label = ctx.reader.text, ctx.reader.label
    words = ctx.game.action_text(say, view, action).label.rstrip(".")
    add = controls.button(label.t("Add it"), "planadd", ctx.info.id, digest(action), style=Style.primary)
    return [controls.text(say.t("Suggestion: **{what}**.", what=escape(words))), controls.row(add)]


def _steps(ctx: MatchContext, say: Translator, dry_run: DryRun) -> list[str]:
    """Return lines about the planned steps, the events that they would cause, and the reason why the plan stops."""
    lines = [f"{number}. {words}" for number, words in enumerate(dry_run.step_texts, 1)]
    second = dry_run.first_turn_steps
    if second is not None and second < len(lines):
        lines.insert(second, f"**{say.t('In the turn after that:')}**")
    happens = event_lines(ctx.game, ctx.reader.signed, dry_run.events, ctx.seat)
    if happens:
        lines.append(f"-# {say.t('This would happen: {events}', events=' '.join(happens))}")
    lines += _uncertain_steps(ctx, say, dry_run)
    if dry_run.stopped:
        stop = say.t("From here on your plan no longer works, so I'd ask you.")
        lines.append(f"**{stop}** {dry_run.stopped}")
    elif dry_run.is_whole(ctx.seat or 0):
        lines.append(say.t("That's your whole turn. The others won't have to wait for you."))
    elif dry_run.decision is None:
        lines.append(say.t("You can't plan beyond this. I'll ask you the rest on your turn."))
    return lines


def _uncertain_steps(ctx: MatchContext, say: Translator, dry_run: DryRun) -> list[str]:
    """Return a line that names the steps whose events can't be predicted; empty if there are none.

    The end of a turn isn't named, because everyone expects it to reveal something.
    """
    numbers = [
        str(number)
        for number in dry_run.uncertain
        if type(dry_run.steps[number - 1].answers[0].action) not in ctx.game.concluding
    ]
    if not numbers:
        return []
    text = say.n(
        "Step {steps} draws or reveals something. You'll see the result on your turn.",
        "Steps {steps} draw or reveal something. You'll see the results on your turn.",
        len(numbers),
        steps=say.join(numbers),
    )
    return [f"-# {text}"]


def _question_head(say: Translator, dry_run: DryRun) -> str:
    """Return the line above the next question of a plan that has steps."""
    if dry_run.first_turn_steps == len(dry_run.steps):
        return say.t("You can also plan the turn after that, as if the others did nothing in between:")
    return say.t("After that I'd ask you, unless you plan further:")


def _buttons(ctx: MatchContext, dry_run: DryRun) -> list[ui.Item[Any]]:
    """Return the buttons that drop the plan's last steps or the whole plan, and the button that opens the panel."""
    label = ctx.reader.label
    fit, planned = len(dry_run.steps), len(steps_of(ctx.table.match, orders_panel.standing(ctx)))
    items: list[ui.Item[Any]] = []
    if planned > 1 and fit:
        items.append(
            controls.button(label.t("Drop failed steps"), "plandrop", ctx.info.id, fit)
            if fit < planned
            else controls.button(label.t("Drop last step"), "plandrop", ctx.info.id, planned - 1)
        )
    if planned:
        items.append(controls.button(label.t("Drop plan"), "plandrop", ctx.info.id, 0))
    return [*items, controls.button(label.t("To the panel"), "panel", ctx.info.id)]


def _menu(
    ctx: MatchContext, title: str, available_choices: Sequence[panel_choices.PanelChoice], where: str
) -> ui.Select[Any]:
    """Return a menu of all choices or, if there are too many, of their groups."""
    groups = panel_choices.group_choices(ctx, available_choices)
    if len(available_choices) <= limits.SELECT_OPTIONS:
        entries = [choice_menus.entry(ctx, choice) for _, members in groups for choice in members]
    else:
        entries = choice_menus.group_entries(ctx, groups)
    return controls.select(title, entries, "planpick", ctx.info.id, where, ALL_GROUPS, 0)


async def _group_page(ctx: MatchContext, where: str, number: int, page: int) -> ui.LayoutView:
    """Return one page of a large group of choices."""
    groups, label = panel_choices.group_choices(ctx, await _choices(ctx, where)), ctx.reader.label
    part = choice_menus.group_part(ctx, groups, number, page)
    nav: list[ui.Item[Any]] = [controls.button(label.t("Back"), "plan", ctx.info.id)]
    nav += paging.page_buttons(label, part.page, part.last_page, "planpage", ctx.info.id, where, number)
    entries = [choice_menus.entry(ctx, choice) for choice in part.choices]
    menu = controls.select(part.title, entries, "planpick", ctx.info.id, where, number, part.page)
    return controls.layout(
        ui.Container(controls.text(f"### {escape(part.title)}"), controls.row(menu), controls.row(*nav))
    )


# -- handlers of buttons and menus ------------------------------------------------------------------------------


async def _waiting_context(press: ComponentInteraction) -> MatchContext | None:
    """Return the match of a press, or None if the person's turn has come. Then the panel takes the plan's place."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    if ctx.decision is None or orders_panel.may_plan(ctx):
        return ctx
    await panel_handlers.show_present(press, ctx)
    return None


@on("plan")
async def show_plan(press: ComponentInteraction) -> None:
    """Show the person's plan in place of the panel."""
    ctx = await _waiting_context(press)
    if ctx is not None:
        await respond_with_layout(press.interaction, await page(ctx))


@on("planadd")
async def add(press: ComponentInteraction) -> None:
    """Add the suggested step to the plan."""
    ctx = await _waiting_context(press)
    if ctx is not None:
        await _add_step(press, ctx, APPEND, press.arg(1))


@on("planpage")
async def turn_page(press: ComponentInteraction) -> None:
    """Show another page of a large group of choices."""
    ctx = await _waiting_context(press)
    if ctx is not None:
        layout = await _group_page(ctx, press.arg(1), controls.number(press.arg(2)), controls.number(press.arg(3)))
        await respond_with_layout(press.interaction, layout)


@on("planpick")
async def pick(press: ComponentInteraction) -> None:
    """Add the choice selected in the menu to the plan, or open the selected group of choices."""
    ctx = await _waiting_context(press)
    if ctx is None:
        return
    where, value = press.arg(1), press.value
    if value.startswith("g"):
        layout = await _group_page(ctx, where, controls.number(value[1:]), 0)
        await respond_with_layout(press.interaction, layout)
    else:
        await _add_step(press, ctx, where, value)


async def _add_step(press: ComponentInteraction, ctx: MatchContext, where: str, token: str) -> None:
    """Add the choice with this token to the plan, and show the plan. Raises Refusal if it is no longer offered."""
    choice = next((candidate for candidate in await _choices(ctx, where) if candidate.token == token), None)
    if choice is None:
        raise controls.stale_button_error()
    play = ctx.bot.service.play
    await play.plan_step(ctx.info.id, ctx.user_id, choice.action, instead=where == REPLACE_ANSWER)
    await respond_with_layout(press.interaction, await page(await context_at(press.interaction, ctx.info.id)))


@on("plandrop")
async def drop(press: ComponentInteraction) -> None:
    """Drop the plan's last steps or the whole plan."""
    match_id, keep = press.numbers(2)
    ctx = await context_at(press.interaction, match_id)
    await ctx.bot.service.play.drop_steps(ctx.info.id, ctx.user_id, keep=keep)
    layout = await page(await context_at(press.interaction, match_id), ctx.reader.text.t("Noted."))
    await respond_with_layout(press.interaction, layout)
