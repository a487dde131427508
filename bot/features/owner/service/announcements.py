"""Owners' announcements: one post per server, in a channel chosen by its managers or in that of its newest match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from bot.app.clock import DAY, Clock
from bot.features.owner.service.blocklist import Blocklist
from bot.features.owner.statements import announcements
from bot.features.owner.statements.announcements import AnnouncementChannel, AnnouncementRow, DueAnnouncement
from bot.matches.quotas import storable_text
from bot.matches.settings.servers import ServerSettings
from bot.store.decoding import UnreadableValue as UnreadableValue
from bot.store.statements import settings_audit_log, users_and_servers
from bot.store.statements.rows import EVERYWHERE
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.store import Store
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_

#: Maximum length of an announcement's text in one language. A preview must fit the texts in all three languages into
#: one message of 4000 characters.
MAX_TEXT_LENGTH = 1_000
#: The id of the lock that lets only one process at a time post announcements.
ANNOUNCEMENT_LOCK = 9
#: Names of the owner's actions in the audit log.
ANNOUNCED, STOPPED = "announced", "announcement stopped"
#: A draft is deleted this many seconds after it was saved.
DRAFT_LIFETIME = DAY
#: Reasons why an announcement is not posted in a server: its managers turned announcements off, or no match was ever
#: played there.
TURNED_OFF, NEVER_PLAYED = "unwanted", "nowhere"


@dataclass(frozen=True, slots=True)
class AnnouncementProgress:
    """The progress of an announcement: how many servers are waiting, posted or skipped, and reasons for skipping."""

    row: AnnouncementRow
    due: int
    done: int
    skipped: int
    reasons: Mapping[str, int]


class Announcements:
    """Stores announcements, and chooses the channel for each post."""

    def __init__(self, store: Store, clock: Clock, blocklist: Blocklist) -> None:
        self._store = store
        self._clock = clock
        self._blocklist = blocklist

    # -- owners' actions --------------------------------------------------------------------------------------

    async def draft(self, texts: Mapping[str, str], *, by: int) -> AnnouncementRow:
        """Save an announcement's texts (keyed by language) as a draft. Raises Refusal."""
        written = {locale: _checked(text) for locale, text in texts.items() if text.strip()}
        if not written:
            raise Refusal(N_("Write it in at least one language."))
        now = self._clock.now()
        async with self._store.write() as tx:
            await announcements.forget_drafts(tx, now - DRAFT_LIFETIME)
            number = await announcements.add(tx, by, written, now)
        return await self.get(number)

    async def get(self, number: int) -> AnnouncementRow:
        """Return an announcement; raises Refusal if there is no announcement with this number."""
        row = await announcements.get(self._store.read, number)
        if row is None:
            raise Refusal(N_("That announcement no longer exists. Write it again."))
        return row

    async def count_servers(self) -> int:
        """Return the number of servers that would receive an announcement."""
        return len(await self._servers())

    async def _servers(self) -> set[int]:
        guild_ids = await announcements.servers(self._store.read)
        return {
            guild_id for guild_id in guild_ids if self._blocklist.of_server(guild_id) is None and guild_id != EVERYWHERE
        }

    async def send(self, number: int, *, by: int) -> None:
        """Queue a draft to be posted in all servers; raises Refusal."""
        now, servers = self._clock.now(), await self._servers()
        async with self._store.write() as tx:
            if not await announcements.change(tx, number, "draft", "open", now):
                raise Refusal(N_("That has already been sent, or no longer exists."))
            await announcements.queue_for(tx, number, servers, now)
            await settings_audit_log.save(tx, EVERYWHERE, ChangeRow(by, now, ANNOUNCED, number))

    async def stop(self, number: int, *, by: int) -> None:
        """Stop posting an announcement. Existing posts stay. Raises Refusal."""
        now = self._clock.now()
        async with self._store.write() as tx:
            if not await announcements.change(tx, number, "open", "stopped", now):
                raise Refusal(N_("That announcement is already posted everywhere, or was stopped."))
            await settings_audit_log.save(tx, EVERYWHERE, ChangeRow(by, now, STOPPED, number))

    async def newest(self, limit: int) -> Sequence[AnnouncementProgress]:
        """Return the latest announcements with their progress, newest first."""
        return [await self._progress(row) for row in await announcements.newest(self._store.read, limit)]

    async def _progress(self, row: AnnouncementRow) -> AnnouncementProgress:
        read = self._store.read
        counts, reasons = await announcements.counts(read, row.id), await announcements.skip_reasons(read, row.id)
        return AnnouncementProgress(row, counts["due"], counts["done"], counts["skipped"], reasons)

    # -- posting ----------------------------------------------------------------------------------------------

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the lock for posting announcements during the block; yield False if another process holds it."""
        return self._store.try_task_lock(ANNOUNCEMENT_LOCK)

    async def due(self, limit: int) -> Sequence[DueAnnouncement]:
        """Return posts that are due, at most `limit`."""
        return await announcements.due(self._store.read, self._clock.now(), limit)

    async def seconds_until_due(self) -> int | None:
        """Return the seconds until the next post is due; None if no post is waiting."""
        at = await announcements.next_due(self._store.read)
        return None if at is None else max(0, at - self._clock.now())

    async def channel_for(self, guild_id: int) -> AnnouncementChannel | None:
        """Return the public channel of a server's newest match; None if the server has had no match."""
        return await announcements.channel_for(self._store.read, guild_id)

    async def settings(self, guild_id: int) -> ServerSettings:
        """Return a server's settings."""
        return ServerSettings.from_json(await users_and_servers.guild_settings(self._store.read, guild_id))

    async def mark_begun(self, post: DueAnnouncement) -> bool:
        """Save that an announcement is being posted in a server; return False if it was stopped in the meantime."""
        async with self._store.write() as tx:
            return await announcements.mark_begun(tx, post, self._clock.now())

    async def mark_done(self, post: DueAnnouncement, channel_id: int, message_id: int) -> None:
        """Save that an announcement was posted in a server."""
        async with self._store.write() as tx:
            await announcements.finish(tx, post, "done", channel_id=channel_id, message_id=message_id)
            await self._end(tx, post)

    async def skip(self, post: DueAnnouncement, reason: str) -> None:
        """Save that an announcement is not posted in a server, and why."""
        async with self._store.write() as tx:
            await announcements.finish(tx, post, "skipped", error=reason)
            await self._end(tx, post)

    async def _end(self, tx: Transaction, post: DueAnnouncement) -> None:
        """Mark an announcement as done if no posts remain."""
        if not await announcements.is_under_way(tx, post.announcement_id):
            await announcements.change(tx, post.announcement_id, "open", "done", self._clock.now())

    async def postpone(self, post: DueAnnouncement, seconds: float, reason: str, *, certain: bool) -> None:
        """Postpone a post.

        `certain` means that the failed attempt is known not to have posted anything.
        """
        async with self._store.write() as tx:
            await announcements.postpone(tx, post, self._clock.now() + round(seconds), reason, certain=certain)


def text_in(texts: Mapping[str, str], locale: str) -> str:
    """Return an announcement's text in this language, or else in the first language that it was written in."""
    return texts.get(locale) or next(texts[fallback] for fallback in LOCALES if fallback in texts)


def _checked(text: str) -> str:
    cleaned = storable_text(text.strip())
    if len(cleaned) > MAX_TEXT_LENGTH:
        raise Refusal(N_("An announcement can have at most {most} characters."), most=MAX_TEXT_LENGTH)
    return cleaned
