"""The PostgreSQL server of a simulation: a real server that receives one request at a time, in simulated time."""

from __future__ import annotations

import asyncio
import random
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.store import pg_notify, postgres
from tests.postgres import engine_with_shared_cache
from tests.simulated.faulty_database import WRITES
from tests.simulated.machine_doubles import Environment
from tests.simulated.server_connection import ServerConnection
from tests.simulated.server_databases import SimulationDatabase

#: Number of milliseconds to wait for an answer before checking whether the request waits for a lock, and maximum number
#: of these waits.
GRACE, MOST = 2, 30_000
#: A statement that makes the PostgreSQL server report that its disk is full.
REFUSAL = """DO $$BEGIN RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device'; END$$"""
#: The faults that a commit can have; see `ServerConnection`.
FAILURES = ("refused", "lost before")
#: Seconds between two readings of the server's clock, in the real bot and in a simulation.
PULSE, HARDLY = 60.0, 1500.0


class Server:
    """The PostgreSQL server and its faults.

    A request is executed when it arrives, before anything else happens. If it must wait for a lock, its server process
    is suspended until the lock is free. The request that has waited longest continues first.
    """

    refusal = REFUSAL

    def __init__(self, nature: Environment, dice: random.Random, base: SimulationDatabase) -> None:
        self.nature, self.dice, self.base = nature, dice, base
        self.loop = nature.loop
        self.path = base.path
        #: The open connections, and the subset whose requests are waiting for a lock, longest wait first.
        self.wires: list[ServerConnection] = []
        self.waiting: list[ServerConnection] = []
        #: The times when the server stops being slow, when its disk stops being full, when it stops hanging, and when
        #: it becomes reachable.
        self.slow_until = self.full_until = self.hangs_until = self.away_until = 0.0
        #: Number of upcoming commits that fail, and number of upcoming commits that succeed but whose answer is lost.
        self.commits_fail = self.commits_lost = 0
        self.statements = 0
        self._settling = False
        #: The events that wake processes so that they read the server's clock.
        self._pulses: list[asyncio.Event] = []

    # -- faults -------------------------------------------------------------------------------------------

    @property
    def is_away(self) -> bool:
        """True while the server refuses connections."""
        return self.loop.time() < self.away_until

    def takes(self) -> float:
        """Return the seconds that a request or an answer takes to arrive."""
        usual = self.dice.uniform(0.0001, 0.0015)
        return usual * 300 if self.loop.time() < self.slow_until else usual

    def arrives(self) -> float:
        """Return the simulated time when a request that is sent now will be executed."""
        return max(self.loop.time(), self.hangs_until) + self.takes()

    def fault(self, statement: str) -> str:
        """Return the name of the fault that `ServerConnection` must cause for a statement, or "" for no fault."""
        self.statements += 1
        if self.loop.time() < self.full_until and statement.lstrip().upper().startswith(WRITES):
            return "refused"
        if self.commits_fail and statement.startswith("COMMIT"):
            self.commits_fail -= 1
            return self.dice.choice(FAILURES)
        if self.commits_lost and statement.startswith("COMMIT"):
            self.commits_lost -= 1
            return "lost after"
        return ""

    def now(self) -> float:
        """Return the time on the server's clock."""
        return self.nature.now() + self.nature.stepped

    def stepped(self) -> None:
        """Make the processes notice within a minute that the server's clock was set."""
        for pulse in self._pulses:
            self.loop.call_later(self.dice.uniform(0, PULSE), pulse.set)

    def restarts(self, seconds: float) -> None:
        """Close all connections, and accept new connections after this many seconds."""
        self.away_until = max(self.away_until, self.loop.time() + seconds)
        for wire in [*self.wires]:
            wire.ended_by_server()

    def loses(self, machine: Any) -> None:
        """Close all connections of a process."""
        for wire in [*self.wires]:
            if wire.machine is machine:
                wire.cut()

    # -- ordering -----------------------------------------------------------------------------------------

    def note(self, what: str) -> None:
        """Add a line to the trace."""
        self.nature.note(what)

    def waited(self, wire: ServerConnection) -> bool:
        """Wait until a connection has its complete answer; return False if its request is waiting for a lock."""
        assert wire.socket is not None
        poll = select.poll()
        poll.register(wire.socket, select.POLLIN)
        for _ in range(MOST):
            if poll.poll(GRACE):
                data = wire.socket.recv(65536)
                assert data, "the server has hung up"
                if wire.take(data):
                    return True
            elif wire.pid and self._must_wait(wire):
                wire.stop()
                self.waiting.append(wire)
                self.note("waits for others")
                return False
        raise AssertionError("the server does not answer")

    def _waits(self, wires: list[ServerConnection]) -> dict[int, list[int]]:
        """Return the ids of the server processes that block each connection, by the connection's own process id."""
        pids = ",".join(str(wire.pid) for wire in wires)
        rows = self.base.control.ask(
            f"SELECT pid, array_to_string(pg_blocking_pids(pid), ' ') AS others FROM unnest('{{{pids}}}'::int[]) AS pid"
        )
        return {row["pid"]: [*map(int, row["others"].split())] for row in rows}

    def _must_wait(self, wire: ServerConnection) -> bool:
        """Return whether a request is waiting for a lock. Deadlocks don't count: the server resolves them itself."""
        waits = self._waits([*self.waiting, wire])
        reached, new = set[int](), waits[wire.pid]
        while new:
            reached.update(new)
            new = [pid for one in new for pid in waits.get(one, []) if pid not in reached]
        return bool(reached) and wire.pid not in reached

    def done(self, wire: ServerConnection) -> None:
        """After a request is finished, deliver notifications and resume waiting requests."""
        if wire.status == b"I" and wire.notifies:
            wire.notifies = False
            for other in [*self.wires]:
                if other.listens and other is not wire:
                    other.collect()
        self.settle()

    def settle(self) -> None:
        """Resume the requests whose locks have become free."""
        if self._settling:
            return
        self._settling = True
        try:
            while (wire := self._released()) is not None:
                self.waiting.remove(wire)
                with self.loop.being(wire.machine):
                    wire.wake()
                    wire.go_on()
        finally:
            self._settling = False

    def _released(self) -> ServerConnection | None:
        if not self.waiting:
            return None
        waits = self._waits(self.waiting)
        return next((wire for wire in self.waiting if not waits[wire.pid]), None)

    def cancel(self, pid: int) -> None:
        """Cancel the request of a connection if it is waiting for a lock; otherwise do nothing."""
        for wire in self.waiting:
            if wire.pid == pid:
                self.waiting.remove(wire)
                with self.loop.being(wire.machine):
                    wire.wake(signal.SIGINT)
                    wire.go_on()
                return

    # -- connections from processes -----------------------------------------------------------------------

    async def connect(self, factory: Callable[[], Any], path: str, **_: Any) -> tuple[ServerConnection, Any]:
        """Connect to the server. This replaces the event loop's own method."""
        await asyncio.sleep(self.arrives() - self.loop.time())
        if self.is_away:
            raise ConnectionRefusedError(111, "Connection refused")
        protocol = factory()
        wire = ServerConnection(self, protocol)
        protocol.connection_made(wire)
        return wire, protocol

    async def _rest(self, lost: asyncio.Event) -> None:
        """Wait until the connection is lost or the server's clock is set. Until then, the clock needn't be read."""
        pulse = asyncio.Event()
        self._pulses.append(pulse)
        waits = [asyncio.ensure_future(lost.wait()), asyncio.ensure_future(pulse.wait())]
        try:
            await asyncio.wait(waits, timeout=HARDLY, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._pulses.remove(pulse)
            for one in waits:
                one.cancel()

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """During the block, redirect all connections to Unix sockets to this server."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.loop, "create_unix_connection", self.connect)
            patch.setattr(postgres, "create_async_engine", engine_with_shared_cache)
            patch.setattr(pg_notify, "wait_for_loss", self._rest)
            try:
                yield
            finally:
                for wire in [*self.wires]:
                    wire.cut()

    def looked_up(self, statement: str, **values: int) -> list[Any]:
        """Query the database directly, without using a simulated process or simulated time."""
        for name, value in values.items():
            statement = statement.replace(f":{name}", str(value))
        return self.base.line.ask(statement)
