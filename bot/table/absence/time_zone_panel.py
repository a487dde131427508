"""Finds out a person's time zone: the person selects the current hour of their day, then a city with that local time.

The welcome message asks for it once, and it can be changed in `/settings`.
"""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import reader_for
from bot.discord.ui import controls, limits
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.notifications.preferences import PingMode
from bot.table.absence import time_zone_cities
from rules.kernel.words.translation import Translator


def hour_menu(say: Translator, verb: str) -> ui.Select[Any]:
    """Return a menu for selecting the current hour, without minutes, which would change while people read it."""
    hour_options = [controls.option(f"{hour:02}:00–{hour:02}:59", str(hour)) for hour in range(24)]
    return controls.select(say.t("What time is it for you now?"), hour_options, verb)


def city_menu(press: ComponentInteraction, say: Translator, *verb: str) -> ui.Select[Any]:
    """Return a menu of the cities where it is currently the selected hour."""
    if not press.value.isdecimal() or int(press.value) > 23:
        raise controls.stale_button_error()
    now = press.interaction.client.clock.now()
    city_options = [
        controls.option(
            time_zone_cities.city(zone, say.locale), zone, f"{time_zone_cities.local_time(zone, now):%H:%M} · {zone}"
        )
        for zone in time_zone_cities.with_hour(int(press.value), now, say.locale)
    ]
    return controls.select(say.t("Choose a city"), city_options[: limits.SELECT_OPTIONS], *verb)


async def choose(press: ComponentInteraction) -> None:
    """Save the time zone of the city chosen in a menu."""
    await save(press.interaction, press.value)


async def save(interaction: Interaction, zone: str) -> None:
    """Save a person's time zone. Their daily digest is then sent according to the new zone."""
    service, user_id = interaction.client.service, interaction.user.id
    await service.people.choose_zone(user_id, zone)
    if (await service.people.prefs(user_id)).ping_mode is PingMode.DAILY:
        await service.outbox.await_digest(user_id)


def time_and_city(zone: str, now: int, locale: str) -> str:
    """Return the local time and city of a time zone, such as "14:07 (Vienna)"."""
    return f"{time_zone_cities.local_time(zone, now):%H:%M} ({time_zone_cities.city(zone, locale)})"


@on("myhour", opens=True)
async def answer_hour(press: ComponentInteraction) -> None:
    """After a person has selected the current hour below the welcome message, show the menu of cities."""
    say = (await reader_for(press.interaction)).label
    menu = city_menu(press, say, "mycity")
    lines = [
        f"**{say.t('Which city has the same time as you?')}**",
        say.t("From your time zone I know when it's night for you."),
    ]
    await respond_with_layout(press.interaction, controls.layout(controls.text("\n".join(lines)), controls.row(menu)))


@on("mycity")
async def answer_city(press: ComponentInteraction) -> None:
    """Save the city that a person has selected after the welcome message, and show its local time."""
    await choose(press)
    say, now = (await reader_for(press.interaction)).label, press.interaction.client.clock.now()
    message = say.t(
        "Your time: {time}. I won't ping you at night, from 22:00 to 8:00; you can change this in `/settings`.",
        time=time_and_city(press.value, now, say.locale),
    )
    await respond_with_layout(press.interaction, controls.layout(controls.text(message)))
