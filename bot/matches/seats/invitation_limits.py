"""Limits on how many invitations people send and receive in a day, in all matches together.

There are limits for each sender, for each recipient, and for each pair of them. If someone can't be invited, the
message doesn't reveal whether they get too many invitations, are banned or have blocked someone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.app.clock import DAY
from bot.matches.quotas import CANNOT_SEAT_THEM, Quotas
from bot.matches.seats import player_blocks
from bot.store.statements import invitations
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: How often one user may invite the same other user within a day.
MAX_PER_GUEST_AND_DAY = 3


async def invite(tx: Transaction, limits: Quotas, user_id: int, guests: Collection[int], seated: Iterable[int]) -> None:
    """Check and count the invitation of these guests to a match with these seated players. Raises Refusal."""
    now, seated = limits.clock.now(), [*seated]
    await tx.wait_for_lock(f"invitations of {user_id}")
    sent = await invitations.sent_by(tx, user_id, now - DAY, now)
    _check_sender(sent, guests, limits.overrides.count("invitations_sent"))
    most = limits.overrides.count("invitations_received")
    for guest in sorted(guests):
        await player_blocks.check_guest(tx, user_id, guest, seated)
        await limits.check_guest(tx, guest)
        await tx.wait_for_lock(f"invitations to {guest}")
        if most and await invitations.count_of(tx, guest, now - DAY, now) >= most:
            raise Refusal(CANNOT_SEAT_THEM)
        await invitations.save(tx, user_id, guest, now)


def _check_sender(sent: list[tuple[int, int]], guests: Collection[int], limit: int) -> None:
    """Raise Refusal if the sender, after the day's invitations in `sent`, may not invite these guests.

    The sender may invite up to `limit` people a day (0: no limit), and each of them a few times.
    """
    if limit and len(sent) + len(guests) > limit:
        raise Refusal(
            N_("You can invite {n} people a day, and this would be more. Invite the others tomorrow."), n=limit
        )
    invited_guests = [guest for guest, _ in sent]
    if any(invited_guests.count(guest) >= MAX_PER_GUEST_AND_DAY for guest in guests):
        raise Refusal(N_("You've already invited them {n} times today. Ask again tomorrow."), n=MAX_PER_GUEST_AND_DAY)
