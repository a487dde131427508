"""The progress of a cup: finished matches settle ties and, when a round is complete, the next one is drawn.

All functions run in the caller's transaction, which locks the cup. Running them twice has no further effect.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.features.cups.model import CupGame, CupRules, Fixture
from bot.features.cups.service import round_draws, tie_course
from bot.features.cups.service.cup_view import ByFixture, by_tie, row_of, tie_of
from bot.features.profiles.statements import results
from bot.store.statements import cups, matches
from bot.store.statements.cups import CupMatchRow, CupPersonRow, CupRow, FixtureRow
from bot.store.statements.rows import LIVE_STATUSES
from bot.store.transactions import Transaction
from rules.kernel.game import AnyGame

#: A tie with one of these outcomes stays settled, no matter how its matches end.
_FINAL_OUTCOMES = ("awarded", "walkover", "bye", "void")


@dataclass(frozen=True, slots=True)
class SavedCup:
    """All saved data of a cup."""

    cup: CupRow
    rules: CupRules
    people: tuple[CupPersonRow, ...]
    rows: tuple[FixtureRow, ...]
    played: ByFixture
    #: All ties drawn so far.
    fixtures: tuple[Fixture, ...]

    @classmethod
    async def read(cls, tx: Transaction, cup: CupRow) -> SavedCup:
        """Read the data of a cup from the database."""
        people, rows = await cups.people(tx, cup.id), await cups.fixtures(tx, cup.id)
        played = by_tie(await cups.matches_of(tx, cup.id))
        fixtures = tuple(tie_of(row, played) for row in rows)
        return cls(cup, CupRules.from_json(cup.rules), tuple(people), tuple(rows), played, fixtures)

    @property
    def dropped(self) -> set[int]:
        """The ids of the people who have dropped out."""
        return {person.user_id for person in self.people if person.dropped_at is not None}

    @property
    def playing(self) -> list[int]:
        """The ids of the people who have not dropped out."""
        return [person.user_id for person in self.people if person.dropped_at is None]

    def matches_of(self, fixture: Fixture) -> Sequence[CupMatchRow]:
        """Return the matches of a tie."""
        return self.played.get((fixture.round, fixture.number), ())


async def settle_and_draw(tx: Transaction, game: AnyGame, cup: CupRow, now: int) -> None:
    """Settle the ties of a running cup, then draw the next rounds or end the cup."""
    saved_cup = await SavedCup.read(tx, cup)
    fixtures = [
        fixture if fixture.round < cup.round else await _update_tie(tx, game, saved_cup, fixture, now)
        for fixture in saved_cup.fixtures
    ]
    number = cup.round
    while all(tie.is_settled for tie in fixtures if tie.round == number):
        await _settle_matches(tx, saved_cup, number, now)
        tables = round_draws.next_round(
            saved_cup.rules,
            cup.seed,
            [one.user_id for one in saved_cup.people],
            fixtures,
            saved_cup.playing,
            game.seats[0],
        )
        if not tables:
            await cups.change(tx, cup.id, status="over", ended_at=now, round=number)
            return
        number += 1
        new_fixtures = [Fixture(number, at, people, drawn_at=now) for at, people in enumerate(tables, 1)]
        for tie in new_fixtures:
            tie = tie_course.settle(saved_cup.rules, cup.seed, tie, saved_cup.dropped, now, game.seats[0])
            await cups.put_tie(tx, cup.id, row_of(tie))
            fixtures.append(tie)
    if number != cup.round:
        await cups.change(tx, cup.id, round=number)


async def _update_tie(tx: Transaction, game: AnyGame, saved_cup: SavedCup, fixture: Fixture, now: int) -> Fixture:
    """Update a tie of the current round with the results of its matches; save and return the tie."""
    if fixture.how in _FINAL_OUTCOMES:
        return fixture
    tie_matches = saved_cup.matches_of(fixture)
    # Once a tie's next match has been opened, the results of its earlier matches are final, even if an earlier match is
    # resumed.
    games, stuck_match_id = list(fixture.games[: max(0, len(tie_matches) - 1)]), None
    if tie_matches:
        outcome = await match_result(tx, fixture, tie_matches[-1])
        if isinstance(outcome, CupGame):
            games.append(outcome)
        elif outcome:
            stuck_match_id = tie_matches[-1].match_id
    opened = bool(tie_matches) and tie_matches[-1].status != "lobby" and len(tie_matches) > len(games)
    trouble = None if opened else fixture.trouble
    blank = replace(
        fixture, trouble=trouble, games=tuple(games), points={}, order=(), onward=(), how=None, settled_at=None
    )
    settled = tie_course.settle(
        saved_cup.rules, saved_cup.cup.seed, blank, saved_cup.dropped, fixture.settled_at or now, game.seats[0]
    )
    row = row_of(settled, stuck_match_id)
    if row != next(one for one in saved_cup.rows if (one.round, one.number) == (fixture.round, fixture.number)):
        await cups.put_tie(tx, saved_cup.cup.id, row)
    return settled


async def match_result(tx: Transaction, fixture: Fixture, row: CupMatchRow) -> CupGame | bool:
    """Return a match's result, True if it ended without a result, or False if it is still running.

    The result counts for the player who was drawn for the seat, even if someone has replaced them during the match.
    """
    result = await results.get(tx, row.match_id)
    if result is None:
        info = await matches.get(tx, row.match_id)
        return info is None or (info.status not in LIVE_STATUSES and info.started_at is None)
    places: dict[int, int] = {}
    totals: dict[int, float] = {}
    seats = {one.seat: one for one in result[1] if one.last}
    for seat, last in sorted(seats.items()):
        holders = [one.user_id for one in result[1] if one.seat == seat]
        user = next((one for one in holders if one in fixture.people), None)
        if user is None or last.place is None:
            return True
        places[user] = last.place
        if last.total is not None:
            totals[user] = last.total
    return CupGame(row.match_id, places, totals)


async def _settle_matches(tx: Transaction, saved_cup: SavedCup, number: int, now: int) -> None:
    """Mark the ended matches of a completed round as settled, so their results can't change afterwards."""
    round_matches = [
        match for fixture in saved_cup.fixtures if fixture.round == number for match in saved_cup.matches_of(fixture)
    ]
    finished_ids = [match.match_id for match in round_matches if match.status not in LIVE_STATUSES]
    await cups.settle_matches(tx, finished_ids, now)


def rows_in_order(people: Sequence[CupPersonRow], users: Collection[int]) -> list[CupPersonRow]:
    """Return the rows of these users, in the order of `users`."""
    person_by_id = {person.user_id: person for person in people}
    return [person_by_id[user] for user in users]
