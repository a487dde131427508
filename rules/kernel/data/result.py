"""The final result of a match."""

from __future__ import annotations

from rules.kernel.data.view import Part


class ResultRow(Part):
    """One seat's final scores by category, its total and its rank. Rank 1 is best, and tied seats share a rank.

    `facts` are further values that explain the outcome, such as an allegiance, under names that the game chooses.
    """

    seat: int
    scores: dict[str, float]
    total: float
    rank: int
    facts: dict[str, str] = {}


class Result(Part):
    """The final result: score categories, one row per seat, and the winning seats (several in a shared victory).

    `facts` explain how the match ended and why, under names that the game chooses.
    """

    categories: list[str]
    rows: list[ResultRow]
    winners: list[int]
    facts: dict[str, str] = {}

    @property
    def scores(self) -> dict[int, dict[str, float]]:
        """Return each seat's scores by category."""
        return {row.seat: row.scores for row in self.rows}

    @property
    def ranking(self) -> list[int]:
        """Return the seats from best to worst, with tied seats in seat order."""
        return [row.seat for row in sorted(self.rows, key=lambda row: (row.rank, row.seat))]
