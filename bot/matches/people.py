"""What is saved about people and servers: their languages, and the private channels to people."""

from __future__ import annotations

import logging

from bot.store import Store, StoreError, people
from rules.kernel.words.text import LOCALES

log = logging.getLogger(__name__)

#: The setting for the chosen language of a person or a server; without it Discord's language counts.
LANGUAGE = "language"
#: The setting that notes that a person has been told what a panel is.
PANEL = "panel"


class People:
    """The languages of people, read once and kept in memory, and private channels."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._chosen: dict[int, str | None] = {}
        self._seen: dict[int, str] = {}
        self._told: set[int] = set()

    async def is_first_panel(self, user_id: int) -> bool:
        """Tell whether this is the first panel a person ever sees, and note that it is."""
        if user_id in self._told:
            return False
        self._told.add(user_id)
        try:
            async with self._store.write() as tx:
                prefs = (await people.user(tx, user_id)).prefs or {}
                if prefs.get(PANEL):
                    return False
                await people.set_prefs(tx, user_id, {**prefs, PANEL: "told"})
        except StoreError as error:
            log.error("a first panel could not be noted: %s", error, extra={"user": user_id})
        return True

    async def locale(self, user_id: int, current: str) -> str:
        """Return the language to answer this person in: the chosen one, or `current`, which is saved."""
        if user_id not in self._chosen:
            await self._load(user_id)
        if self._seen.get(user_id) != current:
            try:
                async with self._store.write() as tx:
                    await people.set_locale(tx, user_id, current)
                self._seen[user_id] = current
            except StoreError as error:
                # The next interaction will save it; this is no reason to refuse somebody who only reads.
                log.error("a language could not be saved: %s", error, extra={"user": user_id})
        return self._chosen[user_id] or current

    def known(self, user_id: int) -> str | None:
        """Return the language that a person has chosen, if it is in memory."""
        return self._chosen.get(user_id)

    async def private_locale(self, user_id: int, default: str) -> str:
        """Return the language for a private message, outside an interaction."""
        if user_id not in self._chosen:
            await self._load(user_id)
        return self._chosen[user_id] or self._seen.get(user_id) or default

    async def choose(self, user_id: int, locale: str | None) -> None:
        """Save a person's chosen language; with None, Discord's counts again."""
        async with self._store.write() as tx:
            known = await people.user(tx, user_id)
            prefs = {name: value for name, value in (known.prefs or {}).items() if name != LANGUAGE}
            if locale:
                prefs[LANGUAGE] = locale
            await people.set_prefs(tx, user_id, prefs)
        self._chosen[user_id] = locale

    async def guild_locale(self, guild_id: int) -> str | None:
        """Return the language chosen for a server's matches, if any."""
        return (await people.guild_settings(self._store.read, guild_id)).get(LANGUAGE)

    async def choose_for_guild(self, guild_id: int, locale: str | None) -> None:
        """Save the language of a server's future matches; with None, the server's own counts again."""
        async with self._store.write() as tx:
            settings = await people.guild_settings(tx, guild_id)
            settings.pop(LANGUAGE, None)
            if locale:
                settings[LANGUAGE] = locale
            await people.set_guild_settings(tx, guild_id, settings)

    async def dm_channel(self, user_id: int) -> int | None:
        """Return the private channel to a person, if it is known."""
        return (await people.user(self._store.read, user_id)).dm_channel_id

    async def set_dm_channel(self, user_id: int, channel_id: int) -> None:
        """Save the private channel to a person."""
        async with self._store.write() as tx:
            await people.set_dm_channel(tx, user_id, channel_id)

    async def takes_no_messages(self, user_id: int) -> bool:
        """Tell whether the last private message to a person was refused."""
        return (await people.user(self._store.read, user_id)).dm_closed

    async def _load(self, user_id: int) -> None:
        known = await people.user(self._store.read, user_id)
        chosen = (known.prefs or {}).get(LANGUAGE)
        self._chosen[user_id] = chosen if chosen in LOCALES else None
        if known.locale in LOCALES:
            self._seen[user_id] = known.locale
