"""An event loop of a simulation: time jumps to what comes next, ready tasks go in an order that a seed draws."""

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
    """Somebody waits for something that nothing will ever bring about."""


def keep(what: object) -> None:
    """Let something never be cleared away, not even at the end of Python: whatever waits in it would run on then."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(what))


@dataclass(eq=False)
class Machine:
    """A process of the simulation: what belongs to it ends with it, in the middle of whatever it does."""

    number: int
    alive: bool = True
    #: Whether it has ended as it was told.
    stopped: bool = False
    killed: bool = False
    #: What the operating system gives back when it dies: connections, locks, files.
    holds: list[Callable[[], None]] = field(default_factory=list)
    #: Its tasks. A dead process's are kept, so that nothing of them runs on, not even a `finally`.
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)
    #: What it asks of its surroundings until it dies; None while nobody has decided that.
    fuse: int | None = None
    #: How many steps its tasks make until it dies; None while nobody has decided that.
    steps: int | None = None
    #: By how many seconds its clock is wrong; None where it is the clock by which the database measures time.
    ahead: float | None = None

    def die(self) -> None:
        """End at once."""
        self.killed |= self.alive
        self.alive = False
        keep(self)
        for let_go in self.holds:
            let_go()
        self.holds.clear()

    def burns(self) -> bool:
        """Count one more thing that it asks for; tell whether that is its end."""
        if self.fuse is None or not self.alive:
            return not self.alive
        self.fuse -= 1
        if self.fuse <= 0:
            self.die()
        return not self.alive


class Owned(asyncio.Task[Any]):
    """A task that knows to which process it belongs."""

    machine: Machine | None = None  # until it is made


class Handle(asyncio.Handle):
    """Something to do at once."""

    __slots__ = ("machine",)
    machine: Machine


class Timer(asyncio.TimerHandle):
    """Something to do later."""

    __slots__ = ("machine",)
    machine: Machine


def _owner(callback: Any) -> Owned | None:
    task = getattr(callback, "__self__", None)
    return task if isinstance(task, Owned) else None


#: Tasks among which one is drawn; more would only make the draw slower.
AMONG = 8
#: Cancelled timers that may stay in the queue.
STALE = 200


class Loop(asyncio.SelectorEventLoop):
    """Runs processes and people in one thread, by virtual time.

    Callbacks run in the order in which they were asked for; of tasks that are ready any may be next, as nothing may
    rest on their order. What would be done in a thread is done at once, and takes time of the simulation alone.
    """

    #: What is to be done at once: asyncio's own, which its types don't tell of.
    _ready: deque[Any]

    def __init__(self, dice: random.Random) -> None:
        super().__init__()
        self.dice = dice
        #: What no process does: people, and Discord.
        self.world = Machine(0)
        #: Who does what is being done.
        self.machine = self.world
        #: What happened that nobody has caught.
        self.accidents: list[str] = []
        self.steps = 0
        self._now = 0.0
        self._stale = 0
        self.set_task_factory(self._made)  # pyright: ignore[reportArgumentType] - it takes what tasks do
        self.set_exception_handler(self._uncaught)

    def time(self) -> float:
        """Return the seconds since the simulation began."""
        return self._now

    # -- whose it is --------------------------------------------------------------------------------------

    def _made(self, loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], **how: Any) -> Owned:
        # Before the task is made, as making it asks for its first step.
        made = Owned(coro, loop=loop, **how)
        made.machine = self.machine
        tasks = self.machine.tasks
        tasks.append(made)
        if not len(tasks) % STALE:
            tasks[:] = [task for task in tasks if not task.done()]
        return made

    def run_as(self, machine: Machine, coro: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin a task of a process, in a context of its own."""
        with self.being(machine):
            return self.create_task(coro, context=Context())

    @contextmanager
    def being(self, machine: Machine) -> Iterator[None]:
        """Let what the block asks for be a process's."""
        before, self.machine = self.machine, machine
        try:
            yield
        finally:
            self.machine = before

    def _whose(self, callback: Any) -> Machine:
        task = _owner(callback)
        # A task that is being made has no process yet: it is that of whoever makes it.
        return self.machine if task is None or task.machine is None else task.machine

    def _call_soon(self, callback: Any, args: Any, context: Any) -> Handle:
        handle = Handle(callback, args, self, context)
        handle.machine = self._whose(callback)
        self._ready.append(handle)
        return handle

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> Timer:
        """See AbstractEventLoop."""
        timer = Timer(when, callback, args, self, context)
        timer.machine = self._whose(callback)
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        self._stale += 1
        if self._stale > STALE and self._stale * 2 > len(self._scheduled):
            self._stale = 0
            self._scheduled = [timer for timer in self._scheduled if not timer._cancelled]
            heapq.heapify(self._scheduled)

    def _uncaught(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if self.machine.alive:
            self.accidents.append(f"{context.get('message')}: {context.get('exception')!r}")

    # -- one thing after the other ------------------------------------------------------------------------

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Do at once what a thread would do; that it takes a while is seen by everybody else."""
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
        """Let time pass until something is to be done."""
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
        while tasks < min(len(ready), AMONG) and _owner(ready[tasks]._callback) is not None:
            tasks += 1
        drawn = self.dice.randrange(tasks) if tasks > 1 else 0
        ready.rotate(-drawn)
        found = ready.popleft()
        ready.rotate(drawn)
        return found

    def _write_to_self(self) -> None:
        pass


async def never() -> None:
    """Wait without end, as what dies does."""
    await asyncio.get_running_loop().create_future()
