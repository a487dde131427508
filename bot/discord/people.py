"""People: the language each of them uses or chose, and whether they are still there."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.discord.locale import code_of
from bot.store import Store, StoreError, people
from rules.kernel.words.text import LOCALES

if TYPE_CHECKING:
    from bot.discord.client import TenebraeBot

log = logging.getLogger("bot.discord")

#: The setting under which a chosen language is kept; without it Discord's own decides.
LANGUAGE = "language"
#: A server's language for matches opened in it; without it the server's own decides.
GUILD_LANGUAGE = "language"
#: What Discord says of somebody who is not a member, or no user any more.
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


async def has_left(guild: discord.Guild, user_id: int) -> bool:
    """Tell whether a person is no member of a server; when in doubt, they are."""
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound as error:
        return error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
    except discord.HTTPException:
        return False
    return False


class People:
    """Languages by person, read once and kept up to date."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._chosen: dict[int, str | None] = {}
        self._seen: dict[int, str] = {}

    async def locale(self, interaction: discord.Interaction[TenebraeBot]) -> str:
        """Return the language to answer this person in: the chosen one, or the one Discord runs in."""
        user_id = interaction.user.id
        if user_id not in self._chosen:
            await self._load(user_id)
        current = code_of(interaction.locale)
        if self._seen.get(user_id) != current:
            try:
                async with self._store.write() as tx:
                    await people.set_locale(tx, user_id, current)
                self._seen[user_id] = current
            except StoreError as error:
                # It is remembered another time; who only wants to look need not be turned away for it.
                log.error("a language could not be saved: %s", error, extra={"user": user_id})
        return self._chosen[user_id] or current

    def known(self, user_id: int) -> str | None:
        """Return the language a person has chosen, as far as it is at hand without a look at the store."""
        return self._chosen.get(user_id)

    async def private_locale(self, user_id: int, default: str) -> str:
        """Return the language for a private message, where no interaction tells it."""
        if user_id not in self._chosen:
            await self._load(user_id)
        return self._chosen[user_id] or self._seen.get(user_id) or default

    async def choose(self, user_id: int, locale: str | None) -> None:
        """Fix a person's language, or (None) let Discord's decide again."""
        async with self._store.write() as tx:
            known = await people.user(tx, user_id)
            prefs = {name: value for name, value in (known.prefs or {}).items() if name != LANGUAGE}
            if locale:
                prefs[LANGUAGE] = locale
            await people.set_prefs(tx, user_id, prefs)
        self._chosen[user_id] = locale

    async def guild_locale(self, guild_id: int) -> str | None:
        """Return the language chosen for a server's matches, if any."""
        return (await people.guild_settings(self._store.read, guild_id)).get(GUILD_LANGUAGE)

    async def choose_for_guild(self, guild_id: int, locale: str | None) -> None:
        """Fix or free the language of matches opened in a server from now on."""
        async with self._store.write() as tx:
            settings = await people.guild_settings(tx, guild_id)
            settings.pop(GUILD_LANGUAGE, None)
            if locale:
                settings[GUILD_LANGUAGE] = locale
            await people.set_guild_settings(tx, guild_id, settings)

    async def _load(self, user_id: int) -> None:
        known = await people.user(self._store.read, user_id)
        chosen = (known.prefs or {}).get(LANGUAGE)
        self._chosen[user_id] = chosen if chosen in LOCALES else None
        if known.locale in LOCALES:
            self._seen[user_id] = known.locale
