"""The panel of `/settings`, which has a line for each setting. Only one line can be open at a time."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import reader_for
from bot.discord.ui import controls
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.table.absence import time_zone_panel
from bot.table.settings.lines import LINES, NONE, LineContext


async def show(interaction: Interaction, opened: str = NONE, cities: ui.Select[Any] | None = None) -> None:
    """Show all settings with the line `opened` open. `cities` is the menu of cities for choosing the time zone."""
    reader = await reader_for(interaction)
    prefs = await interaction.client.service.people.prefs(interaction.user.id)
    context = LineContext(interaction, reader, prefs, cities)
    lines = [line for setting in LINES if (line := await setting.show(context)) is not None]
    items: list[ui.Item[Any]] = []
    for line in lines:
        # Discord allows 40 components in a message. If a line is open, omit the separators to save components.
        if items and opened not in [setting.name for setting in lines]:
            items.append(ui.Separator())
        items += line.items(reader.label, is_open=line.name == opened)
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


@on("settings")
async def turn(press: ComponentInteraction) -> None:
    """Open or close a line of the panel."""
    await show(press.interaction, press.arg(0))


@on("setting")
async def change(press: ComponentInteraction) -> None:
    """Save the choice made in a menu and show the panel again."""
    setting = next((candidate for candidate in LINES if press.arg(0) in candidate.changes), None)
    if setting is None:
        raise controls.stale_button_error()
    await setting.changes[press.arg(0)](press)
    await show(press.interaction, setting.name)


@on("fewer", opens=True)
async def fewer(press: ComponentInteraction) -> None:
    """Open the setting for where to be pinged. The button for this is below messages that ping people."""
    await show(press.interaction, "calls")


@on("settingshour")
async def answer_hour(press: ComponentInteraction) -> None:
    """After the person has selected the current hour, show the menu of cities where it is that hour."""
    say = (await reader_for(press.interaction)).label
    await show(press.interaction, "time", time_zone_panel.city_menu(press, say, "setting", "city"))
