"""Sends each post only once, even if delivery of its outbox row is attempted several times, and edits posts."""

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
from bot.discord.http import error_codes
from bot.discord.http.outgoing_rate_limiter import RateBudgetExhausted
from bot.discord.ui import fallbacks
from bot.store.statements.rows import OutboxRow

#: Maximum number of sent messages to remember by nonce.
MAX_NONCES = 1024
#: For this many seconds, Discord certainly remembers a nonce and returns the first message instead of posting again.
NONCE_SECONDS = 60
#: Messages older than this many seconds are posted again, because Discord allows only a few edits of a message that is
#: more than an hour old.
MAX_EDIT_AGE = 3000
#: How many of a channel's newest messages are searched for the post of an earlier attempt.
SEARCHED_MESSAGES = 300
#: Largest allowed error of the machine's clock in seconds. With a wrong clock, a post may seem older than its row.
CLOCK_SKEW = 60


def is_uneditable(error: discord.HTTPException | discord.RateLimited) -> bool:
    """Return whether an edit failed because the message is gone or too old, so a new message must replace it.

    For an old message, Discord may allow the next edit only much later. The HTTP client then raises RateLimited.
    """
    if isinstance(error, discord.RateLimited):
        return not isinstance(error, RateBudgetExhausted)
    return error.code in (*error_codes.MESSAGE_LOST, error_codes.EDITED_TOO_OFTEN)


class OutgoingMessage:
    """A message to send: its text, pictures and buttons, and the people that it may ping."""

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
        """If `silent`, the message causes no sound or badge. A layout has its pictures in `files`, and no `content`."""
        self.content = content
        self.view = view
        self.file = file
        self.files = files
        self.users = users
        self.silent = silent

    def mentions(self) -> discord.AllowedMentions:
        """Return the setting that lets Discord ping exactly the people in `users`."""
        return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in self.users])

    @property
    def content_digests(self) -> tuple[str, str]:
        """A hash of the text and buttons, and a hash of the picture, for detecting changes."""
        buttons = self.view.to_components() if self.view is not None else []
        picture = self.file.fp.read() if self.file is not None else b""
        if self.file is not None:
            self.file.fp.seek(0)
        return _digest(f"{self.content}{buttons}".encode()), _digest(picture)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class Sender:
    """Sends and edits messages. The message of each outbox row is posted only once."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._sent = LRUCache[str, int](MAX_NONCES)
        #: The ids of messages whose picture Discord refused.
        self._without_picture: set[int] = set()
        #: The time of the newest message by Discord's clock, and the monotonic time when the bot learnt of the message.
        self._newest: tuple[float, float] | None = None

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """Return an object for sending to a channel, without making a request."""
        return self._bot.get_partial_messageable(channel_id)

    async def send(self, channel_id: int, post: OutgoingMessage, row: OutboxRow) -> int:
        """Post a row's message and return the message's id. If an earlier attempt has posted it, only return its id."""
        earlier_id = self._sent.get(row.nonce)
        if earlier_id is None and _may_be_forgotten(row, self._bot.clock.now()):
            earlier_id = await self._find_earlier_post(channel_id, post, row)
        if earlier_id is not None:
            return self._remember(row, earlier_id)
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
            # An older message was posted by an earlier attempt, so its time says nothing about Discord's current time.
            self._newest = _discord_time_of(message.id), self._bot.clock.monotonic()
        return self._remember(row, message.id)

    def _remember(self, row: OutboxRow, message_id: int) -> int:
        self._sent[row.nonce] = message_id
        return message_id

    def lacks_picture(self, message_id: int) -> bool:
        """Return whether a message was posted without its picture. Later calls for the same message return False."""
        lacks = message_id in self._without_picture
        self._without_picture.discard(message_id)
        return lacks

    def is_old(self, message_id: int) -> bool:
        """Return whether a message is so old that Discord allows only a few more edits."""
        return self._time() - _discord_time_of(message_id) > MAX_EDIT_AGE

    def posted_at(self, message_id: int) -> int:
        """Return when a message was posted, in seconds by the machine's clock, even if an earlier attempt posted it."""
        return self._bot.clock.now() - max(0, round(self._time() - _discord_time_of(message_id)))

    def _time(self) -> float:
        """Return the current time by Discord's clock, based on the newest message. The machine's clock may be wrong."""
        if self._newest is None:
            return self._bot.clock.now()
        made_at, known_at = self._newest
        return made_at + self._bot.clock.monotonic() - known_at

    async def edit(
        self, channel_id: int, message_id: int, post: OutgoingMessage, *, keeps_picture: bool = False
    ) -> bool:
        """Replace a message's content, but not its picture if `keeps_picture`. Return False if the message is gone."""
        message = self.channel(channel_id).get_partial_message(message_id)
        extra: dict[str, Any] = {} if keeps_picture else {"attachments": [post.file] if post.file else []}
        # Discord won't turn a plain message into a layout unless the content is removed.
        extra["content"] = None if isinstance(post.view, ui.LayoutView) else post.content
        try:
            none = discord.AllowedMentions.none()
            await fallbacks.send(
                self._bot, message.edit, posted_in=channel_id, view=post.view, allowed_mentions=none, **extra
            )
        except discord.HTTPException as error:
            if error.code in error_codes.MESSAGE_LOST:
                return False
            raise
        return True

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message and ignore failures, because a leftover message does less harm than a ping sent twice."""
        with contextlib.suppress(discord.HTTPException):
            await self.channel(channel_id).get_partial_message(message_id).delete()

    async def _find_earlier_post(self, channel_id: int, post: OutgoingMessage, row: OutboxRow) -> int | None:
        """Return the id of the message that an earlier attempt posted, if it is among the channel's newest messages.

        The first button contains the row's marker. A post without buttons, which pings no one, is recognised by its
        text.
        """
        assert self._bot.user is not None
        known_message_ids = set(self._sent.values())
        # Don't limit the search to messages newer than the row: Discord's clock may differ from the machine's clock.
        async for message in self.channel(channel_id).history(limit=SEARCHED_MESSAGES):
            if message.author.id != self._bot.user.id or message.id in known_message_ids:
                continue
            if _row_mark(row) in _marks(message.components) or _has_same_text(message, post, row):
                return message.id
        return None


def _discord_time_of(message_id: int) -> float:
    """Return when a message was posted, in seconds by Discord's clock."""
    return discord.utils.snowflake_time(message_id).timestamp()


