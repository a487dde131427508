"""Checks during a simulation, for every message that is posted or edited and for the logs of all processes."""

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
from tests.simulated.card_leaks import HiddenCards
from tests.simulated.change_record import ChangeRecord
from tests.simulated.games import SECRET, view_in
from tests.soak.idle_checks import Post
from tests.sockets import interaction_replies, messages
from tests.sockets.discord_data import Channel, Message

if TYPE_CHECKING:
    from tests.simulated.simulation import Simulation

#: Matches a marked secret in a text.
SECRET_PATTERN = re.compile(SECRET.format(game=r"(\w+)", seats=r"([\d,]+)"))


#: The beginnings of log messages that are caused by faults of the disk or Discord.
EXPECTED = ("the database can't be", "the commands could not be registered")


@dataclass(slots=True)
class CallObstacle:
    """A period when a fault prevented turn notifications, either in one channel or everywhere."""

    since: float
    until: float
    channel_id: int | None


class ContinuousChecks(logging.Handler):
    """Checks and records everything that appears on Discord and in the log."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__(logging.WARNING)
        self._sim = simulation
        self.posts: list[Post] = []
        #: The pings so far, as (time, message, ids of the pinged users).
        self.rings: list[tuple[float, Message, tuple[int, ...]]] = []
        self.wrong: list[str] = []
        #: The secrets shown so far, as (reader or None for everyone, game, seats allowed to know, "words" or "a
        #: picture").
        self.read: dict[tuple[int | None, str, tuple[str, ...], str], None] = {}
        #: Ids of deleted messages.
        self.deleted: list[int] = []
        #: For each game, the seat of each user id.
        self.seated: dict[str, dict[int | None, int]] = {}
        self._known: set[int] = set()
        self.diary = ChangeRecord(simulation)
        self.secrets = HiddenCards()
        #: (reader, text) of the texts that must be checked later, when it is known who plays in which seat.
        self._unlooked: list[tuple[int | None, str]] = []
        #: The periods when faults prevented turn notifications.
        self.hindrances: list[CallObstacle] = []

    def hindered(self, seconds: float, channel: Channel | None = None) -> None:
        """Record that a fault prevents turn notifications for this many seconds, in this channel or everywhere."""
        now = self._sim.nature.loop.time()
        self.hindrances.append(CallObstacle(now, now + seconds, None if channel is None else channel.id))

    def is_open_again(self, channel: Channel) -> None:
        """Record that this channel's faults no longer matter, because the match has moved to another channel."""
        now = self._sim.nature.loop.time()
        for one in self.hindrances:
            if one.channel_id == channel.id:
                one.until = min(one.until, now)

    def hindered_at(self, channels: set[int]) -> Iterator[tuple[float, float]]:
        """Yield the periods when faults prevented notifications in these channels, extended by the allowed delay."""
        for one in self.hindrances:
            if one.channel_id is None:
                yield one.since, one.until + PATIENCE
            elif one.channel_id in channels:
                yield one.since, one.until + REPAIRED

    def say(self, sentence: str) -> None:
        """Record a sentence that says what the bot did wrong."""
        self.wrong.append(sentence)
        self._sim.nature.note(f"WRONG {sentence}")

    # -- the log ------------------------------------------------------------------------------------------

    def emit(self, record: logging.LogRecord) -> None:
        """Record a logged error as the bot's fault, unless a fault of the disk or Discord explains it."""
        text = record.getMessage()
        self._sim.nature.note(f"log {record.levelname} {text}")
        if record.levelno >= logging.ERROR and not text.startswith(EXPECTED):
            self.wrong.append(f"logged: {logging.Formatter().format(record)}")

    # -- messages -----------------------------------------------------------------------------------------

    @contextmanager
    def watching(self) -> Iterator[None]:
        """During the block, check every message that is posted or edited."""
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
        """Record which readers see which secrets in a message."""
        channel = self._sim.world.channels[message.channel_id]
        reader = message.seen_by or (channel.recipient.id if channel.recipient is not None else None)
        words = json.dumps([message.content, message.components, message.embeds], ensure_ascii=False)
        words += "".join(str(one.description) for one in message.attachments)
        self._sim.nature.note(f"shows {message.id} {message.channel_id} {reader} {words}")
        self._look_for_names(reader, words)
        for game, seats in SECRET_PATTERN.findall(words):
            self.read[reader, game, tuple(seats.split(",")), "words"] = None
        for one in message.attachments:
            shown = view_in(one.data)
            if shown is not None and shown["viewer"] is not None:
                self.read[reader, shown["game"], (str(shown["viewer"]),), "a picture"] = None

    def _look_for_names(self, reader: int | None, words: str) -> None:
        """Check whether a text names a card of a real game that its reader hasn't been shown; record a leak if so."""
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
        """Yield a sentence for each secret that was read by someone who isn't allowed to know it."""
        for reader, game, seats, where in self.read:
            seat = self.seated.get(game, {}).get(reader)
            if str(seat) not in seats:
                yield f"{reader or 'everybody'} reads in {where} what only seats {', '.join(seats)} of {game} may know"
