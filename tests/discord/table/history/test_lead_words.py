"""The texts about the lead say who leads after a turn, and whether the lead is new, larger or smaller."""

from __future__ import annotations

import pytest

from bot.matches.history.score_timeline import ScoreLead, ScorePoint, ScoreTimeline, TurningPoint
from bot.table.history.lead_words import lead_change, turning_point_line
from rules.kernel.words.translation import Translator

EN = Translator("en")
NAMES = ["Ana", "Bence"]
ANA_BY_TWO, ANA_BY_FOUR = ScoreLead(0, 2, 6), ScoreLead(0, 4, 8)


@pytest.mark.parametrize(
    ("before", "after", "numbers", "text"),
    [
        (ANA_BY_TWO, ScoreLead(None, 0, 6), [6, 6], "the lead is shared (Ana 6, Bence 6)."),
        (ANA_BY_TWO, ScoreLead(1, 1, 7), [6, 7], "Bence takes the lead (7, Ana 6)."),
        (ANA_BY_TWO, ANA_BY_FOUR, [8, 4], "Ana extends the lead (8, Bence 4)."),
        (ANA_BY_FOUR, ANA_BY_TWO, [6, 4], "Ana still leads, but by less (6, Bence 4)."),
    ],
)
def test_a_change_of_the_lead_is_worded(before: ScoreLead, after: ScoreLead, numbers: list[float], text: str) -> None:
    assert lead_change(EN, NAMES, before, after, numbers) == text


def test_a_lead_that_was_told_before_is_taken_again() -> None:
    timeline = ScoreTimeline([ScorePoint(5, 5, 0, 3, {"Points": [8, 7]})])
    first, second = TurningPoint(0, ScoreLead(1, 1, 6), ANA_BY_TWO), TurningPoint(0, ScoreLead(1, 1, 7), ANA_BY_TWO)
    assert turning_point_line(EN, "round {n}", NAMES, timeline, second) == "Round 3: Ana takes the lead (8, Bence 7)."
    again = "Round 3: Ana takes the lead again (8, Bence 7)."
    assert turning_point_line(EN, "round {n}", NAMES, timeline, second, [first]) == again


@pytest.mark.parametrize(
    ("entry", "round_number", "text"),
    [
        (5, 3, "Round 3: Bence takes the lead (7, Ana 6)."),
        (5, 0, "Bence takes the lead (7, Ana 6)."),
        (0, 0, "Final count: Bence takes the lead (7, Ana 6)."),
    ],
)
def test_a_turning_point_names_its_round_or_the_final_count(entry: int, round_number: int, text: str) -> None:
    timeline = ScoreTimeline([ScorePoint(entry, entry, 1, round_number, {"Points": [6, 7]})])
    turn = TurningPoint(0, ANA_BY_TWO, ScoreLead(1, 1, 7))
    assert turning_point_line(EN, "round {n}", NAMES, timeline, turn) == text
