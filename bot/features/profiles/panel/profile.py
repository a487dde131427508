"""The message of `/profile`: a person's record as a picture and as text, and a button to share the record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.app.image_cache import game_colour
from bot.discord.bot import Bot, Interaction
from bot.discord.http.channel_permissions import may_write
from bot.discord.match_context import picture, reader_for
from bot.discord.ui import answers, controls, limits, safe_names
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext
from bot.features.profiles.service.profiles import Favourite, GameProfile, Profile, Profiles
from bot.features.ratings.panel import profile_part
from bot.features.ratings.service.ladders import LadderStanding
from bot.store.statements.rows import EVERYWHERE
from bot.table.clocks.durations import duration_words
from render.sheets.profile_sheet import GameSheet, ProfileSheet, Rival
from render.text.drawable_characters import drawable
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: File name of the picture of a person's record.
PICTURE_FILE = "profile.png"
#: Shown to other people instead of a hidden profile.
PROFILE_HIDDEN = N_("{name}'s profile is private.")
#: The viewer id for posts in a channel, where anyone may read them.
CHANNEL_READER = 0
MINUTE = 60


async def show(interaction: Interaction, user_id: int, name: str) -> None:
    """Show a person their own profile, or another person's matches in this server."""
    reader = await reader_for(interaction)
    profile = await visible_profile(interaction, user_id, here=False)
    if not profile.games:
        await answers.show(interaction, _empty(interaction, reader.text, user_id))
        return
    say, own = reader.text, user_id == interaction.user.id
    shows = not own or await interaction.client.service.people.shows_profile(user_id)
    rated = await profile_part.standings_of(interaction.client, user_id, interaction.guild_id, here=not own)
    pictures = await _pictures(interaction.client, profile, rated, reader, name)
    in_words = await interaction.client.service.people.in_words(interaction.user.id)
    text = "\n".join(words(interaction.client, profile, rated, say)) if pictures[0] is None or in_words else None
    buttons = [] if text else [_words_button(reader.label, profile)]
    if own and shows and interaction.guild_id is not None:
        buttons.append(controls.button(reader.label.t("Show in the channel"), "showprofile"))
    if own:
        buttons.append(controls.button(reader.label.t("My matches"), "openhistory"))
    await answers.show(interaction, _head(say, profile, name, own=own, shows=shows), *pictures, text, buttons)


def _mention(user_id: int) -> str:
    """Return a mention of a person. In this module's messages, mentions ping no one."""
    return f"<@{user_id}>"


async def visible_profile(interaction: Interaction, user_id: int, *, here: bool) -> Profile:
    """Return the part of a person's profile that the reader may see; raises Refusal.

    Other people see only matches in the server where they use the command, because matches in other servers and the
    players of those matches are private.
    """
    profiles, viewer = interaction.client.service.part(Profiles), interaction.user.id
    if user_id == viewer:
        return await profiles.profile_of(user_id, interaction.guild_id if here else None)
    if interaction.guild_id is None:
        raise Refusal(N_("I show what others have played only in a server that you share with them; ask me there."))
    if not await interaction.client.service.people.shows_profile(user_id):
        raise Refusal(PROFILE_HIDDEN, name=_mention(user_id))
    return await profiles.profile_of(user_id, interaction.guild_id, viewer)


def _head(say: Translator, profile: Profile, name: str, *, own: bool, shows: bool) -> str:
    """Return a profile's heading: the person's name, the matches that it covers, and who else can see the profile."""
    lines = [f"## {safe_names.safe_name(name)}"]
    if profile.guild_id is not None:
        lines.append(f"-# {say.t('Finished matches in this server.')}")
    else:
        lines.append(f"-# {say.t('All your finished matches, in every server.')}")
    if own:
        hint = (
            say.t("Others see what you've played in the server where they ask; you can change this in `/settings`.")
            if shows
            else say.t("No one else sees it; you can change this in `/settings`.")
        )
        lines.append(f"-# {hint}")
    return "\n".join(lines)


def _empty(interaction: Interaction, say: Translator, user_id: int) -> str:
    """Return the message that a person hasn't finished a match yet, with suggestions if the person is the reader."""
    if user_id != interaction.user.id:
        return say.t("{name} hasn't finished a match in this server yet.", name=_mention(user_id))
    return say.t(
        "You haven't finished a match yet. `/match new` opens one, and `/learn` teaches you a game as you "
        "play. Your results will be here."
    )


