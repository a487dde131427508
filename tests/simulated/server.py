"""The PostgreSQL server of a simulation: a real one, asked one thing at a time, by a clock of the simulation."""

from __future__ import annotations

import asyncio
import random
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.store import listening, postgres
from tests.postgres import engine_that_knows
from tests.simulated.bases import Base
from tests.simulated.disk import WRITES
from tests.simulated.nature import Nature
from tests.simulated.wire import Wire

#: Milliseconds for which an answer is waited for until it is asked whether it waits for others, and how often at most.
GRACE, MOST = 2, 30_000
#: How the server says that it could not write.
REFUSAL = """DO $$BEGIN RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device'; END$$"""
#: How commits that fail may do so.
FAILURES = ("refused", "lost before")
#: Seconds between two readings of the server's clock, and between those that could tell something new.
PULSE, HARDLY = 60.0, 1500.0


class Server:
    """What processes ask, and what stands in the way.

    A request is carried out when it arrives, and nothing else goes on before it is answered. One that waits for
    others stands still, its process of the server too, until they have let go: of several the first goes on first.
    """

    refusal = REFUSAL

    def __init__(self, nature: Nature, dice: random.Random, base: Base) -> None:
        self.nature, self.dice, self.base = nature, dice, base
        self.loop = nature.loop
        self.path = base.path
        #: Connections that are open, and those whose request waits for others, in order.
        self.wires: list[Wire] = []
        self.waiting: list[Wire] = []
        #: Until when it is slow, can't write, does not answer, and can't be reached.
        self.slow_until = self.full_until = self.hangs_until = self.away_until = 0.0
        #: How many of the next commits fail, and of how many the answer is lost.
        self.commits_fail = self.commits_lost = 0
        self.statements = 0
        self._settling = False
        #: Who would read the clock soon.
        self._pulses: list[asyncio.Event] = []

    # -- how it fares -------------------------------------------------------------------------------------

    @property
    def is_away(self) -> bool:
        """Whether it takes no connections."""
        return self.loop.time() < self.away_until

    def takes(self) -> float:
        """Return how long a request or an answer is under way."""
        usual = self.dice.uniform(0.0001, 0.0015)
        return usual * 300 if self.loop.time() < self.slow_until else usual

    def arrives(self) -> float:
        """Return when what is sent now is carried out."""
        return max(self.loop.time(), self.hangs_until) + self.takes()

    def fault(self, statement: str) -> str:
        """Return what befalls a statement: nothing, or one of the faults that a wire knows."""
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
        """Return the time by its clock."""
        return self.nature.now() + self.nature.stepped

    def stepped(self) -> None:
        """Let processes find out within a minute that its clock was set."""
        for pulse in self._pulses:
            self.loop.call_later(self.dice.uniform(0, PULSE), pulse.set)

    def restarts(self, seconds: float) -> None:
        """End all connections, and take new ones after a while."""
        self.away_until = max(self.away_until, self.loop.time() + seconds)
        for wire in [*self.wires]:
            wire.ended_by_server()

    def loses(self, machine: Any) -> None:
        """Lose all connections of a process."""
        for wire in [*self.wires]:
            if wire.machine is machine:
                wire.cut()

    # -- one thing after the other ------------------------------------------------------------------------

    def note(self, what: str) -> None:
        """Write down what happened."""
        self.nature.note(what)

    def waited(self, wire: Wire) -> bool:
        """Wait until a wire has its answer; return False where others must do something first."""
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

    def _waits(self, wires: list[Wire]) -> dict[int, list[int]]:
        """Return for whom each of these connections waits."""
        pids = ",".join(str(wire.pid) for wire in wires)
        rows = self.base.control.ask(
            f"SELECT pid, array_to_string(pg_blocking_pids(pid), ' ') AS others FROM unnest('{{{pids}}}'::int[]) AS pid"
        )
        return {row["pid"]: [*map(int, row["others"].split())] for row in rows}

    def _must_wait(self, wire: Wire) -> bool:
        """Tell whether a request waits for others; where these wait for it, the server finds that out by itself."""
        waits = self._waits([*self.waiting, wire])
        reached, new = set[int](), waits[wire.pid]
        while new:
            reached.update(new)
            new = [pid for one in new for pid in waits.get(one, []) if pid not in reached]
        return bool(reached) and wire.pid not in reached

    def done(self, wire: Wire) -> None:
        """Let others go on with what a request has made possible."""
        if wire.status == b"I" and wire.notifies:
            wire.notifies = False
            for other in [*self.wires]:
                if other.listens and other is not wire:
                    other.collect()
        self.settle()

    def settle(self) -> None:
        """Let those go on who need not wait any more."""
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

    def _released(self) -> Wire | None:
        if not self.waiting:
            return None
        waits = self._waits(self.waiting)
        return next((wire for wire in self.waiting if not waits[wire.pid]), None)

    def cancel(self, pid: int) -> None:
        """Cancel what a connection waits for; what is not being carried out can't be cancelled."""
        for wire in self.waiting:
            if wire.pid == pid:
                self.waiting.remove(wire)
                with self.loop.being(wire.machine):
                    wire.wake(signal.SIGINT)
                    wire.go_on()
                return

    # -- as processes reach it ----------------------------------------------------------------------------

    async def connect(self, factory: Callable[[], Any], path: str, **_: Any) -> tuple[Wire, Any]:
        """Connect, in the place of the loop's own way."""
        await asyncio.sleep(self.arrives() - self.loop.time())
        if self.is_away:
            raise ConnectionRefusedError(111, "Connection refused")
        protocol = factory()
        wire = Wire(self, protocol)
        protocol.connection_made(wire)
        return wire, protocol

    async def _rest(self, lost: asyncio.Event) -> None:
        """Leave out the readings of the clock that could tell nothing new."""
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
        """Let every connection be one to this server."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.loop, "create_unix_connection", self.connect)
            patch.setattr(postgres, "create_async_engine", engine_that_knows)
            patch.setattr(listening, "rest", self._rest)
            try:
                yield
            finally:
                for wire in [*self.wires]:
                    wire.cut()

    def looked_up(self, statement: str, **values: int) -> list[Any]:
        """Ask the database without a process."""
        for name, value in values.items():
            statement = statement.replace(f":{name}", str(value))
        return self.base.line.ask(statement)
