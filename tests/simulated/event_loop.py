"""The event loop of a simulation: time jumps to the next timer, and the seed decides which ready task runs next."""

from __future__ import annotations

import asyncio
import ctypes
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any


class Stuck(Exception):
    """Raised if nothing is left to run although the simulation hasn't ended, because a task waits in vain."""


def keep_alive(what: object) -> None:
    """Never free an object, not even when the interpreter exits, because its waiting coroutines would then resume."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(what))


@dataclass(eq=False)
class Machine:
    """A simulated process. When it dies, none of its tasks runs any further."""

    number: int
    alive: bool = True
    #: True once the process was asked to stop and has stopped.
    stopped: bool = False
    killed: bool = False
    #: Functions to call when the process dies. They release what the operating system would: connections, locks, files.
    holds: list[Callable[[], None]] = field(default_factory=list)
    #: The process's tasks. They are kept after its death, because freeing a task would run its `finally` blocks.
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)
    #: The process dies after this many external requests; None if it doesn't die this way.
    fuse: int | None = None
    #: The process dies after this many task steps; None if it doesn't die this way.
    steps: int | None = None
    #: How many seconds the process's own clock is ahead. None if it uses the common clock of the machine, as with
    #: SQLite.
    ahead: float | None = None

    def die(self) -> None:
        """Kill the process: it runs no further step, and its connections, locks and files are released."""
        self.killed |= self.alive
        self.alive = False
        keep_alive(self)
        for let_go in self.holds:
            let_go()
        self.holds.clear()

    def burns(self) -> bool:
        """Count an external request, which may kill the process; return whether the process is dead."""
        if self.fuse is None or not self.alive:
            return not self.alive
        self.fuse -= 1
        if self.fuse <= 0:
            self.die()
        return not self.alive


class ProcessTask(asyncio.Task[Any]):
    """A task that knows its simulated process."""

    machine: Machine | None = None  # None while the task is being created


class ProcessHandle(asyncio.Handle):
    """A callback that is ready to run, with its process."""

    __slots__ = ("machine",)
    machine: Machine


class ProcessTimer(asyncio.TimerHandle):
    """A callback scheduled for a later time, with its process."""

    __slots__ = ("machine",)
    machine: Machine


def _owner(callback: Any) -> ProcessTask | None:
    task = getattr(callback, "__self__", None)
    return task if isinstance(task, ProcessTask) else None


#: The next callback is drawn from the first DRAW_LIMIT ready callbacks. A larger number would only be slower.
DRAW_LIMIT = 8
#: Maximum number of cancelled timers in the queue before the queue is cleaned up.
MAX_CANCELLED_TIMERS = 200


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Runs processes and people in one thread, in virtual time.

    Plain callbacks run in the order of their scheduling. Tasks run in random order, because the bot must not depend on
    their order. A function meant for a thread runs without interruption in this thread, and takes only simulated time.
    """

    #: The callbacks to run next. This is asyncio's own attribute, which its type hints lack.
    _ready: deque[Any]

    def __init__(self, dice: random.Random) -> None:
        super().__init__()
        self.dice = dice
        #: Stands for everything outside the bot's processes: people, Discord and the database server.
        self.world = Machine(0)
        #: The simulated process whose code is currently running.
        self.machine = self.world
        #: Descriptions of errors that nothing caught.
        self.accidents: list[str] = []
        self.steps = 0
        self._now = 0.0
        self._stale = 0
        self.set_task_factory(self._made)  # pyright: ignore[reportArgumentType] - it accepts the same as tasks
        self.set_exception_handler(self._uncaught)

    def time(self) -> float:
        """Return the seconds since the start of the simulation."""
        return self._now

    # -- process ownership --------------------------------------------------------------------------------

    def _made(self, loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], **how: Any) -> ProcessTask:
        # The constructor schedules the task's first step, before the task is assigned to a process; see `_whose`.
        made = ProcessTask(coro, loop=loop, **how)
        made.machine = self.machine
        tasks = self.machine.tasks
        tasks.append(made)
        if not len(tasks) % MAX_CANCELLED_TIMERS:
            tasks[:] = [task for task in tasks if not task.done()]
        return made

    def run_as(self, machine: Machine, coro: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task of a process in a new context."""
        with self.being(machine):
            return self.create_task(coro, context=Context())

    @contextmanager
    def being(self, machine: Machine) -> Iterator[None]:
        """During the block, new tasks, callbacks and requests belong to this process."""
        before, self.machine = self.machine, machine
        try:
            yield
        finally:
            self.machine = before

    def _whose(self, callback: Any) -> Machine:
        task = _owner(callback)
        # A task that is being created has no process yet. It belongs to the process that creates it.
        return self.machine if task is None or task.machine is None else task.machine

    def _call_soon(self, callback: Any, args: Any, context: Any) -> ProcessHandle:
        handle = ProcessHandle(callback, args, self, context)
        handle.machine = self._whose(callback)
        self._ready.append(handle)
        return handle

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> ProcessTimer:
        """Schedule a callback for a time, as asyncio does, and record its process."""
        timer = ProcessTimer(when, callback, args, self, context)
        timer.machine = self._whose(callback)
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        self._stale += 1
        if self._stale > MAX_CANCELLED_TIMERS and self._stale * 2 > len(self._scheduled):
            self._stale = 0
            self._scheduled = [timer for timer in self._scheduled if not timer._cancelled]
            heapq.heapify(self._scheduled)

    def _uncaught(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if self.machine.alive:
            self.accidents.append(f"{context.get('message')}: {context.get('exception')!r}")

    # -- scheduling ---------------------------------------------------------------------------------------

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """After some simulated time, run a function meant for a thread without interruption; return its future."""
        done: asyncio.Future[Any] = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(func(*args))
            except Exception as error:
                done.set_exception(error)

        self.call_later(self.dice.uniform(0.001, 0.05), work)
        return done

    def _run_once(self) -> None:
        if not self._ready:
            self._go_on()
        handle = self._next()
        if handle._cancelled or not handle.machine.alive:
            return
        self.steps += 1
        self.machine = machine = handle.machine
        handle._run()
        self.machine = self.world
        if machine.steps is not None:
            machine.steps -= 1
            if machine.steps <= 0:
                machine.die()

    def _go_on(self) -> None:
        """Advance the time to the next timer, and make the timer's callback ready."""
        timers = self._scheduled
        while timers:
            timer = heapq.heappop(timers)
            timer._scheduled = False
            if timer._cancelled:
                self._stale = max(0, self._stale - 1)
            elif timer.machine.alive:
                self._now = max(self._now, timer._when)
                self._ready.append(timer)
                return
        raise Stuck

    def _next(self) -> Any:
        ready = self._ready
        first = ready[0]
        if len(ready) == 1 or _owner(first._callback) is None:
            return ready.popleft()
        tasks = 1
        while tasks < min(len(ready), DRAW_LIMIT) and _owner(ready[tasks]._callback) is not None:
            tasks += 1
        drawn = self.dice.randrange(tasks) if tasks > 1 else 0
        ready.rotate(-drawn)
        found = ready.popleft()
        ready.rotate(drawn)
        return found

    def _write_to_self(self) -> None:
        pass


async def never() -> None:
    """Wait forever, as the code of a dead process does."""
    await asyncio.get_running_loop().create_future()
