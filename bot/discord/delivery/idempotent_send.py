"""Sends each post only once, even if its outbox row is tried several times, and edits posts."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import discord
from cachetools import LRUCache
from discord import ui

from bot.discord.bot import Bot
from bot.discord.custom_ids import mark_of, with_mark
from bot.discord.http import error_codes as codes
from bot.discord.http.rate_budget import RateBudgetExhausted
from bot.discord.ui import fallbacks
from bot.store.statements.rows import OutboxRow

#: The most sent messages to remember by nonce.
MAX_NONCES = 1024
#: Within this many seconds, Discord certainly remembers a nonce and returns the first message instead of posting again.
NONCE_SECONDS = 60
#: Messages older than these seconds are posted again instead of edited, because Discord allows only a few edits of
#: messages that are older than an hour.
MAX_EDIT_AGE = 3000
#: How many of a channel's newest messages to search for a post of an earlier try.
SEARCHED_MESSAGES = 300
#: The machine's clock may be wrong by this many seconds, so that a post may seem older than its row.
CLOCK_SKEW = 60


def is_uneditable(error: discord.HTTPException | discord.RateLimited) -> bool:
    """Return whether an edit failed because the message is gone or too old, so that a new message must replace it.

    Discord may allow the next edit of an old message only much later; the HTTP client then raises RateLimited.
    """
    if isinstance(error, discord.RateLimited):
        return not isinstance(error, RateBudgetExhausted)
    return error.code in (*codes.MESSAGE_LOST, codes.EDITED_TOO_OFTEN)


class OutgoingMessage:
    """One message to send: its words, picture and buttons, and the people that it may ping."""

    def __init__(
        self,
        content: str,
        view: ui.View | ui.LayoutView | None = None,
        file: discord.File | None = None,
        users: Sequence[int] = (),
        *,
        silent: bool = False,
        files: Sequence[discord.File] = (),
    ) -> None:
        """`silent` prevents sounds and badges. A layout has no `content`, and its pictures are `files`, in order."""
        self.content = content
        self.view = view
        self.file = file
        self.files = files
        self.users = users
        self.silent = silent

    def mentions(self) -> discord.AllowedMentions:
        """Return Discord's permission to ping exactly the people in `users`."""
        return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in self.users])

    @property
    def content_digests(self) -> tuple[str, str]:
        """Hashes of the words with the buttons, and of the picture, for noticing changes."""
        buttons = self.view.to_components() if self.view is not None else []
        picture = self.file.fp.read() if self.file is not None else b""
        if self.file is not None:
            self.file.fp.seek(0)
        return _digest(f"{self.content}{buttons}".encode()), _digest(picture)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class Sender:
    """Sends and edits messages. Each outbox row is posted only once."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._sent = LRUCache[str, int](MAX_NONCES)
        #: The ids of posts whose picture Discord refused.
        self._without_picture: set[int] = set()
        #: The time of the newest post by Discord's clock, and the time by the monotonic clock when it was made.
        self._newest: tuple[float, float] | None = None

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """Return a channel for sending, without a request to Discord."""
        return self._bot.get_partial_messageable(channel_id)

    async def send(self, channel_id: int, post: OutgoingMessage, row: OutboxRow) -> int:
        """Post a row's message and return its id, or the id from an earlier try."""
        known = self._sent.get(row.nonce)
        if known is None and _may_be_forgotten(row, self._bot.clock.now()):
            known = await self._find_earlier_post(channel_id, post, row)
        if known is not None:
            return self._remember(row, known)
        extra: dict[str, Any] = {}
        if post.file is not None:
            extra["file"] = post.file
        if post.files:
            extra["files"] = list(post.files)
        if post.view is not None:
            _put_mark(post.view, row)
            extra["view"] = post.view
        if post.content:
            extra["content"] = post.content
        extra |= {"nonce": row.nonce, "allowed_mentions": post.mentions(), "silent": post.silent}
        message = await fallbacks.send(self._bot, self.channel(channel_id).send, posted_in=channel_id, **extra)
        if post.file is not None and not message.attachments:
            self._without_picture.add(message.id)
        if self._newest is None or _discord_time_of(message.id) > self._newest[0]:
            # Discord may return the post of an earlier try instead, which says nothing about the time now.
            self._newest = _discord_time_of(message.id), self._bot.clock.monotonic()
        return self._remember(row, message.id)

    def _remember(self, row: OutboxRow, message_id: int) -> int:
        self._sent[row.nonce] = message_id
        return message_id

    def lacks_picture(self, message_id: int) -> bool:
        """Return whether a post was made without its picture, and forget it."""
        lacks = message_id in self._without_picture
        self._without_picture.discard(message_id)
        return lacks

    def is_old(self, message_id: int) -> bool:
        """Return whether a message is so old that Discord allows only a few edits."""
        return self._time() - _discord_time_of(message_id) > MAX_EDIT_AGE

    def posted_at(self, message_id: int) -> int:
        """Return when a message was posted, in seconds of the machine's clock, even if an earlier try posted it."""
        return self._bot.clock.now() - max(0, round(self._time() - _discord_time_of(message_id)))

    def _time(self) -> float:
        """Return the time by Discord's clock, based on the newest post, because the machine's clock may be wrong."""
        if self._newest is None:
            return self._bot.clock.now()
        made_at, known_at = self._newest
        return made_at + self._bot.clock.monotonic() - known_at

    async def edit(
        self, channel_id: int, message_id: int, post: OutgoingMessage, *, keeps_picture: bool = False
    ) -> bool:
        """Replace a message's content, except its picture if `keeps_picture`; return False for a deleted message."""
        message = self.channel(channel_id).get_partial_message(message_id)
        extra: dict[str, Any] = {} if keeps_picture else {"attachments": [post.file] if post.file else []}
        # Discord refuses to turn a plain post into a layout unless its content is removed.
        extra["content"] = None if isinstance(post.view, ui.LayoutView) else post.content
        try:
            none = discord.AllowedMentions.none()
            await fallbacks.send(
                self._bot, message.edit, posted_in=channel_id, view=post.view, allowed_mentions=none, **extra
            )
        except discord.HTTPException as error:
            if error.code in codes.MESSAGE_LOST:
                return False
            raise
        return True

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message and ignore failures, because an old message does less harm than a call posted twice."""
        with contextlib.suppress(discord.HTTPException):
            await self.channel(channel_id).get_partial_message(message_id).delete()

    async def _find_earlier_post(self, channel_id: int, post: OutgoingMessage, row: OutboxRow) -> int | None:
        """Return the id of the message that an earlier try posted, if it is among the channel's newest messages.

        The row's mark is in the first button. A post without buttons, which calls no one, is recognised by its words.
        """
        assert self._bot.user is not None
        own = set(self._sent.values())
        # Don't limit the search to messages after the row was written: Discord's clock may differ from ours.
        async for message in self.channel(channel_id).history(limit=SEARCHED_MESSAGES):
            if message.author.id != self._bot.user.id or message.id in own:
                continue
            if _row_mark(row) in _marks(message.components) or _has_same_text(message, post, row):
                return message.id
        return None


def _discord_time_of(message_id: int) -> float:
    """Return when a message was posted, by Discord's clock."""
    return discord.utils.snowflake_time(message_id).timestamp()


