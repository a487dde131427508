"""Simulations with several processes on a real PostgreSQL server, and tests of the simulated connections to it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from tests.simulated.event_loop import Machine
from tests.simulated.event_plan import Plan, PlannedEvent, PlannedMatch
from tests.simulated.machine_doubles import Environment
from tests.simulated.old_faults import FormerFault
from tests.simulated.old_faults_served import OLD
from tests.simulated.server import Server
from tests.simulated.server_databases import temporary_database
from tests.simulated.simulation import simulate

if TYPE_CHECKING:
    from tests import postgres

ROOT = Path(__file__).parents[2]
#: The plan that normal test runs simulate. `make soak` simulates SIM_SEEDS seeds instead.
SHORT = Plan(
    "short",
    "postgresql",
    2,
    1,
    tables=(PlannedMatch("tiny", 3, 3, "friendly"),),
    happenings=(
        PlannedEvent(600, "death at work", (0, 20)),
        PlannedEvent(700, "commit", (3,)),
        PlannedEvent(800, "commit lost", (1,)),
        PlannedEvent(2000, "slow disk", (600,)),
        PlannedEvent(3000, "own clock", (1, 3600)),
        PlannedEvent(4000, "hang", (8,)),
        PlannedEvent(5000, "cut", (0,)),
        PlannedEvent(6000, "restart", (5,)),
        PlannedEvent(9000, "clock", (-3600,)),
        PlannedEvent(20000, "death", (1, 9)),
    ),
)


@pytest.mark.soak
def test_nothing_is_lost_doubled_told_or_forgotten_by_several_processes_under_many_seeds() -> None:
    command = [sys.executable, "-m", "tests.simulated", "--postgres", f"1-{os.environ.get('SIM_SEEDS', '300')}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("fault", OLD, ids=[one.name for one in OLD])
def test_a_fault_of_several_processes_is_found_again(
    server: postgres.Server, fault: FormerFault, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault.put_back(monkeypatch)
    found = (sentence for plan in fault.plans for sentence in simulate(plan, server).wrong)
    assert any(fault.said in sentence for sentence in found)


@pytest.mark.soak
@pytest.mark.parametrize("fault", OLD, ids=[one.name for one in OLD])
def test_without_these_faults_all_is_well(server: postgres.Server, fault: FormerFault) -> None:
    assert simulate(fault.plan, server).wrong == []


def test_the_same_seed_twice_gives_the_same_trace_on_another_server(server: postgres.Server, tmp_path: Path) -> None:
    found = simulate(SHORT, server)
    assert found.wrong == []
    assert found.counts["deaths"] > 0
    plan, there = tmp_path / "plan", tmp_path / "trace"
    plan.write_text(SHORT.text())
    command = [sys.executable, "-m", "tests.simulated", "--plan", str(plan), "--trace", str(there)]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "7"}, capture_output=True)
    assert there.read_text().splitlines() == found.trace


# -- the server ----------------------------------------------------------------------------------------------


class Room:
    """A simulation's PostgreSQL server with three simulated processes as its clients."""

    def __init__(self, served: Server) -> None:
        self.served, self.loop = served, served.loop
        self.machines = [Machine(number) for number in (1, 2, 3)]
        #: The events so far, in order, each with its time in whole seconds.
        self.told: list[str] = []

    def run(self, *doing: Coroutine[Any, Any, None]) -> None:
        """Run these tasks to completion, each in its own process."""

        async def all_of_them() -> None:
            pairs = zip(self.machines, doing, strict=False)
            done, _ = await asyncio.wait([self.loop.run_as(machine, one) for machine, one in pairs], timeout=100)
            for one in done:
                one.result()

        try:
            with self.served.nature.rules(), self.served.mounted():
                self.loop.run_until_complete(all_of_them())
        finally:
            self.loop.close()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Any]:
        """Connect to the database with the bot's driver."""
        connection = await asyncpg.connect(self.served.base.address)
        try:
            yield connection
        finally:
            connection.terminate()

    async def adds(self, after: float, name: str, rests: float) -> None:
        """After `after` seconds, update the only row of the table `budget`, and keep it locked for `rests` seconds."""
        async with self.connected() as connection:
            await asyncio.sleep(after)
            async with connection.transaction():
                await connection.execute("UPDATE budget SET requests = requests + 1")
                self.tell(name)
                await asyncio.sleep(rests)

    def tell(self, what: str) -> None:
        """Record that something has happened, with its time in whole seconds."""
        self.told.append(f"{what} {self.loop.time():.0f}")


