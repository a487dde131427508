"""The line in `/settings` about who can see a person's profile."""

from __future__ import annotations

from bot.discord.bot import Interaction
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from bot.table.settings import choices
from bot.table.settings.lines import LineContext, SettingsLine, ShownLine


async def show(ctx: LineContext) -> ShownLine:
    """Return the line about who can see a person's profile, with a menu that changes it."""
    say, user_id = ctx.say, ctx.interaction.user.id
    is_public = await ctx.interaction.client.service.people.shows_profile(user_id)
    visibility_options = [
        controls.option(say.t(words), choices.SHOWN if value else choices.HIDDEN, default=value == is_public)
        for value, words in choices.SEEN.items()
    ]
    title, data = say.t("Your profile"), say.t("`/privacy` shows what I store about you, exports it, and deletes it.")
    parts = [
        controls.row(controls.select(title, visibility_options, "setting", "profile")),
        controls.row(controls.button(say.t("Your data"), "privacy")),
    ]
    return ShownLine("profile", title, f"{say.t(choices.SEEN[is_public])}\n-# {data}", parts)


async def _save(interaction: Interaction, value: str) -> None:
    """Save whether other people may see a person's profile."""
    shown = choices.is_shown(value)
    await interaction.client.service.people.choose_profile(interaction.user.id, shown=shown)


async def _change(press: ComponentInteraction) -> None:
    await _save(press.interaction, press.value)


LINE = SettingsLine("profile", show, {"profile": _change}, {"profile": _save})
