"""The games' icons in texts and on buttons, shown as the application's emojis."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import discord

from bot.app.clock import monotonic
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words import text_icons
from rules.kernel.words.translation import LOCALES

#: After Discord has refused an emoji, the bot doesn't use it for this many seconds.
AVOID_SECONDS = 300.0


class EmojiIcons:
    """The games' icons as emojis. Where an icon has no emoji, texts use words instead."""

    def __init__(self, games: Iterable[AnyParts] = (), clock: Callable[[], float] = monotonic) -> None:
        """`clock` returns the monotonic time in seconds."""
        games = list(games)
        self._clock = clock
        self._signed = [pair for game in games for pair in game.signed.items()]
        #: The names of all icons that the games use.
        self.names = sorted({name for game in games for name in text_icons.icon_names(game.signed, game.leading)})
        self._emojis: Mapping[str, discord.PartialEmoji] = {}
        self._ready: Mapping[str, Mapping[str, str]] = {}
        #: The time when each refused emoji may be used again, by emoji id.
        self._avoided: dict[int, float] = {}

    def use_emojis(self, emojis: Mapping[str, discord.PartialEmoji]) -> None:
        """Use these emojis from now on. The keys of `emojis` are icon names."""
        if emojis != self._emojis:
            self._emojis = dict(emojis)
            self._make_ready()

    def avoid(self, emojis: Collection[int]) -> None:
        """Use words instead of the emojis with these ids for a while because Discord refused the emojis."""
        self._avoided |= dict.fromkeys(emojis, self._clock() + AVOID_SECONDS)
        self._make_ready()

    def _make_ready(self) -> None:
        marks = {name: str(emoji) for name, emoji in self._emojis.items() if emoji.id not in self._avoided}
        self._ready = {locale: text_icons.with_icons(locale, self._signed, marks) for locale in LOCALES}

    def _restore_expired(self) -> None:
        """Use refused emojis again once their waiting time is over."""
        expired_ids = [number for number, until in self._avoided.items() if until <= self._clock()]
        if expired_ids:
            for number in expired_ids:
                del self._avoided[number]
            self._make_ready()

    def __bool__(self) -> bool:
        return bool(self._emojis)

    def sentences(self, locale: str) -> Mapping[str, str]:
        """Return the translated sentences that contain icons, by message id."""
        self._restore_expired()
        return self._ready.get(locale, {})

    def emoji(self, name: str) -> discord.PartialEmoji | None:
        """Return an icon's emoji, or None if the icon has none or Discord has recently refused it."""
        self._restore_expired()
        found = self._emojis.get(name)
        return None if found is None or found.id in self._avoided else found


#: An empty set of icons for people who prefer words, for example because a screen reader reads out emoji names.
NO_ICONS = EmojiIcons()
