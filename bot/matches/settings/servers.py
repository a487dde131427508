"""Servers' settings for matches: the channels where matches are allowed, and the defaults of new matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.app.clock import Clock
from bot.matches.clocks.time_control import PRESET_TIME_CONTROLS
from bot.matches.ttl_cache import TTLCache
from bot.store.statements import settings_audit_log, users_and_servers
from bot.store.statements.settings_audit_log import ChangeRow as ServerChange
from bot.store.store import Store
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_

#: The names of settings: the language and time control of new matches, whether each match gets a thread, the allowed
#: channels, and the role of game masters who don't manage the channel.
LANGUAGE, PACE, THREADS, CHANNELS, GAME_MASTERS = "language", "pace", "threads", "channels", "game_masters"
#: The names of the settings for text without symbols and for ladders.
IN_WORDS, LADDER = "in_words", "ladder"
#: The names of the settings for the channel of the owners' announcements, and for turning announcements off.
ANNOUNCEMENTS, NO_ANNOUNCEMENTS = "announcements", "unannounced"
#: The name in the audit log for a change of the channel that lists open tables.
TABLES = "tables"
#: The time controls for new matches, by name, as they are saved; see `ServerSettings.pace`.
SAVED_PACES: Mapping[str, Mapping[str, Any]] = {name: pace.to_json() for name, pace in PRESET_TIME_CONTROLS.items()}
#: Maximum number of allowed channels that a server may choose. A Discord menu can't have more entries.
MAX_CHANNELS = 25


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings."""

    #: The language of new matches; None stands for the server's language in Discord.
    language: str | None = None
    #: The time control of new matches, as it is saved; empty for the default.
    pace: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: Whether each match gets its own thread.
    threads: bool = False
    #: The channels where matches may be opened; empty if all channels are allowed.
    channels: tuple[int, ...] = ()
    #: The role whose members are game masters, if there is one.
    game_masters: int | None = None
    #: Whether posts use text without symbols, for screen readers.
    in_words: bool = False
    #: Whether the server has ladders for rated matches.
    ladder: bool = False
    #: The channel for the owners' announcements (None: a channel where matches are played), and whether announcements
    #: are turned off.
    announcements: int | None = None
    unannounced: bool = False

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> ServerSettings:
        """Read a server's saved settings."""
        language = saved.get(LANGUAGE)
        return cls(
            language if language in LOCALES else None,
            saved.get(PACE) or {},
            bool(saved.get(THREADS)),
            tuple(saved.get(CHANNELS, ())),
            saved.get(GAME_MASTERS),
            bool(saved.get(IN_WORDS)),
            bool(saved.get(LADDER)),
            saved.get(ANNOUNCEMENTS),
            bool(saved.get(NO_ANNOUNCEMENTS)),
        )

    def check_channel(self, channel_ids: Collection[int | None]) -> None:
        """Raise Refusal if none of these channels allows matches. For a thread, pass its id and its channel's id."""
        if self.channels and not set(self.channels) & set(channel_ids):
            raise Refusal(
                N_(
                    "In this server, matches are opened in other channels: {channels}. The server's managers "
                    "can change this in `/settings server`."
                ),
                channels=", ".join(f"<#{channel}>" for channel in self.channels),
            )


class Servers:
    """Reads and changes servers' settings.

    `by` is the user who makes a change, for the audit log. Automatic changes aren't logged.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._in_words: TTLCache[int, bool] = TTLCache()

    async def settings(self, guild_id: int) -> ServerSettings:
        """Return a server's settings."""
        return ServerSettings.from_json(await users_and_servers.guild_settings(self._store.read, guild_id))

    async def changes(self, guild_id: int, limit: int) -> Sequence[ServerChange]:
        """Return the latest changes of a server's settings with the users who made them, newest first."""
        return await settings_audit_log.newest(self._store.read, guild_id, limit)

    async def choose_language(self, guild_id: int, locale: str | None, *, by: int | None = None) -> None:
        """Save the language of a server's future matches; None stands for the server's language in Discord."""
        if locale is not None and locale not in LOCALES:
            raise Refusal(N_("I don't speak that language."))
        await self._choose(guild_id, LANGUAGE, locale, by)

    async def choose_pace(self, guild_id: int, name: str, *, by: int | None = None) -> None:
        """Save the time control of a server's future matches."""
        if name not in SAVED_PACES:
            raise Refusal(N_("I don't know that pace."))
        await self._choose(guild_id, PACE, SAVED_PACES[name], by)

    async def choose_threads(self, guild_id: int, *, threads: bool, by: int | None = None) -> None:
        """Save whether each future match gets its own thread."""
        await self._choose(guild_id, THREADS, threads, by)

    async def choose_channels(self, guild_id: int, channel_ids: Collection[int], *, by: int | None = None) -> None:
        """Save the channels where matches may be opened. An empty list allows all channels."""
        await self._choose(guild_id, CHANNELS, sorted(set(channel_ids))[:MAX_CHANNELS], by)

    async def choose_game_masters(self, guild_id: int, role_id: int | None, *, by: int | None = None) -> None:
        """Save the role of game masters. If it is None, only people who manage a channel are game masters."""
        await self._choose(guild_id, GAME_MASTERS, role_id, by)

    async def choose_words(self, guild_id: int, in_words: bool, *, by: int | None = None) -> None:
        """Save whether posts use text without symbols."""
        await self._choose(guild_id, IN_WORDS, in_words, by)
        self._in_words[guild_id] = in_words

    async def choose_ladder(self, guild_id: int, *, ladder: bool, by: int | None = None) -> None:
        """Save whether a server has ladders."""
        await self._choose(guild_id, LADDER, ladder, by)

    async def choose_announcements(self, guild_id: int, channel_id: int | None, *, by: int | None = None) -> None:
        """Save the channel for the owners' announcements. None stands for a channel where matches are played."""
        await self._choose(guild_id, ANNOUNCEMENTS, channel_id, by)

    async def choose_unannounced(self, guild_id: int, *, unannounced: bool, by: int | None = None) -> None:
        """Save whether the owners' announcements are turned off."""
        await self._choose(guild_id, NO_ANNOUNCEMENTS, unannounced, by)

    async def in_words(self, guild_id: int) -> bool:
        """Return whether posts use text without symbols."""
        if guild_id not in self._in_words:
            self._in_words[guild_id] = (await self.settings(guild_id)).in_words
        return bool(self._in_words.get(guild_id))

    async def _choose(self, guild_id: int, name: str, value: Any, by: int | None) -> None:
        """Change one setting. An empty value removes it."""
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"server {guild_id}")
            before = await users_and_servers.guild_settings(tx, guild_id)
            settings = before | {name: value}
            await users_and_servers.set_guild_settings(
                tx, guild_id, {key: setting_value for key, setting_value in settings.items() if setting_value}
            )
            if by is not None and (before.get(name) or None) != (value or None):
                await settings_audit_log.save(tx, guild_id, ServerChange(by, self._clock.now(), name, value))
