"""Plays a cup to its end in processes that are killed at random moments; run by test_kills.

python -m tests.faults.kill_cups FOLDER KILLS SEED DATABASE

Each process has the real service and store. It is killed with SIGKILL during a draw, the opening of a match, a move or
an announcement. Announcements go to a file in the folder, which is checked at the end.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from functools import partial
from itertools import count
from pathlib import Path

from bot import wiring
from bot.features.cups.jobs import announcements
from bot.features.cups.model import CupRules, CupTable, CupView
from bot.features.cups.service.actions import CupRequest, Cups
from bot.features.cups.service.cup_automation import TournamentEngine
from bot.features.profiles.service.results import ResultRecorder
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.store.engine_interface import Address, is_server
from bot.store.store import Store
from rules.kernel.words.translation import Translator
from tests import database_access
from tests.faults.kill_games import Clock, fork_process, kill_at_random, run_to_end
from tests.matches.tiny_game import TINY

HOST, GUILD, CHANNEL, CUP = 900, 1, 7, 1
PEOPLE = range(101, 107)
#: Number of seconds that each process's clock is ahead of the previous process's clock. It exceeds the duration of a
#: lease on a cup, so a killed process's leases have expired.
PROCESS_CLOCK_OFFSET = 1000


class Cup:
    """A knock-out cup of six players, best of three, with random moves."""

    def __init__(self, folder: Path, database: Address, life: int, seed: int) -> None:
        self.database, self.told = database, folder / "cup.told"
        self.clock = Clock()
        self.clock.time += life * PROCESS_CLOCK_OFFSET
        self.random = random.Random(f"{seed} {life}")
        #: Thread ids for the cup's matches; no two processes use the same ids.
        self.threads = count(1_000_000 + life * 1000)

    def _open(self, store: Store) -> None:
        self.store = store
        self.service = MatchService(store, self.clock, {TINY.id: TINY}, ServiceOptions(seed=lambda: "seed"))

    async def begin(self, _: int) -> None:
        """Open the cup, enter all players, and start it."""
        async with await Store.open(self.database) as store:
            self._open(store)
            rules = CupRules(series=3, options={"turns": 1})
            view = await self.service.part(Cups).open(CupRequest(TINY.id, GUILD, CHANNEL, "Cup", rules), HOST)
            for user in PEOPLE:
                await self.service.part(Cups).enter(view.id, user, f"P{user}")
            await self.service.part(Cups).begin(view.id, HOST)

    async def play(self, told: int) -> None:
        """Let the players move and the bot do its due work until the process is killed or the cup is over."""
        async with await Store.open(self.database) as store:
            self._open(store)
            while (await self._kept()).status == "playing" or await self._due():
                await self._moved(told)

    async def _due(self) -> bool:
        return bool(await self.service.part(TournamentEngine).due(1))

    async def _kept(self) -> CupView:
        """Record results, open due matches and announce news until the cup has no work due; return the cup."""
        course = self.service.part(TournamentEngine)
        await ResultRecorder(self.service, self.clock).drain()
        for row in await course.due(5):
            until = await course.claim(row)
            assert until is not None
            for table in await course.advance(row.id):
                await self._table(table)
            await self._tell(await self.service.part(Cups).view(row.id))
            await course.mark_current(row, until)
        return await self.service.part(Cups).view(CUP)

    async def _table(self, table: CupTable) -> None:
        course, match_id = self.service.part(TournamentEngine), table.match_id
        if match_id is None:
            match_id = (await course.gather(table, next(self.threads))).id
        await course.begin(match_id)

    async def _tell(self, cup: CupView) -> None:
        """Append the cup's news to the file and mark it as sent. A crash may leave repeated news in the file."""
        known = await self.service.part(TournamentEngine).sent_notices(cup.id)
        for what, text in announcements(Translator(), cup):
            if what not in known:
                handle = os.open(self.told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
                os.write(handle, json.dumps([what, text]).encode() + b"\n")
                os.close(handle)
                await self.service.part(TournamentEngine).mark_notice_sent(cup.id, what)

    async def _moved(self, told: int) -> None:
        """Make one random move in each running match of the cup."""
        cup = await self.service.part(Cups).view(CUP)
        for match_id in [tie.match_ids[-1] for tie in cup.fixtures if tie.awaited == "match"]:
            table = await self.service.matches.table(match_id)
            for seat, decision in list(table.match.decisions().items())[:1]:
                action = self.random.choice(decision.actions)
                await self.service.play.act(match_id, table.info.seats[seat].user_id, action, table.seq)
                os.write(told, b"move\n")

    async def check(self, last: bool, told: int) -> None:
        """Assert that each match was opened and recorded once and, if the cup is over, that all news was announced."""
        async with await Store.open(self.database) as store:
            self._open(store)
            played = await database_access.rows(store.read, "SELECT match_id, round, number, place FROM cup_matches")
            opened = await database_access.rows(store.read, "SELECT id FROM matches")
            assert sorted(row["id"] for row in opened) == sorted(row["match_id"] for row in played), "opened, not noted"
            places = Counter((row["round"], row["number"], row["place"]) for row in played)
            assert set(places.values()) <= {1}, "a table was opened twice"
            cup = await self.service.part(Cups).view(CUP)
            for tie in cup.fixtures:
                alive = [one for one in tie.match_ids if (await self.service.matches.get(one)).status != "over"]
                assert len(alive) <= 1, "two matches of a tie are played at once"
            lines = {tuple(json.loads(line)) for line in self.told.read_text().splitlines()} if last else set()
            if last:
                assert cup.status == "over"
                assert cup.champion is not None
                assert len(lines) == len({what for what, _ in lines}), "told twice, and not the same"
                assert [text for what, text in lines if what == "end"] == [f"**{cup.champion.name}** has won **Cup**."]
                assert {what for what, _ in lines} == {"round 1", "round 2", "round 3", "end"}
            os.write(told, f"{len(played)}".encode())


def main(folder: Path, kills: int, seed: int, place: str) -> None:
    dice = random.Random(seed)
    database: Address = place if is_server(place) else Path(place)
    run_to_end(Cup(folder, database, 0, seed).begin)
    died, tables = 0, "0"
    for life in range(1, kills + 1):
        cup = Cup(folder, database, life, seed)
        died += kill_at_random(*fork_process(cup.play), dice, 6)[1]
        run_to_end(partial(cup.check, False))
    last = Cup(folder, database, kills + 1, seed)
    run_to_end(last.play)
    tables = run_to_end(partial(last.check, True))
    print(f"{tables} tables, {died} times killed")


if __name__ == "__main__":
    wiring.register()
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
