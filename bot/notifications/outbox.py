"""The outbox as the deliverer sees it: queries about undelivered posts, and the changes to save after a post."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.matches.transaction_hook import TransactionHook
from bot.notifications import match_posts, reminder_times
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.store import outbox, work_queue
from bot.store.statements import matches, users_and_servers, votes
from bot.store.statements.rows import OutboxRow, VoteRow
from bot.store.transactions import Transaction
from rules.kernel.words.translation import N_

#: The notices to the host that spectators can't watch a private match any more, and the key of the second notice, which
#: is sent at most once a day.
_THREAD_GONE = N_("The spectators' thread of this table is gone, so no one watches it any more. The match continues.")
_MAY_NOT = N_("I can't post in {channel}, where spectators watch this table. Let me send messages in threads there.")
_UNWATCHED = "unwatched"


class Outbox:
    """Queries the outbox, and returns hooks that save what a post has changed.

    The methods that return a TransactionHook don't save anything themselves. The hook is called in the transaction that
    marks the row as done, so a second attempt to deliver the row starts from the same data as the first.
    """

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def is_due(self) -> bool:
        """Return whether any post is due or being delivered."""
        repo = self._repo
        return await work_queue.is_pending(repo.store.read, "posts", repo.clock.now(), repo.versions)

    async def board_post_status(self, match_id: int) -> tuple[bool, OutboxRow | None]:
        """Return whether a post with a new board is due, and the turn notification scheduled for later, or None.

        A turn notification that Discord has refused doesn't count.
        """
        rows, now = await outbox.board_posts(self._repo.store.read, match_id), self._repo.clock.now()
        delayed_row = next((row for row in rows if row.kind == "turn" and row.not_before > now), None)
        is_due = any(row.not_before <= now for row in rows)
        return is_due, None if delayed_row is None or delayed_row.refused else delayed_row

    async def last_told(self, match_id: int) -> OutboxRow | None:
        """Return the last delivered post of the match that reported events, or None."""
        return await outbox.last_reporting_post(self._repo.store.read, match_id)

    async def waiting_reason(self, match_id: int, reasons: Collection[str]) -> str | None:
        """Return why a post of the match waits: one of these reasons or a refused turn notification; otherwise None."""
        return await outbox.waiting_reason(self._repo.store.read, match_id, reasons)

    async def stuck_servers(self, reasons: Collection[str]) -> frozenset[int]:
        """Return the ids of servers with a suspended match, or with a post that is waiting for one of these reasons."""
        return await outbox.stuck_servers(self._repo.store.read, reasons)

    async def hurry(self, guild_id: int, match_ids: Collection[int], reasons: Collection[str]) -> None:
        """Make all posts of these matches due now.

        In the same server, do the same for matches with a post that is waiting for one of these reasons.
        """
        waiting = {*match_ids, *await outbox.matches_with_errors(self._repo.store.read, guild_id, reasons)}
        if waiting:
            async with self._repo.store.write() as tx:
                await outbox.make_due(tx, waiting, self._repo.clock.now())

    def lobby_posted(self, info: MatchInfo, message_id: int) -> TransactionHook:
        """Return the hook that saves the id of the lobby's message."""

        async def save(tx: Transaction) -> None:
            if not await matches.set_lobby_message(tx, info.id, info.channel_id, message_id):
                # The match has moved to another channel meanwhile.
                await _remove(tx, info, info.channel_id, message_id, self._repo.clock.now())

        return save

    def board_posted(
        self,
        info: MatchInfo,
        row: OutboxRow,
        message_id: int,
        replaced: int | None = None,
        *,
        pictured: bool = True,
        ping_time_by_user: Mapping[int, int] | None = None,
    ) -> TransactionHook:
        """Return a hook that saves the id of the message with the board, and removes the replaced message.

        If the replaced message stays because of its text, only its buttons are removed. If the board was posted without
        a picture (`pictured` is False), an edit is queued that adds the picture. `ping_time_by_user` says when to ping
        the users who are in their quiet hours.
        """
        before = info.board_message_id

        async def save(tx: Transaction) -> None:
            now = self._repo.clock.now()
            seq = await matches.set_board_message(tx, info.id, info.channel_id, message_id)
            if seq is None:
                # The match has moved to another channel meanwhile.
                await _remove(tx, info, info.channel_id, message_id, self._repo.clock.now())
                return
            await _remove_replaced(tx, info, info.channel_id, replaced, message_id, now)
            if before is not None and before not in (replaced, message_id):
                await outbox.enqueue(tx, info.id, [match_posts.button_removal(info.channel_id, before)], now=now)
            # The message may show an older board, because the second attempt may have found the message posted by the
            # first.
            is_current = pictured and seq <= row.payload["seq"]
            await _update_board(tx, info, seq, now, is_current=is_current)
            await self.also_watched(info, row)(tx)
            await match_posts.ping_after_quiet_hours(tx, info, ping_time_by_user or {}, now)

        return save

    def later_pings_queued(self, info: MatchInfo, ping_time_by_user: Mapping[int, int]) -> TransactionHook:
        """Return a hook that queues a ping for each of these users, in case it is still their turn at that time."""

        async def save(tx: Transaction) -> None:
            await match_posts.ping_after_quiet_hours(tx, info, ping_time_by_user, self._repo.clock.now())

        return save

    def reminder_posted(
        self,
        info: MatchInfo,
        message_id: int,
        *,
        is_first_ping: bool = False,
        stands_in: int | None = None,
        ping_time_by_user: Mapping[int, int] | None = None,
    ) -> TransactionHook:
        """Return the hook that saves the id of a reminder's message, and queues the removal of the previous reminder.

        If the reminded players have moved meanwhile, or if the computer's turn that the message announces (at
        `stands_in`) was cancelled, the new message is removed instead. `is_first_ping` means that the message pings
        players for the first time about their turn, after their quiet hours. `ping_time_by_user` says when to ping the
        users who are still in their quiet hours.
        """

        async def save(tx: Transaction) -> None:
            await match_posts.ping_after_quiet_hours(tx, info, ping_time_by_user or {}, self._repo.clock.now())
            current = await matches.get(tx, info.id)
            assert current is not None
            still_awaited = is_first_ping and any(seat.waiting_since is not None for seat in current.seats)
            still_valid = any(map(reminder_times.was_reminded, current.seats))
            if stands_in is not None:
                still_valid = any(seat.stand_in_at == stands_in for seat in current.seats)
            if still_awaited or still_valid:
                await matches.set_reminder_message(tx, info.id, message_id)
                await _remove_replaced(
                    tx, info, info.channel_id, current.reminder_message_id, message_id, self._repo.clock.now()
                )
            else:
                await _remove(tx, info, info.channel_id, message_id, self._repo.clock.now())

        return save

    def seat_question_posted(self, info: MatchInfo, seat: SeatInfo, message_id: int | None) -> TransactionHook:
        """Return the hook that saves the id of the message that asks about a seat, or None if the message was removed.

        If the question is no longer needed, the hook queues the removal of the message.
        """

        async def save(tx: Transaction) -> None:
            current = await matches.get(tx, info.id)
            assert current is not None
            now = current.seats[seat.seat]
            await matches.change_seat(tx, info.id, now, replace(now, open_message_id=message_id))
            if message_id is not None and not (now.is_in_question and current.status == "playing"):
                await outbox.enqueue(
                    tx, info.id, [match_posts.seat_question(now, info.seq)], now=self._repo.clock.now()
                )

        return save

    def vote_posted(
        self, posted_vote: VoteRow, row: OutboxRow, message_id: int, ping_time_by_seat: Mapping[int, int]
    ) -> TransactionHook:
        """Return a hook that saves the id of a vote's message. If the vote has changed meanwhile, it queues an update.

        `ping_time_by_seat` says when to ping the seats whose players are in their quiet hours.
        """

        async def save(tx: Transaction) -> None:
            await votes.set_message(tx, posted_vote.id, message_id)
            rings = [match_posts.vote_ping(posted_vote, seat, at) for seat, at in ping_time_by_seat.items()]
            await outbox.enqueue(tx, posted_vote.match_id, rings, now=self._repo.clock.now())
            current_vote = await votes.one(tx, posted_vote.id)
            # The message may show an older state, because the second attempt may have found the message posted by the
            # first.
            if current_vote is not None and (
                row.uncertain or (current_vote.status, current_vote.agreed) != (posted_vote.status, posted_vote.agreed)
            ):
                await match_posts.vote(tx, current_vote, self._repo.clock.now())

        return save

    def private_messages_queued(self, info: MatchInfo, row: OutboxRow) -> TransactionHook:
        """Return a hook that queues a private message for each player that a channel notification can't reach."""

        async def save(tx: Transaction) -> None:
            already_mailed = set(row.payload.get("mailed", ()))
            seats = [seat for seat in info.seats if seat.seat in set(row.payload["seats"]) - already_mailed]
            users = await users_and_servers.several(tx, [seat.user_id for seat in seats])
            posts: list[outbox.Post] = []
            for seat in seats:
                prefs = NotificationPrefs.from_user(users[seat.user_id])
                # Players with other preferences get a private message anyway.
                if prefs.ping_mode in (PingMode.CHANNEL, PingMode.NEVER):
                    is_loud = prefs.ping_mode is PingMode.CHANNEL
                    posts.append(match_posts.push_notification(seat, row.payload["seq"], loud=is_loud))
            await outbox.enqueue(tx, info.id, posts, now=self._repo.clock.now())
            mailed_seats = sorted({*already_mailed, *(post.seat for post in posts if post.seat is not None)})
            await outbox.set_payload(tx, row.id, row.payload | {"mailed": mailed_seats})

        return save

    def digest_repeated(self, info: MatchInfo, seat: SeatInfo, row: OutboxRow, at: int) -> TransactionHook:
        """Return a hook that adds a match to the player's digest at this time, unless the player has moved by then."""

        async def save(tx: Transaction) -> None:
            post = match_posts.push_notification(seat, row.payload["seq"], daily=at)
            await outbox.enqueue(tx, info.id, [post], now=self._repo.clock.now())

        return save

    async def await_digest(self, user_id: int) -> None:
        """Add all matches that wait for a user to the user's next digest, replacing unsent private notifications."""
        repo = self._repo
        if not (ids := [one.match_id for one in await repo.waiting_for(user_id)]):
            return
        async with repo.store.write() as tx:
            await matches.lock_row(tx, *ids)
            now = repo.clock.now()
            at = NotificationPrefs.from_user(await users_and_servers.user(tx, user_id)).next_digest(now)
            for match_id in ids:
                info = await matches.get(tx, match_id)
                assert info is not None
                awaited_seats = [one for one in info.seats if one.user_id == user_id and one.waiting_since is not None]
                posts = [match_posts.push_notification(seat, info.seq, daily=at) for seat in awaited_seats]
                rings = [f"ring:{seat.seat}" for seat in awaited_seats]
                await outbox.enqueue(tx, match_id, posts, now=now, withdrawn=rings)

    def private_message_lost(self, info: MatchInfo, seat: SeatInfo) -> TransactionHook:
        """Return the hook that records that the private message with a seat's hand is gone."""

        async def save(tx: Transaction) -> None:
            if await _has_same_player(tx, info, seat):
                await matches.set_dm_message(tx, info.id, seat.seat, None)

        return save

    def private_message_posted(
        self, info: MatchInfo, seat: SeatInfo, channel_id: int, message_id: int, replaced: int | None
    ) -> TransactionHook:
        """Return a hook that saves the id of the private message with a seat's hand, and removes the replaced one."""

        async def save(tx: Transaction) -> None:
            if await _has_same_player(tx, info, seat):
                await matches.set_dm_message(tx, info.id, seat.seat, message_id)
                await _remove_replaced(tx, info, channel_id, replaced, message_id, self._repo.clock.now())
            else:
                # Another player has taken the seat meanwhile, so this user must not see the seat's hand.
                await _remove(tx, info, channel_id, message_id, self._repo.clock.now())
            if (await users_and_servers.user(tx, seat.user_id)).dm_closed:
                await users_and_servers.set_dm_closed(tx, seat.user_id, False)

        return save

    def private_message_refused(self, info: MatchInfo, seat: SeatInfo, sentence: str, *, loud: bool) -> TransactionHook:
        """Return a hook that records that a user accepts no private messages, and posts a sentence about it.

        In `sentence`, the placeholder `who` stands for the user. If the message was meant to ping (`loud`), the
        sentence pings the user in the channel instead.
        """

        async def save(tx: Transaction) -> None:
            await users_and_servers.set_dm_closed(tx, seat.user_id, True)
            users = [seat.user_id] if loud else []
            now = self._repo.clock.now()
            await match_posts.notice(tx, info.id, sentence, now=now, people={"who": seat.seat}, mentioned=users)

        return save

    def also_watched(self, info: MatchInfo, row: OutboxRow) -> TransactionHook:
        """Return a hook that queues the spectators' version of a post for the players of a private match."""

        async def save(tx: Transaction) -> None:
            if info.watching_channel_id is not None and "after" in row.payload:
                payload = {name: row.payload[name] for name in ("seq", "after")} | {"over": row.kind == "score"}
                await outbox.enqueue(tx, info.id, [outbox.Post("watch", payload)], now=self._repo.clock.now())

        return save

    def watching_gone(self, info: MatchInfo) -> TransactionHook:
        """Return a hook that records that a private match's thread for spectators is gone, and notifies the host."""

        async def save(tx: Transaction) -> None:
            current = await matches.get(tx, info.id)
            if current is None or current.watching_channel_id != info.watching_channel_id:
                return
            if current.invitation_id is None:  # an earlier version opened the match
                await matches.set_invitation(tx, info.id, info.channel_id, info.watching_channel_id)
            await matches.set_watching(tx, info.id, None)
            await match_posts.notice(tx, info.id, _THREAD_GONE, now=self._repo.clock.now(), mentioned=[info.host_id])

        return save

    def watching_refused(self, info: MatchInfo) -> TransactionHook:
        """Return a hook that tells a private match's host once a day that the bot may not post for the spectators."""

        async def save(tx: Transaction) -> None:
            if await outbox.has_row(tx, info.id, _UNWATCHED):
                return
            args = {"channel": f"<#{info.watching_channel_id}>"}
            payload: dict[str, Any] = {"msgid": _MAY_NOT, "args": args, "seats": {}, "users": [info.host_id]}
            post = outbox.Post("notice", payload, coalesce_key=_UNWATCHED)
            await outbox.enqueue(tx, info.id, [post], now=self._repo.clock.now())

        return save


async def _update_board(tx: Transaction, info: MatchInfo, seq: int, now: int, *, is_current: bool) -> None:
    """Queue an edit that shows this position in the board's message, or drop a delayed edit if it is current."""
    if is_current:
        await outbox.withdraw(tx, info.id, "board")
    else:
        await outbox.enqueue(tx, info.id, [outbox.Post("board", {"seq": seq}, coalesce_key="board")], now=now)


async def _remove_replaced(
    tx: Transaction, info: MatchInfo, channel_id: int, replaced: int | None, message_id: int, now: int
) -> None:
    """If a new message replaces an old one, queue the removal of the old one."""
    if replaced is not None and replaced != message_id:
        await _remove(tx, info, channel_id, replaced, now)


async def _remove(tx: Transaction, info: MatchInfo, channel_id: int, message_id: int, now: int) -> None:
    """Queue the removal of a message."""
    await outbox.enqueue(tx, info.id, [match_posts.removal(channel_id, message_id)], now=now)


async def _has_same_player(tx: Transaction, info: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether the seat still has the same player."""
    current = await matches.get(tx, info.id)
    return current is not None and current.seat_of(seat.user_id) == seat.seat
