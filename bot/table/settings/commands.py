"""`/settings`: where and when a person is pinged, languages, the time zone, and the settings of a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.app.registry_class import Registry
from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game
from bot.discord.commands.slash import slash
from bot.discord.ui.locale import described, languages
from bot.discord.ui.person_lookup import locale_for
from bot.matches.settings.people import check_zone
from bot.table.absence import time_zone_cities, time_zone_panel
from bot.table.play import action_options
from bot.table.settings import choices, language_lines, panel, ping_lines
from bot.table.settings import server_panel as server_settings
from bot.table.settings.lines import save_option
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

_MINE = [app_commands.Choice(name="Discord", value=choices.FOLLOW_DISCORD)]
_ALL = [app_commands.Choice(name=name, value=code) for code, name in languages()]
_SERVER = [app_commands.Choice(name=described(N_("All settings of this server")), value=choices.OPEN_PANEL)]
_NIGHTS = [
    app_commands.Choice(
        name=described(N_("No quiet hours")) if begin == end else f"{begin}:00–{end}:00", value=f"{begin}-{end}"
    )
    for begin, end in ping_lines.NIGHTS
]
_SIGNS = [
    app_commands.Choice(name=described(words), value=choices.IN_WORDS if value else choices.WITH_ICONS)
    for value, words in choices.ICON_WORDS.items()
]
_SEEN = [
    app_commands.Choice(name=described(words), value=choices.SHOWN if value else choices.HIDDEN)
    for value, words in choices.SEEN.items()
]
_CALLS = [app_commands.Choice(name=described(words), value=ring.value) for ring, words in ping_lines.CALLS.items()]


@dataclass(frozen=True, slots=True)
class Upload:
    """The functions that a feature registers for the options `pack`, `game` and `name`, which upload a content pack."""

    #: Raises Refusal if the person isn't allowed to upload content packs.
    check: Callable[[Interaction], object]
    #: Saves the uploaded file as a content pack for the given game with the given name, and reports the result.
    bring: Callable[[Interaction, discord.Attachment, str | None, str | None], Awaitable[None]]


UPLOADS = Registry[Upload]("uploads of /settings")


async def _zones(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest time zones whose cities match the typed text."""
    locale = await locale_for(interaction)
    labels = {zone: f"{time_zone_cities.city(zone, locale)} ({zone})" for zone in time_zone_cities.zones()}
    return [app_commands.Choice(name=label, value=zone) for label, zone in action_options.suggest(labels, current)]


@slash(
    "settings",
    N_("Choose where and when I ping you, and your language. Without options I show everything."),
    anywhere=True,
)
@app_commands.describe(
    calls=described(N_("Where I ping you when it's your turn.")),
    hour=described(N_("For once a day: at what hour, 0 to 23, in your time zone (or UTC if I don't know it).")),
    zone=described(N_("Your time zone, like Europe/Paris, so that I don't ping you at night.")),
    quiet=described(N_("Your quiet hours, in your local time; set your time zone first.")),
    hide=described(N_("Whether to hide your local time from others.")),
    mine=described(N_("The language I answer you in.")),
    signs=described(N_("In what only you see: icons for coins and the like, or words only for screen readers.")),
    profile=described(N_("Whether others in a server can see what you've played there.")),
    match=described(N_("The language of this channel's match; only its host can change it.")),
    server=described(N_("This server's settings, or its matches' language. For server managers.")),
    pack=described(N_("A content pack for this server: a zip with JSON and CSV files. For server managers.")),
    game=described(N_("With a pack: which game it's for; by default the one named in pack.json.")),
    name=described(N_("With a pack: its name, in lowercase letters, digits and _; by default the file's name.")),
)
@app_commands.choices(
    calls=_CALLS,
    quiet=_NIGHTS,
    mine=_MINE + _ALL,
    signs=_SIGNS,
    profile=_SEEN,
    match=_ALL,
    server=_SERVER + _MINE + _ALL,
)
@app_commands.autocomplete(zone=_zones, game=complete_game)
async def settings(
    interaction: Interaction,
    calls: str | None = None,
    hour: app_commands.Range[int, 0, 23] | None = None,
    zone: str | None = None,
    quiet: str | None = None,
    hide: bool | None = None,
    mine: str | None = None,
    signs: str | None = None,
    profile: str | None = None,
    match: str | None = None,
    server: str | None = None,
    pack: discord.Attachment | None = None,
    game: str | None = None,
    name: str | None = None,
) -> None:
    """Change the given settings, then show the person's settings or, if `server` was given, the server's settings.

    If a content pack was given, report the result of the upload instead.
    """
    # Check all values first, so that either all settings change or none does.
    for language in (mine, server):
        if language not in (None, choices.OPEN_PANEL):
            choices.language_of(language)
    night = await _check_options(interaction, match, calls, zone, quiet)
    in_words = None if signs is None else choices.in_words_of(signs)
    if profile is not None:
        choices.is_shown(profile)
    managed = None if server is None else choices.managed_server(interaction)
    uploads = [] if pack is None else [*UPLOADS]
    for upload in uploads:
        upload.check(interaction)
    await _set_languages(interaction, match, server, mine)
    await language_lines.set_words(interaction, in_words)
    if profile is not None:
        await save_option(interaction, "profile", profile)
    await _set_time(interaction, zone, night, hide)
    if calls is not None or hour is not None:
        await ping_lines.set_calls(interaction, calls, hour)
    if pack is None:
        await (panel.show(interaction) if managed is None else server_settings.show(interaction))
    else:
        for upload in uploads:
            await upload.bring(interaction, pack, game, name)


async def _check_options(
    interaction: Interaction, match: str | None, calls: str | None, zone: str | None, quiet: str | None
) -> tuple[int, int] | None:
    """Raise Refusal if one of these options has an invalid value. Return the chosen quiet hours, if there are any."""
    if match is not None:
        choices.check_language(match)
    if calls is not None:
        ping_lines.check_calls(calls)
    if zone is not None:
        check_zone(zone)
    night = None if quiet is None else ping_lines.night_of(quiet)
    people = interaction.client.service.people
    if night is not None and zone is None and not (await people.prefs(interaction.user.id)).zone:
        raise Refusal(N_("Tell me your time zone first; otherwise I don't know when it's night for you."))
    return night


async def _set_languages(interaction: Interaction, match: str | None, server: str | None, mine: str | None) -> None:
    """Save the languages of this channel's match, the server and the person; None leaves a language unchanged."""
    service, user_id = interaction.client.service, interaction.user.id
    if match is not None:
        await language_lines.set_match(interaction, match)
    if server not in (None, choices.OPEN_PANEL):
        await service.servers.choose_language(
            choices.managed_server(interaction), choices.language_of(server), by=user_id
        )
    if mine is not None:
        await service.people.set_language(user_id, choices.language_of(mine))


async def _set_time(
    interaction: Interaction, zone: str | None, night: tuple[int, int] | None, hide: bool | None
) -> None:
    """Save a person's time zone, their quiet hours, and whether to hide their local time; None changes nothing."""
    people, user_id = interaction.client.service.people, interaction.user.id
    if zone is not None:
        await time_zone_panel.save(interaction, zone)
    if night is not None:
        await people.choose_quiet(user_id, *night)
    if hide is not None:
        await people.hide_time(user_id, hide)
