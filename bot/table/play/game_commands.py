"""A slash command group for each game, generated from the game's Action classes. Autocomplete suggests legal moves."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_here, required_seat
from bot.discord.ui import errors, limits
from bot.discord.ui.locale import command_name, described
from bot.discord.ui.safe_names import escape
from bot.table.play import action_options, panel_choices, panel_handlers
from rules.kernel.data.actions import OPTION, Action, field_kinds, field_names, summary
from rules.kernel.errors import IllegalAction, Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: Maximum number of possible choices that an error message lists.
MAX_NAMED_CHOICES = 6


def description(kind: type[Action]) -> str:
    """Return the description of an action's command: the first sentence of its docstring, without ids of rules."""
    return summary(inspect.getdoc(kind) or kind.verb)


def groups(games: Mapping[str, AnyGame]) -> list[app_commands.Group]:
    """Return the command groups of these games, one for each game."""
    return [group(game) for game in games.values()]


def group(game: AnyGame) -> app_commands.Group:
    """Return the slash command group of a game, which has a subcommand for every action."""
    command_group = app_commands.Group(
        name=game.command, description=described(game.blurb(Translator("en")) or game.id)
    )
    direct, remaining_actions = game.actions, game.actions[:0]
    if len(direct) > limits.CHILDREN:
        # Discord doesn't allow more subcommands in a group, so put the remaining ones into a subgroup.
        direct, remaining_actions = direct[: limits.CHILDREN - 1], direct[limits.CHILDREN - 1 :]
    for kind in direct:
        command_group.add_command(_command(game, kind))
    if remaining_actions:
        more_group = app_commands.Group(
            name="more", description=described(N_("Everything else.")), parent=command_group
        )
        for kind in remaining_actions:
            more_group.add_command(_command(game, kind))
    return command_group


def _command(game: AnyGame, kind: type[Action]) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand for an action, with an option for each field of the action."""

    @errors.reports_errors
    async def callback(interaction: Interaction, **typed: Any) -> None:
        given = {name: value for name, value in typed.items() if value is not None}
        await perform(interaction, game, kind, given)

    kinds = field_kinds(kind)
    names = list(kinds)
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    for number, name in enumerate(names):
        typed = int if kinds[name] == "int" else str
        # Require only the first option. Once it is known, there may be only one possible value for each of the others.
        annotation: Any = typed if number == 0 else typed | None
        default = inspect.Parameter.empty if number == 0 else None
        parameters.append(
            inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, default=default)
        )
    # discord.py derives a command's options from the signature of the callback.
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=kind.verb, description=described(description(kind)), callback=callback
    )
    # Set all descriptions in a single call, because discord.py clears those that a call leaves out.
    app_commands.describe(**{name: described(option_description(game, name)) for name in names})(command)
    for name in names:
        command.autocomplete(name)(_autocomplete_function(game, kind, name))
    return command


def option_description(game: AnyGame, field: str) -> str:
    """Return the description of a slash option, which is specific to the game or shared by all games."""
    return game.fields.get(field) or _FIELDS.get(field, field.replace("_", " ").capitalize())


def option_name(field: str, locale: str) -> str:
    """Return a slash option's name for use in a message: its translated name, followed by its English name."""
    name = command_name(OPTION.format(field), locale)
    return field if name == field else f"{name} / {field}"


#: The descriptions of fields that occur in several games.
_FIELDS = {
    "card": N_("Which card."),
    "cards": N_("Which cards."),
    "number": N_("How many."),
    "seat": N_("Which player."),
    "target": N_("Which target."),
}


def _autocomplete_function(game: AnyGame, kind: type[Action], field: str) -> Any:
    async def complete(interaction: Interaction, current: Any) -> list[app_commands.Choice[Any]]:
        try:
            return await _complete(interaction, game, kind, field, str(current))
        except Refusal:
            return []

    return complete


