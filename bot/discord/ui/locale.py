"""People's languages, and the translations of commands' names and descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord
from discord import app_commands

from bot.discord.emoji import NO_ICONS, EmojiIcons
from bot.discord.ui import limits, safe_names
from rules.kernel.data.actions import COMMAND, OPTION
from rules.kernel.data.view import BASE
from rules.kernel.words.translation import LOCALES, Translator

#: The name of each language, written in that language.
LANGUAGE_NAMES = {"en": "English", "hu": "Magyar", "es": "Español"}

_DISCORD = {
    "hu": (discord.Locale.hungarian,),
    "es": (discord.Locale.spain_spanish, discord.Locale.latin_american_spanish),
}
_BY_LOCALE = {locale: code for code, locales in _DISCORD.items() for locale in locales}


def code_of(locale: discord.Locale | None, default: str = "en") -> str:
    """Return the bot's code for Discord's locale: "hu", "es" for both variants of Spanish, and "en" for all others."""
    return default if locale is None else _BY_LOCALE.get(locale, "en")


@dataclass(frozen=True, slots=True)
class ReaderContext:
    """A reader's language, icons and names, with one translator for message text and one for labels."""

    locale: str
    raw_names: Sequence[str] = ()
    #: The icons to show instead of words, or NO_ICONS for readers who prefer words.
    icons: EmojiIcons = NO_ICONS
    #: The content pack used in the reader's match.
    pack: str = BASE
    #: The translator for message text. It escapes markdown in names.
    text: Translator = field(init=False)
    #: The translator for labels of buttons, options and pictures, where markdown has no effect.
    label: Translator = field(init=False)
    #: The translator for message text that may contain icons. Text that appears in phone notifications must not have
    #: any.
    signed: Translator = field(init=False)

    def __post_init__(self) -> None:
        plain = Translator(self.locale, pack=self.pack)
        object.__setattr__(self, "text", plain.with_names([safe_names.safe_name(name) for name in self.raw_names]))
        object.__setattr__(self, "label", plain.with_names([safe_names.clean_name(name) for name in self.raw_names]))
        icon_sentences = self.icons.sentences(self.text.locale)
        object.__setattr__(
            self,
            "signed",
            Translator(self.locale, self.text.names, icon_sentences, self.pack) if icon_sentences else self.text,
        )


_PLACES = app_commands.TranslationContextLocation
#: Patterns that distinguish the names of commands and options from the other texts in the catalogues.
_NAME_PATTERNS = {
    _PLACES.command_name: COMMAND,
    _PLACES.group_name: COMMAND,
    _PLACES.parameter_name: OPTION,
}


class CommandTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands and options for Discord's clients.

    Discord always sends the English name, whatever the client displays, and every client also finds a command by its
    English name. That is why messages use the English names of commands, which work for all readers.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translated name or description, or None if there is no translation."""
        code = code_of(locale)
        if code == "en":
            return None
        if context.location in _NAME_PATTERNS:
            return command_name(_NAME_PATTERNS[context.location].format(string.message), code)
        return translate(string.message, code, str(string.extras.get("msgid", "")))


def command_name(spelt: str, code: str) -> str:
    """Return the translated name of a command or option. `spelt` is the name as written in the catalogues."""
    return Translator(code).t(spelt).strip("/:")


def translate(message: str, code: str, msgid: str = "") -> str | None:
    """Return the translated description, truncated to Discord's limit, or None if the catalogue has no translation."""
    source = msgid or message
    translated = Translator(code).t(source)
    return None if translated == source else limits.truncate(translated, limits.COMMAND_DESCRIPTION)


def described(msgid: str) -> app_commands.locale_str:
    """Return a command's description, truncated to Discord's limit, as a string that discord.py translates later."""
    return app_commands.locale_str(limits.truncate(msgid, limits.COMMAND_DESCRIPTION), msgid=msgid)


def languages() -> list[tuple[str, str]]:
    """Return the code of each language, and its name written in that language."""
    return [(code, LANGUAGE_NAMES[code]) for code in LOCALES]
