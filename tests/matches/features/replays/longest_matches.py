"""Writes the replay files of a very long match of every game, and prints their sizes.

python -m tests.matches.features.replays.longest_matches [FOLDER]

If everything is face up, a page has a board for every move, and shows all hands. `--search SECONDS` looks for longer
matches: it plays each game with each player count, randomly and greedily, for SECONDS seconds each, and prints the
longest matches.
"""

from __future__ import annotations

import asyncio
import random
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import rules
from bot.cli.lab.simulation import POLICIES
from bot.features.replays.files.export import page_of, picture_of
from bot.features.replays.service.replay_steps import OPEN_VIEWER, ReplayTranscript, Viewer
from bot.matches.history.score_timeline import ScoreTimeline
from bot.store.statements.rows import JournalRow, SeatRow
from rules.kernel.content.packs import BASE
from rules.kernel.data.actions import Action, to_json
from rules.kernel.data.events import to_json as event_to_json
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import LOCALES
from tests.conformance.random_play import CAP, TABLES, new

#: The longest match of each game that a search has found, as (player count, match number, policy). Odd-numbered matches
#: don't use the default options. For each player count, the search played 60 random matches and 10 to 60 greedy
#: matches.
LONGEST: dict[str, tuple[int, int, str]] = {
    "edge_of_darkness": (4, 53, "greedy"),
    "dark_providence": (4, 9, "random"),
    "aevum_haeresis": (2, 51, "random"),
}
NAMES = ("Ana", "Bence", "Carla", "Dora", "Emil")


class InMemoryTranscript(ReplayTranscript):
    """The transcript of a match between computers, which keeps all positions in memory."""

    def __init__(self, match: Match[Any], rows: list[JournalRow], saved: dict[int, bytes]) -> None:
        self.match = match
        seats = tuple(SeatRow(seat, 100 + seat, NAMES[seat]) for seat in range(match.state.seats))
        info: Any = SimpleNamespace(
            id=1, game=match.game.id, status="over" if match.over else "playing", seats=seats, seq=len(rows), pack=BASE
        )
        nowhere: Any = None
        super().__init__(nowhere, match.game, info, rows, [(row,) for row in rows])
        self.rows, self.saved = rows, saved

    async def course(self) -> ScoreTimeline:
        return ScoreTimeline()

    async def _matches(self, groups: Any) -> dict[int, Match[Any]]:
        return self._load_positions({group[-1].seq: self.saved[group[-1].seq] for group in groups})


def generate_moves(match: Match[Any], number: int, policy: str = "random") -> Iterator[tuple[int, Action]]:
    """Play a match to its end; yield each seat and action before the action is applied."""
    rng = random.Random(number)
    while not match.over:
        offers = match.decisions()
        seat = rng.choice(sorted(offers))
        action = POLICIES[policy](match, seat, offers[seat], rng)
        yield seat, action
        match.apply(seat, action)


def played(game: str, seats: int, moves: int = CAP, number: int = 0, policy: str = "random") -> InMemoryTranscript:
    """Play a match with this policy, for at most `moves` moves, and return its transcript."""
    match = new(game, seats, number)
    rows, saved = [JournalRow(1, 1_700_000_000, "start")], {1: match.dump()}
    for seq, (seat, action) in enumerate(islice(generate_moves(match.copy(), number, policy), moves), 2):
        row = JournalRow(seq, 1_700_000_000 + seq * 3600, "act", seat, seat, to_json(action))
        events = match.apply(seat, action)
        rows.append(replace(row, events=tuple(map(event_to_json, events))))
        saved[seq] = match.dump()
    return InMemoryTranscript(match, rows, saved)


def longest(game: str) -> InMemoryTranscript:
    """Play the longest known match of a game, and return its transcript."""
    seats, number, policy = LONGEST[game]
    return played(game, seats, number=number, policy=policy)


def search(seconds: float) -> None:
    """Print the longest matches of each game, player count and policy, after `seconds` seconds of search each."""
    for (game, seats), policy in product(TABLES, ("random", "greedy")):
        begun, found = time.process_time(), list[tuple[int, int]]()
        while time.process_time() - begun < seconds:
            number = len(found)
            found.append((sum(1 for _ in generate_moves(new(game, seats, number), number, policy)), number))
        summary = ", ".join(f"{moves} moves in number {number}" for moves, number in sorted(found, reverse=True)[:3])
        print(f"{game}, {seats} seats, {policy}, {len(found)} matches: {summary}", flush=True)


async def write(folder: Path) -> None:
    """Write pages and animations of each game's longest match, both for a spectator and with everything face up."""
    viewers: tuple[Viewer, ...] = (None, OPEN_VIEWER)
    for game in rules.GAMES:
        story = longest(game)
        print(f"{game}, {len(story.info.seats)} seats: {story.info.seq - 1} moves", flush=True)
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
    peak_megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"At most {peak_megabytes} MB of memory, with the matches themselves")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--search"]:
        search(float(sys.argv[2]))
        sys.exit()
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "build/replays")
    out.mkdir(parents=True, exist_ok=True)
    asyncio.run(write(out))
