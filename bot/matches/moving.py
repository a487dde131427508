"""Matches that move: from a channel that is gone or locked, or from one that is wanted for something else."""

from __future__ import annotations

from bot.matches import notices, refusal
from bot.matches.records import MatchInfo
from bot.matches.repository import MatchRepository
from bot.store import Transaction, matches, outbox, votes
from bot.store.matches import ChannelTaken
from bot.store.rows import LIVE
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_


def may_move(info: MatchInfo, user_id: int, *, is_admin: bool) -> bool:
    """Tell whether a person may move a match: its host and managers always, its players once it stands still."""
    if info.status not in LIVE:
        return False
    return is_admin or user_id == info.host_id or (info.parked_at is not None and info.seat_of(user_id) is not None)


class Moving:
    """Lets matches go on in another channel of their server."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def move(
        self, match_id: int, user_id: int, guild_id: int, channel_id: int, *, is_admin: bool = False
    ) -> MatchInfo:
        """Take a match to another channel, with its board and its calls; it goes on if it stood still."""
        try:
            async with self._repo.held(match_id) as tx:
                info = await self._repo.get(match_id)
                self._check(info, user_id, guild_id, channel_id, is_admin=is_admin)
                return await self.moved(tx, info, channel_id)
        except ChannelTaken:
            raise Refusal(
                N_("This channel already has a match; finish or end it first, or play in another channel.")
            ) from None

    @staticmethod
    def _check(info: MatchInfo, user_id: int, guild_id: int, channel_id: int, *, is_admin: bool) -> None:
        if info.status not in LIVE:
            raise refusal.not_playing(info.status, info.error_id)
        if info.guild_id != guild_id:
            raise Refusal(N_("A match stays in its server."))
        if info.channel_id == channel_id:
            raise Refusal(N_("This match is here already."))
        if not may_move(info, user_id, is_admin=is_admin):
            raise Refusal(
                N_(
                    "Only its host or someone who manages this server can move that match; its players can once I can't"
                    " reach its channel."
                )
            )

    async def moved(self, tx: Transaction, info: MatchInfo, channel_id: int) -> MatchInfo:
        """Let a match go on in a channel; the caller holds it. Raises ChannelTaken."""
        now = self._repo.clock.now()
        left = [
            notices.closed(info.channel_id, message, moved_to=channel_id)
            for message in (info.lobby_message_id if info.status == "lobby" else None, info.board_message_id)
            if message is not None
        ]
        if info.reminder_message_id is not None:
            left.append(notices.removal(info.channel_id, info.reminder_message_id))
        left += [
            notices.removal(info.channel_id, seat.open_message_id)
            for seat in info.seats
            if seat.open_message_id is not None
        ]
        for asked in await votes.still_open(tx, info.id):
            if asked.message_id is not None:
                left.append(notices.removal(info.channel_id, asked.message_id))
        await matches.move(tx, info.id, channel_id)
        await matches.unpark(tx, now, match_id=info.id)
        info = await self._repo.get(info.id)
        await self._show_anew(tx, info, now)
        await outbox.put(tx, info.id, left, now=now)
        # What waited for the old channel goes out here.
        await outbox.hurry(tx, [info.id], now)
        return info

    async def _show_anew(self, tx: Transaction, info: MatchInfo, now: int) -> None:
        """Post in the new channel what the old one showed: the lobby, or the board with its calls, and open votes."""
        if info.status == "lobby":
            await notices.lobby(tx, info.id, now)
        elif info.status == "frozen":
            sentence = refusal.frozen(info.error_id or "?")
            await notices.notice(tx, info.id, sentence.msgid, now=now, **sentence.args_by_name)
        else:
            position = await self._repo.position(info)
            await notices.shown_anew(tx, info, position, now)
        for asked in await votes.still_open(tx, info.id):
            await notices.vote(tx, asked, now)
