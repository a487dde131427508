"""The choices of the settings panels, and their parsing."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.discord.bot import Interaction
from bot.discord.http.permissions import is_admin
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_, Translator

#: The choice that follows Discord's language.
FOLLOW_DISCORD = "auto"
#: The choice of a command that opens a server's panel.
OPEN_PANEL = "panel"
#: The names of both styles for amounts, by whether they use words only, and the values of that choice.
ICON_WORDS = {False: N_("With signs"), True: N_("All in words, for screen readers")}
WITH_ICONS, IN_WORDS = "signs", "words"
#: The words for a server with and without ladders, and the values of a choice between two.
LADDER_WORDS = {True: N_("This server has ladders"), False: N_("This server has no ladders")}
#: The words for whether the owners' news is posted.
ANNOUNCEMENT_WORDS = {
    True: N_("News of those who run me is posted"),
    False: N_("No news of those who run me is posted"),
}
YES_NO_VALUES = {True: "yes", False: "no"}
#: The audience of a person's profile, by whether others see it, and the values of that choice.
SEEN = {
    True: N_("In each server others see what you have played there"),
    False: N_("Only you see what you have played"),
}
SHOWN, HIDDEN = "shown", "hidden"


def style_options(say: Translator, in_words: bool) -> list[discord.SelectOption]:
    """Return both styles for amounts as options."""
    return [
        controls.option(say.t(words), IN_WORDS if value else WITH_ICONS, default=value == in_words)
        for value, words in ICON_WORDS.items()
    ]


def yes_or_no(say: Translator, words: Mapping[bool, str], now: bool) -> list[discord.SelectOption]:
    """Return yes and no as options, each in these words."""
    return [controls.option(say.t(words[yes]), value, default=yes == now) for yes, value in YES_NO_VALUES.items()]


def is_yes(press: ComponentInteraction) -> bool:
    """Return whether yes was chosen."""
    if press.value not in YES_NO_VALUES.values():
        raise controls.stale_button_error()
    return press.value == YES_NO_VALUES[True]


def check_language(value: str) -> None:
    """Raise Refusal for an unsupported language."""
    if value not in LOCALES:
        raise Refusal(N_("That language is not one of ours."))


def language_of(value: str) -> str | None:
    """Return the chosen language, None for Discord's own; raises Refusal."""
    if value == FOLLOW_DISCORD:
        return None
    check_language(value)
    return value


def in_words_of(value: str) -> bool:
    """Return whether words only was chosen; raises Refusal."""
    if value not in (WITH_ICONS, IN_WORDS):
        raise controls.stale_button_error()
    return value == IN_WORDS


def is_shown(value: str) -> bool:
    """Return whether others may see a profile; raises Refusal."""
    if value not in (SHOWN, HIDDEN):
        raise controls.stale_button_error()
    return value == SHOWN


def managed_server(interaction: Interaction) -> int:
    """Return the server, which this person must manage; raises Refusal."""
    if interaction.guild_id is None or not is_admin(interaction, interaction.guild_id):
        raise Refusal(N_("Only someone who manages this server can change that."))
    return interaction.guild_id
