"""Blocks between players. If one player has blocked another, neither can join a match where the other has a seat.

A block applies whenever one of them tries to join the other. Matches that they already share continue. Blocked players
don't learn about the block, because they get the same message as for other reasons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.app.clock import Clock
from bot.matches.quotas import CANNOT_SEAT_THEM
from bot.store.statements import player_blocks
from bot.store.store import Store
from bot.store.transactions import Reader
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum number of people that a user may block.
MAX_BLOCKED = 100
_NO_SEAT = N_("There's no seat for you at this table.")
_APART = N_("These people can't all sit at one table.")
_OWN = N_("Someone you've blocked is at this table. To unblock them, use `/table unblock`.")
_OWN_GUEST = N_("You've blocked them. To unblock them, use `/table unblock`.")


async def check_seat(db: Reader, user_id: int, others: Iterable[int]) -> None:
    """Raise Refusal if a block keeps a user from joining these others."""
    block_pairs = await player_blocks.between(db, user_id, others)
    if any(blocker_id == user_id for blocker_id, _ in block_pairs):
        raise Refusal(_OWN)
    if block_pairs:
        raise Refusal(_NO_SEAT)


async def check_guest(db: Reader, host_id: int, user_id: int, others: Iterable[int]) -> None:
    """Raise Refusal if a block keeps an invited user from joining the inviting user and these others."""
    block_pairs = await player_blocks.between(db, user_id, {host_id, *others})
    if (host_id, user_id) in block_pairs:
        raise Refusal(_OWN_GUEST)
    if block_pairs:
        raise Refusal(CANNOT_SEAT_THEM)


async def check_together(db: Reader, people: Collection[int]) -> None:
    """Raise Refusal if any of these users has blocked another of them."""
    if await player_blocks.among(db, people):
        raise Refusal(_APART)


async def incompatible_with(db: Reader, user_id: int, others: Iterable[int]) -> set[int]:
    """Return those of the `others` who have blocked this user or are blocked by this user."""
    return {person_id for pair in await player_blocks.between(db, user_id, others) for person_id in pair} - {user_id}


class PlayerBlocks:
    """Saves users' blocks. Only the user who has created a block may see it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def blocked_by(self, user_id: int) -> list[int]:
        """Return the users that a user has blocked, newest first."""
        return await player_blocks.blocked_by(self._store.read, user_id)

    async def block(self, user_id: int, other_id: int) -> None:
        """Let a user block another user."""
        if user_id == other_id:
            raise Refusal(N_("You can't block yourself."))
        async with self._store.write() as tx:
            await tx.wait_for_lock(f"person {user_id}")
            if await player_blocks.count(tx, user_id) >= MAX_BLOCKED and other_id not in await player_blocks.blocked_by(
                tx, user_id
            ):
                raise Refusal(N_("You've already blocked {n} people, the maximum."), n=MAX_BLOCKED)
            await player_blocks.save(tx, user_id, other_id, self._clock.now())

    async def unblock(self, user_id: int, other_id: int) -> None:
        """Remove a user's block of another user. Raises Refusal if there is none."""
        async with self._store.write() as tx:
            if not await player_blocks.remove(tx, user_id, other_id):
                raise Refusal(N_("You haven't blocked them."))

    async def blocking_pairs(self, people: Collection[int]) -> set[tuple[int, int]]:
        """Return all blocks among these users, as pairs of blocker and blocked."""
        return await player_blocks.among(self._store.read, people)
