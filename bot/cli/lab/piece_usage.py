"""Counts in how many matches each piece on the table is used, to find pieces that no one uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import rules
from rules.kernel.data.view import BASE
from rules.kernel.words.translation import Translator

#: A piece should be used in at least this share of the matches that have it on the table.
MIN_USE_RATE = 0.15
#: Maximum number of pieces that a summary names as the least used, and as the most used.
MAX_NAMED_PIECES = 3


@dataclass
class Usage:
    """Counts by question and piece: the matches with the piece on the table, and the matches where it was used."""

    on_table: dict[str, Counter[str]] = field(default_factory=dict[str, "Counter[str]"])
    used: dict[str, Counter[str]] = field(default_factory=dict[str, "Counter[str]"])

    def add(self, other: Usage) -> None:
        """Add the counts of more matches."""
        for own_counts, other_counts in ((self.on_table, other.on_table), (self.used, other.used)):
            for question, counts in other_counts.items():
                own_counts.setdefault(question, Counter()).update(counts)

    def count(self, pieces: dict[str, list[str]], used: set[str]) -> None:
        """Count one match: `pieces` are the ids on the table for each question, and `used` the ids that were used."""
        for question, ids in pieces.items():
            self.on_table.setdefault(question, Counter()).update(ids)
            self.used.setdefault(question, Counter()).update(one for one in ids if one in used)

    def share(self, question: str, piece: str) -> float:
        """Return how often a piece was used, as a share of the matches that had it on the table."""
        return self.used[question][piece] / self.on_table[question][piece]


def lines(game_id: str, by_seats: dict[int, Usage], *, pieces: bool = True, pack: str = BASE) -> Iterator[str]:
    """Yield a Markdown table for each question, with the least used pieces first and the figures for every seat count.

    If `pieces` is false, yield only the summaries: the series is then too short to judge single pieces.
    """
    total = Usage()
    for usage in by_seats.values():
        total.add(usage)
    names = {entry.id: entry.name for entry in rules.GAMES[game_id].look_up(Translator(pack=pack))}
    for question, offered_counts in total.on_table.items():
        order = sorted(offered_counts, key=lambda piece: (total.share(question, piece), piece))
        yield f"## {question}"
        yield ""
        yield from _summary(total, question, order, names)
        yield ""
        if not pieces:
            continue
        heads = [f"{seats} players" for seats in by_seats]
        yield f"| | on the table | used | share | {' | '.join(heads)} |"
        yield "|---|---|---|---|" + "---|" * len(heads)
        for piece in order:
            yield _row(total, by_seats, question, piece, names.get(piece, piece))
        yield ""


def _summary(total: Usage, question: str, order: list[str], names: dict[str, str]) -> Iterator[str]:
    """Yield the sentences about the pieces that are used too rarely, and about the least and most used pieces."""

    def named(pieces: list[str]) -> str:
        return ", ".join(f"{names.get(piece, piece)} {total.share(question, piece):.0%}" for piece in pieces)

    few = [piece for piece in order if total.share(question, piece) < MIN_USE_RATE]
    yield (
        f"In how many of the matches in which it was on the table, of {len(order)}. Bound: {MIN_USE_RATE:.0%};"
        f" below it: {named(few) or 'none'}."
    )
    yield f"Least: {named(order[:MAX_NAMED_PIECES])}. Most: {named(order[: -MAX_NAMED_PIECES - 1 : -1])}."


def _row(total: Usage, by_seats: dict[int, Usage], question: str, piece: str, name: str) -> str:
    there, used = total.on_table[question][piece], total.used[question][piece]
    cells = [
        f"{found.share(question, piece):.0%}" if found.on_table.get(question, Counter())[piece] else ""
        for found in by_seats.values()
    ]
    return f"| {name} (`{piece}`) | {there} | {used} | {used / there:.0%} | {' | '.join(cells)} |"
