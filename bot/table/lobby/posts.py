"""Delivers the lobby message, adds and removes members of private threads, and updates outdated messages."""

from __future__ import annotations

import contextlib
from typing import Any

import discord

from bot.discord.delivery.dm_channels import DMChannels
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.http import delivery_failures, error_codes
from bot.discord.match_context import reader_in
from bot.discord.ui import controls, fallbacks
from bot.matches.service_results import MatchInfo
from bot.matches.transaction_hook import TransactionHook
from bot.store.statements.rows import OutboxRow
from bot.table.lobby import panel as lobby_panel
from bot.table.lobby import threads
from rules.kernel.words.translation import N_

#: Failures that keep the bot from adding or removing thread members until someone in the server helps, and the private
#: messages that explain them.
_CLOSED = (delivery_failures.THREAD_LOCKED, delivery_failures.THREADS_FULL)
_STAYS_OUT = {
    delivery_failures.THREAD_LOCKED: N_(
        "You have a seat in a match of {game}, but its thread, {channel}, is locked, so I can't add you. Ask "
        "a server manager to unlock it, and I'll let you in."
    ),
    delivery_failures.THREADS_FULL: N_(
        "You have a seat in a match of {game}, but its thread, {channel}, is closed. I can't reopen it, "
        "because the server already has as many open threads as Discord allows. Ask someone there to close "
        "another thread, and I'll let you in."
    ),
}
_STAYS_IN = {
    delivery_failures.THREAD_LOCKED: N_(
        "You've left a match of {game}, but its thread, {channel}, is locked, so I can't remove you. I'll do "
        "so once a server manager unlocks it."
    ),
    delivery_failures.THREADS_FULL: N_(
        "You've left a match of {game}, but its thread, {channel}, is closed. I can't reopen it to remove "
        "you, because the server already has as many open threads as Discord allows. I'll do so once someone "
        "there closes another thread."
    ),
}
#: The private messages about failures that the bot doesn't retry.
_NOT_LET_IN = N_(
    "You have a seat in a match of {game}, but I'm not allowed to add you to its thread, {channel}. Ask a "
    "server manager to add you."
)
_NOT_TAKEN_OUT = N_(
    "You've left a match of {game}, but I'm not allowed to remove you from its thread, {channel}. You can "
    "leave it yourself."
)


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    posts = LobbyPosts(context)
    return {
        "lobby": PostKind(posts.lobby),
        "member": PostKind(posts.member, target="person"),
        "closed": PostKind(posts.closed, target="leftover"),
    }


class LobbyPosts:
    """Delivers outbox rows about lobbies that fill, move or close."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender = context.bot, context.sender
        self._outbox = context.bot.service.outbox
        self._private_channels = DMChannels(context.bot)

    async def lobby(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Post the lobby message of a match, or edit it if it exists."""
        game = self._bot.games[info.game]
        deck_owners = await self._bot.service.brought_decks.chosen(info.id)
        agreed = await self._bot.service.lobby.agreed(info)
        in_thread = await self._bot.directory.is_thread(info.channel_id)
        post = OutgoingMessage("", lobby_panel.view(game, info, deck_owners, agreed, in_thread=in_thread, shown=row.id))
        if info.is_private:
            await self._invite(info)
        if info.lobby_message_id is not None and await self._sender.edit(info.channel_id, info.lobby_message_id, post):
            return None
        if info.status != "lobby":
            return None
        message_id = await self._sender.send(info.channel_id, post, row)
        self._bot.dispatch("lobby_opened")
        return self._outbox.lobby_posted(info, message_id)

    async def _invite(self, info: MatchInfo) -> None:
        """Update the public post about a private table, which shows the Join button and where to watch.

        The watchers' thread is attached to this post. Errors are ignored, because an outdated Join button explains why
        no one can join.
        """
        with contextlib.suppress(discord.HTTPException):
            post = OutgoingMessage("", lobby_panel.invitation(self._bot.games[info.game], info))
            if info.invitation_channel_id is not None and info.invitation_id is not None:
                await self._sender.edit(info.invitation_channel_id, info.invitation_id, post)
            elif (watching := info.watching_channel_id) is not None:
                thread = await self._bot.directory.channel(watching)
                if isinstance(thread, discord.Thread):
                    await self._sender.edit(thread.parent_id, watching, post)

    async def member(self, row: OutboxRow, info: MatchInfo) -> None:
        """Add a player to the private thread of their match, or remove a player who has left the match."""
        user_id, http = row.payload["user_id"], self._bot.http
        if row.payload.get("gone") and info.seat_of(user_id) is not None:
            return  # the player has joined again in the meantime
        change = http.remove_user_from_thread if row.payload.get("gone") else http.add_user_to_thread
        try:
            try:
                await change(info.channel_id, user_id)
            except discord.HTTPException as error:
                if error.code != error_codes.THREAD_ARCHIVED:
                    raise
                await threads.reopen(self._bot, info.channel_id)
                await change(info.channel_id, user_id)
        except discord.HTTPException as error:
            if delivery_failures.is_temporary(error) or error.code in (
                error_codes.UNKNOWN_CHANNEL,
                *error_codes.HAS_LEFT,
            ):
                raise delivery_failures.thread_error(error) from error
            delivery_exception = delivery_failures.delivery_error(error)
            if row.error not in _CLOSED:  # otherwise, the person was notified after an earlier attempt
                await self._tell_member(row, info, str(delivery_exception))
            raise (
                delivery_exception if str(delivery_exception) in _CLOSED else delivery_failures.thread_error(error)
            ) from error

    async def _tell_member(self, row: OutboxRow, info: MatchInfo, reason: str) -> None:
        """Tell a person in a private message why the bot can't add them to a thread or remove them from it."""
        user_id, game = row.payload["user_id"], self._bot.games[info.game]
        say = reader_in(await self._bot.service.people.private_locale(user_id, info.locale), info).text
        fields = {"game": game.title(say), "channel": f"<#{info.channel_id}>"}
        sentence, otherwise = (_STAYS_IN, _NOT_TAKEN_OUT) if row.payload.get("gone") else (_STAYS_OUT, _NOT_LET_IN)
        words = say.t(sentence.get(reason, otherwise), **fields)
        await self._private_channels.write(user_id, content=words)

    async def closed(self, row: OutboxRow, info: MatchInfo) -> None:
        """Remove the buttons from an outdated message. If the match has moved, show its new channel in the message."""
        message = self._sender.channel(row.payload["channel_id"]).get_partial_message(row.payload["message_id"])
        changed: dict[str, Any] = {"view": None}
        if "joined" in row.payload:
            changed = {"content": None, "view": lobby_panel.invitation(self._bot.games[info.game], info)}
        elif "moved_to" in row.payload:
            say = reader_in(info.locale, info).text
            words = say.t("This match continues in {channel}.", channel=f"<#{row.payload['moved_to']}>")
            if "lobby" in row.payload:
                changed = {"content": None, "view": controls.layout(controls.text(words))}
            else:
                changed["content"] = words
        try:
            none = discord.AllowedMentions.none()
            await fallbacks.send(self._bot, message.edit, **changed, allowed_mentions=none)
        except discord.HTTPException as error:
            # This failure is harmless: the remaining buttons report that they are outdated, or the old channel is gone
            # anyway.
            moved_away = row.payload["channel_id"] != info.channel_id and not delivery_failures.is_temporary(error)
            if not moved_away and error.code not in (*error_codes.MESSAGE_LOST, error_codes.EDITED_TOO_OFTEN):
                raise
