"""How each thing of a plan happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.simulated.plan import Happening
from tests.simulated.process import Process
from tests.simulated.server import Server
from tests.sockets.world import PEOPLE, SEND, Channel

if TYPE_CHECKING:
    from tests.simulated.run import Simulation


async def happens(sim: Simulation, one: Happening) -> None:
    """Let one thing happen now."""
    if one.kind == "stop":
        await _process(sim, one.args[0]).stop()
    else:
        _HOW[one.kind](sim, *one.args)


def _process(sim: Simulation, which: int) -> Process:
    return sim.processes[which % len(sim.processes)]


def _channel(sim: Simulation, which: int) -> Channel:
    return sim.tables[which % len(sim.tables)].channel


def _lasts(part: str, name: str) -> Callable[[Simulation, int], None]:
    """Return what lasts for so many seconds."""

    def begins(sim: Simulation, seconds: int) -> None:
        whole = sim.network.weather if part == "weather" else sim.disk
        setattr(whole, name, max(getattr(whole, name), sim.nature.loop.time() + seconds))

    return begins


def _request(sim: Simulation, *how: str) -> None:
    method, part, befalls = how
    sim.network.weather.next.append((method, part, befalls))


def _death(sim: Simulation, which: int, after: int) -> None:
    _process(sim, which).machine.fuse = after


def _death_at_work(sim: Simulation, which: int, after: int) -> None:
    _process(sim, which).dies_at_work = after


def _stop_at_work(sim: Simulation, which: int, after: float) -> None:
    _process(sim, which).stops_at_work = after


def _commit(sim: Simulation, many: int) -> None:
    sim.disk.commits_fail += many


def _restart(sim: Simulation, seconds: int) -> None:
    assert isinstance(sim.disk, Server)
    sim.disk.restarts(seconds)


def _cut(sim: Simulation, which: int) -> None:
    assert isinstance(sim.disk, Server)
    sim.disk.loses(_process(sim, which).machine)


def _commit_lost(sim: Simulation, many: int) -> None:
    assert isinstance(sim.disk, Server)
    sim.disk.commits_lost += many


def _own_clock(sim: Simulation, which: int, seconds: int) -> None:
    process = _process(sim, which)
    process.ahead = process.machine.ahead = seconds


def _clock(sim: Simulation, seconds: int) -> None:
    sim.step(seconds)


def _clock_at_a_move(sim: Simulation, seconds: int, after: int) -> None:
    sim.steps_at_moves.append((seconds, after))


def _closed(sim: Simulation, which: int, seconds: int) -> None:
    channel = sim.world.private_channel(PEOPLE[which])
    channel.closed = True
    sim.nature.loop.call_later(seconds, setattr, channel, "closed", False)


def _denied(sim: Simulation, which: int, seconds: int) -> None:
    channel = _channel(sim, which)
    channel.denied |= SEND
    sim.nature.loop.call_later(seconds, setattr, channel, "denied", 0)


def _deleted(sim: Simulation, which: int, newest: int) -> None:
    channel = _channel(sim, which)
    posts = channel.posts()
    if len(posts) > newest:
        gone = posts[-1 - newest]
        sim.watch.deleted.append(gone.id)
        del channel.messages[gone.id]


_HOW: Mapping[str, Callable[..., Any]] = {
    "away": _lasts("weather", "away_until"),
    "troubled": _lasts("weather", "troubled_until"),
    "slow": _lasts("weather", "slow_until"),
    "request": _request,
    "another": _request,
    "death": _death,
    "death at work": _death_at_work,
    "stop at work": _stop_at_work,
    "slow disk": _lasts("disk", "slow_until"),
    "full disk": _lasts("disk", "full_until"),
    "commit": _commit,
    "restart": _restart,
    "hang": _lasts("disk", "hangs_until"),
    "cut": _cut,
    "commit lost": _commit_lost,
    "own clock": _own_clock,
    "clock": _clock,
    "clock at a move": _clock_at_a_move,
    "closed": _closed,
    "deleted": _deleted,
    "denied": _denied,
}
