"""The simulation's people, who visit from time to time and after pings, and use the buttons and menus that they see."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from tests.simulated import player_actions
from tests.simulated.simulated_tables import SimulatedMatch
from tests.soak.people import NOT_MADE, NOTHING_DONE, Attempt, Choice, asks_more, choices
from tests.sockets.discord_data import Channel, Interaction, Message, Person
from tests.sockets.players import Player, verb_of

if TYPE_CHECKING:
    from tests.simulated.simulation import Simulation

HOUR = 3600.0
#: How many seconds a person waits for an answer.
PATIENCE = 20.0


class SimulatedPerson:
    """A simulated person, who plays in some of the matches and has habits that the seed decides."""

    def __init__(self, simulation: Simulation, person: Person, number: int) -> None:
        self._sim = simulation
        self.person, self.number = person, number
        self.player = Player(simulation, person, _nothing)  # type: ignore[arg-type]
        self._habits = simulation.nature.dice("habits", number)
        self._rung = asyncio.Event()
        self._panels: dict[int, Message] = {}
        self.visits = 0
        #: All interactions of this person so far.
        self.asked: list[Interaction] = []
        #: Whether the person has left the server, and the time until which they don't visit.
        self.has_left = False
        self._absent_until = 0.0

    def ring(self) -> None:
        """Let the person know that they were pinged."""
        self._rung.set()

    def absent_for(self, seconds: float) -> None:
        """Let the person not visit for this many seconds."""
        self._absent_until = self._sim.nature.loop.time() + seconds

    def can_use(self, channel: Channel) -> bool:
        """Return whether this person can currently use the bot in a channel."""
        there = not channel.gone and not (channel.archived and channel.locked)
        return there and not self.has_left and channel.server is not None and channel.server.joined

    def find(self, message: Message) -> Message | None:
        """Return the message, or None if it was deleted."""
        return self._sim.find(message)

    async def live(self) -> None:
        """Visit from time to time, and some time after each ping, until the simulation ends."""
        while True:
            wait = self._habits.uniform(7 * HOUR, 20 * HOUR)
            try:
                async with asyncio.timeout(wait):
                    await self._rung.wait()
                await asyncio.sleep(
                    self._habits.choice([15, 60, 400, HOUR, 3 * HOUR, 5 * HOUR, 11 * HOUR])
                    * self._habits.uniform(0.5, 1.5)
                )
            except TimeoutError:
                pass
            self._rung.clear()
            self.visits += 1
            if (self.number, self.visits) in self._sim.plan.skipped:
                continue
            if self._sim.nature.loop.time() < self._absent_until:
                continue
            dice = self._sim.nature.dice("visit", self.number, self.visits)
            for table in self._sim.tables:
                if self in table.people and not table.over:
                    await self._visit(table, dice)

    async def _visit(self, table: SimulatedMatch, dice: random.Random) -> None:
        if self.can_use(table.channel):
            await player_actions.answered(self, table, dice)
        elif self.has_left:
            return
        panel = self._panels.get(table.match_id)
        if panel is None or dice.random() < 0.7 or not self._reaches(panel):
            panel = await self.open(table)
        for _ in range(dice.choice([1, 2, 4])):
            if panel is None or not self._reaches(panel):
                return
            offered = choices(panel, dice)
            if not offered:
                if "match is over" in panel.words:
                    table.over = True
                return
            await asyncio.sleep(dice.uniform(1, 40))
            if not await self._press(table, panel, offered[0], dice):
                panel = await self.open(table) if dice.random() < 0.5 else None

    def _reaches(self, panel: Message) -> bool:
        """Return whether this person can still press the components of a panel."""
        channel = self._sim.world.channels[panel.channel_id]
        return self._sim.find(panel) is not None and (channel.recipient is not None or self.can_use(channel))

    async def open(self, table: SimulatedMatch) -> Message | None:
        """Open and return a match's panel, or None on failure. If the channel can't be used, try private messages."""
        opened = self._opened(table)
        if opened is None:
            return None
        asked = await self.use(opened)
        if asked.original is not None and self._sim.find(asked.original) is not None:
            self._panels[table.match_id] = asked.original
            return asked.original
        return None

    def _opened(self, table: SimulatedMatch) -> Interaction | None:
        if self.can_use(table.channel):
            self.player.channel_id = table.channel.id
            return self.player.typed("act")
        for message in reversed(self.player.mail):
            for item in message.items():
                if verb_of(item) == "move" and f":{table.match_id}" in item["custom_id"]:
                    return self.player.pressed(message, custom_id=item["custom_id"])
        return None

    async def _press(self, table: SimulatedMatch, panel: Message, choice: Choice, dice: random.Random) -> bool:
        """Press a component, sometimes twice; return whether the person then continues with this panel."""
        before = panel.edits
        presses = [self._pressed(panel, choice)]
        if dice.random() < 0.15:
            presses.append(self._pressed(panel, choice))
        if None in presses:
            return False
        told = [self._sim.tell(press, delay=number * 0.2) for number, press in enumerate(presses) if press is not None]
        shown = [await self._shown(press) for press in told]
        if panel.edits == before and not any(press.followups for press in told):
            self._note(table, choice, done=False)
            return False
        words = " ".join([panel.words, *(message.words for press in told for message in press.followups)])
        if not any(shown):
            if not any(part in words for part in NOT_MADE):
                self._note(table, choice, done=False)
            return False
        if NOTHING_DONE in panel.words:
            if len(presses) > 1:
                self._note(table, choice, done=False)  # the first of two presses may have made the move
            return True
        if not asks_more(choice, choices(panel, dice)):
            self._note(table, choice, done=len(presses) == 1 or all(shown))
        elif len(presses) > 1:
            self._note(table, choice, done=False)
        return True

    def _pressed(self, panel: Message, choice: Choice) -> Interaction | None:
        try:
            return self.player.pressed(panel, custom_id=choice.custom_id, value=choice.value)
        except AssertionError:
            return None  # the panel has changed since the choice was made

    def _note(self, table: SimulatedMatch, choice: Choice, *, done: bool) -> None:
        table.attempts.append(Attempt(int(choice.args[0]), int(choice.args[1]), done))
        self._sim.nature.note(f"attempt {choice.args} {done}")
        self._sim.moved()

    async def _shown(self, press: Interaction) -> bool:
        """Wait for the answer to a press; return whether the answer edited the panel."""
        until = self._sim.nature.loop.time() + PATIENCE
        while self._sim.nature.loop.time() < until:
            if press.token in self._sim.shown or press.followups:
                break
            await asyncio.sleep(0.5)
        return press.token in self._sim.shown

    async def use(self, interaction: Interaction) -> Interaction:
        """Send an interaction, wait for its answer, and return the interaction."""
        self._sim.tell(interaction)
        until = self._sim.nature.loop.time() + PATIENCE
        while self._sim.nature.loop.time() < until:
            if interaction.answered is not None and not interaction.promised:
                break
            await asyncio.sleep(0.5)
        await asyncio.sleep(0.5)
        return interaction


async def _nothing() -> None:
    pass
