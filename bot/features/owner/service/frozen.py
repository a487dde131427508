"""Frozen matches for the bot's owners: the cause without hidden data, and a report as a file.

Owners may also play, so they see no position, no hand, no secret move, and no error message, which may name a card. An
owner who has ever had a seat in a match sees no details of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeAlias

from bot.features.owner.statements import frozen
from bot.features.owner.statements.frozen import FrozenRow
from bot.matches.game_masters.service import GameMasters
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo
from bot.store.statements import matches, seat_history
from bot.store.statements.rows import JournalRow
from rules.kernel.content.packs import BASE
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Patterns for a code location and for an error class in a traceback, and the folders that contain the bot's own code.
_LOCATION = re.compile(r'  File "([^"]+)", line (\d+), in ([\w.<>]+)')
_CLASS = re.compile(r"([A-Za-z_][\w.]*)(?::|$)")
_OWN_FOLDERS = ("bot", "rules", "render")
_HEAD = "Traceback (most recent call last):"

#: A function that returns the number of open reports about a match.
CountReports: TypeAlias = Callable[[int], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class FreezeCause:
    """The cause of a match's freeze: the code locations of the error, and the public journal entries."""

    info: MatchInfo
    #: For each error in the traceback, its code locations followed by its class; None if the requesting owner ever had
    #: a seat in the match.
    outline: Sequence[str] | None
    entries: Sequence[JournalRow]
    reports: int


def traceback_outline(report: str) -> list[str]:
    """Return the code locations and error classes of a traceback.

    Error messages are left out, because they may name a card.
    """
    outline_lines: list[str] = []
    inside = False
    for line in report.splitlines():
        place = _LOCATION.fullmatch(line) if inside else None
        if place is not None:
            outline_lines.append(f"{_short_path(place[1])}:{place[2]} {place[3]}")
        elif line == _HEAD:
            inside = True
        elif inside and line and not line.startswith(" "):
            # Read only the first line after the code locations, because further lines may belong to the error message.
            kind = _CLASS.match(line)
            outline_lines.append("?" if kind is None else kind[1])
            inside = False
    return outline_lines


def _short_path(path: str) -> str:
    """Return a file's path relative to the bot's code, or only its name if it is elsewhere.

    The full path would reveal details of the machine.
    """
    parts = path.replace("\\", "/").split("/")
    first = max((place for place, part in enumerate(parts) if part in _OWN_FOLDERS), default=len(parts) - 1)
    return "/".join(parts[first:])


def _options(info: MatchInfo) -> Mapping[str, Any]:
    """Return a match's options without any that could name hidden cards.

    If the match uses a server's own pack, all text options except the pack are left out.
    """
    if info.pack == BASE:
        return info.options
    return {name: value for name, value in info.options.items() if name == "pack" or isinstance(value, int)}


class FrozenMatches:
    """Reads frozen matches for the bot's owners."""

    def __init__(self, repo: MatchRepository, game_masters: GameMasters, open_reports: CountReports) -> None:
        self._repo = repo
        self._game_masters = game_masters
        self._open_reports = open_reports

    async def first(self, limit: int) -> list[FrozenRow]:
        """Return the frozen matches, oldest first."""
        return await frozen.first(self._repo.store.read, limit)

    async def fault_of(self, match_id: int, user_id: int) -> FreezeCause:
        """Return the cause of a match's freeze for an owner; raises Refusal if the match is not frozen."""
        info = await self._repo.get(match_id)
        if info.status != "frozen":
            raise Refusal(N_("This match is no longer frozen."))
        db = self._repo.store.read
        report = None if await self._has_sat(info, user_id) else await matches.error_text(db, match_id) or ""
        entries = [] if info.started_at is None else await self._game_masters.entries(info)
        outline = None if report is None else traceback_outline(report)
        return FreezeCause(info, outline, entries, await self._open_reports(match_id))

    async def _has_sat(self, info: MatchInfo, user_id: int) -> bool:
        before = await seat_history.of_match(self._repo.store.read, info.id)
        return info.seat_of(user_id) is not None or any(former_seat.user_id == user_id for former_seat in before)

    async def report_file(self, match_id: int, user_id: int) -> bytes:
        """Return the report of a frozen match as a file.

        Raises Refusal for an owner who ever had a seat in the match.
        """
        fault = await self.fault_of(match_id, user_id)
        info = fault.info
        if fault.outline is None:
            raise Refusal(N_("You've had a seat in this match, so only another owner can see its report."))
        document = {
            "tenebrae": version("tenebrae"),
            "match": info.id,
            "game": info.game,
            "error": info.error_id,
            "fault": list(fault.outline),
            "seats": len(info.seats),
            "computers": sorted(info.computers),
            "options": _options(info),
            "entries": [
                {"entry": number, "at": row.at, "kind": row.kind, "seat": row.seat}
                for number, row in enumerate(fault.entries, 1)
            ],
        }
        return json.dumps(document, indent=1, sort_keys=True).encode()
