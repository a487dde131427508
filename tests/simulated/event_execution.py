"""Executes the events of a simulation's plan, such as faults and actions of people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.simulated import player_actions
from tests.simulated.bot_process import Process
from tests.simulated.event_plan import PlannedEvent
from tests.simulated.faulty_database import Disk
from tests.simulated.server import Server
from tests.simulated.simulated_tables import SimulatedMatch
from tests.sockets.discord_data import ATTACH, GUILD, PEOPLE, SEND, SEND_IN_THREADS, VIEW, Channel

if TYPE_CHECKING:
    from tests.simulated.simulation import Simulation

#: The sets of permissions that an event can take from the bot, by the set's name.
RIGHTS = {"post": SEND | SEND_IN_THREADS, "files": ATTACH, "see": VIEW}
#: Maximum number of seconds until a process notices a clock change, as in the real bot.
NOTICED = 30.0
#: Number of seconds until people try again to move a match whose channel was deleted.
MOVE_RETRY = 6 * 3600


async def execute(sim: Simulation, one: PlannedEvent) -> None:
    """Execute one event of the plan."""
    if one.kind == "stop":
        await _process(sim, one.args[0]).stop()
    else:
        _HOW[one.kind](sim, *one.args)


def heal(sim: Simulation) -> None:
    """Restore permissions, channels, servers and members, so that nothing on Discord prevents turn notifications."""
    for channel in sim.world.channels.values():
        channel.closed, channel.denied, channel.locked = False, 0, False
    for server in sim.world.servers.values():
        server.joined = True
        server.left.clear()
    for guest in sim.guests:
        guest.has_left = False


def _process(sim: Simulation, which: int) -> Process:
    return sim.processes[which % len(sim.processes)]


def _table(sim: Simulation, which: int) -> SimulatedMatch:
    return sim.tables[which % len(sim.tables)]


def _later(sim: Simulation, seconds: float, do: Callable[..., Any], *how: Any) -> None:
    sim.nature.loop.call_later(seconds, do, *how)


# -- requests and processes ----------------------------------------------------------------------------------


def _lasts(part: str, name: str) -> Callable[[Simulation, int], None]:
    """Return a function that makes the fault `name` of the network or the disk last for a given number of seconds."""

    def begins(sim: Simulation, seconds: int) -> None:
        whole = sim.network.weather if part == "weather" else sim.disk
        setattr(whole, name, max(getattr(whole, name), sim.nature.loop.time() + seconds))
        sim.watch.hindered(seconds)

    return begins


def _request(sim: Simulation, *how: str) -> None:
    method, part, befalls = how
    sim.network.weather.next.append((method, part, befalls))


def _death(sim: Simulation, which: int, after: int) -> None:
    _process(sim, which).machine.fuse = after


def _death_at_work(sim: Simulation, which: int, after: int) -> None:
    _process(sim, which).dies_at_work = after


def _death_at_a_step(sim: Simulation, which: int, after: int) -> None:
    _process(sim, which).dies_at_step = after


def _stop_at_work(sim: Simulation, which: int, after: float) -> None:
    _process(sim, which).stops_at_work = after


def _commit(sim: Simulation, many: int) -> None:
    sim.disk.commits_fail += many


def _unsure_commit(sim: Simulation, many: int) -> None:
    assert isinstance(sim.disk, Disk)
    sim.disk.commits_unsure += many


def _restart(sim: Simulation, seconds: int) -> None:
    assert isinstance(sim.disk, Server)
    sim.disk.restarts(seconds)
    sim.watch.hindered(seconds)


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


# -- channels and servers ------------------------------------------------------------------------------------


def _closed(sim: Simulation, which: int, seconds: int) -> None:
    channel = sim.world.private_channel(PEOPLE[which])
    channel.closed = True
    _later(sim, seconds, setattr, channel, "closed", False)


def _denied(sim: Simulation, which: int, right: str, seconds: int) -> None:
    channel = _table(sim, which).channel
    channel.denied |= RIGHTS[right]
    _later(sim, seconds, setattr, channel, "denied", 0)
    sim.watch.hindered(seconds, channel)


def _deleted(sim: Simulation, which: int, newest: int) -> None:
    _delete(sim, _table(sim, which).channel, newest)


def _deleted_mail(sim: Simulation, which: int) -> None:
    _delete(sim, sim.world.private_channel(PEOPLE[which]), 0)


def _delete(sim: Simulation, channel: Any, newest: int) -> None:
    posts = channel.posts()
    if len(posts) > newest:
        gone = posts[-1 - newest]
        sim.watch.deleted.append(gone.id)
        del channel.messages[gone.id]


def _archived(sim: Simulation, which: int) -> None:
    channel = _table(sim, which).channel
    channel.archived = channel.parent_id is not None


def _locked(sim: Simulation, which: int, seconds: int) -> None:
    channel = _table(sim, which).channel
    if channel.parent_id is not None:
        channel.archived = channel.locked = True
        _later(sim, seconds, setattr, channel, "locked", False)
        sim.watch.hindered(seconds, channel)


def _channel_gone(sim: Simulation, which: int, seconds: int) -> None:
    table = _table(sim, which)
    table.channel.gone = True
    sim.watch.deleted += table.channel.messages
    table.channel.messages.clear()
    sim.watch.hindered(float("inf"), table.channel)
    _later(sim, seconds, lambda: sim.begin(moved(sim, table)))


async def moved(sim: Simulation, table: SimulatedMatch) -> None:
    """If a match's channel was deleted, let a player move the match to a new channel.

    If no one can, for example because the bot isn't in the server, they try again later.
    """
    channel = sim.world.new_channel()
    for guest in table.people:
        if table.channel.gone and guest.can_use(channel):
            guest.player.channel_id = channel.id
            brought = await guest.use(guest.player.typed("table move", match=str(table.match_id)))
            # The match has moved even if the process died before it answered the command.
            if "continues here" in brought.said or is_at(sim, table, channel):
                sim.watch.is_open_again(table.channel)
                table.left.append(table.channel)
                table.channel = channel
                return
    if table.channel.gone:
        _later(sim, MOVE_RETRY, lambda: sim.begin(moved(sim, table)))


def is_at(sim: Simulation, table: SimulatedMatch, channel: Channel) -> bool:
    """Return whether the match is in this channel, according to the database."""
    ask = "SELECT id FROM matches WHERE id = :match AND channel_id = :channel"
    return bool(sim.disk.looked_up(ask, match=table.match_id, channel=channel.id))


def _removed(sim: Simulation, seconds: int) -> None:
    sim.world.servers[GUILD].joined = False
    _later(sim, seconds, setattr, sim.world.servers[GUILD], "joined", True)
    for table in sim.tables:
        sim.watch.hindered(seconds, table.channel)


def _leaves(sim: Simulation, which: int, seconds: int) -> None:
    guest = sim.guests[which]
    guest.has_left = True
    sim.world.servers[GUILD].left.add(guest.person.id)
    _later(sim, seconds, _comes_back, sim, which)


def _comes_back(sim: Simulation, which: int) -> None:
    guest = sim.guests[which]
    guest.has_left = False
    sim.world.servers[GUILD].left.discard(guest.person.id)


def _deed(sim: Simulation, who: int, which: int, what: str) -> None:
    guest, table = sim.guests[who], _table(sim, which)
    if guest in table.people:
        luck = sim.nature.dice("deed", who, what, sim.nature.loop.time())
        sim.begin(player_actions.done(guest, table, what, luck))


_HOW: Mapping[str, Callable[..., Any]] = {
    "away": _lasts("weather", "away_until"),
    "troubled": _lasts("weather", "troubled_until"),
    "slow": _lasts("weather", "slow_until"),
    "request": _request,
    "another": _request,
    "death": _death,
    "death at work": _death_at_work,
    "death at a step": _death_at_a_step,
    "stop at work": _stop_at_work,
    "slow disk": _lasts("disk", "slow_until"),
    "full disk": _lasts("disk", "full_until"),
    "commit": _commit,
    "unsure commit": _unsure_commit,
    "restart": _restart,
    "hang": _lasts("disk", "hangs_until"),
    "cut": _cut,
    "commit lost": _commit_lost,
    "own clock": _own_clock,
    "clock": _clock,
    "clock at a move": _clock_at_a_move,
    "closed": _closed,
    "deleted": _deleted,
    "deleted mail": _deleted_mail,
    "denied": _denied,
    "archived": _archived,
    "locked": _locked,
    "channel gone": _channel_gone,
    "removed": _removed,
    "leaves": _leaves,
    "deed": _deed,
    "deed too": _deed,
}
