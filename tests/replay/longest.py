"""The longest matches of every game as files, with their sizes: `python -m tests.replay.longest [FOLDER]`.

Of each game it is the longest of some matches that are played at random with as many people as it takes; with
everything face up a page has a board for every move, and all hands.
"""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import rules
from bot.matches import Course
from bot.replay import ALL, Story, Viewer
from bot.replay_files import page_of, picture_of
from bot.store import JournalRow, SeatRow
from rules.kernel.data.actions import to_json
from rules.kernel.data.events import to_json as event_to_json
from rules.kernel.engine.match import Match
from rules.kernel.words.text import LOCALES
from tests.conformance.play import CAP, new, walk

#: How many matches of each game are played, to find a long one.
TRIES = 8
NAMES = ("Ana", "Bence", "Carla", "Dora", "Emil")


class InMemory(Story):
    """A match that was played at random, whose positions lie in memory."""

    def __init__(self, match: Match[Any], rows: list[JournalRow], saved: dict[int, bytes]) -> None:
        self.match = match
        seats = tuple(SeatRow(seat, 100 + seat, NAMES[seat]) for seat in range(match.state.seats))
        info: Any = SimpleNamespace(
            id=1, game=match.game.id, status="over" if match.over else "playing", seats=seats, seq=len(rows)
        )
        nowhere: Any = None
        super().__init__(nowhere, match.game, info, rows, [(row,) for row in rows])
        self.rows, self.saved = rows, saved

    async def course(self) -> Course:
        return Course()

    async def _matches(self, groups: Any) -> dict[int, Match[Any]]:
        return self._opened({group[-1].seq: self.saved[group[-1].seq] for group in groups})


def played(game: str, seats: int, moves: int = CAP, number: int = 0) -> InMemory:
    """Return a match that was played at random, up to so many moves."""
    match = new(game, seats, 2 * number)
    rows, saved = [JournalRow(1, 1_700_000_000, "start")], {1: match.dump()}
    for seq, (seat, action) in enumerate(walk(match.copy(), number), 2):
        if seq > moves + 1:
            break
        row = JournalRow(seq, 1_700_000_000 + seq * 3600, "act", seat, seat, to_json(action))
        events = match.apply(seat, action)
        rows.append(replace(row, events=tuple(map(event_to_json, events))))
        saved[seq] = match.dump()
    return InMemory(match, rows, saved)


def longest(game: str) -> InMemory:
    """Return the longest of some matches of a game."""
    seats = max(rules.GAMES[game].seats)
    return max((played(game, seats, number=number) for number in range(TRIES)), key=lambda one: one.info.seq)


async def write(folder: Path) -> None:
    """Write a page and a moving picture of each, for a spectator and with everything face up."""
    viewers: tuple[Viewer, ...] = (None, ALL)
    for game in rules.GAMES:
        story = longest(game)
        for viewer, locale in zip(viewers, LOCALES[1:], strict=True):
            steps = len(await story.steps(viewer))
            for end, make in (("html", page_of(story, viewer, locale, story.match.result)),
                              ("webp", picture_of(story, viewer, locale))):  # fmt: skip
                begun = time.process_time()
                data = await make
                file = folder / f"{game}-{'spectator' if viewer is None else viewer}.{end}"
                file.write_bytes(data)
                took = time.process_time() - begun
                print(f"{file.name}: {steps} boards, {len(data) / 1e6:.2f} MB, {took:.0f} s of CPU", flush=True)


if __name__ == "__main__":
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "build/replays")
    out.mkdir(parents=True, exist_ok=True)
    asyncio.run(write(out))
