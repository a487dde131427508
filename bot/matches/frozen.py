"""Frozen matches for those who run the bot: what froze one, as far as that hides nothing, and its report as a file.

Those who run the bot may play, too. So nobody gets a position, a hand, a secret move or the words of a fault, which may
name a card, and whoever has ever sat at a match learns nothing of its fault at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from bot.matches.game_masters import GameMasters
from bot.matches.records import MatchInfo
from bot.matches.reports import Reports
from bot.matches.repository import MatchRepository
from bot.store import JournalRow, held, matches
from rules.kernel.content.packs import BASE
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_

#: A place in a report, the line that follows the places of an error, and folders in which ours begin.
_PLACE = re.compile(r'  File "([^"]+)", line (\d+), in ([\w.<>]+)')
_CLASS = re.compile(r"([A-Za-z_][\w.]*)(?::|$)")
_OURS = ("bot", "rules", "render")
_HEAD = "Traceback (most recent call last):"


@dataclass(frozen=True, slots=True)
class Fault:
    """What froze a match: the places in the code, and the entries that everybody at its table may know of."""

    info: MatchInfo
    #: The classes of the errors, each after its places; None for somebody who has sat at the match.
    outline: Sequence[str] | None
    entries: Sequence[JournalRow]
    reports: int


def outline(report: str) -> list[str]:
    """Return the places of a fault and the classes of its errors, without their words, which may name a card."""
    found: list[str] = []
    inside = False
    for line in report.splitlines():
        place = _PLACE.fullmatch(line) if inside else None
        if place is not None:
            found.append(f"{_short(place[1])}:{place[2]} {place[3]}")
        elif line == _HEAD:
            inside = True
        elif inside and line and not line.startswith(" "):
            # Only the first line after the places: what follows may be more words of the error.
            kind = _CLASS.match(line)
            found.append("?" if kind is None else kind[1])
            inside = False
    return found


def _short(path: str) -> str:
    """Return where a file is within the bot, or its name alone: a whole path tells of the machine."""
    parts = path.replace("\\", "/").split("/")
    first = max((place for place, part in enumerate(parts) if part in _OURS), default=len(parts) - 1)
    return "/".join(parts[first:])


def _options(info: MatchInfo) -> Mapping[str, Any]:
    """Return a match's options; of one with a pack of its server no words but the pack's name: they may name cards."""
    if info.pack == BASE:
        return info.options
    return {name: value for name, value in info.options.items() if name == "pack" or isinstance(value, int)}


class Frozen:
    """Looks at frozen matches."""

    def __init__(self, repo: MatchRepository, game_masters: GameMasters, reports: Reports) -> None:
        self._repo = repo
        self._game_masters = game_masters
        self._reports = reports

    async def look(self, match_id: int, user_id: int) -> Fault:
        """Return what froze a match, for somebody who runs the bot; raises Refusal for one that is not frozen."""
        info = await self._repo.get(match_id)
        if info.status != "frozen":
            raise Refusal(N_("This match is not frozen any more."))
        db = self._repo.store.read
        report = None if await self._has_sat(info, user_id) else await matches.error_text(db, match_id) or ""
        entries = [] if info.started_at is None else await self._game_masters.entries(info)
        told = None if report is None else outline(report)
        return Fault(info, told, entries, await self._reports.count_of(match_id))

    async def _has_sat(self, info: MatchInfo, user_id: int) -> bool:
        before = await held.of_match(self._repo.store.read, info.id)
        return info.seat_of(user_id) is not None or any(one.user_id == user_id for one in before)

    async def file(self, match_id: int, user_id: int) -> bytes:
        """Return the report of a frozen match as a file, for somebody who never sat there; raises Refusal."""
        fault = await self.look(match_id, user_id)
        info = fault.info
        if fault.outline is None:
            raise Refusal(N_("You have sat at this match, so its report is for another owner."))
        told = {
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
        return json.dumps(told, indent=1, sort_keys=True).encode()
