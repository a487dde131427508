"""The lines in `/settings` about pings: where a person is pinged, their quiet hours, and their absence."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.table.absence import time_parsing, time_zone_panel
from bot.table.settings.lines import LineContext, SettingsLine, ShownLine
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: The offered quiet hours, as start and end hour. The last option stands for no quiet hours.
NIGHTS = ((22, 8), (22, 7), (23, 8), (23, 7), (21, 7), (20, 6), (0, 8), (0, 10), (1, 9), (2, 10), (0, 0))
#: The offered lengths of an absence, in days.
DAYS = (1, 2, 3, 5, 7, 10, 14)
#: Labels for the places where a person can be pinged.
CALLS = {
    PingMode.CHANNEL: N_("In the channel"),
    PingMode.PRIVATE: N_("By private message"),
    PingMode.BOTH: N_("In the channel and privately"),
    PingMode.DAILY: N_("Once a day, in one private message about all matches"),
    PingMode.NEVER: N_("Never; I'll check myself"),
}


# -- lines of the panel -----------------------------------------------------------------------------------------------


async def show_calls(ctx: LineContext) -> ShownLine:
    """Return the line about where a person is pinged."""
    say, prefs, now = ctx.say, ctx.preferences, ctx.interaction.client.clock.now()
    value = say.t(CALLS[prefs.ping_mode])
    if prefs.ping_mode is PingMode.DAILY:
        value += "\n" + say.t("Next time: {time}", time=f"<t:{prefs.next_digest(now)}:f>")
    if not prefs.accepts_dms and prefs.ping_mode in (PingMode.PRIVATE, PingMode.DAILY):
        unreached = say.t("My last private message didn't reach you, so I ping you in the channel until one does.")
        value += f"\n-# {unreached}"
    ping_options = [
        controls.option(say.t(words), ring.value, default=ring is prefs.ping_mode) for ring, words in CALLS.items()
    ]
    title = say.t("Where I ping you")
    parts = [controls.row(controls.select(title, ping_options, "setting", "calls"))]
    if prefs.ping_mode is PingMode.DAILY:
        hours = [controls.option(f"{hour:02}:00", str(hour), default=hour == prefs.digest_hour) for hour in range(24)]
        when = say.t("At what hour, your time") if prefs.zone else say.t("At what hour, in UTC")
        parts.append(controls.row(controls.select(when, hours, "setting", "hour")))
    return ShownLine("calls", title, value, parts)


async def show_time(ctx: LineContext) -> ShownLine:
    """Return the line about a person's time zone and their quiet hours."""
    say, prefs = ctx.say, ctx.preferences
    value = (
        time_zone_panel.time_and_city(prefs.zone, ctx.interaction.client.clock.now(), say.locale)
        if prefs.zone
        else say.t("Unknown. Tell me, and I won't ping you at night.")
    )
    parts = [controls.row(time_zone_panel.hour_menu(say, "settingshour") if ctx.cities is None else ctx.cities)]
    if prefs.zone:
        current_hours = (0, 0) if prefs.quiet_hours is None else (prefs.quiet_hours.begin, prefs.quiet_hours.end)
        value += f"\n{_quiet(say, *current_hours)}"
        menu = [
            controls.option(_hours(say, *hours), "{}-{}".format(*hours), default=hours == current_hours)
            for hours in dict.fromkeys([current_hours, *NIGHTS])
        ]
        parts.append(controls.row(controls.select(say.t("Quiet hours"), menu, "setting", "quiet")))
    return ShownLine("time", say.t("Your time and quiet hours"), value, parts)


def _quiet(say: Translator, begin: int, end: int) -> str:
    if begin == end:
        return say.t("No quiet hours")
    return say.t("I don't ping you from {begin} to {end}", begin=f"{begin}:00", end=f"{end}:00")


def _hours(say: Translator, begin: int, end: int) -> str:
    """Return quiet hours as text that is short enough for a menu on a phone."""
    if begin == end:
        return say.t("No quiet hours")
    return say.t("Quiet: {begin} to {end}", begin=f"{begin}:00", end=f"{end}:00")


