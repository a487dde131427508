"""Checks for leaked secrets: who could read which of the bot's messages, and which view each picture shows."""

from __future__ import annotations

import hashlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from PIL import Image
from simcord.actors import MemberActor

import render
from bot.discord.ui.locale import ReaderContext
from render.pen import theme
from render.sheets.row_stack import Row, Rows
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.words.summary_sheets import Sheet
from rules.kernel.words.translation import Translator
from tests.discord.room import Room

#: Takes the place of a user id for messages that everyone in the channel can read.
EVERYONE = 0
EPHEMERAL = 64
#: Maximum number of journal entries that one step may add. Standing orders can make many moves in a row.
MAX_ENTRIES = 400
FILES = {
    "board.png",
    "hand.png",
    "choice.png",
    "decks.png",
    "score.png",
    "curve.png",
    "card.png",
    "icons.png",
    "deck.png",
    "deck.txt",
}


class SentMessages:
    """Reads everything that the bot has sent to Discord since the previous read."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.read = 0

    def new_messages(self) -> list[tuple[int, str]]:
        """Return (reader's user id, JSON) for each new request that contains text; posts have the id `EVERYONE`."""
        requests = self.room.env.http_requests
        found = [pair for request in requests[self.read :] for pair in self._audience(request)]
        self.read = len(requests)
        return found

    def _audience(self, request: Any) -> Iterator[tuple[int, str]]:
        body = json.dumps(request.json, ensure_ascii=False)
        place, *rest = request.path.strip("/").split("/")
        backend = self.room.env.backend
        if place == "channels":
            mail = {person.user.dm_channel.id: person.id for person in self.room.people}
            yield mail.get(int(rest[0]), EVERYONE), body
        elif place == "interactions":
            interaction = backend.interactions[int(rest[0])]
            yield self._asker(interaction, request.json.get("data") or {}, request.json["type"]), body
        elif place == "webhooks":
            interaction = next(one for one in backend.interactions.values() if one.token == rest[1])
            yield self._asker(interaction, request.json or {}, None), body

    def _asker(self, interaction: Any, data: dict[str, Any], kind: int | None) -> int:
        """Return who can read an answer: the user if it is ephemeral or a list of choices, else `EVERYONE`."""
        source = interaction.source_message_id
        message = self.room.env.backend.messages.get(interaction.channel_id, {}).get(source)
        in_place = message is not None and not message.flags & EPHEMERAL
        private = kind == 8 or interaction.ephemeral or data.get("flags", 0) & EPHEMERAL or not in_place
        return interaction.user_id if private else EVERYONE


def words(data: Any) -> Iterator[tuple[str, bool]]:
    """Yield each line of a message or answer, without its log number, and whether the line is in small print."""
    if isinstance(data, dict):
        for value in data.values():
            yield from words(value)
    elif isinstance(data, list):
        for value in data:
            yield from words(value)
    elif isinstance(data, str):
        for line in data.splitlines():
            yield re.sub(r"^(-# )?(\d+\. )?", "", line), line.startswith("-# ")


def strings(data: Any) -> list[str]:
    """Return every key and text in a view that was converted to plain data."""
    found: list[str] = []
    left = [data]
    while left:
        part = left.pop()
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict):
            found += map(str, part)
            left += part.values()
        elif isinstance(part, list | tuple):
            left += part
    return found


class ViewsAtMoment:
    """The views of each seat and of the public (None) at one moment of a match, computed on demand."""

    def __init__(self, match: Match[Any], visible: Callable[[Any], set[str]]) -> None:
        self.view = cache(match.view)
        #: Returns the ids of all cards in a viewer's view.
        self.shown = cache(lambda viewer: visible(self.view(viewer)))


