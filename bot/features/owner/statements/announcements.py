"""SQL statements for the owners' announcements and for their posts in each server."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Row, and_, case, delete, func, insert, select, update

from bot.store.decoding import decoded, readable
from bot.store.statements.rows import LIVE_STATUSES, dump_json
from bot.store.tables import announced, announcements, erasures, guilds, matches
from bot.store.transactions import Reader, Transaction

Status = Literal["draft", "open", "stopped", "done"]


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """An announcement, with its text in each language."""

    id: int
    user_id: int
    at: int
    texts: Mapping[str, str]
    status: Status
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class DueAnnouncement:
    """A post of an announcement that has yet to be sent to one server."""

    announcement_id: int
    guild_id: int
    nonce: str
    #: When the first attempt to send the post started; None if there has been no attempt.
    begun_at: int | None
    attempts: int


@dataclass(frozen=True, slots=True)
class AnnouncementChannel:
    """The channel of a server's latest match, and the match's language."""

    channel_id: int
    locale: str


async def add(tx: Transaction, user_id: int, texts: Mapping[str, str], now: int) -> int:
    """Save a draft of an announcement; return its id."""
    row = {"user_id": user_id, "at": now, "texts": dump_json(dict(texts)), "status": "draft"}
    return await tx.insert(insert(announcements), row)


async def get(db: Reader, number: int) -> AnnouncementRow | None:
    """Return an announcement; None if there is no announcement with this id."""
    if not 0 < number < 2**63:
        return None
    row = await db.one(select(announcements).where(announcements.c.id == number))
    return None if row is None else _announcement(row)


async def newest(db: Reader, limit: int) -> Sequence[AnnouncementRow]:
    """Return the latest announcements except drafts, newest first."""
    sent = select(announcements).where(announcements.c.status != "draft")
    return readable(await db.all(sent.order_by(announcements.c.id.desc()).limit(limit)), _announcement)


def _announcement(row: Row[Any]) -> AnnouncementRow:
    texts = decoded("announcements.texts", row.texts, row.id)
    return AnnouncementRow(row.id, row.user_id, row.at, texts, row.status, row.ended_at)


async def change(tx: Transaction, number: int, before: Status, after: Status, now: int) -> bool:
    """Change an announcement's state from `before` to `after`; return False if its state isn't `before`."""
    ended = now if after in ("stopped", "done") else None
    condition = announcements.c.id == number, announcements.c.status == before
    return bool(await tx.run(update(announcements).where(*condition).values(status=after, ended_at=ended)))


async def forget_drafts(tx: Transaction, before: int) -> None:
    """Delete drafts that were written before a given time."""
    await tx.run(delete(announcements).where(announcements.c.status == "draft", announcements.c.at < before))


async def servers(db: Reader) -> set[int]:
    """Return all servers that have settings or matches, except those that have removed the bot."""
    removed = {row.subject for row in await db.all(select(erasures.c.subject).where(erasures.c.what == "server"))}
    guild_ids = {row.guild_id for row in await db.all(select(guilds.c.guild_id))}
    guild_ids |= {row.guild_id for row in await db.all(select(matches.c.guild_id).distinct())}
    return guild_ids - removed


async def queue_for(tx: Transaction, number: int, guild_ids: Collection[int], now: int) -> None:
    """Queue a post of an announcement for each of these servers."""
    rows = [
        {
            "announcement_id": number,
            "guild_id": guild_id,
            "status": "due",
            "nonce": secrets.token_hex(12),
            "due_at": now,
        }
        for guild_id in sorted(guild_ids)
    ]
    if rows:
        await tx.run(insert(announced), rows)


_OPEN = select(announcements.c.id).where(announcements.c.status == "open")


async def due(db: Reader, now: int, limit: int) -> Sequence[DueAnnouncement]:
    """Return the posts that are due, with the most overdue post first."""
    names = ("announcement_id", "guild_id", "nonce", "begun_at", "attempts")
    waiting = and_(announced.c.status == "due", announced.c.due_at <= now, announced.c.announcement_id.in_(_OPEN))
    first = select(*(announced.c[name] for name in names)).where(waiting)
    return [
        DueAnnouncement(*row)
        for row in await db.all(first.order_by(announced.c.due_at, announced.c.guild_id).limit(limit))
    ]


_NEXT = select(func.min(announced.c.due_at)).where(announced.c.status == "due", announced.c.announcement_id.in_(_OPEN))


async def next_due(db: Reader) -> int | None:
    """Return when the next post is due; None if no post is waiting."""
    return await db.value(_NEXT)


async def mark_begun(tx: Transaction, post: DueAnnouncement, now: int) -> bool:
    """Save that a post is being sent; return False if its announcement was stopped in the meantime."""
    still = _of(post), announced.c.status == "due", announced.c.announcement_id.in_(_OPEN)
    begun_at = case((announced.c.begun_at.is_(None), now), else_=announced.c.begun_at)
    return bool(
        await tx.run(update(announced).where(*still).values(begun_at=begun_at, attempts=announced.c.attempts + 1))
    )


async def postpone(tx: Transaction, post: DueAnnouncement, until: int, error: str, *, certain: bool) -> None:
    """Postpone a post.

    `certain` means that the failed attempt is known not to have posted anything.
    """
    values = {"due_at": until, "error": error} | ({"begun_at": None} if certain else {})
    await tx.run(update(announced).where(_of(post), announced.c.status == "due").values(**values))


async def finish(
    tx: Transaction, post: DueAnnouncement, status: Literal["done", "skipped"], *, channel_id: int | None = None,
    message_id: int | None = None, error: str | None = None,
) -> None:  # fmt: skip
    """Save that a post was sent, or why it was skipped."""
    values = {"status": status, "channel_id": channel_id, "message_id": message_id, "error": error}
    await tx.run(update(announced).where(_of(post), announced.c.status == "due").values(**values))


async def is_under_way(db: Reader, number: int) -> bool:
    """Return whether an announcement still has posts to send."""
    waiting = select(announced.c.guild_id).where(announced.c.announcement_id == number, announced.c.status == "due")
    return await db.one(waiting.limit(1)) is not None


async def open_ones(db: Reader) -> list[int]:
    """Return the ids of the announcements whose posts are being sent."""
    return [row.id for row in await db.all(_OPEN)]


async def counts(db: Reader, number: int) -> dict[str, int]:
    """Return how many posts of an announcement are due, done and skipped."""
    of = announced.c.announcement_id == number
    query = select(announced.c.status, func.count().label("number")).where(of).group_by(announced.c.status)
    return {"due": 0, "done": 0, "skipped": 0} | {row.status: row.number for row in await db.all(query)}


async def skip_reasons(db: Reader, number: int) -> dict[str, int]:
    """Return the reasons why posts of an announcement were skipped or postponed, each with the number of posts."""
    of = announced.c.announcement_id == number, announced.c.error.is_not(None), announced.c.status != "done"
    query = select(announced.c.error, func.count().label("number")).where(*of).group_by(announced.c.error)
    return {row.error: row.number for row in await db.all(query)}


async def channel_for(db: Reader, guild_id: int) -> AnnouncementChannel | None:
    """Return the public channel of a server's latest match, preferring running matches; None if there is none."""
    running = case((matches.c.status.in_(LIVE_STATUSES), 0), else_=1)
    here = func.coalesce(matches.c.watching_channel_id, matches.c.invitation_channel_id, matches.c.channel_id)
    newest = select(here.label("channel_id"), matches.c.locale).where(matches.c.guild_id == guild_id)
    row = await db.one(newest.order_by(running, matches.c.id.desc()).limit(1))
    return None if row is None else AnnouncementChannel(row.channel_id, row.locale)


def _of(post: DueAnnouncement) -> ColumnElement[bool]:
    return and_(announced.c.announcement_id == post.announcement_id, announced.c.guild_id == post.guild_id)