async def show_away(ctx: LineContext) -> ShownLine:
    """Return the line about a person's absence from all matches."""
    interaction, say, prefs = ctx.interaction, ctx.say, ctx.preferences
    absence, user_id = interaction.client.service.absence, interaction.user.id
    title, meanwhile = say.t("Away"), await absence.away_until(user_id)
    ends = [match_absence.until for match_absence in await absence.matches_of(user_id)] + (
        [] if meanwhile is None else [meanwhile]
    )
    if ends:
        until = say.t("Until {time}", time=f"<t:{max(ends)}:f>")
        return ShownLine("away", title, until, [controls.row(controls.button(say.t("I'm back"), "setting", "back"))])
    menu = away_menu(say, interaction.client.clock.now(), prefs, "setting", "away")
    return ShownLine("away", title, say.t("You're not away."), [controls.row(menu)])


def away_menu(say: Translator, now: int, prefs: NotificationPrefs, *verb: str) -> ui.Select[Any]:
    """Return the menu for choosing how many days to be away. The absence ends on the morning of the last day."""
    days = time_parsing.suggested_mornings(now, ZoneInfo(prefs.zone or "UTC"), DAYS)
    options = [controls.option(say.n("{n} day", "{n} days", n), text, text) for n, text in days]
    return controls.select(say.t("For how long?"), options, *verb)


async def away_until(press: ComponentInteraction) -> int:
    """Return the end of the absence that the person chose in the menu from `away_menu`; raises Refusal."""
    people, now = press.interaction.client.service.people, press.interaction.client.clock.now()
    zone = ZoneInfo((await people.prefs(press.interaction.user.id)).zone or "UTC")
    until = time_parsing.parse_time(press.value, now, zone)
    if until is None:
        raise controls.stale_button_error()
    return until


# -- changes to the settings ------------------------------------------------------------------------------------------


def check_calls(ring: str) -> None:
    """Raise Refusal if the value isn't one of the places where a person can be pinged."""
    if ring not in set(PingMode):
        raise Refusal(N_("I can't ping you there. Choose one of the places in `/settings`."))


async def set_calls(interaction: Interaction, ring: str | None, hour: int | None) -> None:
    """Save where a person is pinged, and the hour of their daily digest; None leaves a value unchanged."""
    if ring is not None:
        check_calls(ring)
    service, user_id = interaction.client.service, interaction.user.id
    await service.people.set_ping_mode(user_id, None if ring is None else PingMode(ring), hour)
    if (await service.people.prefs(user_id)).ping_mode is PingMode.DAILY:
        await service.outbox.await_digest(user_id)


async def _change_calls(press: ComponentInteraction) -> None:
    await set_calls(press.interaction, press.value, None)


async def _change_hour(press: ComponentInteraction) -> None:
    if not press.value.isdecimal() or int(press.value) > 23:
        raise controls.stale_button_error()
    await set_calls(press.interaction, None, int(press.value))


def night_of(value: str) -> tuple[int, int]:
    """Return the start and end hour of the quiet hours that a menu value stands for; raises Refusal."""
    begin, _, end = value.partition("-")
    if not (begin.isdecimal() and end.isdecimal()) or len(value) > len("22-24"):
        raise controls.stale_button_error()
    return int(begin), int(end)


async def _change_quiet(press: ComponentInteraction) -> None:
    night = night_of(press.value)
    await press.interaction.client.service.people.choose_quiet(press.interaction.user.id, *night)


async def _change_away(press: ComponentInteraction) -> None:
    await press.interaction.client.service.absence.start(press.interaction.user.id, await away_until(press))


async def _change_back(press: ComponentInteraction) -> None:
    await press.interaction.client.service.absence.end(press.interaction.user.id)


CALLS_LINE = SettingsLine("calls", show_calls, {"calls": _change_calls, "hour": _change_hour})
TIME_LINE = SettingsLine("time", show_time, {"city": time_zone_panel.choose, "quiet": _change_quiet})
AWAY_LINE = SettingsLine("away", show_away, {"away": _change_away, "back": _change_back})
