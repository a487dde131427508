"""Reads the public data and the decks of cups."""

from __future__ import annotations

import asyncio

from bot.features.cups.model import CupTable, CupView
from bot.features.cups.service.cup_view import build_view
from bot.matches.repository import MatchRepository
from bot.store.statements import cups
from bot.store.statements.cups import CupPersonRow, CupRow
from bot.store.transactions import Reader
from rules.kernel.content.decks import Deck, load
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum number of cups listed for a server.
MAX_LISTED = 25
NOT_IN = N_("You're not in this cup.")
#: The statuses of a finished cup: "over" after its last round, "ended" if it was ended early.
OVER_STATUSES = ("over", "ended")


class CupQueries:
    """Reads the public data and the decks of cups."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def view(self, cup_id: int) -> CupView:
        """Return the public data of a cup; raises Refusal if there is no such cup."""
        return await self._view(self._repo.store.read, cup_id)

    async def of_server(self, guild_id: int) -> list[CupView]:
        """Return the cups listed for a server, newest first."""
        read = self._repo.store.read
        rows = [row for row in await cups.of_guild(read, guild_id, MAX_LISTED) if row.game in self._repo.games]
        ids = [row.id for row in rows]
        people, fixtures = await cups.people_of(read, ids), await cups.ties_of(read, ids)
        played = await cups.matches_of_several(read, ids)
        views: list[CupView] = []
        for row in rows:
            if row.id in fixtures:
                views.append(build_view(row, people[row.id], fixtures[row.id], played[row.id]))
            # Building the data of a cup with hundreds of ties takes several milliseconds, so let other tasks run in
            # between.
            await asyncio.sleep(0)
        return views

    async def of_match(self, match_id: int) -> CupTable | None:
        """Return the cup's table that hosts a match; None if the match belongs to no cup."""
        read = self._repo.store.read
        row = await cups.match_of(read, match_id)
        if row is None:
            return None
        view = await self._view(read, row.cup_id)
        fixture = next(tie for tie in view.fixtures if (tie.round, tie.number) == (row.round, row.number))
        people = [view.entrant(user) for user in fixture.people]
        seated_people = tuple(person for person in people if person is not None)
        return CupTable(row.cup_id, row.round, row.number, row.place, seated_people, match_id)

    async def deck_of(self, cup_id: int, user_id: int) -> Deck | None:
        """Return a person's deck in a cup. Until the cup is over, only that person may see it."""
        text = (await self._person(self._repo.store.read, cup_id, user_id)).deck
        return None if text is None else load(text)

    async def decks(self, cup_id: int) -> dict[int, Deck]:
        """Return the decks of a cup that is over, keyed by user; raises Refusal while the cup is running."""
        cup = await self._cup(self._repo.store.read, cup_id)
        if cup.status not in OVER_STATUSES:
            raise Refusal(N_("The decks are shown when the cup is over."))
        people = await cups.people(self._repo.store.read, cup_id)
        return {person.user_id: load(person.deck) for person in people if person.deck is not None}

    async def _cup(self, db: Reader, cup_id: int) -> CupRow:
        cup = await cups.get(db, cup_id)
        if cup is None:
            raise unknown_cup()
        if cup.game not in self._repo.games:
            raise Refusal(N_("There's no such game here."))
        return cup

    async def _person(self, db: Reader, cup_id: int, user_id: int) -> CupPersonRow:
        await self._cup(db, cup_id)
        for person in await cups.people(db, cup_id):
            if person.user_id == user_id:
                return person
        raise Refusal(NOT_IN)

    async def _view(self, db: Reader, cup_id: int) -> CupView:
        cup = await self._cup(db, cup_id)
        return build_view(
            cup, await cups.people(db, cup_id), await cups.fixtures(db, cup_id), await cups.matches_of(db, cup_id)
        )


def unknown_cup() -> Refusal:
    """Return the refusal for a cup that doesn't exist."""
    return Refusal(N_("There's no such cup (any more)."))
