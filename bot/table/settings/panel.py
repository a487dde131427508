"""`/settings` as a panel: one line per setting, with one line open at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.context import match_here, reader_for
from bot.discord.http.permissions import is_admin
from bot.discord.ui import controls
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import LANGUAGE_NAMES, ReaderContext, languages
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.store.statements.rows import EVERYWHERE
from bot.table.absence import time_parsing as whens
from bot.table.absence import time_zone_panel as zones
from bot.table.settings import choices
from bot.table.settings import server_panel as server_settings
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_, Translator

#: The choices of quiet hours; the last means none.
NIGHTS = ((22, 8), (22, 7), (23, 8), (23, 7), (21, 7), (20, 6), (0, 8), (0, 10), (1, 9), (2, 10), (0, 0))
#: The audience of a person's profile, by whether others see it, and the values of that choice.
SEEN = {
    True: N_("In each server others see what you have played there"),
    False: N_("Only you see what you have played"),
}
SHOWN, HIDDEN = "shown", "hidden"
#: The words for a person on or off the ladders.
HERE = {True: N_("You are on this server's ladders"), False: N_("You are not on this server's ladders")}
OVER_ALL = {
    True: N_("You are on the ladders over all servers"),
    False: N_("You are not on the ladders over all servers"),
}
#: The panel's choices of days to be away.
DAYS = (1, 2, 3, 5, 7, 10, 14)
#: The name of no line, for a panel with all lines closed.
NONE = "none"
#: The names of the choices of where to be pinged.
CALLS = {
    PingMode.CHANNEL: N_("In the channel"),
    PingMode.PRIVATE: N_("By private message"),
    PingMode.BOTH: N_("In the channel and by private message"),
    PingMode.DAILY: N_("Once a day, by one private message about all matches"),
    PingMode.NEVER: N_("Never; I look by myself"),
}


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the panel, and its parts when it is open. A line without parts can't be opened."""

    name: str
    title: str
    value: str
    parts: Sequence[ui.Item[Any]] = ()
    #: Whether it opens as a separate panel.
    is_panel: bool = False

    def items(self, say: Translator, *, is_open: bool) -> list[ui.Item[Any]]:
        words = f"**{self.title}**\n{self.value}"
        if self.is_panel:
            return [controls.section(words, controls.button(say.t("Change"), self.name))]
        if not self.parts:
            return [controls.text(words)]
        label, turn_to = (say.t("Done"), NONE) if is_open else (say.t("Change"), self.name)
        return [controls.section(words, controls.button(label, "settings", turn_to)), *(self.parts if is_open else ())]


async def show(interaction: Interaction, opened: str = NONE, cities: ui.Select[Any] | None = None) -> None:
    """Show all settings, with one line open. With `cities`, the line of the time zone asks for the city next."""
    audience = await reader_for(interaction)
    wish = await interaction.client.service.people.wish(interaction.user.id)
    lines = [
        _calls(audience.text, wish, interaction.client.clock.now()),
        _time(audience.text, wish, interaction, cities),
        await _mine(interaction, audience),
        await _profile(interaction, audience.text),
        *await _match(interaction, audience.text),
        *await _server(interaction, audience.text),
        await _ladders(interaction, audience.text),
        await _away(interaction, audience.text, wish),
    ]
    items: list[ui.Item[Any]] = []
    for line in lines:
        # A message holds 40 components, so the other lines are closer together beside an open one.
        if items and opened not in [one.name for one in lines]:
            items.append(ui.Separator())
        items += line.items(audience.label, is_open=line.name == opened)
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


def _calls(say: Translator, wish: NotificationPrefs, now: int) -> _Line:
    value = say.t(CALLS[wish.ring])
    if wish.ring is PingMode.DAILY:
        value += "\n" + say.t("The next time: {time}", time=f"<t:{wish.next_digest(now)}:f>")
    if not wish.takes_mail and wish.ring in (PingMode.PRIVATE, PingMode.DAILY):
        unreached = say.t("My last private message did not reach you, so I call you in the channel until one does.")
        value += f"\n-# {unreached}"
    every = [controls.option(say.t(words), ring.value, default=ring is wish.ring) for ring, words in CALLS.items()]
    title = say.t("Where I call you")
    parts = [controls.row(controls.select(title, every, "setting", "calls"))]
    if wish.ring is PingMode.DAILY:
        hours = [controls.option(f"{hour:02}:00", str(hour), default=hour == wish.hour) for hour in range(24)]
        when = say.t("At which hour of yours") if wish.zone else say.t("At which hour, in UTC")
        parts.append(controls.row(controls.select(when, hours, "setting", "hour")))
    return _Line("calls", title, value, parts)


