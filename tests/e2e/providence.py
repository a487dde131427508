"""A table of Dark Providence at which nobody may learn too much: what is hidden, and who may know it by now."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from simcord.actors import MemberActor

from bot.discord.locale import Voice
from rules.dark_providence.content import base
from rules.dark_providence.naming import ALLEGIANCES
from rules.dark_providence.view import ProvidenceView
from tests.discord.room import Room
from tests.e2e.watching import EVERYBODY, Pictures, Watch

GAME = "dark_providence"
PAGE = 100
#: Card names that other things of the game share: they tell nothing of a hand.
SHARED = {"Deep Ones", "Martial Law"}
CARDS: dict[str, set[str]] = {}
for _card in [*base().assets.values(), *base().starting.values()]:
    if _card.name.en not in SHARED:
        CARDS.setdefault(_card.name.en, set()).add(_card.id)
NAMED = re.compile(rf"\b({'|'.join(map(re.escape, sorted(CARDS, key=len, reverse=True)))})(?!\w)")
SIDES = re.compile(rf"\b({'|'.join(sorted(ALLEGIANCES.values(), key=len, reverse=True))})\b")
FILES = {"board.png", "hand.png", "score.png", "card.png", "icons.png"}


@cache
def kind(card: str) -> str:
    """Return the card itself, or for one of several copies what all of them are."""
    if card in base().assets:
        return card
    return next((name for name in base().starting if re.fullmatch(rf"[a-z]+_{name}(_\d+)?", card)), card)


def words(data: Any) -> Iterator[str]:
    """Yield every string in a message or an answer, line by line, without the marks of a log."""
    if isinstance(data, dict):
        for value in data.values():
            yield from words(value)
    elif isinstance(data, list):
        for value in data:
            yield from words(value)
    elif isinstance(data, str):
        for line in data.splitlines():
            yield re.sub(r"^(-# )?(\d+\. )?", "", line)


def visible(view: ProvidenceView) -> set[str]:
    """Return everything that this view names; of another's cards only what lies open."""
    data = view.model_dump()
    for player in data["players"]:
        if player["seat"] != view.viewer:
            player.pop("cards")
    return {kind(word) for word in _ids(data)}


def _ids(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from _ids(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _ids(value)
    elif isinstance(data, str):
        yield data


class Watched:
    """Looks, after each step, for cards and allegiances in front of people who may not know them.

    A line of the log names what everybody, or its reader, was told; all other words may name only what the
    reader's view shows now or showed at the last look.
    """

    def __init__(self, room: Room, pictures: Pictures) -> None:
        self.room = room
        self.pictures = pictures
        self.watch = Watch(room)
        self.told: dict[int, set[str]] = {}
        self.known: dict[int, set[str]] = {}
        self.seq = 0
        #: Lines looked at, and names of cards and allegiances found in them.
        self.lines = 0
        self.names = 0

    async def check(self) -> None:
        """Look at everything sent since the last look."""
        match, info = await self.room.match(), await self.room.info()
        seats = {seat.user_id: seat.seat for seat in info.seats}
        people = [EVERYBODY, *(person.id for person in self.room.people)]
        await self._listen(seats, people)
        views = {person: match.view(seats.get(person)) for person in people}
        shown = {person: visible(view) for person, view in views.items()}
        for person, text in self.watch.news():
            view = views[person]
            sides = {ALLEGIANCES[side] for side in (*view.aside, *(one.allegiance for one in view.players)) if side}
            for line in words(json.loads(text)):
                if line in self.told[person]:
                    continue
                self._look(line, shown[person] | self.known.get(person, set()), sides, person)
        self.known = shown
        self._check_pictures(seats)

    def _look(self, line: str, known: set[str], sides: set[str], person: int) -> None:
        self.lines += 1
        cards = set(NAMED.findall(line))
        assert all(CARDS[card] & known for card in cards), (person, cards, line)
        named = set(SIDES.findall(line))
        assert named <= sides, (person, named, line)
        self.names += len(cards) + len(named)

    async def _listen(self, seats: dict[int, int], people: list[int]) -> None:
        """Take down the lines of the log that each person may have read since."""
        info = await self.room.info()
        voice, game = Voice(info.locale, info.names), self.room.bot.games[info.game]
        for person in people:
            heard = self.told.setdefault(person, set())
            count = info.seq - self.seq
            entries = await self.room.bot.service.log(info.id, None, min(count, PAGE), viewer=seats.get(person))
            for event in [event for entry in entries for event in entry.events]:
                heard |= {game.event_line(say, event) or "" for say in (voice.text, voice.label)}
        self.seq = info.seq

    def _check_pictures(self, seats: dict[int, int]) -> None:
        """Every picture shows its reader's view, under a name that tells nothing."""
        room = self.room
        mail = {person.user.dm_channel.id: seats.get(person.id) for person in room.people}
        for channel_id, messages in room.env.backend.messages.items():
            for message in messages.values():
                for attachment in message.attachments:
                    assert attachment["filename"] in FILES
                    what, viewer = self.pictures.shown[room.env.backend.cdn.get(attachment["url"])]
                    if channel_id in mail:
                        assert (what, viewer) == ("hand", mail[channel_id])
                    elif not message.flags & 64:
                        assert viewer is None, what

    async def slash(self, who: MemberActor, command: str, **options: Any) -> Any:
        """Type a command and look at what everybody sees of it."""
        result = await self.room.slash(who, command, **options)
        await self.check()
        return result

    async def click(self, who: MemberActor, message: Any, **which: Any) -> Any:
        """Press a button and look at what everybody sees of it."""
        result = await self.room.click(who, message, **which)
        await self.check()
        return result

    async def seated(self, seat: int) -> MemberActor:
        """Return who sits in a seat."""
        return self.room.person((await self.room.info()).seats[seat].user_id)
