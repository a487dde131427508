"""The cost of planning in strength: in each match one player plans their turns, and the others answer when asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import rules
from bot.cli.lab import match_duration
from bot.cli.lab.duel import confidence_interval
from bot.cli.lab.match_duration import Routine
from bot.cli.lab.postal_series import SeriesSettings
from bot.cli.lab.simulation import in_parallel


@dataclass(frozen=True, slots=True)
class PlanningStrength:
    """How many matches the only player who plans won. A victory that several players share counts as a part of one."""

    seats: int
    matches: int
    won: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the true win rate."""
        return confidence_interval(self.won / self.matches, self.matches)

    def facts(self) -> dict[str, Any]:
        """Return the figures as JSON data."""
        low, high = self.interval
        return {
            "matches": self.matches,
            "won": round(self.won, 2),
            "interval": [round(low, 4), round(high, 4)],
            "equal_share": round(1 / self.seats, 4),
        }

    def to_text(self) -> str:
        """Return the figures as a sentence."""
        low, high = self.interval
        return (
            f"The one planning player won {self.won:g} of {self.matches} matches, {self.won / self.matches:.1%}"
            f" ({low:.1%} to {high:.1%}); an equal share is {1 / self.seats:.1%}."
        )


def measure(
    game_id: str,
    seats: int,
    habits: SeriesSettings,
    routine: Routine,
    matches: int,
    seed: int = 0,
    workers: int | None = None,
) -> PlanningStrength:
    """Let one seat plan in each match, each seat in turn. All seats have the same standing orders apart from plans."""
    played = [(game_id, seats, habits, routine, number) for number in range(seed, seed + matches)]
    return PlanningStrength(seats, matches, sum(in_parallel(_share_of_victory, played, workers)))


def _share_of_victory(game_id: str, seats: int, habits: SeriesSettings, routine: Routine, number: int) -> float:
    planner = number % seats
    alone = replace(habits, planners=(planner,))
    winners = match_duration.play(rules.GAMES[game_id], seats, alone, routine, number).winners
    return 1 / len(winners) if planner in winners else 0.0
