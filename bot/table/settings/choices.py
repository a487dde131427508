"""The choices offered by the settings panels, and functions that parse the chosen values."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.discord.bot import Interaction
from bot.discord.http.channel_permissions import is_admin
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_, Translator

#: The menu value that stands for the language of the person's Discord client.
FOLLOW_DISCORD = "auto"
#: The value of the command option `server` that opens the panel with the server's settings.
OPEN_PANEL = "panel"
#: Labels for showing amounts with icons (False) or only as text (True), and the menu values for these choices.
ICON_WORDS = {False: N_("With icons"), True: N_("Words only, for screen readers")}
#: The same choices as labels and descriptions in a menu. Labels that fit on a phone have at most 25 characters.
SHORT_ICON_WORDS = {False: (N_("With icons"), ""), True: (N_("Words only"), N_("For screen readers"))}
WITH_ICONS, IN_WORDS = "signs", "words"
#: Labels for servers with and without ladders.
LADDER_WORDS = {True: N_("This server has ladders"), False: N_("This server has no ladders")}
SHORT_LADDER_WORDS = {True: N_("With ladders"), False: N_("Without ladders")}
#: Labels for servers where the owners' announcements are posted, and for servers where they aren't.
ANNOUNCEMENT_WORDS = {
    True: N_("News from the bot's owner is posted"),
    False: N_("No news from the bot's owner"),
}
SHORT_ANNOUNCEMENT_WORDS = {True: N_("News: posted"), False: N_("News: not posted")}
YES_NO_VALUES = {True: "yes", False: "no"}
#: Labels for showing and hiding a person's profile, and the menu values for these choices.
SEEN = {
    True: N_("In each server, others see what you've played there"),
    False: N_("Only you see what you've played"),
}
SHOWN, HIDDEN = "shown", "hidden"


def style_options(say: Translator, in_words: bool) -> list[discord.SelectOption]:
    """Return the options for showing amounts with icons or as text; `in_words` is the current choice."""
    return [
        controls.option(
            say.t(label), IN_WORDS if value else WITH_ICONS, say.t(note) if note else "", default=value == in_words
        )
        for value, (label, note) in SHORT_ICON_WORDS.items()
    ]


def yes_or_no(
    say: Translator, words: Mapping[bool, str], now: bool, short: Mapping[bool, str] | None = None
) -> list[discord.SelectOption]:
    """Return the options for yes and no with these labels; `now` is the current choice.

    With `short` labels, `words` are the descriptions.
    """
    return [
        controls.option(
            say.t((short or words)[yes]), value, say.t(words[yes]) if short is not None else "", default=yes == now
        )
        for yes, value in YES_NO_VALUES.items()
    ]


def is_yes(press: ComponentInteraction) -> bool:
    """Return whether the option for yes was chosen; raises Refusal for an unknown value."""
    if press.value not in YES_NO_VALUES.values():
        raise controls.stale_button_error()
    return press.value == YES_NO_VALUES[True]


def check_language(value: str) -> None:
    """Raise Refusal if the language isn't supported."""
    if value not in LOCALES:
        raise Refusal(N_("I don't speak that language."))


def language_of(value: str) -> str | None:
    """Return the chosen language; None stands for the language of the person's Discord client. Raises Refusal."""
    if value == FOLLOW_DISCORD:
        return None
    check_language(value)
    return value


def in_words_of(value: str) -> bool:
    """Return whether a person chose text instead of icons; raises Refusal for an unknown value."""
    if value not in (WITH_ICONS, IN_WORDS):
        raise controls.stale_button_error()
    return value == IN_WORDS


def is_shown(value: str) -> bool:
    """Return whether a person chose to show their profile to others; raises Refusal for an unknown value."""
    if value not in (SHOWN, HIDDEN):
        raise controls.stale_button_error()
    return value == SHOWN


def managed_server(interaction: Interaction) -> int:
    """Return the id of this server; raises Refusal unless the person manages it."""
    if interaction.guild_id is None or not is_admin(interaction, interaction.guild_id):
        raise Refusal(N_("Only a server manager can change that."))
    return interaction.guild_id
