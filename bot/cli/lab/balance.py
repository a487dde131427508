"""Measures how fair a game is: computer players play each other, and wins are counted by seat and by the game's
groups.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rules
from bot.cli.lab import balance_file, deck_pairings, piece_usage
from bot.cli.lab.piece_usage import Usage
from bot.cli.lab.simulation import in_parallel, play, players
from bot.features.packs.authoring import local_pack
from rules.kernel.data.events import Event
from rules.kernel.engine.match import Match
from rules.kernel.errors import EngineError
from rules.kernel.words.translation import Translator

#: The number of matches in one task of a worker process.
MATCHES_PER_TASK = 10
#: Largest allowed difference between a seat's win rate and an equal share.
MAX_SEAT_ADVANTAGE = 0.08


@dataclass
class Balance:
    """The results of a series of matches with the same number of seats."""

    seats: int
    matches: int = 0
    #: The number of wins of each seat. A shared victory counts as a fraction for each winner.
    wins: dict[int, float] = field(default_factory=dict[int, float])
    #: How many seats belonged to each group, such as ("allegiance", "cultist"), and how many of those seats won.
    group_seats: Counter[tuple[str, str]] = field(default_factory=Counter["tuple[str, str]"])
    group_wins: dict[tuple[str, str], float] = field(default_factory=dict["tuple[str, str]", float])
    lengths: list[float] = field(default_factory=list[float])
    best: list[float] = field(default_factory=list[float])
    scores: list[float] = field(default_factory=list[float])
    usage: Usage = field(default_factory=Usage)

    def add(self, other: Balance) -> None:
        """Add the results of more matches."""
        self.matches += other.matches
        for seat, wins in other.wins.items():
            self.wins[seat] = self.wins.get(seat, 0.0) + wins
        self.group_seats.update(other.group_seats)
        for key, wins in other.group_wins.items():
            self.group_wins[key] = self.group_wins.get(key, 0.0) + wins
        self.lengths += other.lengths
        self.best += other.best
        self.scores += other.scores
        self.usage.add(other.usage)

    def largest_deviation(self) -> float:
        """Return the largest difference between a seat's win rate and an equal share."""
        return max(abs(self.wins.get(seat, 0.0) / self.matches - 1 / self.seats) for seat in range(self.seats))

    def chance_deviation(self) -> float:
        """Return the largest deviation from an equal share to expect in 19 of 20 series of a fair game."""
        fair = 1 / self.seats
        return 1.96 * math.sqrt(fair * (1 - fair) / self.matches)


def measure(
    game_id: str,
    seats: int,
    matches: int,
    seed: int = 0,
    workers: int | None = None,
    iterations: int = 0,
    pack: Path | None = None,
) -> Balance:
    """Play a series of matches and return the results. `workers` defaults to the number of processors.

    If `iterations` isn't 0, hard computer players play, and search with this many iterations; otherwise greedy ones
    play. `pack` is the folder of a content pack to use instead of the built-in cards.
    """
    total = Balance(seats)
    chunks = [
        (game_id, seats, seed + first, min(MATCHES_PER_TASK, matches - first), iterations, pack)
        for first in range(0, matches, MATCHES_PER_TASK)
    ]
    for partial in in_parallel(_play, chunks, workers):
        total.add(partial)
    return total


def _play(game_id: str, seats: int, seed: int, matches: int, iterations: int, pack: Path | None) -> Balance:
    balance, pack_content = Balance(seats), local_pack.load_pack(game_id, pack)
    game, policy = rules.GAMES[game_id], players(iterations)
    for number in range(seed, seed + matches):
        match = game.new(
            seats, number, {**(game.variety(number, pack_content) or {}), **local_pack.options(pack_content)}
        )
        used: set[str] = set()

        def watch(event: Event, match: Match[Any] = match, used: set[str] = used) -> None:
            used.update(match.game.used(match, event))

        play(match, policy, random.Random(number), watch=watch)
        result = match.result
        if result is None:
            raise EngineError("A match of the series did not end.")
        balance.matches += 1
        balance.usage.count(game.pieces(match), used)
        for winner in result.winners:
            balance.wins[winner] = balance.wins.get(winner, 0.0) + 1 / len(result.winners)
        for seat in range(seats):
            share = 1 / len(result.winners) if seat in result.winners else 0.0
            for group in game.groups(match, seat).items():
                balance.group_seats[group] += 1
                balance.group_wins[group] = balance.group_wins.get(group, 0.0) + share
        balance.lengths.append(game.length(match))
        totals = [row.total for row in result.rows]
        balance.scores += totals
        balance.best += [row.total for row in result.rows if row.seat in result.winners][:1]
    return balance