@contextmanager
def opened(server: postgres.Server) -> Iterator[Room]:
    """Create a database with one row in the table `budget`, and yield its server with three processes."""
    with temporary_database(server) as base:
        base.line.ask("INSERT INTO budget (id, requests, openings, refusals) VALUES (1, 0, 0, 0)")
        nature = Environment("server")
        yield Room(Server(nature, nature.dice("server"), base))


def test_who_waits_for_a_row_goes_on_in_the_order_of_asking(server: postgres.Server) -> None:
    with opened(server) as room:
        room.run(room.adds(1, "first", 10), room.adds(2, "second", 10), room.adds(3, "third", 10))
        assert room.told == ["first 1", "second 11", "third 21"]
        assert room.served.looked_up("SELECT requests FROM budget") == [{"requests": 3}]


def test_the_locks_of_a_process_that_dies_are_free_at_once(server: postgres.Server) -> None:
    with opened(server) as room:
        room.loop.call_later(5, room.machines[0].die)
        room.run(room.adds(1, "first", 10), room.adds(2, "second", 10))
        assert room.told == ["first 1", "second 5"]
        assert room.served.looked_up("SELECT requests FROM budget") == [{"requests": 1}]


def test_what_a_process_has_sent_before_it_died_arrives_and_its_connections_end(server: postgres.Server) -> None:
    with opened(server) as room:
        dying = room.machines[0]

        async def commits() -> None:
            async with room.connected() as connection:
                await connection.execute("BEGIN; UPDATE budget SET requests = 7")
                asyncio.get_running_loop().call_later(0, dying.die)
                dying.fuse = 100
                await connection.execute("COMMIT")

        room.run(commits(), room.adds(5, "second", 1))
        assert room.told == ["second 5"]
        assert room.served.looked_up("SELECT requests FROM budget") == [{"requests": 8}]


def test_a_statement_that_waits_is_given_up_and_cancelled_in_its_time(server: postgres.Server) -> None:
    with opened(server) as room:

        async def impatient() -> None:
            async with room.connected() as connection:
                await asyncio.sleep(2)
                with pytest.raises(TimeoutError):
                    await connection.execute("UPDATE budget SET requests = requests + 10", timeout=3)
                room.tell("gives up")
                assert await connection.fetchval("SELECT requests FROM budget") == 0

        room.run(room.adds(1, "first", 10), impatient())
        assert room.told == ["first 1", "gives up 5"]


def test_the_last_connection_in_a_deadlock_is_refused(server: postgres.Server) -> None:
    with opened(server) as room:

        async def takes(after: float, *names: str) -> None:
            async with room.connected() as connection:
                await asyncio.sleep(after)
                try:
                    async with connection.transaction():
                        for name in names:
                            await connection.execute("SELECT pg_advisory_xact_lock(hashtext($1))", name)
                            await asyncio.sleep(10)
                    room.tell("has both")
                except asyncpg.DeadlockDetectedError:
                    room.tell(f"is refused {names[-1]}")

        room.run(takes(0, "one", "other"), takes(1, "other", "one"))
        assert room.told == ["is refused one 11", "has both 21"]


def test_a_commit_whose_answer_is_lost_is_done(server: postgres.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(server) as room:
        monkeypatch.setattr(room.served, "fault", lambda said: "lost after" if said.startswith("COMMIT") else "")

        async def commits() -> None:
            with pytest.raises((asyncpg.PostgresConnectionError, OSError)):
                await room.adds(1, "first", 0)
            room.tell("hears nothing")

        room.run(commits())
        assert room.told == ["first 1", "hears nothing 1"]
        assert room.served.looked_up("SELECT requests FROM budget") == [{"requests": 1}]


def test_what_is_notified_is_heard_by_others_in_time_of_the_simulation(server: postgres.Server) -> None:
    with opened(server) as room:

        async def hears() -> None:
            async with room.connected() as connection:
                await connection.add_listener("news", lambda *told: room.tell(str(told[-1])))
                await asyncio.sleep(20)
                room.tell(await connection.fetchval("SELECT to_char(clock_timestamp(), 'HH24:MI:SS')"))

        async def tells() -> None:
            async with room.connected() as connection:
                await asyncio.sleep(5)
                async with connection.transaction():
                    await connection.execute("SELECT pg_notify('news', 'something')")
                    await asyncio.sleep(5)
                    room.tell("commits")

        room.run(hears(), tells())
        assert room.told == ["commits 10", "something 10", "00:00:20 20"]