def _may_be_forgotten(row: OutboxRow, now: int) -> bool:
    """Return whether an earlier attempt may have posted the message and Discord may have forgotten its nonce."""
    first = row.created_at if row.uncertain else max(row.created_at, row.not_before)
    return not 0 <= now - first < NONCE_SECONDS


def _has_same_text(message: discord.Message, post: OutgoingMessage, row: OutboxRow) -> bool:
    """Return whether a message without buttons has the same text as a post, and was sent after the row was written."""
    has_buttons = post.view is not None and post.view.children
    if has_buttons or message.components or message.content != post.content:
        return False
    return message.created_at.timestamp() >= row.created_at - CLOCK_SKEW


def _row_mark(row: OutboxRow) -> str:
    """Return the marker in a message's buttons that identifies its row. It is random, so it reveals nothing."""
    return row.nonce[:8]


def _put_mark(view: ui.View | ui.LayoutView, row: OutboxRow) -> None:
    first = next((item for item in view.walk_children() if isinstance(item, ui.Button)), None)
    if first is not None and first.custom_id is not None:
        first.custom_id = with_mark(first.custom_id, _row_mark(row))


def _marks(components: Iterable[Any]) -> set[str | None]:
    """Return the markers in the custom_ids of all buttons, including nested ones."""
    marks: set[str | None] = set()
    for item in components:
        marks.add(mark_of(getattr(item, "custom_id", None) or ""))
        marks |= _marks([*getattr(item, "children", ()), *filter(None, [getattr(item, "accessory", None)])])
    return marks
