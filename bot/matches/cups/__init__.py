"""Cups: series of matches that lead to one champion."""

from bot.matches.cups.course import CupCourse
from bot.matches.cups.cups import Cups, CupWanted
from bot.matches.cups.records import CupRules, CupTable, CupView, Entrant, Game, Standing, Tie
from bot.matches.cups.standings import TIE_BREAKS

__all__ = [
    "TIE_BREAKS",
    "CupCourse",
    "CupRules",
    "CupTable",
    "CupView",
    "CupWanted",
    "Cups",
    "Entrant",
    "Game",
    "Standing",
    "Tie",
]
