"""Words: the door through which game.py speaks. What is said stands in the modules named *_text.py."""

from __future__ import annotations

from rules.dark_providence.seen.refusals import why_illegal
from rules.dark_providence.words.actions import action_text
from rules.dark_providence.words.board import alt_text, board_text, opening
from rules.dark_providence.words.events import event_line
from rules.dark_providence.words.hand import hand_text
from rules.dark_providence.words.look_up import look_up
from rules.dark_providence.words.options import option_choices, option_text
from rules.dark_providence.words.questions import prompt_line
from rules.dark_providence.words.results import result_text

__all__ = [
    "action_text",
    "alt_text",
    "board_text",
    "event_line",
    "hand_text",
    "look_up",
    "opening",
    "option_choices",
    "option_text",
    "prompt_line",
    "result_text",
    "why_illegal",
]