class LeakCheck(ABC):
    """Checks after each step that the bot's messages named cards only to people who may know them.

    A log line may name any card, if the line is one that its reader could also read in the log. A recap may name any
    card in the reader's log. A line that is gone from the board may name any card that the reader has seen. Other texts
    may only name cards that are in the reader's view now or were in it at the last check.
    """

    #: The ids of the game's cards by name, and a pattern that finds these names in a text.
    cards: Mapping[str, set[str]]
    named: re.Pattern[str]

    def __init__(self, room: Room, pictures: Pictures) -> None:
        self.room = room
        self.pictures = pictures
        self.watch = SentMessages(room)
        #: All log lines so far that could be read by each seat and by the public (None).
        self.told: dict[int | None, set[str]] = {}
        #: The ids of all cards that each reader's views have shown so far.
        self.once_shown: dict[int | None, set[str]] = {}
        #: The views at the current check and at the previous check.
        self.now: ViewsAtMoment
        self.before: ViewsAtMoment | None = None
        self.viewers: list[int | None] = []
        self.seq = 0
        #: The URLs of pictures that have been checked.
        self.seen: set[str] = set()
        #: The number of lines checked, and the number of card names found in them.
        self.lines = 0
        self.names = 0

    @abstractmethod
    def visible(self, view: Any) -> set[str]:
        """Return the ids of all cards in a view."""

    def look(self, line: str, known: set[str], view: Any, person: int) -> None:
        """Assert that a line names only cards whose ids are in `known`."""
        self.lines += 1
        found = set(self.named.findall(line))
        assert all(self.cards[card] & known for card in found), (person, found, line)
        self.names += len(found)

    async def check(self) -> None:
        """Check every message and picture that the bot has sent since the last check."""
        table = await self.room.now()
        info, seats = table.info, {seat.user_id: seat.seat for seat in table.info.seats}
        # People without a seat see the public view.
        viewers = [None, *seats.values()]
        if info.seq != self.seq or viewers != self.viewers:
            await self._listen(info, viewers)
            self.now, self.viewers = ViewsAtMoment(table.match, self.visible), viewers
        if table.match.over:
            # The last post of a match reveals the hidden cards.
            uncovered = table.match.game.uncovered(ReaderContext(info.locale, info.names).text, table.match)
            self.told[None] |= set(uncovered)
        heard = cache(self.named_to)
        for viewer in {None, *seats.values()}:
            self.once_shown.setdefault(viewer, set()).update(self.now.shown(viewer))
        for person, text in self.watch.new_messages():
            viewer = seats.get(person)
            for line, small in words(json.loads(text)):
                if line.removeprefix("- ") not in self.told[viewer]:
                    # Small print is a recap of the log, so it may name any card in log lines that its reader could
                    # read.
                    known = self.now.shown(viewer) | (heard(viewer) if small else set())
                    known |= self.before.shown(viewer) if self.before else set()
                    # A line that is gone from the board was on it when its reader last looked.
                    known |= self.once_shown[viewer] if line.startswith("gone: ") else set()
                    self.look(line, known, self.now.view(viewer), person)
        self.before = self.now
        self._check_pictures(seats)

    def named_to(self, viewer: int | None) -> set[str]:
        """Return the ids of all cards named in the log lines that this reader could read."""
        return {card for name in self.named.findall("\n".join(self.told[viewer])) for card in self.cards[name]}

    async def _listen(self, info: Any, viewers: Sequence[int | None]) -> None:
        """Record the log lines that each seat and the public could read since the last check."""
        reader, game = ReaderContext(info.locale, info.names), self.room.bot.games[info.game]
        for viewer in viewers:
            heard = self.told.setdefault(viewer, set())
            count = info.seq - self.seq
            entries = await self.room.bot.service.history.log(info, None, min(count, MAX_ENTRIES), viewer=viewer)
            for event in [event for entry in entries for event in entry.events]:
                heard |= {game.event_line(say, event) or "" for say in (reader.text, reader.label)}
        self.seq = info.seq

    def _check_pictures(self, seats: dict[int, int]) -> None:
        """Assert that every picture shows the view of the person who can see it, and that file names reveal nothing."""
        room = self.room
        mail = {person.user.dm_channel.id: seats.get(person.id) for person in room.people}
        for channel_id, messages in room.env.backend.messages.items():
            for message in messages.values():
                for attachment in message.attachments:
                    if attachment["url"] in self.seen:
                        continue  # this picture has been checked: the picture at a URL never changes
                    self.seen.add(attachment["url"])
                    assert attachment["filename"] in FILES
                    if message.flags & EPHEMERAL or attachment["filename"] == "curve.png":
                        continue  # the chart of the course is drawn only for finished matches
                    picture = room.env.backend.cdn.get(attachment["url"])
                    assert picture is not None
                    what, viewer = self.pictures.shown[picture]
                    if channel_id in mail:
                        assert (what, viewer) == ("hand", mail[channel_id])
                    else:
                        assert viewer is None, what

    async def slash(self, who: MemberActor, command: str, **options: Any) -> Any:
        """Use a slash command and check what each person sees of the answer."""
        result = await self.room.slash(who, command, **options)
        await self.check()
        return result

    async def move(self, who: MemberActor, command: str, **options: Any) -> Any:
        """Make a move by command and check what each person sees of it."""
        result = await self.room.move(who, command, **options)
        await self.check()
        return result

    async def click(self, who: MemberActor, message: Any, **which: Any) -> Any:
        """Press a button and check what each person sees of the result."""
        result = await self.room.click(who, message, **which)
        await self.check()
        return result