def _time(say: Translator, wish: NotificationPrefs, interaction: Interaction, cities: ui.Select[Any] | None) -> _Line:
    value = (
        zones.shown(wish.zone, interaction.client.clock.now(), say.locale)
        if wish.zone
        else say.t("Not known. Once I know it, I don't ring you at night.")
    )
    parts = [controls.row(zones.hours(say, "settingshour") if cities is None else cities)]
    if wish.zone:
        chosen = (0, 0) if wish.rest is None else (wish.rest.begin, wish.rest.end)
        value += f"\n{_quiet(say, *chosen)}"
        menu = [
            controls.option(_hours(say, *hours), "{}-{}".format(*hours), default=hours == chosen)
            for hours in dict.fromkeys([chosen, *NIGHTS])
        ]
        parts.append(controls.row(controls.select(say.t("When nobody rings you"), menu, "setting", "quiet")))
    return _Line("time", say.t("Your time and quiet hours"), value, parts)


def _quiet(say: Translator, begin: int, end: int) -> str:
    if begin == end:
        return say.t("No quiet hours")
    return say.t("Nobody rings you from {begin} to {end}", begin=f"{begin}:00", end=f"{end}:00")


def _hours(say: Translator, begin: int, end: int) -> str:
    """Return the hours in a few words, for a menu on a phone."""
    if begin == end:
        return say.t("No quiet hours")
    return say.t("Quiet: {begin} to {end}", begin=f"{begin}:00", end=f"{end}:00")


async def _mine(interaction: Interaction, audience: ReaderContext) -> _Line:
    say, title = audience.text, audience.text.t("The language I answer you in")
    people = interaction.client.service.people
    in_words = await people.in_words(interaction.user.id)
    # The wishes of a person who gets an answer are cached by now.
    chosen = people.known(interaction.user.id) or choices.AUTO
    menus = [
        controls.select(title, _languages(say, chosen), "setting", "mine"),
        controls.select(say.t("Coins, souls and the like"), choices.signs(say, in_words), "setting", "signs"),
    ]
    value = f"{LANGUAGE_NAMES[audience.locale]}\n{say.t(choices.SAID[in_words])}"
    return _Line("mine", title, value, [controls.row(menu) for menu in menus])


async def _profile(interaction: Interaction, say: Translator) -> _Line:
    """Return the line on the audience of a person's profile."""
    shown = await interaction.client.service.profiles.shows(interaction.user.id)
    ways = [
        controls.option(say.t(words), SHOWN if value else HIDDEN, default=value == shown)
        for value, words in SEEN.items()
    ]
    title, data = say.t("Your profile"), say.t("`/privacy` shows what is kept of you, gives it to you, and deletes it.")
    parts = [
        controls.row(controls.select(title, ways, "setting", "profile")),
        controls.row(controls.button(say.t("Your data"), "privacy")),
    ]
    return _Line("profile", title, f"{say.t(SEEN[shown])}\n-# {data}", parts)


async def _match(interaction: Interaction, say: Translator) -> list[_Line]:
    """Return the line of the match in this channel, if there is one."""
    matches = interaction.client.service.matches
    info = None if interaction.channel_id is None else await matches.in_channel(interaction.channel_id)
    if info is None:
        return []
    may = interaction.user.id == info.host_id or is_admin(interaction, info.guild_id)
    title = say.t("The language of this channel's match")
    menu = controls.select(title, _languages(say, info.locale)[1:], "setting", "match")
    return [_Line("match", title, LANGUAGE_NAMES[info.locale], [controls.row(menu)] if may else [])]


async def _server(interaction: Interaction, say: Translator) -> list[_Line]:
    """Return the line of this server, if it is one."""
    if interaction.guild_id is None:
        return []
    lines = await server_settings.lines(interaction, say, interaction.guild_id)
    may = is_admin(interaction, interaction.guild_id)
    return [_Line("server", say.t("New matches in this server"), "\n".join(lines), is_panel=may)]


