"""People who play through Discord: they look at posts and press buttons and menus while processes die."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.discord.custom_ids import TEMPLATE
from bot.discord.ui.paging import MORE
from tests.sockets.discord_data import Channel, Interaction, Message
from tests.sockets.local_discord import LocalDiscord
from tests.sockets.players import Player, verb_of

#: How many seconds a person waits for the bot to acknowledge an interaction, and to answer it.
ACKNOWLEDGED, ANSWERED = 4.0, 20.0
#: Texts that say that a press had no effect, because it came too late or was refused.
NOTHING_DONE = "nothing was done"
NOT_MADE = (NOTHING_DONE, "so nothing has changed")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A press that should make a move. If it was not `acknowledged`, its outcome is unknown."""

    match_id: int
    seat: int
    acknowledged: bool


class Unanswered(Exception):
    """Raised if an interaction isn't answered in time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A component that can be pressed, with the parts of its custom_id."""

    custom_id: str
    verb: str
    args: tuple[str, ...]
    value: str | None = None

    @property
    def mark(self) -> str:
        """The part of the custom_id that identifies the position."""
        return self.args[2]


def choices(panel: Message | None, dice: random.Random) -> list[Choice]:
    """Return the components of a panel that lead to a move, confirmations first; for a menu, with a random value."""
    found: list[Choice] = []
    for item in panel.items() if panel is not None else ():
        verb = verb_of(item)
        if item.get("disabled") or verb not in ("sure", "act", "pick"):
            continue
        told = TEMPLATE.fullmatch(item["custom_id"])
        assert told is not None
        value = dice.choice(item["options"])["value"] if item["type"] == 3 else None
        found.append(Choice(item["custom_id"], verb, tuple((told["args"] or "").split(":")), value))
    dice.shuffle(found)
    return sorted(found, key=lambda choice: choice.verb != "sure")


def asks_more(pressed: Choice, offered: list[Choice]) -> bool:
    """Return whether a press made no move because it opened a group or a question, or left the position unchanged.

    `offered` are the choices in the panel after the press. Other players may also have changed the position by then.
    """
    opens = pressed.verb == "pick" and (pressed.value == MORE or str(pressed.value).startswith("g"))
    asks = pressed.verb != "sure" and any(one.verb == "sure" for one in offered)
    return opens or asks or any(one.mark == pressed.mark for one in offered)


def is_made(press: Interaction, pressed: Choice, dice: random.Random) -> bool | None:
    """Return True if the answer proves that the press made a move, None if it made none, and False if that is unknown.

    Only an edit with the press's own token is an answer to it, because the bot also edits the panel after other
    players' moves.
    """
    if press.shown is None:
        return False  # there is no answer, so the outcome is unknown
    if any(part in press.shown.words.lower() for part in NOT_MADE):
        return None
    return None if asks_more(pressed, choices(press.shown, dice)) else True