def _may_be_forgotten(row: OutboxRow, now: int) -> bool:
    """Return whether Discord may have forgotten the nonce of an earlier try, which may have posted the message."""
    first = row.created_at if row.uncertain else max(row.created_at, row.not_before)
    return not 0 <= now - first < NONCE_SECONDS


def _has_same_text(message: discord.Message, post: OutgoingMessage, row: OutboxRow) -> bool:
    """Return whether a message without buttons has the same words as a post, and was sent after the row was written."""
    pressed = post.view is not None and post.view.children
    if pressed or message.components or message.content != post.content:
        return False
    return message.created_at.timestamp() >= row.created_at - CLOCK_SKEW


def _row_mark(row: OutboxRow) -> str:
    """Return the mark of a row in its message's buttons. As a part of the random nonce, it reveals nothing."""
    return row.nonce[:8]


def _put_mark(view: ui.View | ui.LayoutView, row: OutboxRow) -> None:
    first = next((item for item in view.walk_children() if isinstance(item, ui.Button)), None)
    if first is not None and first.custom_id is not None:
        first.custom_id = with_mark(first.custom_id, _row_mark(row))


def _marks(components: Iterable[Any]) -> set[str | None]:
    """Return the marks in the custom_ids of all buttons, including nested ones."""
    found: set[str | None] = set()
    for item in components:
        found.add(mark_of(getattr(item, "custom_id", None) or ""))
        found |= _marks([*getattr(item, "children", ()), *filter(None, [getattr(item, "accessory", None)])])
    return found