def _words_button(label: Translator, profile: Profile) -> ui.Button[Any]:
    scope = EVERYWHERE if profile.guild_id is None else profile.guild_id
    return controls.button(label.t("In words"), "profilewords", profile.user_id, scope)


@on("profilewords", opens=True)
async def show_words(press: ComponentInteraction) -> None:
    """Show a profile as text to a reader who may see it."""
    interaction, (user_id, scope) = press.interaction, press.numbers(2)
    if scope not in (EVERYWHERE, interaction.guild_id) or (scope == EVERYWHERE and user_id != interaction.user.id):
        raise controls.stale_button_error()
    say = (await reader_for(interaction)).text
    here = scope != EVERYWHERE
    profile = await visible_profile(interaction, user_id, here=here)
    rated = await profile_part.standings_of(interaction.client, user_id, interaction.guild_id, here=here)
    lines = words(interaction.client, profile, rated, say) or [_empty(interaction, say, user_id)]
    await answers.show(interaction, limits.truncate_lines([f"## {_mention(user_id)}", *lines], limits.LAYOUT))


@on("showprofile")
async def show_everybody(press: ComponentInteraction) -> None:
    """Post the person's own profile in the channel, limited to their matches in this server."""
    interaction = press.interaction
    if interaction.guild_id is None:
        raise controls.stale_button_error()
    if not may_write(interaction):
        raise Refusal(N_("You can't write in this channel, so I don't post anything there for you."))
    user, profiles = interaction.user, interaction.client.service.part(Profiles)
    if not await interaction.client.service.people.shows_profile(user.id):
        raise Refusal(N_("You've hidden your profile from everyone; you can change this in `/settings`."))
    reader = await reader_for(interaction)
    # Limit the post to matches that any reader in the channel could see by using the command.
    profile = await profiles.profile_of(user.id, interaction.guild_id, CHANNEL_READER)
    if not profile.games:
        raise Refusal(N_("You haven't finished a match in this server yet."))
    rated = await profile_part.standings_of(interaction.client, user.id, interaction.guild_id, here=True)
    pictures = await _pictures(interaction.client, profile, rated, reader, user.display_name)
    text = "\n".join(words(interaction.client, profile, rated, reader.text)) if pictures[0] is None else None
    head = _head(reader.text, profile, user.display_name, own=False, shows=True)
    await answers.show_publicly(interaction, head, *pictures, text, [_words_button(reader.label, profile)])


# -- as text --------------------------------------------------------------------------------------------------


def words(bot: Bot, profile: Profile, rated: Sequence[LadderStanding], say: Translator) -> list[str]:
    """Return a profile as lines of text: a section for each game, then the most frequent opponents."""
    lines = [" · ".join(f"{what}: {number}" for number, what in _facts(say, profile))] if profile.games else []
    for game in profile.games:
        rules = bot.games.get(game.game)
        lines.append(f"### {rules.title(say) if rules else safe_names.escape(game.game)}: {_amount(say, game)}")
        places = [f"{place}. {number}×" for place, number in game.places.items()]
        lines += [f"- {say.t('Places')}: {', '.join(places)}"] if places else []
        lines += [
            f"- {line}" for line in (" · ".join(_results_line(say, game)), *_favourites(say, rules, game)) if line
        ]
        lines += [f"- {profile_part.line(say, one)}" for one in rated if one.game == game.game]
    if profile.rivals:
        lines.append(f"### {say.t('Against others')}")
    for number, rival in enumerate(profile.rivals, 1):
        level = rival.matches - rival.ahead - rival.behind
        text = say.t(
            "{name}: {matches}; better {ahead}, level {level}, worse {behind}",
            name=safe_names.safe_name(rival.name), matches=_matches(say, rival.matches), ahead=rival.ahead, level=level,
            behind=rival.behind,
        )  # fmt: skip
        lines.append(f"{number}. {text}")
    return lines


def _matches(say: Translator, number: int) -> str:
    return say.n("{n} match", "{n} matches", number)


def _amount(say: Translator, game: GameProfile) -> str:
    return _matches(say, game.matches)


def _facts(say: Translator, profile: Profile) -> list[tuple[str, str]]:
    """Return the overall figures of a profile, each with its label."""
    facts = [(str(profile.matches), say.t("matches")), (str(profile.won), say.t("won"))]
    if profile.answers_in is not None:
        facts.append((_wait(say, profile.answers_in), say.t("usual answer")))
    return facts