class PlayingGroup:
    """Some people who play one match after another in a channel."""

    def __init__(
        self,
        discord: LocalDiscord,
        channel: Channel,
        game: str,
        people: list[Player],
        seed: str,
        *,
        plays: bool = False,
    ) -> None:
        self._discord = discord
        self._game = game
        self._people = people
        self._dice = random.Random(seed)
        self._panels: dict[int, Message] = {}
        self._plays = plays
        self.channel = channel
        self.busy = False
        #: The presses that should make moves, in order.
        self.attempts: list[Attempt] = []
        self.counts: Counter[str] = Counter()
        #: For how many seconds each interaction waited to be acknowledged; None if it never was.
        self.waits: list[float | None] = []
        for person in people:
            person.channel_id = channel.id

    async def go_on(self) -> None:
        """Make a move. If no match is running, start one first."""
        self.busy = True
        try:
            if not self._plays:
                await self._begin()
            await self._act()
        except Unanswered:
            self.counts["unanswered"] += 1
            self._panels.clear()
        finally:
            self.busy = False

    async def _begin(self) -> None:
        host, *others = self._people
        await self._use(host.typed("match new", game=self._game))
        for person in others:
            await self._use(person.typed("match join"))
        # If there is no lobby to start, an earlier press of Start was executed although it wasn't answered.
        with suppress(TimeoutError):
            lobby = await self._discord.until(self._full_lobby, ACKNOWLEDGED)
            await self._use(host.pressed(lobby, label="Start"))
        self._panels.clear()
        self._plays = True

    def _full_lobby(self) -> Message | None:
        """Return the lobby post whose Start button is enabled, or None."""
        for post in reversed(self.channel.posts()):
            if any(item.get("label") == "Start" and not item.get("disabled") for item in post.items()):
                return post
        return None

    async def _act(self) -> None:
        """Let one person move whose panel offers a move. If their panel isn't open, open it first."""
        for person in self._dice.sample(self._people, len(self._people)):
            panel = self._panels.get(person.id)
            if panel is None or self._discord.find(panel) is None or not choices(panel, self._dice):
                panel = await self._opened(person)
            if choices(panel, self._dice):
                assert panel is not None
                await self._press_on(person, panel)
                return
        # No one can act, so the match is over or never started.
        self._plays = False

    async def _opened(self, person: Player) -> Message | None:
        asked = await self._use(person.typed("act"))
        panel = asked.original
        if panel is not None:
            self._panels[person.id] = panel
        return panel

    async def _press_on(self, person: Player, panel: Message) -> None:
        """Press components of a panel until a move is made, at most six times."""
        for _ in range(6):
            offered = choices(panel, self._dice)
            if not offered:
                return
            choice = offered[0]
            done = await self._pressed(person, panel, choice)
            if done is not None:
                self.attempts.append(Attempt(int(choice.args[0]), int(choice.args[1]), done))
                self.counts["moves" if done else "unknown"] += 1
                if not done:
                    self._panels.clear()
                return

    async def _pressed(self, person: Player, panel: Message, choice: Choice) -> bool | None:
        """Press a component. Return whether its move was acknowledged, or None if it made no move."""
        try:
            press = person.pressed(panel, custom_id=choice.custom_id, value=choice.value)
            await self._use(press, lambda: press.shown or press.followups)
        except Unanswered:
            self.counts["unanswered"] += 1
            return False
        made = is_made(press, choice, self._dice)
        if made is None and press.shown is not None and not choices(press.shown, self._dice):
            self._panels.pop(person.id, None)
        return made

    async def _use(self, interaction: Interaction, is_answered: Any = None) -> Interaction:
        """Send an interaction and wait for its complete answer. Raises Unanswered if it doesn't come in time."""
        self.counts["interactions"] += 1
        try:
            await self._discord.tell(interaction)
            await self._discord.until(lambda: interaction.answered is not None, ACKNOWLEDGED)
            await self._discord.until(is_answered or (lambda: not interaction.promised), ANSWERED)
        except (TimeoutError, aiohttp.ClientError) as error:
            raise Unanswered from error
        finally:
            self.waits.append(interaction.waited if interaction.answered is not None else None)
        return interaction


async def all_at_once(tables: list[PlayingGroup], every: float, seconds: float) -> None:
    """Every `every` seconds, make a move in all matches at the same moment, so that many pictures are due together."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    while loop.time() < ends:
        rest = asyncio.create_task(asyncio.sleep(every))
        await asyncio.gather(*(table.go_on() for table in tables))
        await rest


async def at_pace(tables: list[PlayingGroup], a_second: float, seconds: float, dice: random.Random) -> None:
    """Make `a_second` moves a second in all matches together, with at most one move at a time in each match."""
    loop = asyncio.get_running_loop()
    begun, made = loop.time(), 0
    running: list[asyncio.Task[None]] = []
    while (now := loop.time() - begun) < seconds:
        free = [table for table in tables if not table.busy]
        if made < now * a_second and free:
            made += 1
            running.append(asyncio.create_task(dice.choice(free).go_on()))
            await asyncio.sleep(0)
        else:
            await asyncio.sleep(0.02)
        for task in running:
            if task.done():
                task.result()
        running = [task for task in running if not task.done()]
    await asyncio.gather(*running)
