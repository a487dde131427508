"""Repairs by operators and game masters: a new journal entry sets a match back to an earlier position."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from bot.matches import refusals
from bot.matches.play.position_rebuild import DamagedMatch, error_summary, position_at, redealt, was_revealed
from bot.matches.play.undo import orders_without_plans
from bot.matches.repository import MatchRepository
from bot.matches.service_results import REDEALT_FIELD, SEED_FIELD, MatchInfo, Position
from bot.notifications import match_posts, turn_notification_decisions
from bot.store import outbox
from bot.store.statements import archives, matches
from bot.store.statements.matches import ChannelTaken
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Transaction
from rules.kernel.engine import match_reseeding
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: A function that informs a match's channel that the match continues from this position.
Tell = Callable[[Transaction, Match[Any]], Awaitable[None]]


class Repair:
    """Sets matches back to earlier positions."""

    def __init__(self, repo: MatchRepository, seed: Callable[[], str]) -> None:
        """`seed` returns a new secret random seed for a match that is set back."""
        self._repo = repo
        self._seed = seed

    async def rewind(self, match_id: int, to: int, reason: str) -> MatchInfo:
        """Set a match back to the position after entry `to`, rebuilt from a snapshot and the journal.

        A frozen or finished match runs again. The match gets a new random seed, because players may know what the old
        seed would bring, and because the end of a match reveals its seed. The channel gets a notice and the board, and
        all players whose turn it is are notified. Raises Refusal.
        """
        async with self._repo.lock_match(match_id):
            info = await self._repo.get(match_id)

            async def tell(tx: Transaction, match: Match[Any]) -> None:
                await match_posts.announce_repair(tx, info, match, self._repo.clock.now())

            return await self.set_back(info, await self.rebuild_earlier(info, to), to, {"reason": reason}, tell)

    async def set_back(
        self, info: MatchInfo, position: Position, to: int, action: dict[str, Any], tell: Tell, by: int | None = None
    ) -> MatchInfo:
        """Continue a match from a position that `rebuild_earlier` has returned.

        `tell` explains the change to the channel; `by` is the user who ordered the change. The caller has locked the
        match. Raises Refusal.
        """
        repo, now = self._repo, self._repo.clock.now()
        hidden_was_revealed = not position.over and await was_revealed(repo.store.read, info, to)
        action = (
            action
            | {SEED_FIELD: position.match.state.chance.seed}
            | ({REDEALT_FIELD: True} if hidden_was_revealed else {})
        )
        if info.error_id:
            action["error_id"] = info.error_id
        epoch = position.match.epoch
        row = JournalRow(position.seq, now, "rewind", user_id=by, action=action, epoch_after=epoch, restores=to)
        # All seats must be notified again, because earlier notifications were about positions that no longer exist.
        unnotified_seats = tuple(replace(seat, waiting_since=None, pinged_epoch=None) for seat in info.seats)

        async def prepare(tx: Transaction) -> None:
            await archives.unpack_archive(tx, info.id, now)
            await matches.thaw(tx, info.id, now)
            await matches.set_waiting(tx, info.id, unnotified_seats)
            await outbox.enqueue(tx, info.id, [], now=now, withdrawn=("score",))
            await tell(tx, position.match)
            for seat, orders in (orders_without_plans(info) if hidden_was_revealed else {}).items():
                await matches.set_standing(tx, info.id, seat, orders)
            if hidden_was_revealed and position.seats_with_secrets:
                await match_posts.announce_redeal(tx, info, now)

        try:
            repo.forget(info.id)
            updated_info = replace(info, seats=unnotified_seats)
            return (
                await repo.commit(
                    updated_info, position, [row], turn_notification_decisions.CallPolicy.AFRESH, hook=prepare
                )
            ).info
        except ChannelTaken:
            raise Refusal(N_("This channel already has a match. Finish or end it first.")) from None

    async def rebuild_earlier(self, info: MatchInfo, to: int) -> Position:
        """Return the position after entry `to` as the match's next position.

        Raises Refusal if the match can't continue from there.
        """
        if info.started_at is None:
            raise refusals.not_playing("lobby", None)
        if info.unreadable:
            raise refusals.unreadable_settings()
        if not 1 <= to <= info.seq:
            raise Refusal(N_("This match's log has entries 1 to {seq}."), seq=info.seq)
        repo = self._repo
        try:
            match = await position_at(repo.store.read, repo.games[info.game], info.id, to)
            if not match.over and await was_revealed(repo.store.read, info, to):
                match = redealt(match, self._seed())
            else:
                match_reseeding.reseed(match, self._seed())
            return Position.from_match(match, info.seq + 1, ())
        except DamagedMatch as error:
            raise Refusal(str(error)) from error
        except Exception as error:
            raise Refusal(
                N_("The match can't continue from the position after entry {to}: {why}."),
                to=to,
                why=error_summary(error),
            ) from error
