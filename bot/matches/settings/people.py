"""Users' saved settings: language, notification preferences, private channel and others."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import Any
from zoneinfo import ZoneInfo

from bot.app.clock import HOUR as HOUR_SECONDS
from bot.matches.transaction_hook import TransactionHook
from bot.matches.ttl_cache import TTLCache
from bot.notifications.preferences import (
    DIGEST_SETTING,
    HIDES_TIME_SETTING,
    HOUR_SETTING,
    QUIET_SETTING,
    RING_SETTING,
    ZONE_ASKED_SETTING,
    ZONE_SETTING,
    NotificationPrefs,
    PingMode,
)
from bot.notifications.quiet_hours import MAX_QUIET_SECONDS as LONGEST_REST
from bot.store.errors import StoreError
from bot.store.statements import users_and_servers
from bot.store.statements.rows import UserRow
from bot.store.store import Store
from bot.store.transactions import Reader, Transaction
from rules.kernel.engine.lesson import Progress
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_

log = logging.getLogger(__name__)

#: The setting for the language that a user has chosen. If there is none, the bot uses the user's language in Discord.
LANGUAGE_SETTING = "language"
#: The setting with the time and match of a user's last reminder. For this many seconds afterwards, reminders about
#: other matches don't ping.
REMINDED_SETTING, REMINDER_PING_INTERVAL = "reminded", HOUR_SECONDS
#: The setting that says that a user has been shown how panels work.
PANEL_SETTING = "panel"
#: The setting for text without symbols, for screen readers.
IN_WORDS_SETTING = "in_words"
#: The setting with a user's progress in each game's lessons.
LESSONS_SETTING = "lessons"
#: The setting that hides a user's profile from others.
PROFILE_HIDDEN = "profile_hidden"


class People:
    """Reads and changes users' settings. Languages are cached for a while."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._chosen: TTLCache[int, str | None] = TTLCache()
        self._discord_locales: TTLCache[int, str] = TTLCache()
        self._users_with_panel: TTLCache[int, bool] = TTLCache()
        self._in_words: TTLCache[int, bool] = TTLCache()

    async def is_first_panel(self, user_id: int) -> bool:
        """Return whether this is the first panel that a user sees, and record that they have seen one."""
        if user_id in self._users_with_panel:
            return False
        self._users_with_panel[user_id] = True
        try:
            if await _has_seen_panel(self._store.read, user_id):
                return False  # the usual case, which needs no write transaction
            async with self._store.write() as tx:
                await tx.wait_for_lock(f"person {user_id}")
                if await _has_seen_panel(tx, user_id):
                    return False
                await set_prefs(tx, user_id, {PANEL_SETTING: "told"})
        except StoreError as error:
            log.debug("a first panel could not be noted: %s", error, extra={"user": user_id})
        return True

    async def locale(self, user_id: int, current: str) -> str:
        """Return the language for answering a user: their choice, or else `current`, their language in Discord.

        If `current` has changed since the last answer, it is saved.
        """
        language = await self._choice(user_id)
        if self._discord_locales.get(user_id) != current:
            try:
                async with self._store.write() as tx:
                    await users_and_servers.set_locale(tx, user_id, current)
                self._discord_locales[user_id] = current
            except StoreError as error:
                # Continue, because the user may only want to read something. The next interaction tries to save again.
                log.debug("a language could not be saved: %s", error, extra={"user": user_id})
        return language or current

    def cached_language(self, user_id: int) -> str | None:
        """Return a user's chosen language if it is cached."""
        return self._chosen.get(user_id)

    async def private_locale(self, user_id: int, default: str) -> str:
        """Return the language for a private message to a user."""
        return await self._choice(user_id) or self._discord_locales.get(user_id) or default

    async def set_language(self, user_id: int, locale: str | None) -> None:
        """Save the language that a user has chosen; None stands for their language in Discord."""
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {LANGUAGE_SETTING: locale})
        self._chosen[user_id] = locale

    async def in_words(self, user_id: int) -> bool:
        """Return whether a user wants text without symbols."""
        if user_id not in self._in_words:
            await self._read(user_id)
        return bool(self._in_words.get(user_id))

    async def choose_words(self, user_id: int, in_words: bool) -> None:
        """Save whether a user wants text without symbols."""
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {IN_WORDS_SETTING: in_words or None})
        self._in_words[user_id] = in_words

    async def shows_profile(self, user_id: int) -> bool:
        """Return whether a user's profile is public."""
        return not await self.profiles_hidden([user_id])

    async def profiles_hidden(self, user_ids: Iterable[int]) -> frozenset[int]:
        """Return which of these users hide their profiles."""
        user_by_id = await users_and_servers.several(self._store.read, list(user_ids))
        return frozenset(user_id for user_id, user in user_by_id.items() if (user.prefs or {}).get(PROFILE_HIDDEN))

    async def choose_profile(self, user_id: int, *, shown: bool) -> None:
        """Save whether a user's profile is public."""
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {PROFILE_HIDDEN: None if shown else True})

    async def prefs(self, user_id: int) -> NotificationPrefs:
        """Return a user's notification preferences."""
        return (await self.prefs_by_id([user_id]))[user_id]

    async def prefs_by_id(self, user_ids: Collection[int]) -> dict[int, NotificationPrefs]:
        """Return the notification preferences of several users, by id."""
        user_by_id = await users_and_servers.several(self._store.read, user_ids)
        return {user_id: NotificationPrefs.from_user(user) for user_id, user in user_by_id.items()}

    async def set_ping_mode(self, user_id: int, ring: PingMode | None, hour: int | None) -> None:
        """Save where a user is pinged, and the hour of their daily digest. None leaves a value unchanged."""
        changes = {RING_SETTING: None if ring is None else ring.value, HOUR_SETTING: hour}
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {name: value for name, value in changes.items() if value is not None})

    async def choose_zone(self, user_id: int, zone: str | None) -> None:
        """Save a user's time zone. None deletes it."""
        if zone is not None:
            check_zone(zone)
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {ZONE_SETTING: zone})

    async def lacks_zone(self, user_id: int) -> bool:
        """Return whether to ask a user for their time zone. Each user is asked only once."""
        prefs = (await users_and_servers.user(self._store.read, user_id)).prefs or {}
        return ZONE_SETTING not in prefs and ZONE_ASKED_SETTING not in prefs

    async def mark_zone_asked(self, user_id: int) -> None:
        """Record that a user was asked for their time zone."""
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {ZONE_ASKED_SETTING: True})

    async def choose_quiet(self, user_id: int, begin: int, end: int) -> None:
        """Save a user's daily quiet hours, which may last ten hours. If `begin` equals `end`, there are none."""
        if not {begin, end} <= set(range(24)):
            raise Refusal(N_("Choose an hour from 0 to 23."))
        if (end - begin) % 24 * HOUR_SECONDS > LONGEST_REST:
            raise Refusal(N_("You can have at most ten quiet hours a day."))
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {QUIET_SETTING: f"{begin}-{end}"})

    async def hide_time(self, user_id: int, hides: bool) -> None:
        """Save whether others may see a user's local time."""
        async with self._store.write() as tx:
            await set_prefs(tx, user_id, {HIDES_TIME_SETTING: hides or None})

    def digest_sent(self, user_id: int, now: int) -> TransactionHook:
        """Return a hook that saves when a user's digest was sent."""

        async def save(tx: Transaction) -> None:
            await set_prefs(tx, user_id, {DIGEST_SETTING: now})

        return save

    async def progress(self, user_id: int, game: str) -> Progress:
        """Return a user's progress in a game's lessons."""
        saved_progress = _lessons(await users_and_servers.user(self._store.read, user_id)).get(
            game, {"step": 0, "made": []}
        )
        return Progress(saved_progress["step"], tuple(saved_progress["made"]))

    async def save_progress(self, user_id: int, game: str, progress: Progress) -> None:
        """Save a user's progress in a game's lessons."""
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"person {user_id}")
            progress_data = {"step": progress.step, "made": list(progress.made)}
            await set_prefs(
                tx,
                user_id,
                {LESSONS_SETTING: _lessons(await users_and_servers.user(tx, user_id)) | {game: progress_data}},
            )

    async def dm_channel(self, user_id: int) -> int | None:
        """Return the id of a user's private channel with the bot; None if it isn't known."""
        return (await users_and_servers.user(self._store.read, user_id)).dm_channel_id

    async def set_dm_channel(self, user_id: int, channel_id: int) -> None:
        """Save the id of a user's private channel with the bot."""
        async with self._store.write() as tx:
            await users_and_servers.set_dm_channel(tx, user_id, channel_id)

    async def takes_no_messages(self, user_id: int) -> bool:
        """Return whether Discord has rejected the last private message to a user."""
        return (await users_and_servers.user(self._store.read, user_id)).dm_closed

    async def record_reminder(self, user_id: int, match_id: int, now: int) -> bool:
        """Record a reminder, or a notification after quiet hours, that goes to a user. Return whether it should ping.

        It shouldn't if another of the user's matches has pinged them recently, because a match's panel also leads to
        the user's next match.
        """
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"person {user_id}")
            at, before = ((await users_and_servers.user(tx, user_id)).prefs or {}).get(REMINDED_SETTING, (0, 0))
            if before != match_id and 0 <= now - at < REMINDER_PING_INTERVAL:
                return False
            await set_prefs(tx, user_id, {REMINDED_SETTING: (now, match_id)})
        return True

    async def mark_message_refused(self, user_id: int) -> None:
        """Record that Discord has rejected a private message to a user."""
        async with self._store.write() as tx:
            await users_and_servers.set_dm_closed(tx, user_id, True)

    def invalidate(self, user_id: int) -> None:
        """Drop a user's cached data."""
        for cache in (self._chosen, self._discord_locales, self._users_with_panel, self._in_words):
            cache.pop(user_id, None)

    async def _choice(self, user_id: int) -> str | None:
        """Return a user's chosen language; None if they haven't chosen one."""
        if user_id in self._chosen:
            return self._chosen.get(user_id)
        return await self._read(user_id)

    async def _read(self, user_id: int) -> str | None:
        """Read and cache a user's settings. Return the language that they have chosen, or None."""
        user_row = await users_and_servers.user(self._store.read, user_id)
        prefs = user_row.prefs or {}
        language = prefs.get(LANGUAGE_SETTING)
        self._chosen[user_id] = language = language if language in LOCALES else None
        self._in_words[user_id] = bool(prefs.get(IN_WORDS_SETTING))
        if user_row.locale in LOCALES:
            self._discord_locales[user_id] = user_row.locale
        return language


def check_zone(zone: str) -> None:
    """Raise Refusal for an invalid time zone."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise Refusal(
            N_("I don't know that time zone. Choose one from the list or type one like Europe/Paris.")
        ) from None


def _lessons(user: UserRow) -> dict[str, Any]:
    return (user.prefs or {}).get(LESSONS_SETTING, {})


async def _has_seen_panel(db: Reader, user_id: int) -> bool:
    return bool(((await users_and_servers.user(db, user_id)).prefs or {}).get(PANEL_SETTING))


async def set_prefs(tx: Transaction, user_id: int, changes: dict[str, Any]) -> None:
    """Change some of a user's settings. The value None removes a setting."""
    await tx.wait_for_lock(f"person {user_id}")
    prefs = ((await users_and_servers.user(tx, user_id)).prefs or {}) | changes
    await users_and_servers.set_prefs(tx, user_id, {name: value for name, value in prefs.items() if value is not None})
