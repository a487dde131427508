"""What time is it for you now? The hour gives the time zone but not its city, which is asked next.

A person answers once, in the welcome, and can change it in `/settings`.
"""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.context import reader_for
from bot.discord.ui import controls, limits
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.notifications.preferences import PingMode
from bot.table.absence import time_zone_cities as cities
from rules.kernel.words.translation import Translator


def hour_menu(say: Translator, verb: str) -> ui.Select[Any]:
    """Return the menu that asks for the hour. It has no minutes, as it may be read some time later."""
    every = [controls.option(f"{hour:02}:00–{hour:02}:59", str(hour)) for hour in range(24)]
    return controls.select(say.t("What time is it for you now?"), every, verb)


def city_menu(press: ComponentInteraction, say: Translator, *verb: str) -> ui.Select[Any]:
    """Return the menu of the cities where it is now the chosen hour."""
    if not press.value.isdecimal() or int(press.value) > 23:
        raise controls.stale_button_error()
    now = press.interaction.client.clock.now()
    found = [
        controls.option(cities.city(zone, say.locale), zone, f"{cities.local_time(zone, now):%H:%M} · {zone}")
        for zone in cities.with_hour(int(press.value), now, say.locale)
    ]
    return controls.select(say.t("Choose a city"), found[: limits.SELECT_OPTIONS], *verb)


async def choose(press: ComponentInteraction) -> None:
    """Save the zone of the chosen city."""
    await save(press.interaction, press.value)


async def save(interaction: Interaction, zone: str) -> None:
    """Save a person's zone. Their digest comes at an hour of that zone from now on."""
    service, user_id = interaction.client.service, interaction.user.id
    await service.people.choose_zone(user_id, zone)
    if (await service.people.prefs(user_id)).ping_mode is PingMode.DAILY:
        await service.outbox.await_digest(user_id)


def time_and_city(zone: str, now: int, locale: str) -> str:
    """Return the time and the city of a zone, as in "14:07 (Vienna)"."""
    return f"{cities.local_time(zone, now):%H:%M} ({cities.city(zone, locale)})"


@on("myhour", opens=True)
async def answer_hour(press: ComponentInteraction) -> None:
    """Ask for the city, after the welcome has asked for the hour."""
    say = (await reader_for(press.interaction)).label
    menu = city_menu(press, say, "mycity")
    lines = [
        f"**{say.t('Which of these cities has your time?')}**",
        say.t("Your time zone tells me when it is night for you."),
    ]
    await respond_with_layout(press.interaction, controls.layout(controls.text("\n".join(lines)), controls.row(menu)))


@on("mycity")
async def answer_city(press: ComponentInteraction) -> None:
    """Save the answer to the welcome's question."""
    await choose(press)
    say, now = (await reader_for(press.interaction)).label, press.interaction.client.clock.now()
    told = say.t(
        "Your time: {time}. At night, from 22:00 to 8:00, I don't ring you; `/settings` changes that.",
        time=time_and_city(press.value, now, say.locale),
    )
    await respond_with_layout(press.interaction, controls.layout(controls.text(told)))
