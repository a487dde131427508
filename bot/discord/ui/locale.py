"""The languages of people, and the translations of command descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord
from discord import app_commands

from bot.discord.ui import limits, names
from bot.discord.ui.emoji import NO_ICONS, EmojiIcons
from rules.kernel.data.actions import COMMAND, OPTION
from rules.kernel.data.view import BASE
from rules.kernel.words.translation import LOCALES, Translator

#: The name of each language in that language.
LANGUAGE_NAMES = {"en": "English", "hu": "Magyar", "es": "Español"}

_DISCORD = {
    "hu": (discord.Locale.hungarian,),
    "es": (discord.Locale.spain_spanish, discord.Locale.latin_american_spanish),
}
_BY_LOCALE = {locale: code for code, locales in _DISCORD.items() for locale in locales}


def code_of(locale: discord.Locale | None, default: str = "en") -> str:
    """Return our language for Discord's: "hu", "es" for both kinds of Spanish, "en" for all others."""
    return default if locale is None else _BY_LOCALE.get(locale, "en")


@dataclass(frozen=True, slots=True)
class ReaderContext:
    """A reader of the bot's words: translators into their language, for text and for labels."""

    locale: str
    raw_names: Sequence[str] = ()
    #: The signs that replace words; none for readers who want words only.
    icons: EmojiIcons = NO_ICONS
    #: The content pack of the reader's match.
    pack: str = BASE
    #: For message text; names are escaped for markdown.
    text: Translator = field(init=False)
    #: For labels of buttons, options and pictures, which have no markdown.
    label: Translator = field(init=False)
    #: For message text that may have signs: read on a screen, not pushed to a phone.
    signed: Translator = field(init=False)

    def __post_init__(self) -> None:
        plain = Translator(self.locale, pack=self.pack)
        object.__setattr__(self, "text", plain.with_names([names.safe_name(name) for name in self.raw_names]))
        object.__setattr__(self, "label", plain.with_names([names.clean_name(name) for name in self.raw_names]))
        said = self.icons.sentences(self.text.locale)
        object.__setattr__(
            self, "signed", Translator(self.locale, self.text.names, said, self.pack) if said else self.text
        )


_PLACES = app_commands.TranslationContextLocation
#: The catalogues' spelling of commands and options, which sets them apart from other words.
_NAME_PATTERNS = {
    _PLACES.command_name: COMMAND,
    _PLACES.group_name: COMMAND,
    _PLACES.parameter_name: OPTION,
}


class CommandTranslator(app_commands.Translator):
    """Translates names and descriptions of commands and options for Discord's clients.

    Discord sends the English names whatever the client shows, and finds a command by its English name in every client.
    So our sentences use English command names, which work for all readers.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translated name or description, or None if there is none."""
        code = code_of(locale)
        if code == "en":
            return None
        if context.location in _NAME_PATTERNS:
            return command_name(_NAME_PATTERNS[context.location].format(string.message), code)
        return translate(string.message, code, str(string.extras.get("msgid", "")))


def command_name(spelt: str, code: str) -> str:
    """Return the name of a command or option, spelt as in the catalogues, in a language."""
    return Translator(code).t(spelt).strip("/:")


def translate(message: str, code: str, msgid: str = "") -> str | None:
    """Return a clipped translation of a description, or None if the catalogue has none."""
    source = msgid or message
    translated = Translator(code).t(source)
    return None if translated == source else limits.truncate(translated, limits.COMMAND_DESCRIPTION)


def described(msgid: str) -> app_commands.locale_str:
    """Return a description that is clipped to Discord's limit, and translated if possible."""
    return app_commands.locale_str(limits.truncate(msgid, limits.COMMAND_DESCRIPTION), msgid=msgid)


def languages() -> list[tuple[str, str]]:
    """Return every language as its code and its own name."""
    return [(code, LANGUAGE_NAMES[code]) for code in LOCALES]
