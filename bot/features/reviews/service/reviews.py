"""Stores computers' reviews of finished matches, and checks who may read them.

A review is stored because creating it takes a computer many seconds. If the players undo the end of the match and
continue, the review must be created and shared again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.features.profiles.statements import profiles
from bot.features.reviews import statements as reviews
from bot.features.reviews.statements import ReviewRow
from bot.matches.play.position_rebuild import DamagedMatch, position_at
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo
from bot.store import outbox
from rules.kernel.data.actions import Action
from rules.kernel.data.view import View
from rules.kernel.errors import Refusal, TenebraeError
from rules.kernel.words.translation import N_


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """The state of the match after a turn. A turn consists of one seat's consecutive moves up to entry `last`."""

    last: int
    seat: int | None
    round: int
    standing: list[float]


@dataclass(frozen=True, slots=True)
class MissedMove:
    """A player's move and the move that the computer prefers, both as JSON data, and the difference in value."""

    seq: int
    #: The number of the last journal entry before the seat had to choose.
    before: int
    seat: int
    round: int
    played: dict[str, Any]
    better: dict[str, Any]
    by: float
    #: The message id of the reason why the computer's move is better.
    why: str
    #: Whether one of the two moves may have changed how the match ended. If so, the difference in points means little.
    decides: bool


@dataclass(frozen=True, slots=True)
class Review:
    """The state of the match after each turn, and the questionable moves, worst first."""

    places: Sequence[ReviewedTurn] = ()
    missed: Sequence[MissedMove] = ()
    #: The number of moves that were reviewed, the number skipped for lack of time, and the number that could not be
    #: replayed.
    looked_at: int = 0
    left: int = 0
    lost: int = 0
    #: Whether everyone who can see the match may read the review.
    shared: bool = False

    def missed_by(self, seat: int | None) -> list[MissedMove]:
        """Return the questionable moves of a seat, or of all seats if `seat` is None, worst first."""
        return [missed_move for missed_move in self.missed if seat is None or missed_move.seat == seat]

    def dumped(self) -> str:
        """Return the review in the form saved in the database."""
        data = asdict(self)
        del data["shared"]
        return json.dumps(data, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class MissedMoveContext:
    """A questionable move and the computer's move, both as actions, with the seat's view before the move."""

    missed: MissedMove
    view: View
    played: Action
    better: Action


def parse_review(dumped: str, *, shared: bool = False) -> Review:
    """Parse a review saved in the database."""
    data = json.loads(dumped)
    places, missed = (
        [ReviewedTurn(**one) for one in data.pop("places")],
        [MissedMove(**one) for one in data.pop("missed")],
    )
    return Review(places, missed, **data, shared=shared)


class Reviews:
    """Stores reviews, and checks who may read them."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def check(self, info: MatchInfo, user_id: int) -> None:
        """Raise Refusal if a match can't have a review, or if the user may not read it.

        A match that ended early has no review, because the review would reveal its secrets.
        """
        if info.status == "ended":
            raise Refusal(N_("This match was ended early: hidden information stays hidden, so it has no review."))
        if info.status != "over":
            raise Refusal(N_("This match isn't over yet; `/watch review` reviews it afterwards."))
        if await self.has_sat(info, user_id):
            return
        row = await self._row(info)
        if row is None or row.shared_at is None:
            raise Refusal(N_("Only its players can see the review of this match, until one of them shares it."))

    async def has_sat(self, info: MatchInfo, user_id: int) -> bool:
        """Return whether a user ever had a seat in a finished match."""
        if info.seat_of(user_id) is not None:
            return True
        past_matches = await profiles.several(self._repo.store.read, [info.id])
        return any(row.user_id == user_id for past_match in past_matches for row in past_match.rows)

    async def stored(self, info: MatchInfo) -> Review | None:
        """Return the stored review of a match; None if there is none, or if the match continued after the review."""
        row = await self._row(info)
        return None if row is None else parse_review(row.found, shared=row.shared_at is not None)

    async def _row(self, info: MatchInfo) -> ReviewRow | None:
        row = await reviews.get(self._repo.store.read, info.id)
        return row if row is not None and row.seq == info.seq else None

    async def store(self, info: MatchInfo, dumped: str) -> Review:
        """Store a review and return it; if another process has already stored a review of the match, return that one.

        Raises Refusal if the match has continued in the meantime.
        """
        review = parse_review(dumped)
        async with self._repo.lock_match(info.id) as tx:
            now = await self._repo.get(info.id)
            if now.status != "over" or now.seq != info.seq:
                raise Refusal(N_("The match has continued meanwhile; ask again once it's over."))
            row = await reviews.get(tx, info.id)
            if row is not None and row.seq == info.seq:
                return parse_review(row.found, shared=row.shared_at is not None)
            await reviews.save(tx, ReviewRow(info.id, info.seq, review.dumped(), None))
        return review

    async def share(self, info: MatchInfo, user_id: int) -> Review:
        """Share a review with everyone who can see the match; raises Refusal if it has already been shared."""
        async with self._repo.lock_match(info.id) as tx:
            now = await self._repo.get(info.id)
            await self.check(now, user_id)
            if not await self.has_sat(now, user_id):
                raise Refusal(N_("Only a match's players can share its review."))
            row = await reviews.get(tx, info.id)
            if row is None or row.seq != now.seq:
                raise Refusal(N_("The match has continued meanwhile; ask again once it's over."))
            if row.shared_at is not None:
                raise Refusal(N_("The review of this match is already in its channel."))
            at = self._repo.clock.now()
            await reviews.set_shared(tx, info.id, at)
            # Queue the post in the same transaction that saves the player's decision to share the review.
            await outbox.enqueue(tx, info.id, [outbox.Post("review", {"seq": row.seq}, coalesce_key="review")], now=at)
        return parse_review(row.found, shared=True)

    async def with_views(self, info: MatchInfo, moves: Sequence[MissedMove]) -> list[MissedMoveContext]:
        """Return these moves, each with its seat's view before the move.

        Moves that can no longer be replayed are left out.
        """
        game, contexts = self._repo.games[info.game], list[MissedMoveContext]()
        for move in moves:
            try:
                match = await position_at(self._repo.store.read, game, info.id, move.before)
                actions = game.action_from_json(move.played), game.action_from_json(move.better)
            except (DamagedMatch, TenebraeError):
                continue
            contexts.append(MissedMoveContext(move, match.view(move.seat), *actions))
        return contexts
