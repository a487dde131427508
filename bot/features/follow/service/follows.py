"""Stores who follows which match, and which news they want."""

from __future__ import annotations

from dataclasses import replace

from bot.features.follow import statements as follows
from bot.features.follow.model import FollowRow, What
from bot.features.follow.service.news import PublicStanding, due_at, update_key
from bot.matches import refusals
from bot.matches.repository import MatchRepository
from bot.matches.transaction_hook import TransactionHook
from bot.matches.ttl_cache import CachedValue
from bot.notifications.preferences import NotificationPrefs
from bot.store import outbox
from bot.store.statements import users_and_servers
from bot.store.statements.rows import OutboxRow
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum number of matches that one user may follow.
MAX_FOLLOWED = 20


class Follows:
    """Stores who follows which match."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo
        #: The ids of users who must still be told that they no longer receive a match's news because messages failed.
        self._lost = CachedValue(lambda: follows.lost_people(repo.store.read))

    async def get(self, match_id: int, user_id: int) -> FollowRow | None:
        """Return a user's subscription to a match; None if they don't follow it."""
        return await follows.get(self._repo.store.read, match_id, user_id)

    async def follow(self, match_id: int, user_id: int, what: What) -> FollowRow:
        """Start following a match, or change the kind of news; raises Refusal."""
        repo = self._repo
        async with repo.lock_match(match_id) as tx:
            info = await repo.get(match_id)
            if info.status != "playing":
                raise refusals.not_playing(info.status, info.error_id)
            if info.seat_of(user_id) is not None:
                raise Refusal(N_("You're playing in this match, so I ping you anyway, as chosen in `/settings`."))
            await tx.wait_for_lock(f"person {user_id}")
            existing = await follows.get(tx, match_id, user_id)
            if existing is None and await follows.count(tx, user_id) >= MAX_FOLLOWED:
                raise Refusal(N_("You already follow {n} matches. Stop following one of them first."), n=MAX_FOLLOWED)
            if existing is None or existing.lost_at is not None:
                position = await repo.position(info)
                standing, now = PublicStanding.from_position(position), repo.clock.now()
                existing = FollowRow(match_id, user_id, what, position.seq, standing.round, standing.points, now)
            follow = replace(existing, what=what)
            await follows.save(tx, follow)
            await outbox.withdraw(tx, match_id, update_key(user_id))
        return follow

    async def stop(self, match_id: int, user_id: int) -> bool:
        """Stop following a match; return whether the user was following it."""
        async with self._repo.lock_match(match_id) as tx:
            await outbox.withdraw(tx, match_id, update_key(user_id))
            return await follows.remove(tx, match_id, user_id)

    # -- delivery hooks -----------------------------------------------------------------------------------

    def mark_delivered(self, follow: FollowRow, row: OutboxRow) -> TransactionHook:
        """Return a transaction hook that saves which news a follower has received.

        If the news was the end of the match, the hook removes the follower.
        """

        async def save(tx: Transaction) -> None:
            current = await follows.get(tx, follow.match_id, follow.user_id)
            if current is None:
                return  # the user has stopped following the match in the meantime
            if row.payload.get("over"):
                await follows.remove(tx, follow.match_id, follow.user_id)
                return
            last_round = max(current.round, row.payload["round"])
            points = tuple(map(float, row.payload["points"]))
            await follows.save(tx, replace(current, told_seq=row.payload["seq"], round=last_round, points=points))

        return save

    def end(self, follow: FollowRow) -> TransactionHook:
        """Return a transaction hook that removes a follower without a notification."""

        async def save(tx: Transaction) -> None:
            await follows.remove(tx, follow.match_id, follow.user_id)

        return save

    def postpone(self, row: OutboxRow, prefs: NotificationPrefs) -> TransactionHook:
        """Return a transaction hook that postpones an update because its reader has changed their quiet hours."""

        async def save(tx: Transaction) -> None:
            now = self._repo.clock.now()
            key = update_key(row.payload["user_id"])
            if not any(one.coalesce_key == key for one in await outbox.waiting_keys(tx, row.match_id)):
                post = outbox.Post("follow", row.payload, coalesce_key=key, not_before=due_at(prefs, now))
                await outbox.enqueue(tx, row.match_id, [post], now=now)

        return save

    def mark_lost(self, follow: FollowRow) -> TransactionHook:
        """Return a transaction hook that saves that private messages don't reach a follower.

        The follower is notified when they next use a command.
        """

        async def save(tx: Transaction) -> None:
            await users_and_servers.set_dm_closed(tx, follow.user_id, True)
            await follows.lose(tx, follow.match_id, follow.user_id, self._repo.clock.now())
            self._lost.invalidate()

        return save

    # -- undelivered news ---------------------------------------------------------------------------------

    async def lost_matches(self, user_id: int) -> list[FollowRow]:
        """Return the matches that a user followed until messages failed to reach them.

        Few users have such matches, so the ids of these users are cached for a minute.
        """
        users = await self._lost.get()
        return list(await follows.lost_of(self._repo.store.read, user_id)) if user_id in users else []

    async def mark_lost_told(self, user_id: int) -> None:
        """Save that a user has been told which matches they no longer follow."""
        async with self._repo.store.write() as tx:
            for lost_follow in await follows.lost_of(tx, user_id):
                await follows.remove(tx, lost_follow.match_id, user_id)
        self._lost.invalidate()