def lines(balance: Balance) -> Iterator[str]:
    """Yield the Markdown lines of a balance page about matches with one seat count."""
    seats, matches = balance.seats, balance.matches
    yield f"## {seats} {'player' if seats == 1 else 'players'}, {matches} matches"
    yield ""
    length = balance.lengths
    won = f", {statistics.mean(balance.best):.1f} for the winner" if balance.best else ""
    yield (
        f"Turns per seat: median {statistics.median(length):.1f}, from {min(length):.0f} to {max(length):.0f}."
        f" Scores: {statistics.mean(balance.scores):.1f} on average{won}."
    )
    yield ""
    yield "| | seats | wins | win rate | fair |"
    yield "|---|---|---|---|---|"
    fair = 1 / seats
    for seat in range(seats):
        yield _row(f"seat {seat + 1}", matches, balance.wins.get(seat, 0.0), fair)
    for group in sorted(balance.group_seats):
        yield _row(
            f"{group[0]} {group[1]}".replace("_", " "),
            balance.group_seats[group],
            balance.group_wins.get(group, 0.0),
            fair,
        )
    yield ""
    if seats > 1:
        yield f"The seat furthest from even is {balance.largest_deviation():.1%} off; {_bound(balance)}."
        yield ""


def _bound(balance: Balance) -> str:
    """Return the text about the largest acceptable deviation of a seat's win rate: the project's limit or, in a short
    series, the larger deviation that luck alone can cause.
    """
    if balance.chance_deviation() > MAX_SEAT_ADVANTAGE:
        return f"luck alone puts a seat up to {balance.chance_deviation():.0%} off in so few matches"
    return f"the bound is {MAX_SEAT_ADVANTAGE:.0%}"


def _row(name: str, had: int, won: float, fair: float) -> str:
    return f"| {name} | {had} | {won:.1f} | {won / had if had else 0:.1%} | {f'{fair:.0%}' if fair < 1 else ''} |"


def series(written: str, matches: int) -> list[tuple[int, int]]:
    """Parse seat counts, each optionally with a number of matches, such as "1x900,2"; raises ValueError."""
    counts_by_seats: list[tuple[int, int]] = []
    for part in written.split(","):
        seats, times, match_count = part.partition("x")
        counts_by_seats.append((int(seats), int(match_count) if times else matches))
    if any(count < 1 for _, count in counts_by_seats):
        raise ValueError(written)
    return counts_by_seats


def page(game_id: str, plays: list[tuple[int, int]], seed: int, iterations: int = 0, pack: Path | None = None) -> str:
    """Measure the game with each of these seat counts. Return the part of the page about greedy or hard computer
    players.
    """
    balances = [measure(game_id, seats, matches, seed, None, iterations, pack) for seats, matches in plays]
    written = ",".join(f"{seats}x{matches}" for seats, matches in plays)
    figures = [line for balance in balances for line in lines(balance)]
    used = {balance.seats: balance.usage for balance in balances}
    figures += piece_usage.lines(game_id, used, pieces=not iterations, pack=local_pack.load_pack(game_id, pack))
    return _part(game_id, f"--seats {written} --seed {seed}", figures, iterations, pack)


def page_of_pairs(game_id: str, matches: int, seed: int, iterations: int = 0) -> str:
    """Measure all pairs of a game's ready-made decks. Return the part of the page about them."""
    found = deck_pairings.measure(game_id, matches, seed, None, iterations)
    figures = list(deck_pairings.lines(game_id, found))
    return _part(game_id, f"--pairs {matches} --seed {seed}", figures, iterations)


def _part(game_id: str, series: str, figures: list[str], iterations: int, pack: Path | None = None) -> str:
    hard = f" --hard {iterations}" if iterations else ""
    title, who = f"# Balance of {rules.GAMES[game_id].title(Translator())}", "Greedy players, one action ahead"
    if iterations:
        title, who = balance_file.HARD_HEADING, f"Hard players, {iterations} iterations a choice"
        figures = ["#" + line if line.startswith("#") else line for line in figures]
    head = [
        title,
        "",
        f"{who}, each with the knowledge of its own seat. Command:",
        "",
        f"    tenebrae balance {game_id} {series}{hard} {'--write' if pack is None else f'--pack {pack}'}",
        "",
    ]
    return "\n".join([*head, *figures]).rstrip() + "\n"
