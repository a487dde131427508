"""Files of replays, each made in a process of its own that ends with it: one at a time, and one for a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.processes import NoAnswer, answered
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

#: Seconds that a file may take: the longest match takes a minute or two on a machine that is not busy.
PATIENCE = 600.0
#: How many people may wait for their files.
WAITING = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file that somebody wants: a match through a viewer's eyes."""

    match: int
    user: int
    viewer: int | str | None
    locale: str
    kind: str


class Filing:
    """Makes files of replays. None is kept: what may be seen changes."""

    def __init__(
        self, packs: Path | None = None, *, patience: float = PATIENCE, most: Callable[[], int] = lambda: WAITING
    ) -> None:
        """`most` returns how many people may wait now; with 0 no files are made."""
        self._most = most
        self._packs = packs
        self._patience = patience
        self._turn = asyncio.Lock()
        self._waiting: set[int] = set()
        self._made_now: asyncio.Task[bytes] | None = None
        self._closed = False

    def check(self, user_id: int) -> None:
        """Raise Refusal for a person whose file is being made, and for everybody while too many wait."""
        if not self._most():
            raise Refusal(N_("Those who run me let no files be made for now."))
        if user_id in self._waiting:
            raise Refusal(N_("Your last file is still being made; ask for the next one when you have it."))
        if len(self._waiting) >= self._most():
            raise Refusal(N_("Many files are being made just now; try again in some minutes."))

    async def make(self, database: Path | str, wanted: Wanted) -> bytes:
        """Return a file; raises Refusal, and NoAnswer."""
        self.check(wanted.user)
        self._waiting.add(wanted.user)
        try:
            async with self._turn:
                return await self._made(database, wanted)
        finally:
            self._waiting.discard(wanted.user)

    async def _made(self, database: Path | str, wanted: Wanted) -> bytes:
        if self._closed:
            raise NoAnswer("the bot stops")
        told = {name: getattr(wanted, name) for name in wanted.__slots__}
        packs = None if self._packs is None else str(self._packs)
        asked = {**told, "database": str(database), "packs": packs}
        self._made_now = asyncio.create_task(answered("bot.replay_worker", asked, self._patience))
        try:
            return await self._made_now
        except asyncio.CancelledError:
            if self._closed:
                raise NoAnswer("the bot stops") from None
            raise

    @property
    def under_way(self) -> int:
        """How many people wait for their files."""
        return len(self._waiting)

    def close(self) -> None:
        """Stop what is being made, and make no more."""
        self._closed = True
        if self._made_now is not None:
            self._made_now.cancel()
