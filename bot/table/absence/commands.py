"""`/away`: be absent from all your matches until a given time, see when an absence ends, and come back early."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from discord import app_commands, ui

from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import reader_for
from bot.discord.ui import controls, limits
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import ReaderContext, described
from bot.discord.ui.person_lookup import say_at_once
from bot.matches.absence.service import Away
from bot.notifications.preferences import NotificationPrefs
from bot.table.absence import time_parsing
from bot.table.settings import ping_lines
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: The suggested lengths of an absence in days.
SUGGESTED_DAYS = (1, 2, 3, 5, 7, 10, 14)
#: Maximum number of matches listed in a panel.
MAX_LISTED = 20


async def _zone(interaction: Interaction) -> ZoneInfo:
    prefs = await interaction.client.service.people.prefs(interaction.user.id)
    return ZoneInfo(prefs.zone or "UTC")


async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the mornings of the coming days; if the typed text is already a valid time, suggest only that text."""
    zone, now = await _zone(interaction), interaction.client.clock.now()
    say = say_at_once(interaction)
    choices = [
        app_commands.Choice(name=f"{text} ({say.n('in {n} day', 'in {n} days', days)})", value=text)
        for days, text in time_parsing.suggested_mornings(now, zone, SUGGESTED_DAYS)
    ]
    typed = current.strip()
    if typed and time_parsing.parse_time(typed, now, zone) is not None:
        return [app_commands.Choice(name=typed[: limits.CHOICE_NAME], value=typed[: limits.CHOICE_VALUE])]
    return [choice for choice in choices if typed in choice.name]


@slash("away", N_("Set yourself away in all your matches; without a time, see or end your absence."), anywhere=True)
@app_commands.describe(
    until=described(N_("A number of days, like 3, or a date in your time zone, like 2026-12-24 18:00."))
)
@app_commands.autocomplete(until=complete)
async def away(interaction: Interaction, until: str | None = None) -> None:
    """Start an absence that ends at the given time. If no time is given, show the current absence."""
    service, user_id = interaction.client.service, interaction.user.id
    reader = await reader_for(interaction)
    if until is None:
        absences, meanwhile = await service.absence.matches_of(user_id), await service.absence.away_until(user_id)
        if absences or meanwhile is not None:
            await respond_with_layout(interaction, _absences_panel(reader, absences, meanwhile))
            return
        prefs = await service.people.prefs(user_id)
        await respond_with_layout(interaction, _absence_menu(reader, interaction.client.clock.now(), prefs))
        return
    at = time_parsing.parse_time(until, interaction.client.clock.now(), await _zone(interaction))
    if at is None:
        raise Refusal(
            N_("I don't understand that time. Type a number of days, like 3, or a date like 2026-12-24 18:00.")
        )
    absences = await service.absence.start(user_id, at)
    await respond_with_layout(interaction, _absences_panel(reader, absences, at, just_started=True))


@on("awayuntil")
async def leave(press: ComponentInteraction) -> None:
    """Start an absence that lasts until the morning chosen in the menu."""
    service, reader = press.interaction.client.service, await reader_for(press.interaction)
    until = await ping_lines.away_until(press)
    absences = await service.absence.start(press.interaction.user.id, until)
    await respond_with_layout(press.interaction, _absences_panel(reader, absences, until, just_started=True))


@on("iamback")
async def back(press: ComponentInteraction) -> None:
    """End the person's absence in all matches."""
    service, say = press.interaction.client.service, (await reader_for(press.interaction)).text
    await service.absence.end(press.interaction.user.id)
    await respond_with_layout(
        press.interaction, controls.layout(controls.text(say.t("You're back in all your matches.")))
    )


def _absence_menu(reader: ReaderContext, now: int, prefs: NotificationPrefs) -> ui.LayoutView:
    """Return a layout for a person who is not away, with a menu for starting an absence."""
    say = reader.text
    text = say.t("You're not away. While you're away, I won't ping you and your clocks stop.")
    hint = say.t("With `/away until` you can set any date and hour.")
    return controls.layout(
        controls.text(f"{text}\n-# {hint}"),
        controls.row(ping_lines.away_menu(reader.label, now, prefs, "awayuntil")),
    )


def _absences_panel(
    reader: ReaderContext, absences: list[Away], away_until: int | None, *, just_started: bool = False
) -> ui.LayoutView:
    """Return a layout that lists a person's absences, with a button to come back.

    `absences` are the absences in current matches. `away_until` is when the absence ends in matches that start while
    the person is away. Set `just_started` if the absence has just been started; the layout then marks matches where it
    had to be shortened.
    """
    say, label = reader.text, reader.label
    lines = ["### " + say.t("You're away")]
    for absence in absences[:MAX_LISTED]:
        shorter = just_started and away_until is not None and absence.until < away_until
        line = say.t("{channel}: until {time}", channel=f"<#{absence.info.channel_id}>", time=f"<t:{absence.until}:f>")
        lines.append(f"- {line}" + (f" ({say.t('14 days per match at most')})" if shorter else ""))
    if away_until is not None:
        line = say.t("Matches that begin meanwhile: until {time}", time=f"<t:{away_until}:f>")
        lines.append(f"- {line}")
    stopped = say.t("Your clocks are stopped and I won't ping you. Your first move in a match ends your absence there.")
    lines.append(f"-# {stopped}")
    button = controls.button(label.t("I'm back"), "iamback", style=Style.primary)
    items: list[ui.Item[Any]] = [controls.text("\n".join(lines)), controls.row(button)]
    return controls.layout(*items)
