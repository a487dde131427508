"""Continuous checks of a simulation: every message created or edited, and the whole log."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.simulated.call_checks import PATIENCE, REPAIRED
from tests.simulated.card_leaks import Secrets
from tests.simulated.change_record import Diary
from tests.simulated.games import SECRET, told_by
from tests.soak.idle_checks import Post
from tests.sockets import interaction_replies, messages
from tests.sockets.discord_data import Channel, Message

if TYPE_CHECKING:
    from tests.simulated.simulation import Simulation

#: The pattern of a secret in a text.
TOLD = re.compile(SECRET.format(game=r"(\w+)", seats=r"([\d,]+)"))


#: The beginnings of errors caused by the disk or Discord.
EXPECTED = ("the database can't be", "the commands could not be registered")


@dataclass(slots=True)
class Hindrance:
    """A period in which no one could be called, at all or in a channel."""

    since: float
    until: float
    channel_id: int | None


class Watch(logging.Handler):
    """Sees everything said on Discord and in the log."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__(logging.WARNING)
        self._sim = simulation
        self.posts: list[Post] = []
        #: Pings by message id, with their time.
        self.rings: list[tuple[float, Message, tuple[int, ...]]] = []
        self.wrong: list[str] = []
        #: Secrets read by people: reader, game, seats that may know it, and place.
        self.read: dict[tuple[int | None, str, tuple[str, ...], str], None] = {}
        #: Deleted messages.
        self.deleted: list[int] = []
        #: Players by seat, by game.
        self.seated: dict[str, dict[int | None, int]] = {}
        self._known: set[int] = set()
        self.diary = Diary(simulation)
        self.secrets = Secrets()
        #: Texts read before the seating was known.
        self._unlooked: list[tuple[int | None, str]] = []
        #: Periods in which no one could be called, at all or in a channel.
        self.hindrances: list[Hindrance] = []

    def hindered(self, seconds: float, channel: Channel | None = None) -> None:
        """Record that for this long no one can be called, at all or in a channel."""
        now = self._sim.nature.loop.time()
        self.hindrances.append(Hindrance(now, now + seconds, None if channel is None else channel.id))

    def is_open_again(self, channel: Channel) -> None:
        """Record that a channel's calls can be made elsewhere from now on."""
        now = self._sim.nature.loop.time()
        for one in self.hindrances:
            if one.channel_id == channel.id:
                one.until = min(one.until, now)

    def hindered_at(self, channels: set[int]) -> Iterator[tuple[float, float]]:
        """Yield the periods without possible calls in these channels, each with the allowed delay afterwards."""
        for one in self.hindrances:
            if one.channel_id is None:
                yield one.since, one.until + PATIENCE
            elif one.channel_id in channels:
                yield one.since, one.until + REPAIRED

    def say(self, sentence: str) -> None:
        """Record a fault."""
        self.wrong.append(sentence)
        self._sim.nature.note(f"WRONG {sentence}")

    # -- the log ------------------------------------------------------------------------------------------

    def emit(self, record: logging.LogRecord) -> None:
        """A process may not log errors that it causes itself."""
        text = record.getMessage()
        self._sim.nature.note(f"log {record.levelname} {text}")
        if record.levelno >= logging.ERROR and not text.startswith(EXPECTED):
            self.wrong.append(f"logged: {logging.Formatter().format(record)}")

    # -- messages -----------------------------------------------------------------------------------------

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Check every created or edited message, during the block."""
        make, change, edit = messages.make, messages.change, interaction_replies.Replies.edit
        sim = self._sim

        def made(world: Any, channel_id: int, data: Any, files: Any, seen_by: Any = None) -> Message:
            message = make(world, channel_id, data, files, seen_by)
            if message.id not in self._known:
                self._known.add(message.id)
                self._made(message)
            self._read(message)
            return message

        def changed(world: Any, message: Message, data: Any, files: Any) -> None:
            change(world, message, data, files)
            self._read(message)

        def edited(self: Any, application: int, token: str, *how: Any) -> Any:
            done = edit(self, application, token, *how)
            sim.shown.add(token)
            return done

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(messages, "make", made)
            patch.setattr(messages, "change", changed)
            patch.setattr(interaction_replies.Replies, "edit", edited)
            logger = logging.getLogger("bot")
            logger.addHandler(self)
            was, logger.propagate = logger.propagate, False
            try:
                with self.diary.kept(), self.secrets.kept():
                    yield
            finally:
                logger.removeHandler(self)
                logger.propagate = was

    def _made(self, message: Message) -> None:
        if message.nonce is not None:
            self.posts.append(Post(str(message.nonce), message.channel_id, message.id))
        channel = self._sim.world.channels[message.channel_id]
        rang = (channel.recipient.id,) if channel.recipient is not None else message.rang
        if rang:
            self.rings.append((self._sim.nature.loop.time(), message, rang))
        for guest in self._sim.guests:
            if guest.person.id in rang and (message.seen_by is None):
                guest.ring()

    def _read(self, message: Message) -> None:
        """Check that a message's readers may know its contents."""
        channel = self._sim.world.channels[message.channel_id]
        reader = message.seen_by or (channel.recipient.id if channel.recipient is not None else None)
        words = json.dumps([message.content, message.components, message.embeds], ensure_ascii=False)
        words += "".join(str(one.description) for one in message.attachments)
        self._sim.nature.note(f"shows {message.id} {message.channel_id} {reader} {words}")
        self._look_for_names(reader, words)
        for game, seats in TOLD.findall(words):
            self.read[reader, game, tuple(seats.split(",")), "words"] = None
        for one in message.attachments:
            shown = told_by(one.data)
            if shown is not None and shown["viewer"] is not None:
                self.read[reader, shown["game"], (str(shown["viewer"]),), "a picture"] = None

    def _look_for_names(self, reader: int | None, words: str) -> None:
        """Check that a reader sees no unshown cards of a real game."""
        self._unlooked.append((reader, words))
        tables = list(self.secrets.tables.values())
        games = {table: table.position.match.game.id for table in tables}
        if any(game not in self.seated for game in games.values()):
            return
        for table, game in games.items():
            for one, text in self._unlooked:
                for name in table.leaks(self.seated[game].get(one), text):
                    self.say(f"{one or 'everybody'} reads of {name} of {game}, which they have not been shown")
        self._unlooked.clear()

    def leaks(self) -> Iterator[str]:
        """Yield forbidden knowledge in texts that people have read."""
        for reader, game, seats, where in self.read:
            seat = self.seated.get(game, {}).get(reader)
            if str(seat) not in seats:
                yield f"{reader or 'everybody'} reads in {where} what only seats {', '.join(seats)} of {game} may know"
