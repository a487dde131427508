"""The signs in texts and on buttons, and their emojis in the application."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import discord

from bot.app.clock import monotonic
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words import text_icons
from rules.kernel.words.translation import LOCALES

#: Seconds to avoid an emoji that Discord has refused.
AVOID_SECONDS = 300.0


class EmojiIcons:
    """The games' signs as emojis, kept in memory. Without emojis, everything is in words."""

    def __init__(self, games: Iterable[AnyParts] = (), clock: Callable[[], float] = monotonic) -> None:
        """`clock` returns seconds that only ever increase."""
        games = list(games)
        self._clock = clock
        self._signed = [pair for game in games for pair in game.signed.items()]
        #: The icons that games use.
        self.names = sorted({name for game in games for name in text_icons.used(game.signed, game.leading)})
        self._emojis: Mapping[str, discord.PartialEmoji] = {}
        self._ready: Mapping[str, Mapping[str, str]] = {}
        #: Refused emojis by id, with the end of the time to avoid them.
        self._avoided: dict[int, float] = {}

    def use_emojis(self, emojis: Mapping[str, discord.PartialEmoji]) -> None:
        """Use these emojis from now on, by the names of their icons."""
        if emojis != self._emojis:
            self._emojis = dict(emojis)
            self._make_ready()

    def avoid(self, emojis: Collection[int]) -> None:
        """Replace these emojis with words for a while, because Discord refuses them."""
        self._avoided |= dict.fromkeys(emojis, self._clock() + AVOID_SECONDS)
        self._make_ready()

    def _make_ready(self) -> None:
        marks = {name: str(emoji) for name, emoji in self._emojis.items() if emoji.id not in self._avoided}
        self._ready = {locale: text_icons.ready(locale, self._signed, marks) for locale in LOCALES}

    def _forgive(self) -> None:
        """Use emojis again whose time to be avoided is over."""
        over = [number for number, until in self._avoided.items() if until <= self._clock()]
        if over:
            for number in over:
                del self._avoided[number]
            self._make_ready()

    def __bool__(self) -> bool:
        return bool(self._emojis)

    def sentences(self, locale: str) -> Mapping[str, str]:
        """Return the sentences with signs in a language, by message id."""
        self._forgive()
        return self._ready.get(locale, {})

    def emoji(self, name: str) -> discord.PartialEmoji | None:
        """Return the emoji of an icon, if there is one that Discord accepts."""
        self._forgive()
        found = self._emojis.get(name)
        return None if found is None or found.id in self._avoided else found


#: For readers who want words: a screen reader only says an emoji's name.
NO_ICONS = EmojiIcons()
