"""Reviews of finished matches: what a computer thinks of them, who may read it, and keeping it.

A review is kept with its match: it stays the same for as long as the match does, and it takes a computer many seconds.
When the table goes back from the end and plays on, it is made anew, and shared anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.matches.records import MatchInfo
from bot.matches.replay import Broken, position_at
from bot.matches.repository import MatchRepository
from bot.store import ReviewRow, outbox, profiles, reviews
from rules.kernel.data.actions import Action
from rules.kernel.data.view import View
from rules.kernel.errors import Refusal, TenebraeError
from rules.kernel.words.text import N_


@dataclass(frozen=True, slots=True)
class Place:
    """How the match stood after a turn: what one seat did in a row, up to entry `last`."""

    last: int
    seat: int | None
    round: int
    standing: list[float]


@dataclass(frozen=True, slots=True)
class Missed:
    """A move instead of which the computer would have made another: both as data, and what that would be worth."""

    seq: int
    #: The entry after which the seat was asked.
    before: int
    seat: int
    round: int
    played: dict[str, Any]
    better: dict[str, Any]
    by: float
    #: Why, as a message id.
    why: str
    #: Whether one of the two may have ended the match otherwise; then the points say little.
    decides: bool


@dataclass(frozen=True, slots=True)
class Review:
    """How a match stood turn by turn, and the moves that may have been better, the worst first."""

    places: Sequence[Place] = ()
    missed: Sequence[Missed] = ()
    #: How many moves were looked at, how many there was no time for, and how many could not be made again.
    looked_at: int = 0
    left: int = 0
    lost: int = 0
    #: Whether everybody who sees the match may read it.
    shared: bool = False

    def of(self, seat: int | None) -> list[Missed]:
        """Return the moves of a seat (None: of all), the worst first."""
        return [one for one in self.missed if seat is None or one.seat == seat]

    def dumped(self) -> str:
        """Return it as it is kept."""
        told = asdict(self)
        del told["shared"]
        return json.dumps(told, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Recalled:
    """A move with what its seat saw before it."""

    missed: Missed
    view: View
    played: Action
    better: Action


def read(found: str, *, shared: bool = False) -> Review:
    """Return a review as it was kept."""
    told = json.loads(found)
    places, missed = [Place(**one) for one in told.pop("places")], [Missed(**one) for one in told.pop("missed")]
    return Review(places, missed, **told, shared=shared)


class Reviews:
    """Keeps reviews, and says who may read them."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def check(self, info: MatchInfo, user_id: int) -> None:
        """Raise Refusal for a match that has no review, and for whoever may not read it.

        Of a match that was ended before, what was hidden stays hidden: a review would tell it.
        """
        if info.status == "ended":
            raise Refusal(
                N_("This match was ended before it was finished: what was hidden stays hidden, so it has no review.")
            )
        if info.status != "over":
            raise Refusal(N_("This match still goes on; `/watch review` looks back on it once it is over."))
        if await self.has_sat(info, user_id):
            return
        row = await self._row(info)
        if row is None or row.shared_at is None:
            raise Refusal(N_("Only those who played may see the review of this match, until one of them shares it."))

    async def has_sat(self, info: MatchInfo, user_id: int) -> bool:
        """Tell whether a person has sat at a table that is over, at its end or before."""
        if info.seat_of(user_id) is not None:
            return True
        found = await profiles.several(self._repo.store.read, [info.id])
        return any(row.user_id == user_id for one in found for row in one.rows)

    async def kept(self, info: MatchInfo) -> Review | None:
        """Return the review of a match as it ended, if it was made already."""
        row = await self._row(info)
        return None if row is None else read(row.found, shared=row.shared_at is not None)

    async def _row(self, info: MatchInfo) -> ReviewRow | None:
        row = await reviews.get(self._repo.store.read, info.id)
        return row if row is not None and row.seq == info.seq else None

    async def keep(self, info: MatchInfo, found: str) -> Review:
        """Keep a review, unless one was made meanwhile, and return what is kept; raises Refusal when play went on."""
        review = read(found)
        async with self._repo.held(info.id) as tx:
            now = await self._repo.get(info.id)
            if now.status != "over" or now.seq != info.seq:
                raise Refusal(N_("The match has gone on meanwhile; ask again once it is over."))
            row = await reviews.get(tx, info.id)
            if row is not None and row.seq == info.seq:
                return read(row.found, shared=row.shared_at is not None)
            await reviews.put(tx, ReviewRow(info.id, info.seq, review.dumped(), None))
        return review

    async def share(self, info: MatchInfo, user_id: int) -> Review:
        """Let everybody who sees the match read its review; raises Refusal when that was done already."""
        async with self._repo.held(info.id) as tx:
            now = await self._repo.get(info.id)
            await self.check(now, user_id)
            if not await self.has_sat(now, user_id):
                raise Refusal(N_("Only those who played share the review of their match."))
            row = await reviews.get(tx, info.id)
            if row is None or row.seq != now.seq:
                raise Refusal(N_("The match has gone on meanwhile; ask again once it is over."))
            if row.shared_at is not None:
                raise Refusal(N_("The review of this match is in its channel already."))
            at = self._repo.clock.now()
            await reviews.set_shared(tx, info.id, at)
            # With the choice that it tells of, so that neither is lost without the other.
            await outbox.put(tx, info.id, [outbox.Post("review", {"seq": row.seq}, coalesce_key="review")], now=at)
        return read(row.found, shared=True)

    async def recalled(self, info: MatchInfo, moves: Sequence[Missed]) -> list[Recalled]:
        """Return moves as those in their seats saw them then; what can't be opened any more is left out."""
        game, found = self._repo.games[info.game], list[Recalled]()
        for one in moves:
            try:
                match = await position_at(self._repo.store.read, game, info.id, one.before)
                actions = game.action_from_json(one.played), game.action_from_json(one.better)
            except (Broken, TenebraeError):
                continue
            found.append(Recalled(one, match.view(one.seat), *actions))
        return found