async def _complete(
    interaction: Interaction, game: AnyGame, kind: type[Action], field: str, current: str
) -> list[app_commands.Choice[Any]]:
    """Suggest values for a field, taken from the legal actions that match the options typed so far."""
    ctx = await context_here(interaction)
    decision = ctx.decision
    if decision is None or ctx.game.id != game.id:
        return []
    typed_options = {
        name: value
        for name in field_names(kind)
        if name != field and (value := getattr(interaction.namespace, name, None)) not in (None, "")
    }
    label = _label_function(ctx, kind)
    remaining_actions = action_options.resolve(decision.actions, kind, typed_options, label)
    labels = {text: label(field, value) for text, value in action_options.values(remaining_actions, field).items()}
    number = field_kinds(kind)[field] == "int"
    return [
        app_commands.Choice(
            name=limits.truncate(choice_label, limits.CHOICE_NAME) or text, value=int(text) if number else text
        )
        for choice_label, text in action_options.suggest(labels, current)
    ]


def _label_function(ctx: MatchContext, kind: type[Action]) -> Any:
    view, say = ctx.view, ctx.reader.label

    def label(field: str, value: Any) -> str:
        return str(ctx.game.option_text(say, view, kind, field, value))

    return label


async def perform(
    interaction: Interaction, game: AnyGame, kind: type[Action], typed_options: Mapping[str, Any]
) -> None:
    """Perform the action that the options describe. If a button would ask for confirmation, so does the command."""
    ctx = await context_here(interaction)
    required_seat(ctx)
    if ctx.game.id != game.id:
        raise Refusal(N_("This channel has a match of another game. `/act` shows what you can do."))
    action = _find_action(ctx, kind, typed_options)
    choice = panel_choices.choice_of(ctx, action)
    if choice is not None and await panel_handlers.confirm_first(interaction, ctx, choice):
        return
    try:
        outcome = await ctx.bot.service.play.act(ctx.info.id, ctx.user_id, action)
    except IllegalAction as error:
        await errors.refuse(interaction, error, ctx.reader.text)
        return
    await panel_handlers.show(interaction, replace(ctx, table=outcome.table), after=ctx.table.seq)


def _find_action(ctx: MatchContext, kind: type[Action], typed_options: Mapping[str, Any]) -> Action:
    """Return the only legal action that the options describe.

    If they describe an illegal action, return that, because the rules then explain why it is illegal. Raises Refusal if
    several actions or none can be meant.
    """
    decision = ctx.decision
    label = _label_function(ctx, kind)
    legal = decision.actions if decision else []
    remaining_actions = action_options.resolve(legal, kind, typed_options, label)
    if len(remaining_actions) == 1:
        return remaining_actions[0]
    if not remaining_actions:
        data = action_options.build_raw_action(kind, _with_ids(ctx, typed_options))
        if decision is not None and data is not None:
            # Return the illegal action, so the rules refuse it and give the reason.
            return ctx.game.action_from_json(data)
        if decision is None:
            raise Refusal(N_("There's nothing for you to do right now."))
        raise Refusal(N_("You can't do that now."))
    raise _ask_for_more(ctx, remaining_actions, typed_options, label)


def _with_ids(ctx: MatchContext, typed_options: Mapping[str, Any]) -> dict[str, Any]:
    """Replace the names in the options with ids, including names of illegal choices, which the rules will refuse."""
    ids = {entry.name.casefold(): entry.id for entry in ctx.game.look_up(ctx.reader.label)}
    return {field: ids.get(str(value).strip().casefold(), value) for field, value in typed_options.items()}


def _ask_for_more(
    ctx: MatchContext, remaining_actions: list[Action], typed_options: Mapping[str, Any], label: Any
) -> Refusal:
    for field in field_names(type(remaining_actions[0])):
        if field in typed_options:
            continue
        value_by_key = action_options.values(remaining_actions, field)
        if len(value_by_key) > 1:
            names = [escape(label(field, value)) for value in value_by_key.values()]
            choices_text = ", ".join(names[:MAX_NAMED_CHOICES]) + (", …" if len(names) > MAX_NAMED_CHOICES else "")
            return Refusal(
                N_("Also fill in the option `{option}`: {choices}."),
                option=option_name(field, ctx.reader.locale),
                choices=choices_text,
            )
    return Refusal(N_("That could mean several things. Choose from the list that opens as you type."))