async def _ladders(interaction: Interaction, say: Translator) -> _Line:
    """Return the line on this server's ladders, and those that its reader is on."""
    of, user_id, guild_id = interaction.client.service.ratings, interaction.user.id, interaction.guild_id
    title, shown, menus = say.t("Ladders"), list[str](), list[ui.Item[Any]]()

    def add(words: Mapping[bool, str], now: bool, verb: str) -> None:
        shown.append(say.t(words[now]))
        menus.append(controls.row(controls.select(title, choices.yes_or_no(say, words, now), "setting", verb)))

    if guild_id is not None:
        has_any = (await interaction.client.service.servers.settings(guild_id)).ladder
        shown.append(say.t(choices.LADDERS[has_any]))
        if has_any:
            add(HERE, await of.is_on(user_id, guild_id), "here")
    add(OVER_ALL, await of.is_on(user_id, EVERYWHERE), "everywhere")
    note = say.t("Whoever leaves a ladder is gone from it with all their matches, until they come back.")
    return _Line("ladders", title, "\n".join([*shown, f"-# {note}"]), menus)


async def _away(interaction: Interaction, say: Translator, wish: NotificationPrefs) -> _Line:
    """Return the line on being away from all matches."""
    absence, user_id = interaction.client.service.absence, interaction.user.id
    title, meanwhile = say.t("Away"), await absence.meanwhile(user_id)
    ends = [one.until for one in await absence.of(user_id)] + ([] if meanwhile is None else [meanwhile])
    if ends:
        until = say.t("Until {time}", time=f"<t:{max(ends)}:f>")
        return _Line("away", title, until, [controls.row(controls.button(say.t("I am back"), "setting", "back"))])
    menu = away_menu(say, interaction.client.clock.now(), wish, "setting", "away")
    return _Line("away", title, say.t("You are not away."), [controls.row(menu)])


def away_menu(say: Translator, now: int, wish: NotificationPrefs, *verb: str) -> ui.Select[Any]:
    """Return the menu of days to be away, each until a morning."""
    days = whens.mornings(now, ZoneInfo(wish.zone or "UTC"), DAYS)
    options = [controls.option(say.n("{n} day", "{n} days", n), text, text) for n, text in days]
    return controls.select(say.t("For how long?"), options, *verb)


async def away_until(press: ComponentInteraction) -> int:
    """Return the time chosen in that menu."""
    people, now = press.interaction.client.service.people, press.interaction.client.clock.now()
    zone = ZoneInfo((await people.wish(press.interaction.user.id)).zone or "UTC")
    until = whens.read(press.value, now, zone)
    if until is None:
        raise controls.stale_button_error()
    return until


def _languages(say: Translator, chosen: str) -> list[discord.SelectOption]:
    """Return all languages as options, after one that follows Discord's language."""
    auto = controls.option(say.t("As in Discord"), choices.AUTO, default=chosen == choices.AUTO)
    return [auto, *(controls.option(name, code, default=code == chosen) for code, name in languages())]


# -- changing ---------------------------------------------------------------------------------------------------------


def shown_of(value: str | None) -> bool | None:
    """Return whether others may see a profile; None if nothing was chosen. Raises Refusal."""
    if value not in (SHOWN, HIDDEN, None):
        raise controls.stale_button_error()
    return None if value is None else value == SHOWN


def check_calls(ring: str) -> None:
    """Raise Refusal for an invalid choice of where to be pinged."""
    if ring not in set(PingMode):
        raise Refusal(N_("I can't call you there; choose one of the places that `/settings` offers."))


async def set_calls(interaction: Interaction, ring: str | None, hour: int | None) -> None:
    """Save where a person is pinged."""
    if ring is not None:
        check_calls(ring)
    service, user_id = interaction.client.service, interaction.user.id
    await service.people.choose_ring(user_id, None if ring is None else PingMode(ring), hour)
    if (await service.people.wish(user_id)).ring is PingMode.DAILY:
        await service.outbox.await_digest(user_id)


async def set_words(interaction: Interaction, in_words: bool | None) -> None:
    """Save whether a person wants words only; None leaves it as it is."""
    if in_words is not None:
        await interaction.client.service.people.choose_words(interaction.user.id, in_words)


