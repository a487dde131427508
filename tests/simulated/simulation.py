"""Runs one simulation: the processes, the people, Discord, and the events of a plan."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bot.store import outbox
from bot.store.store import Store
from bot.store.work_queue import LEASE_SECONDS
from tests import postgres
from tests.simulated import final_checks, simulated_tables
from tests.simulated.bot_process import Process, prepared
from tests.simulated.continuous_checks import ContinuousChecks
from tests.simulated.event_execution import NOTICED, execute, heal
from tests.simulated.event_loop import Machine, Stuck, keep_alive
from tests.simulated.event_plan import DAY, Plan
from tests.simulated.faulty_database import Disk
from tests.simulated.faulty_discord import Network
from tests.simulated.machine_doubles import Environment
from tests.simulated.people import SimulatedPerson
from tests.simulated.server import PULSE, Server
from tests.simulated.server_databases import SimulationDatabase, temporary_database
from tests.simulated.simulated_tables import SimulatedMatch
from tests.sockets.discord_data import PEOPLE, Interaction, Message

#: Seconds between two checks during play, and maximum number of seconds until no work is due at the end.
MEANWHILE, RESTS = 900.0, 2 * DAY
#: A simulation is given up after this many days.
LONGEST = 40


@dataclass
class SimulationResult:
    """The result of a simulation: what the bot did wrong, the trace, and some counts."""

    plan: Plan
    wrong: list[str]
    trace: list[str]
    counts: dict[str, int] = field(default_factory=dict)


class Simulation:
    """The state of one simulation."""

    def __init__(self, plan: Plan, where: Path | SimulationDatabase) -> None:
        self.plan = plan
        self.nature = Environment(plan.seed, plan.begin)
        self.network = Network(self.nature, self.nature.dice("network"))
        luck = self.nature.dice("disk")
        #: Either the disk with the SQLite file or the PostgreSQL server, with its faults.
        self.disk: Disk | Server
        if isinstance(where, SimulationDatabase):
            self.disk, address = Server(self.nature, luck, where), where.address
        else:
            self.disk, address = Disk(self.nature.loop, luck, where), where
        self.world, self.rest = self.network.world, self.network.rest
        self.processes = [
            Process(number, self.nature.loop, address, self._taken_over, self.nature.dice("process", number))
            for number in range(plan.processes)
        ]
        self.guests = [SimulatedPerson(self, person, number) for number, person in enumerate(PEOPLE)]
        self.tables: list[SimulatedMatch] = []
        self.watch = ContinuousChecks(self)
        #: Tokens of interactions whose answer edited the message with the pressed component.
        self.shown: set[str] = set()
        #: The process that received an interaction, by the interaction's token.
        self.heard: dict[str, Machine] = {}
        #: Planned changes of the machine's clock, one after each of the next moves, as (change, delay) in seconds.
        self.steps_at_moves: list[Any] = []
        #: The time when each overly delayed turn notification was first found to be scheduled too late, by outbox id.
        self.withheld: dict[int, float] = {}
        self._turns = self.nature.dice("balancer")
        #: Number of interactions that no process accepted.
        self.untaken = 0
        self.healed_at = float("inf")
        #: Tasks of people's actions that aren't part of their normal visits.
        self._begun: list[asyncio.Task[None]] = []

    # -- the people's view of Discord ---------------------------------------------------------------------

    def find(self, message: Message) -> Message | None:
        """Return the current form of a message, or None if it was deleted."""
        return self.world.channels[message.channel_id].messages.get(message.id)

    def tell(self, interaction: Interaction, delay: float = 0.0) -> Interaction:
        """Send an interaction to one of the processes after `delay` seconds, and return the interaction."""
        event = self.world.event(interaction)
        interaction.at = self.nature.now() + delay
        self.guests[PEOPLE.index(interaction.person)].asked.append(interaction)
        self.nature.loop.call_later(delay + self._turns.uniform(0.02, 0.2), self._arrives, interaction, event)
        return interaction

    def _arrives(self, interaction: Interaction, event: dict[str, Any]) -> None:
        up = [one for one in self.processes if one.is_up]
        if not up or self.nature.loop.time() < self.network.weather.away_until:
            self.untaken += 1
            return
        taker = self._turns.choice(up)
        self.heard[interaction.token] = taker.machine
        taker.hear(event)

    def begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Start a person's action in the background."""
        self._begun.append(asyncio.create_task(doing))

    def moved(self) -> None:
        """Make the next planned clock change, if there is one, because a player has moved or tried to move."""
        if self.steps_at_moves:
            seconds, after = self.steps_at_moves.pop(0)
            self.nature.loop.call_later(after, self.step, seconds)

    def step(self, seconds: int) -> None:
        """Set the machine's clock forwards or back by this many seconds."""
        self.nature.stepped += seconds
        self.disk.stepped()
        if isinstance(self.disk, Server):
            self._look_within(PULSE, PULSE + 30)
        else:
            self._look_within(0, NOTICED)
        self.watch.diary.stepped(seconds)
        self.watch.hindered(0)
        self.nature.note(f"the clock is set by {seconds}")

    def _taken_over(self) -> None:
        """Wake the other processes when a dead process's leases have expired."""
        if isinstance(self.disk, Server):
            self._look_within(LEASE_SECONDS, LEASE_SECONDS + 30)

    def _look_within(self, least: float, most: float) -> None:
        for one in self.processes:
            self.nature.loop.call_later(self._turns.uniform(least, most), one.looks)

    # -- the run ------------------------------------------------------------------------------------------

    def run(self) -> SimulationResult:
        """Run the whole simulation and return its result."""
        loop = self.nature.loop
        with ExitStack() as rules:
            rules.enter_context(self.nature.rules())
            rules.enter_context(self.network.connected())
            rules.enter_context(self.disk.mounted())
            rules.enter_context(prepared(alone=isinstance(self.disk, Disk)))
            rules.enter_context(self.watch.watching())
            try:
                wrong = loop.run_until_complete(asyncio.wait_for(self._course(), LONGEST * DAY))
            except TimeoutError:
                wrong = ["it does not come to an end"]
            except Stuck:
                wrong = ["everybody waits for something that never comes"]
            for process in self.processes:
                process.machine.die()
        # Never free these objects, because their waiting coroutines would then resume.
        keep_alive((self, loop))
        return SimulationResult(self.plan, wrong, self.nature.trace, self._counts())

    def _counts(self) -> dict[str, int]:
        moves = sum(one.acknowledged for table in self.tables for one in table.attempts)
        deaths = sum(one.deaths for one in self.processes)
        told = {"moves": moves, "deaths": deaths, "posts": len(self.watch.posts), "untaken": self.untaken}
        steps = {"steps": self.nature.loop.steps, "statements": self.disk.statements}
        return told | steps | {"days": int(self.nature.loop.time() // DAY)} | dict(self.network.counts)

    async def _course(self) -> list[str]:
        up = [asyncio.create_task(one.keep_up()) for one in self.processes]
        await self._gather(up)
        happening = asyncio.create_task(self._happen())
        living = [asyncio.create_task(guest.live()) for guest in self.guests]
        while self.nature.loop.time() < self.plan.days * DAY and not all(table.over for table in self.tables):
            await asyncio.sleep(MEANWHILE)
            final_checks.check_call_delays(self)
        for task in (*living, happening):
            task.cancel()
        self._heal()
        rests = await self._rests()
        wrong = [*self.watch.wrong, *self.nature.loop.accidents]
        for task in (*living, happening, *up, *self._begun):
            if task.done() and not task.cancelled() and task.exception() is not None:
                raise task.exception() or AssertionError
        return list(dict.fromkeys([*wrong, *rests, *await final_checks.all_faults(self)]))

    async def _gather(self, up: list[asyncio.Task[None]]) -> None:
        """Wait until all processes are running, and let the people join their matches."""
        while not all(one.is_up for one in self.processes):
            await asyncio.sleep(1)
            for task in up:
                if task.done():
                    task.result()
        await simulated_tables.set_up(self)

    # -- events -------------------------------------------------------------------------------------------

    async def _happen(self) -> None:
        loop = self.nature.loop
        begun = loop.time()
        for one in self.plan.happenings:
            await asyncio.sleep(max(0.0, begun + one.at - loop.time()))
            self.nature.note(f"{one.kind} {one.args}")
            await execute(self, one)

    def _heal(self) -> None:
        """End all faults, so that the bot can complete all due work."""
        weather = self.network.weather
        weather.away_until = weather.troubled_until = weather.slow_until = 0.0
        weather.next.clear()
        self.disk.slow_until = self.disk.full_until = 0.0
        self.disk.commits_fail = 0
        if isinstance(self.disk, Server):
            self.disk.away_until = self.disk.hangs_until = 0.0
            self.disk.commits_lost = 0
        else:
            self.disk.commits_unsure = 0
        for one in self.processes:
            one.machine.fuse = one.dies_at_work = one.stops_at_work = None
            one.machine.steps = one.dies_at_step = None
        heal(self)
        self.healed_at = self.nature.loop.time()
        self.nature.note("all is well")

    async def _rests(self) -> list[str]:
        """Wait until no work is due, for at most RESTS seconds; return a sentence about work that is still due then."""
        loop = self.nature.loop
        until = loop.time() + RESTS
        await asyncio.sleep(60)
        while loop.time() < until:
            await asyncio.sleep(120)
            up = [one for one in self.processes if one.is_up]
            if len(up) == len(self.processes) and not final_checks.due(self):
                return []
        return ["something stays due for ever: " + "; ".join(final_checks.due(self))]


@cache
def _warm() -> None:
    """Let the driver query and cache SQLite's capabilities before a simulation starts."""

    async def opened(path: Path) -> None:
        async with await Store.open(path) as store:
            await outbox.counts(store.read)

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(opened(Path(folder) / "tenebrae.sqlite"))


def simulate(plan: Plan, server: postgres.Server | None = None) -> SimulationResult:
    """Run a simulation with a new database, either on this server or in a file; return its result."""
    logging.getLogger("bot").setLevel(logging.INFO)
    if server is not None:
        with temporary_database(server) as base:
            return Simulation(plan, base).run()
    _warm()
    with tempfile.TemporaryDirectory(prefix="simulated-") as folder:
        return Simulation(plan, Path(folder) / "tenebrae.sqlite").run()