def _wait(say: Translator, seconds: int) -> str:
    """Return a text for a response time."""
    return duration_words(say, seconds) if seconds >= MINUTE else say.t("under 1 min")


def _favourites(say: Translator, rules: AnyParts | None, game: GameProfile) -> list[str]:
    """Return lines about the person's favourites in a game, one for each kind of favourite."""
    if rules is None:
        return []
    lines: list[str] = []
    for kind in dict.fromkeys(favourite.name for favourite in game.favourites):
        what = ", ".join(_favourite(say, rules, favourite) for favourite in game.favourites if favourite.name == kind)
        title = rules.played_titles.get(kind)
        lines.append(f"{say.t(title)}: {what}" if title else say.t("most often with: {what}", what=what))
    return lines


def _results_line(say: Translator, game: GameProfile) -> list[str]:
    """Return a line about the wins and other results in a game, and the person's usual response time."""
    parts: list[str] = []
    if game.counted_matches > game.solo_matches:
        parts.append(
            say.t("won {won} of {n}", won=game.won - game.solo_wins, n=game.counted_matches - game.solo_matches)
        )
    if game.solo_matches:
        parts.append(say.t("alone: won {won} of {n}", won=game.solo_wins, n=game.solo_matches))
    if game.drawn:
        parts.append(say.n("{n} draw", "{n} draws", game.drawn))
    if game.matches > game.counted_matches:
        parts.append(say.t("{n} without a result", n=game.matches - game.counted_matches))
    if game.answers_in is not None:
        parts.append(say.t("usually answers in {time}", time=_wait(say, game.answers_in)))
    return parts


def _favourite(say: Translator, rules: AnyParts, favourite: Favourite) -> str:
    """Return the text for a favourite, with the number of matches that used it."""
    return f"{rules.played_text(say, favourite.name, favourite.item_id)} ({favourite.matches})"


# -- as a picture ---------------------------------------------------------------------------------------------


async def _pictures(
    bot: Bot, profile: Profile, rated: Sequence[LadderStanding], reader: ReaderContext, name: str
) -> tuple[discord.File | None, discord.File | None]:
    """Return the pictures of a profile and of the person's ratings; None in place of a picture that can't be drawn."""
    rating_chart = profile_part.drawn(bot, profile.user_id, rated, reader.label)
    return await asyncio.gather(_picture(bot, profile, reader, name), rating_chart)


async def _picture(bot: Bot, profile: Profile, reader: ReaderContext, name: str) -> discord.File | None:
    say = reader.label
    drawing = bot.pictures.profile(sheet(bot, profile, say, name))
    return await picture(drawing, PICTURE_FILE, alt(bot, profile, say, name))


def sheet(bot: Bot, profile: Profile, say: Translator, name: str) -> ProfileSheet:
    """Return the contents of the picture of a profile."""
    return ProfileSheet(
        title=drawable(safe_names.clean_name(name)) or say.t("Profile"),
        facts=tuple(_facts(say, profile)),
        games=tuple(_game_sheet(bot, say, game) for game in profile.games),
        rivals_title=say.t("Against others"),
        signs=(say.t("better"), say.t("level"), say.t("worse")),
        rivals=tuple(
            Rival(
                drawable(safe_names.clean_name(one.name)) or say.t("Player {n}", n=number),
                one.ahead,
                one.matches - one.ahead - one.behind,
                one.behind,
            )
            for number, one in enumerate(profile.rivals, 1)
        ),
    )


def _game_sheet(bot: Bot, say: Translator, game: GameProfile) -> GameSheet:
    rules = bot.games.get(game.game)
    places = range(1, max(game.places, default=0) + 1)
    return GameSheet(
        title=rules.title(say) if rules else game.game,
        accent=game_colour(game.game),
        bars=tuple((f"{place}.", game.places.get(place, 0)) for place in places),
        facts=(_amount(say, game), *_results_line(say, game)),
        lines=tuple(_favourites(say, rules, game)),
    )


def alt(bot: Bot, profile: Profile, say: Translator, name: str) -> str:
    """Return the alternative text of a profile's picture for screen readers, in a few sentences."""
    games = [f"{bot.games[one.game].title(say)}: {_amount(say, one)}" for one in profile.games if one.game in bot.games]
    facts = ", ".join(f"{what}: {number}" for number, what in _facts(say, profile))
    return ". ".join([f"{safe_names.clean_name(name)}: {facts}", *games]) + "."