async def set_shown(interaction: Interaction, shown: bool | None) -> None:
    """Save whether others may see a person's profile; None leaves it as it is."""
    if shown is not None:
        await interaction.client.service.profiles.choose(interaction.user.id, shown=shown)


async def set_match(interaction: Interaction, locale: str) -> None:
    """Save the language of this channel's match."""
    choices.check_language(locale)
    info = await match_here(interaction)
    may = is_admin(interaction, info.guild_id)
    await interaction.client.service.lobby.set_locale(info.id, interaction.user.id, locale, is_admin=may)


async def _change_calls(press: ComponentInteraction) -> None:
    await set_calls(press.interaction, press.value, None)


async def _change_hour(press: ComponentInteraction) -> None:
    if not press.value.isdecimal() or int(press.value) > 23:
        raise controls.stale_button_error()
    await set_calls(press.interaction, None, int(press.value))


def night_of(value: str) -> tuple[int, int]:
    """Return the first and last hour of quiet hours; raises Refusal for an invalid choice."""
    begin, _, end = value.partition("-")
    if not (begin.isdecimal() and end.isdecimal()) or len(value) > len("22-24"):
        raise controls.stale_button_error()
    return int(begin), int(end)


async def _change_quiet(press: ComponentInteraction) -> None:
    night = night_of(press.value)
    await press.interaction.client.service.people.choose_quiet(press.interaction.user.id, *night)


async def _change_mine(press: ComponentInteraction) -> None:
    await press.interaction.client.service.people.choose(press.interaction.user.id, choices.language_of(press.value))


async def _change_profile(press: ComponentInteraction) -> None:
    await set_shown(press.interaction, shown_of(press.value))


async def _change_match(press: ComponentInteraction) -> None:
    await set_match(press.interaction, press.value)


async def _change_signs(press: ComponentInteraction) -> None:
    await set_words(press.interaction, choices.in_words_of(press.value))


async def _change_everywhere(press: ComponentInteraction) -> None:
    await _show_on(press, EVERYWHERE)


async def _change_here(press: ComponentInteraction) -> None:
    guild_id = press.interaction.guild_id
    if guild_id is None:
        raise controls.stale_button_error()
    await _show_on(press, guild_id)


async def _show_on(press: ComponentInteraction, guild_id: int) -> None:
    """Add a person to a server's ladders, or remove them."""
    ratings, shown = press.interaction.client.service.ratings, choices.is_yes(press)
    await ratings.choose(press.interaction.user.id, guild_id, shown=shown)


async def _change_away(press: ComponentInteraction) -> None:
    await press.interaction.client.service.absence.leave(press.interaction.user.id, await away_until(press))


async def _change_back(press: ComponentInteraction) -> None:
    await press.interaction.client.service.absence.end(press.interaction.user.id)


#: Each change, with the line that shows it.
_CHANGES: dict[str, tuple[str, Callable[[ComponentInteraction], Awaitable[None]]]] = {
    "calls": ("calls", _change_calls),
    "hour": ("calls", _change_hour),
    "city": ("time", zones.choose),
    "quiet": ("time", _change_quiet),
    "mine": ("mine", _change_mine),
    "match": ("match", _change_match),
    "signs": ("mine", _change_signs),
    "profile": ("profile", _change_profile),
    "away": ("away", _change_away),
    "back": ("away", _change_back),
    "everywhere": ("ladders", _change_everywhere),
    "here": ("ladders", _change_here),
}


@on("settings")
async def turn(press: ComponentInteraction) -> None:
    """Open a line, or close it."""
    await show(press.interaction, press.arg(0))


@on("setting")
async def change(press: ComponentInteraction) -> None:
    """Save the choice of a menu, and show it."""
    if press.arg(0) not in _CHANGES:
        raise controls.stale_button_error()
    line, save = _CHANGES[press.arg(0)]
    await save(press)
    await show(press.interaction, line)


@on("fewer", opens=True)
async def fewer(press: ComponentInteraction) -> None:
    """Let a person choose where to be pinged, from a message that pinged them."""
    await show(press.interaction, "calls")


@on("settingshour")
async def answer_hour(press: ComponentInteraction) -> None:
    """Ask for the city, after the hour."""
    say = (await reader_for(press.interaction)).label
    await show(press.interaction, "time", zones.places(press, say, "setting", "city"))
