"""Checks of uploaded content packs. They run one at a time, each in a separate process."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bot.app.subprocesses import WorkerClient, WorkerError
from rules.kernel.content.pack_snapshots import Frozen
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum number of checks that may be running or waiting at the same time.
MAX_QUEUE = 5


class InvalidPack(Exception):
    """Raised if a pack has faults; `faults` contains a line about each fault."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__()
        self.faults = faults


@dataclass(frozen=True, slots=True)
class ValidPack:
    """A valid pack: a frozen copy of it, a description of its contents, and a picture of some of its cards."""

    game: str
    pack: Frozen
    told: str
    picture: bytes


class PackValidator:
    """Runs the checks of uploaded packs."""

    def __init__(self) -> None:
        self._worker = WorkerClient("pack")
        self._waiting = 0
        self._places: set[int] = set()

    @contextmanager
    def reserve_place(self, place: int) -> Generator[None]:
        """Let only one check at a time run for a place, such as a server. The check must run inside the block.

        Raises Refusal if a check for this place is already running.
        """
        if place in self._places:
            raise Refusal(N_("I'm checking another pack for this server; try again in a minute."))
        self._places.add(place)
        try:
            yield
        finally:
            self._places.remove(place)

    async def check(self, name: str, data: bytes, game: str | None, locale: str) -> ValidPack:
        """Check an uploaded pack and return it.

        Raises InvalidPack if the pack has faults, and Refusal if the file is not a pack.
        """
        if self._waiting >= MAX_QUEUE:
            raise Refusal(N_("I'm checking several packs right now; try again in a minute."))
        self._waiting += 1
        try:
            request = {"name": name, "data": b64encode(data).decode(), "game": game, "locale": locale}
            answer: dict[str, Any] = json.loads(await self._worker.ask(request))
        except WorkerError:
            raise Refusal(N_("Checking this pack takes too much time or memory; make it smaller.")) from None
        finally:
            self._waiting -= 1
        if "refused" in answer:
            msgid, args = answer["refused"]
            raise Refusal(msgid, **args)
        if "faults" in answer:
            raise InvalidPack(answer["faults"])
        pack = Frozen(answer["digest"], b64decode(answer["zip"]), answer["title"])
        return ValidPack(answer["game"], pack, answer["told"], b64decode(answer["picture"]))
