"""The matches of a simulation: their channels, their clocks, and how people join them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.matches.clocks.time_control import MIN_TIME, PRESET_TIME_CONTROLS, OnTimeout, TimeControl, TimeControlKind
from tests.simulated.event_plan import HOUR, PlannedMatch
from tests.simulated.games import GAMES
from tests.soak.people import Attempt
from tests.sockets.discord_data import CHANNEL, SEND, SEND_IN_THREADS, Channel

if TYPE_CHECKING:
    from tests.simulated.people import SimulatedPerson
    from tests.simulated.simulation import Simulation

#: Time controls of matches, by name. With "hasty" the bot answers for late players; "tight" is a small time bank.
PACES = {
    **PRESET_TIME_CONTROLS,
    "hasty": TimeControl(TimeControlKind.STEADY, MIN_TIME, end=OnTimeout.ANSWER),
    "tight": TimeControl(TimeControlKind.BANK, 30 * HOUR, HOUR, OnTimeout.TURN),
}


@dataclass(eq=False)
class SimulatedMatch:
    """A match, with the facts that its simulated players know."""

    game: str
    channel: Channel
    people: list[SimulatedPerson] = field(default_factory=list)
    match_id: int = 0
    over: bool = False
    attempts: list[Attempt] = field(default_factory=list)
    #: The questions that are already answered, as (number of the person, message id).
    answered: set[tuple[int, int]] = field(default_factory=set)
    #: The previous channels of the match.
    left: list[Channel] = field(default_factory=list)

    @property
    def may_be_posted_in(self) -> bool:
        """Whether the bot can currently post in the match's channel."""
        channel = self.channel
        send = SEND if channel.parent_id is None else SEND_IN_THREADS
        return not (channel.gone or channel.is_hidden or channel.denied & send or (channel.archived and channel.locked))


def place(sim: Simulation, kind: str) -> Channel:
    """Create a channel for a match, or a thread if `kind` is "thread"."""
    channel = sim.world.new_channel()
    return sim.world.new_thread(channel) if kind == "thread" else channel


async def set_up(sim: Simulation) -> None:
    """Let the people set their time zones, open the plan's matches and join them."""
    for guest, zone in zip(sim.guests, sim.plan.zones, strict=False):
        guest.player.channel_id = CHANNEL
        if zone:
            await guest.use(guest.player.typed("settings", zone=zone))
    for seating in sim.plan.tables:
        await _seated(sim, seating)


async def _seated(sim: Simulation, seating: PlannedMatch) -> None:
    table = SimulatedMatch(seating.game, place(sim, seating.place), sim.guests[: seating.people])
    sim.tables.append(table)
    host, *others = table.people
    for guest in table.people:
        guest.player.channel_id = table.channel.id
    await host.use(host.player.typed("match new", game=seating.game))
    service = sim.processes[0].bot.service  # type: ignore[union-attr]
    info = await service.matches.in_channel(table.channel.id)
    assert info is not None, "the lobby was not opened"
    table.match_id = info.id
    if seating.turns:
        await service.lobby.set_options(info.id, host.person.id, {"turns": seating.turns})
    await service.lobby.set_pace(info.id, host.person.id, PACES[seating.pace])
    asked = await asyncio.gather(*(guest.use(guest.player.typed("match join")) for guest in others))
    told = {guest.person.id for guest, one in zip(others, asked, strict=True) if "joined the table" in one.said}
    info = await service.matches.get(info.id)
    sits = {seat.user_id for seat in info.seats}
    if not told <= sits:
        sim.watch.say(f"{len(told - sits)} people were told that they sit at {seating.game} and do not")
    more: dict[str, Any] = {}
    if seating.computers:
        more = {"computers": "easy", "players": seating.people + seating.computers}
    elif len(info.seats) not in GAMES[seating.game].seats:
        return
    await host.use(host.player.typed("match start", **more))
    info = await service.matches.get(info.id)
    sim.watch.seated[seating.game] = {seat.user_id: seat.seat for seat in info.seats}
