"""Moving a match to another channel, for example because its channel was deleted."""

from __future__ import annotations

from bot.matches import refusals
from bot.matches.clocks.service import resume_suspended
from bot.matches.lobby.service import Lobby
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo
from bot.notifications import match_posts, turn_notification_saving
from bot.store import outbox
from bot.store.statements import matches, votes
from bot.store.statements.matches import ChannelTaken
from bot.store.statements.rows import LIVE_STATUSES
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


def may_move(info: MatchInfo, user_id: int, *, is_admin: bool) -> bool:
    """Return whether a user may move a match.

    The host and admins always may; the other players only while the match is suspended.
    """
    if info.status not in LIVE_STATUSES:
        return False
    return is_admin or user_id == info.host_id or (info.parked_at is not None and info.seat_of(user_id) is not None)


class ChannelMoves:
    """Moves matches to other channels of their server."""

    def __init__(self, repo: MatchRepository, lobby: Lobby) -> None:
        self._repo = repo
        self._lobby = lobby

    async def move(
        self, match_id: int, user_id: int, guild_id: int, channel_id: int, *, is_admin: bool = False
    ) -> MatchInfo:
        """Move a match to another channel, with its board and notifications. A suspended match resumes."""
        try:
            async with self._repo.lock_match(match_id) as tx:
                info = await self._repo.get(match_id)
                self._check(info, user_id, guild_id, channel_id, is_admin=is_admin)
                return await self.moved(tx, info, channel_id)
        except ChannelTaken:
            raise Refusal(
                N_("This channel already has a match. Finish or end it first, or play in another channel.")
            ) from None

    @staticmethod
    def _check(info: MatchInfo, user_id: int, guild_id: int, channel_id: int, *, is_admin: bool) -> None:
        if info.status not in LIVE_STATUSES:
            raise refusals.not_playing(info.status, info.error_id)
        if info.guild_id != guild_id:
            raise Refusal(N_("A match can't leave its server."))
        if info.channel_id == channel_id:
            raise Refusal(N_("This match is already here."))
        if not may_move(info, user_id, is_admin=is_admin):
            raise Refusal(
                N_(
                    "Only that match's host or this server's managers can move it. Its players can too if I "
                    "can't reach its channel."
                )
            )

    async def to_thread(self, info: MatchInfo, user_id: int, thread_id: int, *, private: bool = False) -> MatchInfo:
        """Move a lobby to the thread that was just opened for it.

        The bot adds the players to a private thread. Others can join with the message that stays in the old channel.
        """
        async with self._repo.lock_match(info.id) as tx:
            current = await self._repo.get(info.id)
            self._lobby.check_host(current, user_id)
            if current.channel_id != info.channel_id:
                raise Refusal(N_("This match has already moved to another channel."))
            if private:
                await matches.set_invitation(tx, info.id, info.channel_id, current.lobby_message_id or 0)
            moved = await self.moved(tx, current, thread_id, joined=private)
            if private:
                members = [match_posts.member(seat.user_id) for seat in moved.seats if seat.is_human]
                await outbox.enqueue(tx, info.id, members, now=self._repo.clock.now())
            return moved

    async def watch(self, match_id: int, user_id: int, thread_id: int | None) -> MatchInfo:
        """Set the spectators' thread of a private match. If `thread_id` is None, allow no spectators.

        Only the host may do this.
        """
        async with self._repo.lock_match(match_id) as tx:
            info = await self._repo.get(match_id)
            self._lobby.check_host(info, user_id)
            if not info.is_private:
                raise Refusal(N_("This table isn't private: everyone in its channel can watch."))
            if info.invitation_id is None:  # the thread was opened by an earlier version of the bot
                await matches.set_invitation(tx, info.id, info.channel_id, info.watching_channel_id)
            await matches.set_watching(tx, info.id, thread_id)
            await match_posts.update_lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(match_id)

    async def moved(self, tx: Transaction, info: MatchInfo, channel_id: int, **flags: bool) -> MatchInfo:
        """Move a match to another channel and resume it. Raises ChannelTaken.

        The caller has locked the match. `flags` is added to the data of the outbox posts that remove the buttons from
        the old messages.
        """
        now, old = self._repo.clock.now(), info.channel_id
        open_votes = await votes.still_open(tx, info.id)
        payload_fields = {name: True for name, holds in flags.items() if holds} | {"moved_to": channel_id}
        stale_message_ids = [
            info.reminder_message_id,
            *(seat.open_message_id for seat in info.seats),
            *(v.message_id for v in open_votes),
        ]
        cleanup_posts: list[outbox.Post] = []
        if info.status == "lobby" and info.lobby_message_id is not None:
            cleanup_posts.append(match_posts.button_removal(old, info.lobby_message_id, **payload_fields, lobby=True))
        if info.board_message_id is not None:
            cleanup_posts.append(match_posts.button_removal(old, info.board_message_id, **payload_fields))
        cleanup_posts += [match_posts.removal(old, message) for message in stale_message_ids if message is not None]
        await matches.move(tx, info.id, channel_id)
        await resume_suspended(tx, now, match_id=info.id)
        info = await self._repo.get(info.id)
        await self._repost_messages(tx, info, now)
        await outbox.enqueue(tx, info.id, cleanup_posts, now=now)
        # Posts that failed because of the old channel can be sent in the new one.
        await outbox.make_due(tx, [info.id], now)
        return info

    async def _repost_messages(self, tx: Transaction, info: MatchInfo, now: int) -> None:
        """Post a match's messages in its new channel: the lobby, or the board with notifications, and open votes."""
        if info.status == "lobby":
            await match_posts.update_lobby(tx, info.id, now)
        elif info.status == "frozen":
            sentence = refusals.frozen_match(info.error_id or "?")
            await match_posts.notice(tx, info.id, sentence.msgid, now=now, **sentence.args_by_name)
        else:
            position = await self._repo.position(info)
            await turn_notification_saving.repost_board(tx, info, position, now)
        for open_vote in await votes.still_open(tx, info.id):
            await match_posts.vote(tx, open_vote, now)
