"""What a server has chosen for its matches: where they may be opened, and how a new one begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.matches.pace import OFFERED
from bot.matches.recent import Recent
from bot.store import Store, changes, people
from bot.store.changes import ChangeRow as ServerChange
from rules.kernel.errors import Refusal
from rules.kernel.words.text import LOCALES, N_

#: The settings of a server: the language of new matches, their pace, whether each gets a thread, the channels in which
#: they may be opened, and the role of those who are game masters besides whoever manages a channel.
LANGUAGE, PACE, THREADS, CHANNELS, GAME_MASTERS = "language", "pace", "threads", "channels", "game_masters"
#: The settings that posts say everything in words, without signs, and that matches may count for a ladder.
IN_WORDS, LADDER = "in_words", "ladder"
#: The settings of where news of those who run the bot is posted, and that none is.
ANNOUNCEMENTS, UNANNOUNCED = "announcements", "unannounced"
#: What is recorded beside these: the channel in which open tables are listed.
TABLES = "tables"
#: The paces that new matches may begin with, by name, as they are saved with a match: see `ServerSettings.pace`.
PACES: Mapping[str, Mapping[str, Any]] = {name: pace.data() for name, pace in OFFERED.items()}
#: So many channels may be chosen: no menu of Discord holds more.
MOST_CHANNELS = 25


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server has chosen."""

    #: The language of new matches; None for the server's own.
    language: str | None = None
    #: Their pace, as it is saved with a match; empty for the default.
    pace: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: Whether each gets a thread of its own.
    threads: bool = False
    #: The channels in which matches may be opened; empty for all.
    channels: tuple[int, ...] = ()
    #: The role of game masters, if there is one.
    game_masters: int | None = None
    #: Whether posts say everything in words, for those who have them read aloud.
    in_words: bool = False
    #: Whether it has ladders, for which matches may count.
    ladder: bool = False
    #: The channel of news of those who run the bot, None for where matches are played; and whether none is wanted.
    announcements: int | None = None
    unannounced: bool = False

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> ServerSettings:
        """Read what is saved of a server."""
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
            bool(saved.get(UNANNOUNCED)),
        )

    def check_channel(self, channel_ids: Collection[int | None]) -> None:
        """Raise Refusal where no match may be opened; for a thread, the ids are its own and that of its channel."""
        if self.channels and not set(self.channels) & set(channel_ids):
            raise Refusal(
                N_(
                    "In this server matches are opened in other channels: {channels}. Someone who manages the server"
                    " can change this in `/settings server`."
                ),
                channels=", ".join(f"<#{channel}>" for channel in self.channels),
            )


class Servers:
    """Reads and changes what servers have chosen.

    `by` is who changes it, for the record; what no person has chosen is not recorded.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._in_words: Recent[int, bool] = Recent()

    async def settings(self, guild_id: int) -> ServerSettings:
        """Return what a server has chosen."""
        return ServerSettings.of(await people.guild_settings(self._store.read, guild_id))

    async def changes(self, guild_id: int, most: int) -> Sequence[ServerChange]:
        """Return who changed what in a server last, the newest first."""
        return await changes.newest(self._store.read, guild_id, most)

    async def choose_language(self, guild_id: int, locale: str | None, *, by: int | None = None) -> None:
        """Save the language of a server's future matches; with None, the server's own counts again."""
        if locale is not None and locale not in LOCALES:
            raise Refusal(N_("That language is not one of ours."))
        await self._choose(guild_id, LANGUAGE, locale, by)

    async def choose_pace(self, guild_id: int, name: str, *, by: int | None = None) -> None:
        """Save the pace with which a server's future matches begin."""
        if name not in PACES:
            raise Refusal(N_("I know no such pace."))
        await self._choose(guild_id, PACE, PACES[name], by)

    async def choose_threads(self, guild_id: int, *, threads: bool, by: int | None = None) -> None:
        """Save whether each future match gets a thread of its own."""
        await self._choose(guild_id, THREADS, threads, by)

    async def choose_channels(self, guild_id: int, channel_ids: Collection[int], *, by: int | None = None) -> None:
        """Save in which channels matches may be opened; in all of them if none is named."""
        await self._choose(guild_id, CHANNELS, sorted(set(channel_ids))[:MOST_CHANNELS], by)

    async def choose_game_masters(self, guild_id: int, role_id: int | None, *, by: int | None = None) -> None:
        """Save the role of game masters; with None, only those are who manage a channel."""
        await self._choose(guild_id, GAME_MASTERS, role_id, by)

    async def choose_words(self, guild_id: int, in_words: bool, *, by: int | None = None) -> None:
        """Save whether posts say everything in words."""
        await self._choose(guild_id, IN_WORDS, in_words, by)
        self._in_words[guild_id] = in_words

    async def choose_ladder(self, guild_id: int, *, ladder: bool, by: int | None = None) -> None:
        """Save whether a server has ladders."""
        await self._choose(guild_id, LADDER, ladder, by)

    async def choose_announcements(self, guild_id: int, channel_id: int | None, *, by: int | None = None) -> None:
        """Save in which channel news of those who run the bot is posted; with None, where matches are played."""
        await self._choose(guild_id, ANNOUNCEMENTS, channel_id, by)

    async def choose_unannounced(self, guild_id: int, *, unannounced: bool, by: int | None = None) -> None:
        """Save whether no such news is posted."""
        await self._choose(guild_id, UNANNOUNCED, unannounced, by)

    async def in_words(self, guild_id: int) -> bool:
        """Tell whether posts say everything in words."""
        if guild_id not in self._in_words:
            self._in_words[guild_id] = (await self.settings(guild_id)).in_words
        return bool(self._in_words.get(guild_id))

    async def _choose(self, guild_id: int, name: str, value: Any, by: int | None) -> None:
        """Change one setting; what is empty is not saved."""
        async with self._store.write() as tx:
            await tx.alone(f"server {guild_id}")
            before = await people.guild_settings(tx, guild_id)
            settings = before | {name: value}
            await people.set_guild_settings(tx, guild_id, {key: kept for key, kept in settings.items() if kept})
            if by is not None and (before.get(name) or None) != (value or None):
                await changes.put(tx, guild_id, ServerChange(by, self._clock.now(), name, value))