def pattern(cards: Mapping[str, set[str]]) -> re.Pattern[str]:
    """Return a pattern that finds card names in a text, trying longer names first."""
    return re.compile(rf"\b({'|'.join(map(re.escape, sorted(cards, key=len, reverse=True)))})(?!\w)")


class Pictures:
    """Stub pictures whose pixels encode the whole view, so that pictures of two different views always differ."""

    #: Kind and viewer of each picture, by the picture's bytes. All tests share this, since equal views produce equal
    #: bytes.
    shown: ClassVar[dict[bytes, tuple[str, int | None]]] = {}

    def _draw(self, kind: str, view: View | None, *more: str) -> Image.Image:
        text = "|".join((kind, view.model_dump_json() if view else "", *more))
        bits = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=32).digest(), "big")
        image = Image.new("RGB", (16, 16))
        image.putdata([theme.PARCHMENT if bits >> place & 1 else theme.TABLE for place in range(256)])
        self.shown[render.encode(image)] = (kind, view.viewer if view else None)
        return image

    def board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        assert all(event.seen_by(view.viewer) for event in events), "a board that marks what its viewer may not know"
        # The size is fixed so that the bot needn't scale any picture, which would change its bytes.
        image = self._draw("board", view, str(events))
        wide = Image.new("RGB", (theme.WIDTH, 16), theme.INK)
        wide.paste(image)
        self.shown[render.encode(wide)] = ("board", view.viewer)
        return wide

    def part_names(self, view: View, locale: str, names: Sequence[str] | None) -> dict[str, str]:
        return {"part": "Part"}

    def part(self, view: View, part_id: str, locale: str, names: Sequence[str] | None) -> Rows:
        return self._rows("part", view, part_id)

    def hand(self, view: View, locale: str, names: Sequence[str] | None, seat: int | None) -> Rows:
        return self._hand(view)

    def choice(self, view: View, asked: Decision, locale: str, names: Sequence[str] | None) -> Rows:
        assert view.viewer is not None
        return self._rows("choice", view, str(asked))

    def lists(self, view: View, locale: str, names: Sequence[str] | None) -> Rows:
        return self._rows("lists", view)

    def _hand(self, view: View | None) -> Rows:
        return self._rows("hand", view)

    def _rows(self, kind: str, view: View | None, *more: str) -> Rows:
        rows = Rows(16, [Row(16, _paste, (self._draw(kind, view, *more).tobytes(),))])
        self.shown[rows.png()] = (kind, view.viewer if view else None)
        return rows

    def card(self, entry_id: str, say: Translator) -> Image.Image:
        return self._draw("card", None, entry_id)

    def score(self, view: View, result: Result, locale: str, names: Sequence[str] | None) -> Image.Image:
        return self._draw("score", view)

    def legend(self, say: Translator) -> Image.Image:
        return self._draw("legend", None)

    def sheet(self, name: str, sheet: Sheet, say: Translator) -> Image.Image:
        return self._draw("sheet", None, sheet.text())


def _paste(image: Image.Image, y: int, pixels: bytes) -> None:
    image.paste(Image.frombytes("RGB", (16, 16), pixels), (0, y))
