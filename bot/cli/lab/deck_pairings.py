"""Measures how fair a game's ready-made decks are: computer players play every pair of decks on both sides."""

from __future__ import annotations

import itertools
import random
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import rules
from bot.cli.lab.simulation import in_parallel, play, players
from rules.kernel.errors import EngineError

#: The number of matches in one task of a worker process. It is even, so each deck plays equally often in each seat.
MATCHES_PER_TASK = 10


@dataclass
class Pairings:
    """The results of a series of matches between pairs of decks."""

    matches: int = 0
    #: The number of wins by (winning deck, losing deck). A shared victory counts as a fraction of a win for each
    #: winner.
    wins: dict[tuple[str, str], float] = field(default_factory=dict["tuple[str, str]", float])
    #: The number of matches won by the player who went first, and the number won by the first seat.
    first_player_wins: float = 0.0
    first_seat_wins: float = 0.0
    lengths: list[float] = field(default_factory=list[float])
    #: The number of matches by (how the match was won, winning deck).
    ends: Counter[tuple[str, str]] = field(default_factory=Counter["tuple[str, str]"])

    def add(self, other: Pairings) -> None:
        """Add the results of more matches."""
        self.matches += other.matches
        for key, wins in other.wins.items():
            self.wins[key] = self.wins.get(key, 0.0) + wins
        self.first_player_wins += other.first_player_wins
        self.first_seat_wins += other.first_seat_wins
        self.lengths += other.lengths
        self.ends.update(other.ends)

    def rate(self, one: str, other: str) -> float:
        """Return a deck's win rate against another deck."""
        won, lost = self.wins.get((one, other), 0.0), self.wins.get((other, one), 0.0)
        return won / (won + lost) if won + lost else 0.0

    def rate_of(self, one: str) -> float:
        """Return a deck's win rate over all its matches."""
        won = sum(wins for (winner, _), wins in self.wins.items() if winner == one)
        lost = sum(wins for (_, loser), wins in self.wins.items() if loser == one)
        return won / (won + lost) if won + lost else 0.0


def measure(game_id: str, matches: int, seed: int = 0, workers: int | None = None, iterations: int = 0) -> Pairings:
    """Play this many matches between each pair of a game's decks. The seats are swapped in every second match.

    If `iterations` isn't 0, hard computer players play, and search with this many iterations; otherwise greedy ones
    play.
    """
    pairs = list(itertools.combinations(rules.GAMES[game_id].rivals(), 2))
    starts = [(start, min(MATCHES_PER_TASK, matches - start)) for start in range(0, matches, MATCHES_PER_TASK)]
    # Each match has a different seed. Otherwise, a deck would have the same card order against every opponent.
    chunks = [
        (game_id, *pair, seed + place * matches + start, count, iterations)
        for place, pair in enumerate(pairs)
        for start, count in starts
    ]
    total = Pairings()
    for found in in_parallel(_play, chunks, workers):
        total.add(found)
    return total


def _play(game_id: str, one: str, other: str, seed: int, matches: int, iterations: int) -> Pairings:
    pairings = Pairings()
    game, policy = rules.GAMES[game_id], players(iterations)
    for number in range(seed, seed + matches):
        sides = (one, other) if number % 2 == 0 else (other, one)
        match = game.new_between(number, sides)
        play(match, policy, random.Random(number))
        result = match.result
        if result is None or not result.winners:
            raise EngineError("A match of the series did not end.")
        pairings.matches += 1
        for winner in result.winners:
            share = 1 / len(result.winners)
            key = (sides[winner], sides[1 - winner])
            pairings.wins[key] = pairings.wins.get(key, 0.0) + share
            pairings.first_player_wins += share * (winner == game.first(match))
            pairings.first_seat_wins += share * (winner == 0)
            pairings.ends[game.ending(match), sides[winner]] += 1
        pairings.lengths.append(game.length(match))
    return pairings


def lines(game_id: str, pairings: Pairings) -> Iterator[str]:
    """Yield the Markdown lines of a balance page about the results of ready-made decks."""
    names = rules.GAMES[game_id].rivals()
    each = pairings.matches // max(1, len(names) * (len(names) - 1) // 2)
    yield f"## {len(names)} ready decks, {each} matches a pair, sides swapped"
    yield ""
    yield "Win rate of the row's deck against the column's deck:"
    yield ""
    yield f"| | {' | '.join(names.values())} | all |"
    yield "|---" * (len(names) + 2) + "|"
    for deck_id, name in names.items():
        rates = ["" if deck_id == other else f"{pairings.rate(deck_id, other):.1%}" for other in names]
        yield f"| {name} | {' | '.join(rates)} | {pairings.rate_of(deck_id):.1%} |"
    yield ""
    yield from _turns(pairings)
    yield from _ends(names, pairings)


def _turns(found: Pairings) -> Iterator[str]:
    yield "| | matches | wins | win rate |"
    yield "|---|---|---|---|"
    for name, won in (("who goes first", found.first_player_wins), ("seat 1", found.first_seat_wins)):
        yield f"| {name} | {found.matches} | {won:.1f} | {won / found.matches:.1%} |"
    yield ""
    mean, middle = statistics.mean(found.lengths), statistics.median(found.lengths)
    least, most = min(found.lengths), max(found.lengths)
    yield f"Length in turns per seat, or rounds: mean {mean:.2f}, median {middle:.1f}, from {least:.0f} to {most:.0f}."
    yield ""


def _ends(names: dict[str, str], pairings: Pairings) -> Iterator[str]:
    """Yield the lines about how matches were won, by all decks together and by each deck."""
    endings = sorted({ending for ending, _ in pairings.ends})
    if endings == [""]:
        return
    yield f"| won by | {' | '.join(endings)} |"
    yield "|---" * (len(endings) + 1) + "|"
    for heading, deck_ids in [("all", list(names)), *((name, [one]) for one, name in names.items())]:
        counts = [sum(pairings.ends[ending, one] for one in deck_ids) for ending in endings]
        shares = [f"{count} ({count / max(1, sum(counts)):.0%})" for count in counts]
        yield f"| {heading} | {' | '.join(shares)} |"
    yield ""
