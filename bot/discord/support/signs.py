"""The signs that stand in texts and on buttons, and which emojis of the application they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import discord

from rules.kernel.engine.parts import AnyParts
from rules.kernel.words import signs
from rules.kernel.words.text import LOCALES


class Signs:
    """The games' signs as emojis, kept in memory; without emojis everything is said in words."""

    def __init__(self, games: Iterable[AnyParts] = ()) -> None:
        games = list(games)
        self._signed = [pair for game in games for pair in game.signed.items()]
        #: The icons that games use.
        self.names = sorted({name for game in games for name in signs.used(game.signed, game.leading)})
        self._emojis: Mapping[str, discord.PartialEmoji] = {}
        self._ready: Mapping[str, Mapping[str, str]] = {}

    def know(self, emojis: Mapping[str, discord.PartialEmoji]) -> None:
        """Use these emojis from now on, by the names of their icons."""
        if emojis != self._emojis:
            self._emojis = dict(emojis)
            marks = {name: str(emoji) for name, emoji in emojis.items()}
            self._ready = {locale: signs.ready(locale, self._signed, marks) for locale in LOCALES}

    def __bool__(self) -> bool:
        return bool(self._emojis)

    def said(self, locale: str) -> Mapping[str, str]:
        """Return the sentences with signs in a language, by message id."""
        return self._ready.get(locale, {})

    def emoji(self, name: str) -> discord.PartialEmoji | None:
        """Return the emoji of an icon, if there is one."""
        return self._emojis.get(name)


#: For those who want words: in texts that a machine reads aloud an emoji is only its name.
WORDS = Signs()
