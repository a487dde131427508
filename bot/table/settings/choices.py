"""The choices in the settings panels, and functions that parse the chosen values."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.discord.bot import Interaction
from bot.discord.http.permissions import is_admin
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_, Translator

#: The value that stands for the language of the person's Discord client.
FOLLOW_DISCORD = "auto"
#: The value of the `server` option that opens the server's panel.
OPEN_PANEL = "panel"
#: Labels for showing amounts with icons (False) or only in words (True), and the menu values of these two choices.
ICON_WORDS = {False: N_("With signs"), True: N_("All in words, for screen readers")}
WITH_ICONS, IN_WORDS = "signs", "words"
#: Labels for a server with ladders and for one without.
LADDER_WORDS = {True: N_("This server has ladders"), False: N_("This server has no ladders")}
#: Labels for whether the owners' news is posted in a server.
ANNOUNCEMENT_WORDS = {
    True: N_("News of those who run me is posted"),
    False: N_("No news of those who run me is posted"),
}
YES_NO_VALUES = {True: "yes", False: "no"}
#: Labels for whether others see a person's profile, and the menu values of these two choices.
SEEN = {
    True: N_("In each server others see what you have played there"),
    False: N_("Only you see what you have played"),
}
SHOWN, HIDDEN = "shown", "hidden"


def style_options(say: Translator, in_words: bool) -> list[discord.SelectOption]:
    """Return the options for showing amounts with icons or in words. `in_words` is the current choice."""
    return [
        controls.option(say.t(words), IN_WORDS if value else WITH_ICONS, default=value == in_words)
        for value, words in ICON_WORDS.items()
    ]


def yes_or_no(say: Translator, words: Mapping[bool, str], now: bool) -> list[discord.SelectOption]:
    """Return a yes option and a no option with these labels. `now` is the current choice."""
    return [controls.option(say.t(words[yes]), value, default=yes == now) for yes, value in YES_NO_VALUES.items()]


def is_yes(press: ComponentInteraction) -> bool:
    """Return whether the yes option was chosen."""
    if press.value not in YES_NO_VALUES.values():
        raise controls.stale_button_error()
    return press.value == YES_NO_VALUES[True]


def check_language(value: str) -> None:
    """Raise Refusal for an unsupported language."""
    if value not in LOCALES:
        raise Refusal(N_("That language is not one of ours."))


def language_of(value: str) -> str | None:
    """Return the chosen language, or None for the language of the person's Discord client; raises Refusal."""
    if value == FOLLOW_DISCORD:
        return None
    check_language(value)
    return value


def in_words_of(value: str) -> bool:
    """Return whether a person chose words instead of icons; raises Refusal for an unknown value."""
    if value not in (WITH_ICONS, IN_WORDS):
        raise controls.stale_button_error()
    return value == IN_WORDS


def is_shown(value: str) -> bool:
    """Return whether a person chose to let others see their profile; raises Refusal for an unknown value."""
    if value not in (SHOWN, HIDDEN):
        raise controls.stale_button_error()
    return value == SHOWN


def managed_server(interaction: Interaction) -> int:
    """Return the id of the interaction's server; raises Refusal unless this person manages it."""
    if interaction.guild_id is None or not is_admin(interaction, interaction.guild_id):
        raise Refusal(N_("Only someone who manages this server can change that."))
    return interaction.guild_id
