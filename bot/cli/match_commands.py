"""Implements `tenebrae match show|verify|rewind|check-all`: shows, checks and repairs matches."""

from __future__ import annotations

import asyncio
import random
import zlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import rules
from bot.app.settings import EXIT_STORE, ConfigError, Settings, StartError
from bot.cli import match_description
from bot.cli.lab import simulation
from bot.cli.transfer_command import with_service
from bot.matches.packs import pack_cache
from bot.matches.play import match_verification
from bot.matches.play.position_rebuild import error_summary
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo, Position
from bot.store.engine_interface import is_server
from bot.store.errors import StoreError
from bot.store.read_only import read_snapshot
from bot.store.statements import matches
from bot.store.statements.matches import RunningRow
from bot.store.transactions import Reader
from rules.kernel.engine.match import Match
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame

T = TypeVar("T")


def show(settings: Settings, match_id: int, entries: int, secrets: bool) -> Iterator[str]:
    """Return the lines that describe a match. Unless `secrets`, they contain only public information."""
    return iter(_read(settings, match_id, lambda db: match_description.lines(db, match_id, entries, secrets)))


def findings(settings: Settings, match_id: int) -> match_verification.Findings:
    """Return all faults of a match."""
    return _read(settings, match_id, lambda db: match_verification.examine(db, rules.GAMES, match_id))


def rewind(settings: Settings, match_id: int, to: int, reason: str) -> str:
    """Set a match back to an earlier journal entry, and return the message to print. With SQLite, the bot must be
    stopped.

    Raises ConfigError if no reason is given.
    """
    if not reason.strip():
        raise ConfigError("Give the reason with --reason; the journal keeps it.")

    async def work(service: MatchService) -> MatchInfo:
        return await service.repair.rewind(match_id, to, reason)

    info = asyncio.run(with_service(settings, work))
    # With a database server, the bot may be running and post at once. With SQLite, it is stopped and posts after its
    # start.
    when = "now, or when it starts" if is_server(settings.database) else "when it starts"
    return (
        f"Match {info.id} is where it was after entry {to}, as entry {info.seq};"
        f" the bot posts the board and pings the players to act {when}."
    )


def _read(settings: Settings, match_id: int, work: Callable[[Reader], Awaitable[T]]) -> T:
    """Return the result of calling `work` with a reader of the database; raises StartError. The bot may be running."""

    async def run() -> T:
        async with read_snapshot(settings.database) as db:
            if await matches.get(db, match_id) is None:
                raise StartError(f"There is no match {match_id}; `/match status` in its channel shows its number.")
            return await work(db)

    try:
        return asyncio.run(run())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error


# -- check before an upgrade ----------------------------------------------------------------------------------


@dataclass
class CheckReport:
    """The results of playing the running matches to their end in memory, with a line about each match."""

    lines: list[str] = field(default_factory=list[str])
    matches: int = 0
    failed: int = 0

    @property
    def sum(self) -> str:
        """A sentence that sums up the results of all matches."""
        if not self.matches:
            return "No match is being played."
        can = "can't" if self.failed else "can"
        if self.matches == 1:
            return f"The one running match {can} be continued with this version."
        which = f"{self.failed} of" if self.failed else "All"
        return f"{which} {self.matches} running matches {can} be continued with this version."


def check_all(settings: Settings, times: int = 1) -> CheckReport:
    """Play every running match to its end in memory, `times` times, with random moves and this version's rules.

    The matches are read from one snapshot, so the bot may be running, even an older version of it. Raises StartError if
    the database can't be read.
    """

    async def run() -> CheckReport:
        async with read_snapshot(settings.database, any_format=True) as db:
            return await _try_all(db, times)

    try:
        return asyncio.run(run())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error


async def _try_all(db: Reader, times: int) -> CheckReport:
    report = CheckReport()
    for info in await matches.running(db):
        head = f"Match {info.id} ({info.game}, {info.seats} seats, entry {info.seq})"
        if info.frozen and info.pack is not None:
            # A frozen match can't be continued in any version until it is repaired, so it doesn't show whether this
            # version works.
            report.lines.append(f"{head} is frozen; `tenebrae match show {info.id} --secrets` shows why.")
            continue
        report.matches += 1
        try:
            decisions = await _try_with_pack(db, info, times)
        except _Unplayable as error:
            report.failed += 1
            report.lines.append(f"{head} can't be continued: {error}.")
        except zlib.error:
            report.failed += 1
            report.lines.append(f"{head} can't be unpacked; `tenebrae match rewind` brings an earlier position back.")
        else:
            report.lines.append(f"{head} can be played to its end, after {decisions} decisions.")
    return report


async def _try_with_pack(db: Reader, info: RunningRow, times: int) -> int:
    """Load a match and the content pack that it needs from the database, and play the match with `_play_out`."""
    if info.game not in rules.GAMES:
        raise _Unplayable("its game is not installed")
    if info.pack is None:
        raise _Unplayable("its row in the database can't be read; see `tenebrae doctor`")
    try:
        # This reference keeps the pack in memory while the match is played.
        _pack = await pack_cache.require_pack(db, rules.GAMES[info.game], info.pack)
    except ContentError as error:
        raise _Unplayable(error_summary(error)) from error
    state = await matches.state(db, info.id)
    return _play_out(rules.GAMES[info.game], state[1] if state else b"", times)


class _Unplayable(Exception):
    """A match can't be continued. The message says why, without naming any card."""


def _play_out(game: AnyGame, data: bytes, times: int) -> int:
    """Play a saved match to its end several times with random moves. Return the highest number of decisions."""
    most = 0
    try:
        for number in range(times):
            match: Match[Any] = game.load(data)
            Position.from_match(match, 0, ())  # computes everything that the bot needs to show a position
            most = max(most, simulation.play(match, simulation.random_policy, random.Random(number)))
            if not match.over:
                raise _Unplayable(f"it does not end within {simulation.MAX_DECISIONS} decisions")
            Position.from_match(match, 0, ())
    except _Unplayable:
        raise
    except Exception as error:
        raise _Unplayable(error_summary(error)) from error
    return most
