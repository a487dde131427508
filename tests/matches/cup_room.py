"""Helpers that run cups without Discord and play the cups' matches to given results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from bot.features.cups.model import CupRules, CupTable, CupView, Fixture
from bot.features.cups.service.actions import CupRequest, Cups
from bot.features.cups.service.cup_automation import TournamentEngine
from bot.features.profiles.service.results import ResultRecorder
from bot.matches.service_results import MatchInfo
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room
from tests.matches.tiny_game import Bid, Done

HOST, GUILD = 900, 1
EMIL, FLORA, GABI = 105, 106, 107
PLAYER_NAMES = NAMES | {EMIL: "Emil", FLORA: "Flóra", GABI: "Gabi"}
EVERYBODY = (ANNA, BELA, CILI, DORA, EMIL, FLORA, GABI)
RULES = CupRules(options={"turns": 1})


class CupRoom(Room):
    """A match service with methods that open cups and play their matches."""

    channels = count(1000)

    async def cup(self, *people: int, game: str = "tiny", begun: bool = True, **rules: Any) -> CupView:
        """Open a cup, enter these users (negative ids stand for computers) and, if `begun`, start it."""
        wanted = CupRequest(game, GUILD, 7, "Cup of autumn", replace(RULES, **rules))
        view = await self.service.part(Cups).open(wanted, HOST)
        for user in people:
            if user < 0:
                view = await self.service.part(Cups).enter_computer(view.id, HOST, "easy")
            else:
                view = await self.service.part(Cups).enter(view.id, user, PLAYER_NAMES[user])
        return await self.service.part(Cups).begin(view.id, HOST) if begun else view

    async def kept(self, cup_id: int) -> CupView:
        """Record results and let the cup proceed until it has no work due; return the cup."""
        course = self.service.part(TournamentEngine)
        await ResultRecorder(self.service, self.clock).drain()
        while due := await course.due(5):
            for row in due:
                until = await course.claim(row)
                assert until is not None
                for table in await course.advance(row.id):
                    await self.table_opened(table)
                await course.mark_current(row, until)
            await ResultRecorder(self.service, self.clock).drain()
        return await self.service.part(Cups).view(cup_id)

    async def table_opened(self, table: CupTable) -> None:
        """Start the match of a cup's table, or record why the match can't start."""
        course, match_id = self.service.part(TournamentEngine), table.match_id
        try:
            if match_id is None:
                match_id = (await course.gather(table, next(self.channels))).id
            await course.begin(match_id)
        except Refusal as why:
            await course.save_trouble(table, str(why))

    async def won(self, match_id: int, *first: int) -> MatchInfo:
        """Play a match to its end: the users in `first` share first place, and all others share last place."""
        info = await self.service.matches.get(match_id)
        await self._act(info, 0, Done())
        for seat in info.seats:
            await self._act(info, seat.seat, Bid(1 if seat.user_id in first else 3))
        return await self.service.matches.get(match_id)

    async def ranked(self, match_id: int, order: Sequence[int]) -> None:
        """Play a three-player match to its end, with the users placed in this order."""
        info = await self.service.matches.get(match_id)
        await self._act(info, 0, Done())
        for seat in info.seats:
            await self._act(info, seat.seat, Bid(1 + order.index(seat.user_id)))

    async def _act(self, info: MatchInfo, seat: int, action: Any) -> None:
        info = await self.service.matches.get(info.id)
        if info.seats[seat].computer is None:
            await self.service.play.act(info.id, info.seats[seat].user_id, action)
        else:
            assert await self.service.computers.act(info.id, seat, action, info.seq)

    async def played(self, view: CupView, *strong: int) -> CupView:
        """Play a cup to its end. Each match is won by the user listed first in `strong`, or else by the first seat."""
        for _ in range(100):
            view = await self.kept(view.id)
            running = [tie for tie in view.fixtures_of(view.round) if tie.awaited == "match"]
            if view.status != "playing" or not running:
                return view
            for tie in running:
                info = await self.service.matches.get(tie.match_ids[-1])
                users = [seat.user_id for seat in info.seats]
                order = [*(user for user in strong if user in users), *(user for user in users if user not in strong)]
                await self.ranked(info.id, order)
        raise AssertionError("the cup has no end")


def fixture_between(view: CupView, *people: int) -> Fixture:
    """Return the tie between these users in the current round."""
    return next(tie for tie in view.fixtures_of(view.round) if set(tie.people) == set(people))
